// Makes the reports of a week for a folder and its whole subtree, children before parents. A run of the whole company
// writes the plan of the week before, and completes it after.
import pLimit from 'p-limit';
import type { Week } from '../domain/calendar.ts';
import type { FolderName } from '../domain/report.ts';
import type { Plan } from '../ports/stored-records.ts';
import type { FigureRules } from '../domain/survey-week.ts';
import { endsRun, Failure } from '../shared/failure.ts';
import type { CommitContext } from './commit.ts';
import { completePlan, reopenPlan, withSettings, writePlan } from './plan.ts';
import type { MadeReport } from './make-report.ts';
import { makeReport } from './make-report.ts';
import type { FeedbackSource, FolderTree } from '../ports/feedback-source.ts';
import type { Clock } from '../shared/clock.ts';
import { createConcurrencyLimits } from '../shared/concurrency-limits.ts';
import { readPlan } from './report-repository.ts';
import { followsSettings, readWeekSettings } from './report-settings.ts';
import { notesByFolder, readLocatedFolder, assertWeekClosed, flattenFolders } from './subtree.ts';
import { createPlannedTree } from './week-folders.ts';
import { findPlannedFolders, toPlannedFolders } from './planned-folders.ts';
import { hasOtherSettings, isOutdated } from './week-state.ts';

export interface ReportMakingContext {
  readonly source: FeedbackSource;
  readonly repository: CommitContext;
  readonly clock: Clock;
  readonly rules: FigureRules;
  /** How many surveys are read concurrently. */
  readonly concurrency: number;
}

export interface RunWeekOptions {
  readonly week: Week;
  /** Null for the root. */
  readonly folder: number | null;
  readonly force: boolean;
  /** Whether the newest plan may have another root: that of the company has changed. */
  readonly isNewRoot?: boolean;
  readonly onProgress?: (progress: RunProgress) => void;
}

export interface RunProgress {
  readonly done: number;
  readonly total: number;
  /** The folder that was just finished; null at the start. */
  readonly folder: FolderName | null;
  /** The committed report of that folder; null at the start and for a folder without a report due. */
  readonly report: MadeReport | null;
}

/** One folder of the run with its report, or null when none is due. */
export interface FolderOutcome {
  readonly folder: FolderName;
  readonly path: readonly FolderName[];
  readonly report: MadeReport | null;
}

/**
 * Makes a week's reports, bottom-up; the outcomes have the order of the tree, parents first.
 * Fails with UPSTREAM_UNAUTHORIZED, FOLDER_NOT_FOUND, ROOT_DIFFERS, WEEK_NOT_CLOSED, STORE_UNAVAILABLE, or as reading the folder tree
 * does; a failure that concerns one survey makes reports partial instead.
 */
export async function runWeek(
  context: ReportMakingContext,
  { week, folder, force, isNewRoot = false, onProgress }: RunWeekOptions,
): Promise<readonly FolderOutcome[]> {
  const asOf = context.clock();
  const { tree, isRoot, path } = await readLocatedFolder(context.source, folder);
  // Without the company's tree its root is unknown.
  const root = isRoot ? tree.root : path[0];
  if (!isNewRoot && root !== undefined) await assertSameRoot(context.repository, root.key);
  assertWeekClosed(week, tree.root, asOf);
  const settings = await readWeekSettings(context.repository, week);
  const storedPlan = await readPlan(context.repository, week.name);
  const initialPlan =
    folder === null && storedPlan === null ? await writeInitialPlan(context, week, tree) : null;
  const comparesSettings =
    settings !== null && followsSettings(week, asOf, context.rules.settleHours);
  const isSettled = !comparesSettings || storedPlan?.settings === settings.digest;

  const entries = flattenFolders(tree.root, path);
  const notes = notesByFolder(tree);
  const limits = createConcurrencyLimits(context.concurrency);
  let finishedFolders = 0;
  onProgress?.({ done: finishedFolders, total: entries.length, folder: null, report: null });

  const reports = new Map<number, Promise<MadeReport | null>>();
  // Children are started before their parent, so that no folder waits for one that is not started.
  for (const entry of entries.toReversed()) {
    const path = [...entry.path, entry.folder].map(({ key }) => key);
    const folderSettings = settings?.ofFolder(path) ?? null;
    const state = { settings: folderSettings, followsSettings: comparesSettings };
    const report = makeReport(context.source, context.repository, {
      folder: entry.folder,
      path: entry.path,
      isAlwaysDue: isRoot && entry.folder === tree.root,
      notes: notes(entry.folder.key),
      week,
      asOf,
      rules: context.rules,
      limits,
      settings: folderSettings,
      force: (current) => force || hasOtherSettings(current, state),
      // A run that was interrupted may have made the children's reports and not this one.
      isOutdated: async (current, children) =>
        (!isSettled || children.some((child) => child?.outcome === 'made')) &&
        isOutdated(context.repository, current, {
          manifests: children.flatMap((child) => child?.manifest ?? []),
          plan: storedPlan ?? { week: week.name, folders: [], doneAt: null },
        }),
      readChildren: () =>
        Promise.all(entry.folder.folders.flatMap((child) => reports.get(child.key) ?? [])),
    }).then((madeReport) => {
      finishedFolders += 1;
      onProgress?.({
        done: finishedFolders,
        total: entries.length,
        folder: entry.folder,
        report: madeReport,
      });
      return madeReport;
    });
    report.catch(limits.close);
    reports.set(entry.folder.key, report);
  }
  // A failure is thrown only after all others have ended: no work continues in the background.
  await Promise.allSettled(reports.values());
  const outcomes: FolderOutcome[] = [];
  for (const entry of entries) {
    const { key, name } = entry.folder;
    const report = (await reports.get(key)) ?? null;
    outcomes.push({ folder: { key, name }, path: entry.path, report });
  }
  if (folder === null) {
    const reportedKeys = new Set(
      outcomes.flatMap(({ folder: { key }, report }) => (report === null ? [] : [key])),
    );
    const { settleHours } = context.rules;
    const plan: Plan = {
      week: week.name,
      folders: toPlannedFolders(entries, reportedKeys, { week, settleHours }),
      doneAt: outcomes.some(isPartial) ? null : new Date(context.clock()).toISOString(),
      ...withSettings(comparesSettings ? settings.digest : storedPlan?.settings),
    };
    const withoutReport = (initialPlan?.folders ?? [])
      .map(({ key }) => key)
      .filter((key) => !reportedKeys.has(key));
    const replaced = outcomes
      .filter(
        ({ folder: { key }, report }) =>
          report?.outcome === 'made' || (isNewRoot && key === tree.root.key),
      )
      .map(({ folder: { key } }) => key);
    await completePlan(context.repository, plan, {
      replaced: new Set(replaced),
      removed: new Set(withoutReport),
    });
  } else if (outcomes.some(isPartial)) {
    await reopenPlan(context.repository, week.name);
  }
  return outcomes;
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
