// Where a data set is read and written: company.json in its directory, and the database beside it.
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { openPostgres } from '../database/postgres.ts';
import { openSqlite } from '../database/sqlite.ts';
import { readCompanyFile, type CompanyFile } from './company-file.ts';
import { DataSetError } from './data-set-problem.ts';
import { readFault } from './read-lines.ts';
import { schemaOf } from './schema-name.ts';

export interface Place {
  readonly directory: string;
  /** `postgres://…`; absent: the file service.sqlite in the directory. */
  readonly database?: string;
}

/** Throws a DataSetError. */
export async function companyIn(directory: string): Promise<CompanyFile> {
  const file = 'company.json';
  const bytes = await readFile(join(directory, file)).catch((error: unknown) => {
    throw new DataSetError([{ file, reason: readFault(error) }]);
  });
  if (!isUtf8(bytes)) throw new DataSetError([{ file, reason: 'is not valid UTF-8' }]);
  return readCompanyFile(bytes.toString('utf8'));
}

export async function openDatabase({ directory, database }: Place): Promise<Database> {
  return database === undefined
    ? openSqlite(join(directory, 'service.sqlite'))
    : openPostgres(database, await schemaOf(directory));
}
