// What the planner found about a week, for tests of its handler.
import type { PlannedWeek, PlanResult } from '../../lib/jobs/plan-week.ts';

/** A week of five reports: two are missing, and one is partial. */
export function plannedWeek(week: string, changed: Partial<PlannedWeek> = {}): PlannedWeek {
  return {
    ...{ week, isDone: false, due: 5, missing: 2, partial: 1, partialPercent: 20 },
    ...{ partialForADay: 0, behind: 1, late: 0 },
    ...{ enqueued: 2, looks: 0, abandoned: 0, factsWritten: 0 },
    ...changed,
  };
}

/** Of a tick that has compared the week, and found nothing late but what is `changed`. */
export function planResult(planned: PlannedWeek, changed: Partial<PlanResult> = {}): PlanResult {
  const late = { isLookLate: false, isComparisonLate: false };
  return { planned, counts: planned, ...late, ...changed };
}
