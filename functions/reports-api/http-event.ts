// Events of an HTTP API (payload format 2.0) as web-standard requests, and who asks as an authorizer has found out.
// It hides AWS's spelling: what the gateway decodes, flattens and encodes.
import type { Caller } from '../../lib/reports/access.ts';
import { removeBasePath } from '../../lib/http/base-path.ts';

export interface HttpEvent {
  readonly request: Request;
  /** Null when no authorizer has let anybody in. */
  readonly caller: Caller | null;
  /** Whether the body is what its flag says. */
  readonly isBodySound: boolean;
}

/** What a method or a header's name can be (RFC 9110). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Null for an event of another shape or of another payload format. `basePath`: what a stage or the mapping of a domain
 * puts in front of our paths, without a slash at its end; the gateway may leave it there or not.
 */
export function readEvent(event: unknown, basePath: string): HttpEvent | null {
  const { version, rawPath, rawQueryString, headers, body, isBase64Encoded, requestContext } =
    fieldsOf(event);
  const context = fieldsOf(requestContext);
  const { method: told } = fieldsOf(context['http']);
  if (version !== '2.0' || typeof rawPath !== 'string' || typeof told !== 'string') return null;
  if (typeof rawQueryString !== 'string') return null;
  const bytes = bytesOf(body, isBase64Encoded === true);
  const url = urlOf(removeBasePath(rawPath, basePath), rawQueryString);
  const sent = new Headers();
  for (const [name, value] of Object.entries(fieldsOf(headers))) {
    // What HTTP itself doesn't allow in a header says nothing to us.
    const isHeader = typeof value === 'string' && /^[\t\x20-\x7e]*$/.test(value);
    if (isHeader && TOKEN.test(name)) sent.set(name, value);
  }
  sent.set('content-length', String(bytes?.byteLength ?? 0));
  // In capitals, since a router may look for one among the members of an object: "constructor" is one of any.
  const method = told.toUpperCase();
  // What can't be in a Request is, like OPTIONS, a method that no path has.
  const asked = TOKEN.test(method) && !/^(TRACE|TRACK|CONNECT)$/.test(method) ? method : 'OPTIONS';
  const hasBody = bytes !== null && bytes.byteLength > 0 && method !== 'GET' && method !== 'HEAD';
  return {
    request: new Request(url, {
      method: asked,
      headers: sent,
      ...(hasBody ? { body: bytes } : {}),
    }),
    caller: callerIn(fieldsOf(context['authorizer'])),
    isBodySound: bytes !== null,
  };
}

/** The id that the gateway has given a request; null where an event has none that can be one. */
export function gatewayIdOf(event: unknown): string | null {
  const { requestId } = fieldsOf(fieldsOf(event)['requestContext']);
  return typeof requestId === 'string' && /^[\w=-]{1,100}$/.test(requestId) ? requestId : null;
}

/** Not the Host header's: nothing is made from it. */
function urlOf(rawPath: string, rawQueryString: string): string {
  // The gateway has decoded the path: what would end it, or be lost from it, is encoded again.
  const path = rawPath.replace(/[%?#\\\s\p{Cc}]/gu, encodeURIComponent);
  return `https://gateway.invalid${path.startsWith('/') ? '' : '/'}${path}${rawQueryString === '' ? '' : `?${rawQueryString}`}`;
}

function bytesOf(body: unknown, isBase64Encoded: boolean): Uint8Array<ArrayBuffer> | null {
  if (typeof body !== 'string') return new Uint8Array();
  if (!isBase64Encoded) return new TextEncoder().encode(body);
  const bytes = Buffer.from(body, 'base64');
  return bytes.toString('base64') === body ? new Uint8Array(bytes) : null;
}

/** From our own authorizer, or from the claims of a JWT that the gateway has checked. */
function callerIn(authorizer: Fields): Caller | null {
  const { lambda, jwt } = authorizer;
  const { folders } =
    lambda === undefined || lambda === null ? fieldsOf(fieldsOf(jwt)['claims']) : fieldsOf(lambda);
  return typeof folders === 'string' ? callerWith(folders) : null;
}

/** "1,2" as our authorizer writes it; "[1 2]" or "1 2" as the gateway writes a JWT's list. */
function callerWith(text: string): Caller | null {
  const inner = /^\s*\[(.*)\]\s*$/.exec(text)?.[1] ?? text;
  const words = inner.split(/[\s,]+/).filter((word) => word !== '');
  const folders = words.map((word) => (/^[1-9]\d{0,15}$/.test(word) ? Number(word) : NaN));
  return folders.length > 0 && folders.every(Number.isSafeInteger) ? { folders } : null;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
