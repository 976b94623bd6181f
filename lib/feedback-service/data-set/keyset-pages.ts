// Long answers of a database, read in short statements: on SQLite a statement holds the only thread of the
// process, so each reads a bounded number of rows and other requests run in between.
import { setImmediate } from 'node:timers/promises';
import type { Database, Row } from '../database/database.ts';

/** Rows that one statement reads at most. */
export const pageSize = 1_000;

/**
 * Rows after a place, which their first columns hold. `sql` takes the place as its first parameters and
 * answers at most `pageSize` rows in the order of the place. To keep a statement short it must find its
 * rows by an index in that order, without a condition that the index can't decide.
 */
export async function* readKeysetPages(
  database: Pick<Database, 'all'>,
  sql: string,
  first: Row,
  parameters: Row,
): AsyncGenerator<readonly Row[]> {
  for (let place = first; ;) {
    const rows = await database.all(sql, [...place, ...parameters]);
    const last = rows.at(-1);
    if (last !== undefined) yield rows;
    if (last === undefined || rows.length < pageSize) return;
    place = last.slice(0, first.length);
    await setImmediate();
  }
}
