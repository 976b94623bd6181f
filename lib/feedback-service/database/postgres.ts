// The PostgreSQL engine: a schema of a database, accessed through pg.
import pLimit from 'p-limit';
import pg from 'pg';
import {
  retryUntilLocked,
  DatabaseError,
  type Database,
  type Session,
  type LockWait,
  runInTransaction,
} from './database.ts';
import { createPostgresSession, type PostgresConnection } from './postgres-connection.ts';
import { openPools, queryTimeoutMs, type PostgresPool } from './postgres-pool.ts';

/** Delay between attempts to take a lock when the wait is limited. */
const lockRetryMs = 50;
/** PostgreSQL truncates longer names, so that two of them could become the same. */
const schemaBytes = 63;
/** Of a process for all schemas of one address, besides one for writing. */
const defaultReads = 5;

/**
 * `address` is a postgres:// URL; a missing schema is created. At most `reads` connections read, of which one schema uses
 * all but one at a time. Throws a DatabaseError when the server cannot be used.
 */
export async function openPostgres(
  address: string,
  schema: string,
  reads = defaultReads,
): Promise<Database> {
  if (schema === '' || Buffer.byteLength(schema) > schemaBytes)
    throw new DatabaseError(`The name of a schema must have 1 to ${schemaBytes} bytes.`);
  const pools = openPools(address, reads);
  const { place, reading, writing } = pools;
  const limit = pLimit(Math.max(reads - 1, 1));
  const searchPath = `SET search_path = ${pg.escapeIdentifier(schema)}`;
  const running = new Set<Promise<unknown>>();
  let isClosed = false;

  async function whileOpen<Result>(work: () => Promise<Result>): Promise<Result> {
    if (isClosed) throw new Error('The database is closed.');
    const result = work();
    running.add(result);
    try {
      return await result;
    } finally {
      running.delete(result);
    }
  }

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

  /** Another writer of this process may have the connection for writing. */
  async function connectWriter({ onBusy, maxWaitMs }: LockWait): Promise<PostgresConnection> {
    if (writing.isBusy()) {
      onBusy?.();
      const isFree = (): Promise<boolean> => Promise.resolve(!writing.isBusy());
      if (maxWaitMs !== undefined) await retryUntilLocked(isFree, lockRetryMs, maxWaitMs, place);
    }
    return writing.connect();
  }

  async function within<Result>(
    connection: PostgresConnection,
    begin: () => Promise<unknown>,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    try {
      await connection.configure(searchPath);
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

  const transaction: Database['transaction'] = (work, lockWait = {}) =>
    whileOpen(async () => {
      let isToldBusy = false;
      const onBusy = (): void => {
        if (!isToldBusy) lockWait.onBusy?.();
        isToldBusy = true;
      };
      const connection = await connectWriter({ ...lockWait, onBusy });
      const begin = async (): Promise<void> => {
        await connection.send('BEGIN');
        await lock(connection, { ...lockWait, onBusy });
      };
      return within(connection, begin, work);
    });

  const all: Database['all'] = (sql, parameters = []) =>
    whileOpen(() =>
      inTime(place, (isLate) =>
        limit(async () => {
          const connection = await connectInTime(reading, isLate);
          try {
            await Promise.race([connection.configure(searchPath), isLate]);
            const rows = await Promise.race([connection.prepared(sql, parameters), isLate]);
            connection.release();
            return rows;
          } catch (error) {
            // It may be one whose server does not answer.
            connection.close();
            throw error;
          }
        }),
      ),
    );

  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await Promise.allSettled(running);
    await pools.close();
  };

  try {
    // Without a transaction where possible: it would wait for an import of another process.
    if (await hasNoSchema({ all }, schema)) {
      await transaction((session) => createSchemaIfMissing(session, schema, place));
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    run: (sql, parameters) => transaction((session) => session.run(sql, parameters)),
    all,
    insert: (table, rows) => transaction((session) => session.insert(table, rows)),
    transaction,
    snapshot: (work) =>
      whileOpen(async () => {
        const connection = await reading.connect();
        const begin =
          'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0';
        return within(connection, () => connection.send(begin), work);
      }),
    compact: (table) =>
      whileOpen(async () => {
        const connection = await writing.connect();
        try {
          await connection.configure(searchPath);
          await connection.send(`VACUUM FULL ${table}`);
        } finally {
          connection.release();
        }
      }),
    close,
  };
}

/** `isLate` rejects when the server has not answered in time. */
async function inTime<Result>(
  place: string,
  work: (isLate: Promise<never>) => Promise<Result>,
): Promise<Result> {
  const { promise: isLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const seconds = queryTimeoutMs / 1000;
    reject(new DatabaseError(`The database ${place} has not answered within ${seconds} s.`));
  }, queryTimeoutMs);
  try {
    return await Promise.race([work(isLate), isLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** A connection that is ready too late goes back to its pool. */
async function connectInTime(
  pool: PostgresPool,
  isLate: Promise<never>,
): Promise<PostgresConnection> {
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
