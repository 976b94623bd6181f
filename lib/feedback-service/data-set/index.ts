// Opens a data set: imports the new files of a directory into its database and serves the company.
import type { Company } from '../company-store.ts';
import { importDataSet, type ImportOptions } from './import-data-set.ts';
import type { ImportResult } from './import.ts';
import { openDatabase } from './location.ts';
import { createRevocationsReader } from './revocations.ts';
import { openStoredCompany } from './stored-company.ts';

export interface DataSet {
  readonly company: Company;
  /** What was imported when the data set was opened. */
  readonly imported: ImportResult;
  close(): Promise<void>;
}

/**
 * Imports the new files of the directory and opens the company. Throws a DataSetError when a file is
 * wrong (nothing is imported then) and a DatabaseError when the database cannot be used.
 */
export async function openDataSet(options: ImportOptions): Promise<DataSet> {
  const { directory, clock, database: address } = options;
  const database = await openDatabase(options);
  try {
    const imported = await importDataSet(database, options);
    const revocations = createRevocationsReader(directory);
    const company = await openStoredCompany(database, {
      ...{ directory, clock, revocations },
      ...(address === undefined ? {} : { database: address }),
    });
    if (company === undefined) throw new Error('The import has stored no company.');
    return { company, imported, close: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}
