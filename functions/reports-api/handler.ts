// The HTTP API as a Lambda function behind an API Gateway HTTP API: one event in, one response out.
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { Failure } from '../../lib/shared/failure.ts';
import type { Log } from '../../lib/shared/log.ts';
import { basePathOf, removeBasePath } from '../../lib/http/read-request.ts';
import { toProblem, problemResponse, RequestProblem } from '../../lib/http/problem-responses.ts';
import type { ReportsApiContext, RequestIds } from '../../lib/http/api-context.ts';
import { createReportsApi } from '../../lib/http/api.ts';
import type { IdentifiedCaller } from '../../lib/reports/access.ts';
import { callerId } from '../../lib/reports/access.ts';
import { clientNetwork } from '../../lib/shared/client-network.ts';

interface ReportsApiHandlerOptions {
  readonly api: ReportsApiContext;
  readonly log: Pick<Log, 'error'>;
}

export type ReportsApiHandler = (
  event: unknown,
  context?: Pick<Context, 'awsRequestId'>,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** Never throws: every error is a response. */
export function createReportsApiHandler({ api, log }: ReportsApiHandlerOptions): ReportsApiHandler {
  const routes = createReportsApi(api);
  const basePath = basePathOf(api.publicUrl);
  return async (event, context) => {
    const ids = idsOf(event, context);
    try {
      return await toResult(await respond(event, ids));
    } catch (error) {
      const onFault = (fault: unknown): void => {
        log.error('unhandled request error', fault, ids);
      };
      return toResult(problemResponse(toProblem(error, onFault)));
    }
  };

  async function respond(event: unknown, ids: RequestIds): Promise<Response> {
    const httpEvent = readEvent(event, basePath);
    if (httpEvent === null) {
      log.error('invalid event', new Failure('EVENT_SHAPE'), ids);
      // An HTTP client can't cause or correct this, so the response has no details.
      return problemResponse(toProblem(null, () => undefined));
    }
    const { request, caller, network, isBodyValid } = httpEvent;
    if (isBodyValid) return routes.fetch(request, { caller, network, ids });
    throw new RequestProblem(
      'BODY_ENCODING',
      'The body is marked as base64, but is not valid base64.',
    );
  }
}

/** Lambda's id, as every function logs it; the gateway's, which callers get in the header `apigw-requestid`. */
function idsOf(event: unknown, context: Pick<Context, 'awsRequestId'> | undefined): RequestIds {
  const gatewayRequestId = gatewayIdOf(event);
  return {
    ...(context === undefined ? {} : { requestId: context.awsRequestId }),
    ...(gatewayRequestId === null ? {} : { gatewayRequestId }),
  };
}

/** In larger texts, escaped quotes may add more than base64 does. */
const MAX_TEXT_BYTES = 1024 * 1024;

/** Anything but plain text goes to the gateway as base64, which the gateway decodes. */
async function toResult(response: Response): Promise<APIGatewayProxyStructuredResultV2> {
  const { status: statusCode, headers: responseHeaders } = response;
  const headers = Object.fromEntries(responseHeaders);
  const bytes = Buffer.from(await response.arrayBuffer());
  const isText =
    bytes.byteLength === 0 ||
    (!responseHeaders.has('Content-Encoding') &&
      bytes.byteLength <= MAX_TEXT_BYTES &&
      /^(text\/|application\/(problem\+)?json\b)/.test(responseHeaders.get('Content-Type') ?? ''));
  return {
    statusCode,
    headers,
    body: bytes.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: !isText,
  };
}

interface HttpEvent {
  readonly request: Request;
  /** Null when no authorizer accepted the request, or when it does not say for whom. */
  readonly caller: IdentifiedCaller | null;
  /** Of the client, as the gateway saw it; null where the event names none. */
  readonly network: string | null;
  /** False when the body is marked as base64 and isn't. */
  readonly isBodyValid: boolean;
}

/** A method or a header name (RFC 9110). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Null for an event of another shape or payload format. `basePath`: the prefix of a stage or a domain mapping, without
 * a slash at its end; the gateway may remove it from the path or not.
 */
export function readEvent(event: unknown, basePath: string): HttpEvent | null {
  const { version, rawPath, rawQueryString, headers, body, isBase64Encoded, requestContext } =
    fieldsOf(event);
  const context = fieldsOf(requestContext);
  const { method: eventMethod, sourceIp } = fieldsOf(context['http']);
  if (version !== '2.0' || typeof rawPath !== 'string' || typeof eventMethod !== 'string')
    return null;
  if (typeof rawQueryString !== 'string') return null;
  const bytes = bytesOf(body, isBase64Encoded === true);
  const url = urlOf(removeBasePath(rawPath, basePath), rawQueryString);
  const requestHeaders = new Headers();
  for (const [name, value] of Object.entries(fieldsOf(headers))) {
    // The constructor of Headers throws for values that HTTP doesn't allow.
    const isHeader = typeof value === 'string' && /^[\t\x20-\x7e]*$/.test(value);
    if (isHeader && TOKEN.test(name)) requestHeaders.set(name, value);
  }
  requestHeaders.set('content-length', String(bytes?.byteLength ?? 0));
  // Upper case, since a router may look it up in an object, where "constructor" is always a member.
  const method = eventMethod.toUpperCase();
  // Request rejects other methods; OPTIONS is one that no path has.
  const requestMethod =
    TOKEN.test(method) && !/^(TRACE|TRACK|CONNECT)$/.test(method) ? method : 'OPTIONS';
  const hasBody = bytes !== null && bytes.byteLength > 0 && method !== 'GET' && method !== 'HEAD';
  return {
    request: new Request(url, {
      method: requestMethod,
      headers: requestHeaders,
      ...(hasBody ? { body: bytes } : {}),
    }),
    caller: readCaller(fieldsOf(context['authorizer'])),
    network: typeof sourceIp === 'string' ? clientNetwork(sourceIp) : null,
    isBodyValid: bytes !== null,
  };
}

/** The gateway's id of a request; null where the event has no valid one. */
function gatewayIdOf(event: unknown): string | null {
  const { requestId } = fieldsOf(fieldsOf(event)['requestContext']);
  return typeof requestId === 'string' && /^[\w=-]{1,100}$/.test(requestId) ? requestId : null;
}

/** The host is a placeholder: the Host header is not trusted, and no response depends on it. */
function urlOf(rawPath: string, rawQueryString: string): string {
  // The gateway decodes the path: characters that would end it or be lost are encoded again.
  const path = rawPath.replace(/[%?#\\\s\p{Cc}]/gu, encodeURIComponent);
  return `https://gateway.invalid${path.startsWith('/') ? '' : '/'}${path}${rawQueryString === '' ? '' : `?${rawQueryString}`}`;
}

function bytesOf(body: unknown, isBase64Encoded: boolean): Uint8Array<ArrayBuffer> | null {
  if (typeof body !== 'string') return new Uint8Array();
  if (!isBase64Encoded) return new TextEncoder().encode(body);
  const bytes = Buffer.from(body, 'base64');
  return bytes.toString('base64') === body ? new Uint8Array(bytes) : null;
}

/** From the project's authorizer, or from the claims of a JWT that the gateway checked. */
function readCaller(authorizer: Fields): IdentifiedCaller | null {
  const { lambda, jwt } = authorizer;
  const claims = fieldsOf(fieldsOf(jwt)['claims']);
  const isOurs = lambda !== undefined && lambda !== null;
  const { folders: text } = isOurs ? fieldsOf(lambda) : claims;
  const folders = typeof text === 'string' ? parseFolders(text) : null;
  const id = isOurs ? tokenId(fieldsOf(lambda)) : userId(claims);
  if (folders === null || id === null) return null;
  const caller: IdentifiedCaller = { folders, origin: isOurs ? 'token' : 'signedIn', id };
  return isOurs && 'reader' in fieldsOf(lambda) ? toReader(caller, fieldsOf(lambda)) : caller;
}

/** Null where the authorizer's limit can't be read. */
function toReader(caller: IdentifiedCaller, { reader, within }: Fields): IdentifiedCaller | null {
  if (typeof reader !== 'string' || typeof within !== 'string') return null;
  const limit = within === '' ? null : parseFolders(within);
  return within !== '' && limit === null ? null : { ...caller, reader, within: limit };
}

function tokenId({ caller }: Fields): string | null {
  return typeof caller === 'string' && /^[0-9a-f]{20}$/.test(caller) ? caller : null;
}

function userId({ sub }: Fields): string | null {
  return typeof sub === 'string' && sub.trim() !== '' ? callerId('user', sub) : null;
}

/** "1,2" as the project's authorizer writes it; "[1 2]" or "1 2" as the gateway writes a JWT's list. */
function parseFolders(text: string): readonly number[] | null {
  const inner = /^\s*\[(.*)\]\s*$/.exec(text)?.[1] ?? text;
  const words = inner.split(/[\s,]+/).filter((word) => word !== '');
  const folders = words.map((word) => (/^[1-9]\d{0,15}$/.test(word) ? Number(word) : NaN));
  return folders.length > 0 && folders.every(Number.isSafeInteger) ? folders : null;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
