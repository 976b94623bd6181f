// The Lambda handler of the planner: at each tick of the schedule it enqueues the messages about reports that are due, and plans
// every week that may have reports due or a look.
import type { PlannedWeek, PlanResult, Tick } from '../../lib/jobs/plan-week.ts';
import type { PlannedDeliveries } from '../../lib/delivery/plan-deliveries.ts';
import type { Instant } from '../../lib/domain/report-inputs.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import { MINUTE_MS } from '../../lib/domain/calendar.ts';
import { Failure } from '../../lib/shared/failure.ts';
import type { Log, Metrics } from '../../lib/shared/log.ts';

export interface PlanWeekDependencies {
  readonly clock: () => Instant;
  readonly weeks: (now: Instant) => readonly Week[];
  readonly plan: (week: Week, tick: Tick) => Promise<PlanResult>;
  /**
   * Of all weeks whose messages may be due; before the planning of reports, which takes long while the reporting API is slow.
   * Omitted where no messages are sent.
   */
  readonly deliveries?: {
    readonly weeks: (now: Instant) => readonly Week[];
    readonly plan: (week: Week, now: Instant) => Promise<PlannedDeliveries>;
  };
  /**
   * Sends requests of a week again that were recorded and not sent, and returns their number. Omitted where the jobs wait in this
   * process.
   */
  readonly repeatRequests?: (week: Week) => Promise<number>;
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
    const results: PlanResult[] = [];
    const requestErrors: unknown[] = [];
    for (const week of dependencies.weeks(now)) {
      requestErrors.push(...(await repeatRequests(dependencies, week)));
      results.push(await planOneWeek(dependencies, week, tick));
    }
    const plannedWeeks = results.flatMap(({ planned }) => planned ?? []);
    log.metrics(measureWeeks(results));
    const tableErrors = await replaceOldTables(dependencies, now);
    const planningErrors = results.flatMap(({ error, tablesError }) =>
      [error, tablesError].filter((failure) => failure !== undefined),
    );
    const errors = [...planningErrors, ...requestErrors, ...deliveryErrors, ...tableErrors];
    for (const error of errors) throw error;
    return plannedWeeks;
  };
}

async function planOneWeek(
  { log, plan }: PlanWeekDependencies,
  week: Week,
  tick: Tick,
): Promise<PlanResult> {
  const result = await plan(week, tick).catch((error: unknown): PlanResult => ({
    ...{ planned: null, counts: null, isLookLate: null, isComparisonLate: null },
    error,
  }));
  const { planned, error, tablesError } = result;
  const name = week.name;
  if (error !== undefined) log.error('week planning failed', error, { week: name });
  if (planned !== null) log.info('week planned', { ...planned });
  if (tablesError !== undefined) log.error('fact tables not written', tablesError, { week: name });
  const { looks = 0, abandoned = 0 } = planned ?? {};
  if (looks > 0) log.info('reconciliation scheduled', { week: name, jobs: looks });
  if (abandoned > 0) log.info('reconciliation abandoned', { week: name, folders: abandoned });
  return result;
}

async function repeatRequests(
  { repeatRequests: repeat, log }: PlanWeekDependencies,
  week: Week,
): Promise<readonly unknown[]> {
  try {
    const requests = (await repeat?.(week)) ?? 0;
    if (requests > 0) log.info('requests sent again', { week: week.name, requests });
    return [];
  } catch (error) {
    log.error('requests not sent again', error, { week: week.name });
    return [error];
  }
}

/** What is not known of each week is omitted: 0 would mean that nothing is late. */
function measureWeeks(results: readonly PlanResult[]): Metrics {
  const plannedWeeks = results.flatMap(({ planned }) => planned ?? []);
  const allCounts = results.flatMap(({ counts }) => counts ?? []);
  const areCounted = allCounts.length === results.length;
  const sum = (numbers: readonly number[]): number =>
    numbers.reduce((total, number) => total + number, 0);
  const countTrue = (values: readonly (boolean | null)[]): number =>
    values.filter((value) => value === true).length;
  return {
    ...(areCounted
      ? {
          DueButMissing: sum(allCounts.map(({ late }) => late)),
          PartialForADay: sum(allCounts.map(({ partialForADay }) => partialForADay)),
          PartialPercent: Math.max(0, ...allCounts.map(({ partialPercent }) => partialPercent)),
        }
      : {}),
    ...(results.every(({ isLookLate }) => isLookLate !== null)
      ? {
          LookOpenForADay: countTrue(results.map(({ isLookLate }) => isLookLate)),
          ComparisonsOverdue: countTrue(results.map(({ isComparisonLate }) => isComparisonLate)),
        }
      : {}),
    ReportsOwed: sum(allCounts.map(({ missing }) => missing)),
    ReportsBehind: sum(allCounts.map(({ behind }) => behind)),
    JobsEnqueued: sum(plannedWeeks.map(({ enqueued, looks }) => enqueued + looks)),
  };
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
