// Companies as data sets on disk, imported into SQLite or, if the environment names a server, into PostgreSQL, so that
// every test of the service runs with both.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceFolder, Structure } from '../../lib/feedback-service/company.ts';
import { openDataSet, type Company, type Credential } from '../../lib/feedback-service/index.ts';

/** One event; `ts` in UTC ms. */
export type FeedbackLine =
  | {
      readonly ts: number;
      readonly r: number;
      readonly device?: string | number;
      readonly followUp?: number;
      readonly open?: {
        readonly text: string;
        readonly relevance?: number;
        readonly spam?: boolean;
        readonly isOldWebItem: boolean;
      };
    }
  | { readonly ts: number; readonly data: readonly number[] };

export interface CompanyData {
  readonly credentials: readonly Credential[];
  readonly structure: Structure;
  /** Lines of feedback by survey key, in any order. */
  readonly feedback: ReadonlyMap<number, readonly FeedbackLine[]>;
  readonly tamperDelaySeconds?: number;
}

/** Database of all tests; undefined: SQLite. */
export const testDatabase = process.env['FEEDBACK_SERVICE_TEST_DATABASE'];

/** A data set in the database of all tests. */
export function placeOfDataSet(directory: string, clock: () => number): PlaceOfDataSet {
  return {
    directory,
    clock,
    ...(testDatabase === undefined ? {} : { database: testDatabase }),
  };
}

interface PlaceOfDataSet {
  readonly directory: string;
  readonly clock: () => number;
  readonly database?: string;
}

/** Fewer runs with PostgreSQL, where opening a schema takes ten times as long as opening a file. */
export function propertyRuns(inSqlite: number): { readonly numRuns: number } {
  return { numRuns: testDatabase === undefined ? inSqlite : Math.ceil(inSqlite / 8) };
}

export interface OpenTestCompany {
  readonly company: Company;
  close(): Promise<void>;
}

export async function openTestCompany(
  data: CompanyData,
  clock: () => number,
): Promise<OpenTestCompany> {
  const directory = await mkdtemp(join(tmpdir(), 'data-set-'));
  await writeFile(join(directory, 'company.json'), companyText(data));
  const lines = [...data.feedback].flatMap(([survey, surveyLines]) =>
    surveyLines.map((line) => `${JSON.stringify({ survey, ...lineFields(line) })}\n`),
  );
  await writeFile(join(directory, 'feedback.ndjson'), lines.join(''));
  const set = await openDataSet(placeOfDataSet(directory, clock));
  return {
    company: set.company,
    close: async () => {
      await set.close();
      await rm(directory, { recursive: true });
    },
  };
}

function companyText({ credentials, structure, tamperDelaySeconds }: CompanyData): string {
  return JSON.stringify({
    credentials,
    ...(tamperDelaySeconds === undefined ? {} : { misuse: { tamperDelaySeconds } }),
    questions: structure.questions,
    root: folderFields(structure.root),
  });
}

function folderFields({ key, name, folders, surveys }: ServiceFolder): object {
  return {
    key,
    name,
    folders: folders.map(folderFields),
    surveys: surveys.map(({ activePeriods, ...survey }) => ({
      ...survey,
      activePeriods: activePeriods.map(({ start, end }) => ({ start: iso(start), end: iso(end) })),
    })),
  };
}

function lineFields(line: FeedbackLine): object {
  const ts = iso(line.ts);
  if ('data' in line) return { ts, data: line.data };
  const { r, device, followUp: f, open } = line;
  if (open?.isOldWebItem === true) return { ts, o: { r, text: open.text } };
  const { isOldWebItem: _, ...text } = open ?? { isOldWebItem: false };
  return { ts, r, device, f, ...text };
}

function iso(ts: number): string {
  return new Date(ts).toISOString();
}
