// Locates a data set: company.json in its directory, and its database, which is a file of SQLite in the
// directory or a schema of PostgreSQL.
import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { access, link, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { CompanyPlace } from '../company-store.ts';
import type { Database } from '../database/database.ts';
import { openPostgres } from '../database/postgres.ts';
import { openSqlite } from '../database/sqlite.ts';
import { readCompanyFile, type CompanyFile } from './company-file.ts';
import { DataSetError, errorCode } from './data-set-problem.ts';
import { describeReadError } from './read-lines.ts';

export interface DataSetLocation extends CompanyPlace {
  /** The maximum number of connections that a process has for reading from PostgreSQL. */
  readonly reads?: number;
}

/** Throws a DataSetError. */
export async function readCompany(directory: string): Promise<CompanyFile> {
  return readCompanyFile(await readCompanyText(directory));
}

/** Throws a DataSetError. */
export async function readCompanyText(directory: string): Promise<string> {
  const file = 'company.json';
  const bytes = await readFile(join(directory, file)).catch((error: unknown) => {
    throw new DataSetError([{ file, reason: describeReadError(error) }]);
  });
  if (!isUtf8(bytes)) throw new DataSetError([{ file, reason: 'is not valid UTF-8' }]);
  return bytes.toString('utf8');
}

const sqliteFile = 'service.sqlite';
const schemaFile = 'service.postgres';

/** Whether something has been stored; opening the database would create it. */
export async function hasDatabase({ directory, database }: DataSetLocation): Promise<boolean> {
  const path = join(directory, database === undefined ? sqliteFile : schemaFile);
  return access(path).then(
    () => true,
    () => false,
  );
}

export async function openDatabase({
  directory,
  database,
  reads,
}: DataSetLocation): Promise<Database> {
  return database === undefined
    ? openSqlite(join(directory, sqliteFile))
    : openPostgres(database, await readSchemaName(directory), reads);
}

/**
 * The name of the schema is generated once and stored next to the data, so that two directories of the
 * same name have two schemas, and a directory that is moved keeps its schema.
 */
async function readSchemaName(directory: string): Promise<string> {
  const path = join(directory, schemaFile);
  const name = await readOrCreateName(path).catch((error: unknown) => {
    throw new DataSetError([{ file: schemaFile, reason: describeReadError(error) }]);
  });
  if (/^feedback_[a-z0-9_]{1,50}$/.test(name)) return name;
  const reason =
    'does not contain the name of a schema: remove the file to import everything again: credentials that were added are kept';
  throw new DataSetError([{ file: schemaFile, reason }]);
}

async function readOrCreateName(path: string): Promise<string> {
  try {
    return await read(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  // Linking a complete draft is atomic; when two processes link one, the first link stays.
  const suffix = randomBytes(4).toString('hex');
  const draft = `${path}.${suffix}`;
  const directoryName = basename(resolve(path, '..'))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');
  await writeFile(draft, `feedback_${directoryName.slice(0, 40)}_${suffix}\n`, { flag: 'wx' });
  try {
    await link(draft, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return read(path);
}

async function read(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).trim();
}
