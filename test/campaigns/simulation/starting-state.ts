// The initial state of schedules: a small company in several time zones, a week with a clock change, and earlier weeks.
import { planKey } from '../../../lib/reports/report-repository.ts';
import { dayOf, weekOf, weeksFrom } from '../../../lib/domain/calendar.ts';
import { createRandom } from '../../support/test-reports.ts';
import { repositoryCodecs } from './decode-once.ts';
import type { FaultPlan } from './fault-plan.ts';
import { fixedFaultPlan } from './fault-plan.ts';
import type { SimulatedFolder } from './simulated-folders.ts';
import type { SimulatedDeployment } from './simulated-deployment.ts';
import { createSimulatedDeployment } from './simulated-deployment.ts';
import type { Variant } from './variant.ts';
import { CORRECT_VARIANT } from './variant.ts';

/** Daylight saving time ends in Europe in this week. */
export const WEEK = weekOf(dayOf('2026-10-19'));
export const PREVIOUS_WEEK = weeksFrom(WEEK, -1);
/** No longer covered by the planner: reports are made on request only. */
export const OLD_WEEK = weeksFrom(WEEK, -8);
/** Old enough to be pruned. */
export const PRUNED_WEEK = weeksFrom(WEEK, -20);
export const SETTLED_AT = Date.parse('2026-10-26T18:00:00Z');

export const COMPANY: SimulatedFolder = {
  key: 1,
  surveys: [{ key: 101, timeZone: 'UTC' }],
  folders: [
    {
      key: 2,
      surveys: [],
      folders: [
        { key: 21, surveys: [{ key: 211, timeZone: 'Europe/Helsinki' }], folders: [] },
        { key: 22, surveys: [{ key: 221, timeZone: 'America/New_York' }], folders: [] },
      ],
    },
    {
      key: 31,
      surveys: [
        { key: 311, timeZone: 'Asia/Tokyo' },
        { key: 312, timeZone: 'UTC' },
      ],
      folders: [],
    },
  ],
};

export interface ScheduleOptions {
  readonly variant?: Variant;
  readonly recordsTrace?: boolean;
}

/** A deployment with completed earlier weeks, one of which can be pruned. */
export async function prepareDeployment(
  start: number,
  faultPlan: FaultPlan,
  options: ScheduleOptions & {
    readonly root?: SimulatedFolder;
    readonly reconcileAfterMs?: number | null;
    readonly isWarm?: boolean;
    readonly writesFacts?: boolean;
  },
): Promise<SimulatedDeployment> {
  const weeks = [OLD_WEEK, PREVIOUS_WEEK, WEEK];
  const deployment = createSimulatedDeployment({
    root: COMPANY,
    variant: CORRECT_VARIANT,
    ...options,
    start,
    faultPlan,
    weeks,
  });
  const completedPlan = {
    week: PREVIOUS_WEEK.name,
    folders: [],
    doneAt: new Date(start).toISOString(),
  };
  deployment.bucket.put(planKey(PREVIOUS_WEEK.name), repositoryCodecs.plans.encode(completedPlan));
  for (const [key, bytes] of await (prunedWeekFiles ??= createPrunedWeek()))
    deployment.bucket.put(key, bytes);
  return deployment;
}

let prunedWeekFiles: Promise<ReadonlyMap<string, Uint8Array>> | null = null;

/** The objects of a week that was made without faults. */
async function createPrunedWeek(): Promise<ReadonlyMap<string, Uint8Array>> {
  const faultPlan = fixedFaultPlan(createRandom(1), []);
  const deployment = createSimulatedDeployment({
    start: SETTLED_AT,
    faultPlan,
    root: COMPANY,
    weeks: [PRUNED_WEEK],
  });
  void deployment.requestReport({ week: PRUNED_WEEK, folder: 2, force: false });
  await deployment.timeline.run(() => false);
  return new Map([...deployment.bucket.objects].map(([key, { bytes }]) => [key, bytes]));
}
