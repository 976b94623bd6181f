// Hourly sums are kept at the start of the hour that their line's time lies in, in the zone of their survey.
// It hides that the zone may change: what the line told is kept beside, and the hour follows.
import type { Survey } from '../company.ts';
import type { Session } from '../database/database.ts';
import { zoneOf } from '../time-zone.ts';
import { keysetPages, pageSize } from './keyset-pages.ts';

export interface SumTime {
  readonly ts: number;
  /** What the line told when that is not `ts`. */
  readonly told: number | null;
}

export function sumTime({ timeZone }: Survey, told: number): SumTime {
  const ts = zoneOf(timeZone).hourStart(told);
  return { ts, told: told === ts ? null : told };
}

/** For sums that were kept by another zone, or by a version that kept them as they were told. */
export async function alignHourlySums(session: Session, survey: Survey): Promise<void> {
  const pages = keysetPages(
    session,
    `SELECT ts, line, told FROM events WHERE (ts, line) > ($1, $2) AND survey = $3 AND data IS NOT NULL ORDER BY ts, line LIMIT ${pageSize}`,
    [-Number.MAX_SAFE_INTEGER, -1],
    [survey.key],
  );
  for await (const rows of pages) {
    for (const [was, line, wasTold] of rows) {
      const { ts, told } = sumTime(survey, Number(wasTold ?? was));
      if (ts === was && told === wasTold) continue;
      await session.run(
        'UPDATE events SET ts = $1, told = $2 WHERE survey = $3 AND ts = $4 AND line = $5',
        [ts, told, survey.key, Number(was), Number(line)],
      );
    }
  }
}
