// Compression of responses, and the maximum size of those that are sent as a whole.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { parseAccept } from './read-request.ts';
import { RequestProblem } from './problem-responses.ts';

/** Smaller responses aren't compressed. */
const MIN_COMPRESSED_BYTES = 1024;
/** Lambda passes 6 MB to the gateway, as base64, which is a third larger than the bytes. */
export const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

const gzipBytes = promisify(gzip);

/** Compresses the response where the client accepts it. Fails with ANSWER_TOO_LARGE. */
export async function compressResponse(context: Context): Promise<void> {
  const { res } = context;
  const isJson = /^application\/(problem\+)?json\b/.test(res.headers.get('Content-Type') ?? '');
  if (!isJson || res.headers.has('Content-Encoding')) return;
  const bytes = new Uint8Array(await res.arrayBuffer());
  const isCompressed =
    bytes.byteLength >= MIN_COMPRESSED_BYTES && acceptsGzip(context.req.header('Accept-Encoding'));
  const body = isCompressed ? new Uint8Array(await gzipBytes(bytes)) : bytes;
  if (body.byteLength > MAX_RESPONSE_BYTES) throw tooLarge(context.req.path, isCompressed);
  const headers = new Headers(res.headers);
  if (!/\baccept-encoding\b/i.test(headers.get('Vary') ?? '')) {
    headers.append('Vary', 'Accept-Encoding');
  }
  if (isCompressed) {
    headers.set('Content-Encoding', 'gzip');
    const tag = headers.get('ETag');
    // A strong tag is of the bytes that are sent.
    if (tag !== null) headers.set('ETag', gzipTag(tag));
  }
  // Unset first, or Hono would merge the headers of both responses.
  context.res = undefined;
  context.res = new Response(body, { status: res.status, headers });
}

/** Compresses while it is made; each piece can be read as soon as it is sent. */
export async function* gzipChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const compressed = createGzip({ flush: constants.Z_SYNC_FLUSH });
  const compression = pipeline(Readable.from(chunks, { highWaterMark: 1 }), compressed);
  // Its failure ends the loop as well.
  compression.catch(() => undefined);
  for await (const chunk of compressed) yield chunk;
  await compression;
}

/** The tag of the compressed form. */
export function gzipTag(tag: string): string {
  return tag.replace(/"$/, '-gzip"');
}

/** Whether gzip is accepted (RFC 9110): only where the header names it or has a wildcard. */
export function acceptsGzip(accept: string | undefined): boolean {
  const codings = parseAccept(accept);
  const gzipCoding = codings.find(({ value }) => value === 'gzip' || value === 'x-gzip');
  const coding = gzipCoding ?? codings.find(({ value }) => value === '*');
  return coding !== undefined && coding.quality !== 0;
}

function tooLarge(path: string, isCompressed: boolean): RequestProblem {
  const content = /^(.*\/v1\/reports\/[^/]+\/[^/]+)\/content$/.exec(path)?.[1];
  const size = `The response is over ${MAX_RESPONSE_BYTES} bytes`;
  const hint = isCompressed ? '' : '; with Accept-Encoding: gzip it is smaller';
  const detail =
    content === undefined
      ? `${size}${hint}.`
      : `${size}${hint}. The current report can be downloaded: ${content}/report.json redirects to it.`;
  return new RequestProblem('ANSWER_TOO_LARGE', detail);
}
