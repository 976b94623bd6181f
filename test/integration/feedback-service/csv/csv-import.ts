// Imports of CSV files into a company, and what they store.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import {
  DataSetError,
  importCsv,
  openDataSet,
  type CsvImport,
} from '../../../../lib/feedback-service/index.ts';
import { openDatabase } from '../../../../lib/feedback-service/data-set/location.ts';
import type { DatabaseRow } from '../../../../lib/feedback-service/database/database.ts';

export const clock = (): number => Date.parse('2026-11-27T05:00:00Z');

const place = (key: number, name: string, surveys: readonly number[]): object => ({
  key,
  name,
  surveys: surveys.map((survey) => ({
    ...{ key: survey, question: survey % 2 === 0 ? 70 : 71, timeZone: 'Europe/Berlin' },
    ...{ surveyType: 'TERMINAL', indexType: 'HAPPY', feedbackScale: 'FOUR' },
  })),
});

const company = {
  credentials: [],
  questions: [
    {
      ...{ key: 70, name: 'Wie war es?', locale: 'de' },
      followUps: [{ key: 701, name: 'Wartezeit', kind: 'painPoint' }],
    },
    { key: 71, name: 'Und das Essen?', locale: 'de', followUps: [] },
  ],
  root: {
    key: 1,
    name: 'Acme',
    folders: [
      { key: 2, name: 'Nord', folders: [place(3, 'Köln', [12]), place(4, 'Mitte', [14, 15])] },
      { key: 5, name: 'Süd', folders: [place(6, 'Mitte', [16])] },
    ],
  },
};

export const columns = { survey: 'Filiale', time: 'Zeit', button: 'Note' };
export const simple = { columns, timeFormat: 'dd.MM.yyyy HH:mm:ss' };

interface Case {
  readonly directory: string;
  readonly csv: string;
  readonly run: (
    content: string | Uint8Array,
    mapping: object,
    options?: {
      readonly quarantines?: boolean;
      readonly replaces?: boolean;
      readonly file?: string;
    },
  ) => Promise<CsvImport>;
  readonly rows: (columns: string) => Promise<readonly DatabaseRow[]>;
}

export async function setUp(t: TestContext, database?: string): Promise<Case> {
  const folder = await mkdtemp(join(tmpdir(), 'csv-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const directory = await mkdtemp(join(folder, 'acme-'));
  await writeFile(join(directory, 'company.json'), JSON.stringify(company));
  const location = { directory, ...(database === undefined ? {} : { database }) };
  return {
    directory,
    csv: join(folder, 'export.csv'),
    run: async (content, mapping, options = {}) => {
      const { quarantines = false, replaces = false, file = 'export.csv' } = options;
      await writeFile(join(folder, file), content);
      await writeFile(join(folder, 'mapping.json'), JSON.stringify(mapping));
      return importCsv(join(folder, file), {
        ...location,
        ...{ clock, quarantines, replaces, mapping: join(folder, 'mapping.json') },
      });
    },
    rows: async (names) => {
      const opened = await openDatabase(location);
      try {
        return await opened.all(`SELECT ${names} FROM events ORDER BY ts, line`);
      } finally {
        await opened.close();
      }
    },
  };
}

export async function problemsOf(work: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof DataSetError, String(error));
  return error.problems.map(({ line, reason }) => `${line ?? '-'}: ${reason}`);
}

export function utf16(text: string): Buffer {
  return Buffer.from(`\ufeff${text}`, 'utf16le');
}

export const header = 'Filiale;Stunde;0;1;2;3';
export const sums = {
  columns: { survey: 'Filiale', time: 'Stunde', counts: ['0', '1', '2', '3'] },
  timeFormat: 'dd.MM.yyyy HH:mm',
};

export async function testHourlySums(t: TestContext, database?: string): Promise<void> {
  const { run, rows, directory } = await setUp(t, database);
  const other = { file: 'other.csv' };
  await run(`${header}\nKöln;09.11.2026 07:00;1;2;3;4\n`, sums);
  const repeated = `${header}\nKöln;09.11.2026 07:00;1;2;3;4\nKöln;09.11.2026 08:00;1;0;0;0\n`;
  assert.equal((await run(repeated, sums, other)).imported.known, 1);
  const changed = `${header}\nKöln;09.11.2026 07:00;0;0;0;9\n`;
  assert.deepEqual(await problemsOf(run(changed, sums, other)), [
    '2: id belongs to an earlier event of survey 12 with a different data: correctedAt, which service import --replace adds, replaces it',
  ]);
  await run(changed, sums, { ...other, replaces: true });
  const corrected = [
    [Date.parse('2026-11-09T06:00:00Z'), '[0,0,0,9]'],
    [Date.parse('2026-11-09T07:00:00Z'), '[1,0,0,0]'],
  ];
  assert.deepEqual(await rows('ts, data'), corrected);
  assert.equal((await readdir(directory)).filter((name) => name.endsWith('.ndjson')).length, 3);
  const dataSet = await openDataSet({
    ...{ directory, clock },
    ...(database === undefined ? {} : { database }),
  });
  await dataSet.close();
  assert.deepEqual(await rows('ts, data'), corrected);
}
