// Makes every report of some folders that is missing, partial or outdated, or whose settings or counts have changed, children
// before parents. A folder that fails does not prevent another; those above it wait, unless it has a report already.
import type { Instant } from '../domain/report-inputs.ts';
import type { Week } from '../domain/calendar.ts';
import { containsAllCounts } from '../domain/late-data.ts';
import { lostOwnData } from '../domain/problems.ts';
import type { FolderName, Report, ReportProblem } from '../domain/report.ts';
import type { FigureRules } from '../domain/survey-week.ts';
import type { FeedbackSource, Folder } from '../ports/feedback-source.ts';
import type { Manifest, Plan } from '../ports/stored-records.ts';
import { createConcurrencyLimits } from '../shared/concurrency-limits.ts';
import { endsRun, Failure } from '../shared/failure.ts';
import type { CommitContext } from './commit.ts';
import type { Comparison } from './compare-counts.ts';
import { compareCounts } from './compare-counts.ts';
import type { GatherSettings } from './gather-facts.ts';
import { gatherFolder } from './gather-facts.ts';
import type { MadeReport } from './make-report.ts';
import { makeReport, reuseStoredReport } from './make-report.ts';
import { reopenPlan } from './plan.ts';
import type { StoredReport } from './report-repository.ts';
import { findStoredReport, nullIfUnreadable, readReport } from './report-repository.ts';
import type { WeekSettings } from './report-settings.ts';
import { listFolderKeys } from './week-folders.ts';
import { childrenByParent, isDue, isOutdated, requiredOwnWork } from './week-state.ts';

export interface GoalContext {
  readonly source: FeedbackSource;
  readonly repository: CommitContext;
  readonly rules: FigureRules;
  /** How many surveys are read concurrently. */
  readonly concurrency: number;
}

/** A folder as the company has it. */
export interface GoalFolder {
  readonly folder: Folder;
  /** Root first. */
  readonly path: readonly FolderName[];
  /** Whether a report is due even if no survey of the subtree belongs in the week. */
  readonly isAlwaysDue: boolean;
  /** Problems of the folder tree that concern this folder. */
  readonly notes: readonly ReportProblem[];
  /**
   * Whether it is above the folders that were asked for: then its report follows those below, once each of them is there, and is not
   * made again for other reasons.
   */
  readonly follows: boolean;
}

/** The reports to bring up to date. */
export interface Goal {
  readonly week: Week;
  readonly asOf: Instant;
  /** Parents before children. */
  readonly folders: readonly GoalFolder[];
  /** Which report contains which; the reports of folders that are not in `folders` are used as they are stored. */
  readonly plan: Plan;
  /** Null when they can't be read. */
  readonly settings: WeekSettings | null;
  /** Whether a change of the settings makes reports of this week outdated. */
  readonly followsSettings: boolean;
  /** Whether complete reports are made again, too. */
  readonly force: boolean;
  /** Whether the counts of complete reports are compared with those of the reporting API. */
  readonly comparesCounts: boolean;
  /** Whether a survey is in the company's tree, read now. */
  readonly isInTree: (survey: number) => Promise<boolean>;
  readonly onResult?: (folder: FolderName, result: FolderResult) => void;
}

export type FolderResult =
  | {
      readonly outcome: 'made' | 'kept';
      readonly report: MadeReport;
      /** Null where the counts were not compared. */
      readonly comparison: Comparison | null;
    }
  /** No report is due. */
  | { readonly outcome: 'nothing' }
  /** A report below it is missing, because its folder has failed. */
  | { readonly outcome: 'waiting' }
  | {
      readonly outcome: 'failed';
      readonly error: unknown;
      /** The stored report, which those above contain. */
      readonly report: MadeReport | null;
    };

/** The results by folder, in the order of the goal. Does not fail: a failure that ends the run is that of every folder not begun. */
export async function bringUpToDate(
  context: GoalContext,
  goal: Goal,
): Promise<ReadonlyMap<number, FolderResult>> {
  const stored = new Set(await listFolderKeys(context.repository.store, goal.week.name));
  const limits = createConcurrencyLimits(context.concurrency);
  const work: WeekWork = {
    ...context,
    goal,
    limits,
    stored,
    children: childrenByParent(goal.plan),
    results: new Map(),
  };
  // Children are started before their parent, so that no folder waits for one that is not started.
  for (const entry of goal.folders.toReversed()) {
    const { key, name } = entry.folder;
    const result = bringFolderUpToDate(work, entry).then((folderResult) => {
      goal.onResult?.({ key, name }, folderResult);
      return folderResult;
    });
    work.results.set(key, result);
  }
  const results = new Map<number, FolderResult>();
  for (const { folder } of goal.folders) {
    const result = await work.results.get(folder.key);
    if (result !== undefined) results.set(folder.key, result);
  }
  return results;
}

interface WeekWork extends GoalContext {
  readonly goal: Goal;
  readonly limits: ReturnType<typeof createConcurrencyLimits>;
  /** Folders with objects in the store; others need no read. */
  readonly stored: ReadonlySet<number>;
  readonly children: ReturnType<typeof childrenByParent>;
  readonly results: Map<number, Promise<FolderResult>>;
}

async function bringFolderUpToDate(work: WeekWork, entry: GoalFolder): Promise<FolderResult> {
  let storedReport: StoredReport | null = null;
  try {
    storedReport = await findReport(work, entry.folder.key);
    return await decide(work, entry, storedReport);
  } catch (error) {
    if (endsRun(error) || isRefusedByStore(error)) work.limits.close(error);
    return { outcome: 'failed', error, report: storedPart(work, storedReport) };
  }
}

function isRefusedByStore(error: unknown): boolean {
  return error instanceof Failure && error.code === 'STORE_REFUSED';
}

async function findReport(
  { goal, limits, repository, stored }: WeekWork,
  folder: number,
): Promise<StoredReport | null> {
  if (!stored.has(folder)) return null;
  return limits.folders(() => findStoredReport(repository, { week: goal.week.name, folder }));
}

async function decide(
  work: WeekWork,
  entry: GoalFolder,
  storedReport: StoredReport | null,
): Promise<FolderResult> {
  const { goal, repository } = work;
  const current = storedReport?.value ?? null;
  const settings = {
    settings: goal.settings?.ofFolder([...entry.path, entry.folder].map(({ key }) => key)) ?? null,
    followsSettings: goal.followsSettings,
  };
  const ownWork = requiredOwnWork(current, settings);
  const force = goal.force && !entry.follows;
  const late =
    goal.comparesCounts &&
    !force &&
    !entry.follows &&
    current?.status !== 'partial' &&
    ownWork === null
      ? await findLateData(work, current)
      : NOT_COMPARED;
  const isReplaced =
    force || (ownWork === 'settings' && !entry.follows) || late.comparison === 'changed';
  let reading: Promise<ReportsBelow> | null = null;
  const readBelow = (): Promise<ReportsBelow> =>
    (reading ??= readReportsBelow(work, entry, current));

  if (entry.follows && !isDueIn(goal, entry.folder)) return { outcome: 'waiting' };
  if (current !== null && !isReplaced && (ownWork === null || entry.follows)) {
    const below = await readBelow();
    if (below.isAwaited) return { outcome: 'waiting' };
    if (!below.isNewer) {
      const report = reuseStoredReport(repository, current);
      return { outcome: 'kept', report, comparison: late.comparison };
    }
  }
  const made = await makeFolder(work, entry, {
    settings: settings.settings,
    storedReport,
    late,
    isReplaced,
    readBelow,
  });
  if (made === 'waiting') return { outcome: 'waiting' };
  if (made === null) return { outcome: 'nothing' };
  // Late responses that are there while other data can't be read are added by a later comparison.
  const isIncomplete = made.outcome === 'kept' && late.comparison === 'changed';
  return {
    outcome: made.outcome,
    report: made,
    comparison: isIncomplete ? 'unknown' : late.comparison,
  };
}

function isDueIn({ plan, asOf }: Goal, { key }: Folder): boolean {
  return isDue(plan.folders.find((planned) => planned.key === key)?.dueAt ?? null, asOf);
}

// ── the reports below ───────────────────────────────────────────────────────────────────────────

interface ReportsBelow {
  /** Of the folders directly below; null for one without a report. */
  readonly reports: readonly (MadeReport | null)[];
  /** Whether one of them is missing because its folder failed, or waits itself. */
  readonly isAwaited: boolean;
  /** Whether the stored report does not contain all of them, or contains others. */
  readonly isNewer: boolean;
}

async function readReportsBelow(
  work: WeekWork,
  { folder, follows }: GoalFolder,
  current: Manifest | null,
): Promise<ReportsBelow> {
  const children = await Promise.all(
    (work.children.get(folder.key) ?? []).map(({ key }) => readReportOfChild(work, key, follows)),
  );
  const reports = children.map((child) => (child === 'awaited' ? null : child));
  const manifests = reports.flatMap((report) => report?.manifest ?? []);
  return {
    reports,
    isAwaited: children.includes('awaited'),
    isNewer:
      current !== null &&
      (await isOutdated(work.repository, current, { manifests, plan: work.goal.plan })),
  };
}

async function readReportOfChild(
  work: WeekWork,
  folder: number,
  isRequired: boolean,
): Promise<MadeReport | 'awaited' | null> {
  const result = await work.results.get(folder);
  switch (result?.outcome) {
    case undefined: {
      const report = storedPart(work, await findReport(work, folder));
      return report === null && isRequired ? 'awaited' : report;
    }
    case 'made':
    case 'kept':
      return result.report;
    case 'failed':
      return result.report ?? 'awaited';
    case 'waiting':
      return 'awaited';
    case 'nothing':
      return null;
  }
}

function storedPart({ repository }: WeekWork, stored: StoredReport | null): MadeReport | null {
  const manifest = stored?.value ?? null;
  return manifest === null ? null : reuseStoredReport(repository, manifest);
}

// ── responses that have arrived since ───────────────────────────────────────────────────────────

interface LateData {
  /** Null where the counts were not compared. */
  readonly comparison: Comparison | null;
  /** Those of the compared report; null: all of the folder's. */
  readonly surveys: ReadonlySet<number> | null;
}

const NOT_COMPARED: LateData = { comparison: null, surveys: null };

async function findLateData(
  { goal, limits, repository, rules, source }: WeekWork,
  current: Manifest | null,
): Promise<LateData> {
  if (current === null) return NOT_COMPARED;
  const report = await limits.folders(() =>
    nullIfUnreadable(() => readReport(repository, current)),
  );
  if (report === null || report.surveys.length === 0) return NOT_COMPARED;
  const { week, isInTree } = goal;
  const comparison = await compareCounts(
    { source, week, rules, limit: limits.surveys, isInTree },
    report.surveys,
  );
  // A survey that has moved to this folder since is in the report of its former folder.
  return { comparison, surveys: new Set(report.surveys.map(({ key }) => key)) };
}

// ── making one report ───────────────────────────────────────────────────────────────────────────

interface FolderWork {
  readonly settings: GatherSettings['settings'];
  readonly storedReport: StoredReport | null;
  readonly late: LateData;
  /** Whether a complete report is made again, or a partial one without further data. */
  readonly isReplaced: boolean;
  readonly readBelow: () => Promise<ReportsBelow>;
}

async function makeFolder(
  { goal, limits, repository, rules, source }: WeekWork,
  entry: GoalFolder,
  { settings, storedReport, late, isReplaced, readBelow }: FolderWork,
): Promise<MadeReport | 'waiting' | null> {
  const { week, asOf } = goal;
  const current = storedReport?.value ?? null;
  const isChanged = late.comparison === 'changed';
  const surveys = isChanged
    ? entry.folder.surveys.filter(({ key }) => late.surveys?.has(key) === true)
    : entry.folder.surveys;
  const folder = { ...entry.folder, surveys };
  const facts = { ...entry, folder, settings, week, asOf, rules };
  const gathered = await limits.folders(() => gatherFolder(folder, source, { ...facts, limits }));
  const below = await readBelow();
  if (below.isAwaited) return 'waiting';
  // If this process ends after the commit, the folders above are still brought up to date.
  if (current !== null) await reopenPlan(repository, week.name);
  const lost: ReportProblem[] = [];
  // New data of children, settings or late responses must not replace data of the folder's own that can't be read now.
  const accepts = (report: Report, previous: Report): boolean => {
    if (isChanged && !containsAllCounts(previous, report)) return false;
    lost.push(...lostOwnData(folder.key, previous.problems, report.problems));
    return lost.length === 0;
  };
  const made = await limits.commits(() =>
    makeReport(repository, {
      ...facts,
      gathered,
      children: below.reports,
      storedReport,
      isReplaced: isReplaced || below.isNewer,
      accepts: goal.force && !entry.follows ? null : accepts,
    }),
  );
  const [problem] = lost;
  if (problem !== undefined) throw new Failure('UPSTREAM_UNAVAILABLE', { lost: problem.code });
  return made;
}
