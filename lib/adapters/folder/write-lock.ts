// A lock for one writer among any number of processes: the write lock of an empty SQLite database.
// The kernel releases it when its holder dies; it depends on no clock and no process id.
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { FolderStoreError } from './file-system.ts';

/** SQLITE_BUSY: another connection has the lock. */
const BUSY = 5;
const RETRY_MS = 5;

/**
 * Runs `work` while it holds the lock, which it tries to get every few milliseconds for about `waitMs`. No other code of
 * this process may open the file: closing any descriptor of it releases the lock of the whole process.
 */
export async function withLock<T>(
  file: string,
  waitMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const database = openLockFile(file);
  try {
    for (let waitedMs = 0; !tryLock(database); waitedMs += RETRY_MS) {
      if (waitedMs >= waitMs) throw new FolderStoreError('LOCKED');
      await sleep(RETRY_MS);
    }
    return await work();
  } finally {
    // Ends the transaction, which never writes anything.
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
    // The journal is in memory, so that a killed holder leaves no journal file.
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
