// From a request to its answer, without a socket. It hides the order in which a request is judged:
// credentials, path, method, parameters, key.
import type { IncomingHttpHeaders } from 'node:http';
import { authenticate, challenge } from './authentication.ts';
import { Problem, problemBody, statusOf } from './problem.ts';
import type { Caps } from './query-feedback.ts';
import { match } from './routes.ts';
import type { Company } from './store.ts';

export interface Request {
  readonly method: string;
  /** As in the request line: path and query, still encoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answering {
  readonly companies: readonly Company[];
  readonly clock: () => number;
  readonly caps: Caps;
  /** Told what no request should cause. */
  readonly onError: (error: unknown) => void;
}

const shared = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

export async function answer(request: Request, answering: Answering): Promise<Reply> {
  try {
    const body = JSON.stringify(await run(request, answering));
    return {
      status: 200,
      headers: { ...shared, 'content-type': 'application/json; charset=UTF-8' },
      body,
    };
  } catch (error) {
    if (error instanceof Problem) return problemReply(error);
    answering.onError(error);
    return problemReply(new Problem('INTERNAL'));
  }
}

export function problemReply(problem: Problem): Reply {
  const headers = { ...shared, 'content-type': 'application/problem+json; charset=UTF-8' };
  return {
    status: statusOf(problem.code),
    headers:
      problem.code === 'CREDENTIALS_INVALID'
        ? { ...headers, 'www-authenticate': challenge }
        : problem.code === 'METHOD_NOT_ALLOWED'
          ? { ...headers, allow: 'GET' }
          : headers,
    body: problemBody(problem),
  };
}

async function run(request: Request, { companies, clock, caps }: Answering): Promise<object> {
  const company = authenticate(companies, request.headers);
  if (company === undefined) throw new Problem('CREDENTIALS_INVALID');
  const [path, query] = splitTarget(request.target);
  const found = match(path, query);
  if (found === undefined) throw new Problem('ROUTE_UNKNOWN');
  if (request.method !== 'GET') throw new Problem('METHOD_NOT_ALLOWED');
  const { parameters, query: ask } = found();
  const [first] = parameters.faults;
  if (first !== undefined) throw new Problem(first.code, parameters.faults);
  return ask({ store: company.store, now: clock(), caps });
}

function splitTarget(target: string): readonly [path: string, query: string] {
  // A proxy may send the whole address; a fragment never belongs into a request.
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  const mark = local.indexOf('?');
  return mark < 0 ? [local, ''] : [local.slice(0, mark), local.slice(mark + 1)];
}
