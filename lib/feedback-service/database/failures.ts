// Translates error codes of PostgreSQL, of the network and of SQLite into sentences for the operator,
// without values, users and passwords.
import { DatabaseError } from './database.ts';

/** By code or prefix of a code: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SERVER_REASONS: ReadonlyMap<string, string> = new Map([
  ['08', 'was lost: the connection broke'],
  ['28', 'rejected the user or the password'],
  ['3D000', 'does not exist'],
  ['42501', 'denies a permission: the user must own the schema or be allowed to create it'],
  ['53100', 'cannot grow: the disk is full'],
  ['53300', 'accepts no more connections'],
  ['53', 'has not enough memory or disk space'],
  ['57014', 'cancelled a statement'],
  ['57P', 'was stopped or is starting'],
  ['58', 'has an internal error: see the log of the server'],
  ['XX', 'is damaged or has an internal error: see the log of the server'],
]);

const NETWORK_REASONS: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'cannot be reached: the connection was refused'],
  ['ENOENT', 'cannot be reached: the connection was refused'],
  ['ENOTFOUND', 'cannot be reached: the host name is unknown'],
  ['EAI_AGAIN', 'cannot be reached: the host name cannot be resolved at present'],
  ['ETIMEDOUT', 'cannot be reached: the connection timed out'],
  ['EHOSTUNREACH', 'cannot be reached: there is no route to the host'],
  ['ENETUNREACH', 'cannot be reached: there is no route to the host'],
  ['ECONNRESET', 'was lost: the connection broke'],
  ['EPIPE', 'was lost: the connection broke'],
]);

/** Errors of pg without a code, by the beginning of their message. */
const CLIENT_REASONS: readonly (readonly [beginning: string, reason: string])[] = [
  ['timeout expired', 'cannot be reached: the connection timed out'],
  ['Connection terminated', 'was lost: the connection broke'],
  ['Client has encountered a connection error', 'was lost: the connection broke'],
  ['Client was closed', 'was lost: the connection broke'],
  ['SASL', 'rejected the user or the password'],
  ['The server does not support SSL', 'does not support TLS, which the address requires'],
  ['There was an error establishing an SSL', 'does not support TLS, which the address requires'],
];

/** Classes of codes whose messages name columns, types and positions, but no values. */
const CLASSES_WITHOUT_VALUES: ReadonlySet<string> = new Set([
  '0A',
  '25',
  '34',
  '3F',
  '40',
  '42',
  '55',
]);

/** Converts an error of pg; `place` names the database and its server. */
export function toPostgresFailure(error: unknown, place: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = textOf(error, 'code');
  const reason = 'severity' in error ? serverReason(code) : clientReason(code, error.message);
  if (reason !== undefined) return new DatabaseError(`The database ${place} ${reason}.`);
  if (!('severity' in error)) return error;
  return new Error(`PostgreSQL ${code}: ${withoutValues(code, error)}`);
}

function serverReason(code: string): string | undefined {
  return [5, 3, 2]
    .map((length) => SERVER_REASONS.get(code.slice(0, length)))
    .find((reason) => reason !== undefined);
}

function clientReason(code: string, message: string): string | undefined {
  const reason =
    NETWORK_REASONS.get(code) ??
    CLIENT_REASONS.find(([beginning]) => message.startsWith(beginning))?.[1];
  if (reason !== undefined) return reason;
  return /CERT|SSL|TLS|SIGNATURE/.test(code)
    ? `cannot be trusted: its TLS certificate fails (${code})`
    : undefined;
}

function withoutValues(code: string, error: Error): string {
  if (CLASSES_WITHOUT_VALUES.has(code.slice(0, 2))) return error.message;
  const places = ['table', 'column', 'constraint'].map((kind) => [kind, textOf(error, kind)]);
  return `a value is refused${places.map(([kind, name]) => (name === '' ? '' : `, ${kind} ${name}`)).join('')}`;
}

function textOf(error: object, key: string): string {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
}

/** https://www.sqlite.org/rescode.html: the low byte is the primary code. */
const BUSY = 5;
const REASONS: ReadonlyMap<number, string> = new Map([
  [3, 'cannot be accessed: check its owner and permissions'],
  [BUSY, 'is locked by another process'],
  [8, 'cannot be written: check the owner and permissions of the file and its directory'],
  [10, 'cannot be read or written: the disk reports an error'],
  [
    11,
    'is damaged: restore it from a backup, or remove it to import again: credentials that were added are kept',
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
