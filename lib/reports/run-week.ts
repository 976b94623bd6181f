// A run: the reports of a week for a folder and everything below it, children before parents.
// It hides the order, how much is in work at once, and the plan that a full run writes before and completes after.
import pLimit from 'p-limit';
import type { Week } from '../domain/calendar.ts';
import type { FolderName } from '../domain/report.ts';
import type { Plan } from '../ports/stored-records.ts';
import type { FigureRules } from '../domain/survey-week.ts';
import { endsRun } from '../shared/failure.ts';
import type { CommitContext } from './commit.ts';
import { completePlan, reopenPlan, writePlan } from './plan.ts';
import type { MadeReport } from './make-report.ts';
import { makeReport } from './make-report.ts';
import type { Instant } from '../domain/facts.ts';
import type { FeedbackSource, Folder, FolderTree } from '../ports/feedback-source.ts';
import type { Clock } from '../shared/clock.ts';
import { createConcurrencyLimits } from '../shared/concurrency-limits.ts';
import { readPlan } from './report-repository.ts';
import {
  folderDueAt,
  notesByFolder,
  readSubtree,
  readFolderLocation,
  assertWeekClosed,
  flattenFolders,
} from './subtree.ts';
import { settleAll } from '../shared/map-concurrent.ts';
import { findDueFolders } from './due-folders.ts';

export interface ReportMaking {
  readonly source: FeedbackSource;
  readonly keeping: CommitContext;
  readonly clock: Clock;
  readonly rules: FigureRules;
  /** Surveys that are read at the same time. */
  readonly concurrency: number;
}

export interface RunWeekOptions {
  readonly week: Week;
  /** Null for the root. */
  readonly folder: number | null;
  readonly force: boolean;
  readonly onProgress?: (progress: RunProgress) => void;
}

export interface RunProgress {
  readonly done: number;
  readonly total: number;
  /** The folder that has just been finished; null at the beginning. */
  readonly folder: FolderName | null;
  /** That folder's report, committed by now; null at the beginning and for a folder that owes none. */
  readonly report: MadeReport | null;
}

/** One folder of the run: its report, or null when it owes none. */
export interface FolderOutcome {
  readonly folder: FolderName;
  readonly path: readonly FolderName[];
  readonly report: MadeReport | null;
}

/**
 * Makes a week's reports, bottom-up; the outcomes come in the tree's order, parents first.
 * Fails with UPSTREAM_UNAUTHORIZED, FOLDER_NOT_FOUND, WEEK_NOT_CLOSED, STORE_UNAVAILABLE, or what kept
 * the folder tree from being read; whatever is wrong with one survey makes reports partial instead.
 */
export async function runWeek(
  making: ReportMaking,
  { week, folder, force, onProgress }: RunWeekOptions,
): Promise<readonly FolderOutcome[]> {
  const asOf = making.clock();
  const [tree, { isRoot, path }] = await settleAll([
    readSubtree(making.source, folder),
    readFolderLocation(making.source, folder),
  ]);
  assertWeekClosed(week, tree.root, asOf);
  const planned = folder === null ? await planFirst(making, week, tree) : null;

  const entries = flattenFolders(tree.root, path);
  const notes = notesByFolder(tree);
  const rooms = createConcurrencyLimits(making.concurrency);
  let done = 0;
  onProgress?.({ done, total: entries.length, folder: null, report: null });

  const reports = new Map<number, Promise<MadeReport | null>>();
  // Children come before their parent, so that whatever a folder waits for is in work already.
  for (const entry of entries.toReversed()) {
    const report = makeReport(making.source, making.keeping, {
      folder: entry.folder,
      path: entry.path,
      isAlwaysDue: isRoot && entry.folder === tree.root,
      notes: notes.get(entry.folder.key) ?? [],
      week,
      asOf,
      rules: making.rules,
      limits: rooms,
      force: () => force,
      readChildren: () =>
        Promise.all(entry.folder.folders.flatMap((child) => reports.get(child.key) ?? [])),
    }).then((made) => {
      done += 1;
      onProgress?.({ done, total: entries.length, folder: entry.folder, report: made });
      return made;
    });
    report.catch(rooms.close);
    reports.set(entry.folder.key, report);
  }
  // When one fails, the others come to their end before the failure goes on up: nothing stays in work.
  await Promise.allSettled(reports.values());
  const outcomes: FolderOutcome[] = [];
  for (const { folder: named, path: above } of entries) {
    const report = (await reports.get(named.key)) ?? null;
    outcomes.push({ folder: { key: named.key, name: named.name }, path: above, report });
  }
  if (folder === null) {
    const made = planOf(week, outcomes, tree.root, making);
    const reported = new Set(made.folders.map(({ key }) => key));
    const denied = planned?.folders.flatMap(({ key }) => (reported.has(key) ? [] : [key])) ?? [];
    await completePlan(making.keeping, made, new Set(denied));
  } else if (outcomes.some(isPartial)) {
    await reopenPlan(making.keeping, week.name);
  }
  return outcomes;
}

/**
 * Writes the plan of a week that has none before its reports are made, so that readers see what is still to come and
 * the planner completes a run that crashed; gives what was written. Null where a plan exists, and where the reporting
 * API can't say which surveys were active: the plan then follows the reports.
 */
async function planFirst(making: ReportMaking, week: Week, tree: FolderTree): Promise<Plan | null> {
  const { keeping } = making;
  if ((await readPlan(keeping, week.name)) !== null) return null;
  const folders = await foldersByPeriod(making, week, tree);
  if (folders === null) return null;
  const plan = { week: week.name, folders, doneAt: null };
  return (await writePlan(keeping, plan)) ? plan : null;
}

/** Null where the reporting API does not say which surveys were active. */
async function foldersByPeriod(
  { source, rules, concurrency }: ReportMaking,
  week: Week,
  tree: FolderTree,
): Promise<Plan['folders'] | null> {
  try {
    return await findDueFolders(source, tree, {
      week,
      settleHours: rules.settleHours,
      room: pLimit(concurrency),
      // The reports themselves find surveys that belong by their responses.
      askEnded: false,
    });
  } catch (error) {
    if (endsRun(error)) throw error;
    return null;
  }
}

function planOf(
  week: Week,
  outcomes: readonly FolderOutcome[],
  root: Folder,
  { rules, clock }: ReportMaking,
): Plan {
  const folders = new Map(flattenFolders(root, []).map((entry) => [entry.folder.key, entry.folder]));
  const owed = outcomes.flatMap(({ folder, path, report }) =>
    report === null ? [] : [{ folder, parent: path.at(-1)?.key ?? null, report }],
  );
  return {
    week: week.name,
    folders: owed.map(({ folder, parent }) => ({
      key: folder.key,
      parent,
      dueAt: folderDueAt(week, folders.get(folder.key) ?? root, rules.settleHours),
    })),
    doneAt: outcomes.some(isPartial) ? null : utc(clock()),
  };
}

function isPartial({ report }: FolderOutcome): boolean {
  return report?.manifest.status === 'partial';
}

function utc(instant: Instant): string {
  return new Date(instant).toISOString();
}
