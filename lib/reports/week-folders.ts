// The folders of a week as the store tells of them: those that were planned, and reports beside the plan.
import type { Manifest, Plan } from '../ports/stored-records.ts';
import { foldersKept } from './stored-weeks.ts';
import type { KnownObjects, Versions } from './object-cache.ts';
import { readByFolder } from './object-cache.ts';
import type { Shelf, Standing } from './report-repository.ts';
import { findPlan, findStanding, manifestKey } from './report-repository.ts';
import { sideBySide, SMALL_OBJECTS } from '../shared/map-concurrent.ts';

export type PlanState = 'none' | 'damaged' | 'open' | 'done';

/** "done": the plan says that nothing was missing or partial any more. */
export async function planState(
  shelf: Shelf,
  week: string,
): Promise<{ readonly state: PlanState; readonly plan: Plan | null }> {
  const found = await findPlan(shelf, week);
  if (found === null) return { state: 'none', plan: null };
  const { plan } = found;
  if (plan === null) return { state: 'damaged', plan };
  return { state: plan.doneAt === null ? 'open' : 'done', plan };
}

/** Folders of which the week keeps something though they aren't in its plan, by key; not all need have a report. */
export async function foldersBeside(
  { store }: Shelf,
  week: string,
  plan: Plan | null,
): Promise<readonly number[]> {
  const planned = new Set(plan?.folders.map(({ key }) => key));
  return (await foldersKept(store, week)).filter((key) => !planned.has(key));
}

/** Where reports of a week may stand: folders in no order, and the versions of manifests where those are told too. */
export interface Kept {
  readonly folders: readonly number[];
  readonly versions: Versions;
}

/** A listing with versions tells of so many manifests in the time in which one is read. */
const LISTED_FOR_ONE = 10;

/**
 * The folders of which a week keeps something. Every object of the week is listed for the versions of its manifests where
 * enough of those that are wanted are remembered; `planned`: how many folders the week has.
 */
export async function keptInWeek(
  { store }: Shelf,
  week: string,
  manifests: KnownObjects<Manifest>,
  { wanted, planned }: { readonly wanted: readonly number[]; readonly planned: number },
): Promise<Kept> {
  const known = manifests.count(wanted.map((folder) => manifestKey({ week, folder })));
  if (known === 0 || known * LISTED_FOR_ONE < planned) {
    return { folders: await foldersKept(store, week), versions: null };
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
export function standingIn(
  manifests: KnownObjects<Manifest>,
  week: string,
  folders: readonly number[],
  versions: Versions,
): Promise<ReadonlyMap<number, Standing>> {
  const wanted = { folders, keyOf: (folder: number) => manifestKey({ week, folder }), versions };
  return readByFolder(manifests, wanted, ({ value: manifest, version }) => ({ manifest, version }));
}

/** What stands for each of these folders; those without a manifest are left out. */
export async function standingOf(
  shelf: Shelf,
  week: string,
  folders: readonly number[],
): Promise<ReadonlyMap<number, Standing>> {
  const found = await sideBySide(
    folders,
    async (folder) => {
      const standing = await findStanding(shelf, { week, folder });
      return standing === null ? [] : [[folder, standing] as const];
    },
    SMALL_OBJECTS,
  );
  return new Map(found.flat());
}

export function manifestIn(
  standing: ReadonlyMap<number, Standing>,
  folder: number,
): Manifest | null {
  return standing.get(folder)?.manifest ?? null;
}
