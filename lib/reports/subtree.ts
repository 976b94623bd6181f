// The folder tree of a run: its folders with their paths, and when the week ends for each of them.
import type { Week } from '../domain/calendar.ts';
import {
  endOfWeekEverywhere,
  firstStartOfWeek,
  HOUR_MS,
  isKnownZone,
  weeksFrom,
  zonedWeek,
} from '../domain/calendar.ts';
import type { FolderName, ReportProblem } from '../domain/report.ts';
import { Failure } from '../shared/failure.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { Folder, FolderSource, FolderTree } from '../ports/feedback-source.ts';

/** A folder (null for the root) with its subtree and surveys; fails with FOLDER_NOT_FOUND. */
export async function readSubtree(
  source: FolderSource,
  folder: number | null,
): Promise<FolderTree> {
  try {
    return await source.readFolders(folder, { surveys: true });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new Failure('FOLDER_NOT_FOUND', { folder: folder ?? 'root' }, error);
  }
}

/** A folder with its subtree, and its position in the company. */
export interface LocatedFolder {
  readonly tree: FolderTree;
  readonly isRoot: boolean;
  /** Root first; also empty when the company's tree does not contain the folder. */
  readonly path: readonly FolderName[];
}

/**
 * A folder (null for the root) as the company's tree has it, because only the whole tree shows which folder counts a
 * survey that is in two folders. A folder that the tree does not contain is read alone; fails with FOLDER_NOT_FOUND.
 */
export async function readLocatedFolder(
  source: FolderSource,
  folder: number | null,
): Promise<LocatedFolder> {
  const company = await readCompanyTree(source, folder);
  const entries = company === null ? [] : flattenFolders(company.root);
  const entry = entries.find(({ folder: { key } }) => key === (folder ?? company?.root.key));
  if (company === null || entry === undefined) {
    return { tree: await readSubtree(source, folder), isRoot: false, path: [] };
  }
  const { path } = entry;
  return {
    tree: { root: entry.folder, notes: company.notes },
    isRoot: entry.folder === company.root,
    path,
  };
}

/** Null when the caller may see `folder` but not the root. */
async function readCompanyTree(
  source: FolderSource,
  folder: number | null,
): Promise<FolderTree | null> {
  if (folder === null) return readSubtree(source, null);
  try {
    return await source.readFolders(null, { surveys: true });
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Failure && error.code === 'UPSTREAM_NOT_FOUND';
}

/** Returns the problems of the tree that concern a folder. */
export function notesByFolder({ notes }: FolderTree): (folder: number) => readonly ReportProblem[] {
  const byFolder = Map.groupBy(notes, ({ folder }) => folder);
  return (folder) => [folder, undefined].flatMap((key) => byFolder.get(key) ?? []);
}

export interface FolderEntry {
  readonly folder: Folder;
  readonly path: readonly FolderName[];
}

/** Every folder with the path above it, parents before children. */
export function flattenFolders(
  root: Folder,
  path: readonly FolderName[] = [],
): readonly FolderEntry[] {
  const entries: FolderEntry[] = [];
  const pendingEntries: FolderEntry[] = [{ folder: root, path }];
  for (let entry = pendingEntries.pop(); entry !== undefined; entry = pendingEntries.pop()) {
    entries.push(entry);
    const { key, name, folders } = entry.folder;
    const childPath = [...entry.path, { key, name }];
    pendingEntries.push(
      ...folders.toReversed().map((child) => ({ folder: child, path: childPath })),
    );
  }
  return entries;
}

/** When the week ends for every survey of a folder, or everywhere when it has none. */
function closesAt(week: Week, folder: Folder): Instant {
  const surveys = flattenFolders(folder).flatMap((entry) => entry.folder.surveys);
  const zones = [...new Set(surveys.map(({ timeZone }) => timeZone))].filter(isKnownZone);
  return zones.length === 0
    ? endOfWeekEverywhere(week)
    : Math.max(...zones.map((zone) => zonedWeek(week, zone).end));
}

/** UTC instant from which a folder's report is due: `settleHours` after the week has ended for all its surveys. */
export function folderDueAt(week: Week, folder: Folder, settleHours: number): string {
  return new Date(closesAt(week, folder) + settleHours * HOUR_MS).toISOString();
}

/** Fails with WEEK_NOT_CLOSED, with the closing time, while the week has not ended for every survey of the folder. */
export function assertWeekClosed(week: Week, folder: Folder, now: Instant): void {
  const closes = closesAt(week, folder);
  if (now >= closes) return;
  throw new Failure('WEEK_NOT_CLOSED', {
    week: week.name,
    closesAt: new Date(closes).toISOString(),
  });
}

/** Fails with WEEK_NOT_CLOSED while the week has not ended in any time zone. */
export function assertWeekOver(week: Week, now: Instant): void {
  if (now >= firstStartOfWeek(weeksFrom(week, 1))) return;
  const closesAt = new Date(endOfWeekEverywhere(week)).toISOString();
  throw new Failure('WEEK_NOT_CLOSED', { week: week.name, closesAt });
}
