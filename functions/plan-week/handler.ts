// The Lambda handler of the planner: at each tick of the schedule it enqueues the messages about reports that are due, plans every
// week that may have reports due, and schedules the reconciliation of weeks for which that is due.
import type { PlannedWeek, PlanResult } from '../../lib/jobs/plan-week.ts';
import type { PlannedDeliveries } from '../../lib/delivery/plan-deliveries.ts';
import type { ReconciledWeek } from '../../lib/jobs/schedule-reconciliation.ts';
import type { Instant } from '../../lib/domain/report-inputs.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import { MINUTE_MS } from '../../lib/domain/calendar.ts';
import type { PlannerRecord, WeekCounts } from '../../lib/ports/stored-records.ts';
import { Failure } from '../../lib/shared/failure.ts';
import type { Log } from '../../lib/shared/log.ts';

export interface PlanWeekDependencies {
  readonly clock: () => Instant;
  readonly weeks: (now: Instant) => readonly Week[];
  readonly plan: (week: Week, now: Instant) => Promise<PlanResult>;
  /** What earlier ticks found, so that not each compares all weeks; omitted where each does. */
  readonly records?: {
    /** Null when the week is to be planned now. */
    readonly find: (week: Week, now: Instant) => Promise<PlannerRecord | null>;
    /** Null: planning failed. */
    readonly write: (week: Week, planned: PlannedWeek | null, now: Instant) => Promise<void>;
  };
  /** Null when the week is not due for reconciliation, or it has ended; omitted where reconciliation is disabled. */
  readonly reconcile?: (
    week: Week,
    plannedWeek: PlannedWeek,
    now: Instant,
  ) => Promise<ReconciledWeek | null>;
  /**
   * Of all weeks whose messages may be due; before the planning of reports, which takes long while the reporting API is slow.
   * Omitted where no messages are sent.
   */
  readonly deliveries?: {
    readonly weeks: (now: Instant) => readonly Week[];
    readonly plan: (week: Week, now: Instant) => Promise<PlannedDeliveries>;
  };
  /**
   * Replaces files of fact tables that earlier releases stored, those of one week at a tick; null where none are left.
   * Omitted where fact tables are switched off.
   */
  readonly replaceOldTables?: (now: Instant) => Promise<string | null>;
  readonly log: Log;
}

/** Schedules are on time to the minute; a later one is the mistake of a clock or of a hand. */
const MAX_LEAD_MS = 10 * MINUTE_MS;

/** Fails when reports or messages of a week could not be planned, after all others were; a later tick repeats it. */
export function createHandler(
  dependencies: PlanWeekDependencies,
): (event: unknown) => Promise<readonly PlannedWeek[]> {
  const { log } = dependencies;
  return async (event) => {
    const tick = readTick(event, dependencies);
    const { now } = tick;
    const deliveryErrors = await planAllDeliveries(dependencies, now);
    const results: WeekResult[] = [];
    for (const week of dependencies.weeks(now)) {
      results.push(await planOneWeek(dependencies, week, tick));
    }
    const plannedWeeks = results.flatMap(({ planned }) => planned ?? []);
    for (const week of plannedWeeks) log.info('week planned', { ...week });
    const counts = results.flatMap((result) => result.counts ?? []);
    const sum = (count: (week: WeekCounts) => number): number =>
      counts.reduce((total, week) => total + count(week), 0);
    log.metrics({
      // Omitted when a week could not be planned: 0 would mean that none of its reports is late.
      ...(counts.length === results.length
        ? {
            DueButMissing: sum(({ late }) => late),
            PartialForADay: sum(({ partialForADay }) => partialForADay),
            PartialPercent: Math.max(0, ...counts.map(({ partialPercent }) => partialPercent)),
          }
        : {}),
      ReportsOwed: sum(({ missing }) => missing),
      ReportsBehind: sum(({ behind }) => behind),
      JobsEnqueued: plannedWeeks.reduce((total, { enqueued }) => total + enqueued, 0),
    });
    const tableErrors = await replaceOldTables(dependencies, now);
    const planningErrors = results.flatMap(({ errors }) => errors);
    for (const error of [...planningErrors, ...deliveryErrors, ...tableErrors]) throw error;
    return plannedWeeks;
  };
}

interface WeekResult {
  /** Null when an earlier tick has planned the week, and when planning failed. */
  readonly planned: PlannedWeek | null;
  /** Null when planning failed. */
  readonly counts: WeekCounts | null;
  readonly errors: readonly unknown[];
}

async function planOneWeek(
  dependencies: PlanWeekDependencies,
  week: Week,
  { now, isScheduled }: Tick,
): Promise<WeekResult> {
  const { log, plan, records } = dependencies;
  const errors: unknown[] = [];
  let planned: PlannedWeek | null = null;
  try {
    const recent = isScheduled ? ((await records?.find(week, now)) ?? null) : null;
    if (recent !== null) return { planned, counts: recent.counts, errors };
    const { tablesError, ...result } = await plan(week, now);
    planned = result;
    if (tablesError !== undefined) {
      log.error('fact tables not written', tablesError, { week: week.name });
      errors.push(tablesError);
    }
    await reconcile(dependencies, week, planned, now).catch((error: unknown) => {
      log.error('reconciliation failed', error, { week: week.name });
      errors.push(error);
    });
  } catch (error) {
    log.error('week planning failed', error, { week: week.name });
    errors.push(error);
  }
  // A done week costs one read without a record. One that can't be written leads to more work, not to less.
  if (planned?.isDone !== true) {
    await records?.write(week, planned, now).catch((error: unknown) => {
      log.error('planning not recorded', error, { week: week.name });
    });
  }
  return { planned, counts: planned, errors };
}

async function reconcile(
  { reconcile, log }: PlanWeekDependencies,
  week: Week,
  plannedWeek: PlannedWeek,
  now: Instant,
): Promise<void> {
  const reconciledWeek = (await reconcile?.(week, plannedWeek, now)) ?? null;
  if (reconciledWeek === null) return;
  const { abandoned, ...counts } = reconciledWeek;
  if (abandoned > 0) log.info('reconciliation abandoned', { week: week.name, folders: abandoned });
  else log.info('reconciliation scheduled', counts);
}

async function replaceOldTables(
  { replaceOldTables: replace, log }: PlanWeekDependencies,
  now: Instant,
): Promise<readonly unknown[]> {
  try {
    const week = (await replace?.(now)) ?? null;
    if (week !== null) log.info('fact tables of an earlier release replaced', { week });
    return [];
  } catch (error) {
    log.error('fact tables of an earlier release not replaced', error);
    return [error];
  }
}

/** Plans each week in turn, and returns the errors of those that failed. */
async function planAllDeliveries(
  { deliveries, log }: PlanWeekDependencies,
  now: Instant,
): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  if (deliveries === undefined) return errors;
  let enqueued = 0;
  let unsent = 0;
  for (const week of deliveries.weeks(now)) {
    try {
      const planResult = await deliveries.plan(week, now);
      enqueued += planResult.enqueued;
      unsent += planResult.unsent;
      log.info('deliveries planned', { ...planResult });
    } catch (error) {
      log.error('delivery planning failed', error, { week: week.name });
      errors.push(error);
    }
  }
  log.metrics({
    DeliveriesEnqueued: enqueued,
    // Omitted when a week could not be planned: 0 would mean that all of its messages were sent.
    ...(errors.length === 0 ? { MessagesDueButUnsent: unsent } : {}),
  });
  return errors;
}

interface Tick {
  readonly now: Instant;
  /** Otherwise a person has started it, and each week is compared. */
  readonly isScheduled: boolean;
}

/** The time that a tick was scheduled for, also when it is delivered late; the clock's for an event without one. */
function readTick(event: unknown, { clock, log }: PlanWeekDependencies): Tick {
  const clockTime = clock();
  const scheduledTime = readScheduledTime(event);
  if (scheduledTime === null) return { now: clockTime, isScheduled: false };
  if (scheduledTime <= clockTime + MAX_LEAD_MS) return { now: scheduledTime, isScheduled: true };
  const claimed = new Date(scheduledTime).toISOString();
  log.error('scheduled time in the future', new Failure('EVENT_SHAPE', { scheduledTime: claimed }));
  return { now: clockTime, isScheduled: true };
}

function readScheduledTime(event: unknown): Instant | null {
  if (typeof event !== 'object' || event === null || !('scheduledTime' in event)) return null;
  const { scheduledTime: text } = event;
  const instant = typeof text === 'string' ? Date.parse(text) : NaN;
  return Number.isNaN(instant) ? null : instant;
}
