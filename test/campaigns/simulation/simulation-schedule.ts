// Runs one schedule: a week's reports with faults, then without. It depends on the seed only.
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import { createRandom } from '../../support/test-reports.ts';
import { randomFaultPlan } from './fault-plan.ts';
import { randomCompany } from './circumstances.ts';
import { checkRun } from './check-run.ts';
import type { Violation } from './safety.ts';
import type { ScheduleOptions } from './starting-state.ts';
import { prepareDeployment, SETTLED_AT, WEEK } from './starting-state.ts';
import { scheduleTicks } from './simulated-ticks.ts';
import { scheduleCompanyChanges } from './company-changes.ts';
import { scheduleOutages, schedulePruning, scheduleRequests } from './injected-faults.ts';

export interface ScheduleOutcome {
  readonly seed: number;
  readonly violations: readonly Violation[];
  readonly counts: ReadonlyMap<string, number>;
  readonly trace: readonly string[];
  /** Number of ticks without faults until completion. */
  readonly ticks: number;
}

export async function runSchedule(
  seed: number,
  options: ScheduleOptions = {},
): Promise<ScheduleOutcome> {
  const random = createRandom(seed);
  const faultPlan = randomFaultPlan(random);
  const start = Math.round(SETTLED_AT - (random() < 0.6 ? random() : 14 * random()) * HOUR_MS);
  // Reconciliation may run while faults occur or later.
  const reconcileAfterMs = random() < 0.4 ? Math.round(random() * 12 * HOUR_MS) : null;
  const root = randomCompany(faultPlan);
  // Either one process per message or one process for all messages.
  const isWarm = seed % 2 === 0;
  const deployment = await prepareDeployment(start, faultPlan, {
    ...options,
    root,
    reconcileAfterMs,
    isWarm,
    writesFacts: seed % 3 === 0,
  });
  const faultsUntil = Math.max(start, SETTLED_AT - HOUR_MS) + HOUR_MS * (1 + 30 * random() ** 3);
  const randomInstant = (): number => start + random() * (faultsUntil - start);
  const isReported = (survey: number): boolean =>
    deployment.company.history.isReported(survey, WEEK, Infinity);

  scheduleOutages(deployment, { randomInstant, faultsUntil });
  const changes = scheduleCompanyChanges(deployment, { randomInstant, root, isReported });
  const acceptedRequests = scheduleRequests(deployment, { random, randomInstant, root });
  schedulePruning(deployment, { random, randomInstant });
  const progress = { ticks: 0 };
  const isOver = scheduleTicks(deployment, {
    start,
    faultsUntil,
    progress,
    removedFolders: changes.removedFolders,
    reconcileAfterMs,
  });
  await deployment.timeline.run(isOver);

  const reconciledAt = reconcileAfterMs === null ? null : SETTLED_AT + reconcileAfterMs;
  await checkRun(deployment, { changes, acceptedRequests, reconciledAt });
  return {
    seed,
    violations: deployment.safety.violations,
    counts: faultPlan.counts,
    trace: deployment.traceLines,
    ticks: progress.ticks,
  };
}
