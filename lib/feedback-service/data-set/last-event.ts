// The time of the last event of a data set.
import type { Statements } from '../database/database.ts';

/** UTC milliseconds; undefined when there is none. Reads one entry of an index for each survey. */
export async function readLastEventTime(
  statements: Pick<Statements, 'all'>,
): Promise<number | undefined> {
  const [row] = await statements.all(
    'SELECT max((SELECT max(ts) FROM events e WHERE e.survey = s.survey)) FROM surveys s',
  );
  const last = row?.[0] ?? null;
  return last === null ? undefined : Number(last);
}
