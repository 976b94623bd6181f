// The tree of folders as a run walks it: read once, every folder with the path above it, and when its week is over.
import type { Week } from '../domain/calendar.ts';
import { HOUR_MS, isKnownZone, endsEverywhere, zonedWeek } from '../domain/calendar.ts';
import type { FolderName, ReportProblem } from '../domain/report.ts';
import { Failure } from '../shared/failure.ts';
import type { Instant } from '../domain/facts.ts';
import type { Folder, FolderSource, FolderTree } from '../ports/feedback-source.ts';

/** A folder (null for the root) with all below it and their surveys; FOLDER_NOT_FOUND when there is none. */
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

/** Where a folder is in the company. */
export interface FolderLocation {
  readonly isRoot: boolean;
  /** Root first; empty also where the company's tree doesn't hold the folder. */
  readonly path: readonly FolderName[];
}

/** The tree from a folder down doesn't say what is above it; the company's does. */
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

/** What was odd about the tree, by folder; a note without one is the root's. */
export function notesByFolder(tree: FolderTree): ReadonlyMap<number, readonly ReportProblem[]> {
  return Map.groupBy(tree.notes, (note) => note.folder ?? tree.root.key);
}

export interface FolderEntry {
  readonly folder: Folder;
  readonly path: readonly FolderName[];
}

/** Every folder with the path above it, parents before children. */
export function flattenFolders(root: Folder, path: readonly FolderName[] = []): readonly FolderEntry[] {
  const entries: FolderEntry[] = [];
  const waiting: FolderEntry[] = [{ folder: root, path }];
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    entries.push(entry);
    const { key, name, folders } = entry.folder;
    const below = [...entry.path, { key, name }];
    waiting.push(...folders.toReversed().map((child) => ({ folder: child, path: below })));
  }
  return entries;
}

/** When the week is over for everything in a folder: for its last survey, or everywhere when it has none. */
function closesAt(week: Week, folder: Folder): Instant {
  const zones = zonesOf(folder).filter(isKnownZone);
  return zones.length === 0
    ? endsEverywhere(week)
    : Math.max(...zones.map((zone) => zonedWeek(week, zone).end));
}

/** UTC instant from which a folder's report is due: so many hours after the week is over for everything in it. */
export function folderDueAt(week: Week, folder: Folder, settleHours: number): string {
  return new Date(closesAt(week, folder) + settleHours * HOUR_MS).toISOString();
}

/** Fails with WEEK_NOT_CLOSED, and the moment it closes, while the week goes on somewhere in the folder. */
export function assertWeekClosed(week: Week, folder: Folder, now: Instant): void {
  const closes = closesAt(week, folder);
  if (now >= closes) return;
  throw new Failure('WEEK_NOT_CLOSED', {
    week: week.name,
    closesAt: new Date(closes).toISOString(),
  });
}

function zonesOf(folder: Folder): readonly string[] {
  const zones = new Set(flattenFolders(folder).flatMap((e) => e.folder.surveys.map((s) => s.timeZone)));
  return [...zones];
}
