// One connection to PostgreSQL. It hides cursors, the names of prepared statements, and that a
// connection answers one statement after the other.
import type { Row, Session, Value } from './database.ts';
import { toPostgresFailure } from './postgres-failure.ts';
import { insertStatements, toStorableValue } from './postgres-values.ts';
import { createSerialQueue } from './transaction.ts';

const batchSize = 1_000;
/** Texts of statements that are prepared under a name, and how long such a text may be. */
const maxPreparedStatements = 200;
const maxPreparedLength = 4_000;

/** What is asked of a client that a pool of pg has lent. */
interface Client {
  query(query: Query): Promise<{ readonly rows: readonly Row[] }>;
  /** Whether it is to be ended, and not used again. */
  release(isLost?: boolean): void;
}

interface Query {
  readonly text: string;
  readonly values: Value[];
  readonly name: string;
  readonly rowMode: 'array';
}

export interface PostgresConnection {
  /** Statements as they are: several only without parameters. */
  send(sql: string, parameters?: Row): Promise<readonly Row[]>;
  /** A statement that will come again: it is planned once. */
  prepared(sql: string, parameters: Row): Promise<readonly Row[]>;
  /** Ends the transaction and gives the connection back to its pool. */
  rollBack(): Promise<void>;
  release(): void;
}

export function createPostgresConnection(
  client: Client,
  place: string,
  nameOf: (sql: string) => string,
): PostgresConnection {
  const turn = createSerialQueue();
  const ask = (text: string, parameters: Row, name: string): Promise<readonly Row[]> =>
    turn(async () => {
      try {
        const values = parameters.map(toStorableValue);
        const query = { text, values, name, rowMode: 'array' } as const;
        return (await client.query(query)).rows;
      } catch (error) {
        throw toPostgresFailure(error, place);
      }
    });
  return {
    send: (sql, parameters = []) => ask(sql, parameters, ''),
    prepared: (sql, parameters) => ask(sql, parameters, nameOf(sql)),
    rollBack: () =>
      ask('ROLLBACK', [], '').then(
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

/** Inside of a transaction. */
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
        // In a transaction that has failed the cursor is closed already.
        await connection.send(`CLOSE ${cursor}`).catch(() => undefined);
      }
    },
    insert: async (table, rows) => {
      for (const { sql, parameters } of insertStatements(table, rows))
        await connection.prepared(sql, parameters);
    },
  };
}

/** Gives the same text the same name on every connection, as long as there are not too many. */
export function createStatementNames(): (sql: string) => string {
  const names = new Map<string, string>();
  return (sql) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (sql.length > maxPreparedLength || names.size >= maxPreparedStatements) return '';
    const name = `statement_${names.size + 1}`;
    names.set(sql, name);
    return name;
  };
}
