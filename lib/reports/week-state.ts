// The state of a planned week: one model of a folder's state, and which stored reports are outdated.
import { DAY_MS } from '../domain/calendar.ts';
import type { FolderSettings } from '../domain/signals/folder-settings.ts';
import type { Manifest, Plan } from '../ports/stored-records.ts';
import type { ReportRepository, StoredReport } from './report-repository.ts';
import {
  isOfOtherVersion,
  nullIfDamaged,
  nullIfUnreadable,
  readReport,
} from './report-repository.ts';
import { SETTINGS_PROBLEM, settingsDigest } from './report-settings.ts';

export const FOLDER_STATES = [
  'complete',
  'partial',
  'empty',
  'missing',
  'not due',
  'damaged',
] as const;

/**
 * State of one folder in one week: the status of its report, or "damaged" when the manifest or the report can't be read;
 * without a report "missing" when it is due, otherwise "not due".
 */
export type FolderState = (typeof FOLDER_STATES)[number];

export interface FolderRecord {
  /** UTC instant from which the plan requires a report; null for a folder that is not in the plan. */
  readonly dueAt: string | null;
  readonly stored: StoredReport | null;
  /** False when the report's JSON was read and is damaged. */
  readonly isReadable?: boolean;
}

export function folderState(
  { dueAt, stored, isReadable = true }: FolderRecord,
  now: number,
): FolderState {
  if (stored === null) return isDue(dueAt, now) ? 'missing' : 'not due';
  const { value: manifest } = stored;
  return manifest === null || !isReadable ? 'damaged' : manifest.status;
}

export function isDue(dueAt: string | null, now: number): boolean {
  return dueAt !== null && now >= Date.parse(dueAt);
}

/** A parent waits this long for children that are due, then it is made without those that are given up. */
export const WAIT_FOR_CHILDREN_MS = DAY_MS;

/** Whether a folder of a plan was due so long ago that it is made without children that are given up. */
export function isPastWait({ folders }: Plan, folder: number, now: number): boolean {
  const dueAt = folders.find(({ key }) => key === folder)?.dueAt;
  return dueAt !== undefined && now >= Date.parse(dueAt) + WAIT_FOR_CHILDREN_MS;
}

/** Why a report that is due is to be made, or made again. settings: those that it depends on have changed. */
export type RequiredWork = 'missing' | 'partial' | 'settings' | 'outdated';

export interface FolderSettingsState {
  /** Those that the folder's report depends on; null when they can't be read. */
  readonly settings: FolderSettings | null;
  /** Whether a change of the settings makes a report of this week outdated. */
  readonly followsSettings: boolean;
}

/** Null when nothing is to be done. Fails as the store does when reports have to be compared. */
export async function requiredWork(
  repository: ReportRepository,
  folder: FolderRecord,
  now: number,
  { settings, children }: { settings: FolderSettingsState; children: ChildReports },
): Promise<RequiredWork | null> {
  const manifest = folder.stored?.value ?? null;
  if (folderState(folder, now) === 'not due') return null;
  const ownWork = requiredOwnWork(manifest, settings);
  if (ownWork !== null || manifest === null) return ownWork;
  return (await isOutdated(repository, manifest, children)) ? 'outdated' : null;
}

/** What a report that is due needs whatever the reports below it are; a damaged manifest counts as none. */
export function requiredOwnWork(
  manifest: Manifest | null,
  settings: FolderSettingsState,
): Exclude<RequiredWork, 'outdated'> | null {
  if (manifest === null) return 'missing';
  if (manifest.status === 'partial' && lacksOwnData(manifest, settings)) return 'partial';
  return hasOtherSettings(manifest, settings) ? 'settings' : null;
}

/** Whether a report was made with other settings than those that can be read now. */
export function hasOtherSettings(
  manifest: Manifest,
  { settings, followsSettings }: FolderSettingsState,
): boolean {
  return followsSettings && settings !== null && manifest.settings !== settingsDigest(settings);
}

/** The folders of a plan by their parent; the root's parent is null. */
export function childrenByParent(
  plan: Plan,
): ReadonlyMap<number | null, readonly Plan['folders'][number][]> {
  return Map.groupBy(plan.folders, ({ parent }) => parent);
}

/** What a folder's report should contain. */
export interface ChildReports {
  /** The existing reports of its children. */
  readonly manifests: readonly Manifest[];
  readonly plan: Plan;
  /** Whether the company has a folder. */
  readonly isInCompany: (folder: number) => boolean;
}

/**
 * Whether a report lacks one of its children's reports or contains an older revision of it, contains the report of a
 * folder that is no longer its child or that the company has without a report due, or reports as missing a child that has
 * no report due any more. A report that contains a newer revision than `manifests` shows is not outdated, nor is one of a
 * version that is not read.
 */
export async function isOutdated(
  repository: ReportRepository,
  manifest: Manifest,
  { manifests, plan, isInCompany }: ChildReports,
): Promise<boolean> {
  if (reportsUnplannedChildMissing(manifest, manifests, plan)) return true;
  if (manifests.length === 0 && Object.keys(manifest.contains ?? {}).length === 0) return false;
  const containedRevisions = await readContainedRevisions(repository, manifest);
  if (containedRevisions === null) return true;
  if (containedRevisions === 'not read') return false;
  const parents = new Map(plan.folders.map(({ key, parent }) => [key, parent]));
  // A child that has moved counts only where it is planned now; one that the company no longer has stays.
  const isForeign = (key: number): boolean =>
    parents.has(key) ? parents.get(key) !== manifest.folder.key : isInCompany(key);
  if ([...containedRevisions.keys()].some(isForeign)) return true;
  for (const child of manifests) {
    if ((containedRevisions.get(child.folder.key) ?? 0) >= child.revision) continue;
    const wasDamaged = manifest.problems.some(
      ({ code, folder }) => code === 'REPORT_DAMAGED' && folder === child.folder.key,
    );
    if (!wasDamaged || (await nullIfUnreadable(() => readReport(repository, child))) !== null) {
      return true;
    }
  }
  return false;
}

/**
 * The revisions of the folders directly below that a report contains. Manifests of earlier releases don't have them: then
 * null when the report is damaged, and "not read" when it is of a version that is not read.
 */
async function readContainedRevisions(
  repository: ReportRepository,
  manifest: Manifest,
): Promise<ReadonlyMap<number, number> | 'not read' | null> {
  if (manifest.contains !== undefined) {
    return new Map(Object.entries(manifest.contains).map(([key, value]) => [Number(key), value]));
  }
  try {
    const report = await nullIfDamaged(() => readReport(repository, manifest));
    if (report === null) return null;
    return new Map(report.subfolders.map(({ key, revision }) => [key, revision]));
  } catch (error) {
    if (isOfOtherVersion(error)) return 'not read';
    throw error;
  }
}

/** Whether a CHILD_MISSING problem names a folder that is not planned any more and that no child's report misses either. */
function reportsUnplannedChildMissing(
  manifest: Manifest,
  childManifests: readonly Manifest[],
  plan: Plan,
): boolean {
  const plannedKeys = new Set(plan.folders.map(({ key }) => key));
  const missingFolders = ({ problems }: Manifest): readonly (number | undefined)[] =>
    problems.filter(({ code }) => code === 'CHILD_MISSING').map(({ folder }) => folder);
  const missingBelow = new Set(childManifests.flatMap(missingFolders));
  return missingFolders(manifest).some(
    (folder) => folder !== undefined && !plannedKeys.has(folder) && !missingBelow.has(folder),
  );
}

/** Whether a report's data were read before that UTC instant; false for null. */
export function isOlderThan({ asOf }: Manifest, since: string | null): boolean {
  return since !== null && Date.parse(asOf) < Date.parse(since);
}

/**
 * Whether the folder's own data are incomplete, and not only those of a folder below it. Settings that still can't be read
 * are no reason to make the report again.
 */
function lacksOwnData(
  { folder, problems }: Manifest,
  { settings }: Pick<FolderSettingsState, 'settings'>,
): boolean {
  return problems.some(
    (problem) =>
      problem.missing &&
      (problem.folder === undefined || problem.folder === folder.key) &&
      (settings !== null || problem.code !== SETTINGS_PROBLEM.code),
  );
}
