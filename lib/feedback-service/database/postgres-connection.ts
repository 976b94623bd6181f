// A connection to PostgreSQL with cursors and prepared statements, and the conversion of its values.
import pLimit from 'p-limit';
import { type DatabaseRow, type Session, type DatabaseValue, type SqlType } from './database.ts';
import { toPostgresFailure } from './failures.ts';

const batchSize = 1_000;
// Bounds on the memory that prepared statements take on the server.
const maxPreparedStatements = 200;
const maxPreparedLength = 4_000;

/** The methods used of a client from a pool of pg. */
interface Client {
  query(query: PreparedQuery): Promise<{ readonly rows: readonly DatabaseRow[] }>;
  /** A lost client is closed instead of being used again. */
  release(isLost?: boolean): void;
}

interface PreparedQuery {
  readonly text: string;
  readonly values: DatabaseValue[];
  readonly name: string;
  readonly rowMode: 'array';
}

export interface PostgresConnection {
  /** Sends a SET statement, unless it was the last one on this connection. */
  configure(setting: string): Promise<void>;
  /** Sends unprepared statements; several only without parameters. */
  send(sql: string, parameters?: DatabaseRow): Promise<readonly DatabaseRow[]>;
  /** Sends a statement that is prepared on its first use. */
  prepared(sql: string, parameters: DatabaseRow): Promise<readonly DatabaseRow[]>;
  /** Rolls the transaction back and returns the connection to its pool. */
  rollBack(): Promise<void>;
  release(): void;
  /** Closes the connection instead of returning it to its pool. */
  close(): void;
}

/** The setting of each client, which keeps it while it is in its pool. */
const settings = new WeakMap<Client, string>();

export function createPostgresConnection(
  client: Client,
  place: string,
  nameOf: (sql: string) => string,
): PostgresConnection {
  const enqueue = pLimit(1);
  const runQuery = (
    text: string,
    parameters: DatabaseRow,
    name: string,
  ): Promise<readonly DatabaseRow[]> =>
    enqueue(async () => {
      try {
        const values = parameters.map(toStorableValue);
        const query = { text, values, name, rowMode: 'array' } as const;
        return (await client.query(query)).rows;
      } catch (error) {
        throw toPostgresFailure(error, place);
      }
    });
  return {
    configure: async (setting) => {
      if (settings.get(client) === setting) return;
      settings.delete(client);
      await runQuery(setting, [], '');
      settings.set(client, setting);
    },
    send: (sql, parameters = []) => runQuery(sql, parameters, ''),
    prepared: (sql, parameters) => runQuery(sql, parameters, nameOf(sql)),
    rollBack: () =>
      runQuery('ROLLBACK', [], '').then(
        () => {
          client.release();
        },
        () => {
          client.release(true);
        },
      ),
    release: () => {
      client.release();
    },
    close: () => {
      client.release(true);
    },
  };
}

/** The session of an open transaction. */
export function createPostgresSession(connection: PostgresConnection): Session {
  let cursors = 0;
  return {
    run: async (sql, parameters) => {
      await (parameters === undefined
        ? connection.send(sql)
        : connection.prepared(sql, parameters));
    },
    all: (sql, parameters = []) => connection.prepared(sql, parameters),
    batches: async function* (sql, parameters) {
      cursors += 1;
      const cursor = `rows_${cursors}`;
      await connection.send(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, parameters);
      try {
        for (;;) {
          const batch = await connection.send(`FETCH ${batchSize} FROM ${cursor}`);
          if (batch.length > 0) yield batch;
          if (batch.length < batchSize) return;
        }
      } finally {
        // In a failed transaction the cursor is already closed.
        await connection.send(`CLOSE ${cursor}`).catch(() => undefined);
      }
    },
    hideFromStatistics: async (table, column) => {
      await connection.send(`ALTER TABLE ${table} ALTER COLUMN ${column} SET STATISTICS 0`);
    },
    insert: async ({ name, columns }, rows) => {
      // One array per column, so that the statement is the same for any number of rows.
      const names = columns.map(([column]) => column).join(', ');
      const arrays = columns.map(([, type], i) => `$${i + 1}::${type}[]`).join(', ');
      const sql = `INSERT INTO ${name} (${names}) SELECT * FROM unnest(${arrays})`;
      for (let start = 0; start < rows.length; start += rowsPerInsert) {
        const batch = rows.slice(start, start + rowsPerInsert);
        const parameters = columns.map(([, type], i) => arrayOf(batch, i, type));
        await connection.prepared(sql, parameters);
      }
    },
  };
}

/** Gives a statement the same name on every connection, up to a maximum number of statements. */
export function createStatementNames(): (sql: string) => string {
  const names = new Map<string, string>();
  return (sql) => {
    const existingName = names.get(sql);
    if (existingName !== undefined) return existingName;
    if (sql.length > maxPreparedLength || names.size >= maxPreparedStatements) return '';
    const name = `statement_${names.size + 1}`;
    names.set(sql, name);
    return name;
  };
}

const rowsPerInsert = 2_000;

/** By type OID: https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat */
const PARSERS: ReadonlyMap<number, (text: string) => DatabaseValue> = new Map([
  [16, (text: string) => (text === 't' ? 1 : 0)],
  [20, wholeNumber],
  [21, Number],
  [23, Number],
  [700, Number],
  [701, Number],
  // NUMERIC, the type of sums and averages of BIGINT.
  [1700, (text: string) => (/[.N]/.test(text) ? Number(text) : wholeNumber(text))],
]);

export function typeParserOf(type: number): (text: string) => DatabaseValue {
  return PARSERS.get(type) ?? ((text) => text);
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError('A whole number in the result is too large to be exact.');
  return value;
}

function toStorableValue(value: DatabaseValue): DatabaseValue {
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\uFFFD')
    : value;
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function arrayOf(rows: readonly DatabaseRow[], column: number, type: SqlType): string {
  const elements = rows.map((row) => {
    const value = row[column] ?? null;
    if (value === null) return 'NULL';
    return type === 'TEXT' ? `"${String(value).replace(/["\\]/g, '\\$&')}"` : value;
  });
  return `{${elements.join(',')}}`;
}
