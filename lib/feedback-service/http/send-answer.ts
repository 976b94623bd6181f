// Sends an answer: short answers in one piece, long ones as a stream, both optionally compressed.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { Reply, StreamedReply } from './answer-request.ts';

/** Compression does not make smaller bodies smaller. */
const minGzipBytes = 1024;
/** Answers of at least this many characters are streamed. */
const minStreamedLength = 256 * 1024;

const compress = promisify(gzip);

/** Resolves when everything has been sent or passed to the socket. */
export async function sendAnswer(
  response: ServerResponse,
  { status, headers, body }: Reply | StreamedReply,
  isZipped: boolean,
): Promise<void> {
  const { text, rest } =
    typeof body === 'string' ? { text: body, rest: undefined } : await readBeginning(body);
  if (rest === undefined) return sendWhole(response, { status, headers, body: text }, isZipped);
  if (response.destroyed) {
    // The client has disconnected.
    await rest.return?.();
    return;
  }
  const parts = Readable.from(joinParts(text, rest));
  const coding = isZipped ? { 'content-encoding': 'gzip' } : {};
  response.writeHead(status, { ...headers, vary: 'accept-encoding', ...coding });
  try {
    await (isZipped ? pipeline(parts, createGzip(), response) : pipeline(parts, response));
  } finally {
    // If the client disconnects before the first read, the pipeline does not close the source.
    await rest.return?.();
  }
}

async function sendWhole(
  response: ServerResponse,
  { status, headers, body }: Reply,
  isZipped: boolean,
): Promise<void> {
  const length = Buffer.byteLength(body);
  const shared = { ...headers, vary: 'accept-encoding' };
  if (isZipped && length >= minGzipBytes) {
    const bytes = await compress(body);
    const coding = { 'content-length': bytes.length, 'content-encoding': 'gzip' };
    response.writeHead(status, { ...shared, ...coding });
    response.end(bytes);
  } else {
    // A string body is sent in one packet with the headers.
    response.writeHead(status, { ...shared, 'content-length': length });
    response.end(body);
  }
}

/** Reads a short body completely, so that its length is known; otherwise its beginning. */
async function readBeginning(
  body: AsyncIterable<string>,
): Promise<{ text: string; rest: AsyncIterator<string> | undefined }> {
  const parts = body[Symbol.asyncIterator]();
  let text = '';
  while (text.length < minStreamedLength) {
    const part = await parts.next();
    if (part.done === true) return { text, rest: undefined };
    text += part.value;
  }
  return { text, rest: parts };
}

async function* joinParts(
  text: string,
  remainingParts: AsyncIterator<string>,
): AsyncGenerator<string> {
  yield text;
  for (
    let part = await remainingParts.next();
    part.done !== true;
    part = await remainingParts.next()
  ) {
    yield part.value;
  }
}

/** A client that disconnects before the end of the answer is not an error of the service. */
export function isClientDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Whether the header accept-encoding allows gzip. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  const codings = String(header ?? '')
    .toLowerCase()
    .split(',');
  const quality = (name: string): number | undefined => {
    const item = codings.find((coding) => coding.split(';')[0]?.trim() === name);
    return item === undefined ? undefined : Number(/;\s*q=([\d.]+)/.exec(item)?.[1] ?? '1');
  };
  return (quality('gzip') ?? quality('*') ?? 0) > 0;
}
