// An HTTP API in front of functions: finds the route, asks the authorizer, calls the function, and gives its answer or
// the gateway's own. It hides the order of these, and the JSON that a gateway answers with by itself.
import { z } from 'zod';
import type { LambdaFunction } from './lambda-function.ts';
import { authorizerEvent, decodedPath, httpEvent } from './http-event.ts';
import type { AuthorizerContext, HttpRequest, Routed } from './http-event.ts';

export interface Route {
  /** "GET /v1/reports/{week}/{folder}", "ANY /{proxy+}" or "$default". */
  readonly key: string;
  /** Whether it is served without asking the authorizer. */
  readonly isOpen: boolean;
}

export interface GatewayOptions {
  readonly routes: readonly Route[];
  /** With simple responses; its answers are not remembered. */
  readonly authorizer: Pick<LambdaFunction, 'invoke'>;
  readonly api: Pick<LambdaFunction, 'invoke'>;
}

/** Redirects are answers as they come. */
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

export function openGateway({ routes, authorizer, api }: GatewayOptions): Gateway {
  /** Who calls, or the status of the gateway's own answer. */
  const authorize = async (
    request: HttpRequest,
    routed: Routed,
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
    if (path === null) return ownAnswer(400);
    const found = findRoute(routes, request.method, path);
    if (found === null) return ownAnswer(404);
    const context = found.isOpen ? null : await authorize(request, found);
    if (typeof context === 'number') return ownAnswer(context);
    const outcome = await api.invoke(httpEvent(request, found, context));
    return 'error' in outcome ? ownAnswer(500) : answerOf(outcome.result);
  };
}

// ── routes ──────────────────────────────────────────────────────────────────────────────────────

/** The one that fits most closely: fewer parameters first, what takes the rest of the path last. */
function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): (Routed & { readonly isOpen: boolean }) | null {
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

function ownAnswer(status: keyof typeof MESSAGES): Response {
  return Response.json({ message: MESSAGES[status] }, { status });
}

function answerOf(result: unknown): Response {
  if (typeof result !== 'object' || result === null || !('statusCode' in result))
    return Response.json(result);
  const answer = structuredAnswer.safeParse(result);
  if (!answer.success) return ownAnswer(500);
  const { statusCode: status, headers, cookies, body, isBase64Encoded } = answer.data;
  const sent = new Headers({ 'Content-Type': 'text/plain;charset=UTF-8' });
  for (const [name, value] of Object.entries(headers ?? {})) sent.set(name, String(value));
  for (const cookie of cookies ?? []) sent.append('Set-Cookie', cookie);
  const bytes = Buffer.from(body ?? '', isBase64Encoded === true ? 'base64' : 'utf8');
  // The two that can't have a body.
  return new Response(status === 204 || status === 304 ? null : bytes, { status, headers: sent });
}
