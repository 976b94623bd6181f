// The Lambda handler of the planner: at each tick of the schedule it enqueues the messages about reports that are due, plans every
// week that may have reports due, and schedules the reconciliation of weeks for which that is due.
import type { PlannedWeek } from '../../lib/jobs/plan-week.ts';
import type { PlannedDeliveries } from '../../lib/delivery/plan-deliveries.ts';
import type { ReconciledWeek } from '../../lib/jobs/schedule-reconciliation.ts';
import type { Instant } from '../../lib/domain/report-inputs.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import type { Log } from '../../lib/shared/log.ts';

export interface PlanWeekDependencies {
  readonly clock: () => Instant;
  readonly weeks: (now: Instant) => readonly Week[];
  readonly plan: (week: Week, now: Instant) => Promise<PlannedWeek>;
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
  readonly log: Log;
}

/** Fails when reports or messages of a week could not be planned, after all others were; the next tick repeats it. */
export function createHandler(
  dependencies: PlanWeekDependencies,
): (event: unknown) => Promise<readonly PlannedWeek[]> {
  const { log } = dependencies;
  return async (event) => {
    const now = scheduledTime(event) ?? dependencies.clock();
    const deliveryErrors = await planAllDeliveries(dependencies, now);
    const plannedWeeks: PlannedWeek[] = [];
    const planningErrors: unknown[] = [];
    const reconciliationErrors: unknown[] = [];
    for (const week of dependencies.weeks(now)) {
      try {
        const plannedWeek = await dependencies.plan(week, now);
        plannedWeeks.push(plannedWeek);
        await reconcile(dependencies, week, plannedWeek, now).catch((error: unknown) => {
          log.error('reconciliation failed', error, { week: week.name });
          reconciliationErrors.push(error);
        });
      } catch (error) {
        log.error('week planning failed', error, { week: week.name });
        planningErrors.push(error);
      }
    }
    for (const week of plannedWeeks) log.info('week planned', { ...week });
    const sum = (count: (week: PlannedWeek) => number): number =>
      plannedWeeks.reduce((total, week) => total + count(week), 0);
    log.metrics({
      // Omitted when a week could not be planned: 0 would mean that none of its reports is late.
      ...(planningErrors.length === 0
        ? {
            DueButMissing: sum(({ late }) => late),
            PartialPercent: Math.max(
              0,
              ...plannedWeeks.map(({ partialPercent }) => partialPercent),
            ),
          }
        : {}),
      ReportsOwed: sum(({ missing }) => missing),
      ReportsBehind: sum(({ behind }) => behind),
      JobsEnqueued: sum(({ enqueued }) => enqueued),
    });
    for (const error of [...planningErrors, ...reconciliationErrors, ...deliveryErrors])
      throw error;
    return plannedWeeks;
  };
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

/** Plans each week in turn, and returns the errors of those that failed. */
async function planAllDeliveries(
  { deliveries, log }: PlanWeekDependencies,
  now: Instant,
): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  if (deliveries === undefined) return errors;
  let enqueued = 0;
  for (const week of deliveries.weeks(now)) {
    try {
      const planResult = await deliveries.plan(week, now);
      enqueued += planResult.enqueued;
      log.info('deliveries planned', { ...planResult });
    } catch (error) {
      log.error('delivery planning failed', error, { week: week.name });
      errors.push(error);
    }
  }
  log.metrics({ DeliveriesEnqueued: enqueued });
  return errors;
}

/** The time that a tick was scheduled for, also when it is delivered late; null for an event without it. */
function scheduledTime(event: unknown): Instant | null {
  if (typeof event !== 'object' || event === null || !('scheduledTime' in event)) return null;
  const { scheduledTime: text } = event;
  const instant = typeof text === 'string' ? Date.parse(text) : NaN;
  return Number.isNaN(instant) ? null : instant;
}
