// Receives and decodes a response body, with a limit of decoded bytes that holds for compressed bodies too.
import { pipeline } from 'node:stream/promises';
import { createGunzip, gunzipSync } from 'node:zlib';

export type ContentCoding = 'identity' | 'gzip';

/** Compressed bodies up to this size are decompressed synchronously: gzip expands a thousandfold at most. */
const MAX_SYNC_GUNZIP_BYTES = 64 * 1024;
const MIN_CHUNK_BYTES = 1024;
const MAX_CHUNK_BYTES = 256 * 1024;

export class BodyTooLarge extends Error {}
/** The compressed data are damaged or end early. */
export class BodyDamaged extends Error {}

/** Null for several codings or one that was not requested: each layer can expand a body a thousandfold. */
export function parseContentCoding(
  header: string | readonly string[] | undefined,
): ContentCoding | null {
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

/** A whole body; `decode` fails as `receiveBody` does. */
export interface ReceivedBody {
  /** Returns the decoded body. Most of the CPU time is spent here, so the caller chooses when. */
  readonly decode: () => Buffer;
  /** The bytes that are in memory until then. */
  readonly heldBytes: number;
}

/** Fails with BodyTooLarge as soon as the decoded body is larger than `maxBytes`, and with BodyDamaged. */
export async function receiveBody(
  source: AsyncIterable<Uint8Array>,
  coding: ContentCoding,
  maxBytes: number,
): Promise<ReceivedBody> {
  if (coding === 'identity') return decodedBody(await collect(source, maxBytes));
  const chunks = source[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= MAX_SYNC_GUNZIP_BYTES) {
    const next = await chunks.next();
    if (next.done === true) {
      const zipped = Buffer.concat(first, bytes);
      return { decode: () => gunzipWhole(zipped, maxBytes), heldBytes: bytes };
    }
    bytes += next.value.byteLength;
    first.push(next.value);
  }
  return decodedBody(await gunzipStream(concatChunks(first, chunks), maxBytes));
}

function decodedBody(body: Buffer): ReceivedBody {
  return { decode: () => body, heldBytes: body.byteLength };
}

/** For a small body a fifth of the CPU time of a stream. */
function gunzipWhole(body: Buffer, maxBytes: number): Buffer {
  // One byte more: zlib allocates another chunk when one is full.
  const chunkSize = Math.min(MAX_CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, declaredLength(body) + 1));
  try {
    return gunzipSync(body, { maxOutputLength: maxBytes, chunkSize });
  } catch (error) {
    throw translateGunzipError(error);
  }
}

/** The decompressed length in gzip's last four bytes, used as a hint for the buffer size only. */
function declaredLength(body: Buffer): number {
  return body.byteLength < 4 ? 0 : body.readUInt32LE(body.byteLength - 4);
}

async function gunzipStream(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  let wholeBody: Buffer = Buffer.alloc(0);
  try {
    await pipeline(source, createGunzip(), async (decoded: AsyncIterable<Uint8Array>) => {
      wholeBody = await collect(decoded, maxBytes);
    });
  } catch (error) {
    throw translateGunzipError(error);
  }
  return wholeBody;
}

async function* concatChunks(
  first: readonly Uint8Array[],
  remainingChunks: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* first;
    for (;;) {
      const next = await remainingChunks.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await remainingChunks.return?.();
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const receivedChunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new BodyTooLarge();
    receivedChunks.push(chunk);
  }
  return Buffer.concat(receivedChunks, bytes);
}

function translateGunzipError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_BUFFER_TOO_LARGE') return new BodyTooLarge();
  return typeof code === 'string' && code.startsWith('Z_') ? new BodyDamaged() : error;
}
