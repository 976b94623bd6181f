// Data sets that are backed up, and what they answer.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openDataSet, type DataSet } from '../../../../lib/feedback-service/index.ts';
import { testDatabase } from '../../../support/data-set.ts';
import { companyFile, noon, serve } from '../../../support/feedback-service/served-company.ts';

export function linesOf(file: number, count = 2_500): string {
  return Array.from({ length: count }, (_, i) => {
    const ts = new Date(Date.parse('2026-11-01T00:00:00Z') + (i * 9 + file) * 60_000).toISOString();
    const line = { survey: 11, ts, r: i % 4, device: i % 3, id: `${file} ${i}` };
    return `${JSON.stringify(i % 50 === 0 ? { ...line, f: 71, text: `Words ${i}` } : line)}\n`;
  }).join('');
}

/** Of `filledPlace`. */
export const FIRST_LINES = linesOf(0, 1_200);

interface Place {
  readonly directory: string;
  readonly database?: string;
  readonly clock: () => number;
}

export async function emptyPlace(t: TestContext, database = testDatabase): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), 'backup-'));
  t.after(() => rm(directory, { recursive: true }));
  return { directory, clock: () => noon, ...(database === undefined ? {} : { database }) };
}

export async function filledPlace(t: TestContext, database?: string): Promise<Place> {
  const place = await emptyPlace(t, database);
  await writeFile(join(place.directory, 'company.json'), companyFile('Europe/Helsinki'));
  await writeFile(join(place.directory, 'feedback-0.ndjson'), FIRST_LINES);
  return place;
}

export async function open(t: TestContext, place: Place): Promise<DataSet> {
  const set = await openDataSet(place);
  t.after(() => set.close());
  return set;
}

export const paths = [
  '/v1/folders?surveys=true',
  '/v1/surveys/11/results?truncate=hour',
  '/v1/surveys/11/rawresults?followup=true&openfeedback=true',
  '/v1/surveys/11/openfeedback',
  '/v1/surveys/11/followup',
  '/v1/folders/1/alerts',
];

export async function answersOf(t: TestContext, { company }: DataSet): Promise<readonly unknown[]> {
  const { ask } = await serve(t, company);
  return Promise.all(
    paths.map(async (path) => {
      const { status, body } = await ask(path);
      assert.equal(status, 200);
      return body;
    }),
  );
}
