// The planner as a Lambda function: a tick of the schedule comes in, every week that may owe something is looked at,
// and those that are due for it a second time.
import type { PlannedWeek } from '../../lib/jobs/plan-week.ts';
import type { ReconciledWeek } from '../../lib/jobs/schedule-reconciliation.ts';
import type { Instant } from '../../lib/domain/facts.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import type { Log } from '../../lib/shared/log.ts';

export interface PlanWeekDependencies {
  readonly clock: () => Instant;
  readonly weeks: (now: Instant) => readonly Week[];
  readonly plan: (week: Week, now: Instant) => Promise<PlannedWeek>;
  /** Null when the week is not due for it, or it is over; left out where no second look is taken. */
  readonly lookAgain?: (
    week: Week,
    planned: PlannedWeek,
    now: Instant,
  ) => Promise<ReconciledWeek | null>;
  readonly log: Log;
}

/** Fails when a week could not be looked at, after all others were; the next tick makes that good. */
export function createHandler(
  door: PlanWeekDependencies,
): (event: unknown) => Promise<readonly PlannedWeek[]> {
  return async (event) => {
    const now = scheduledTime(event) ?? door.clock();
    const planned: PlannedWeek[] = [];
    const failures: unknown[] = [];
    const looks: unknown[] = [];
    for (const week of door.weeks(now)) {
      const found = await door.plan(week, now).catch((error: unknown) => {
        door.log.error('a week could not be planned', error, { week: week.name });
        failures.push(error);
      });
      if (found === undefined) continue;
      planned.push(found);
      await lookAgain(door, week, found, now).catch((error: unknown) => {
        door.log.error('a second look could not be taken', error, { week: week.name });
        looks.push(error);
      });
    }
    for (const week of planned) door.log.info('planned', { ...week });
    const sum = (count: (week: PlannedWeek) => number): number =>
      planned.reduce((total, week) => total + count(week), 0);
    door.log.metrics({
      // Of a week that nobody could look at nothing is known, least of all that nothing is missing.
      ...(failures.length === 0
        ? {
            DueButMissing: sum(({ late }) => late),
            PartialPercent: Math.max(0, ...planned.map(({ partialPercent }) => partialPercent)),
          }
        : {}),
      ReportsOwed: sum(({ missing }) => missing),
      ReportsBehind: sum(({ behind }) => behind),
      JobsEnqueued: sum(({ enqueued }) => enqueued),
    });
    for (const failure of [...failures, ...looks]) throw failure;
    return planned;
  };
}

async function lookAgain(
  { lookAgain: look, log }: PlanWeekDependencies,
  week: Week,
  planned: PlannedWeek,
  now: Instant,
): Promise<void> {
  const looked = (await look?.(week, planned, now)) ?? null;
  if (looked === null) return;
  const { givenUp, ...told } = looked;
  if (givenUp > 0) log.info('a second look was given up', { week: week.name, folders: givenUp });
  else log.info('looked again', told);
}

/** The moment that a tick is for, however late it comes; null for an event that doesn't say. */
function scheduledTime(event: unknown): Instant | null {
  if (typeof event !== 'object' || event === null || !('scheduledTime' in event)) return null;
  const { scheduledTime: text } = event;
  const at = typeof text === 'string' ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : at;
}
