// Converts events of an API Gateway HTTP API (payload format 2.0) to web-standard requests and their callers.
import type { Caller } from '../../lib/reports/access.ts';
import { removeBasePath } from '../../lib/http/base-path.ts';

export interface HttpEvent {
  readonly request: Request;
  /** Null when no authorizer accepted the request. */
  readonly caller: Caller | null;
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
  const { method: eventMethod } = fieldsOf(context['http']);
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
    isBodyValid: bytes !== null,
  };
}

/** The gateway's id of a request; null where the event has no valid one. */
export function gatewayIdOf(event: unknown): string | null {
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
function readCaller(authorizer: Fields): Caller | null {
  const { lambda, jwt } = authorizer;
  const { folders } =
    lambda === undefined || lambda === null ? fieldsOf(fieldsOf(jwt)['claims']) : fieldsOf(lambda);
  return typeof folders === 'string' ? parseFolders(folders) : null;
}

/** "1,2" as the project's authorizer writes it; "[1 2]" or "1 2" as the gateway writes a JWT's list. */
function parseFolders(text: string): Caller | null {
  const inner = /^\s*\[(.*)\]\s*$/.exec(text)?.[1] ?? text;
  const words = inner.split(/[\s,]+/).filter((word) => word !== '');
  const folders = words.map((word) => (/^[1-9]\d{0,15}$/.test(word) ? Number(word) : NaN));
  return folders.length > 0 && folders.every(Number.isSafeInteger) ? { folders } : null;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
