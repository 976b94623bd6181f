// One connection to a file of SQLite. It hides prepared statements, how values are bound, and that
// every call is synchronous.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { Row, Session, Table, Value } from './database.ts';
import { isBusy, toSqliteFailure } from './sqlite-failure.ts';

/** A reader waits only for moments of opening and closing, but it waits with the whole process. */
const readerBusyTimeoutMs = 5_000;
const batchSize = 1_000;
/** Texts of statements that a connection keeps prepared. */
const maxPreparedStatements = 100;
const rowsPerInsert = 20;
const cacheKiB = { writer: 64 * 1024, reader: 16 * 1024 } as const;
type Role = keyof typeof cacheKiB;
/** What stays of the write-ahead log's file after a big import. */
const maxLogBytes = 64 * 1024 * 1024;

export interface SqliteConnection extends Session {
  /** Whether the transaction has begun: another connection may be in one. */
  tryBegin(): Promise<boolean>;
  /** Never throws: the error that led here tells more. */
  rollBack(): void;
  close(): void;
}

export function openSqliteConnection(path: string, role: Role): SqliteConnection {
  const database = openDatabaseFile(path, role);
  const prepared = createStatementCache(database, maxPreparedStatements);

  /** Lends a statement that nobody else is using. */
  function using<Result>(sql: string, use: (statement: StatementSync) => Result): Promise<Result> {
    return attempt(() => {
      const statement = prepared.acquire(sql);
      try {
        return use(statement);
      } finally {
        prepared.release(sql, statement);
      }
    });
  }

  async function attempt<Result>(work: () => Result): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw toSqliteFailure(error, path);
    }
  }

  return {
    run: (sql, parameters) =>
      parameters === undefined
        ? attempt(() => {
            database.exec(sql);
          })
        : using(sql, (statement) => {
            statement.run(namedParameters(parameters));
          }),
    all: (sql, parameters) =>
      using(sql, (statement) => statement.all(namedParameters(parameters)).map(toRow)),
    batches: async function* (sql, parameters) {
      const statement = await attempt(() => prepared.acquire(sql));
      const rows = await attempt(() => statement.iterate(namedParameters(parameters)));
      try {
        for (;;) {
          const batch = await attempt(() => readBatch(rows));
          if (batch.length > 0) yield batch;
          if (batch.length < batchSize) return;
          // Whoever else is served gets a turn.
          await setImmediate();
        }
      } finally {
        rows.return?.();
        prepared.release(sql, statement);
      }
    },
    insert: async (table, rows) => {
      const whole = rows.length - (rows.length % rowsPerInsert);
      if (whole > 0) {
        await using(insertStatement(table, rowsPerInsert), (statement) => {
          for (let i = 0; i < whole; i += rowsPerInsert)
            statement.run(...rows.slice(i, i + rowsPerInsert).flat());
        });
      }
      if (whole === rows.length) return;
      await using(insertStatement(table, 1), (statement) => {
        for (const row of rows.slice(whole)) statement.run(...row);
      });
    },
    tryBegin: () =>
      attempt(() => {
        try {
          database.exec('BEGIN IMMEDIATE');
          return true;
        } catch (error) {
          if (isBusy(error)) return false;
          throw error;
        }
      }),
    rollBack: () => {
      try {
        database.exec('ROLLBACK');
      } catch {
        // SQLite may have done so by itself; if not, the next transaction cannot begin and says why.
      }
    },
    close: () => {
      database.close();
    },
  };
}

function openDatabaseFile(path: string, role: Role): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: readerBusyTimeoutMs });
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = ${maxLogBytes};` +
        `PRAGMA cache_size = -${cacheKiB[role]};` +
        (role === 'writer'
          ? // A revoked credential must not come back after a power failure.
            'PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0; PRAGMA analysis_limit = 400'
          : 'PRAGMA query_only = ON'),
    );
    return database;
  } catch (error) {
    database?.close();
    throw toSqliteFailure(error, path);
  }
}

function readBatch(rows: Iterator<unknown>): readonly Row[] {
  const batch: Row[] = [];
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

/** A number would be bound as a double, and $1 / 2 be no whole number: BigInts are bound as integers. */
function namedParameters(parameters: Row = []): Record<string, Value | bigint> {
  return Object.fromEntries(
    parameters.map((value, i) => [
      `$${i + 1}`,
      typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value,
    ]),
  );
}

/** With `setReturnArrays` it is, which the types do not know. */
function isRow(row: unknown): row is Row {
  return Array.isArray(row);
}

function toRow(row: unknown): Row {
  if (!isRow(row)) throw new Error('SQLite answered a row that is no array.');
  return row;
}

interface StatementCache {
  acquire(sql: string): StatementSync;
  release(sql: string, statement: StatementSync): void;
}

export function createStatementCache(database: DatabaseSync, maxTexts: number): StatementCache {
  // Those that nobody is using; the text used last stands last.
  const idle = new Map<string, StatementSync>();
  return {
    acquire: (sql) => {
      const known = idle.get(sql);
      if (known !== undefined) {
        idle.delete(sql);
        return known;
      }
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      return statement;
    },
    release: (sql, statement) => {
      idle.delete(sql);
      idle.set(sql, statement);
      if (idle.size <= maxTexts) return;
      for (const oldest of idle.keys()) {
        idle.delete(oldest);
        return;
      }
    },
  };
}
