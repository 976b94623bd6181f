// How far a week's second look has come: one small object beside the records of its jobs. It hides that planners and
// workers write it at the same time: workers only add to the end, and of planners one wins.
import type { SecondLook } from '../domain/stored.ts';
import { Failure } from './failures.ts';
import type { Clock, Codec, ObjectStore } from './ports.ts';
import { JSON_TYPE, unlessDamaged } from './shelf.ts';

export interface LookNotes {
  readonly store: ObjectStore;
  readonly notes: Codec<SecondLook>;
  readonly clock: Clock;
}

/** Of writers of one note at the same time, each of whom makes one win. */
const MOST_TRIES = 20;

/** The note of a week; null when there is none. One that can't be read is of a look that is over. */
export async function readLook(looks: LookNotes, week: string): Promise<SecondLook | null> {
  return (await find(looks, week))?.note ?? null;
}

async function find(
  { store, notes, clock }: LookNotes,
  week: string,
): Promise<{ readonly note: SecondLook; readonly version: string } | null> {
  const object = await store.read(keyOf(week));
  if (object === null) return null;
  const note = await unlessDamaged(() => notes.decode(object.bytes));
  const over = { week, at: new Date(clock()).toISOString(), tries: 0, left: [] };
  return { note: note ?? over, version: object.version };
}

/** Notes which folders are left after looks were asked for, in place of what was read; null for what wasn't there. */
export async function noteLeft(
  looks: LookNotes,
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
      ? { tries, left: [...left, ...standing.left.slice(read.left.length)] }
      : null,
  );
}

/** Notes that a folder is to be looked at again; false when there is no note yet to add it to. */
export function noteAgain(looks: LookNotes, week: string, folder: number): Promise<boolean> {
  return change(looks, week, ({ tries, left }) => ({ tries, left: [...left, folder] }));
}

async function change(
  looks: LookNotes,
  week: string,
  to: (standing: SecondLook) => Pick<SecondLook, 'tries' | 'left'> | null,
): Promise<boolean> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const standing = await find(looks, week);
    if (standing === null) return false;
    const changed = to(standing.note);
    if (changed === null) return true;
    const bytes = encoded(looks, { week, ...changed });
    if (await looks.store.replace(keyOf(week), bytes, standing.version, JSON_TYPE)) return true;
  }
  throw new Failure('STORE_UNAVAILABLE', { key: keyOf(week), reason: 'too many writers' });
}

function encoded({ notes, clock }: LookNotes, note: Omit<SecondLook, 'at'>): Uint8Array {
  return notes.encode({ ...note, at: new Date(clock()).toISOString() });
}

function keyOf(week: string): string {
  return `requests/${week}/second-look.json`;
}
