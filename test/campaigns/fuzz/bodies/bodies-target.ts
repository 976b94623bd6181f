// The reporting API's answers under attack: one of them is changed, and the week's reports, or what asks for it, are
// made by the real client; by a socket where the change is about that.
import { isDeepStrictEqual } from 'node:util';
import { chanceFrom } from '../random-choices.ts';
import { type Input, type Step, type Target, type Verdict } from '../fuzz-runner.ts';
import { Failure } from '../../../../lib/shared/failure.ts';
import { BODY_STEPS, changeBody, chosen, placeOf, recorded } from './fuzzed-answers.ts';
import { clientOf, fakeTime, never, record, type Exchange, type Recording } from './exchanges.ts';
import { faultOfError, faultOfWeek } from './check-outcome.ts';
import { PAGE_STEP_NAMES } from './page-steps.ts';
import { openWire, type Answer, type Wire } from './raw-response.ts';
import { changeSending, WIRE_STEP_NAMES } from './raw-response-steps.ts';
import { makeReports, PROBES, type Made } from './fuzzed-run.ts';

/** What comes of these is what comes without them, or it says so. */
const NEUTRAL: ReadonlySet<string> = new Set([
  // Entries without a key are left out of a folder, and only the tree of reports says so.
  ...WIRE_STEP_NAMES.filter((kind) => kind !== 'rows by the million'),
  'white space',
  'keys turned round',
  'number spelled alike',
  'offset spelled alike',
  'goes on where it was asked',
  'goes on before it was asked',
  'goes on at its end',
  'goes on behind its end',
  'goes on with nothing',
  'goes on at no time',
  'total too large',
  'total too small',
  'another offset',
  'offset before',
]);

/** One run in so many draws its PDFs. */
const DRAWS = 400;

export async function bodiesTarget(): Promise<Target> {
  const recording = await record();
  const wire = await openWire();
  return {
    // A socket is dear.
    kinds: [...Array.from({ length: 6 }, () => BODY_STEPS).flat(), ...WIRE_STEP_NAMES],
    moreSteps: 2,
    judge: (input) => judge(input, recording, wire),
    show: (input) => show(input, recording),
    close: () => wire.close(),
  };
}

async function judge(input: Input, recording: Recording, wire: Wire): Promise<Verdict> {
  const { exchanges } = recording;
  const chance = chanceFrom(input.seed);
  const isOnWire = input.steps.some(({ kind }) => WIRE_STEP_NAMES.includes(kind));
  const bodySteps = input.steps.filter(({ kind }) => !WIRE_STEP_NAMES.includes(kind));
  const exchange = chosen(exchanges, { ...input, steps: bodySteps });
  const isOnce = chance.oneIn(4);
  const draws = chance.oneIn(DRAWS);

  const { answer, served, changedBy } = answering(recording, exchange, bodySteps, isOnce);
  const api = isOnWire
    ? wire.open(answer, input.steps)
    : { ...inMemory(answer), time: fakeTime(never) };
  const ofWire = wireKinds(input.steps);
  const verdict = (outcome: string, fault: string | null): Verdict => ({
    outcome,
    fault,
    applied: [...changedBy, ...ofWire],
  });
  // Known when all has been asked for: on another page of the list more of the steps may change something.
  const isNeutral = (): boolean => [...changedBy, ...ofWire].every((kind) => NEUTRAL.has(kind));
  try {
    if (exchange.probe !== null) {
      const found = JSON.stringify(await PROBES[exchange.probe]?.(api.client));
      const isRight = sameText(found, recording.probes.get(exchange.probe));
      const fault = isNeutral() && !isRight ? `another answer: ${found.slice(0, 300)}` : null;
      return verdict('answer', fault);
    }
    const made = await makeReports(api.source, api.time.clock, draws);
    const isPartial = [...made.reports.values()].some(({ status }) => status === 'partial');
    const isOther = isNeutral() && !isPartial && !sameReports(made, recording.week);
    const fault = isOther ? 'other reports, without a word' : faultOfWeek(made, served);
    return verdict(isPartial ? 'partial' : 'complete', fault);
  } catch (error) {
    return verdict(error instanceof Failure ? error.code : 'BUG', faultOfError(error));
  } finally {
    await api.close();
  }
}

interface Answering {
  readonly answer: (path: string) => Answer;
  readonly served: ReadonlyMap<string, string | null>;
  /** The kinds of the steps that changed any of the answers. */
  readonly changedBy: ReadonlySet<string>;
}

function answering(
  { exchanges }: Recording,
  exchange: Exchange,
  steps: readonly Step[],
  isOnce: boolean,
): Answering {
  const served = new Map<string, string | null>();
  const isPaged = steps.some(({ kind }) => PAGE_STEP_NAMES.includes(kind));
  const first = changeBody(exchange.body, exchange.path, steps);
  const changedBy = new Set(first.applied);
  let times = 0;
  const answer = (path: string): Answer => {
    const text = recorded(exchanges, exchange.probe, path);
    const isPlace = path === exchange.path || (isPaged && placeOf(path) === placeOf(exchange.path));
    if (text === null || !isPlace || (isOnce && times > 0)) {
      served.set(path, text);
      return { body: text === null ? null : Buffer.from(text), isChanged: false };
    }
    times += 1;
    if (path !== exchange.path) {
      const { body, applied } = changeBody(text, path, steps);
      for (const kind of applied) changedBy.add(kind);
      return { body, isChanged: true };
    }
    served.set(path, first.body.toString());
    return { body: first.body, isChanged: true };
  };
  return { answer, served, changedBy };
}

function inMemory(answer: (path: string) => Answer): ReturnType<typeof clientOf> {
  return clientOf((path) => {
    const { body } = answer(path);
    if (body !== null) return Promise.resolve({ response: { decode: () => ({ body }) } });
    const facts = { status: 404 };
    const failure = { code: 'UPSTREAM_NOT_FOUND' as const, facts, isRetryable: false };
    return Promise.resolve({ failure: { ...failure, retryAfter: null } });
  }, fakeTime(never));
}

function wireKinds(steps: readonly Step[]): readonly string[] {
  const right = { status: 200, headers: {}, body: Buffer.from('[]'), how: 'whole' } as const;
  return steps
    .filter(({ kind, seed }) => changeSending(right, kind, chanceFrom(seed), '') !== null)
    .map(({ kind }) => kind);
}

function sameReports(made: Made, expected: Made): boolean {
  const folders = [...expected.texts.keys()];
  return (
    made.texts.size === folders.length &&
    folders.every((key) => sameText(made.texts.get(key), expected.texts.get(key)))
  );
}

/** Whatever the order of their keys. */
function sameText(a: string | undefined, b: string | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && isDeepStrictEqual(JSON.parse(a), JSON.parse(b));
}

function show(input: Input, { exchanges }: Recording): string {
  const steps = input.steps.filter(({ kind }) => !WIRE_STEP_NAMES.includes(kind));
  const exchange = chosen(exchanges, { ...input, steps });
  const { body } = changeBody(exchange.body, exchange.path, steps);
  const isOnce = chanceFrom(input.seed).oneIn(4);
  const times = isOnce ? 'the first time only' : 'every time';
  return `${exchange.path}, ${times}, for ${exchange.probe ?? 'the week'}\n\n${body.toString()}`;
}
