// How a planned week stands: which reports are there, which of them are behind their children's.
// It hides that a report tells in its own file what it was made of.
import type { Manifest, Plan } from '../ports/stored-records.ts';
import type { ReportRepository } from './report-repository.ts';
import { readReport, nullIfDamaged } from './report-repository.ts';
import { readStoredReports } from './week-folders.ts';

/** The manifests of these folders' reports, by folder; what is not there or can't be read is left out. */
export async function readManifests(
  repository: ReportRepository,
  week: string,
  folders: readonly number[],
): Promise<ReadonlyMap<number, Manifest>> {
  const standing = await readStoredReports(repository, week, folders);
  return new Map(
    [...standing].flatMap(([folder, { manifest }]) =>
      manifest === null ? [] : [[folder, manifest] as const],
    ),
  );
}

/** Planned folders by their parent. */
export function childrenByParent(
  plan: Plan,
): ReadonlyMap<number | null, readonly Plan['folders'][number][]> {
  return Map.groupBy(plan.folders, ({ parent }) => parent);
}

/** What a folder's report should be made of. */
export interface ChildReports {
  /** The reports of its children that are there. */
  readonly manifests: readonly Manifest[];
  readonly plan: Plan;
}

/**
 * Whether a report lacks one of its children's reports or holds an older revision of it, holds a folder's that is not
 * its child any more, or misses a child that owes nothing any more. Holding a newer one than was seen here is not being behind.
 */
export async function isOutdated(
  repository: ReportRepository,
  manifest: Manifest,
  { manifests, plan }: ChildReports,
): Promise<boolean> {
  if (missesInVain(manifest, manifests, plan)) return true;
  if (manifests.length === 0) return false;
  const report = await nullIfDamaged(() => readReport(repository, manifest));
  if (report === null) return true;
  const held = new Map(report.subfolders.map(({ key, revision }) => [key, revision]));
  // A child that has moved counts where it is planned now, and nowhere else.
  const isHeld = ({ key, parent }: Plan['folders'][number]): boolean =>
    held.has(key) && parent !== manifest.folder.key;
  if (plan.folders.some(isHeld)) return true;
  for (const child of manifests) {
    if ((held.get(child.folder.key) ?? 0) >= child.revision) continue;
    const wasDamaged = manifest.problems.some(
      ({ code, folder }) => code === 'REPORT_DAMAGED' && folder === child.folder.key,
    );
    if (!wasDamaged || (await isReadable(repository, child))) return true;
  }
  return false;
}

/** A report that misses a child's which is not planned any more, and which no child misses in its turn. */
function missesInVain(manifest: Manifest, manifests: readonly Manifest[], plan: Plan): boolean {
  const planned = new Set(plan.folders.map(({ key }) => key));
  const missing = ({ problems }: Manifest): readonly (number | undefined)[] =>
    problems.filter(({ code }) => code === 'CHILD_MISSING').map(({ folder }) => folder);
  const below = new Set(manifests.flatMap(missing));
  return missing(manifest).some(
    (folder) => folder !== undefined && !planned.has(folder) && !below.has(folder),
  );
}

/** Whether a report's JSON is there and is what its manifest says. */
async function isReadable(repository: ReportRepository, manifest: Manifest): Promise<boolean> {
  return (await nullIfDamaged(() => readReport(repository, manifest))) !== null;
}

/** Whether a report's data were read before that UTC instant; null for whenever. */
export function isOlderThan({ asOf }: Manifest, since: string | null): boolean {
  return since !== null && Date.parse(asOf) < Date.parse(since);
}

/** Whether something of the folder's own is missing, and not only of a folder below it. */
export function lacksOwnSurveys({ folder, problems }: Manifest): boolean {
  return problems.some(
    (problem) => problem.missing && (problem.folder === undefined || problem.folder === folder.key),
  );
}
