// Backups of a data set: one packed file of JSON lines with the rows of all tables, from one snapshot, and
// with the files that belong to the database. Any engine restores what another one has stored.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod';
import type { Session } from '../database/database.ts';
import { DataSetError, errorCode } from './data-set-problem.ts';
import {
  createIndexes,
  createTables,
  hasCurrentTables,
  incrementGeneration,
  readStoredCompany,
  storeCompany,
  storedTables,
} from './database-tables.ts';
import type { ForgetOptions } from './forget.ts';
import {
  addForgottenLine,
  deleteSurvey,
  eraseForgotten,
  readForgotten,
  readForgottenText,
} from './forgetting.ts';
import { replaceAdded } from './added-credentials.ts';
import { markRevoked } from './data-set-credentials.ts';
import { hasDatabase, openDatabase } from './location.ts';
import { addRevocations, createRevocationsReader } from './revocations.ts';
import { describeReadError } from './read-lines.ts';

const format = 'feedback service backup 1';

const header = z.object({
  format: z.literal(format),
  at: z.iso.datetime(),
  company: z.string(),
  revoked: z.array(z.object({ clientId: z.string(), tokenSha256: z.string() })),
  forgotten: z.string(),
});
const tableLine = z.object({ table: z.string(), columns: z.array(z.string()) });
const rowsLine = z.array(z.array(z.union([z.string(), z.number(), z.null()])));
/** The last line: without it, the file is incomplete. */
const endLine = z.object({ rows: z.number(), sha256: z.string() });

export interface BackupResult {
  /** The number of rows of all tables. */
  readonly rows: number;
}

/** Writes a backup while services and imports are running. Throws a DataSetError when nothing is stored. */
export async function backUp(options: ForgetOptions, file: string): Promise<BackupResult> {
  if (!(await hasDatabase(options))) throw nothingStored();
  const database = await openDatabase(options);
  const draft = `${file}.part`;
  try {
    if (!(await hasCurrentTables(database))) throw nothingStored();
    // Read first: what is revoked or forgotten later is so in the restored data set, too.
    const { all: revoked } = await createRevocationsReader(options.directory)();
    const forgotten = await readForgottenText(options.directory);
    let rows = 0;
    await database.snapshot(async (session) => {
      const { text: company } = await readStoredCompany(session);
      if (company === undefined) throw nothingStored();
      const at = new Date(options.clock()).toISOString();
      const first = { format, at, company, revoked, forgotten };
      const lines = backupLines(session, first, (count) => {
        rows = count;
      });
      await pipeline(Readable.from(lines), createGzip(), createWriteStream(draft, { mode: 0o600 }));
    });
    const written = await open(draft, 'r+');
    await written.sync();
    await written.close();
    await rename(draft, file);
    return { rows };
  } catch (error) {
    await rm(draft, { force: true });
    if (errorCode(error) === undefined) throw error;
    throw new DataSetError([{ file, reason: `cannot be written (${errorCode(error)})` }]);
  } finally {
    await database.close();
  }
}

function nothingStored(): DataSetError {
  return new DataSetError([{ file: 'company.json', reason: 'has not been imported yet' }]);
}

async function* backupLines(
  session: Session,
  first: object,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let count = 0;
  const toLine = (value: unknown): string => {
    const line = `${JSON.stringify(value)}\n`;
    hash.update(line);
    return line;
  };
  yield toLine(first);
  for (const { name, columns } of storedTables) {
    const names = columns.map(([column]) => column);
    yield toLine({ table: name, columns: names });
    for await (const rows of session.batches(`SELECT ${names.join(', ')} FROM ${name}`)) {
      count += rows.length;
      yield toLine(rows);
    }
  }
  onRows(count);
  yield `${JSON.stringify({ rows: count, sha256: hash.digest('hex') })}\n`;
}

/**
 * Restores a backup in one transaction. What has been revoked or forgotten since the backup stays so. Throws
 * a DataSetError when the backup is damaged or, unless `replaces`, when something is stored already.
 */
export async function restore(
  options: ForgetOptions,
  file: string,
  replaces: boolean,
): Promise<BackupResult> {
  const { directory, clock } = options;
  const database = await openDatabase(options);
  try {
    if (!(await hasCurrentTables(database))) await database.transaction(createTables, options);
    return await database.transaction(async (session) => {
      const { text } = await readStoredCompany(session);
      if (text !== undefined && !replaces) {
        const reason = 'has been imported here: restore with --replace, or into another folder';
        throw new DataSetError([{ file: 'company.json', reason }]);
      }
      const lines = readBackup(file);
      const first = header.parse((await lines.next()).value);
      for (const { name } of storedTables) await session.run(`DELETE FROM ${name}`);
      const rows = await restoreRows(session, lines, file);
      await createIndexes(session);
      await session.run('ANALYZE events');
      await storeCompany(session, first.company);
      await incrementGeneration(session);
      addRevocations(directory, first.revoked, clock());
      const { all: revoked } = await createRevocationsReader(directory)();
      await markRevoked(session, revoked, clock());
      await replaceAdded(session, directory);
      await forgetAgain(session, directory, first.forgotten);
      await writeFile(join(directory, 'company.json'), first.company, { flag: 'wx' }).catch(
        (error: unknown) => {
          if (errorCode(error) !== 'EEXIST') throw error;
        },
      );
      return { rows };
    }, options);
  } finally {
    await database.close();
  }
}

const chunkBytes = 256 * 1024;

/** Yields the parsed lines; throws a DataSetError when the file is damaged. */
async function* readBackup(file: string): AsyncGenerator<unknown, undefined> {
  const damaged = new DataSetError([{ file, reason: 'is not a complete backup' }]);
  const source = createReadStream(file);
  const content = createGunzip({ chunkSize: chunkBytes }).setEncoding('utf8');
  source.on('error', (error) => content.destroy(error));
  source.pipe(content);
  const hash = createHash('sha256');
  let previous: string | undefined;
  try {
    for await (const line of splitLines(content)) {
      if (previous !== undefined) {
        hash.update(`${previous}\n`);
        yield JSON.parse(previous);
      }
      previous = line;
    }
  } catch (error) {
    if (error instanceof DataSetError) throw error;
    if (error instanceof SyntaxError) throw damaged;
    throw new DataSetError([{ file, reason: describeReadError(error) }]);
  }
  const end = endLine.safeParse(previous === undefined ? undefined : parseJson(previous));
  if (end.data?.sha256 !== hash.digest('hex')) throw damaged;
  return undefined;
}

/** Only at the ends of the lines that were written: node:readline also takes U+2028 and others for ends. */
async function* splitLines(content: AsyncIterable<string>): AsyncGenerator<string> {
  let beginning: string[] = [];
  for await (const chunk of content) {
    const [first = '', ...others] = chunk.split('\n');
    beginning.push(first);
    const next = others.pop();
    if (next === undefined) continue;
    yield beginning.join('');
    yield* others;
    beginning = [next];
  }
  const last = beginning.join('');
  if (last !== '') yield last;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Inserts the rows of all tables and returns their number. */
async function restoreRows(
  session: Session,
  lines: AsyncGenerator<unknown, undefined>,
  file: string,
): Promise<number> {
  let table = storedTables[0];
  let count = 0;
  for await (const line of lines) {
    if (Array.isArray(line)) {
      const rows = rowsLine.parse(line);
      if (table !== undefined) await session.insert(table, rows);
      count += rows.length;
      continue;
    }
    const { table: name, columns } = tableLine.parse(line);
    table = storedTables.find((candidate) => candidate.name === name);
    const known = table?.columns.map(([column]) => column);
    if (known?.join() !== columns.join()) {
      const reason = `was written by another version: table ${name} differs`;
      throw new DataSetError([{ file, reason }]);
    }
  }
  return count;
}

/** Adds what the backup has forgotten to the record of the folder, and erases what either names. */
async function forgetAgain(session: Session, directory: string, ofBackup: string): Promise<void> {
  const known = new Set((await readForgottenText(directory)).split('\n'));
  const inBackup = new Set(ofBackup.split('\n').filter((line) => line !== ''));
  for (const line of inBackup) if (!known.has(line)) addForgottenLine(directory, line);
  const forgotten = await readForgotten(directory);
  for (const entry of forgotten.entries) {
    const isLater = !inBackup.has(JSON.stringify(entry));
    if (entry.by === 'removal' && isLater) await deleteSurvey(session, entry.survey);
  }
  await eraseForgotten(session, forgotten);
}
