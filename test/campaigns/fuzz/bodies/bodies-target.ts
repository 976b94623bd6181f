// Fuzzes answers of the reporting API: changes one answer, then makes the week's reports or calls the endpoint with
// the real client, through a real socket if the change needs one.
import { isDeepStrictEqual } from 'node:util';
import { createRandomChoices } from '../random-choices.ts';
import {
  type FuzzInput,
  type FuzzStep,
  type FuzzTarget,
  type FuzzOutcome,
} from '../fuzz-runner.ts';
import { Failure } from '../../../../lib/shared/failure.ts';
import {
  BODY_STEPS,
  changeBody,
  chooseExchange,
  pathWithoutQuery,
  findRecordedBody,
} from './fuzzed-answers.ts';
import {
  createFuzzedClient,
  createFakeTime,
  waitForAbort,
  recordExchanges,
  type Exchange,
  type Recording,
} from './exchanges.ts';
import { findErrorFault, findWeekFault } from './check-outcome.ts';
import { PAGE_STEP_NAMES } from './page-steps.ts';
import { startFuzzedServer, type FuzzedAnswer, type FuzzedServer } from './raw-response.ts';
import { changeResponse, RESPONSE_STEP_NAMES } from './raw-response-steps.ts';
import { makeReports, PROBES, type FuzzedReports } from './fuzzed-run.ts';

/** Steps that must not change the result, unless the report is partial. */
const NEUTRAL_STEPS: ReadonlySet<string> = new Set([
  // Entries without a key are omitted from a folder.
  ...RESPONSE_STEP_NAMES.filter((kind) => kind !== 'rows by the million'),
  'white space',
  'keys reversed',
  'number in an equal spelling',
  'offset in an equal spelling',
  'next page starts where requested',
  'next page starts before the requested range',
  'next page starts at the end',
  'next page starts after the end',
  'next page is empty',
  'next page starts at an invalid time',
  'total too large',
  'total too small',
  'another offset',
  'offset before',
]);

/** One of this many runs renders real PDFs. */
const RUNS_PER_PDF = 400;

export async function bodiesTarget(): Promise<FuzzTarget> {
  const recording = await recordExchanges();
  const server = await startFuzzedServer();
  return {
    // Runs with a socket are slow, so they are rarer.
    kinds: [...Array.from({ length: 6 }, () => BODY_STEPS).flat(), ...RESPONSE_STEP_NAMES],
    maxExtraSteps: 2,
    run: (input) => runInput(input, recording, server),
    describe: (input) => describeInput(input, recording),
    close: () => server.close(),
  };
}

async function runInput(
  input: FuzzInput,
  recording: Recording,
  server: FuzzedServer,
): Promise<FuzzOutcome> {
  const { exchanges } = recording;
  const random = createRandomChoices(input.seed);
  const usesSocket = input.steps.some(({ kind }) => RESPONSE_STEP_NAMES.includes(kind));
  const bodySteps = input.steps.filter(({ kind }) => !RESPONSE_STEP_NAMES.includes(kind));
  const exchange = chooseExchange(exchanges, { ...input, steps: bodySteps });
  const isChangedOnce = random.isOneIn(4);
  const drawsPdfs = random.isOneIn(RUNS_PER_PDF);

  const { answer, served, changedBy } = createAnswers(
    recording,
    exchange,
    bodySteps,
    isChangedOnce,
  );
  const api = usesSocket
    ? server.open(answer, input.steps)
    : { ...createMemoryClient(answer), time: createFakeTime(waitForAbort) };
  const responseKinds = listResponseKinds(input.steps);
  const outcomeOf = (outcome: string, fault: string | null): FuzzOutcome => ({
    outcome,
    fault,
    applied: [...changedBy, ...responseKinds],
  });
  // Evaluated after all requests, because steps may apply to later pages only.
  const isNeutral = (): boolean =>
    [...changedBy, ...responseKinds].every((kind) => NEUTRAL_STEPS.has(kind));
  try {
    if (exchange.probe !== null) {
      const answerText = JSON.stringify(await PROBES[exchange.probe]?.(api.client));
      const isUnchanged = sameText(answerText, recording.probes.get(exchange.probe));
      const fault =
        isNeutral() && !isUnchanged ? `different answer: ${answerText.slice(0, 300)}` : null;
      return outcomeOf('answer', fault);
    }
    const reports = await makeReports(api.source, api.time.clock, drawsPdfs);
    const isPartial = [...reports.reports.values()].some(({ status }) => status === 'partial');
    const isDifferent = isNeutral() && !isPartial && !sameReports(reports, recording.week);
    const fault = isDifferent
      ? 'different reports without a problem'
      : findWeekFault(reports, served);
    return outcomeOf(isPartial ? 'partial' : 'complete', fault);
  } catch (error) {
    return outcomeOf(error instanceof Failure ? error.code : 'BUG', findErrorFault(error));
  } finally {
    await api.close();
  }
}

interface ChangedAnswers {
  readonly answer: (path: string) => FuzzedAnswer;
  readonly served: ReadonlyMap<string, string | null>;
  /** The kinds of the steps that changed any of the answers. */
  readonly changedBy: ReadonlySet<string>;
}

function createAnswers(
  { exchanges }: Recording,
  exchange: Exchange,
  steps: readonly FuzzStep[],
  isChangedOnce: boolean,
): ChangedAnswers {
  const servedBodies = new Map<string, string | null>();
  const isPaged = steps.some(({ kind }) => PAGE_STEP_NAMES.includes(kind));
  const firstChange = changeBody(exchange.body, exchange.path, steps);
  const changedBy = new Set(firstChange.applied);
  let changedAnswers = 0;
  const answer = (path: string): FuzzedAnswer => {
    const text = findRecordedBody(exchanges, exchange.probe, path);
    const isChangedPath =
      path === exchange.path ||
      (isPaged && pathWithoutQuery(path) === pathWithoutQuery(exchange.path));
    if (text === null || !isChangedPath || (isChangedOnce && changedAnswers > 0)) {
      servedBodies.set(path, text);
      return { body: text === null ? null : Buffer.from(text), isChanged: false };
    }
    changedAnswers += 1;
    if (path !== exchange.path) {
      const { body, applied } = changeBody(text, path, steps);
      for (const kind of applied) changedBy.add(kind);
      return { body, isChanged: true };
    }
    servedBodies.set(path, firstChange.body.toString());
    return { body: firstChange.body, isChanged: true };
  };
  return { answer, served: servedBodies, changedBy };
}

function createMemoryClient(
  answer: (path: string) => FuzzedAnswer,
): ReturnType<typeof createFuzzedClient> {
  return createFuzzedClient(({ pathAndQuery }) => {
    const { body } = answer(pathAndQuery);
    const isCertain = true;
    if (body !== null)
      return Promise.resolve({ response: { decode: () => ({ body }) }, isCertain });
    const facts = { status: 404 };
    const failure = { code: 'UPSTREAM_NOT_FOUND' as const, facts, isRetryable: false };
    return Promise.resolve({ failure: { ...failure, retryAfter: null }, isCertain });
  }, createFakeTime(waitForAbort));
}

function listResponseKinds(steps: readonly FuzzStep[]): readonly string[] {
  const plainResponse = {
    status: 200,
    headers: {},
    body: Buffer.from('[]'),
    mode: 'whole',
  } as const;
  return steps
    .filter(
      ({ kind, seed }) =>
        changeResponse(plainResponse, kind, createRandomChoices(seed), '') !== null,
    )
    .map(({ kind }) => kind);
}

function sameReports(reports: FuzzedReports, expected: FuzzedReports): boolean {
  const folders = [...expected.texts.keys()];
  return (
    reports.texts.size === folders.length &&
    folders.every((key) => sameText(reports.texts.get(key), expected.texts.get(key)))
  );
}

/** Compares JSON texts, ignoring the order of keys. */
function sameText(a: string | undefined, b: string | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && isDeepStrictEqual(JSON.parse(a), JSON.parse(b));
}

function describeInput(input: FuzzInput, { exchanges }: Recording): string {
  const steps = input.steps.filter(({ kind }) => !RESPONSE_STEP_NAMES.includes(kind));
  const exchange = chooseExchange(exchanges, { ...input, steps });
  const { body } = changeBody(exchange.body, exchange.path, steps);
  const isChangedOnce = createRandomChoices(input.seed).isOneIn(4);
  const changedAnswers = isChangedOnce ? 'once' : 'every time';
  return `${exchange.path}, ${changedAnswers}, for ${exchange.probe ?? 'the week'}\n\n${body.toString()}`;
}
