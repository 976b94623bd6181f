// Rules for transactions that are the same for both engines: after a failed statement nothing is
// committed, and a session cannot be used after its transaction.
import type { Row, Session } from './database.ts';

/** Runs `work` between an engine's BEGIN and COMMIT; throws when there is nothing to commit. */
export async function runInTransaction<Result>(
  session: Session,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const openQueries = new Set<AsyncIterator<readonly Row[]>>();
  let isOver = false;
  let failure: Error | undefined;

  async function guarded<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (isOver) throw new Error('The transaction is over.');
    if (failure !== undefined) throw failure;
    try {
      return await call();
    } catch (error) {
      failure ??= error instanceof Error ? error : new Error('A statement failed.');
      throw error;
    }
  }

  async function* batches(sql: string, parameters?: Row): AsyncGenerator<readonly Row[]> {
    const rows = session.batches(sql, parameters)[Symbol.asyncIterator]();
    openQueries.add(rows);
    try {
      for (;;) {
        const next = await guarded(() => rows.next());
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      openQueries.delete(rows);
      await rows.return?.();
    }
  }

  try {
    const result = await work({
      run: (sql, parameters) => guarded(() => session.run(sql, parameters)),
      all: (sql, parameters) => guarded(() => session.all(sql, parameters)),
      batches,
      insert: (table, rows) => guarded(() => session.insert(table, rows)),
    });
    if (failure !== undefined) throw failure;
    return result;
  } finally {
    isOver = true;
    for (const rows of openQueries) await rows.return?.();
  }
}

/** Runs tasks one at a time, in the order of the calls; an error does not stop the queue. */
export type SerialQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
