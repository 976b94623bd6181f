// The interface of a database engine, and what both engines share. Callers use SQL that SQLite and
// PostgreSQL execute alike, with parameters $1, $2, … and whole numbers, text and doubles as the only
// values. Where the engines differ: the order of text depends on the engine, NULLS FIRST or LAST must be
// written out, and booleans are returned as 0 or 1.
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Whole numbers must be exact as doubles. PostgreSQL stores U+0000 in text as U+FFFD. */
export type DatabaseValue = string | number | null;

/** In the order of the selected columns. */
export type DatabaseRow = readonly DatabaseValue[];

export interface Table {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: SqlType])[];
}

/** BIGINT values must be exact as doubles. */
export type SqlType = 'BIGINT' | 'TEXT' | 'DOUBLE PRECISION';

/** Statements that are possible inside and outside of a transaction. */
export interface Statements {
  /** Runs a statement without a result, or several, separated by semicolons and without parameters. */
  run(sql: string, parameters?: DatabaseRow): Promise<void>;
  all(sql: string, parameters?: DatabaseRow): Promise<readonly DatabaseRow[]>;
  /** Inserts rows, each in the order of the table's columns. */
  insert(table: Table, rows: readonly DatabaseRow[]): Promise<void>;
}

/** An open transaction. */
export interface Session extends Statements {
  /** Keeps values of a column out of the statistics of the engine, where they would outlive their rows. */
  hideFromStatistics(table: string, column: string): Promise<void>;
  /** Streams rows in batches that fit into memory; a reader that stops early releases the query. */
  batches(sql: string, parameters?: DatabaseRow): AsyncIterable<readonly DatabaseRow[]>;
}

/**
 * Outside of a transaction, `run` and `insert` are transactions of their own, and `all` reads only what
 * was committed when it began. There is no streaming, so that a slow reader never blocks the database.
 */
export interface Database extends Statements {
  /**
   * Runs `work` as the only writer: other writers, here and in other processes, wait, so `work` must
   * write through its session only. At its end all changes become visible, or none when it throws, a
   * statement fails or the process dies.
   */
  transaction<Result>(
    work: (session: Session) => Promise<Result>,
    lockWait?: LockWait,
  ): Promise<Result>;
  /** Runs `work`, which must only read, on what was committed when it began; writers do not wait. */
  snapshot<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** Rewrites a table, so that the files of the database have no byte of deleted values. Readers may wait. */
  compact(table: string): Promise<void>;
  /** Waits for running statements and transactions. */
  close(): Promise<void>;
}

/** How to wait while another writer holds the lock of the database. */
export interface LockWait {
  /** Called once, and only if there is such a writer. */
  readonly onBusy?: () => void;
  /** Maximum wait before a DatabaseBusyError; unlimited by default. */
  readonly maxWaitMs?: number;
}

/** The database is unavailable for a reason that its operator can resolve. The message contains no secrets. */
export class DatabaseError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DatabaseError';
  }
}

/** Another writer has held the lock for longer than the caller was willing to wait. */
export class DatabaseBusyError extends DatabaseError {
  constructor(place: string) {
    super(`The database ${place} is locked by another process, which may be importing.`);
    this.name = 'DatabaseBusyError';
  }
}

/** The maximum number of rows that one statement reads. */
export const pageSize = 1_000;

/**
 * Reads the rows after a position, which consists of their first columns. `sql` takes the position as
 * its first parameters and selects at most `pageSize` rows in that order. To keep statements short, an
 * index must have that order and decide every condition.
 */
export async function* readKeysetPages(
  database: Pick<Database, 'all'>,
  sql: string,
  first: DatabaseRow,
  parameters: DatabaseRow,
): AsyncGenerator<readonly DatabaseRow[]> {
  for (let position = first; ;) {
    const rows = await database.all(sql, [...position, ...parameters]);
    const last = rows.at(-1);
    if (last !== undefined) yield rows;
    if (last === undefined || rows.length < pageSize) return;
    position = last.slice(0, first.length);
    await setImmediate();
  }
}

/** Runs `work` between an engine's BEGIN and COMMIT; throws when there is nothing to commit. */
export async function runInTransaction<Result>(
  session: Session,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const openQueries = new Set<AsyncIterator<readonly DatabaseRow[]>>();
  let isOver = false;
  let failure: Error | undefined;

  async function guarded<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (isOver) throw new Error('The transaction is over.');
    if (failure !== undefined) throw failure;
    try {
      return await call();
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error('A statement failed.');
      throw error;
    }
  }

  async function* batches(
    sql: string,
    parameters?: DatabaseRow,
  ): AsyncGenerator<readonly DatabaseRow[]> {
    const rows = session.batches(sql, parameters)[Symbol.asyncIterator]();
    openQueries.add(rows);
    try {
      for (;;) {
        const next = await guarded(() => rows.next());
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      openQueries.delete(rows);
      await rows.return?.();
    }
  }

  try {
    const result = await work({
      run: (sql, parameters) => guarded(() => session.run(sql, parameters)),
      all: (sql, parameters) => guarded(() => session.all(sql, parameters)),
      batches,
      hideFromStatistics: (table, column) =>
        guarded(() => session.hideFromStatistics(table, column)),
      insert: (table, rows) => guarded(() => session.insert(table, rows)),
    });
    if (failure !== undefined) throw failure;
    return result;
  } finally {
    isOver = true;
    for (const rows of openQueries) await rows.return?.();
  }
}

/** Throws a DatabaseBusyError when another writer holds the lock for longer than `maxWaitMs`. */
export async function retryUntilLocked(
  tryOnce: () => Promise<boolean>,
  delayMs: number,
  maxWaitMs: number,
  place: string,
): Promise<void> {
  const deadline = performance.now() + maxWaitMs;
  do {
    if (performance.now() >= deadline) throw new DatabaseBusyError(place);
    await setTimeout(delayMs);
  } while (!(await tryOnce()));
}
