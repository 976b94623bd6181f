// How far a week's second look has come: one small object beside the records of its jobs. It hides that planners and
// workers write it at the same time: workers only add to the end, and of planners one wins.
import type { SecondLook } from '../ports/stored-records.ts';
import type { SwappableValue } from '../reports/compare-and-swap.ts';
import { compareAndSwap } from '../reports/compare-and-swap.ts';
import type { Codec, ObjectStore } from '../ports/object-store.ts';
import type { Clock } from '../shared/clock.ts';
import { JSON_TYPE, readValue } from '../reports/report-repository.ts';

export interface ReconciliationStore {
  readonly store: ObjectStore;
  readonly notes: Codec<SecondLook>;
  readonly clock: Clock;
}

/** The note of a week; null when there is none. One that can't be read is of a look that is over. */
export async function readReconciliation(
  looks: ReconciliationStore,
  week: string,
): Promise<SecondLook | null> {
  return (await find(looks, week))?.value ?? null;
}

async function find(
  { store, notes, clock }: ReconciliationStore,
  week: string,
): Promise<{ readonly value: SecondLook; readonly version: string } | null> {
  const found = await readValue(store, notes, keyOf(week));
  if (found === null) return null;
  const over = { week, at: new Date(clock()).toISOString(), tries: 0, left: [] };
  return { value: found.value ?? over, version: found.version };
}

/** Notes which folders are left after looks were asked for, in place of what was read; null for what wasn't there. */
export async function recordRemaining(
  looks: ReconciliationStore,
  week: string,
  read: SecondLook | null,
  left: readonly number[],
): Promise<void> {
  const tries = (read?.tries ?? 0) + 1;
  if (read === null) {
    await looks.store.create(keyOf(week), encoded(looks, { week, tries, left }), JSON_TYPE);
    return;
  }
  await change(looks, week, (standing) =>
    // Another planner came first: its looks were asked for twice, which does no harm.
    standing.tries === read.tries
      ? { ...standing, tries, left: [...left, ...standing.left.slice(read.left.length)] }
      : standing,
  );
}

/** Notes that a folder is to be looked at again; false when there is no note yet to add it to. */
export function recordUnfinished(
  looks: ReconciliationStore,
  week: string,
  folder: number,
): Promise<boolean> {
  return change(looks, week, (note) => ({ ...note, left: [...note.left, folder] }));
}

/** False where there is no note. */
async function change(
  looks: ReconciliationStore,
  week: string,
  to: (standing: SecondLook) => SecondLook,
): Promise<boolean> {
  const note: SwappableValue<SecondLook> = {
    key: keyOf(week),
    read: () => find(looks, week),
    encode: (changed) => encoded(looks, changed),
  };
  return (await compareAndSwap(looks.store, note, to)) !== null;
}

/** As written now. */
function encoded({ notes, clock }: ReconciliationStore, note: Omit<SecondLook, 'at'>): Uint8Array {
  return notes.encode({ ...note, at: new Date(clock()).toISOString() });
}

function keyOf(week: string): string {
  return `requests/${week}/second-look.json`;
}
