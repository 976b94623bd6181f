// Removes old weeks from the store: the fact tables first, and a report's manifest before its files, so that readers never
// find an incomplete report; a later call removes what an interrupted one left.
import type { Week } from '../domain/calendar.ts';
import { DAY_MS, lastSettledWeek, weeksFrom } from '../domain/calendar.ts';
import { parseWeeks, listFolderKeys } from './week-folders.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import { folderPrefix, manifestKey, planKey, weekTablesKey } from './report-repository.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';

/** Missing reports are made for eight days after a week has settled; one more day lets the last jobs end. */
const REPLAN_PERIOD_MS = 9 * DAY_MS;

/** The first week that must not be pruned: older weeks are not planned again. */
export function firstWeekToKeep(now: Instant, settleHours: number): Week {
  return weeksFrom(lastSettledWeek(now - REPLAN_PERIOD_MS, settleHours), 1);
}

/** The weeks before `before` that have objects in the store, oldest first. */
export async function weeksToPrune(store: ObjectStore, before: Week): Promise<readonly Week[]> {
  // An interrupted removal may have left objects under any of these prefixes.
  const prefixes = ['weeks/', 'requests/', 'receipts/', ...(await factTablePrefixes(store))];
  const names = await mapConcurrent(prefixes, (prefix) => store.children(prefix));
  const weeks = parseWeeks(names.flat().map((name) => name.replace(/^week=/, '')));
  return weeks.filter(({ monday }) => monday < before.monday);
}

/** Also of tables that only other releases write: a file for each folder below `facts/`, or one for a week below `facts/v2/`. */
async function factTablePrefixes(store: ObjectStore): Promise<readonly string[]> {
  const names = await store.children('facts/');
  const tables = names.includes('v2') ? await store.children('facts/v2/') : [];
  return [...tables.map((table) => `v2/${table}`), ...names].map((table) => `facts/${table}/`);
}

export interface PrunedWeek {
  readonly week: string;
  /** Manifests. */
  readonly reports: number;
  /** All objects, including manifests. */
  readonly objects: number;
}

export interface PruneOptions {
  /** Counts without removing. */
  readonly dryRun: boolean;
  /** Called with counts of folders. */
  readonly onProgress?: (finished: number, total: number) => void;
}

/**
 * Removes all objects of a week except revocations of links. No report of the week may be made at the same time: it could
 * lose its files. Fails with STORE_UNAVAILABLE or STORE_REFUSED; a later call continues.
 */
export async function pruneWeek(
  store: ObjectStore,
  { name: week }: Week,
  { dryRun, onProgress }: PruneOptions,
): Promise<PrunedWeek> {
  const remove = async (keys: readonly string[]): Promise<number> => {
    if (!dryRun) for (const key of keys) await store.remove(key);
    return keys.length;
  };
  const keysIn = async (prefix: string): Promise<readonly string[]> =>
    (await store.children(prefix)).map((child) => `${prefix}${child}`);

  // First, so that no query finds rows of a report that is gone. Tables of a report are never needed to read it.
  const factCounts = await mapConcurrent(await factTablePrefixes(store), async (prefix) =>
    remove(await keysIn(`${prefix}week=${week}/`)),
  );
  const folders = await listFolderKeys(store, week);
  let finishedFolders = 0;
  const removedCounts = await mapConcurrent(folders, async (folder) => {
    const manifest = manifestKey({ week, folder });
    const keys = await keysIn(folderPrefix({ week, folder }));
    const reports = await remove(keys.filter((key) => key === manifest));
    // Also when it is missing: an interrupted removal may not be durable yet, and the files are removed next.
    if (reports === 0 && !dryRun) await store.remove(manifest);
    const files = await remove(keys.filter((key) => key !== manifest));
    finishedFolders += 1;
    onProgress?.(finishedFolders, folders.length);
    return { reports, objects: reports + files };
  });

  const records = new Set([planKey(week), weekTablesKey(week)]);
  const announcedFolders = await store.children(`receipts/${week}/`);
  const otherCounts = [
    await remove((await keysIn(`weeks/${week}/`)).filter((key) => records.has(key))),
    await remove(await keysIn(`requests/${week}/`)),
    ...(await mapConcurrent(announcedFolders, async (folder) =>
      remove(await keysIn(`receipts/${week}/${folder}/`)),
    )),
  ];
  return {
    week,
    reports: sumOf(removedCounts.map(({ reports }) => reports)),
    objects: sumOf([...removedCounts.map(({ objects }) => objects), ...factCounts, ...otherCounts]),
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
