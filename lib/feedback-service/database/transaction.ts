// What holds inside of a transaction whatever the engine: after one failed statement nothing is kept,
// and nobody speaks in it when it is over. It hides the queries that are still open at its end.
import type { Row, Session } from './database.ts';

/** Runs `work` between an engine's BEGIN and COMMIT; throws when there is nothing to commit. */
export async function runInTransaction<Result>(
  session: Session,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const open = new Set<AsyncIterator<readonly Row[]>>();
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
    open.add(rows);
    try {
      for (;;) {
        const next = await guarded(() => rows.next());
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      open.delete(rows);
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
    for (const rows of open) await rows.return?.();
  }
}

/** Runs what it is given in the order of asking; an error ends one turn, not the queue. */
export type SerialQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
