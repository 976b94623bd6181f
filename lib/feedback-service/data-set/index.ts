// A company of one's own: a directory of files behind a database that is brought up to them when it
// is opened. It hides the engine, and where each company lies in it.
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { openPostgres } from '../database/postgres.ts';
import { openSqlite } from '../database/sqlite.ts';
import { CompanyUnavailableError, type Company, type Credential } from '../store.ts';
import { readCompanyFile, type CompanyFile } from './company-file.ts';
import {
  addCredential,
  keepFileCredentials,
  listCredentials,
  revokeCredentials,
  validCredentials,
  type KeptCredential,
} from './credentials.ts';
import { dataFiles } from './files.ts';
import { importFiles, isComputedBy, type Imported, type ImportProgress } from './import.ts';
import { DataSetError } from './problem.ts';
import { readFault } from './read-lines.ts';
import { schemaOf } from './schema-name.ts';
import { databaseStore } from './store.ts';
import { generationOf, makeTables } from './tables.ts';

export type { ImportProgress } from './import.ts';
export type { KeptCredential } from './credentials.ts';

export interface DataSetOptions {
  readonly directory: string;
  /** UTC milliseconds. */
  readonly clock: () => number;
  /** `postgres://…`; absent: the file service.sqlite in the directory. */
  readonly database?: string;
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface DataSet {
  readonly company: Company;
  /** What this opening has imported. */
  readonly imported: Imported;
  close(): Promise<void>;
}

/**
 * Imports what is new in the directory and opens the company. Throws a DataSetError, with nothing
 * of this import kept, when a file is wrong; a DatabaseError when the engine cannot be used.
 */
export async function openDataSet(options: DataSetOptions): Promise<DataSet> {
  const { directory, clock, onProgress = () => undefined } = options;
  const files = await dataFiles(directory);
  const file = await companyIn(directory);
  const database = await open(options);
  try {
    const imported = await database.transaction(async (session) => {
      const imported = await importFiles(session, {
        files,
        company: file,
        now: clock(),
        onProgress,
      });
      await keepFileCredentials(session, file.credentials);
      return imported;
    });
    const company = await companyOf(options, file, database);
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
async function companyOf(
  { directory, clock }: DataSetOptions,
  file: CompanyFile,
  database: Database,
): Promise<Company> {
  let state = {
    generation: await generationOf(database),
    store: databaseStore(database, file.structure, clock),
  };
  let reloading: Promise<void> | undefined;
  let nextReload = -Infinity;

  async function reload(): Promise<void> {
    const generation = await generationOf(database);
    const file = await companyIn(directory);
    if (!(await isComputedBy(database, file))) return;
    state = { generation, store: databaseStore(database, file.structure, clock) };
  }

  return {
    credentials: async () => {
      const { generation, credentials } = await validCredentials(database);
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

export interface Credentials {
  list(): Promise<readonly KeptCredential[]>;
  add(credential: Credential): Promise<void>;
  /** Tells how many have ended. */
  revoke(clientId: string, tokenSha256?: string): Promise<number>;
  close(): Promise<void>;
}

/** The credentials of a data set, without importing it; a service that runs knows at once. */
export async function openCredentials(
  options: Pick<DataSetOptions, 'directory' | 'clock' | 'database'>,
): Promise<Credentials> {
  const { directory, clock } = options;
  const company = await companyIn(directory);
  const database = await open(options);
  try {
    await database.transaction(async (session) => {
      await makeTables(session);
      await keepFileCredentials(session, company.credentials);
    });
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    list: () => listCredentials(database),
    add: (credential) => addCredential(database, credential, clock()),
    revoke: (clientId, tokenSha256) =>
      database.transaction((session) => revokeCredentials(session, clientId, tokenSha256, clock())),
    close: () => database.close(),
  };
}

async function companyIn(directory: string): Promise<CompanyFile> {
  const file = 'company.json';
  const bytes = await readFile(join(directory, file)).catch((error: unknown) => {
    throw new DataSetError([{ file, reason: readFault(error) }]);
  });
  if (!isUtf8(bytes)) throw new DataSetError([{ file, reason: 'is not valid UTF-8' }]);
  return readCompanyFile(bytes.toString('utf8'));
}

async function open({ directory, database }: DataSetOptions): Promise<Database> {
  return database === undefined
    ? openSqlite(join(directory, 'service.sqlite'))
    : openPostgres(database, await schemaOf(directory));
}
