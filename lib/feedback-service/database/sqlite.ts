// The embedded engine: one SQLite file with a connection for reading and one for writing, so that
// queries do not wait for a transaction.
import {
  retryUntilLocked,
  type Database,
  type LockWait,
  createSerialQueue,
  runInTransaction,
} from './database.ts';
import { openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts';

/** Delay between attempts to begin while another process is in a transaction. */
const writerRetryMs = 20;

/**
 * Opens or creates the file. `:memory:` opens a new database in memory, whose readers see uncommitted
 * changes. Throws a DatabaseError when the file cannot be used.
 */
export function openSqlite(path: string): Database {
  const isInMemory = path === ':memory:';
  const writer = openSqliteConnection(path, 'writer');
  const reader = isInMemory ? writer : openReader(writer, path);
  const enqueueWrite = createSerialQueue();
  // The busy timeout of SQLite would block this process, and with it a transaction that it waits for.
  async function begin({ onBusy, patienceMs = Infinity }: LockWait): Promise<void> {
    if (await writer.tryBegin()) return;
    onBusy?.();
    await retryUntilLocked(() => writer.tryBegin(), writerRetryMs, patienceMs, path);
  }

  const transaction: Database['transaction'] = (work, lockWait = {}) =>
    enqueueWrite(async () => {
      await begin(lockWait);
      try {
        const result = await runInTransaction(writer, work);
        await writer.run('COMMIT');
        return result;
      } catch (error) {
        writer.rollBack();
        throw error;
      }
    });

  return {
    run: (sql, parameters) => transaction((session) => session.run(sql, parameters)),
    all: (sql, parameters) => reader.all(sql, parameters),
    insert: (table, rows) => transaction((session) => session.insert(table, rows)),
    transaction,
    close: () =>
      enqueueWrite(() => {
        for (const connection of new Set([reader, writer])) connection.close();
        return Promise.resolve();
      }),
  };
}

function openReader(writer: SqliteConnection, path: string): SqliteConnection {
  try {
    return openSqliteConnection(path, 'reader');
  } catch (error) {
    writer.close();
    throw error;
  }
}
