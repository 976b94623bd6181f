// Reads the records of a CSV file of any size: finds out its encoding and its separator, and gives each
// record the number of its first line. Errors are DataSetErrors without values of the file.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { CsvError, parse, type Parser } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { DataSetError } from '../data-set/data-set-problem.ts';
import { describeReadError } from '../data-set/read-lines.ts';

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export const separators = [',', ';', '\t', '|'] as const;

export interface CsvDialect {
  readonly encoding: (typeof encodings)[number];
  readonly separator: (typeof separators)[number];
}

export interface CsvRecord {
  /** From 1; a record with line breaks in its cells has the number of its first line. */
  readonly line: number;
  readonly cells: readonly string[];
}

const headBytes = 64 * 1024;
const chunkBytes = 256 * 1024;
/** A record must fit into memory; none is nearly this long. */
const maxRecordLength = 1024 * 1024;

const parserOptions = {
  record_delimiter: ['\r\n', '\n', '\r'],
  // Quotes inside of a cell without quotes belong to its text.
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: maxRecordLength,
};

/** What is not given is found out from the file. */
export async function detectDialect(
  path: string,
  name: string,
  given: Partial<CsvDialect>,
): Promise<CsvDialect> {
  try {
    const head = await readHead(path);
    const encoding = given.encoding ?? encodingOf(head) ?? (await encodingOfText(path));
    const text = new TextDecoder(encoding).decode(head);
    return { encoding, separator: given.separator ?? separatorOf(text) };
  } catch (error) {
    throw new DataSetError([{ file: name, reason: describeReadError(error) }]);
  }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** From the byte order mark, or from the zeros that every other byte of UTF-16 is in most languages. */
function encodingOf(head: Buffer): CsvDialect['encoding'] | undefined {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  head.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) * 4 < head.length) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

async function encodingOfText(path: string): Promise<CsvDialect['encoding']> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of readChunks(path)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

async function* readChunks(path: string): AsyncGenerator<Buffer> {
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: chunkBytes });
  yield* chunks;
}

/** The separator that splits the first record into most cells. */
function separatorOf(text: string): CsvDialect['separator'] {
  const told = /^sep=(.)[\r\n]/.exec(text)?.[1];
  const toldSeparator = separators.find((separator) => separator === told);
  if (toldSeparator !== undefined) return toldSeparator;
  const cellCounts = separators.map((delimiter) => {
    const records: unknown = parseSync(text, { ...parserOptions, delimiter, to: 1 });
    const first: unknown = Array.isArray(records) ? records[0] : undefined;
    return Array.isArray(first) ? first.length : 0;
  });
  return separators[cellCounts.indexOf(Math.max(...cellCounts))] ?? ',';
}

/** Yields the records in batches, the header first. `name` is the name of the file in errors. */
export async function* readRecords(
  path: string,
  name: string,
  { encoding, separator }: CsvDialect,
): AsyncGenerator<readonly CsvRecord[]> {
  let batch: CsvRecord[] = [];
  let nextLine = 1;
  let uncountedPairs = 0;
  const parser = parse({
    ...parserOptions,
    delimiter: separator,
    on_record: (cells: readonly string[], { lines }: { readonly lines: number }) => {
      const [breaks, pairs] = countLineBreaks(cells);
      // The parser counts CR LF inside of a cell as two line breaks.
      const line = lines - breaks - pairs - uncountedPairs;
      uncountedPairs += pairs;
      nextLine = line + breaks + 1;
      if (!(line === 1 && cells[0] === 'sep=')) batch.push({ line, cells });
      return null;
    },
  });
  let failure: Error | undefined;
  parser.on('error', (error) => {
    failure = error;
  });
  const takeBatch = (): readonly CsvRecord[] => {
    const records = batch;
    batch = [];
    return records;
  };
  try {
    for await (const text of decode(path, encoding)) {
      await new Promise<void>((resolve) => {
        parser.write(text, () => {
          resolve();
        });
      });
      if (batch.length > 0) yield takeBatch();
      if (failure !== undefined) throw failure;
    }
    await end(parser, () => failure);
    if (batch.length > 0) yield takeBatch();
    if (failure !== undefined) throw failure;
  } catch (error) {
    if (error instanceof CsvError) {
      const reason = csvFaults.get(error.code) ?? `is not valid CSV (${error.code})`;
      throw new DataSetError([{ file: name, line: nextLine, reason }]);
    }
    if (
      error instanceof TypeError &&
      'code' in error &&
      error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    ) {
      throw new DataSetError([{ file: name, line: nextLine, reason: `is not valid ${encoding}` }]);
    }
    throw new DataSetError([{ file: name, reason: describeReadError(error) }]);
  } finally {
    parser.destroy();
  }
}

const csvFaults: ReadonlyMap<string, string> = new Map([
  ['CSV_QUOTE_NOT_CLOSED', 'has a quotation mark that is not closed'],
  ['CSV_MAX_RECORD_SIZE', 'is longer than 1 MiB: a quotation mark may not be closed'],
]);

async function* decode(path: string, encoding: CsvDialect['encoding']): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const chunk of readChunks(path)) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

function end(parser: Parser, failure: () => Error | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (failure() !== undefined) resolve();
    parser.once('error', () => {
      resolve();
    });
    parser.once('end', resolve);
    parser.resume();
    parser.end();
  });
}

function countLineBreaks(cells: readonly string[]): readonly [breaks: number, pairs: number] {
  let [breaks, pairs] = [0, 0];
  for (const cell of cells) {
    if (!/[\r\n]/.test(cell)) continue;
    for (const [lineBreak] of cell.matchAll(/\r\n|\n|\r/g)) {
      breaks += 1;
      if (lineBreak.length === 2) pairs += 1;
    }
  }
  return [breaks, pairs];
}

/** One line of a CSV file, with its line break. */
export function formatRecord(cells: readonly string[], separator: string): string {
  const quoted = cells.map((cell) =>
    /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(separator)}\r\n`;
}
