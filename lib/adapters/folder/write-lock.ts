// One writer at a time, however many processes: the write lock of an empty SQLite database.
// The kernel lets go of it when its holder dies, and no clock or process id is ever believed.
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { FolderStoreError } from './system-errors.ts';

/** SQLITE_BUSY: another connection has the lock. */
const BUSY = 5;
const RETRY_MS = 5;

/**
 * Does the work while nobody else holds the lock. It is asked for every few milliseconds, for about
 * `waitMs`, so that the event loop runs meanwhile. The file must not be opened by anything else here:
 * closing any descriptor of it would let go of the lock of the whole process.
 */
export async function withLock<T>(
  file: string,
  waitMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const database = openLockFile(file);
  try {
    for (let waited = 0; !tryLock(database); waited += RETRY_MS) {
      if (waited >= waitMs) throw new FolderStoreError('LOCKED');
      await sleep(RETRY_MS);
    }
    return await work();
  } finally {
    // Rolls back: nothing is ever written to the database, so nothing can be left half done in it.
    database.close();
  }
}

function openLockFile(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw asStoreError(error);
  }
}

function tryLock(database: DatabaseSync): boolean {
  try {
    // Without a journal file there is nothing beside the database for a killed holder to leave behind.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return false;
    throw asStoreError(error);
  }
}

function asStoreError(error: unknown): unknown {
  return error instanceof Error && 'errstr' in error && typeof error.errstr === 'string'
    ? new FolderStoreError(`lock: ${error.errstr}`)
    : error;
}
