// A connection to PostgreSQL with cursors and prepared statements.
import type { Row, Session, Value } from './database.ts';
import { toPostgresFailure } from './postgres-failure.ts';
import { insertStatements, toStorableValue } from './postgres-values.ts';
import { createSerialQueue } from './transaction.ts';

const batchSize = 1_000;
// Bounds on the memory that prepared statements take on the server.
const maxPreparedStatements = 200;
const maxPreparedLength = 4_000;

/** The methods used of a client from a pool of pg. */
interface Client {
  query(query: Query): Promise<{ readonly rows: readonly Row[] }>;
  /** A lost client is closed instead of being used again. */
  release(isLost?: boolean): void;
}

interface Query {
  readonly text: string;
  readonly values: Value[];
  readonly name: string;
  readonly rowMode: 'array';
}

export interface PostgresConnection {
  /** Sends unprepared statements; several only without parameters. */
  send(sql: string, parameters?: Row): Promise<readonly Row[]>;
  /** Sends a statement that is prepared on its first use. */
  prepared(sql: string, parameters: Row): Promise<readonly Row[]>;
  /** Rolls the transaction back and returns the connection to its pool. */
  rollBack(): Promise<void>;
  release(): void;
}

export function createPostgresConnection(
  client: Client,
  place: string,
  nameOf: (sql: string) => string,
): PostgresConnection {
  const enqueue = createSerialQueue();
  const runQuery = (text: string, parameters: Row, name: string): Promise<readonly Row[]> =>
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
    insert: async (table, rows) => {
      for (const { sql, parameters } of insertStatements(table, rows))
        await connection.prepared(sql, parameters);
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
