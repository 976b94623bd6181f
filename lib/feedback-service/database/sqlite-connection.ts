// One connection to a file of SQLite. It hides prepared statements, how values are bound, and that
// every call is synchronous.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import type { Row, Session, Table, Value } from './database.ts';
import { preparedBy } from './prepared-statements.ts';
import { isBusy, sqliteFailure } from './sqlite-failure.ts';

/** A reader waits only for moments of opening and closing, but it waits with the whole process. */
const readerPatienceMs = 5_000;
const batchSize = 1_000;
/** Texts of statements that a connection keeps prepared. */
const preparedTexts = 100;
const rowsPerInsertion = 20;
const cacheKiB = { writer: 64 * 1024, reader: 16 * 1024 } as const;
type Role = keyof typeof cacheKiB;
/** What stays of the write-ahead log's file after a big import. */
const logBytes = 64 * 1024 * 1024;

export interface Connection extends Session {
  /** Whether the transaction has begun: another connection may be in one. */
  begin(): Promise<boolean>;
  /** Never throws: the error that led here tells more. */
  rollBack(): void;
  close(): void;
}

export function connect(path: string, role: Role): Connection {
  const database = opened(path, role);
  const prepared = preparedBy(database, preparedTexts);

  /** Lends a statement that nobody else is using. */
  function using<Result>(sql: string, use: (statement: StatementSync) => Result): Promise<Result> {
    return attempt(() => {
      const statement = prepared.take(sql);
      try {
        return use(statement);
      } finally {
        prepared.giveBack(sql, statement);
      }
    });
  }

  async function attempt<Result>(work: () => Result): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw sqliteFailure(error, path);
    }
  }

  return {
    run: (sql, parameters) =>
      parameters === undefined
        ? attempt(() => {
            database.exec(sql);
          })
        : using(sql, (statement) => {
            statement.run(named(parameters));
          }),
    all: (sql, parameters) =>
      using(sql, (statement) => statement.all(named(parameters)).map(rowOf)),
    batches: async function* (sql, parameters) {
      const statement = await attempt(() => prepared.take(sql));
      const rows = await attempt(() => statement.iterate(named(parameters)));
      try {
        for (;;) {
          const batch = await attempt(() => nextRows(rows));
          if (batch.length > 0) yield batch;
          if (batch.length < batchSize) return;
          // Whoever else is served gets a turn.
          await setImmediate();
        }
      } finally {
        rows.return?.();
        prepared.giveBack(sql, statement);
      }
    },
    insert: async (table, rows) => {
      const whole = rows.length - (rows.length % rowsPerInsertion);
      if (whole > 0) {
        await using(insertion(table, rowsPerInsertion), (statement) => {
          for (let i = 0; i < whole; i += rowsPerInsertion)
            statement.run(...rows.slice(i, i + rowsPerInsertion).flat());
        });
      }
      if (whole === rows.length) return;
      await using(insertion(table, 1), (statement) => {
        for (const row of rows.slice(whole)) statement.run(...row);
      });
    },
    begin: () =>
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

function opened(path: string, role: Role): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: readerPatienceMs });
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = ${logBytes};` +
        `PRAGMA cache_size = -${cacheKiB[role]};` +
        (role === 'writer'
          ? // A revoked credential must not come back after a power failure.
            'PRAGMA synchronous = FULL; PRAGMA busy_timeout = 0; PRAGMA analysis_limit = 400'
          : 'PRAGMA query_only = ON'),
    );
    return database;
  } catch (error) {
    database?.close();
    throw sqliteFailure(error, path);
  }
}

function nextRows(rows: Iterator<unknown>): readonly Row[] {
  const batch: Row[] = [];
  while (batch.length < batchSize) {
    const next = rows.next();
    if (next.done === true) break;
    batch.push(rowOf(next.value));
  }
  return batch;
}

function insertion({ name, columns }: Table, rows: number): string {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const names = columns.map(([column]) => column).join(', ');
  return `INSERT INTO ${name} (${names}) VALUES ${Array.from({ length: rows }, () => row).join(', ')}`;
}

/** A number would be bound as a double, and $1 / 2 be no whole number: BigInts are bound as integers. */
function named(parameters: Row = []): Record<string, Value | bigint> {
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

function rowOf(row: unknown): Row {
  if (!isRow(row)) throw new Error('SQLite answered a row that is no array.');
  return row;
}
