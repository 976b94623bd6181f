// Converts requests to the events (payload format 2.0) that an HTTP API of API Gateway sends to the authorizer and the
// function, including its changes to paths, queries, headers and bodies.
import { randomUUID } from 'node:crypto';
import type {
  APIGatewayEventRequestContextV2,
  APIGatewayProxyEventV2WithRequestContext,
  APIGatewayRequestAuthorizerEventV2,
} from 'aws-lambda';
import { systemContext } from '../../../lib/composition/system.ts';

export interface HttpRequest {
  readonly method: string;
  /** Percent-encoded, with the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface MatchedRoute {
  /** "GET /v1/reports/{week}/{folder}" or "$default". */
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** The context that the authorizer returns for the caller. */
export type AuthorizerContext = Readonly<Record<string, unknown>>;

export type HttpEvent = APIGatewayProxyEventV2WithRequestContext<
  APIGatewayEventRequestContextV2 & { readonly authorizer?: { readonly lambda: AuthorizerContext } }
>;

/** The cookies are absent if the caller sent none, although the type requires them. */
type AuthorizerEvent = Omit<APIGatewayRequestAuthorizerEventV2, 'cookies'> & {
  readonly cookies?: readonly string[];
};

/** Public host name of the gateway. */
export const GATEWAY_HOST = 'a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com';

const ROUTE_ARN = 'arn:aws:execute-api:eu-west-1:123456789012:a1b2c3d4e5/$default';
/** Content types with text bodies; other bodies are base64. */
const TEXT = /^(text\/[^;]+|application\/(json|javascript|xml))\s*(;|$)/i;

/**
 * The path in HTTP API events: decoded, and cut at a decoded question mark.
 * Null if it can't be decoded. (Function URLs and REST APIs leave it encoded.)
 */
export function decodedPath({ path }: HttpRequest): string | null {
  try {
    return decodeURIComponent(path.split('?')[0] ?? '').split('?')[0] ?? null;
  } catch {
    return null;
  }
}

/** The event of the function; `authorizer` null: the route has no authorizer. */
export function httpEvent(
  request: HttpRequest,
  routed: MatchedRoute,
  authorizer: AuthorizerContext | null,
): HttpEvent {
  const { requestContext, ...shared } = sharedMembers(request, routed);
  const { body } = request;
  const isText = typeof body === 'string' && TEXT.test(shared.headers['content-type'] ?? '');
  return {
    ...shared,
    requestContext:
      authorizer === null
        ? requestContext
        : { ...requestContext, authorizer: { lambda: authorizer } },
    ...(body === undefined ? {} : { body: isText ? body : Buffer.from(body).toString('base64') }),
    isBase64Encoded: body !== undefined && !isText,
  };
}

/** The event of an authorizer of type REQUEST; null if there is no Authorization header. */
export function authorizerEvent(
  request: HttpRequest,
  routed: MatchedRoute,
): AuthorizerEvent | null {
  const commonMembers = sharedMembers(request, routed);
  const identity = commonMembers.headers['authorization'] ?? '';
  if (identity === '') return null;
  return {
    ...commonMembers,
    type: 'REQUEST',
    routeArn: `${ROUTE_ARN}/${request.method}${commonMembers.rawPath}`,
    identitySource: [identity],
  };
}

function sharedMembers(request: HttpRequest, { routeKey, pathParameters }: MatchedRoute) {
  const { method, path } = request;
  const rawPath = decodedPath(request) ?? '';
  const rawQueryString = path.includes('?') ? path.slice(path.indexOf('?') + 1) : '';
  const { cookie, ...headers } = Object.fromEntries(
    Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const gatewayHeaders: Readonly<Record<string, string>> = {
    host: GATEWAY_HOST,
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-port': '443',
    'x-forwarded-proto': 'https',
    ...headers,
  };
  const query = queryOf(rawQueryString);
  const now = systemContext.clock();
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookie === undefined ? {} : { cookies: cookie.split('; ') }),
    headers: gatewayHeaders,
    ...(Object.keys(query).length === 0 ? {} : { queryStringParameters: query }),
    ...(Object.keys(pathParameters).length === 0 ? {} : { pathParameters }),
    requestContext: {
      accountId: '123456789012',
      apiId: GATEWAY_HOST.split('.')[0] ?? '',
      domainName: GATEWAY_HOST,
      domainPrefix: GATEWAY_HOST.split('.')[0] ?? '',
      http: {
        method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: '203.0.113.9',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: logTime(now),
      timeEpoch: now,
    },
  };
}

/** "19/Nov/2026:08:00:00 +0000". */
function logTime(instant: number): string {
  const [, day, month, year, time] = new Date(instant).toUTCString().split(/[ ,]+/);
  return `${day ?? ''}/${month ?? ''}/${year ?? ''}:${time ?? ''} +0000`;
}

/** Decoded; repeated parameters are joined by a comma. */
function queryOf(rawQueryString: string): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    const before = query.get(name);
    query.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(query);
}
