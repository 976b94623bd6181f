// Requests of every kind, as events of a gateway and as web requests: whatever comes, the answer is one that the
// description has, never an error of ours.
import { inspect } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { createHandler } from '../../../../functions/reports-api/handler.ts';
import { readEvent } from '../../../../functions/reports-api/http-event.ts';
import { REQUEST_PROBLEMS } from '../../../../lib/http/problem-responses.ts';
import { reportsApiRoutes } from '../../../../lib/http/reports-api.ts';
import { isFailureCode } from '../../../../lib/shared/failure.ts';
import { violations } from '../../../support/http/api-answers.ts';
import { PUBLIC_URL } from '../../../support/http/reports-api-context.ts';
import { chanceFrom } from '../random-choices.ts';
import { applied, toldOf, type Input, type Target, type Verdict } from '../fuzz-runner.ts';
import { changeJson, JSON_STEP_NAMES } from '../json-steps.ts';
import { attackedApi, type Attacked } from './fuzzed-api.ts';
import { changeRequest, REQUEST_STEP_NAMES, rightRequests, type Draft } from './fuzzed-requests.ts';

const BODY = 'body: ';
const EVENT = 'event: ';
const BASE = new URL(PUBLIC_URL).pathname;

export async function eventsTarget(): Promise<Target> {
  const attacked = await attackedApi();
  const lines: string[] = [];
  const log = { error: (message: string) => void lines.push(message) };
  const handler = createHandler({ api: attacked.api, log });
  const routes = reportsApiRoutes(attacked.api);
  const requests = rightRequests(attacked.token, attacked.linkId);

  async function judge(input: Input): Promise<Verdict> {
    const { draft, event, kinds, isWeb } = madeOf(requests, input);
    attacked.begin(draft);
    lines.length = 0;
    const verdict = (outcome: string, fault: string | null): Verdict => ({
      outcome,
      fault,
      applied: kinds,
    });
    try {
      const read = readEvent(event, BASE);
      if (isWeb && read?.isBodyValid === true) {
        const { request, caller } = read;
        const response = await routes.fetch(request, { caller });
        const { status, headers } = response;
        const text = textOf(Buffer.from(await response.arrayBuffer()), headers);
        return verdict(
          String(status),
          faultOf(draft, request, { status, headers, text }, attacked),
        );
      }
      const result = await handler(event);
      const status = result.statusCode ?? 0;
      if (!isEvent(event)) {
        const isTold = status === 500 && lines.join() === 'invalid event';
        return verdict('no event', isTold ? null : `${status} for what is no event`);
      }
      const body = Buffer.from(
        result.body ?? '',
        result.isBase64Encoded === true ? 'base64' : 'utf8',
      );
      const headers = new Headers(
        Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)]),
      );
      if (read === null) return verdict('BUG', 'an event that is not read');
      const answer = { status, headers, text: textOf(body, headers) };
      return verdict(String(status), faultOf(draft, read.request, answer, attacked));
    } catch (error) {
      return verdict('BUG', toldOf(error));
    }
  }

  return {
    kinds: [
      ...REQUEST_STEP_NAMES,
      ...JSON_STEP_NAMES.map((name) => `${BODY}${name}`),
      ...JSON_STEP_NAMES.map((name) => `${EVENT}${name}`),
    ].filter((name) => !IMPOSSIBLE.includes(name)),
    moreSteps: 4,
    judge,
    show: (input) => inspect(madeOf(requests, input).event, { depth: 9 }),
    close: () => Promise.resolve(),
  };
}

/** No body of ours has a zone, a time or a list. */
const IMPOSSIBLE: readonly string[] = [
  'odd zone',
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

interface MadeEvent {
  readonly draft: Draft;
  readonly event: unknown;
  readonly kinds: readonly string[];
  /** Whether it goes to the routes as a web request. */
  readonly isWeb: boolean;
}

function madeOf(requests: readonly Draft[], { seed, steps }: Input): MadeEvent {
  const chance = chanceFrom(seed);
  const wantsBody = steps.some(({ kind }) => kind.startsWith(BODY) || kind.startsWith('body'));
  const fitting = wantsBody ? requests.filter(({ body }) => body !== null) : requests;
  const request = applied(chance.pick(fitting), steps, (draft, kind, by) => {
    if (!kind.startsWith(BODY)) return changeRequest(draft, kind, by);
    const document = parsed(draft.body);
    const changed = document === null ? null : changeJson(document, kind.slice(BODY.length), by);
    return changed === null ? null : { ...draft, body: JSON.stringify(changed.document) };
  });
  const event = applied<unknown>(eventOf(request.value), steps, (value, kind, by) =>
    kind.startsWith(EVENT)
      ? (changeJson(value, kind.slice(EVENT.length), by)?.document ?? null)
      : null,
  );
  return {
    draft: request.value,
    event: event.value,
    kinds: [...request.applied, ...event.applied],
    isWeb: event.applied.length === 0 && chance.oneIn(2),
  };
}

function eventOf({ method, path, query, headers, body, isBase64, authorizer }: Draft): object {
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

/** Whether it is an event of payload format 2.0, by other means than the door's. */
function isEvent(event: unknown): boolean {
  return eventShape.safeParse(event).success;
}

interface Answer {
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

function faultOf(
  draft: Draft,
  { url, method }: Request,
  { status, headers, text }: Answer,
  { faults }: Attacked,
): string | null {
  if (status >= 500 && draft.failing === null)
    return `${status}: ${text} ${faults.map(toldOf).join()}`;
  if (draft.failing === null && faults.length > 0) return `a fault: ${toldOf(faults[0])}`;
  const untyped = faults.find(
    (fault) => toldOf(fault).startsWith('Error') || !(fault instanceof Error),
  );
  if (untyped !== undefined) return `an error without a type: ${toldOf(untyped)}`;
  const type = headers.get('content-type') ?? '';
  if (status >= 400 && method !== 'HEAD' && !type.startsWith('text/html')) {
    const told = problem.safeParse(parsed(text));
    if (!told.success) return `no problem JSON: ${text.slice(0, 300)}`;
    const { code } = told.data;
    if (told.data.status !== status)
      return `status ${told.data.status} in an answer with ${status}`;
    if (!isFailureCode(code) && !Object.hasOwn(REQUEST_PROBLEMS, code)) return `code ${code}`;
  }
  const { pathname: path } = new URL(url);
  // Where the body is none, no route is looked for.
  if (status === 400 && text.includes('"BODY_ENCODING"')) return null;
  const wrong = violations({ method, path, status, headers, text });
  return wrong.length === 0
    ? null
    : `${method} ${path}: ${status} ${wrong.join('; ')}: ${text.slice(0, 300)}`;
}

function parsed(text: string | null): unknown {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return value;
  } catch {
    return null;
  }
}
