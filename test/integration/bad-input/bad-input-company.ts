// Checks cases of invalid API responses: one server on a real socket for all cases, the real client, and the reports of a
// week.
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { FeedbackApi, FeedbackApiOptions } from '../../../lib/adapters/feedback-api/index.ts';
import { Failure, type FailureCode } from '../../../lib/shared/failure.ts';
import { jsonRenderer, repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import { runWeek } from '../../../lib/reports/run-week.ts';
import { readReport } from '../../../lib/reports/report-repository.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { createLog } from '../../../lib/shared/log.ts';
import {
  startScriptedApi,
  type Responder,
  type ScriptedApi,
} from '../feedback-api/scripted-server.ts';
import { API_TOKEN, CLIENT_ID, openClientContext } from '../feedback-api/client-context.ts';
import { RULES, requireWeek } from '../../support/test-facts.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';

/** A marker in invalid responses; no failure and no log line may contain it. */
export const MARK = 'canary-feedback-5e1f';

export interface UpstreamCase {
  readonly what: string;
  /**
   * Responses by path below /v1, of results by day by that with `?truncate=day`; any other is 404. Strings and bytes are sent unchanged, anything else as JSON.
   */
  readonly responses: Readonly<Record<string, unknown>>;
  readonly request: (api: FeedbackApi, now: () => number) => Promise<unknown>;
  readonly options?: Partial<FeedbackApiOptions>;
  readonly outcome: CaseOutcome;
}

type CaseOutcome =
  | {
      readonly fails: FailureCode;
      /** JSON pointer into the body. */
      readonly where?: string;
      /** Facts other than path, status, attempts and where. */
      readonly facts?: Readonly<Record<string, unknown>>;
      /** Default 1: the failure is final. */
      readonly requests?: number;
    }
  | { readonly gives: unknown; readonly requests?: number };

export interface UpstreamServer extends AsyncDisposable {
  check(upstreamCase: UpstreamCase): Promise<void>;
}

export async function startUpstreamServer(): Promise<UpstreamServer> {
  const played: UpstreamCase[] = [];
  const server = await startScriptedApi((response, request) => {
    const [, number = '', ...rest] = request.path.split('/');
    const truncate = request.query.get('truncate') === 'day' ? '?truncate=day' : '';
    const path = `/${rest.slice(1).join('/')}${truncate}`;
    const responses = played[Number(number)]?.responses ?? {};
    return Object.hasOwn(responses, path)
      ? toResponder(responses[path])(response, request)
      : toResponder(withStatus(404))(response, request);
  });
  return {
    check: async (testCase) => {
      played.push(testCase);
      await checkCase(server, played.length - 1, testCase);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function checkCase(
  server: ScriptedApi,
  number: number,
  { what, request, options = {}, outcome }: UpstreamCase,
): Promise<void> {
  const before = server.requests.length;
  await using context = openClientContext({ baseUrl: `${server.url}/${number}`, ...options });
  const result = await settle(request(context.api, context.now));
  // Lets requests that were sent but not awaited arrive.
  await setImmediate();
  const requests = server.requests.length - before;
  if ('gives' in outcome) {
    if ('failure' in result) throw result.failure;
    assert.deepEqual(result.value, outcome.gives, what);
    if (outcome.requests !== undefined) assert.equal(requests, outcome.requests, what);
    return;
  }
  assert.ok('failure' in result, `${what}: it did not fail`);
  const { failure } = result;
  assert.equal(failure.code, outcome.fails, what);
  const { path, status: _, attempts: _attempts, where, ...otherFacts } = failure.facts;
  assert.equal(where, outcome.where, what);
  assert.deepEqual(otherFacts, outcome.facts ?? {}, what);
  if (path !== undefined) assert.match(String(path), /^\/v1\/[a-z]+(\/\d+(\/[a-z]+)?)?$/, what);
  assert.equal(requests, outcome.requests ?? 1, what);
  assertNoLeak(failure, what);
}

/** Checks that neither credentials nor the marker is in the failure and its log line. */
function assertNoLeak(failure: Failure, what: string): void {
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line), clock: () => 0, context: {} });
  log.error('report job failed', failure);
  const text = [failure.message, failure.stack ?? '', String(failure.cause), ...lines].join('\n');
  const basic = Buffer.from(`${CLIENT_ID}:${API_TOKEN}`).toString('base64');
  for (const secret of [MARK, CLIENT_ID, API_TOKEN, basic]) {
    assert.ok(!text.includes(secret), `${what}: it contains ${secret}`);
  }
  assert.match(lines[0] ?? '', new RegExp(`"code":"${failure.code}"`), what);
}

async function settle(
  promise: Promise<unknown>,
): Promise<{ readonly value: unknown } | { readonly failure: Failure }> {
  try {
    return { value: await promise };
  } catch (error) {
    if (error instanceof Failure) return { failure: error };
    throw error;
  }
}

// ── responses ───────────────────────────────────────────────────────────────────────────────────

interface ScriptedResponse {
  readonly responder: Responder;
}

/** A response with its own status, headers or timing. */
export function withResponder(answer: Responder): ScriptedResponse {
  return { responder: answer };
}

export function withStatus(
  code: number,
  body = '',
  headers: Record<string, string> = {},
): ScriptedResponse {
  return withResponder((response) => {
    response.writeHead(code, headers).end(body);
  });
}

function isScripted(value: unknown): value is ScriptedResponse {
  return typeof value === 'object' && value !== null && 'responder' in value;
}

function toResponder(value: unknown): Responder {
  if (isScripted(value)) return value.responder;
  const body =
    typeof value === 'string' || value instanceof Uint8Array ? value : JSON.stringify(value);
  return (response) => {
    response.setHeader('Content-Type', 'application/json; charset=UTF-8');
    response.end(body);
  };
}

// ── a company ───────────────────────────────────────────────────────────────────────────────────

export const QUESTION = { key: 5, name: 'How was it?', locale: 'en' };
export const RANGE = { start: Date.UTC(2026, 10, 9), end: Date.UTC(2026, 10, 16) };
/** In the week, and in the range. */
export const TS = '2026-11-10T10:00:00.000+0200';
export const ENTRY = { key: 12, question: QUESTION, timeZone: 'Europe/Helsinki' };
export const SURVEY = {
  ...ENTRY,
  folder: { key: 2, name: 'North' },
  activePeriods: [{ start: '2026-01-01T00:00:00.000+0200' }],
  surveyType: 'TERMINAL',
  indexType: 'HAPPY',
  feedbackScale: 'FOUR',
};
export const TREE = {
  key: 1,
  name: 'Acme',
  folders: [{ key: 2, name: 'North', folders: [], surveys: [ENTRY] }],
  surveys: [],
};
export const HEALTHY = {
  '/folders': TREE,
  '/surveys/12': SURVEY,
  '/surveys/12/results': [{ ts: TS, data: [1, 2, 3, 4] }],
  '/surveys/12/results?truncate=day': [],
  '/surveys/12/followup': { meta: {}, data: { painPoints: [], highlights: [] } },
  '/folders/2/alerts': { meta: {}, data: [] },
};
/** The summary of a complete week by `weekReport`. */
export const COMPLETE_WEEK = 'complete, 10 responses';

/** Runs the week and summarizes the root's report: status and responses, every problem, and the result of `view`. */
export function weekReport(
  view: (of: ReadonlyMap<number, Report>) => readonly unknown[] = () => [],
) {
  return async ({ source }: FeedbackApi, clock: () => number): Promise<readonly unknown[]> => {
    const repository = { ...repositoryCodecs, store: memoryStore() };
    const renderers = { json: jsonRenderer(), pdf: fakePdfRenderer };
    const outcomes = await runWeek(
      {
        source,
        repository: { ...repository, childLinks: null, renderers },
        clock,
        rules: RULES,
        concurrency: 2,
      },
      { week: requireWeek('2026-W46'), folder: null, force: false },
    );
    const reports = new Map<number, Report>();
    for (const { folder, report } of outcomes) {
      if (report !== null) reports.set(folder.key, await readReport(repository, report.manifest));
    }
    for (const key of repository.store.objects.keys()) {
      assert.match(key, /^weeks\/2026-W46\/(plan\.json|folders\/\d+\/[\da-z]+\.(json|pdf))$/);
    }
    const root = reports.get(1);
    if (root === undefined) return ['no report'];
    const problems = root.problems.map(({ code, folder, survey, missing }) =>
      [
        code,
        survey === undefined ? `folder ${folder ?? 'none'}` : `survey ${survey}`,
        missing ? 'missing' : 'noted',
      ].join(', '),
    );
    return [`${root.status}, ${root.summary.responses} responses`, ...problems, ...view(reports)];
  };
}
