// Translates error codes of SQLite into sentences for the operator, without values.
import { DatabaseError } from './database.ts';

/** https://www.sqlite.org/rescode.html: the low byte is the primary code. */
const BUSY = 5;
const REASONS: ReadonlyMap<number, string> = new Map([
  [3, 'cannot be accessed: check its owner and permissions'],
  [BUSY, 'is locked by another process'],
  [8, 'cannot be written: check the owner and permissions of the file and its directory'],
  [10, 'cannot be read or written: the disk reports an error'],
  [
    11,
    'is damaged: restore it from a backup, or remove it to import again; credentials that were added are lost with it',
  ],
  [13, 'cannot grow: the disk is full'],
  [14, 'cannot be opened: its directory must exist and be writable'],
  [26, 'is not an SQLite database'],
]);

export function isBusy(error: unknown): boolean {
  return kindOf(error) === BUSY;
}

/** Converts an error of node:sqlite. */
export function toSqliteFailure(error: unknown, path: string): unknown {
  const reason = REASONS.get(kindOf(error) ?? 0);
  if (reason !== undefined) return new DatabaseError(`The database ${path} ${reason}.`);
  // The original message quotes the number.
  if (error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE')
    return new RangeError('A whole number in the result is too large to be exact.');
  return error;
}

function kindOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
