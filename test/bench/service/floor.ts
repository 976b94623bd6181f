// The minimum time of an import: reading and parsing the lines, and inserting them into a table without keys and
// indexes, without validation.
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { inputOf, sendResult } from '../child.ts';
import { floorInput, type FloorFigures } from './service-figures.ts';

const COLUMNS = ['survey', 'ts', 'r', 'device', 'f', 'text', 'relevance', 'spam', 'data'] as const;

type Value = string | number | null;
const line = z.custom<Readonly<Partial<Record<string, unknown>>>>();

async function* linesOf(path: string): AsyncGenerator<readonly string[]> {
  let partialLine = '';
  const chunks: AsyncIterable<string> = createReadStream(path, {
    encoding: 'utf8',
    highWaterMark: 256 * 1024,
  });
  for await (const chunk of chunks) {
    const lines = (partialLine + chunk).split('\n');
    partialLine = lines.pop() ?? '';
    yield lines;
  }
}

function valueOf(value: unknown, column: string): Value {
  if (column === 'ts') return Date.parse(String(value));
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === undefined ? null : JSON.stringify(value);
}

function tableIn(path: string): { add(row: readonly Value[]): void; end(): void } {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  database.exec(`CREATE TABLE events (${COLUMNS.join(', ')})`);
  const insertion = database.prepare(
    `INSERT INTO events VALUES (${COLUMNS.map(() => '?').join(', ')})`,
  );
  database.exec('BEGIN');
  return {
    add: (row) => {
      insertion.run(...row);
    },
    end: () => {
      database.exec('COMMIT');
      database.close();
    },
  };
}

const { directory, way } = inputOf(floorInput);
const start = performance.now();
const table = way === 'inserted' ? tableIn(join(directory, 'floor.sqlite')) : null;
let events = 0;
for await (const lines of linesOf(join(directory, 'feedback.ndjson'))) {
  for (const text of lines) {
    const inputValue: unknown = JSON.parse(text);
    const fields = line.parse(inputValue);
    events += 1;
    table?.add(COLUMNS.map((column) => valueOf(fields[column], column)));
  }
}
table?.end();
const figures: FloorFigures = { wallMs: performance.now() - start, events };
sendResult(figures);
