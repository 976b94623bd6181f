// A company of one's own: a directory of files behind a database that is brought up to them when it
// is opened. It hides the engine, and where each company lies in it.
import type { Database } from '../database/database.ts';
import { CompanyUnavailableError, type Company } from '../company-store.ts';
import type { CompanyFile } from './company-file.ts';
import { saveFileCredentials, readValidCredentials } from './data-set-credentials.ts';
import { listDataFiles } from './data-files.ts';
import { importFiles, type ImportResult, type ImportProgress } from './import.ts';
import { isComputedFor } from './recompute-surveys.ts';
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
  /** Called when another process holds the database, which is then waited for. */
  readonly onBusy?: () => void;
}

export interface DataSet {
  readonly company: Company;
  /** What this opening has imported. */
  readonly imported: ImportResult;
  close(): Promise<void>;
}

/**
 * Imports what is new in the directory and opens the company. Throws a DataSetError, with nothing
 * of this import kept, when a file is wrong; a DatabaseError when the engine cannot be used.
 */
export async function openDataSet(options: DataSetOptions): Promise<DataSet> {
  const { directory, clock, onProgress = () => undefined, onBusy } = options;
  const waiting = onBusy === undefined ? {} : { onBusy };
  const files = await listDataFiles(directory);
  const file = await readCompany(directory);
  const revocations = createRevocationsReader(directory);
  await revocations();
  const database = await openDatabase(options);
  try {
    // Beforehand, so that credentials can be managed while the first import goes on.
    if (!(await hasCurrentTables(database))) await database.transaction(createTables, waiting);
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
    }, waiting);
    const company = await createCompany(options, file, database, revocations);
    return { company, imported, close: () => database.close() };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** How often company.json is read again while it does not match what is computed, ms. */
const reloadIntervalMs = 5_000;

/**
 * The company of a database. When another process has computed it anew, by another company.json, that
 * file is read again; nothing is computed here, so that two processes never undo each other's work.
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
      const { generation, credentials: kept } = await readValidCredentials(database);
      const { has } = await revocations().catch((error: unknown) => {
        throw error instanceof DataSetError
          ? new CompanyUnavailableError(`${directory}: ${error.message}`, kept)
          : error;
      });
      const credentials = kept.filter((credential) => !has(credential));
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
  'Another process has computed this data set anew, by other settings than company.json has now: start this service again.';
