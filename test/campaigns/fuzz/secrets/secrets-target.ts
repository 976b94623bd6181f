// Canary secrets of every shape through everything that touches secrets: none is ever in what was written.
import { chanceFrom, type Chance } from '../random-choices.ts';
import { toldOf, type Input, type Target, type Verdict } from '../fuzz-runner.ts';
import { FLOWS, type Secrets } from './secret-flows.ts';
import { leakIn } from './leaks.ts';

/** What is odd about a secret; every one is a canary beside that. */
const SHAPES: Readonly<Record<string, string>> = {
  'plain letters': '',
  quotes: `"'\``,
  'what expressions mean': '.*+?^$()[]{}|\\',
  'what addresses mean': '%2F/?#&=+@',
  'what shells mean': '$HOME;`x`&&!',
  'what markup means': '<b>&amp;</b>',
  'a colon': ':a:b',
  base64: 'ab+/cd==',
};
const UNICODE = 'ü漢😀';

const FLOW = 'when ';

export function secretsTarget(): Promise<Target> {
  return Promise.resolve({
    kinds: [...Object.keys(FLOWS).map((name) => `${FLOW}${name}`), ...Object.keys(SHAPES)],
    moreSteps: 2,
    judge,
    show: (input) => JSON.stringify(secretsOf(input)),
    close: () => Promise.resolve(),
  });
}

async function judge(input: Input): Promise<Verdict> {
  const secrets = secretsOf(input);
  const chance = chanceFrom(input.seed);
  const asked = input.steps.map(({ kind }) => kind);
  const named = asked.find((kind) => kind.startsWith(FLOW))?.slice(FLOW.length);
  const name = named ?? chance.pick(Object.keys(FLOWS).slice(0, -1));
  const applied = [`${FLOW}${name}`, ...asked.filter((kind) => kind in SHAPES)];
  try {
    const artefacts = (await FLOWS[name]?.(secrets)) ?? [];
    const fault =
      artefacts.length === 0 ? 'nothing was written' : leakIn(artefacts, allOf(secrets));
    return { fault, applied, outcome: name };
  } catch (error) {
    return { fault: toldOf(error), applied, outcome: 'BUG' };
  }
}

function secretsOf({ seed, steps }: Input): Secrets {
  const chance = chanceFrom(seed);
  const odd = steps.flatMap(({ kind }) => SHAPES[kind] ?? []).join('');
  const visible = odd.replaceAll(/[^\x21-\x7e]/g, '');
  return {
    'client id': `cid-${letters(chance)}${visible.replaceAll(':', '')}`,
    token: `tok-${letters(chance)}${visible}${letters(chance)}`,
    // These may hold anything.
    'link key': `lnk-${letters(chance)}${odd}${UNICODE}${letters(chance)}${letters(chance)}`,
    'api token': `api-${letters(chance)}${visible}${letters(chance)}`,
    'webhook key': `whsec_${Buffer.from(`hook-${letters(chance)}${odd}${letters(chance)}`).toString('base64')}`,
  };
}

/** With what is made of them for the wire. */
function allOf(secrets: Secrets): Readonly<Record<string, string>> {
  const { 'client id': clientId, token, 'webhook key': hook } = secrets;
  return {
    ...secrets,
    credentials: `${clientId}:${token}`,
    'webhook key’s bytes': Buffer.from(hook.slice('whsec_'.length), 'base64').toString(),
  };
}

function letters(chance: Chance): string {
  return Array.from({ length: 14 }, () =>
    chance.pick(Array.from('abcdefghjkmnpqrstuvwxyz23456789')),
  ).join('');
}
