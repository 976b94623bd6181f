// How a planned week stands: which reports are there, which of them are behind their children's.
// It hides that a report tells in its own file what it was made of.
import type { Manifest, Plan } from '../domain/stored.ts';
import type { Shelf } from './shelf.ts';
import { sideBySide, SMALL_OBJECTS } from './side-by-side.ts';
import { findStanding, readReport, unlessDamaged } from './shelf.ts';

/** The manifests of these folders' reports, by folder; what is not there or can't be read is left out. */
export async function manifestsOf(
  shelf: Shelf,
  week: string,
  folders: readonly number[],
): Promise<ReadonlyMap<number, Manifest>> {
  const found = await sideBySide(
    folders,
    async (folder) => {
      const manifest = (await findStanding(shelf, { week, folder }))?.manifest ?? null;
      return manifest === null ? [] : [[folder, manifest] as const];
    },
    SMALL_OBJECTS,
  );
  return new Map(found.flat());
}

/** Planned folders by their parent. */
export function childrenByParent(
  plan: Plan,
): ReadonlyMap<number | null, readonly Plan['folders'][number][]> {
  return Map.groupBy(plan.folders, ({ parent }) => parent);
}

/** Whether a report lacks one of these children's reports, or holds another revision of it. */
export async function isBehind(
  shelf: Shelf,
  manifest: Manifest,
  children: readonly Manifest[],
): Promise<boolean> {
  if (children.length === 0) return false;
  const report = await unlessDamaged(() => readReport(shelf, manifest));
  if (report === null) return true;
  const held = new Map(report.subfolders.map(({ key, revision }) => [key, revision]));
  return children.some(({ folder, revision }) => held.get(folder.key) !== revision);
}

/** Whether something of the folder's own is missing, and not only of a folder below it. */
export function lacksOwn({ folder, problems }: Manifest): boolean {
  return problems.some(
    (problem) => problem.missing && (problem.folder === undefined || problem.folder === folder.key),
  );
}
