// Converts a CSV file into a data file, whose lines have the numbers of the records they are made from,
// so that faults that are found later can be told by the line of the CSV file.
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { Structure } from '../company.ts';
import { createFaultCollector, DataSetError } from '../data-set/data-set-problem.ts';
import { createEventParser } from '../data-set/event-line.ts';
import { LineFault } from '../data-set/json-fields.ts';
import { detectDialect, formatRecord, readRecords } from './csv-file.ts';
import type { CsvMapping } from './csv-mapping.ts';
import { createRowReader, type ClockChanges, type RowReader } from './csv-row.ts';

export interface ConvertOptions {
  readonly path: string;
  /** The name of the file in problems. */
  readonly name: string;
  readonly structure: Structure;
  readonly mapping: CsvMapping;
  /** UTC milliseconds. */
  readonly now: number;
  /** Whether hourly sums replace stored ones of the same hour. */
  readonly replaces: boolean;
  /** The data file to write. */
  readonly output: string;
  /** The file for invalid records; undefined when they are faults. */
  readonly quarantine?: string;
  /** Reasons why lines are invalid that were found by importing the data file. */
  readonly knownFaults?: ReadonlyMap<number, string>;
  readonly maxFaults?: number;
}

export interface ConvertedFile {
  readonly events: number;
  /** Records that were written to the file for invalid ones. */
  readonly quarantined: number;
  readonly sha256: string;
  readonly changes: ClockChanges;
}

const bufferLength = 256 * 1024;

/** Throws a DataSetError with the faults of the file; with a quarantine only when it cannot be read at all. */
export async function convertCsv(options: ConvertOptions): Promise<ConvertedFile> {
  const { path, name, structure, mapping, knownFaults } = options;
  const dialect = await detectDialect(path, name, mapping);
  const changes: ClockChanges = { repeated: new Map(), skipped: new Map() };
  const parseEvent = createEventParser(structure, options.now);
  const faults = createFaultCollector(options.maxFaults);
  const output = createWriter(options.output);
  const quarantine =
    options.quarantine === undefined ? undefined : createWriter(options.quarantine);
  let readRow: RowReader | undefined;
  let [events, quarantined, nextLine] = [0, 0, 1];

  function readHeader(header: readonly string[]): RowReader {
    try {
      const correctedAt = options.replaces ? options.now : undefined;
      return createRowReader(header, { structure, mapping, correctedAt, changes });
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      throw new DataSetError([{ file: name, reason: error.message }]);
    }
  }

  function convert(read: RowReader, line: number, cells: readonly string[]): string | undefined {
    try {
      // Read in any case: whether a sum is the second one of a repeated hour depends on the records before it.
      const text = JSON.stringify(read(cells));
      const known = knownFaults?.get(line);
      if (known !== undefined) throw new LineFault(known);
      parseEvent(text);
      return text;
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      if (quarantine === undefined) faults.add([{ file: name, line, reason: error.message }]);
      quarantine?.write(formatRecord([...cells, error.message], dialect.separator));
      quarantined += 1;
      return undefined;
    }
  }

  try {
    for await (const records of readRecords(path, name, dialect)) {
      for (const { line, cells } of records) {
        if (readRow === undefined) {
          readRow = readHeader(cells);
          quarantine?.write(formatRecord([...cells, 'problem'], dialect.separator));
          continue;
        }
        const text = convert(readRow, line, cells);
        if (text === undefined) continue;
        output.write(`${'\n'.repeat(line - nextLine)}${text}\n`);
        nextLine = line + 1;
        events += 1;
      }
    }
    if (readRow === undefined) throw new DataSetError([{ file: name, reason: 'is empty' }]);
  } catch (error) {
    faults.addError(error);
  } finally {
    output.close();
    quarantine?.close();
  }
  faults.throwIfAny();
  return { events, quarantined, sha256: output.sha256(), changes };
}

interface Writer {
  readonly write: (text: string) => void;
  /** The file is on disk afterwards. */
  readonly close: () => void;
  readonly sha256: () => string;
}

/** Only the owner may read the file. */
function createWriter(path: string): Writer {
  const file = openSync(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let pending = '';
  const flush = (): void => {
    const bytes = Buffer.from(pending);
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    hash.update(bytes);
    pending = '';
  };
  return {
    write: (text) => {
      pending += text;
      if (pending.length >= bufferLength) flush();
    },
    close: () => {
      flush();
      fsyncSync(file);
      closeSync(file);
    },
    sha256: () => hash.digest('hex'),
  };
}
