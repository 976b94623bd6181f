// Finds everything that is wrong with the new files of a data set, without importing them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { readCompanyFile } from './company-file.ts';
import { listDataFiles, type DataFile } from './data-files.ts';
import { createFaultCollector, DataSetError } from './data-set-problem.ts';
import { hasCurrentTables, readStoredCompany } from './database-tables.ts';
import { dueRetention, readForgotten, withEntry } from './forgetting.ts';
import { checkFiles } from './import.ts';
import { hasDatabase, openDatabase, readCompanyText, type DataSetLocation } from './location.ts';

export interface CheckOptions extends DataSetLocation {
  /** UTC milliseconds. */
  readonly clock: () => number;
  /** Checked instead of the files in the directory. */
  readonly files?: readonly DataFile[];
  /** The name of a file in the directory, if only its problems are wanted. */
  readonly only?: string;
}

/** The problems beyond these are counted. */
export const maxCheckedFaults = 1_000;
const companyFile = 'company.json';

/**
 * Resolves with undefined when an import would have no faults. The database is as it was; while it is
 * compared, imports wait and readers do not. Without a database a temporary one is used.
 */
export async function checkDataSet(options: CheckOptions): Promise<DataSetError | undefined> {
  if (await hasDatabase(options)) return checkWith(await openDatabase(options), options);
  const temporary = await mkdtemp(join(tmpdir(), 'check-'));
  try {
    return await checkWith(await openDatabase({ directory: temporary }), options);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function checkWith(
  database: Database,
  options: CheckOptions,
): Promise<DataSetError | undefined> {
  const faults = createFaultCollector(maxCheckedFaults);
  const leftOut = new Set<string>();
  try {
    for (;;) {
      try {
        const found = await checkOnce(database, options, leftOut);
        if (found !== undefined) faults.addError(found);
        return selectFile(faults.error(), options.only);
      } catch (error) {
        faults.addError(error);
        const names = filesOf(error).difference(leftOut);
        const isCompanyNeeded =
          names.has(companyFile) && (await readStoredText(database)) === undefined;
        if (names.size === 0 || isCompanyNeeded) return selectFile(faults.error(), options.only);
        for (const name of names) leftOut.add(name);
      }
    }
  } finally {
    await database.close();
  }
}

/** Without company.json nothing can be checked: its problems are always among them. */
function selectFile(
  error: DataSetError | undefined,
  only: string | undefined,
): DataSetError | undefined {
  if (error === undefined || only === undefined) return error;
  const problems = error.problems.filter(({ file }) => file === only || file === companyFile);
  return problems.length === 0 ? undefined : new DataSetError(problems, error.more);
}

function filesOf(error: unknown): ReadonlySet<string> {
  return error instanceof DataSetError ? error.files : new Set();
}

/** Ends the transaction of a check, of which nothing is kept. */
class CheckEnd extends Error {
  readonly found: DataSetError | undefined;

  constructor(found: DataSetError | undefined) {
    super('The transaction is only a check.');
    this.found = found;
  }
}

async function checkOnce(
  database: Database,
  { directory, clock, files, only }: CheckOptions,
  leftOut: ReadonlySet<string>,
): Promise<DataSetError | undefined> {
  const checkedFiles = files ?? (await listDataFiles(directory, leftOut));
  const text = leftOut.has(companyFile)
    ? ((await readStoredText(database)) ?? '')
    : await readCompanyText(directory);
  const company = readCompanyFile(text);
  const now = clock();
  const known = await readForgotten(directory);
  const forgotten = withEntry(known, dueRetention(known, company.openFeedbackDays, now));
  try {
    return await database.transaction(async (session) => {
      const found = await checkFiles(session, {
        files: checkedFiles.filter(({ name }) => !leftOut.has(name) && name === (only ?? name)),
        ...{ company, companyText: text, forgotten, now, maxFaults: maxCheckedFaults },
        onProgress: () => undefined,
      });
      throw new CheckEnd(found);
    });
  } catch (error) {
    if (error instanceof CheckEnd) return error.found;
    throw error;
  }
}

async function readStoredText(database: Database): Promise<string | undefined> {
  return (await hasCurrentTables(database)) ? (await readStoredCompany(database)).text : undefined;
}
