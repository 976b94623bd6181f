// Reads the lines of a data file of any size, packed or not. Errors are DataSetErrors with the name of
// the file and, where possible, the line.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { DataSetError, errorCode } from './data-set-problem.ts';

export interface NumberedLine {
  /** From 1; blank lines count. */
  readonly number: number;
  readonly text: string;
}

const chunkBytes = 256 * 1024;
/** A line must fit into memory; no event is nearly this large. */
const maxLineBytes = 1024 * 1024;
const newline = 0x0a;

/**
 * Yields the lines that are not blank, in batches; `.gz` files are unpacked. `onBytes` gets the number
 * of bytes read from disk. Returns the SHA-256 of the file as it was read, in lower-case hex, by which
 * the caller notices a change since the file was last hashed.
 */
export async function* readLines(
  path: string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<readonly NumberedLine[], string> {
  const name = basename(path);
  const hash = createHash('sha256');
  const file = createReadStream(path, { highWaterMark: chunkBytes });
  const isPacked = name.endsWith('.gz');
  const content = isPacked ? createGunzip({ chunkSize: chunkBytes }) : new PassThrough();
  let bytes = 0;
  file.on('data', (chunk) => {
    hash.update(chunk);
    bytes += chunk.length;
    onBytes(bytes);
  });
  file.on('error', (error) => content.destroy(error));
  file.pipe(content);
  try {
    yield* splitLines(content, name);
    // Gunzip does not read the zeros that may pad a .gz file, but they belong to its hash.
    if (!file.readableEnded) {
      file.resume();
      await finished(file);
    }
  } catch (error) {
    throw error instanceof DataSetError
      ? error
      : new DataSetError([{ file: name, reason: describeReadError(error) }]);
  } finally {
    file.destroy();
    content.destroy();
  }
  return hash.digest('hex');
}

async function* splitLines(
  content: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<readonly NumberedLine[], void> {
  let number = 1;
  /** The beginning of a line whose end has not been read yet. */
  let pendingChunks: Buffer[] = [];
  let pendingBytes = 0;

  function batch(last: Buffer): readonly NumberedLine[] {
    const block = pendingChunks.length === 0 ? last : Buffer.concat([...pendingChunks, last]);
    pendingChunks = [];
    pendingBytes = 0;
    const lines = numberLines(block, number, name);
    number += lines.length;
    return lines.filter(({ text }) => !isBlank(text));
  }

  for await (const chunk of content) {
    const firstEnd = chunk.indexOf(newline);
    if (pendingBytes + (firstEnd < 0 ? chunk.length : firstEnd) > maxLineBytes) {
      throw new DataSetError([{ file: name, line: number, reason: 'is longer than 1 MiB' }]);
    }
    if (firstEnd < 0) {
      pendingChunks.push(chunk);
      pendingBytes += chunk.length;
      continue;
    }
    const lastEnd = chunk.lastIndexOf(newline);
    const lines = batch(chunk.subarray(0, lastEnd));
    if (lines.length > 0) yield lines;
    pendingChunks = [chunk.subarray(lastEnd + 1)];
    pendingBytes = chunk.length - lastEnd - 1;
  }
  if (pendingBytes > 0) {
    const lines = batch(Buffer.alloc(0));
    if (lines.length > 0) yield lines;
  }
}

/** Whole lines; the last one without its newline. */
function numberLines(block: Buffer, first: number, name: string): readonly NumberedLine[] {
  if (!isUtf8(block)) {
    const line = first + lineOfInvalidUtf8(block);
    throw new DataSetError([{ file: name, line, reason: 'is not valid UTF-8' }]);
  }
  const text = block.toString('utf8');
  const start = first === 1 && text.startsWith('\ufeff') ? 1 : 0;
  return text
    .slice(start)
    .split('\n')
    .map((line, i) => ({ number: first + i, text: line }));
}

/** The number of lines before the first line that is not UTF-8. */
function lineOfInvalidUtf8(block: Buffer): number {
  let line = 0;
  for (let from = 0; ; line += 1) {
    const end = block.indexOf(newline, from);
    if (end < 0 || !isUtf8(block.subarray(from, end))) return line;
    from = end + 1;
  }
}

/** Whether the text consists of JSON whitespace only. */
function isBlank(text: string): boolean {
  return !/[^ \t\r]/.test(text);
}

/** Describes why a file could not be read; throws any other error again. */
export function describeReadError(error: unknown): string {
  const code = errorCode(error);
  if (code === undefined) throw error;
  // The messages of these errors contain paths, so only their codes are shown.
  if (code === 'ENOENT') return 'is missing';
  return code.startsWith('Z_')
    ? `is incomplete or not a gzip file (${code})`
    : `cannot be read (${code})`;
}
