// The parts that declarations of routes share: responses, headers, and the problems of a route with their status.
import type { RouteConfig } from '@hono/zod-openapi';
import { z } from '@hono/zod-openapi';
import type { FailureCode } from '../shared/failure.ts';
import { UPSTREAM_CODES } from '../shared/failure.ts';
import type { RequestCode, ProblemHttpStatus } from './problem-responses.ts';
import { REQUEST_PROBLEMS, statusOfFailure, TITLES } from './problem-responses.ts';
import { methodsOf, typesOf } from './request-checks.ts';

type Responses = RouteConfig['responses'];
type ResponseDescription = Responses[string];
export type ProblemCode = RequestCode | FailureCode;

const API_ROUTE = ['URL_ENCODING', 'FIELD_UNKNOWN', 'METHOD_NOT_ALLOWED', 'INTERNAL'] as const;
const STORE = [
  'INTERNAL',
  'REPORT_DAMAGED',
  'REPORT_NEWER',
  'REPORT_OLDER',
  'STORE_REFUSED',
  'STORE_UNAVAILABLE',
  'STORE_UNSUITABLE',
] as const;
const WITH_TOKEN = [...API_ROUTE, 'UNAUTHORIZED', 'READ_ONLY', ...STORE] as const;
const BODY = [
  'BODY_ENCODING',
  'BODY_MISSING',
  'BODY_NOT_JSON',
  'BODY_SHAPE',
  'BODY_TOO_LARGE',
  'CONTENT_TYPE',
  'FIELD_INVALID',
] as const;

/** Codes that many routes share, by what a route depends on. */
export const PROBLEMS = {
  store: STORE,
  upstream: UPSTREAM_CODES,
  secret: ['SECRET_INVALID', 'SECRET_UNAVAILABLE'],
  delivery: [...UPSTREAM_CODES, 'DELIVERY_NOT_CONFIGURED'],
  /** A subscription by its id; one that the caller doesn't see is answered as one that doesn't exist. */
  subscription: [...UPSTREAM_CODES, 'DELIVERY_NOT_CONFIGURED', 'SUBSCRIPTION_NOT_FOUND'],
  jobs: [
    'NOTHING_OWED',
    'JOB_FAILED',
    'RENDERING_FAILED',
    'JOB_INVALID',
    'DEADLINE',
    'QUEUE_UNAVAILABLE',
    'CONFIG_INVALID',
    'DELIVERY_FAILED',
  ],
  /** A stored report by week and folder; one that the caller doesn't see is answered as one that doesn't exist. */
  storedReport: [...UPSTREAM_CODES, 'WEEK_INVALID', 'FOLDER_KEY_INVALID', 'REPORT_NOT_FOUND'],
} as const satisfies Record<string, readonly ProblemCode[]>;

interface JsonResponse<S extends z.ZodType> {
  description: string;
  content: { 'application/json': { schema: S } };
}

export function jsonResponse<S extends z.ZodType>(description: string, schema: S): JsonResponse<S> {
  return { description, content: { 'application/json': { schema } } };
}

export function jsonBody<S extends z.ZodType>(
  schema: S,
): { required: true; content: JsonResponse<S>['content'] } {
  return { required: true, content: { 'application/json': { schema } } };
}

type HeaderSchema = Readonly<Partial<Record<'format' | 'pattern' | 'const', string>>>;
type HeaderDescription = Readonly<{
  description: string;
  required: true;
  schema: HeaderSchema & Readonly<{ type: 'string' }>;
}>;

/** A header that a response always has. */
export function header(description: string, schema: HeaderSchema = {}): HeaderDescription {
  return { description, required: true, schema: { type: 'string', ...schema } };
}

export const NOT_MODIFIED = {
  description: 'The caller’s copy is current.',
  headers: { ETag: header('The tag of these bytes.', { pattern: '^"[0-9a-f]{64}"$' }) },
};

/** The address of a file, signed for this request. */
export const SIGNED_REDIRECT = {
  description: 'The file is at an address that is valid for five minutes and needs no token.',
  headers: { Location: header('Keep it secret: its holder can read the file.', { format: 'uri' }) },
};

export const problemSchema = z
  .strictObject({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int().min(400).max(599),
    code: z.string().openapi({ description: 'Stable; what programs should look at.' }),
    detail: z.string().openapi({ description: 'For people; may change.' }),
    folder: z
      .int()
      .min(1)
      .optional()
      .openapi({ maximum: Number.MAX_SAFE_INTEGER, description: 'The requested folder.' }),
    survey: z.int().min(1).optional().openapi({ description: 'The requested survey.' }),
    week: z.string().optional().openapi({ description: 'The requested week.' }),
    from: z.string().optional().openapi({ description: 'The first requested week.' }),
    to: z.string().optional().openapi({ description: 'The last requested week.' }),
    at: z.string().optional().openapi({ description: 'The field that is not valid.' }),
    reason: z.string().optional().openapi({ description: 'The reason, as a code.' }),
    state: z
      .string()
      .optional()
      .openapi({ description: 'The state that does not allow the request.' }),
    subscription: z.string().optional().openapi({ description: 'The state of the subscription.' }),
    retryAfterSeconds: z.int().optional().openapi({ description: 'As in the header Retry-After.' }),
    revision: z.int().min(1).optional().openapi({ description: 'The requested revision.' }),
    closesAt: z
      .string()
      .optional()
      .openapi({ format: 'date-time', description: 'When the week is over for the folder.' }),
  })
  .openapi('Problem', { description: 'RFC 9457 problem details.' });

/**
 * The responses of success, whose types a handler must match, and the problems that `addProblemResponses` does not derive from
 * the declaration.
 */
export function declareResponses<Success extends Responses>(
  success: Success,
  codes: readonly ProblemCode[] = [],
): { responses: Success; 'x-problem-codes': readonly ProblemCode[] } {
  return { responses: success, 'x-problem-codes': codes };
}

type RouteWithProblemCodes = RouteConfig & { readonly 'x-problem-codes': readonly ProblemCode[] };

/**
 * The routes of one path with a response for each status. Pages are registered without the OpenAPI router: their problems are
 * all declared, and are also answered as HTML.
 */
export function addProblemResponses(
  routes: readonly RouteWithProblemCodes[],
  isPage: boolean,
): readonly RouteConfig[] {
  const allowedMethods = routes.flatMap(methodsOf);
  return routes.map((route) => {
    const common = isPage ? [] : commonCodes(route);
    const codes = [...new Set([...common, ...route['x-problem-codes']])];
    const problems = problemResponses(codes, allowedMethods, isPage);
    return { ...route, responses: { ...route.responses, ...problems }, 'x-problem-codes': codes };
  });
}

/** The problems of what `checkDeclared` checks, of the access control, of the store, and of every body. */
function commonCodes(route: RouteWithProblemCodes): readonly ProblemCode[] {
  return [
    ...(route.security === undefined ? WITH_TOKEN : API_ROUTE),
    ...(typesOf(route) === null ? [] : (['NOT_ACCEPTABLE'] as const)),
    ...(route.request?.query === undefined ? [] : (['FIELD_REPEATED'] as const)),
    ...(route.request?.body === undefined ? [] : BODY),
  ];
}

const GATEWAY_STATUSES: readonly ProblemHttpStatus[] = [401, 403, 404, 413, 429, 500, 503];
const GATEWAY_NOTE =
  ' The gateway in front answers this status too, before this API is reached; its body is JSON of its own, e.g. `{"message": "…"}`.';

/** One response for each status that the codes have. */
function problemResponses(
  codes: readonly ProblemCode[],
  allowedMethods: readonly string[],
  isPage: boolean,
): Readonly<Record<string, ResponseDescription>> {
  const codesByStatus = Map.groupBy(codes, statusOfCode);
  return Object.fromEntries(
    [...codesByStatus].map(([status, statusCodes]) => [
      String(status),
      {
        description: `${TITLES[status]}: ${statusCodes.join(', ')}.${GATEWAY_STATUSES.includes(status) ? GATEWAY_NOTE : ''}`,
        ...problemHeaders(status, allowedMethods),
        content: {
          'application/problem+json': {
            schema: {
              type: 'object',
              allOf: [{ $ref: '#/components/schemas/Problem' }],
              properties: { status: { const: status }, code: { enum: statusCodes } },
            },
            example: {
              type: 'about:blank',
              title: TITLES[status],
              status,
              code: statusCodes[0],
              detail: 'A sentence for people.',
            },
          },
          // A request with a wrong method doesn't come from a browser that opens a link.
          ...(isPage && status !== 405 ? { 'text/html': { schema: { type: 'string' } } } : {}),
        },
      },
    ]),
  );
}

function statusOfCode(code: ProblemCode): ProblemHttpStatus {
  return isRequestCode(code) ? REQUEST_PROBLEMS[code] : statusOfFailure(code);
}

function isRequestCode(code: ProblemCode): code is RequestCode {
  return Object.hasOwn(REQUEST_PROBLEMS, code);
}

function problemHeaders(status: ProblemHttpStatus, allowedMethods: readonly string[]): object {
  switch (status) {
    case 401:
      return {
        headers: { 'WWW-Authenticate': header('How to authenticate.', { const: 'Bearer' }) },
      };
    case 405:
      return {
        headers: {
          Allow: header('The methods of this path.', { const: allowedMethods.join(', ') }),
        },
      };
    case 429:
    case 503:
      return {
        headers: { 'Retry-After': header('Seconds to wait.', { pattern: String.raw`^\d+$` }) },
      };
    default:
      return {};
  }
}
