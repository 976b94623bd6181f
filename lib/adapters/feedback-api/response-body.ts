// Hides how a response body comes in: its content coding, and the limit on decoded bytes that a small
// compressed body can't get around.
import { pipeline } from 'node:stream/promises';
import { createGunzip, gunzipSync } from 'node:zlib';

export type Coding = 'identity' | 'gzip';

/** Compressed bodies up to this size are unzipped in one go: at worst a thousandfold, within the limit. */
const AT_ONCE_BYTES = 64 * 1024;
const MIN_CHUNK_BYTES = 1024;
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

/** A body that has come in; `open` fails as `receiveBody` does. */
export interface Received {
  /** The whole decoded body. Most of the work of it is done here, when others need not wait for the wire. */
  readonly open: () => Buffer;
}

/** Fails with BodyTooLarge as soon as the decoded body is larger than `maxBytes`, and with BodyDamaged. */
export async function receiveBody(
  source: AsyncIterable<Uint8Array>,
  coding: Coding,
  maxBytes: number,
): Promise<Received> {
  if (coding === 'identity') return received(await collect(source, maxBytes));
  const chunks = source[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= AT_ONCE_BYTES) {
    const next = await chunks.next();
    if (next.done === true) {
      const zipped = Buffer.concat(first, bytes);
      return { open: () => unzipAtOnce(zipped, maxBytes) };
    }
    bytes += next.value.byteLength;
    first.push(next.value);
  }
  return received(await unzipStream(joined(first, chunks), maxBytes));
}

function received(body: Buffer): Received {
  return { open: () => body };
}

/** A fifth of the work that a stream makes of a small body. */
function unzipAtOnce(body: Buffer, maxBytes: number): Buffer {
  // One that is filled to its end is followed by another.
  const chunkSize = Math.min(MAX_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, statedLength(body) + 1));
  try {
    return gunzipSync(body, { maxOutputLength: maxBytes, chunkSize });
  } catch (error) {
    throw translate(error);
  }
}

/** The unzipped length by gzip's last four bytes: to make room by, and nothing else. */
function statedLength(body: Buffer): number {
  return body.byteLength < 4 ? 0 : body.readUInt32LE(body.byteLength - 4);
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
