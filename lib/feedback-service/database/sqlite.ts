// The embedded engine: one SQLite file with a connection for reading and one for writing, so that
// queries do not wait for a transaction.
import type { StatementSync } from 'node:sqlite';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Database, LockWait, DatabaseRow, Session, Table, DatabaseValue } from './database.ts';
import { retryUntilLocked, runInTransaction } from './database.ts';
import { isBusy, toSqliteFailure } from './failures.ts';

/** Delay between attempts to begin while another process is in a transaction. */
const writerRetryMs = 20;
/** Maximum time to wait for an import and for readers of old pages. */
const compactTimeoutMs = 60_000;

/**
 * Opens or creates the file. `:memory:` opens a new database in memory, whose readers see uncommitted
 * changes. Throws a DatabaseError when the file cannot be used.
 */
export function openSqlite(path: string): Database {
  const isInMemory = path === ':memory:';
  const writer = openSqliteConnection(path, 'writer');
  const reader = isInMemory ? writer : openReader(writer, path);
  const enqueueWrite = pLimit(1);
  // The busy timeout of SQLite would block this process, and with it a transaction that it waits for.
  async function begin({ onBusy, maxWaitMs = Infinity }: LockWait): Promise<void> {
    if (await writer.tryBegin()) return;
    onBusy?.();
    await retryUntilLocked(() => writer.tryBegin(), writerRetryMs, maxWaitMs, path);
  }

  const transaction: Database['transaction'] = (work, lockWait = {}) =>
    enqueueWrite(async () => {
      await begin(lockWait);
      try {
        const result = await runInTransaction(writer, work);
        await writer.run('COMMIT');
        return result;
      } catch (error) {
        writer.rollBack();
        throw error;
      }
    });

  return {
    run: (sql, parameters) => transaction((session) => session.run(sql, parameters)),
    all: (sql, parameters) => reader.all(sql, parameters),
    insert: (table, rows) => transaction((session) => session.insert(table, rows)),
    transaction,
    snapshot: async (work) => {
      const connection = openSqliteConnection(path, 'reader');
      try {
        await connection.run('BEGIN');
        return await runInTransaction(connection, work);
      } finally {
        connection.close();
      }
    },
    compact: () =>
      enqueueWrite(async () => {
        await retryUntilLocked(() => writer.tryCompact(), writerRetryMs, compactTimeoutMs, path);
      }),
    close: () =>
      enqueueWrite(() => {
        for (const connection of new Set([reader, writer])) connection.close();
      }),
  };
}

function openReader(writer: SqliteConnection, path: string): SqliteConnection {
  try {
    return openSqliteConnection(path, 'reader');
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** Readers wait only while another process opens or closes the file, but the wait blocks the process. */
const readerBusyTimeoutMs = 5_000;
const batchSize = 1_000;
/** Statements that a connection keeps prepared. */
const maxPreparedStatements = 100;
const rowsPerInsert = 20;
const cacheKiB = { writer: 32 * 1024, reader: 16 * 1024 } as const;
type ConnectionRole = keyof typeof cacheKiB;
/** Size to which the write-ahead log is truncated after a large import. */
const maxLogBytes = 64 * 1024 * 1024;

interface SqliteConnection extends Session {
  /** Returns false when another connection is in a transaction. */
  tryBegin(): Promise<boolean>;
  /** Rewrites the file and empties the write-ahead log; false when another connection prevents it. */
  tryCompact(): Promise<boolean>;
  /** Never throws: the error that caused the rollback is more useful. */
  rollBack(): void;
  close(): void;
}

function openSqliteConnection(path: string, role: ConnectionRole): SqliteConnection {
  const database = openDatabaseFile(path, role);
  const preparedStatements = new LRUCache<string, StatementSync>({ max: maxPreparedStatements });

  /** A statement that is used at once and completely. */
  function prepared(sql: string): StatementSync {
    const known = preparedStatements.get(sql);
    if (known !== undefined) return known;
    const statement = prepare(database, sql);
    preparedStatements.set(sql, statement);
    return statement;
  }

  // Asynchronous, so that errors are rejections.
  async function attempt<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw toSqliteFailure(error, path);
    }
  }

  return {
    run: (sql, parameters) =>
      attempt(() => {
        if (parameters === undefined) database.exec(sql);
        else prepared(sql).run(namedParameters(parameters));
      }),
    all: (sql, parameters = []) =>
      attempt(() => prepared(sql).all(namedParameters(parameters)).map(toRow)),
    batches: async function* (sql, parameters = []) {
      // Of its own: other queries run between the batches.
      const rows = await attempt(() => prepare(database, sql).iterate(namedParameters(parameters)));
      try {
        for (;;) {
          const batch = await attempt(() => readBatch(rows));
          if (batch.length > 0) yield batch;
          if (batch.length < batchSize) return;
          // Lets other requests run.
          await setImmediate();
        }
      } finally {
        rows.return?.();
      }
    },
    insert: async (table, rows) => {
      const remainder = rows.length % rowsPerInsert;
      for (const [size, part] of [
        [rowsPerInsert, rows.slice(0, rows.length - remainder)],
        [1, rows.slice(rows.length - remainder)],
      ] as const) {
        if (part.length === 0) continue;
        await attempt(() => {
          const statement = prepared(insertStatement(table, size));
          for (let i = 0; i < part.length; i += size)
            statement.run(...part.slice(i, i + size).flat());
        });
      }
    },
    hideFromStatistics: () => Promise.resolve(),
    tryBegin: () => attempt(() => tryExecute(database, 'BEGIN IMMEDIATE')),
    tryCompact: () => attempt(() => tryCompact(database)),
    rollBack: () => {
      try {
        database.exec('ROLLBACK');
      } catch {
        // SQLite may have rolled back by itself; if not, the next transaction fails to begin.
      }
    },
    close: () => {
      database.close();
    },
  };
}

function openDatabaseFile(path: string, role: ConnectionRole): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: readerBusyTimeoutMs });
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = ${maxLogBytes};` +
        `PRAGMA cache_size = -${cacheKiB[role]};` +
        (role === 'writer'
          ? // FULL: a revoked credential must not become valid again after a power failure.
            'PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0; PRAGMA analysis_limit = 400;' +
            'PRAGMA secure_delete = ON'
          : 'PRAGMA query_only = ON'),
    );
    return database;
  } catch (error) {
    database?.close();
    throw toSqliteFailure(error, path);
  }
}

function tryCompact(database: DatabaseSync): boolean {
  if (!tryExecute(database, 'VACUUM')) return false;
  const [row] = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  return row?.['busy'] === 0;
}

/** Returns false when another connection is in the way. */
function tryExecute(database: DatabaseSync, sql: string): boolean {
  try {
    database.exec(sql);
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

function readBatch(rows: Iterator<unknown>): readonly DatabaseRow[] {
  const batch: DatabaseRow[] = [];
  while (batch.length < batchSize) {
    const next = rows.next();
    if (next.done === true) break;
    batch.push(toRow(next.value));
  }
  return batch;
}

function insertStatement({ name, columns }: Table, rows: number): string {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const names = columns.map(([column]) => column).join(', ');
  return `INSERT INTO ${name} (${names}) VALUES ${Array.from({ length: rows }, () => row).join(', ')}`;
}

/**
 * By the names `$1`, `$2`, …: Node 22 does not bind numbered ones by their position. Whole numbers are bound as BigInt: a number would be
 * bound as a double, and $1 / 2 would not be whole.
 */
function namedParameters(parameters: DatabaseRow): Record<string, DatabaseValue | bigint> {
  const named: Record<string, DatabaseValue | bigint> = {};
  for (const [i, value] of parameters.entries()) {
    const isWhole = typeof value === 'number' && Number.isSafeInteger(value);
    named[`$${i + 1}`] = isWhole ? BigInt(value) : value;
  }
  return named;
}

function prepare(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}

/** `setReturnArrays` makes rows arrays, which the types of node:sqlite do not express. */
function isRow(row: unknown): row is DatabaseRow {
  return Array.isArray(row);
}

function toRow(row: unknown): DatabaseRow {
  if (!isRow(row)) throw new Error('SQLite returned a row that is not an array.');
  return row;
}
