// Replaces small files of a data set, one process at a time. A power failure leaves either the old or the new file.
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataSetError, errorCode } from './data-set-problem.ts';

/** Locked by SQLite, which releases the lock when its process ends. */
const lockFile = 'service.revoked.lock';
const lockTimeoutMs = 5_000;

/**
 * Returns when the new text is on disk. `update` gets the text of the file, undefined when there is none, and returns the
 * new one, undefined to leave the file as it is. It is synchronous, so that calls within one process do not overlap.
 * Throws a DataSetError.
 */
export function updateLockedFile(
  directory: string,
  file: string,
  update: (text: string | undefined) => string | undefined,
): void {
  try {
    const lock = new DatabaseSync(join(directory, lockFile), { timeout: lockTimeoutMs });
    try {
      lock.exec('BEGIN EXCLUSIVE');
      const text = update(readIfExists(join(directory, file)));
      if (text !== undefined) replaceFile(directory, join(directory, file), text);
    } finally {
      lock.close();
    }
  } catch (error) {
    if (error instanceof DataSetError) throw error;
    const reason = `cannot be written (${errorCode(error) ?? 'unknown'}): check the owner and the permissions of the directory`;
    throw new DataSetError([{ file, reason }]);
  }
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function replaceFile(directory: string, path: string, text: string): void {
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, text, { flag: 'wx', flush: true });
  renameSync(draft, path);
  const folder = openSync(directory, 'r');
  try {
    // Otherwise a power failure may restore the previous file.
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
