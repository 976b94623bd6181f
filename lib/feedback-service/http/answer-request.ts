// From a request to its answer, without a socket. It hides the order in which a request is judged:
// credentials, path, method, parameters, key.
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { authenticate, challenge } from './authentication.ts';
import { DatabaseError } from '../database/database.ts';
import { createOpenApiJson, descriptionPath } from '../description/openapi.ts';
import { Page } from '../queries/time-pages.ts';
import {
  Problem,
  problemBody,
  retryAfterSeconds,
  problemStatus,
  type ProblemCode,
} from '../problem-json.ts';
import type { ItemLimits } from '../queries/feedback-queries.ts';
import type { RefusalLimiter } from './refused-credentials.ts';
import { matchRoute } from './endpoints.ts';
import type { Company } from '../company-store.ts';

export interface Request {
  readonly method: string;
  /** As in the request line: path and query, still encoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Of the client, or of the proxy before it. */
  readonly address: string;
  /** Aborts when the answer can no longer arrive. */
  readonly disconnected: AbortSignal;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer whose body comes in parts, none of which needs the whole in memory. */
export interface StreamedReply extends Omit<Reply, 'body'> {
  readonly body: AsyncIterable<string>;
}

export interface ServiceContext {
  readonly companies: readonly Company[];
  readonly clock: () => number;
  readonly caps: ItemLimits;
  readonly headerPrefix: string;
  readonly refusals: RefusalLimiter;
  /** Told what no request should cause. */
  readonly onError: (error: unknown) => void;
}

const sharedHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

export async function answerRequest(
  request: Request,
  answering: ServiceContext,
): Promise<Reply | StreamedReply> {
  try {
    const answered = await runQuery(request, answering);
    const headers = { ...sharedHeaders, 'content-type': 'application/json; charset=UTF-8' };
    if (answered instanceof Page) return { status: 200, headers, body: streamPage(answered) };
    if (isList(answered)) return { status: 200, headers, body: streamList(answered) };
    const body = typeof answered === 'string' ? answered : JSON.stringify(answered);
    return { status: 200, headers, body };
  } catch (error) {
    if (error instanceof Problem) return problemReply(error);
    answering.onError(error);
    return problemReply(toProblem(error));
  }
}

/** What a client is told of a failure: the operator can end an outage of the database, so a retry is worth it. */
export function toProblem(error: unknown): Problem {
  return new Problem(error instanceof DatabaseError ? 'DATA_UNAVAILABLE' : 'INTERNAL');
}

export function problemReply(problem: Problem): Reply {
  const headers = { ...sharedHeaders, 'content-type': 'application/problem+json; charset=UTF-8' };
  return {
    status: problemStatus(problem.code),
    headers: { ...headers, ...headersOf(problem.code) },
    body: problemBody(problem),
  };
}

function headersOf(code: ProblemCode): Readonly<Record<string, string>> {
  switch (problemStatus(code)) {
    case 401:
      return { 'www-authenticate': challenge };
    case 405:
      return { allow: 'GET' };
    case 503:
      return { 'retry-after': String(retryAfterSeconds) };
    default:
      return {};
  }
}

/** A string is JSON already. */
async function runQuery(request: Request, answering: ServiceContext): Promise<object | string> {
  const [path, query] = splitTarget(request.target);
  const isDescription = path === descriptionPath;
  const isGet = request.method === 'GET';
  // How to ask is no secret, and those who have no credentials yet need it most.
  if (isDescription && isGet) return createOpenApiJson(answering.headerPrefix);
  const company = await authenticateCaller(request, answering);
  const found = matchRoute(path, query);
  if (found === undefined && !isDescription) throw new Problem('ROUTE_UNKNOWN');
  if (found === undefined || !isGet) throw new Problem('METHOD_NOT_ALLOWED');
  const { faults, query: ask } = found();
  const [first] = faults;
  if (first !== undefined) throw new Problem(first.code, faults);
  return ask({ store: company.store, now: answering.clock(), caps: answering.caps });
}

async function authenticateCaller(
  { headers, address, disconnected: gone }: Request,
  answering: ServiceContext,
): Promise<Company> {
  const authentication = await authenticate(answering.companies, headers, answering);
  switch (authentication.kind) {
    case 'accepted':
      return authentication.company;
    case 'anonymous':
      // Many clients send credentials only when a 401 asks for them.
      throw new Problem('CREDENTIALS_INVALID');
    case 'refused':
      await answering.refusals.delay({
        address,
        clientIds: authentication.clientIds,
        disconnected: gone,
      });
      throw new Problem('CREDENTIALS_INVALID');
    case 'unavailable':
      throw new Problem('DATA_UNAVAILABLE');
  }
}

/** `meta` comes last: where a page ends is known when its items have been told. */
async function* streamPage(page: Page<unknown>): AsyncGenerator<string> {
  let before = '{"data":[';
  for await (const items of page.items()) {
    if (items.length === 0) continue;
    yield before + items.map((item) => JSON.stringify(item)).join(',');
    before = ',';
  }
  yield `${before === ',' ? '' : before}],"meta":${JSON.stringify(page.meta())}}`;
}

function isList(answered: object | string): answered is readonly unknown[] {
  return Array.isArray(answered);
}

/** Items turned into text at once: sums by hour of several years take long enough to delay other requests. */
const itemsPerPart = 2_000;

async function* streamList(items: readonly unknown[]): AsyncGenerator<string> {
  yield '[';
  for (let start = 0; start < items.length; start += itemsPerPart) {
    if (start > 0) await setImmediate();
    const part = items.slice(start, start + itemsPerPart).map((item) => JSON.stringify(item));
    yield (start > 0 ? ',' : '') + part.join(',');
  }
  yield ']';
}

function splitTarget(target: string): readonly [path: string, query: string] {
  // A proxy may send the whole address; a fragment never belongs into a request.
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const mark = local.indexOf('?');
  const [path, query] = mark < 0 ? [local, ''] : [local.slice(0, mark), local.slice(mark + 1)];
  // Clients join a base address and a path with one slash too many, or end it with one.
  return [
    `/${path
      .split('/')
      .filter((segment) => segment !== '')
      .join('/')}`,
    query,
  ];
}
