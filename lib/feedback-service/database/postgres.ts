// The PostgreSQL engine: a schema of a database, accessed through pg.
import pg from 'pg';
import {
  retryUntilLocked,
  DatabaseError,
  type Database,
  type DatabaseRow,
  type Session,
  type LockWait,
  runInTransaction,
} from './database.ts';
import {
  createPostgresConnection,
  createPostgresSession,
  createStatementNames,
  type PostgresConnection,
  typeParserOf,
} from './postgres-connection.ts';
import { toPostgresFailure } from './failures.ts';

const connectTimeoutMs = 10_000;
const idleTimeoutMs = 10_000;
/** For a query outside of a transaction, with the wait for its connection. */
const queryTimeoutMs = 15_000;
/** Delay between attempts to take a lock when the wait is limited. */
const lockRetryMs = 50;
/** PostgreSQL truncates longer names, so that two of them could become the same. */
const schemaBytes = 63;
// Separate pools, so that short queries do not wait for a transaction.
const connections = { short: 8, writing: 1 } as const;

interface Pool {
  connect(): Promise<PostgresConnection>;
  end(): Promise<void>;
}

/**
 * `address` is a postgres:// URL; a missing schema is created. Throws a DatabaseError when the server
 * cannot be used.
 */
export async function openPostgres(address: string, schema: string): Promise<Database> {
  if (schema === '' || Buffer.byteLength(schema) > schemaBytes)
    throw new DatabaseError(`The name of a schema must have 1 to ${schemaBytes} bytes.`);
  const place = describeAddress(address);
  const nameOf = createStatementNames();
  const pool = (max: number, access: 'only' | 'write'): Pool =>
    createPool(poolConfig(address, schema, max, access), place, nameOf);
  const short = pool(connections.short, 'only');
  const writing = pool(connections.writing, 'write');

  // The advisory lock excludes writers of this schema in all processes.
  async function lock(
    connection: PostgresConnection,
    { onBusy, maxWaitMs }: LockWait,
  ): Promise<void> {
    const tryOnce = async (): Promise<boolean> => {
      const sql = 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))';
      return (await connection.send(sql, [schema]))[0]?.[0] === 1;
    };
    if (await tryOnce()) return;
    onBusy?.();
    if (maxWaitMs === undefined) {
      await connection.send('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [schema]);
      return;
    }
    await retryUntilLocked(tryOnce, lockRetryMs, maxWaitMs, place);
  }

  async function within<Result>(
    connection: PostgresConnection,
    begin: () => Promise<unknown>,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    try {
      await begin();
      const result = await runInTransaction(createPostgresSession(connection), work);
      await connection.send('COMMIT');
      connection.release();
      return result;
    } catch (error) {
      await connection.rollBack();
      throw error;
    }
  }

  const transaction: Database['transaction'] = async (work, lockWait = {}) => {
    const connection = await writing.connect();
    const begin = async (): Promise<void> => {
      await connection.send('BEGIN');
      await lock(connection, lockWait);
    };
    return within(connection, begin, work);
  };

  const close = async (): Promise<void> => {
    await Promise.all([short.end(), writing.end()]);
  };

  try {
    // Without a transaction where possible: it would wait for an import of another process.
    const connection = await short.connect();
    const isMissing = await hasNoSchema(createPostgresSession(connection), schema).finally(() => {
      connection.release();
    });
    if (isMissing) await transaction((session) => createSchemaIfMissing(session, schema, place));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    run: (sql, parameters) => transaction((session) => session.run(sql, parameters)),
    all: (sql, parameters = []) => queryInTime(short, place, sql, parameters),
    insert: (table, rows) => transaction((session) => session.insert(table, rows)),
    transaction,
    snapshot: async (work) => {
      const connection = await short.connect();
      const begin =
        'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0';
      return within(connection, () => connection.send(begin), work);
    },
    compact: async (table) => {
      const connection = await writing.connect();
      try {
        await connection.send(`VACUUM FULL ${table}`);
      } finally {
        connection.release();
      }
    },
    close,
  };
}

/** A connection whose server has not answered in time is closed. */
async function queryInTime(
  pool: Pool,
  place: string,
  sql: string,
  parameters: DatabaseRow,
): Promise<readonly DatabaseRow[]> {
  const { promise: isLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const seconds = queryTimeoutMs / 1000;
    reject(new DatabaseError(`The database ${place} has not answered within ${seconds} s.`));
  }, queryTimeoutMs);
  let connection: PostgresConnection | undefined;
  try {
    connection = await connectInTime(pool, isLate);
    const rows = await Promise.race([connection.prepared(sql, parameters), isLate]);
    connection.release();
    return rows;
  } catch (error) {
    connection?.close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** A connection that is ready too late goes back to its pool. */
async function connectInTime(pool: Pool, isLate: Promise<never>): Promise<PostgresConnection> {
  const connecting = pool.connect();
  try {
    return await Promise.race([connecting, isLate]);
  } catch (error) {
    connecting.then(
      (connection) => {
        connection.release();
      },
      () => undefined,
    );
    throw error;
  }
}

async function createSchemaIfMissing(
  session: Session,
  schema: string,
  place: string,
): Promise<void> {
  const [encoding] = await session.all('SHOW server_encoding');
  if (encoding?.[0] !== 'UTF8')
    throw new DatabaseError(`The database ${place} must have the encoding UTF8.`);
  // CREATE SCHEMA IF NOT EXISTS needs the right to create a schema even when it exists.
  if (await hasNoSchema(session, schema)) {
    await session.run(`CREATE SCHEMA ${pg.escapeIdentifier(schema)}`);
  }
}

async function hasNoSchema(session: Pick<Session, 'all'>, schema: string): Promise<boolean> {
  const schemas = await session.all('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  return schemas.length === 0;
}

function createPool(config: pg.PoolConfig, place: string, nameOf: (sql: string) => string): Pool {
  const pool = new pg.Pool(config);
  // The next use of a lost connection fails; without a listener the event would end the process.
  const ignore = (): void => undefined;
  pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
  const waiting = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    connect: async () => {
      if (isClosed) throw new Error('The database is closed.');
      const connecting = pool.connect();
      waiting.add(connecting);
      try {
        return createPostgresConnection(await connecting, place, nameOf);
      } catch (error) {
        throw toPostgresFailure(error, place);
      } finally {
        waiting.delete(connecting);
      }
    },
    end: async () => {
      isClosed = true;
      // The pool would never settle the requests that are still in its queue.
      await Promise.allSettled(waiting);
      await pool.end();
    },
  };
}

function poolConfig(
  connectionString: string,
  schema: string,
  max: number,
  access: 'only' | 'write',
): pg.PoolConfig {
  // Overrides defaults of the server, the database or the user that would change results or end a
  // transaction that waits.
  const settings = [
    // First, since it applies to the following statements too.
    `statement_timeout = ${access === 'only' ? queryTimeoutMs : 0}`,
    `search_path = ${pg.escapeIdentifier(schema)}`,
    // After waiting for the lock, a transaction must see what the previous writer committed.
    "default_transaction_isolation = 'read committed'",
    `default_transaction_read_only = ${access === 'only' ? 'on' : 'off'}`,
    'extra_float_digits = 3',
    'lock_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
  ];
  return {
    connectionString,
    max,
    idleTimeoutMillis: idleTimeoutMs,
    keepAlive: true,
    types: { getTypeParser: typeParserOf },
    Client: TimedClient,
    verify: (client, onVerified) => {
      client.query(settings.map((setting) => `SET ${setting};`).join(' ')).then(() => {
        onVerified();
      }, onVerified);
    },
  };
}

/** The timeout of the pool would also limit the wait for one of its connections. */
class TimedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(
      typeof config === 'string'
        ? config
        : { ...config, connectionTimeoutMillis: connectTimeoutMs },
    );
  }
}

/** Names the database and its server, without user and password. */
function describeAddress(address: string): string {
  try {
    if (!/^postgres(ql)?:\/\//.test(address)) throw new Error('Not a PostgreSQL URL.');
    const { host, port, database } = new pg.Client(address);
    return `${database ?? ''} at ${host}:${port}`;
  } catch {
    throw new DatabaseError(
      'Not a valid PostgreSQL address: it must look like postgres://user:password@host:5432/database, and the certificates that it names must be readable.',
    );
  }
}
