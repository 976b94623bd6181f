// Schedules the reconciliation of a week: some days after it has settled, every folder with its own surveys is compared
// with the reporting API once more. Folders are reconciled before the folders above them.
import type { Week } from '../domain/calendar.ts';
import { DAY_MS, settledEverywhereAt } from '../domain/calendar.ts';
import type { ReconciliationProgress } from '../ports/stored-records.ts';
import type { PlanningContext } from './synchronize-plan.ts';
import type { PlannedWeek } from './plan-week.ts';
import { RECONCILIATION_WINDOW_MS } from './plan-week.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { StoredValue } from '../reports/report-repository.ts';
import { ancestorsOf } from '../reports/plan.ts';
import { readPlan, readValue, updateRecord, writeRecord } from '../reports/report-repository.ts';
import { flattenFolders } from '../reports/subtree.ts';
import type { Codec, ObjectStore } from '../ports/object-store.ts';
import type { Clock } from '../shared/clock.ts';

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
  const dueAt = settledEverywhereAt(week, planning.settleHours) + afterMs;
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
  const pendingKeys = new Set(progress?.left ?? planKeys.filter((key) => withSurveys.has(key)));
  // A parent that is made again also reads its own surveys again.
  const ancestors = ancestorsOf(plan, pendingKeys);
  const ready = [...pendingKeys].filter((key) => !ancestors.has(key));
  const remaining = [...pendingKeys].filter((key) => ancestors.has(key));
  const look = new Date(dueAt).toISOString();
  // Sent before it is recorded: a crash in between repeats messages and loses none.
  await planning.sender.send(
    ready.map((folder) => ({ week: week.name, folder, since: null, look })),
  );
  await recordRemaining(store, week.name, progress, remaining);
  return { ...counts, asked: ready.length, left: remaining.length };
}

export interface ReconciliationStore {
  readonly store: ObjectStore;
  readonly codec: Codec<ReconciliationProgress>;
  readonly clock: Clock;
}

/** The progress of a week; null before the start. One that can't be decoded counts as finished. */
export async function readReconciliation(
  context: ReconciliationStore,
  week: string,
): Promise<ReconciliationProgress | null> {
  return (await findProgress(context, week))?.value ?? null;
}

async function findProgress(
  { store, codec, clock }: ReconciliationStore,
  week: string,
): Promise<StoredValue<ReconciliationProgress> | null> {
  const storedProgress = await readValue(store, codec, progressKey(week), keyOfProgress);
  if (storedProgress === null || storedProgress.value !== null) return storedProgress;
  const finished = { week, at: new Date(clock()).toISOString(), tries: 0, left: [] };
  return { value: finished, version: storedProgress.version };
}

/** Records the folders that remain after jobs were enqueued; `previous` is the progress that the planner has read. */
export async function recordRemaining(
  context: ReconciliationStore,
  week: string,
  previous: ReconciliationProgress | null,
  remaining: readonly number[],
): Promise<void> {
  const tries = (previous?.tries ?? 0) + 1;
  if (previous === null) {
    const { store, codec, clock } = context;
    const progress = { week, tries, left: remaining, at: new Date(clock()).toISOString() };
    await writeRecord(store, codec, progressKey(week), progress, null);
    return;
  }
  await changeProgress(context, week, (current) =>
    // Otherwise another planner came first: the same jobs were enqueued twice, which does no harm.
    current.tries === previous.tries
      ? { ...current, tries, left: [...remaining, ...current.left.slice(previous.left.length)] }
      : current,
  );
}

/** Records that a folder is to be reconciled again; false when the week has no progress record yet. */
export function recordUnfinished(
  context: ReconciliationStore,
  week: string,
  folder: number,
): Promise<boolean> {
  return changeProgress(context, week, (current) => ({
    ...current,
    left: [...current.left, folder],
  }));
}

/** Sets the time of the change; false when there is no progress record. */
async function changeProgress(
  context: ReconciliationStore,
  week: string,
  change: (current: ReconciliationProgress) => ReconciliationProgress,
): Promise<boolean> {
  const { store, codec, clock } = context;
  const progress = await updateRecord(
    store,
    codec,
    progressKey(week),
    (current) => {
      const changed = current === null ? null : change(current);
      if (changed === null || changed === current) return changed;
      return { ...changed, at: new Date(clock()).toISOString() };
    },
    () => findProgress(context, week),
  );
  return progress !== null;
}

export function keyOfProgress({ week }: ReconciliationProgress): string {
  return progressKey(week);
}

function progressKey(week: string): string {
  return `requests/${week}/second-look.json`;
}
