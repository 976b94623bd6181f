// JSON on its way out: made small where whoever asks can make it large again, and never larger than the way takes.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'hono';
import { acceptedIn } from './request-headers.ts';
import { RequestProblem } from './problem-responses.ts';

/** Less isn't worth the work. */
const LEAST_BYTES = 1024;
/** Lambda hands 6 MB to the gateway, as base64, which is a third more than the bytes. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

const gzipped = promisify(gzip);

/** What is answered, compressed if it may be. Fails with ANSWER_TOO_LARGE. */
export async function compress(context: Context): Promise<void> {
  const { res } = context;
  const isJson = /^application\/(problem\+)?json\b/.test(res.headers.get('Content-Type') ?? '');
  if (!isJson || res.headers.has('Content-Encoding')) return;
  const bytes = new Uint8Array(await res.arrayBuffer());
  const isSmaller =
    bytes.byteLength >= LEAST_BYTES && takesGzip(context.req.header('Accept-Encoding'));
  const body = isSmaller ? new Uint8Array(await gzipped(bytes)) : bytes;
  if (body.byteLength > MAX_ANSWER_BYTES) throw tooLarge(context.req.path, isSmaller);
  const headers = new Headers(res.headers);
  if (!/\baccept-encoding\b/i.test(headers.get('Vary') ?? '')) {
    headers.append('Vary', 'Accept-Encoding');
  }
  if (isSmaller) {
    headers.set('Content-Encoding', 'gzip');
    const tag = headers.get('ETag');
    // Other bytes, so another tag.
    if (tag !== null) headers.set('ETag', gzipTag(tag));
  }
  // Or what it was would be put together with what it is.
  context.res = undefined;
  context.res = new Response(body, { status: res.status, headers });
}

/** The tag of the compressed form. */
export function gzipTag(tag: string): string {
  return tag.replace(/"$/, '-gzip"');
}

/** Whether gzip may be answered (RFC 9110); no header means that nothing was said of it. */
function takesGzip(accept: string | undefined): boolean {
  const codings = acceptedIn(accept);
  const said = codings.find(({ value }) => value === 'gzip' || value === 'x-gzip');
  const decisive = said ?? codings.find(({ value }) => value === '*');
  return decisive !== undefined && decisive.quality !== 0;
}

function tooLarge(path: string, isCompressed: boolean): RequestProblem {
  const content = /^(.*\/v1\/reports\/[^/]+\/[^/]+)\/content$/.exec(path)?.[1];
  const size = `The answer is over ${MAX_ANSWER_BYTES} bytes`;
  const otherwise = isCompressed ? '' : '; with Accept-Encoding: gzip it is smaller';
  const detail =
    content === undefined
      ? `${size}${otherwise}.`
      : `${size}${otherwise}. The report of now can be downloaded: ${content}/report.json leads to it.`;
  return new RequestProblem('ANSWER_TOO_LARGE', detail);
}
