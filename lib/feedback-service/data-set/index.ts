// Opens a data set: imports the new files of a directory into its database and serves the company.
import type { Database } from '../database/database.ts';
import { CompanyUnavailableError, type Company } from '../company-store.ts';
import type { CompanyFile } from './company-file.ts';
import { saveFileCredentials, readValidCredentials } from './data-set-credentials.ts';
import { listDataFiles } from './data-files.ts';
import { importFiles, type ImportResult, type ImportProgress } from './import.ts';
import { isComputedFor } from './derived-tables.ts';
import { readCompany, openDatabase, type DataSetLocation } from './location.ts';
import { DataSetError } from './data-set-problem.ts';
import { createRevocationsReader, type Revocations } from './revocations.ts';
import { createDatabaseStore } from './data-set-store.ts';
import { hasCurrentTables, readGeneration, createTables } from './database-tables.ts';

export type { ImportProgress } from './import.ts';

export interface DataSetOptions extends DataSetLocation {
  /** UTC milliseconds. */
  readonly clock: () => number;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Called when another process holds the lock of the database, before waiting for it. */
  readonly onBusy?: () => void;
}

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
export async function openDataSet(options: DataSetOptions): Promise<DataSet> {
  const { directory, clock, onProgress = () => undefined, onBusy } = options;
  const lockWait = onBusy === undefined ? {} : { onBusy };
  const files = await listDataFiles(directory);
  const file = await readCompany(directory);
  const revocations = createRevocationsReader(directory);
  await revocations();
  const database = await openDatabase(options);
  try {
    // In a transaction of its own, so that credentials can be managed during the first import.
    if (!(await hasCurrentTables(database))) await database.transaction(createTables, lockWait);
    const imported = await database.transaction(async (session) => {
      const imported = await importFiles(session, {
        files,
        company: file,
        now: clock(),
        onProgress,
      });
      const { all: revoked } = await revocations();
      await saveFileCredentials(session, file.credentials, revoked, clock());
      return imported;
    }, lockWait);
    const company = await createCompany(options, file, database, revocations);
    return { company, imported, close: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Minimum time between reads of company.json while it does not match the derived tables. */
const reloadIntervalMs = 5_000;

/**
 * When another process has recomputed the database with another company.json, the file is read again.
 * Nothing is recomputed here, so that two processes never undo each other's work.
 */
async function createCompany(
  { directory, clock }: DataSetOptions,
  file: CompanyFile,
  database: Database,
  revocations: () => Promise<Revocations>,
): Promise<Company> {
  let state = {
    generation: await readGeneration(database),
    store: createDatabaseStore(database, file.structure, clock),
  };
  let reloading: Promise<void> | undefined;
  let nextReload = -Infinity;

  async function reload(): Promise<void> {
    const generation = await readGeneration(database);
    const file = await readCompany(directory);
    if (!(await isComputedFor(database, file))) return;
    state = { generation, store: createDatabaseStore(database, file.structure, clock) };
  }

  return {
    credentials: async () => {
      const { generation, credentials: validCredentials } = await readValidCredentials(database);
      const { has } = await revocations().catch((error: unknown) => {
        throw error instanceof DataSetError
          ? new CompanyUnavailableError(`${directory}: ${error.message}`, validCredentials)
          : error;
      });
      const credentials = validCredentials.filter((credential) => !has(credential));
      if (generation !== state.generation && clock() >= nextReload) {
        reloading ??= reload().finally(() => {
          nextReload = clock() + reloadIntervalMs;
          reloading = undefined;
        });
      }
      await reloading?.catch((error: unknown) => {
        if (error instanceof DataSetError) return;
        throw error;
      });
      if (generation > state.generation) throw new CompanyUnavailableError(outdated, credentials);
      return credentials;
    },
    get store() {
      return state.store;
    },
  };
}

const outdated =
  'Another process has recomputed this data set with settings that differ from the current company.json: restart this service.';
