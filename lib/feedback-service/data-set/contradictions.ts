// What does not go together with what has been imported. It hides how that is found in a database.
import { buttonsOf, type Directory } from '../company.ts';
import type { Session } from '../database/database.ts';
import type { NewFile } from './known-files.ts';
import { DataSetError, type DataProblem } from './problem.ts';

/** What was imported must still have its place in company.json. */
export async function refuseContradictions(session: Session, directory: Directory): Promise<void> {
  const problems: DataProblem[] = [];
  const tell = (reason: string): void => {
    problems.push({ file: 'company.json', reason });
  };
  for (const [key, buttons] of await session.all('SELECT survey, buttons FROM surveys')) {
    const placed = directory.surveys.get(Number(key));
    if (placed === undefined) {
      tell(`survey ${key} is missing, but feedback or alerts of it have been imported`);
    } else if (buttonsOf(placed.survey.feedbackScale) !== buttons) {
      tell(
        `survey ${key} had ${buttons} buttons when feedback of it was imported, and has others now`,
      );
    }
  }
  for (const [key] of await session.all('SELECT follow_up FROM follow_ups')) {
    if (directory.followUps.has(Number(key))) continue;
    tell(`follow-up ${key} is missing, but imported feedback names it`);
  }
  if (problems.length > 0) throw new DataSetError(problems);
}

/** An alert's key is what clients know it by. */
export async function refuseEqualAlerts(
  session: Session,
  fresh: readonly NewFile[],
): Promise<void> {
  const [equal] = await session.all(
    'SELECT max(line) FROM alerts WHERE line IS NOT NULL GROUP BY key HAVING count(*) > 1 ORDER BY 1 LIMIT 1',
  );
  if (equal === undefined) return;
  const line = Number(equal[0]);
  const names = new Map(fresh.map(({ file, sha256 }) => [sha256, file.name]));
  const [found] = await session.all(
    'SELECT sha256, coalesce((SELECT max(b.last_line) FROM files b WHERE b.last_line < $1), 0) FROM files WHERE last_line >= $1 ORDER BY last_line LIMIT 1',
    [line],
  );
  const file = names.get(String(found?.[0])) ?? 'alerts.ndjson';
  const reason = 'key is that of an earlier alert';
  throw new DataSetError([{ file, line: line - Number(found?.[1] ?? 0), reason }]);
}
