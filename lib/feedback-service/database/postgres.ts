// The engine for a server of one's own: a schema of a PostgreSQL database, through pg. It hides pools,
// the address, and the settings that a server may have as its habits.
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import {
  DatabaseBusyError,
  DatabaseError,
  type Database,
  type Session,
  type LockWait,
} from './database.ts';
import {
  createPostgresConnection,
  createPostgresSession,
  createStatementNames,
  type PostgresConnection,
} from './postgres-connection.ts';
import { toPostgresFailure } from './postgres-failure.ts';
import { typeParserOf } from './postgres-values.ts';
import { runInTransaction } from './transaction.ts';

const connectTimeoutMs = 10_000;
const idleTimeoutMs = 10_000;
/** How often a lock is asked for that is waited for only so long, ms. */
const lockRetryMs = 50;
/** PostgreSQL cuts longer names short, and two of them could become one. */
const schemaBytes = 63;
// Pools of their own, so that a transaction can ask short questions in between.
const connections = { short: 8, writing: 1 } as const;

interface Pool {
  connect(): Promise<PostgresConnection>;
  end(): Promise<void>;
}

/**
 * `address` is a postgres:// URL; the schema is made if it is absent. Throws a DatabaseError when the
 * server cannot be used.
 */
export async function openPostgres(address: string, schema: string): Promise<Database> {
  if (schema === '' || Buffer.byteLength(schema) > schemaBytes)
    throw new DatabaseError(`The name of a schema has 1 to ${schemaBytes} bytes.`);
  const place = describeAddress(address);
  const nameOf = createStatementNames();
  const pool = (max: number, access: 'only' | 'write'): Pool =>
    createPool(poolConfig(address, schema, max, access), place, nameOf);
  const short = pool(connections.short, 'only');
  const writing = pool(connections.writing, 'write');

  // The lock belongs to the database: all processes that write to this schema take it.
  async function lock(
    connection: PostgresConnection,
    { onBusy, patienceMs }: LockWait,
  ): Promise<void> {
    const tryOnce = async (): Promise<boolean> => {
      const sql = 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))';
      return (await connection.send(sql, [schema]))[0]?.[0] === 1;
    };
    if (await tryOnce()) return;
    onBusy?.();
    if (patienceMs === undefined) {
      await connection.send('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [schema]);
      return;
    }
    const deadline = performance.now() + patienceMs;
    do {
      if (performance.now() >= deadline) throw new DatabaseBusyError(place);
      await setTimeout(lockRetryMs);
    } while (!(await tryOnce()));
  }

  const transaction: Database['transaction'] = async (work, waiting = {}) => {
    const connection = await writing.connect();
    try {
      await connection.send('BEGIN');
      await lock(connection, waiting);
      const result = await runInTransaction(createPostgresSession(connection), work);
      await connection.send('COMMIT');
      connection.release();
      return result;
    } catch (error) {
      await connection.rollBack();
      throw error;
    }
  };

  const close = async (): Promise<void> => {
    await Promise.all([short.end(), writing.end()]);
  };

  try {
    await transaction((session) => createSchemaIfMissing(session, schema, place));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    run: (sql, parameters) => transaction((session) => session.run(sql, parameters)),
    all: async (sql, parameters = []) => {
      const connection = await short.connect();
      try {
        return await connection.prepared(sql, parameters);
      } finally {
        connection.release();
      }
    },
    insert: (table, rows) => transaction((session) => session.insert(table, rows)),
    transaction,
    close,
  };
}

async function createSchemaIfMissing(
  session: Session,
  schema: string,
  place: string,
): Promise<void> {
  const [encoding] = await session.all('SHOW server_encoding');
  if (encoding?.[0] !== 'UTF8')
    throw new DatabaseError(`The database ${place} must be one with the encoding UTF8.`);
  // IF NOT EXISTS asks for the right to make a schema even when there is one.
  const known = await session.all('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  if (known.length === 0) await session.run(`CREATE SCHEMA ${pg.escapeIdentifier(schema)}`);
}

function createPool(config: pg.PoolConfig, place: string, nameOf: (sql: string) => string): Pool {
  const pool = new pg.Pool(config);
  // A lost connection tells whoever uses it next; without a listener it would end the process.
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
      // The pool would forget those who are still in its queue.
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
  // What a server, a database or a user may have as defaults must not change what we read, nor end
  // a transaction that waits for its turn or for whoever works in it.
  const settings = [
    // First: it holds for these, too.
    'statement_timeout = 0',
    `search_path = ${pg.escapeIdentifier(schema)}`,
    // Whoever has waited for the lock sees what the one before has written.
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
    verify: (client, done) => {
      client.query(settings.map((setting) => `SET ${setting};`).join(' ')).then(() => {
        done();
      }, done);
    },
  };
}

/** The pool's own timeout would also end the wait for one of its connections. */
class TimedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(
      typeof config === 'string'
        ? config
        : { ...config, connectionTimeoutMillis: connectTimeoutMs },
    );
  }
}

/** Which database where, without user and password. */
function describeAddress(address: string): string {
  try {
    if (!/^postgres(ql)?:\/\//.test(address)) throw new Error('This is another kind of address.');
    const { host, port, database } = new pg.Client(address);
    return `${database ?? ''} at ${host}:${port}`;
  } catch {
    throw new DatabaseError(
      'The address of a PostgreSQL database looks like postgres://user:password@host:5432/database; certificates that it names must be readable.',
    );
  }
}
