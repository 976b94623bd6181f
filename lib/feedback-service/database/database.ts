// The interface of a database engine. Callers use SQL that SQLite and PostgreSQL execute alike, with
// parameters $1, $2, … and whole numbers, text and doubles as the only values. Where the engines differ:
// the order of text depends on the engine, NULLS FIRST or LAST must be written out, and booleans are
// returned as 0 or 1.

/** Whole numbers must be exact as doubles. PostgreSQL stores U+0000 in text as U+FFFD. */
export type Value = string | number | null;

/** In the order of the selected columns. */
export type Row = readonly Value[];

export interface Table {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: ColumnType])[];
}

/** BIGINT values must be exact as doubles. */
export type ColumnType = 'BIGINT' | 'TEXT' | 'DOUBLE PRECISION';

/** Statements that are possible inside and outside of a transaction. */
export interface Statements {
  /** Runs a statement without a result, or several, separated by semicolons and without parameters. */
  run(sql: string, parameters?: Row): Promise<void>;
  all(sql: string, parameters?: Row): Promise<readonly Row[]>;
  /** Inserts rows, each in the order of the table's columns. */
  insert(table: Table, rows: readonly Row[]): Promise<void>;
}

/** An open transaction. */
export interface Session extends Statements {
  /** Streams rows in batches that fit into memory; a reader that stops early releases the query. */
  batches(sql: string, parameters?: Row): AsyncIterable<readonly Row[]>;
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
  /** Waits for running statements and transactions. */
  close(): Promise<void>;
}

/** How to wait while another writer holds the lock of the database. */
export interface LockWait {
  /** Called once, and only if there is such a writer. */
  readonly onBusy?: () => void;
  /** Maximum wait before a DatabaseBusyError; unlimited by default. */
  readonly patienceMs?: number;
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
