// The folders of a week as the store tells of them: those that were planned, and reports beside the plan.
import type { Manifest, Plan } from '../ports/stored-records.ts';
import { storedFolders } from './stored-weeks.ts';
import type { ObjectCache, ListedVersions } from './object-cache.ts';
import { readByFolder } from './object-cache.ts';
import type { ReportRepository, StoredReport } from './report-repository.ts';
import { findStoredPlan, findReport, manifestKey } from './report-repository.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';

export type PlanState = 'none' | 'damaged' | 'open' | 'done';

/** "done": the plan says that nothing was missing or partial any more. */
export async function planState(
  repository: ReportRepository,
  week: string,
): Promise<{ readonly state: PlanState; readonly plan: Plan | null }> {
  const found = await findStoredPlan(repository, week);
  if (found === null) return { state: 'none', plan: null };
  const { plan } = found;
  if (plan === null) return { state: 'damaged', plan };
  return { state: plan.doneAt === null ? 'open' : 'done', plan };
}

/** Folders of which the week keeps something though they aren't in its plan, by key; not all need have a report. */
export async function unplannedFolders(
  { store }: ReportRepository,
  week: string,
  plan: Plan | null,
): Promise<readonly number[]> {
  const planned = new Set(plan?.folders.map(({ key }) => key));
  return (await storedFolders(store, week)).filter((key) => !planned.has(key));
}

/** Where reports of a week may stand: folders in no order, and the versions of manifests where those are told too. */
export interface StoredWeekContents {
  readonly folders: readonly number[];
  readonly versions: ListedVersions;
}

/** A listing with versions tells of so many manifests in the time in which one is read. */
const LISTED_FOR_ONE = 10;

/**
 * The folders of which a week keeps something. Every object of the week is listed for the versions of its manifests where
 * enough of those that are wanted are remembered; `planned`: how many folders the week has.
 */
export async function readWeekContents(
  { store }: ReportRepository,
  week: string,
  manifests: ObjectCache<Manifest>,
  { wanted, planned }: { readonly wanted: readonly number[]; readonly planned: number },
): Promise<StoredWeekContents> {
  const known = manifests.count(wanted.map((folder) => manifestKey({ week, folder })));
  if (known === 0 || known * LISTED_FOR_ONE < planned) {
    return { folders: await storedFolders(store, week), versions: null };
  }
  const listed = await store.entries(`weeks/${week}/folders/`, 'manifest.json');
  const versions = new Map(listed.map(({ key, version }) => [key, version]));
  const folders = listed.flatMap(({ key }) => {
    const folder = Number(key.split('/').at(-2));
    // A folder has one name, and other keys are no manifests.
    return Number.isSafeInteger(folder) && manifestKey({ week, folder }) === key ? [folder] : [];
  });
  return { folders, versions };
}

/** What stands for each of these folders, as far as it isn't remembered in the version that is told. */
export function storedReportIn(
  manifests: ObjectCache<Manifest>,
  week: string,
  folders: readonly number[],
  versions: ListedVersions,
): Promise<ReadonlyMap<number, StoredReport>> {
  const wanted = { folders, keyOf: (folder: number) => manifestKey({ week, folder }), versions };
  return readByFolder(manifests, wanted, ({ value: manifest, version }) => ({ manifest, version }));
}

/** What stands for each of these folders; those without a manifest are left out. */
export async function readStoredReports(
  repository: ReportRepository,
  week: string,
  folders: readonly number[],
): Promise<ReadonlyMap<number, StoredReport>> {
  const found = await mapConcurrent(
    folders,
    async (folder) => {
      const standing = await findReport(repository, { week, folder });
      return standing === null ? [] : [[folder, standing] as const];
    },
    SMALL_OBJECT_CONCURRENCY,
  );
  return new Map(found.flat());
}

export function manifestIn(
  standing: ReadonlyMap<number, StoredReport>,
  folder: number,
): Manifest | null {
  return standing.get(folder)?.manifest ?? null;
}
