// One folder's report from its own surveys and its children's, as a job makes it: where the folder is in the company,
// and what becomes of children that have none and of folders that have gone.
import type { Week } from '../domain/calendar.ts';
import type { Problem } from '../domain/report.ts';
import type { Manifest } from '../domain/stored.ts';
import { Failure } from './failures.ts';
import type { MadeReport, MakeReport } from './make-report.ts';
import { kept, makeReport } from './make-report.ts';
import type { Making } from './make-week.ts';
import type { FeedbackSource, FolderTree, ReportJob } from './ports.ts';
import { roomsFor } from './rooms.ts';
import { readManifest, unlessDamaged } from './shelf.ts';
import type { Stopwatch } from './stopwatch.ts';
import { timedRooms } from './stopwatch.ts';
import type { Whereabouts } from './subtree.ts';
import { notesByFolder, readSubtree, readWhereabouts, refuseOpenWeek, walk } from './subtree.ts';
import { together } from './together.ts';

export interface FolderWork {
  readonly job: ReportJob;
  readonly week: Week;
  readonly making: Making;
  readonly stopwatch: Stopwatch;
}

/** Why a folder that was planned has no report. */
export type NoReport = 'NOTHING_OWED' | 'FOLDER_NOT_FOUND';

/** A child's part is read once, before anything is asked of the reporting API. */
export async function readPartOnce(
  child: MadeReport,
): Promise<MadeReport & { isDamaged: boolean }> {
  const part = await unlessDamaged(child.part);
  return part === null
    ? { ...child, isDamaged: true }
    : { ...child, part: () => Promise.resolve(part), isDamaged: false };
}

interface Parts {
  readonly parts: readonly MadeReport[];
  /** Children without a report, which are not waited for any more. */
  readonly absent: readonly number[];
  readonly force: (standing: Manifest) => boolean;
  readonly accepts?: MakeReport['accepts'];
  /** The folder's own surveys that are read; null: all of them. */
  readonly surveys?: ReadonlySet<number> | null;
}

/** Reads a folder's own surveys and makes its report of them and of its children's. */
export async function makeFolder(
  { job, week, making, stopwatch }: FolderWork,
  { parts, absent, force, accepts = null, surveys = null }: Parts,
): Promise<MadeReport | NoReport> {
  const { source, keeping, clock, rules, concurrency } = making;
  const asOf = clock();
  const place = await findPlace(source, job.folder);
  if (place === null) {
    const standing = await readManifest(keeping, job);
    return standing === null ? 'FOLDER_NOT_FOUND' : kept(keeping, standing);
  }
  const { tree, isRoot, path } = place;
  refuseOpenWeek(week, tree.root, asOf);
  const own = tree.root.surveys.filter(({ key }) => surveys === null || surveys.has(key));
  const made = await makeReport(source, keeping, {
    folder: { ...tree.root, surveys: own },
    path,
    // What a child that is missing owes, its parent owes.
    alwaysOwed: isRoot || absent.length > 0,
    notes: [...(notesByFolder(tree).get(job.folder) ?? []), ...absent.map(missingChild)],
    week,
    asOf,
    rules,
    rooms: timedRooms(roomsFor(concurrency), stopwatch),
    force,
    accepts,
    children: () => Promise.resolve(parts),
  });
  return made ?? 'NOTHING_OWED';
}

/** A folder with what is below it and above; null when it is gone, for which two answers must speak. */
async function findPlace(
  source: FeedbackSource,
  folder: number,
): Promise<(Whereabouts & { readonly tree: FolderTree }) | null> {
  try {
    const [tree, whereabouts] = await together([
      readSubtree(source, folder),
      readWhereabouts(source, folder),
    ]);
    return { tree, ...whereabouts };
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'FOLDER_NOT_FOUND')) throw error;
    // An answer that denies the whole company says nothing of a folder, and is worth another try.
    const { root } = await source.readFolders(null, { surveys: false });
    if (walk(root).some((entry) => entry.folder.key === folder)) throw error;
    return null;
  }
}

function missingChild(folder: number): Problem {
  return {
    code: 'CHILD_MISSING',
    folder,
    message: 'The report of this folder could not be made in time; its figures are missing here.',
    missing: true,
  };
}
