// Taking old weeks away. It hides the order that keeps readers safe: a report's manifest goes before its files,
// so that what is still found is still whole, and whatever an interruption left behind is found again.
import type { Week } from '../domain/calendar.ts';
import { DAY_MS, lastSettledWeek, weeksFrom } from '../domain/calendar.ts';
import { storedFolders, storedWeeks } from './stored-weeks.ts';
import type { Instant } from '../domain/facts.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import { folderPrefix, manifestKey, planKey } from './report-repository.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';

/** For eight days after a week has settled its missing reports are made; the last jobs get one more to end. */
const MADE_AGAIN_MS = 9 * DAY_MS;

/** The first week that must stay: what is older and taken away is not made again of itself. */
export function firstWeekToKeep(now: Instant, settleHours: number): Week {
  return weeksFrom(lastSettledWeek(now - MADE_AGAIN_MS, settleHours), 1);
}

/** The weeks before `before` of which anything is kept, oldest first. */
export async function weeksToPrune(store: ObjectStore, before: Week): Promise<readonly Week[]> {
  // An interrupted removal may have left any one of these.
  const weeks = await storedWeeks(store, ['weeks/', 'requests/', 'receipts/']);
  return weeks.filter(({ monday }) => monday < before.monday);
}

export interface PrunedWeek {
  readonly week: string;
  /** Manifests. */
  readonly reports: number;
  /** All objects, the manifests too. */
  readonly objects: number;
}

export interface PruneOptions {
  /** Nothing is removed, only counted. */
  readonly dryRun: boolean;
  /** Folders of the week. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Removes all that is kept of a week; links that were withdrawn stay. A report of the week that is made meanwhile
 * may lose its files, so nobody may ask for one. Fails with STORE_UNAVAILABLE or STORE_REFUSED; doing it again
 * goes on where it ended.
 */
export async function pruneWeek(
  store: ObjectStore,
  { name: week }: Week,
  { dryRun, onProgress }: PruneOptions,
): Promise<PrunedWeek> {
  const take = async (keys: readonly string[]): Promise<number> => {
    if (!dryRun) for (const key of keys) await store.remove(key);
    return keys.length;
  };
  const keysIn = async (prefix: string): Promise<readonly string[]> =>
    (await store.children(prefix)).map((child) => `${prefix}${child}`);

  const folders = await storedFolders(store, week);
  let done = 0;
  const removed = await mapConcurrent(folders, async (folder) => {
    const manifest = manifestKey({ week, folder });
    const keys = await keysIn(folderPrefix({ week, folder }));
    const reports = await take(keys.filter((key) => key === manifest));
    // Also where it is gone: a removal that was interrupted may not be durable yet, and its files go next.
    if (reports === 0 && !dryRun) await store.remove(manifest);
    const files = await take(keys.filter((key) => key !== manifest));
    done += 1;
    onProgress?.(done, folders.length);
    return { reports, objects: reports + files };
  });

  const plan = planKey(week);
  const told = await store.children(`receipts/${week}/`);
  const beside = [
    await take((await keysIn(`weeks/${week}/`)).filter((key) => key === plan)),
    await take(await keysIn(`requests/${week}/`)),
    ...(await mapConcurrent(told, async (folder) =>
      take(await keysIn(`receipts/${week}/${folder}/`)),
    )),
  ];
  return {
    week,
    reports: sumOf(removed.map(({ reports }) => reports)),
    objects: sumOf([...removed.map(({ objects }) => objects), ...beside]),
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
