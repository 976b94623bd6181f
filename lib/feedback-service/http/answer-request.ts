// Answers a request, independently of the socket. A request is checked in this order: credentials,
// path, method, parameters, key.
import type { IncomingHttpHeaders } from 'node:http';
import type { RefusalLimiter } from './authentication.ts';
import { authenticate, challenge } from './authentication.ts';
import type { Company } from '../company-store.ts';
import { DatabaseError } from '../database/database.ts';
import { createOpenApiJson, descriptionPath } from '../description/service-openapi.ts';
import {
  Problem,
  problemBody,
  retryAfterSeconds,
  problemStatus,
  type ServiceProblemCode,
} from '../problem-json.ts';
import type { ItemLimits } from '../queries/feedback-queries.ts';
import type { ReadRequest } from '../reading/read-messages.ts';
import type { ThreadReader } from '../reading/thread-reader.ts';
import { streamResult } from './answer-body.ts';
import type { CredentialIndex } from './credential-index.ts';
import { matchRoute } from './endpoints.ts';
import type { LongAnswers, Reader } from './long-answers.ts';

export interface Request {
  readonly method: string;
  /** Path and query as in the request line, still encoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** The address of the client; headers could be forged by others than known proxies. */
  readonly address: string;
  /** Aborts when the answer can no longer arrive. */
  readonly disconnected: AbortSignal;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer whose body is streamed, so that it need not fit into memory. */
export interface StreamedReply extends Omit<Reply, 'body'> {
  readonly body: AsyncGenerator<string>;
  /** The whole body again, read by another thread; undefined where that is not possible. */
  readonly readInThread: (() => AsyncGenerator<Uint8Array>) | undefined;
  /** To be called before the rest of a long body is read and sent (`LongAnswers.begin`). */
  readonly begin: (reader: Reader) => ReturnType<LongAnswers['begin']>;
}

export interface ServiceContext {
  readonly credentials: CredentialIndex;
  readonly clock: () => number;
  readonly caps: ItemLimits;
  readonly headerPrefixes: readonly string[];
  readonly refusals: RefusalLimiter;
  readonly longAnswers: LongAnswers;
  readonly reader: ThreadReader;
  /** Called with unexpected errors. */
  readonly onError: (error: unknown) => void;
}

/** The answer to HEAD is that to GET without its body. */
const allowedMethods: readonly string[] = ['GET', 'HEAD'];

const sharedHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

export async function answerRequest(
  request: Request,
  context: ServiceContext,
): Promise<Reply | StreamedReply> {
  try {
    const { result, ...source } = await runQuery(request, context);
    const status = 200;
    const headers = { ...sharedHeaders, 'content-type': 'application/json; charset=UTF-8' };
    const body = streamResult(result);
    if (body === undefined || source.company === undefined) {
      const text = typeof result === 'string' ? result : JSON.stringify(result);
      return { status, headers, body: text };
    }
    const { company, read } = source;
    return {
      ...{ status, headers, body },
      readInThread: read === undefined ? undefined : () => context.reader.read(read),
      begin: (reader) => context.longAnswers.begin(company, reader, request.disconnected),
    };
  } catch (error) {
    return problemReply(toProblem(error, context.onError));
  }
}

/**
 * The problem that a client sees after an error, which is reported unless it is a Problem: outages of the database are
 * temporary, so the client may retry.
 */
export function toProblem(error: unknown, onError: (error: unknown) => void): Problem {
  if (error instanceof Problem) return error;
  onError(error);
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

function headersOf(code: ServiceProblemCode): Readonly<Record<string, string>> {
  switch (problemStatus(code)) {
    case 401:
      return { 'www-authenticate': challenge };
    case 405:
      return { allow: allowedMethods.join(', ') };
    case 429:
    case 503:
      return { 'retry-after': String(retryAfterSeconds) };
    default:
      return {};
  }
}

interface QueryResult {
  /** A value to be serialised, or a string that is JSON already. */
  readonly result: object | string;
  /** Undefined for what is public. */
  readonly company?: Company;
  /** The request for a thread that reads the same result; absent for companies in memory. */
  readonly read?: ReadRequest;
}

async function runQuery(request: Request, context: ServiceContext): Promise<QueryResult> {
  const [path, query] = splitTarget(request.target);
  const isDescription = path === descriptionPath;
  const isRead = allowedMethods.includes(request.method);
  // The description is public: clients need it before they have credentials.
  if (isDescription && isRead) {
    return { result: createOpenApiJson(context.headerPrefixes) };
  }
  const company = await authenticate(request, context);
  const execute = matchRoute(path, query);
  if (execute === undefined && !isDescription) throw new Problem('ROUTE_UNKNOWN');
  if (execute === undefined || !isRead) throw new Problem('METHOD_NOT_ALLOWED');
  const { store, place } = company;
  const [now, { caps }] = [context.clock(), context];
  const result = await execute({ store, now, caps });
  return {
    result,
    company,
    ...(place === undefined ? {} : { read: { place, path, query, now, caps } }),
  };
}

export function splitTarget(target: string): readonly [path: string, query: string] {
  // A proxy may send an absolute URL; a fragment is not part of a request.
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const [, path = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(local) ?? [];
  // Some clients join a base URL and a path with two slashes, or append one.
  const segments = path.split('/').filter((segment) => segment !== '');
  return [`/${segments.join('/')}`, query];
}
