// What SQLite's error codes mean to whoever runs the service. It hides the codes, and keeps values
// out of messages.
import { DatabaseError } from './database.ts';

/** https://www.sqlite.org/rescode.html: the low byte of a code is its kind. */
const BUSY = 5;
const REASONS: ReadonlyMap<number, string> = new Map([
  [3, 'may not be used: look at its owner and mode'],
  [BUSY, 'is held by another process'],
  [8, 'cannot be written: look at the owner and mode of the file and its directory'],
  [10, 'cannot be read or written: the disk reports an error'],
  [
    11,
    'is damaged: put a copy in its place, or remove it to import again; credentials that were added go with it',
  ],
  [13, 'cannot grow: the disk is full'],
  [14, 'cannot be opened: its directory must exist and be writable'],
  [26, 'is not an SQLite database'],
]);

export function isBusy(error: unknown): boolean {
  return kindOf(error) === BUSY;
}

/** The error to throw in place of one of node:sqlite. */
export function toSqliteFailure(error: unknown, path: string): unknown {
  const reason = REASONS.get(kindOf(error) ?? 0);
  if (reason !== undefined) return new DatabaseError(`The database ${path} ${reason}.`);
  // Its own message quotes the number.
  if (error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE')
    return new RangeError('A whole number of the answer is too large to be exact.');
  return error;
}

function kindOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
