// Removes what a store has of folders that are not below the root of its company: another company's reports, written before stores
// recorded whose they are. The plans of weeks say below which root a folder is, and are changed last, so that a later call
// continues what an interrupted one left.
import type { Codec, ObjectStore } from '../ports/object-store.ts';
import type { CompanyRecord, Plan } from '../ports/stored-records.ts';
import { Failure } from '../shared/failure.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import { changePlan, subtreesOf } from './plan.ts';
import { pruneWeek } from './prune-weeks.ts';
import type { ReportRepository } from './report-repository.ts';
import { findStoredPlan, folderPrefix, manifestKey } from './report-repository.ts';
import { readCompanyRecord } from './store-identity.ts';
import { listFolderKeys, parseWeeks, storedWeeks } from './week-folders.ts';

export interface ForeignFolders {
  /** Ascending; only weeks with such folders. */
  readonly weeks: readonly { readonly week: string; readonly folders: readonly number[] }[];
  /** Of all weeks, without those that are below the company's root in any week. */
  readonly folders: readonly number[];
  /** Weeks whose plan can't be read: nothing is known about their folders. */
  readonly unreadable: readonly string[];
}

/**
 * Folders that are planned below another root than the company has or had. Fails with STORE_UNIDENTIFIED where the store has no
 * company, or where no plan has its root; and as the store does.
 */
export async function findForeignFolders(context: {
  readonly repository: ReportRepository;
  readonly companies: Codec<CompanyRecord>;
}): Promise<ForeignFolders> {
  const { repository } = context;
  const record = (await readCompanyRecord(context))?.value ?? null;
  if (record === null) throw new Failure('STORE_UNIDENTIFIED', { reason: 'no company.json' });
  const roots = rootsOfCompany(record);
  const weeks: { week: string; folders: readonly number[] }[] = [];
  const own = new Set<number>();
  const foreign = new Set<number>();
  const unreadable: string[] = [];
  for (const { name: week } of await storedWeeks(repository.store)) {
    const stored = await findStoredPlan(repository, week);
    if (stored === null) continue;
    if (stored.value === null) {
      unreadable.push(week);
      continue;
    }
    const parts = divideFolders(stored.value, roots);
    for (const key of parts.own) own.add(key);
    for (const key of parts.foreign) foreign.add(key);
    if (parts.foreign.length > 0) weeks.push({ week, folders: parts.foreign });
  }
  if (own.size === 0 && foreign.size > 0) {
    throw new Failure('STORE_UNIDENTIFIED', { reason: `no plan has the root ${record.root}` });
  }
  return { weeks, folders: [...foreign].filter((key) => !own.has(key)), unreadable };
}

/** The root, and earlier ones that were recorded for the same company, not by adopting the store of another one. */
function rootsOfCompany(record: CompanyRecord): ReadonlySet<number> {
  const roots = new Set([record.root]);
  let later: CompanyRecord['changes'][number] | CompanyRecord = record;
  for (const earlier of record.changes.toReversed()) {
    const isSameRoot = earlier.root === later.root && earlier.apiHost === later.apiHost;
    if (earlier.client !== later.client && !isSameRoot) break;
    roots.add(earlier.root);
    later = earlier;
  }
  return roots;
}

/** A folder whose parents are not in the plan is in neither list. */
function divideFolders(plan: Plan, roots: ReadonlySet<number>) {
  const planned = plan.folders.filter(({ parent }) => parent === null).map(({ key }) => key);
  const own = subtreesOf(
    plan,
    planned.filter((key) => roots.has(key)),
  );
  const others = subtreesOf(
    plan,
    planned.filter((key) => !roots.has(key)),
  );
  return { own: [...own], foreign: [...others].filter((key) => !own.has(key)) };
}

export interface CleanOptions {
  /** Counts without removing. */
  readonly dryRun: boolean;
  /** Called with counts of folders. */
  readonly onProgress?: (finished: number, total: number) => void;
}

/** Before the weeks: their plans are what is known about the folders. Returns the number of subscriptions. */
export async function cleanSubscriptions(
  store: ObjectStore,
  folders: readonly number[],
  { dryRun }: CleanOptions,
): Promise<number> {
  const counts = await mapConcurrent(folders, async (folder) => {
    const names = await store.children(`subscriptions/${folder}/`);
    for (const name of dryRun ? [] : names) {
      await store.remove(`subscriptions/confirmations/${name}`);
      await store.remove(`subscriptions/${folder}/${name}`);
    }
    return names.length;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

export interface CleanedWeek {
  readonly week: string;
  readonly folders: number;
  /** Manifests. */
  readonly reports: number;
  readonly receipts: number;
}

/**
 * Removes receipts, job records and reports of folders of a week, writes its fact tables again without them, and takes the
 * folders out of the plan. A week that has no other folders is removed. Fails as the store does; a later call continues.
 */
export async function cleanWeek(
  repository: ReportRepository,
  { week, folders }: ForeignFolders['weeks'][number],
  {
    dryRun,
    onProgress,
    writeTables,
  }: CleanOptions & {
    /** Makes the fact tables of a week those of its reports. */
    readonly writeTables: (week: string) => Promise<void>;
  },
): Promise<CleanedWeek> {
  const { store } = repository;
  const removed = new Set(folders);
  let finished = 0;
  const counts = await mapConcurrent(folders, async (folder) => {
    const count = await cleanFolder(store, { week, folder }, dryRun);
    finished += 1;
    onProgress?.(finished, folders.length);
    return count;
  });
  const total = (name: 'reports' | 'receipts'): number =>
    counts.reduce((sum, count) => sum + count[name], 0);
  const result = {
    week,
    folders: folders.length,
    reports: total('reports'),
    receipts: total('receipts'),
  };
  if (dryRun) return result;
  const plan = await findStoredPlan(repository, week);
  const rest = (plan?.value?.folders ?? []).filter(({ key }) => !removed.has(key));
  const [parsed] = parseWeeks([week]);
  if (
    parsed !== undefined &&
    rest.length === 0 &&
    (await listFolderKeys(store, week)).length === 0
  ) {
    await pruneWeek(store, parsed, { dryRun });
    return result;
  }
  await writeTables(week);
  await changePlan(repository, week, (current) => ({
    ...current,
    folders: current.folders.filter(({ key }) => !removed.has(key)),
  }));
  return result;
}

/** The manifest is removed before the files of the report, so that readers never find an incomplete one. */
async function cleanFolder(
  store: ObjectStore,
  { week, folder }: { readonly week: string; readonly folder: number },
  dryRun: boolean,
): Promise<{ readonly reports: number; readonly receipts: number }> {
  const receipts = await store.children(`receipts/${week}/${folder}/`);
  const prefix = folderPrefix({ week, folder });
  const names = await store.children(prefix);
  const manifest = manifestKey({ week, folder });
  const hasManifest = names.some((name) => `${prefix}${name}` === manifest);
  if (!dryRun) {
    for (const name of receipts) await store.remove(`receipts/${week}/${folder}/${name}`);
    await store.remove(`requests/${week}/${folder}.json`);
    // Also when it is missing: an interrupted removal may not be durable yet.
    await store.remove(manifest);
    for (const name of names) await store.remove(`${prefix}${name}`);
  }
  return { reports: hasManifest ? 1 : 0, receipts: receipts.length };
}
