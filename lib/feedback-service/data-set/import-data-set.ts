// Imports the new files of a data set and its company.json, in one transaction. Files with problems are
// left out, and the stored company.json replaces one with problems.
import type { Database, LockWait } from '../database/database.ts';
import { readCompanyFile, type CompanyFile } from './company-file.ts';
import { saveCredentials } from './data-set-credentials.ts';
import { DataSetError } from './data-set-problem.ts';
import { listDataFiles } from './data-files.ts';
import { createTables, hasCurrentTables, readStoredCompany } from './database-tables.ts';
import { importFiles, type ImportProgress, type ImportResult } from './import.ts';
import {
  addForgotten,
  dueRetention,
  readForgotten,
  withEntry,
  type Forgotten,
} from './forgetting.ts';
import { openDatabase, readCompanyText, type DataSetLocation } from './location.ts';
import { createRevocationsReader } from './revocations.ts';

export interface ImportOptions extends DataSetLocation {
  /** UTC milliseconds. */
  readonly clock: () => number;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Called when another process holds the lock of the database, before waiting for it. */
  readonly onBusy?: () => void;
  /** The number of faults of a file that are reported; the others are counted. Default 10. */
  readonly maxFaults?: number;
}

export interface ImportOutcome {
  readonly imported: ImportResult;
  /** Why files, also company.json, were left out. */
  readonly faults: readonly DataSetError[];
}

const companyFile = 'company.json';

/**
 * Imports what has no problems. Throws a DataSetError when nothing can be imported, because there is no
 * valid company.json and none is stored, and a DatabaseError when the database cannot be used.
 */
export async function importValidFiles(
  options: ImportOptions,
  knownFaults: ReadonlySet<string> = new Set(),
): Promise<ImportOutcome> {
  const database = await openDatabase(options);
  try {
    const leftOut = new Set(knownFaults);
    const faults: DataSetError[] = [];
    for (;;) {
      try {
        return { imported: await importDataSet(database, options, leftOut), faults };
      } catch (error) {
        if (!(error instanceof DataSetError)) throw error;
        const names = error.files.difference(leftOut);
        const isCompanyNeeded =
          names.has(companyFile) && (await readStoredCompany(database)).text === undefined;
        if (names.size === 0 || isCompanyNeeded) throw error;
        faults.push(error);
        for (const name of names) leftOut.add(name);
      }
    }
  } finally {
    await database.close();
  }
}

/**
 * One import, of everything but the files that are named in `leftOut`; the stored company.json replaces
 * one that is left out. Throws a DataSetError with all problems; nothing is imported then.
 */
export async function importDataSet(
  database: Database,
  { directory, clock, maxFaults, onProgress = () => undefined, onBusy }: ImportOptions,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<ImportResult> {
  const lockWait: LockWait = onBusy === undefined ? {} : { onBusy };
  // In a transaction of its own, so that credentials can be managed during the first import.
  if (!(await hasCurrentTables(database))) await database.transaction(createTables, lockWait);
  const files = await listDataFiles(directory, leftOut);
  const text = leftOut.has(companyFile)
    ? ((await readStoredCompany(database)).text ?? '')
    : await readCompanyText(directory);
  const company = readCompanyFile(text);
  const revocations = createRevocationsReader(directory);
  await revocations();
  return database.transaction(async (session) => {
    const imported = await importFiles(session, {
      files,
      company,
      companyText: text,
      forgotten: await rememberRetention(directory, company, clock()),
      now: clock(),
      onProgress,
      ...(maxFaults === undefined ? {} : { maxFaults }),
    });
    const { all: revoked } = await revocations();
    const { credentials: fileCredentials } = company;
    await saveCredentials(session, directory, { fileCredentials, revoked }, clock());
    return imported;
  }, lockWait);
}

/** What is forgotten, with the retention of company.json. */
async function rememberRetention(
  directory: string,
  { openFeedbackDays }: CompanyFile,
  now: number,
): Promise<Forgotten> {
  const forgotten = await readForgotten(directory);
  const due = dueRetention(forgotten, openFeedbackDays, now);
  if (due !== undefined) addForgotten(directory, due);
  return withEntry(forgotten, due);
}
