// Schedules the reconciliation of a week: some days after it has settled, every folder with its own surveys is compared
// with the reporting API once more. Folders are reconciled before the folders above them.
import type { Week } from '../domain/calendar.ts';
import { DAY_MS } from '../domain/calendar.ts';
import type { Plan } from '../ports/stored-records.ts';
import type { ReconciliationStore } from './reconciliation-progress.ts';
import { recordRemaining, readReconciliation } from './reconciliation-progress.ts';
import type { PlanningContext } from './synchronize-plan.ts';
import { settledEverywhereAt } from './synchronize-plan.ts';
import type { PlannedWeek } from './plan-week.ts';
import { RECONCILIATION_WINDOW_MS } from './plan-week.ts';
import type { Instant } from '../domain/facts.ts';
import { readPlan } from '../reports/report-repository.ts';
import { flattenFolders } from '../reports/subtree.ts';

export interface ReconciliationSchedule {
  readonly planning: PlanningContext;
  readonly progress: ReconciliationStore;
  /** Milliseconds after the week has settled everywhere. */
  readonly afterMs: number;
}

/** Counts of folders at one tick. */
export interface ReconciledWeek {
  readonly week: string;
  /** Enqueued at this tick. */
  readonly asked: number;
  /** Left for later ticks. */
  readonly left: number;
  /** Abandoned. */
  readonly abandoned: number;
}

/** More than the levels of any tree; ticks are an hour apart. */
const MAX_TICKS = 24;
/** Outdated reports delay the reconciliation of the folders above for at most this long. */
const WAIT_FOR_PARENTS_MS = DAY_MS;

/**
 * Enqueues the reconciliation jobs that are ready; null when there is nothing to do. `plannedWeek`: the week at this tick.
 * Fails as the reporting API or the store does; the next tick tries again.
 */
export async function scheduleReconciliation(
  schedule: ReconciliationSchedule,
  week: Week,
  plannedWeek: PlannedWeek,
  now: Instant,
): Promise<ReconciledWeek | null> {
  const { planning, afterMs } = schedule;
  const store = schedule.progress;
  const dueAt = settledEverywhereAt(week, planning) + afterMs;
  if (now < dueAt) return null;
  const progress = await readReconciliation(store, week.name);
  if (progress?.left.length === 0) return null;
  const plan = await readPlan(planning.repository, week.name);
  if (plan === null) return null;

  const planKeys = plan.folders.map(({ key }) => key);
  const counts = { week: week.name, asked: 0, left: 0, abandoned: 0 };
  if (now >= dueAt + RECONCILIATION_WINDOW_MS || (progress?.tries ?? 0) >= MAX_TICKS) {
    await recordRemaining(store, week.name, progress, []);
    return { ...counts, abandoned: new Set(progress?.left ?? planKeys).size };
  }
  const isDelayed = plannedWeek.behind > 0 && now < dueAt + WAIT_FOR_PARENTS_MS;
  if (progress !== null && isDelayed) return { ...counts, left: new Set(progress.left).size };

  // Read at every tick: nothing is enqueued while the reporting API is unavailable.
  const { root } = await planning.source.readFolders(null, { surveys: true });
  const withSurveys = new Set(
    flattenFolders(root).flatMap(({ folder }) => (folder.surveys.length > 0 ? [folder.key] : [])),
  );
  const pending = new Set(progress?.left ?? planKeys.filter((key) => withSurveys.has(key)));
  const ancestors = ancestorsOf(plan, pending);
  const ready = [...pending].filter((key) => !ancestors.has(key));
  const remaining = [...pending].filter((key) => ancestors.has(key));
  const look = new Date(dueAt).toISOString();
  // Sent before it is recorded: a crash in between repeats messages and loses none.
  await planning.sender.send(
    ready.map((folder) => ({ week: week.name, folder, since: null, look })),
  );
  await recordRemaining(store, week.name, progress, remaining);
  return { ...counts, asked: ready.length, left: remaining.length };
}

/** All folders above pending ones; a parent that is made again also reads its own surveys again. */
function ancestorsOf({ folders }: Plan, pending: ReadonlySet<number>): ReadonlySet<number> {
  const parents = new Map(folders.map(({ key, parent }) => [key, parent]));
  const ancestors = new Set<number>();
  for (const folder of pending) {
    let key = parents.get(folder) ?? null;
    while (key !== null && !ancestors.has(key)) {
      ancestors.add(key);
      key = parents.get(key) ?? null;
    }
  }
  return ancestors;
}
