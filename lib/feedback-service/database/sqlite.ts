// The embedded engine: one file, through node:sqlite. It hides the connections that let readers
// and the writer run side by side, and how a writer waits for its turn.
import { setTimeout } from 'node:timers/promises';
import { DatabaseBusyError, type Database, type LockWait } from './database.ts';
import { openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts';
import { createSerialQueue, runInTransaction } from './transaction.ts';

/** How often a writer asks whether another process's transaction has ended. */
const writerRetryMs = 20;

/**
 * Opens or makes the file; `:memory:` is a database of its own, in which readers see what a
 * transaction has not committed yet. Throws a DatabaseError when the file cannot be used.
 */
export function openSqlite(path: string): Database {
  const isInMemory = path === ':memory:';
  const writer = openSqliteConnection(path, 'writer');
  const reader = isInMemory ? writer : openReader(writer, path);
  const write = createSerialQueue();
  // SQLite's own waiting would stop this process, and with it a transaction that it waits for.
  async function begin({ onBusy, patienceMs = Infinity }: LockWait): Promise<void> {
    if (await writer.tryBegin()) return;
    onBusy?.();
    const deadline = performance.now() + patienceMs;
    do {
      if (performance.now() >= deadline) throw new DatabaseBusyError(path);
      await setTimeout(writerRetryMs);
    } while (!(await writer.tryBegin()));
  }

  const transaction: Database['transaction'] = (work, waiting = {}) =>
    write(async () => {
      await begin(waiting);
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
      write(() => {
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
