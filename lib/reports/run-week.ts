// Makes the reports of a week for a folder and its whole subtree, children before parents. A run of the whole company
// writes the plan of the week before, and completes it after.
import pLimit from 'p-limit';
import type { Week } from '../domain/calendar.ts';
import { settledEverywhereAt } from '../domain/calendar.ts';
import { once } from '../domain/memoize.ts';
import type { FolderName } from '../domain/report.ts';
import type { FolderSettings } from '../domain/signals/folder-settings.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { Manifest, Plan } from '../ports/stored-records.ts';
import { endsRun } from '../shared/failure.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import type { FolderResult, Goal, GoalContext, GoalFolder, Lacking } from './goal.ts';
import { completePlan, formerParents, reopenPlan, withSettings, writePlan } from './plan.ts';
import type { MadeReport } from './make-report.ts';
import type { FolderSource, FolderTree } from '../ports/feedback-source.ts';
import { readPlan } from './report-repository.ts';
import { followsSettings, pathsInPlan, readWeekSettings } from './report-settings.ts';
import type { WeekSettings } from './report-settings.ts';
import type { FolderEntry, LocatedFolder } from './subtree.ts';
import { notesByFolder, readLocatedFolder, assertWeekClosed, flattenFolders } from './subtree.ts';
import { findPlannedFolders, toPlannedFolders } from './planned-folders.ts';

export interface ReportMakingContext extends GoalContext {
  /**
   * Called with the reports that a run has made when it has ended, also with a failure; does not fail. Missing where fact tables are
   * switched off.
   */
  readonly writeTables?: (week: string, made: readonly Manifest[]) => Promise<void>;
}

export interface RunWeekOptions {
  readonly week: Week;
  /** Null for the root. */
  readonly folder: number | null;
  readonly force: boolean;
  /** Whether the root of the company has changed: folders get their place in its present tree. */
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
  /** Why its report could not be made or kept; otherwise null. */
  readonly failure: unknown;
}

/** One folder of the run with its report, or null when none is due. */
export interface FolderOutcome {
  readonly folder: FolderName;
  readonly path: readonly FolderName[];
  readonly report: MadeReport | null;
  /** What a report that was kept may lack. */
  readonly lacks: Lacking;
}

/**
 * Makes a week's reports, bottom-up; the outcomes have the order of the tree, parents first.
 * Fails with UPSTREAM_UNAUTHORIZED, FOLDER_NOT_FOUND, WEEK_NOT_CLOSED, as reading the folder tree does, or, after all
 * others were made, with the failure of a folder; one that concerns a survey makes reports partial instead.
 */
export async function runWeek(
  context: ReportMakingContext,
  options: RunWeekOptions,
): Promise<readonly FolderOutcome[]> {
  const { repository } = context;
  const { week, folder } = options;
  const asOf = context.clock();
  const located = await readLocatedFolder(context.source, folder);
  const { tree, path } = located;
  assertWeekClosed(week, tree.root, asOf);
  const settings = await readWeekSettings(repository, week);
  const storedPlan = await readPlan(repository, week.name);
  const initialPlan =
    folder === null && storedPlan === null ? await writeInitialPlan(context, week, tree) : null;
  const run: Run = {
    ...{ located, asOf, settings, storedPlan, entries: flattenFolders(tree.root, path) },
    comparesSettings: settings !== null && followsSettings(week, asOf, context.rules.settleHours),
  };
  const goal = createGoal(context, options, run);
  const results = await bringUpToDate(context, {
    ...goal,
    onResult: createProgress(goal.folders.length, options),
  });
  const made = [...results.values()].flatMap((result) =>
    result.outcome === 'made' ? [result.report.manifest] : [],
  );
  await context.writeTables?.(week.name, made);
  for (const result of results.values()) if (result.outcome === 'failed') throw result.error;
  const outcomes = run.entries.map(({ folder: { key, name }, path: above }): FolderOutcome => {
    const result = results.get(key);
    return {
      folder: { key, name },
      path: above,
      report: result === undefined ? null : reportOf(result),
      lacks: result?.outcome === 'kept' ? result.lacks : null,
    };
  });
  if (folder === null) await completeRunPlan(context, run, { goal, outcomes, initialPlan });
  else if (outcomes.some(isPartial)) await reopenPlan(repository, week.name);
  return outcomes;
}

/** What a run has read before it makes reports. */
interface Run {
  readonly located: LocatedFolder;
  readonly entries: readonly FolderEntry[];
  readonly asOf: Instant;
  readonly settings: WeekSettings | null;
  readonly comparesSettings: boolean;
  readonly storedPlan: Plan | null;
}

function createGoal(
  { source, rules: { settleHours } }: ReportMakingContext,
  { week, force, isNewRoot = false, comparesCounts = false }: RunWeekOptions,
  { located, entries, asOf, settings, storedPlan, comparesSettings }: Run,
): Goal {
  const { tree, isRoot } = located;
  const isSettled = asOf >= settledEverywhereAt(week, settleHours);
  // A run of one folder does not change the plan, and a settled week keeps its structure unless everything is made anew.
  const keepsParents = !isRoot || (isSettled && !force && !isNewRoot);
  const keys = new Set(entries.map(({ folder: { key } }) => key));
  const folders = toPlannedFolders(entries, keys, { week, settleHours });
  const notes = notesByFolder(tree);
  const plan: Plan = {
    week: week.name,
    folders: placedFolders(folders, storedPlan?.folders ?? [], { keepsParents, isRoot }),
    doneAt: storedPlan?.doneAt ?? null,
  };
  const pathOf = pathsInPlan(plan);
  const pathsInTree = new Map(
    entries.map(({ folder: { key }, path }) => [key, [...path.map((place) => place.key), key]]),
  );
  const settingsOf = (folder: number): FolderSettings | null =>
    settings?.ofFolder(
      (storedPlan === null ? pathsInTree.get(folder) : undefined) ?? pathOf(folder),
    ) ?? null;
  const toGoalFolder = (entry: FolderEntry): GoalFolder => ({
    ...entry,
    follows: false,
    since: null,
    isAlwaysDue: entry.folder === tree.root ? isRoot : entry.path.length === 0,
    notes: notes(entry.folder.key),
  });
  return {
    ...{ week, asOf, force, isSettled, followsSettings: comparesSettings },
    settingsOf,
    comparesBefore: comparesCounts ? Infinity : null,
    isInCompany: (key) => keys.has(key),
    gone: new Set(plan.folders.map(({ key }) => key).filter((key) => !keys.has(key))),
    givenUp: () => Promise.resolve(new Set()),
    mayStart: () => true,
    folders: entries.map(toGoalFolder),
    plan,
    isInTree: createSurveyFinder(source),
  };
}

/** Looks in the company's tree, which is read once, when it is needed. */
function createSurveyFinder(source: FolderSource): Goal['isInTree'] {
  const readSurveys = once(async (): Promise<ReadonlySet<number>> => {
    const { root } = await source.readFolders(null, { surveys: true });
    return new Set(
      flattenFolders(root).flatMap(({ folder }) => folder.surveys.map(({ key }) => key)),
    );
  });
  return async (survey) => (await readSurveys()).has(survey);
}

/**
 * The folders of a run, and those that only the stored plan has. In a run of the whole company no folder stays below one that is gone,
 * and a folder that is gone is left out where one of those below it is elsewhere now, or that one would be counted twice.
 */
function placedFolders(
  folders: Plan['folders'],
  stored: Plan['folders'],
  { keepsParents, isRoot }: { readonly keepsParents: boolean; readonly isRoot: boolean },
): Plan['folders'] {
  const keys = new Set(folders.map(({ key }) => key));
  const planned = new Map(stored.map((folder) => [folder.key, folder]));
  const placed = folders.map((folder) => {
    const place = keepsParents ? planned.get(folder.key) : undefined;
    if (place === undefined) return folder;
    const canStay =
      !isRoot ||
      place.parent === folder.parent ||
      (place.parent !== null && keys.has(place.parent));
    return canStay ? place : folder;
  });
  const former = formerParents(stored, placed);
  return [...placed, ...stored.filter(({ key }) => !keys.has(key) && !former.has(key))];
}

function createProgress(
  total: number,
  { onProgress }: RunWeekOptions,
): NonNullable<Goal['onResult']> {
  let done = 0;
  onProgress?.({ done, total, folder: null, report: null, failure: null });
  return (folder, result) => {
    done += 1;
    const failure = result.outcome === 'failed' ? result.error : null;
    onProgress?.({ done, total, folder, report: reportOf(result), failure });
  };
}

/** Records in the plan of the week which reports a run of the whole company has found due, and whether they are complete. */
async function completeRunPlan(
  { clock, repository }: ReportMakingContext,
  { settings, comparesSettings, storedPlan }: Run,
  {
    goal,
    outcomes,
    initialPlan,
  }: {
    readonly goal: Goal;
    readonly outcomes: readonly FolderOutcome[];
    readonly initialPlan: Plan | null;
  },
): Promise<void> {
  const reportedKeys = new Set(
    outcomes.flatMap(({ folder: { key }, report }) => (report === null ? [] : [key])),
  );
  const placedKeys = new Set(goal.plan.folders.map(({ key }) => key));
  const removed = [
    ...(initialPlan?.folders ?? []).filter(({ key }) => !reportedKeys.has(key)),
    ...(storedPlan?.folders ?? []).filter(({ key }) => !placedKeys.has(key)),
  ].map(({ key }) => key);
  await completePlan(
    repository,
    {
      week: goal.plan.week,
      folders: goal.plan.folders.filter(({ key }) => reportedKeys.has(key)),
      doneAt: outcomes.some(mayLack) ? null : new Date(clock()).toISOString(),
      ...withSettings(comparesSettings ? settings?.digest : storedPlan?.settings),
    },
    { replaced: reportedKeys, removed: new Set(removed) },
  );
}

/** The report that a folder has after a run; null where none is due, and where it failed. */
function reportOf(result: FolderResult): MadeReport | null {
  return result.outcome === 'made' || result.outcome === 'kept' ? result.report : null;
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

function mayLack(outcome: FolderOutcome): boolean {
  return isPartial(outcome) || outcome.lacks === 'unknown';
}

function isPartial({ report }: FolderOutcome): boolean {
  return report?.manifest.status === 'partial';
}
