// A company of one's own: a directory of files behind a database that is brought up to them when it
// is opened. It hides the engine, and where each company lies in it.
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError, type Database } from '../database/database.ts';
import { openPostgres } from '../database/postgres.ts';
import { openSqlite } from '../database/sqlite.ts';
import type { Company, Credential } from '../store.ts';
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
import { importFiles, type Imported, type ImportProgress } from './import.ts';
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
  const company = await companyIn(directory);
  const database = await open(options);
  try {
    const imported = await database.transaction(async (session) => {
      const imported = await importFiles(session, { files, company, now: clock(), onProgress });
      await keepFileCredentials(session, company.credentials);
      return imported;
    });
    const generation = await generationOf(database);
    return {
      company: {
        credentials: async () => {
          const valid = await validCredentials(database);
          if (valid.generation !== generation) throw new DatabaseError(outdated);
          return valid.credentials;
        },
        store: databaseStore(database, company.structure, clock),
      },
      imported,
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const outdated =
  'Another process has computed this data set anew, by other settings in company.json: start this service again.';

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
