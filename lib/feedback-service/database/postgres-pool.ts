// The connections of a process to a PostgreSQL server. All schemas of one address share them, so that their number does
// not depend on the number of companies. A connection is prepared for another schema when it changes hands.
import pg from 'pg';
import { DatabaseError } from './database.ts';
import { toPostgresFailure } from './failures.ts';
import {
  createPostgresConnection,
  createStatementNames,
  type PostgresConnection,
  typeParserOf,
} from './postgres-connection.ts';

const connectTimeoutMs = 10_000;
const idleTimeoutMs = 10_000;
/** For a query outside of a transaction, with the wait for its connection. */
export const queryTimeoutMs = 15_000;

export interface PostgresPool {
  connect(): Promise<PostgresConnection>;
  /** Whether all connections are in use. */
  isBusy(): boolean;
}

/** Two pools, so that short queries do not wait for a transaction. */
export interface PostgresPools {
  /** Names the database and its server, without user and password. */
  readonly place: string;
  readonly reading: PostgresPool;
  readonly writing: PostgresPool;
  /** Must be called once by each opener; the last one closes the connections. */
  readonly close: () => Promise<void>;
}

interface SharedPools extends Omit<PostgresPools, 'close'> {
  readonly end: () => Promise<void>;
  openers: number;
}

const sharedPools = new Map<string, SharedPools>();

/** One connection for writing and at most `reads` for reading. Throws a DatabaseError when the address is wrong. */
export function openPools(address: string, reads: number): PostgresPools {
  const key = JSON.stringify([address, reads]);
  const shared = sharedPools.get(key) ?? createPools(address, reads);
  sharedPools.set(key, shared);
  shared.openers += 1;
  const { place, reading, writing } = shared;
  return {
    ...{ place, reading, writing },
    close: async () => {
      shared.openers -= 1;
      if (shared.openers > 0) return;
      sharedPools.delete(key);
      await shared.end();
    },
  };
}

function createPools(address: string, reads: number): SharedPools {
  const place = describeAddress(address);
  const nameOf = createStatementNames();
  const reading = createPool(poolConfig(address, reads, 'only'), place, nameOf);
  const writing = createPool(poolConfig(address, 1, 'write'), place, nameOf);
  const end = async (): Promise<void> => {
    await Promise.all([reading.end(), writing.end()]);
  };
  return { place, reading, writing, end, openers: 0 };
}

function createPool(
  config: pg.PoolConfig & { readonly max: number },
  place: string,
  nameOf: (sql: string) => string,
): PostgresPool & { readonly end: () => Promise<void> } {
  const pool = new pg.Pool(config);
  // The next use of a lost connection fails; without a listener the event would end the process.
  const ignore = (): void => undefined;
  pool.on('error', ignore).on('connect', (client) => client.on('error', ignore));
  const waiting = new Set<Promise<unknown>>();
  return {
    isBusy: () => pool.totalCount - pool.idleCount >= config.max,
    connect: async () => {
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
      // The pool would never settle the requests that are still in its queue.
      await Promise.allSettled(waiting);
      await pool.end();
    },
  };
}

function poolConfig(
  connectionString: string,
  max: number,
  access: 'only' | 'write',
): pg.PoolConfig & { readonly max: number } {
  // Overrides defaults of the server, the database or the user that would change results or end a
  // transaction that waits.
  const settings = [
    // First, since it applies to the following statements too.
    `statement_timeout = ${access === 'only' ? queryTimeoutMs : 0}`,
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
