// Makes the reports of a week for a folder and its whole subtree, children before parents. A run of the whole company
// writes the plan of the week before, and completes it after.
import pLimit from 'p-limit';
import type { Week } from '../domain/calendar.ts';
import { settledEverywhereAt } from '../domain/calendar.ts';
import type { FolderName } from '../domain/report.ts';
import type { Plan } from '../ports/stored-records.ts';
import { endsRun, Failure } from '../shared/failure.ts';
import type { FolderResult, GoalContext } from './bring-up-to-date.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import type { CommitContext } from './commit.ts';
import { completePlan, reopenPlan, withSettings, writePlan } from './plan.ts';
import type { MadeReport } from './make-report.ts';
import type { FolderTree } from '../ports/feedback-source.ts';
import type { Clock } from '../shared/clock.ts';
import { readPlan } from './report-repository.ts';
import { followsSettings, readWeekSettings } from './report-settings.ts';
import type { FolderEntry } from './subtree.ts';
import { notesByFolder, readLocatedFolder, assertWeekClosed, flattenFolders } from './subtree.ts';
import { createPlannedTree } from './week-folders.ts';
import { findPlannedFolders, toPlannedFolders } from './planned-folders.ts';

export interface ReportMakingContext extends GoalContext {
  readonly clock: Clock;
}

export interface RunWeekOptions {
  readonly week: Week;
  /** Null for the root. */
  readonly folder: number | null;
  readonly force: boolean;
  /** Whether the newest plan may have another root: that of the company has changed. */
  readonly isNewRoot?: boolean;
  /** Whether the counts of complete reports are compared with those of the reporting API, to find late responses. */
  readonly comparesCounts?: boolean;
  readonly onProgress?: (progress: RunProgress) => void;
}

export interface RunProgress {
  readonly done: number;
  readonly total: number;
  /** The folder that was just finished; null at the start. */
  readonly folder: FolderName | null;
  /** The committed report of that folder; null at the start, for a folder without a report due, and where it failed. */
  readonly report: MadeReport | null;
}

/** One folder of the run with its report, or null when none is due. */
export interface FolderOutcome {
  readonly folder: FolderName;
  readonly path: readonly FolderName[];
  readonly report: MadeReport | null;
  /** Whether its counts were to be compared with the reporting API, and could not be. */
  readonly isUnknown: boolean;
}

/**
 * Makes a week's reports, bottom-up; the outcomes have the order of the tree, parents first.
 * Fails with UPSTREAM_UNAUTHORIZED, FOLDER_NOT_FOUND, ROOT_DIFFERS, WEEK_NOT_CLOSED, STORE_UNAVAILABLE, or as reading the folder tree
 * does; a failure that concerns one survey makes reports partial instead.
 */
export async function runWeek(
  context: ReportMakingContext,
  { week, folder, force, isNewRoot = false, comparesCounts = false, onProgress }: RunWeekOptions,
): Promise<readonly FolderOutcome[]> {
  const asOf = context.clock();
  const { tree, isRoot, path } = await readLocatedFolder(context.source, folder);
  // Without the company's tree its root is unknown.
  const root = isRoot ? tree.root : path[0];
  if (!isNewRoot && root !== undefined) await assertSameRoot(context.repository, root.key);
  assertWeekClosed(week, tree.root, asOf);
  const { repository, source, rules } = context;
  const settings = await readWeekSettings(repository, week);
  const storedPlan = await readPlan(repository, week.name);
  const initialPlan =
    folder === null && storedPlan === null ? await writeInitialPlan(context, week, tree) : null;
  const comparesSettings = settings !== null && followsSettings(week, asOf, rules.settleHours);

  const entries = flattenFolders(tree.root, path);
  // A settled week keeps its structure, and what is made again for other reasons stays where it was.
  const keepsParents = !force && !isNewRoot && asOf >= settledEverywhereAt(week, rules.settleHours);
  const plan: Plan = {
    week: week.name,
    folders: placedFolders(
      toPlannedFolders(entries, keysOf(entries), { week, settleHours: rules.settleHours }),
      keepsParents ? storedPlan : null,
    ),
    doneAt: null,
  };
  const notes = notesByFolder(tree);
  let finishedFolders = 0;
  onProgress?.({ done: finishedFolders, total: entries.length, folder: null, report: null });
  const results = await bringUpToDate(context, {
    ...{ week, asOf, plan, settings, force, comparesCounts },
    folders: entries.map((entry) => ({
      ...entry,
      isAlwaysDue: isRoot && entry.folder === tree.root,
      notes: notes(entry.folder.key),
    })),
    followsSettings: comparesSettings,
    isInTree: async (survey) => {
      const { root } = await source.readFolders(null, { surveys: true });
      return flattenFolders(root).some(({ folder: { surveys } }) =>
        surveys.some(({ key }) => key === survey),
      );
    },
    onResult: (finished, result) => {
      finishedFolders += 1;
      const report = reportOf(result);
      onProgress?.({ done: finishedFolders, total: entries.length, folder: finished, report });
    },
  });
  const outcomes = entries.map(({ folder: { key, name }, path: above }): FolderOutcome => {
    const result = results.get(key);
    if (result?.outcome === 'failed') throw result.error;
    const report = result === undefined ? null : reportOf(result);
    const isUnknown =
      result !== undefined && 'comparison' in result && result.comparison === 'unknown';
    return { folder: { key, name }, path: above, report, isUnknown };
  });
  if (folder === null) {
    const reportedKeys = new Set(
      outcomes.flatMap(({ folder: { key }, report }) => (report === null ? [] : [key])),
    );
    const runPlan: Plan = {
      ...plan,
      folders: plan.folders.filter(({ key }) => reportedKeys.has(key)),
      doneAt: outcomes.some(isPartial) ? null : new Date(context.clock()).toISOString(),
      ...withSettings(comparesSettings ? settings.digest : storedPlan?.settings),
    };
    const withoutReport = (initialPlan?.folders ?? [])
      .map(({ key }) => key)
      .filter((key) => !reportedKeys.has(key));
    await completePlan(repository, runPlan, {
      replaced: reportedKeys,
      removed: new Set(withoutReport),
    });
  } else if (outcomes.some(isPartial)) {
    await reopenPlan(repository, week.name);
  }
  return outcomes;
}

/** The report that a folder has after a run; null where none is due, and where it failed. */
function reportOf(result: FolderResult): MadeReport | null {
  return result.outcome === 'made' || result.outcome === 'kept' ? result.report : null;
}

function keysOf(entries: readonly FolderEntry[]): ReadonlySet<number> {
  return new Set(entries.map(({ folder: { key } }) => key));
}

/** The folders of a run where the stored plan has them, and those that it has in addition. */
function placedFolders(folders: Plan['folders'], stored: Plan | null): Plan['folders'] {
  const planned = new Map((stored?.folders ?? []).map((folder) => [folder.key, folder]));
  const placed = folders.map((folder) => {
    const place = planned.get(folder.key);
    planned.delete(folder.key);
    return place ?? folder;
  });
  return [...placed, ...planned.values()];
}

/** The reports of two companies in one store could not be told apart, nor removed separately. */
async function assertSameRoot(repository: CommitContext, root: number): Promise<void> {
  const planned = await createPlannedTree(repository)();
  if (planned.parents.size === 0 || planned.root === root) return;
  throw new Failure('ROOT_DIFFERS', { store: planned.root, api: root });
}

/**
 * Writes the plan of a week that has none before its reports are made, so that readers see which reports are still to
 * come and the planner completes a run that crashed. Returns the plan, or null where another writer was first or the
 * reporting API can't list the active surveys: the plan is then written after the reports.
 */
async function writeInitialPlan(
  context: ReportMakingContext,
  week: Week,
  tree: FolderTree,
): Promise<Plan | null> {
  const repository = context.repository;
  const folders = await findFoldersByPeriod(context, week, tree);
  if (folders === null) return null;
  const plan = { week: week.name, folders, doneAt: null };
  return (await writePlan(repository, plan)) ? plan : null;
}

/** Null where the reporting API can't list the active surveys. */
async function findFoldersByPeriod(
  { source, rules, concurrency }: ReportMakingContext,
  week: Week,
  tree: FolderTree,
): Promise<Plan['folders'] | null> {
  try {
    return await findPlannedFolders(source, tree, {
      week,
      settleHours: rules.settleHours,
      limit: pLimit(concurrency),
      // Making the reports finds the surveys that belong by their responses.
      checkResponses: false,
    });
  } catch (error) {
    if (endsRun(error)) throw error;
    return null;
  }
}

function isPartial({ report }: FolderOutcome): boolean {
  return report?.manifest.status === 'partial';
}
