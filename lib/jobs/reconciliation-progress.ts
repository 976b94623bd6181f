// The progress of a week's reconciliation: one small object that planners and workers change at the same time. Workers
// only append folders; of several planners one wins.
import type { ReconciliationProgress } from '../ports/stored-records.ts';
import type { SwappableValue } from '../reports/compare-and-swap.ts';
import { compareAndSwap } from '../reports/compare-and-swap.ts';
import type { Codec, ObjectStore } from '../ports/object-store.ts';
import type { Clock } from '../shared/clock.ts';
import { JSON_TYPE, readValue } from '../reports/report-repository.ts';

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
  { store, codec: notes, clock }: ReconciliationStore,
  week: string,
): Promise<{ readonly value: ReconciliationProgress; readonly version: string } | null> {
  const stored = await readValue(store, notes, progressKey(week));
  if (stored === null) return null;
  const finished = { week, at: new Date(clock()).toISOString(), tries: 0, left: [] };
  return { value: stored.value ?? finished, version: stored.version };
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
    const bytes = encodeProgress(context, { week, tries, left: remaining });
    await context.store.create(progressKey(week), bytes, JSON_TYPE);
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

/** False when there is no progress record. */
async function changeProgress(
  context: ReconciliationStore,
  week: string,
  change: (current: ReconciliationProgress) => ReconciliationProgress,
): Promise<boolean> {
  const progress: SwappableValue<ReconciliationProgress> = {
    key: progressKey(week),
    read: () => findProgress(context, week),
    encode: (changed) => encodeProgress(context, changed),
  };
  return (await compareAndSwap(context.store, progress, change)) !== null;
}

/** Sets the time of the change. */
function encodeProgress(
  { codec: notes, clock }: ReconciliationStore,
  progress: Omit<ReconciliationProgress, 'at'>,
): Uint8Array {
  return notes.encode({ ...progress, at: new Date(clock()).toISOString() });
}

function progressKey(week: string): string {
  return `requests/${week}/second-look.json`;
}
