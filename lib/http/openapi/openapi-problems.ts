// The problems of the HTTP API as OpenAPI responses: which codes an operation can answer, by status.
import type { FailureCode } from '../../shared/failure.ts';
import { ref } from './openapi-schemas.ts';
import type { RequestCode, Status } from '../problem-responses.ts';
import { REQUEST_PROBLEMS, statusOf, TITLES } from '../problem-responses.ts';

export type ProblemCode = RequestCode | FailureCode;

function statusOfCode(code: ProblemCode): Status {
  return isRequestCode(code) ? REQUEST_PROBLEMS[code] : statusOf(code);
}

function isRequestCode(code: ProblemCode): code is RequestCode {
  return Object.hasOwn(REQUEST_PROBLEMS, code);
}

/** What the store behind us, or a fault of ours, can answer at every path that needs them. */
export const STORE: readonly ProblemCode[] = [
  'INTERNAL',
  'REPORT_DAMAGED',
  'STORE_REFUSED',
  'STORE_UNAVAILABLE',
  'STORE_UNSUITABLE',
];
export const SECRET: readonly ProblemCode[] = ['SECRET_INVALID', 'SECRET_UNAVAILABLE'];
export const JOBS: readonly ProblemCode[] = [
  'NOTHING_OWED',
  'JOB_FAILED',
  'JOB_INVALID',
  'DEADLINE',
  'QUEUE_UNAVAILABLE',
  'CONFIG_INVALID',
  'DELIVERY_FAILED',
];
export const UPSTREAM: readonly ProblemCode[] = [
  'UPSTREAM_UNREACHABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_CLOSED',
  'UPSTREAM_TLS',
  'UPSTREAM_UNAUTHORIZED',
  'UPSTREAM_NOT_FOUND',
  'UPSTREAM_REJECTED',
  'UPSTREAM_REDIRECT',
  'UPSTREAM_NOT_JSON',
  'UPSTREAM_ENCODING',
  'RESPONSE_TOO_LARGE',
  'TOO_DEEP',
  'JSON_FORBIDDEN_KEY',
  'SHAPE_MISMATCH',
  'KEY_INVALID',
  'TS_INVALID',
  'COUNT_INVALID',
  'OUT_OF_RANGE',
  'PAGING_STALLED',
  'PAGING_INCONSISTENT',
  'FOLDER_CYCLE',
  'TREE_TOO_LARGE',
];

const GATEWAY_TOO =
  ' The gateway in front answers this status too, before this API is reached; its body is JSON of its own, e.g. `{"message": "…"}`.';
const GATEWAY: readonly Status[] = [401, 403, 404, 413, 500, 503];

/** A response for each status that some of the codes have. `allowed`: the path's methods. */
export function problems(
  codes: readonly ProblemCode[],
  { allowed, isPage = false }: { readonly allowed: readonly string[]; readonly isPage?: boolean },
): Readonly<Record<string, object>> {
  const byStatus = Map.groupBy(new Set(codes), statusOfCode);
  return Object.fromEntries(
    [...byStatus].map(([status, own]) => [
      String(status),
      {
        description: `${TITLES[status]}: ${own.join(', ')}.${GATEWAY.includes(status) ? GATEWAY_TOO : ''}`,
        ...headersOf(status, allowed),
        content: {
          'application/problem+json': {
            schema: {
              type: 'object',
              allOf: [ref('Problem')],
              properties: { status: { const: status }, code: { enum: own } },
            },
            example: {
              type: 'about:blank',
              title: TITLES[status],
              status,
              code: own[0],
              detail: 'A sentence for people.',
            },
          },
          // Of a method that the path doesn't have, nobody has asked for a page.
          ...(isPage && status !== 405 ? { 'text/html': { schema: { type: 'string' } } } : {}),
        },
      },
    ]),
  );
}

function headersOf(status: Status, allowed: readonly string[]): object {
  switch (status) {
    case 401:
      return header('WWW-Authenticate', 'How to authenticate.', { const: 'Bearer' });
    case 405:
      return header('Allow', 'The methods of this path.', { const: allowed.join(', ') });
    case 503:
      return header('Retry-After', 'Seconds to wait.', { pattern: String.raw`^\d+$` });
    default:
      return {};
  }
}

export function header(name: string, description: string, schema: object): object {
  return {
    headers: { [name]: { description, required: true, schema: { type: 'string', ...schema } } },
  };
}
