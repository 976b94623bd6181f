// The folder tree of a run: its folders with their paths, and when the week ends for each of them.
import type { Week } from '../domain/calendar.ts';
import { HOUR_MS, isKnownZone, endOfWeekEverywhere, zonedWeek } from '../domain/calendar.ts';
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

/** Position of a folder in the company. */
export interface FolderLocation {
  readonly isRoot: boolean;
  /** Root first; also empty when the company's tree does not contain the folder. */
  readonly path: readonly FolderName[];
}

/** Looks a folder up in the company's tree: its subtree does not show the folders above it. */
export async function readFolderLocation(
  source: FolderSource,
  folder: number | null,
): Promise<FolderLocation> {
  if (folder === null) return { isRoot: true, path: [] };
  try {
    const { root } = await source.readFolders(null, { surveys: false });
    const path = flattenFolders(root).find((entry) => entry.folder.key === folder)?.path ?? [];
    return { isRoot: root.key === folder, path };
  } catch (error) {
    if (isNotFound(error)) return { isRoot: false, path: [] };
    throw error;
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Failure && error.code === 'UPSTREAM_NOT_FOUND';
}

/** Problems of the tree by folder; a problem without a folder belongs to the root. */
export function notesByFolder(tree: FolderTree): ReadonlyMap<number, readonly ReportProblem[]> {
  return Map.groupBy(tree.notes, (note) => note.folder ?? tree.root.key);
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
  const pending: FolderEntry[] = [{ folder: root, path }];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    entries.push(entry);
    const { key, name, folders } = entry.folder;
    const childPath = [...entry.path, { key, name }];
    pending.push(...folders.toReversed().map((child) => ({ folder: child, path: childPath })));
  }
  return entries;
}

/** When the week ends for every survey of a folder, or everywhere when it has none. */
function closesAt(week: Week, folder: Folder): Instant {
  const zones = zonesOf(folder).filter(isKnownZone);
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

function zonesOf(folder: Folder): readonly string[] {
  const zones = new Set(
    flattenFolders(folder).flatMap((entry) => entry.folder.surveys.map(({ timeZone }) => timeZone)),
  );
  return [...zones];
}
