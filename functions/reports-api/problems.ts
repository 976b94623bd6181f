// Errors of the HTTP API: RFC 9457 problem JSON with a stable code. One exhaustive table gives the status.
import type { Context } from 'hono';
import type { FailureCode } from '../../lib/app/failures.ts';
import { Failure } from '../../lib/app/failures.ts';

const TITLES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
} as const;
type Status = keyof typeof TITLES;

/** A request that is wrong in itself; `code` is stable, `detail` says how to mend it. */
export class RequestProblem extends Error {
  readonly status: Status;
  readonly code: string;

  constructor(status: Status, code: string, detail: string) {
    super(detail);
    this.name = 'RequestProblem';
    this.status = status;
    this.code = code;
  }
}

/** What each failure is to a caller. Upstream's troubles are ours to mend, not the caller's: 502 or 503. */
function statusOf(code: FailureCode): Status {
  switch (code) {
    case 'CURSOR_INVALID':
      return 400;
    case 'FOLDER_NOT_FOUND':
    case 'REPORT_NOT_FOUND':
    case 'NOTHING_OWED':
      return 404;
    case 'WEEK_INVALID':
    case 'WEEK_NOT_CLOSED':
      return 422;
    case 'LINK_INVALID':
      return 403;
    case 'LINK_EXPIRED':
    case 'LINK_REVOKED':
    case 'REPORT_GONE':
      return 410;
    case 'REPORT_DAMAGED':
    case 'CONFIG_INVALID':
    case 'JOB_FAILED':
    case 'JOB_INVALID':
    case 'SECRET_INVALID':
    case 'STORE_REFUSED':
      return 500;
    case 'UPSTREAM_UNREACHABLE':
    case 'UPSTREAM_TIMEOUT':
    case 'UPSTREAM_UNAVAILABLE':
    case 'UPSTREAM_CLOSED':
    case 'STORE_UNAVAILABLE':
    case 'QUEUE_UNAVAILABLE':
    case 'SECRET_UNAVAILABLE':
    case 'DELIVERY_FAILED':
    case 'DEADLINE':
      return 503;
    case 'UPSTREAM_TLS':
    case 'UPSTREAM_UNAUTHORIZED':
    case 'UPSTREAM_NOT_FOUND':
    case 'UPSTREAM_REJECTED':
    case 'UPSTREAM_REDIRECT':
    case 'UPSTREAM_NOT_JSON':
    case 'UPSTREAM_ENCODING':
    case 'RESPONSE_TOO_LARGE':
    case 'TOO_DEEP':
    case 'JSON_FORBIDDEN_KEY':
    case 'SHAPE_MISMATCH':
    case 'KEY_INVALID':
    case 'TS_INVALID':
    case 'COUNT_INVALID':
    case 'PAGING_STALLED':
    case 'PAGING_INCONSISTENT':
    case 'FOLDER_CYCLE':
    case 'TREE_TOO_LARGE':
      return 502;
  }
}

export function answerProblem(
  context: Context,
  status: Status,
  code: string,
  detail: string,
  facts: Readonly<Record<string, unknown>> = {},
): Response {
  const body = { type: 'about:blank', title: TITLES[status], status, code, detail, ...facts };
  return context.body(JSON.stringify(body), status, { 'Content-Type': 'application/problem+json' });
}

/** Any error as an answer; what isn't a typed one is a bug and tells nothing of itself. */
export function problemOf(
  error: unknown,
  context: Context,
  onBug: (error: unknown) => void,
): Response {
  if (error instanceof RequestProblem) {
    return answerProblem(context, error.status, error.code, error.message);
  }
  if (!(error instanceof Failure)) {
    onBug(error);
    return answerProblem(
      context,
      500,
      'INTERNAL',
      'Something went wrong here; it is not your fault.',
    );
  }
  const status = statusOf(error.code);
  if (status === 503) context.header('Retry-After', '30');
  // What is wrong between us and the reporting API is no caller's business beyond its name.
  const facts = status < 500 ? error.facts : {};
  return answerProblem(context, status, error.code, capitalised(error.message), facts);
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
