// What the service asks of a database engine. Everything above speaks one SQL text: tables, indexes
// and queries that SQLite and PostgreSQL read alike, with parameters $1, $2, … and whole numbers,
// texts and doubles as the only values. Where the two differ, a query says what it means: the order
// of texts is the engine's own, NULLS FIRST or LAST is written out, and truth is answered as 0 or 1.

/** A whole number is one that a double holds exactly. PostgreSQL holds U+FFFD where a text has U+0000. */
export type Value = string | number | null;

/** In the order of the columns asked for. */
export type Row = readonly Value[];

export interface Table {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: ColumnType])[];
}

/** BIGINTs are whole numbers that a double holds exactly. */
export type ColumnType = 'BIGINT' | 'TEXT' | 'DOUBLE PRECISION';

/** What can be said outside of a transaction as well as inside of one. */
export interface Statements {
  /** Runs statements that answer nothing; several are separated by semicolons, without parameters. */
  run(sql: string, parameters?: Row): Promise<void>;
  all(sql: string, parameters?: Row): Promise<readonly Row[]>;
  /** Adds many rows, each in the order of the table's columns. */
  insert(table: Table, rows: readonly Row[]): Promise<void>;
}

/** A transaction. */
export interface Session extends Statements {
  /** Rows as they come, in batches that memory can hold; whoever stops early frees the query. */
  batches(sql: string, parameters?: Row): AsyncIterable<readonly Row[]>;
}

/**
 * Outside of a transaction `run` and `insert` are each a transaction of their own, while `all` only
 * reads what is committed when it begins. Nothing lasts longer there, so that no slow reader holds
 * anything of the database.
 */
export interface Database extends Statements {
  /**
   * Runs `work` as the only writer: whoever else wants to write, here or in another process, waits;
   * so `work` writes through its own session alone. Everything is visible to others at its end, or
   * nothing when it throws, a statement fails or the process dies.
   */
  transaction<Result>(
    work: (session: Session) => Promise<Result>,
    waiting?: LockWait,
  ): Promise<Result>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

/** What happens while another writer holds the database. */
export interface LockWait {
  /** Called once, and only if there is such a writer. */
  readonly onBusy?: () => void;
  /** For how long to wait before a DatabaseBusyError; without a bound when absent, ms. */
  readonly patienceMs?: number;
}

/** The database cannot serve, and whoever runs it can mend that: a sentence for them, without secrets. */
export class DatabaseError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DatabaseError';
  }
}

/** Another writer has held the database for longer than the caller wanted to wait. */
export class DatabaseBusyError extends DatabaseError {
  constructor(place: string) {
    super(`The database ${place} is held by another process, which may be importing.`);
    this.name = 'DatabaseBusyError';
  }
}
