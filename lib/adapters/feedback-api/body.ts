// Hides how a response body comes in: its content coding, and the limit on decoded bytes that a small
// compressed body can't get around.
import { pipeline } from 'node:stream/promises';
import { createGunzip, gunzipSync } from 'node:zlib';

export type Coding = 'identity' | 'gzip';

/** Compressed bodies up to this size are unzipped in one go: at worst a thousandfold, within the limit. */
const AT_ONCE_BYTES = 64 * 1024;
/** What JSON of this kind shrinks by. */
const USUAL_RATIO = 16;
const MAX_CHUNK_BYTES = 256 * 1024;

export class BodyTooLarge extends Error {}
/** The compressed data are damaged or end early. */
export class BodyDamaged extends Error {}

/** Null for more than one coding or one that wasn't asked for: each layer can blow a body up a thousandfold. */
export function codingOf(header: string | readonly string[] | undefined): Coding | null {
  if (header === undefined) return 'identity';
  if (typeof header !== 'string') return null;
  switch (header.trim().toLowerCase()) {
    case '':
    case 'identity':
      return 'identity';
    case 'gzip':
    case 'x-gzip':
      return 'gzip';
    default:
      return null;
  }
}

/** The whole decoded body; fails with BodyTooLarge as soon as it is larger than `maxBytes`. */
export async function readBody(
  source: AsyncIterable<Uint8Array>,
  coding: Coding,
  maxBytes: number,
): Promise<Buffer> {
  if (coding === 'identity') return collect(source, maxBytes);
  const chunks = source[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= AT_ONCE_BYTES) {
    const next = await chunks.next();
    if (next.done === true) return unzipAtOnce(Buffer.concat(first, bytes), maxBytes);
    bytes += next.value.byteLength;
    first.push(next.value);
  }
  return unzipStream(joined(first, chunks), maxBytes);
}

/** A fifth of the work that a stream makes of a small body. */
function unzipAtOnce(body: Buffer, maxBytes: number): Buffer {
  const chunkSize = Math.min(MAX_CHUNK_BYTES, Math.max(1024, body.byteLength * USUAL_RATIO));
  try {
    return gunzipSync(body, { maxOutputLength: maxBytes, chunkSize });
  } catch (error) {
    throw translate(error);
  }
}

async function unzipStream(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  let whole: Buffer = Buffer.alloc(0);
  try {
    await pipeline(source, createGunzip(), async (decoded: AsyncIterable<Uint8Array>) => {
      whole = await collect(decoded, maxBytes);
    });
  } catch (error) {
    throw translate(error);
  }
  return whole;
}

async function* joined(
  first: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* first;
    for (;;) {
      const next = await rest.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new BodyTooLarge();
    kept.push(chunk);
  }
  return Buffer.concat(kept, bytes);
}

function translate(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_BUFFER_TOO_LARGE') return new BodyTooLarge();
  return typeof code === 'string' && code.startsWith('Z_') ? new BodyDamaged() : error;
}
