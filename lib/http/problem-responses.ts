// Errors of the HTTP API as RFC 9457 problem JSON, with the status of each stable code.
import type { FailureClass, FailureCode } from '../shared/failure.ts';
import { classOfFailure, Failure, failureMeaning } from '../shared/failure.ts';

export const TITLES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
} as const;
export type ProblemHttpStatus = keyof typeof TITLES;

/** Errors of a request itself, with their status. */
export const REQUEST_PROBLEMS = {
  BODY_ENCODING: 400,
  BODY_MISSING: 400,
  BODY_NOT_JSON: 400,
  BODY_SHAPE: 400,
  FIELD_INVALID: 400,
  FIELD_REPEATED: 400,
  FIELD_UNKNOWN: 400,
  FOLDER_KEY_INVALID: 400,
  LIMIT_INVALID: 400,
  URL_ENCODING: 400,
  UNAUTHORIZED: 401,
  READ_ONLY: 403,
  DELIVERY_NOT_CONFIGURED: 404,
  ROUTE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  BODY_TOO_LARGE: 413,
  CONTENT_TYPE: 415,
  ANSWER_TOO_LARGE: 422,
  WEEK_INVALID: 422,
  INTERNAL: 500,
} as const satisfies Record<string, ProblemHttpStatus>;
export type RequestCode = keyof typeof REQUEST_PROBLEMS;

/** An invalid request; `code` is stable, the message says how to correct it. */
export class RequestProblem extends Error {
  readonly code: RequestCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: RequestCode, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.name = 'RequestProblem';
    this.code = code;
    this.headers = headers;
  }
}

/** Errors of the reporting API are not the caller's. */
const STATUS_OF_CLASS: Readonly<Record<FailureClass, ProblemHttpStatus>> = {
  malformed: 400,
  forbidden: 403,
  'not-found': 404,
  gone: 410,
  unprocessable: 422,
  'too-many': 429,
  'invalid-input': 500,
  internal: 500,
  'upstream-invalid': 502,
  'upstream-unavailable': 503,
  unavailable: 503,
};

export function statusOfFailure(code: FailureCode): ProblemHttpStatus {
  return STATUS_OF_CLASS[classOfFailure(code)];
}

export interface ProblemJson {
  readonly status: ProblemHttpStatus;
  readonly code: string;
  readonly detail: string;
  /** Members of the body besides the standard ones. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Any error as a problem; one with a 5xx status is passed to `onFault`, and its details are not sent. */
export function toProblem(error: unknown, onFault: (error: unknown) => void): ProblemJson {
  if (error instanceof RequestProblem) {
    const { code, message: detail, headers } = error;
    return { status: REQUEST_PROBLEMS[code], code, detail, facts: {}, headers };
  }
  if (!(error instanceof Failure)) {
    onFault(error);
    const detail = 'Something went wrong here; it is not your fault.';
    return { status: 500, code: 'INTERNAL', detail, facts: {}, headers: {} };
  }
  const { code } = error;
  const status = statusOfFailure(code);
  if (status >= 500) onFault(error);
  // Facts of a server error may name keys of the store: callers get the code alone.
  const isCallersError = status < 500;
  return {
    status,
    code,
    detail: sentence(isCallersError ? error.message : failureMeaning(code)),
    facts: isCallersError ? error.facts : {},
    headers: retryHeaders(status, error.facts['retryAfterSeconds']),
  };
}

/** Seconds after which another request may succeed. */
function retryHeaders(
  status: ProblemHttpStatus,
  seconds: unknown,
): Readonly<Record<string, string>> {
  switch (status) {
    case 429:
      return { 'Retry-After': String(typeof seconds === 'number' ? seconds : 3600) };
    case 503:
      return { 'Retry-After': '30' };
    default:
      return {};
  }
}

/** Headers of every response: not cached by a proxy, and not sniffed as another content type. */
export const NO_STORE_HEADERS = {
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

export function problemResponse({ status, code, detail, facts, headers }: ProblemJson): Response {
  const body = { ...facts, type: 'about:blank', title: TITLES[status], status, code, detail };
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...NO_STORE_HEADERS, ...headers, 'Content-Type': 'application/problem+json' },
  });
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
