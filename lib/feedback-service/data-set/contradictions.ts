// What does not go together with what has been imported. It hides how that is found in a database.
import { buttonsOf, type Directory } from '../company.ts';
import type { Session } from '../database/database.ts';
import { DataSetError, type DataProblem } from './data-set-problem.ts';

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
