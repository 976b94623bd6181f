// Serves files of reports at addresses that this process signs, as S3's signed URLs do on AWS.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Failure } from '../../shared/failure.ts';
import type { ObjectStore, SignLink } from '../../ports/object-store.ts';
import { SIGNED_SECONDS } from '../../ports/object-store.ts';
import type { Clock } from '../../shared/clock.ts';
import { contentDisposition } from '../../shared/content-disposition.ts';
import { isStoredFileKey, readFileNamedByHash, sha256Of } from '../../reports/report-repository.ts';
import {
  NO_STORE_HEADERS,
  toProblem,
  problemResponse,
  RequestProblem,
} from '../problem-responses.ts';
import { matchesTag } from '../read-request.ts';

export interface SignedFiles {
  readonly sign: SignLink;
  /** Responds to a request for `/files/…`. */
  readonly respond: (request: Request) => Promise<Response>;
}

const PATH = '/files/';
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  json: 'application/json',
};

export function createSignedFiles(options: {
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** Secret: its holder can sign links. */
  readonly key: Uint8Array;
  readonly baseUrl: () => string;
}): SignedFiles {
  const { store, clock, baseUrl } = options;
  const createSignature = (key: string, disposition: string, expires: number): string =>
    createHmac('sha256', options.key)
      .update(JSON.stringify([key, disposition, expires]))
      .digest('base64url');

  async function read(request: Request): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new RequestProblem('METHOD_NOT_ALLOWED', 'Use GET or HEAD.', { Allow: 'GET, HEAD' });
    }
    const { pathname, searchParams } = new URL(request.url);
    const key = pathname.slice(PATH.length);
    const parameter = (parameterName: string): string => searchParams.get(parameterName) ?? '';
    const disposition = parameter('disposition');
    const expires = parameter('expires');
    if (!/^\d{1,12}$/.test(expires)) throw new Failure('LINK_INVALID');
    const expected = createSignature(key, disposition, Number(expires));
    const isSigned = isEqualInConstantTime(parameter('signature'), expected);
    if (!isSigned || !isStoredFileKey(key)) throw new Failure('LINK_INVALID');
    if (Number(expires) * 1000 < clock()) return expiredResponse();
    const file = await readFileNamedByHash(store, key);
    if (file === null) throw new Failure('REPORT_GONE');
    return createContentResponse(request, file.bytes, {
      ...NO_STORE_HEADERS,
      'Content-Type': CONTENT_TYPES[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      // The report library shows PDFs in a frame.
      'Content-Security-Policy': `frame-ancestors ${key.endsWith('.pdf') ? "'self'" : "'none'"}`,
      'Content-Disposition': disposition,
    });
  }

  return {
    sign: ({ key, name, disposition: how = 'attachment' }) => {
      const disposition = contentDisposition(how, name);
      const expires = Math.floor(clock() / 1000) + SIGNED_SECONDS;
      const signature = createSignature(key, disposition, expires);
      const query = new URLSearchParams({ disposition, expires: String(expires), signature });
      return Promise.resolve(`${baseUrl()}${PATH}${key}?${query.toString()}`);
    },
    respond: (request) =>
      read(request).catch((error: unknown) => {
        if (!(error instanceof Failure || error instanceof RequestProblem)) throw error;
        return problemResponse(toProblem(error, () => undefined));
      }),
  };
}

/** The same status as S3. */
function expiredResponse(): Response {
  const detail = 'This address has expired; request a new one.';
  return problemResponse({
    status: 403,
    code: 'LINK_EXPIRED',
    detail,
    facts: {},
    headers: {},
  });
}

/** The duration doesn't reveal how many characters match. */
function isEqualInConstantTime(a: string, b: string): boolean {
  const [bytesA, bytesB] = [Buffer.from(a), Buffer.from(b)];
  return bytesA.byteLength === bytesB.byteLength && timingSafeEqual(bytesA, bytesB);
}

/** `headers`: of responses with the content, and of those that replace it (304, 412, 416). */
function createContentResponse(
  request: Request,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Response {
  const tag = `"${sha256Of(bytes)}"`;
  const allHeaders = { ...headers, ETag: tag, 'Accept-Ranges': 'bytes' };
  const header = (name: string): string | undefined => request.headers.get(name) ?? undefined;
  // In the order of RFC 9110, section 13.2.2; without Last-Modified, conditions with dates don't apply.
  const ifMatch = header('If-Match');
  if (ifMatch !== undefined && !isStrongMatch(ifMatch, tag)) {
    return new Response(null, { status: 412, headers: allHeaders });
  }
  if (matchesTag(header('If-None-Match'), [tag])) {
    return new Response(null, { status: 304, headers: allHeaders });
  }
  if (request.method === 'HEAD') {
    return new Response(null, {
      headers: { ...allHeaders, 'Content-Length': String(bytes.byteLength) },
    });
  }
  const isSameForRange = (header('If-Range') ?? tag) === tag;
  const range = isSameForRange ? parseRange(header('Range'), bytes.byteLength) : null;
  if (range === null) return new Response(new Uint8Array(bytes), { headers: allHeaders });
  if (range === 'unsatisfiable') {
    const contentRange = `bytes */${bytes.byteLength}`;
    return new Response(null, {
      status: 416,
      headers: { ...allHeaders, 'Content-Range': contentRange },
    });
  }
  const { first, last } = range;
  return new Response(new Uint8Array(bytes.subarray(first, last + 1)), {
    status: 206,
    headers: { ...allHeaders, 'Content-Range': `bytes ${first}-${last}/${bytes.byteLength}` },
  });
}

/** Unlike If-None-Match, If-Match never matches a weak tag. */
function isStrongMatch(ifMatch: string, tag: string): boolean {
  return ifMatch.split(',').some((clientTag) => [tag, '*'].includes(clientTag.trim()));
}

interface ByteRange {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

/** Null for the whole content: no range, several, another unit or a malformed one. Same as S3. */
function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first < size ? { first, last } : 'unsatisfiable';
}
