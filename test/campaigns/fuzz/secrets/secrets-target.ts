// Fuzzes the code that handles secrets with special characters: no output may contain a secret. Complements the canary
// campaign, which searches the output of the test suite for secrets without special characters.
import { createRandomChoices, type RandomChoices } from '../random-choices.ts';
import {
  describeError,
  type FuzzInput,
  type FuzzTarget,
  type FuzzOutcome,
} from '../fuzz-runner.ts';
import { FLOWS, type Artefact, type FuzzedSecrets } from './secret-flows.ts';
import { encodeUniquely, searchForSecrets } from './secret-search.ts';

/** Special characters in the secrets, by step kind. */
const SHAPES: Readonly<Record<string, string>> = {
  'plain letters': '',
  quotes: `"'\``,
  'expression characters': '.*+?^$()[]{}|\\',
  'address characters': '%2F/?#&=+@',
  'shell characters': '$HOME;`x`&&!',
  'markup characters': '<b>&amp;</b>',
  'a colon': ':a:b',
  base64: 'ab+/cd==',
};
const UNICODE = 'ü漢😀';

const FLOW = 'when ';

export function secretsTarget(): Promise<FuzzTarget> {
  return Promise.resolve({
    kinds: [...Object.keys(FLOWS).map((name) => `${FLOW}${name}`), ...Object.keys(SHAPES)],
    maxExtraSteps: 2,
    run: runInput,
    describe: (input) => JSON.stringify(createSecrets(input)),
    close: () => Promise.resolve(),
  });
}

async function runInput(input: FuzzInput): Promise<FuzzOutcome> {
  const secrets = createSecrets(input);
  const random = createRandomChoices(input.seed);
  const stepKinds = input.steps.map(({ kind }) => kind);
  const flowName = stepKinds.find((kind) => kind.startsWith(FLOW))?.slice(FLOW.length);
  const name = flowName ?? random.pick(Object.keys(FLOWS).slice(0, -1));
  const applied = [`${FLOW}${name}`, ...stepKinds.filter((kind) => kind in SHAPES)];
  try {
    const artefacts = (await FLOWS[name]?.(secrets)) ?? [];
    const fault =
      artefacts.length === 0
        ? 'nothing was written'
        : findLeak(artefacts, withDerivedSecrets(secrets));
    return { fault, applied, outcome: name };
  } catch (error) {
    return { fault: describeError(error), applied, outcome: 'BUG' };
  }
}

function createSecrets({ seed, steps }: FuzzInput): FuzzedSecrets {
  const random = createRandomChoices(seed);
  const specialCharacters = steps.flatMap(({ kind }) => SHAPES[kind] ?? []).join('');
  const printable = specialCharacters.replaceAll(/[^\x21-\x7e]/g, '');
  return {
    'client id': `cid-${randomLetters(random)}${printable.replaceAll(':', '')}`,
    token: `tok-${randomLetters(random)}${printable}${randomLetters(random)}`,
    // May contain any character.
    'link key': `lnk-${randomLetters(random)}${specialCharacters}${UNICODE}${randomLetters(random)}${randomLetters(random)}`,
    'api token': `api-${randomLetters(random)}${printable}${randomLetters(random)}`,
    'webhook key': `whsec_${Buffer.from(`hook-${randomLetters(random)}${specialCharacters}${randomLetters(random)}`).toString('base64')}`,
  };
}

/** Includes the values that requests derive from the secrets. */
function withDerivedSecrets(secrets: FuzzedSecrets): Readonly<Record<string, string>> {
  const { 'client id': clientId, token, 'webhook key': webhookKey } = secrets;
  return {
    ...secrets,
    credentials: `${clientId}:${token}`,
    'webhook key’s bytes': Buffer.from(webhookKey.slice('whsec_'.length), 'base64').toString(),
  };
}

/** E.g. "stdout contains token as hex". */
export function findLeak(
  artefacts: readonly Artefact[],
  secrets: Readonly<Record<string, string>>,
): string | null {
  const patterns = Object.entries(secrets).map(([name, secret]) => ({
    name,
    forms: encodeUniquely(secret),
  }));
  const fragments = patterns.flatMap(({ forms }) => forms);
  for (const { name, bytes } of artefacts) {
    const [hit] = searchForSecrets(bytes, { secrets: patterns, fragments }).hits;
    if (hit !== undefined) {
      return `${name}${hit.path} contains ${hit.secrets.join(', ')} as ${hit.form}`;
    }
  }
  return null;
}

function randomLetters(random: RandomChoices): string {
  return Array.from({ length: 14 }, () =>
    random.pick(Array.from('abcdefghjkmnpqrstuvwxyz23456789')),
  ).join('');
}
