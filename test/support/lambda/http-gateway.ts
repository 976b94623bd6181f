// An HTTP API in front of functions: finds the route, invokes the authorizer and the function, and returns the answer
// of the function or an error of the gateway.
import { z } from 'zod';
import type { LambdaFunction } from './lambda-function.ts';
import { authorizerEvent, decodedPath, httpEvent } from './gateway-event.ts';
import type { AuthorizerContext, HttpRequest, MatchedRoute } from './gateway-event.ts';

export interface GatewayRoute {
  /** "GET /v1/reports/{week}/{folder}", "ANY /{proxy+}" or "$default". */
  readonly key: string;
  /** Whether the route has no authorizer. */
  readonly isOpen: boolean;
}

export interface GatewayOptions {
  readonly routes: readonly GatewayRoute[];
  /** Returns simple responses, which are not cached. */
  readonly authorizer: Pick<LambdaFunction, 'invoke'>;
  readonly api: Pick<LambdaFunction, 'invoke'>;
}

/** Redirects are not followed. */
export type Gateway = (request: HttpRequest) => Promise<Response>;

const simpleResponse = z.object({
  isAuthorized: z.boolean(),
  context: z.record(z.string(), z.unknown()).nullish(),
});

const structuredAnswer = z.object({
  statusCode: z.int().min(200).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
  cookies: z.array(z.string()).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

export function createGateway({ routes, authorizer, api }: GatewayOptions): Gateway {
  /** The context of the caller, or the status of an error of the gateway. */
  const authorize = async (
    request: HttpRequest,
    routed: MatchedRoute,
  ): Promise<AuthorizerContext | 401 | 403 | 500> => {
    const event = authorizerEvent(request, routed);
    if (event === null) return 401;
    const outcome = await authorizer.invoke(event);
    if ('error' in outcome) return 500;
    const answer = simpleResponse.safeParse(outcome.result);
    if (!answer.success) return 500;
    return answer.data.isAuthorized ? (answer.data.context ?? {}) : 403;
  };

  return async (request) => {
    const path = decodedPath(request);
    if (path === null) return createErrorAnswer(400);
    const route = findRoute(routes, request.method, path);
    if (route === null) return createErrorAnswer(404);
    const context = route.isOpen ? null : await authorize(request, route);
    if (typeof context === 'number') return createErrorAnswer(context);
    const outcome = await api.invoke(httpEvent(request, route, context));
    return 'error' in outcome ? createErrorAnswer(500) : toResponse(outcome.result);
  };
}

// ── routes ──────────────────────────────────────────────────────────────────────────────────────

/** The most specific route: fewer parameters first, greedy parameters last. */
function findRoute(
  routes: readonly GatewayRoute[],
  method: string,
  path: string,
): (MatchedRoute & { readonly isOpen: boolean }) | null {
  const fitting = routes.flatMap(({ key, isOpen }) => {
    if (key === '$default') return [{ routeKey: key, isOpen, pathParameters: {}, looseness: 1e6 }];
    const [routeMethod = '', template = ''] = key.split(' ');
    if (routeMethod !== method && routeMethod !== 'ANY') return [];
    const groups = patternOf(template).exec(path)?.groups;
    if (groups === undefined && !(template === path)) return [];
    const pathParameters = { ...groups };
    const looseness = (template.includes('+}') ? 1000 : 0) + Object.keys(pathParameters).length;
    return [{ routeKey: key, isOpen, pathParameters, looseness }];
  });
  const [closest] = fitting.toSorted((a, b) => a.looseness - b.looseness);
  return closest ?? null;
}

function patternOf(template: string): RegExp {
  const pattern = template
    .replaceAll('.', '\\.')
    .replaceAll(/\{(\w+)\+\}/g, '(?<$1>.+)')
    .replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return new RegExp(`^${pattern}$`);
}

// ── answers ─────────────────────────────────────────────────────────────────────────────────────

const MESSAGES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  500: 'Internal Server Error',
} as const;

function createErrorAnswer(status: keyof typeof MESSAGES): Response {
  return Response.json({ message: MESSAGES[status] }, { status });
}

function toResponse(result: unknown): Response {
  if (typeof result !== 'object' || result === null || !('statusCode' in result))
    return Response.json(result);
  const answer = structuredAnswer.safeParse(result);
  if (!answer.success) return createErrorAnswer(500);
  const { statusCode: status, headers, cookies, body, isBase64Encoded } = answer.data;
  const responseHeaders = new Headers({ 'Content-Type': 'text/plain;charset=UTF-8' });
  for (const [name, value] of Object.entries(headers ?? {}))
    responseHeaders.set(name, String(value));
  for (const cookie of cookies ?? []) responseHeaders.append('Set-Cookie', cookie);
  const bytes = Buffer.from(body ?? '', isBase64Encoded === true ? 'base64' : 'utf8');
  // These statuses must not have a body.
  return new Response(status === 204 || status === 304 ? null : bytes, {
    status,
    headers: responseHeaders,
  });
}
