// Reads long results in short statements. A statement of SQLite blocks the process, so each reads a
// bounded number of rows and other requests run in between.
import { setImmediate } from 'node:timers/promises';
import type { Database, Row } from '../database/database.ts';

/** The maximum number of rows that one statement reads. */
export const pageSize = 1_000;

/**
 * Reads the rows after a position, which consists of their first columns. `sql` takes the position as
 * its first parameters and selects at most `pageSize` rows in that order. To keep statements short, an
 * index must have that order and decide every condition.
 */
export async function* readKeysetPages(
  database: Pick<Database, 'all'>,
  sql: string,
  first: Row,
  parameters: Row,
): AsyncGenerator<readonly Row[]> {
  for (let position = first; ;) {
    const rows = await database.all(sql, [...position, ...parameters]);
    const last = rows.at(-1);
    if (last !== undefined) yield rows;
    if (last === undefined || rows.length < pageSize) return;
    position = last.slice(0, first.length);
    await setImmediate();
  }
}
