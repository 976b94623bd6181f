// Fuzzes the HTTP API with gateway events and web requests: every answer must match the API description and none may
// be an internal error.
import { inspect } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { createReportsApiHandler, readEvent } from '../../../../functions/reports-api/handler.ts';
import { REQUEST_PROBLEMS } from '../../../../lib/http/problem-responses.ts';
import { createReportsApi } from '../../../../lib/http/api.ts';
import { isFailureCode } from '../../../../lib/shared/failure.ts';
import { violations } from '../../../support/http/api-answers.ts';
import { PUBLIC_URL } from '../../../support/http/reports-api-context.ts';
import { createRandomChoices } from '../random-choices.ts';
import {
  applied,
  describeError,
  type FuzzInput,
  type FuzzTarget,
  type FuzzOutcome,
} from '../fuzz-runner.ts';
import { changeJson, JSON_STEP_NAMES } from '../json-steps.ts';
import { createFuzzedApi, type FuzzedApi } from './fuzzed-api.ts';
import {
  changeRequest,
  REQUEST_STEP_NAMES,
  createValidRequests,
  type RequestDraft,
} from './fuzzed-requests.ts';

const BODY = 'body: ';
const EVENT = 'event: ';
const BASE = new URL(PUBLIC_URL).pathname;

export async function eventsTarget(): Promise<FuzzTarget> {
  const fuzzedApi = await createFuzzedApi();
  const lines: string[] = [];
  const log = { error: (message: string) => void lines.push(message) };
  const handler = createReportsApiHandler({ api: fuzzedApi.api, log });
  const routes = createReportsApi(fuzzedApi.api);
  const requests = createValidRequests(fuzzedApi.ids);

  async function runInput(input: FuzzInput): Promise<FuzzOutcome> {
    const { draft, event, kinds, isWeb } = createEvent(requests, input);
    await fuzzedApi.startRun(draft);
    lines.length = 0;
    const outcomeOf = (outcome: string, fault: string | null): FuzzOutcome => ({
      outcome,
      fault,
      applied: kinds,
    });
    try {
      const parsedEvent = readEvent(event, BASE);
      if (isWeb && parsedEvent?.isBodyValid === true) {
        const { request, caller } = parsedEvent;
        const response = await routes.fetch(request, { caller });
        const { status, headers } = response;
        const text = textOf(Buffer.from(await response.arrayBuffer()), headers);
        return outcomeOf(
          String(status),
          findFault(draft, request, { status, headers, text }, fuzzedApi),
        );
      }
      const result = await handler(event);
      const status = result.statusCode ?? 0;
      if (!isEvent(event)) {
        const isLogged = status === 500 && lines.join() === 'invalid event';
        return outcomeOf('invalid event', isLogged ? null : `${status} for an invalid event`);
      }
      const body = Buffer.from(
        result.body ?? '',
        result.isBase64Encoded === true ? 'base64' : 'utf8',
      );
      const headers = new Headers(
        Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)]),
      );
      if (parsedEvent === null) return outcomeOf('BUG', 'an event that was not parsed');
      const answer = { status, headers, text: textOf(body, headers) };
      return outcomeOf(String(status), findFault(draft, parsedEvent.request, answer, fuzzedApi));
    } catch (error) {
      return outcomeOf('BUG', describeError(error));
    }
  }

  return {
    kinds: [
      ...REQUEST_STEP_NAMES,
      ...JSON_STEP_NAMES.map((name) => `${BODY}${name}`),
      ...JSON_STEP_NAMES.map((name) => `${EVENT}${name}`),
    ].filter((name) => !IMPOSSIBLE.includes(name)),
    maxExtraSteps: 4,
    run: runInput,
    describe: (input) => inspect(createEvent(requests, input).event, { depth: 9 }),
    close: () => Promise.resolve(),
  };
}

/** Request bodies contain no instants or lists. */
const IMPOSSIBLE: readonly string[] = [
  'odd time',
  'time moved',
  'list emptied',
  'item left out',
  'item doubled',
  'items swapped',
  'odd item',
  'items by the thousand',
]
  .map((name) => `${BODY}${name}`)
  .concat(['odd zone', 'odd time', 'time moved'].map((n) => `${EVENT}${n}`));

interface FuzzedEvent {
  readonly draft: RequestDraft;
  readonly event: unknown;
  readonly kinds: readonly string[];
  /** Sends a web request to the routes instead of an event to the handler. */
  readonly isWeb: boolean;
}

function createEvent(requests: readonly RequestDraft[], { seed, steps }: FuzzInput): FuzzedEvent {
  const random = createRandomChoices(seed);
  const needsBody = steps.some(({ kind }) => kind.startsWith(BODY) || kind.startsWith('body'));
  const candidates = needsBody ? requests.filter(({ body }) => body !== null) : requests;
  const request = applied(random.pick(candidates), steps, (draft, kind, stepRandom) => {
    if (!kind.startsWith(BODY)) return changeRequest(draft, kind, stepRandom);
    const document = parseOrNull(draft.body);
    const changed =
      document === null ? null : changeJson(document, kind.slice(BODY.length), stepRandom);
    return changed === null ? null : { ...draft, body: JSON.stringify(changed.document) };
  });
  const event = applied<unknown>(eventOf(request.value), steps, (value, kind, stepRandom) =>
    kind.startsWith(EVENT)
      ? (changeJson(value, kind.slice(EVENT.length), stepRandom)?.document ?? null)
      : null,
  );
  return {
    draft: request.value,
    event: event.value,
    kinds: [...request.applied, ...event.applied],
    isWeb: event.applied.length === 0 && random.isOneIn(2),
  };
}

function eventOf({
  method,
  path,
  query,
  headers,
  body,
  isBase64,
  authorizer,
}: RequestDraft): object {
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: query,
    cookies: ['a=b'],
    headers: { host: 'reports.example.com', 'user-agent': 'curl/8', ...headers },
    requestContext: {
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1' },
      requestId: 'r1',
      stage: '$default',
      timeEpoch: 1795075200000,
      ...(authorizer === undefined ? {} : { authorizer }),
    },
    ...(body === null ? {} : { body }),
    isBase64Encoded: isBase64,
  };
}

const eventShape = z.object({
  version: z.literal('2.0'),
  rawPath: z.string(),
  rawQueryString: z.string(),
  requestContext: z.object({ http: z.object({ method: z.string() }) }),
});

/** Recognizes payload format 2.0 independently of the handler. */
function isEvent(event: unknown): boolean {
  return eventShape.safeParse(event).success;
}

interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

function textOf(body: Buffer, headers: Headers): string {
  return (headers.get('content-encoding') === 'gzip' ? gunzipSync(body) : body).toString();
}

const problem = z.looseObject({
  type: z.literal('about:blank'),
  title: z.string().min(1),
  status: z.int(),
  code: z.string(),
  detail: z.string().min(1),
});

function findFault(
  draft: RequestDraft,
  { url, method }: Request,
  { status, headers, text }: HttpAnswer,
  { faults }: FuzzedApi,
): string | null {
  if (status >= 500 && draft.failingPart === null)
    return `${status}: ${text} ${faults.map(describeError).join()}`;
  if (draft.failingPart === null && faults.length > 0)
    return `a fault: ${describeError(faults[0])}`;
  const untyped = faults.find(
    (fault) => describeError(fault).startsWith('Error') || !(fault instanceof Error),
  );
  if (untyped !== undefined) return `an untyped error: ${describeError(untyped)}`;
  const type = headers.get('content-type') ?? '';
  if (status >= 400 && method !== 'HEAD' && !type.startsWith('text/html')) {
    const problemDetails = problem.safeParse(parseOrNull(text));
    if (!problemDetails.success) return `not a problem JSON: ${text.slice(0, 300)}`;
    const { code } = problemDetails.data;
    if (problemDetails.data.status !== status)
      return `status ${problemDetails.data.status} in an answer with ${status}`;
    if (!isFailureCode(code) && !Object.hasOwn(REQUEST_PROBLEMS, code)) return `code ${code}`;
  }
  const { pathname: path } = new URL(url);
  // An undecodable body is rejected before routing.
  if (status === 400 && text.includes('"BODY_ENCODING"')) return null;
  const differences = violations({ method, path, status, headers, text });
  return differences.length === 0
    ? null
    : `${method} ${path}: ${status} ${differences.join('; ')}: ${text.slice(0, 300)}`;
}

function parseOrNull(text: string | null): unknown {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return value;
  } catch {
    return null;
  }
}
