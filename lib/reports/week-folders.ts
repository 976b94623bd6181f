// Which folders a week has in the store: planned folders and unplanned reports, with the manifests of their reports.
import type { Manifest, Plan } from '../ports/stored-records.ts';
import type { ReadCompanyTree } from './access.ts';
import type { ObjectCache } from './object-cache.ts';
import { readByFolder, versionsByFolder } from './object-cache.ts';
import type { ReportRepository, StoredReport } from './report-repository.ts';
import {
  findIntactManifest,
  findStoredPlan,
  findStoredReport,
  manifestKey,
  readPlan,
} from './report-repository.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import type { Week } from '../domain/calendar.ts';
import { parseWeek } from '../domain/calendar.ts';
import type { ObjectStore } from '../ports/object-store.ts';

/** The weeks with a plan or reports, oldest first. */
export async function storedWeeks(store: ObjectStore): Promise<readonly Week[]> {
  return parseWeeks(await store.children('weeks/'));
}

/** The names that are weeks, each once, oldest first. */
export function parseWeeks(names: readonly string[]): readonly Week[] {
  return [...new Set(names)]
    .flatMap((name) => parseWeek(name) ?? [])
    .toSorted((a, b) => a.monday - b.monday);
}

/** The report of the newest week that has one; damaged manifests are skipped. */
export async function findNewestManifest(
  repository: ReportRepository,
  folder: number,
): Promise<Manifest | null> {
  for (const { name } of (await storedWeeks(repository.store)).toReversed()) {
    const manifest = await findIntactManifest(repository, { week: name, folder });
    if (manifest !== null) return manifest;
  }
  return null;
}

/** The folders of the newest plan, for programs without a reporting API; without any plan there are none. */
export function createPlannedTree(repository: ReportRepository): ReadCompanyTree {
  return async () => {
    for (const { name } of (await storedWeeks(repository.store)).toReversed()) {
      const plan = await readPlan(repository, name);
      if (plan === null) continue;
      const parents = new Map(plan.folders.map(({ key, parent }) => [key, parent]));
      const root = plan.folders.find(({ parent }) => parent === null)?.key;
      if (root !== undefined) return { root, parents };
    }
    return { root: 0, parents: new Map() };
  };
}

/** The folders with objects in a week, ascending; not all of them have a report. */
export async function listFolderKeys(store: ObjectStore, week: string): Promise<readonly number[]> {
  return (await store.children(`weeks/${week}/folders/`))
    .filter((name) => /^[1-9]\d{0,15}$/.test(name))
    .map(Number)
    .toSorted((a, b) => a - b);
}

/** The versions of a week's manifests by folder, from one listing. */
export async function listManifestVersions(
  { store }: Pick<ReportRepository, 'store'>,
  week: string,
): Promise<ReadonlyMap<number, string>> {
  const listedManifests = await store.entries(`weeks/${week}/folders/`, 'manifest.json');
  return versionsByFolder(listedManifests, (folder) => manifestKey({ week, folder }));
}

export type PlanState = 'none' | 'damaged' | 'open' | 'done';

/** "done": the plan records that no report is missing or partial. */
export async function planState(
  repository: ReportRepository,
  week: string,
): Promise<{ readonly state: PlanState; readonly plan: Plan | null }> {
  const storedPlan = await findStoredPlan(repository, week);
  if (storedPlan === null) return { state: 'none', plan: null };
  const { value: plan } = storedPlan;
  if (plan === null) return { state: 'damaged', plan };
  return { state: plan.doneAt === null ? 'open' : 'done', plan };
}

/** Folders of a week that may have reports, in no order, and the versions of manifests where they were listed. */
interface StoredWeekContents {
  readonly folders: readonly number[];
  readonly versions: ReadonlyMap<number, string> | null;
}

/** A listing with versions returns about this many manifests in the time of one read. */
const LISTED_PER_READ = 10;

/**
 * The folders with objects in a week. Manifests are listed with their versions when enough of the requested ones are
 * cached for that to be faster; `planned`: how many folders the week has.
 */
export async function readWeekContents(
  { store }: ReportRepository,
  week: string,
  manifests: ObjectCache<Manifest>,
  {
    wanted: requestedFolders,
    planned,
  }: { readonly wanted: readonly number[]; readonly planned: number },
): Promise<StoredWeekContents> {
  const cachedCount = manifests.count(
    requestedFolders.map((folder) => manifestKey({ week, folder })),
  );
  if (cachedCount === 0 || cachedCount * LISTED_PER_READ < planned) {
    return { folders: await listFolderKeys(store, week), versions: null };
  }
  const versions = await listManifestVersions({ store }, week);
  return { folders: [...versions.keys()], versions };
}

/** As `readStoredReports`, through a cache. */
export function readCachedReports(
  manifests: ObjectCache<Manifest>,
  week: string,
  folders: readonly number[],
  versions: ReadonlyMap<number, string> | null,
): Promise<ReadonlyMap<number, StoredReport>> {
  return readByFolder(manifests, folders, (folder) => manifestKey({ week, folder }), versions);
}

/** The stored reports of these folders, by folder, without folders that have no manifest. */
export async function readStoredReports(
  repository: ReportRepository,
  week: string,
  folders: readonly number[],
): Promise<ReadonlyMap<number, StoredReport>> {
  const entries = await mapConcurrent(
    folders,
    async (folder) => {
      const storedReport = await findStoredReport(repository, { week, folder });
      return storedReport === null ? [] : [[folder, storedReport] as const];
    },
    SMALL_OBJECT_CONCURRENCY,
  );
  return new Map(entries.flat());
}

/** The readable manifests of these folders' reports, by folder. */
export async function readManifests(
  repository: ReportRepository,
  week: string,
  folders: readonly number[],
): Promise<ReadonlyMap<number, Manifest>> {
  const reports = await readStoredReports(repository, week, folders);
  return new Map(
    [...reports].flatMap(([folder, { value: manifest }]) =>
      manifest === null ? [] : [[folder, manifest] as const],
    ),
  );
}

export function manifestIn(
  reports: ReadonlyMap<number, StoredReport>,
  folder: number,
): Manifest | null {
  return reports.get(folder)?.value ?? null;
}
