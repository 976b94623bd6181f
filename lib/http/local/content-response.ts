// The response of GET or HEAD with stored bytes: entity tags, conditions and single byte ranges (RFC 9110, 13 and 14).
import { sha256Of } from '../../reports/report-repository.ts';
import { matchesTag } from '../request-headers.ts';

/** `headers`: of responses with the content, and of those that replace it (304, 412, 416). */
export function createContentResponse(
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
