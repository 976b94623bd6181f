// Makes every report of some folders that is missing, partial, outdated or older than requested, or whose settings or counts have
// changed, children before parents. A folder that fails does not prevent another; those above it wait, unless it has a report already.
import type { Instant, SurveyInFolder } from '../domain/report-inputs.ts';
import type { FolderSettings } from '../domain/signals/folder-settings.ts';
import type { Week } from '../domain/calendar.ts';
import type { Superseded } from '../domain/build-report.ts';
import { containsAllCounts } from '../domain/late-data.ts';
import { once } from '../domain/memoize.ts';
import { excludeProblems, lostOwnData } from '../domain/problems.ts';
import type { FolderName, Report, ReportProblem } from '../domain/report.ts';
import type { FigureRules } from '../domain/survey-week.ts';
import type { FeedbackSource, Folder } from '../ports/feedback-source.ts';
import type { Clock } from '../shared/clock.ts';
import type { Manifest, Plan } from '../ports/stored-records.ts';
import { createConcurrencyLimits } from '../shared/concurrency-limits.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import { endsRun, Failure } from '../shared/failure.ts';
import type { CommitContext } from './commit.ts';
import type { Comparison } from './compare-counts.ts';
import { compareCounts, isKnownSurvey } from './compare-counts.ts';
import type { GatheredFolder } from './gather-facts.ts';
import { gatherFolder } from './gather-facts.ts';
import type { ContainedReport, MadeReport } from './make-report.ts';
import { makeReport, readContained, readSuperseded, reuseStoredReport } from './make-report.ts';
import type { ReadPlaceNotes } from './place-notes.ts';
import { createNotesReader } from './place-notes.ts';
import { reopenPlan } from './plan.ts';
import type { StoredReport } from './report-repository.ts';
import { findStoredReport, nullIfUnreadable, readReport } from './report-repository.ts';
import { listFolderKeys } from './week-folders.ts';
import type { FolderSettingsState } from './week-state.ts';
import {
  childrenByParent,
  hasOtherSettings,
  isOlderThan,
  isOutdated,
  isPastWait,
  requiredOwnWork,
} from './week-state.ts';

export interface GoalContext {
  readonly source: FeedbackSource;
  readonly repository: CommitContext;
  readonly clock: Clock;
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
   * Whether it is above the folders that were asked for, and due or requested itself: then its report follows those below, once each of
   * them is there, and is not made again for other reasons.
   */
  readonly follows: boolean;
  /**
   * A report whose data were read before this UTC instant is made again, without data that can't be read now; one that follows is then
   * made without them. Null: for no other reason.
   */
  readonly since: string | null;
}

/** The reports to bring up to date. */
export interface Goal {
  readonly week: Week;
  readonly asOf: Instant;
  /** Parents before children. */
  readonly folders: readonly GoalFolder[];
  /** Which report contains which, and whether the week is done; the reports of folders that are not in `folders` are used as they are stored. */
  readonly plan: Plan;
  /** Whether the week has settled everywhere: then a complete report keeps its surveys, wherever they are now. */
  readonly isSettled: boolean;
  /** Those that a folder's report depends on; null when they can't be read. */
  readonly settingsOf: (folder: number) => FolderSettings | null;
  /** Whether a change of the settings makes reports of this week outdated. */
  readonly followsSettings: boolean;
  /** Whether complete reports are made again, too. */
  readonly force: boolean;
  /** The counts of reports whose data were read before this instant are compared with those of the reporting API; null: of none. */
  readonly comparesBefore: Instant | null;
  /** Folders of the plan that the company no longer has: no report waits for one of them. */
  readonly gone: ReadonlySet<number>;
  /** Whether the company has a folder; where it was not read as a whole, a part of it. */
  readonly isInCompany: (folder: number) => boolean;
  /** Folders whose reports could not be made; one that is above them and late is made without them. */
  readonly givenUp: () => Promise<ReadonlySet<number>>;
  /** Whether there is time for another report. */
  readonly mayStart: () => boolean;
  /** Whether a survey is in the company's tree, read now. */
  readonly isInTree: (survey: number) => Promise<boolean>;
  readonly onResult?: (folder: FolderName, result: FolderResult) => void;
}

/**
 * What a report that was kept may lack: "unknown": data that can't be read now; "gone": later data of a report with a survey that the
 * reporting API no longer has, which only a forced run makes again, without that survey.
 */
export type Lacking = 'unknown' | 'gone' | null;

/** Milliseconds. */
export interface StepDurations {
  /** Reading its surveys. */
  readonly gather: number;
  /** Rendering and writing. */
  readonly commit: number;
}

export type FolderResult =
  | {
      readonly outcome: 'made';
      readonly report: MadeReport;
      /** Without waiting for the reports below and for other folders. */
      readonly durations: StepDurations;
    }
  | { readonly outcome: 'kept'; readonly report: MadeReport; readonly lacks: Lacking }
  /** No report is due. */
  | { readonly outcome: 'nothing' }
  /** A report below it is missing, because its folder has failed. */
  | { readonly outcome: 'waiting' }
  /** There was no time for it, or for a report below it. */
  | { readonly outcome: 'left' }
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
    readNotes: createNotesReader(context.repository),
    entries: new Map(goal.folders.map((entry) => [entry.folder.key, entry])),
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
  readonly readNotes: ReadPlaceNotes;
  /** Folders with objects in the store; others need no read. */
  readonly stored: Set<number>;
  readonly children: ReturnType<typeof childrenByParent>;
  readonly entries: ReadonlyMap<number, GoalFolder>;
  readonly results: Map<number, Promise<FolderResult>>;
}

/** A revision by another writer may contain older reports than this run has read; then the folder is decided on again. */
const MAX_ROUNDS = 3;

async function bringFolderUpToDate(work: WeekWork, entry: GoalFolder): Promise<FolderResult> {
  const { key } = entry.folder;
  let storedReport: StoredReport | null = null;
  try {
    for (let round = 1; ; round += 1) {
      storedReport = await findReport(work, key);
      const result = await decide(work, toFolderState(work.goal, entry, storedReport));
      const isByOther =
        result.outcome === 'kept' &&
        result.report.manifest.revision !== storedReport?.value?.revision;
      if (!isByOther || round === MAX_ROUNDS) return result;
      work.stored.add(key);
    }
  } catch (error) {
    if (endsWork(error)) work.limits.close(error);
    return { outcome: 'failed', error, report: storedPart(work, storedReport) };
  }
}

/** Whether a failure ends the whole run. An error of this program fails alone: others may be made. */
export function endsWork(error: unknown): boolean {
  return error instanceof Failure && (endsRun(error) || error.code === 'STORE_REFUSED');
}

async function findReport(
  { goal, limits, repository, stored }: WeekWork,
  folder: number,
): Promise<StoredReport | null> {
  if (!stored.has(folder)) return null;
  return limits.folders(() => findStoredReport(repository, { week: goal.week.name, folder }));
}

/** A folder of the goal, and its report. */
interface FolderState {
  readonly entry: GoalFolder;
  readonly storedReport: StoredReport | null;
  /** Null when there is no report that can be read. */
  readonly current: Manifest | null;
  /** Whether the report is made again without losing its claim to data that can't be read now. */
  readonly force: boolean;
}

function toFolderState(
  goal: Goal,
  entry: GoalFolder,
  storedReport: StoredReport | null,
): FolderState {
  const current = storedReport?.value ?? null;
  const isTooOld = current !== null && isOlderThan(current, entry.since);
  return { entry, storedReport, current, force: goal.force || isTooOld };
}

async function decide(work: WeekWork, state: FolderState): Promise<FolderResult> {
  const { current, force } = state;
  const { folder, follows } = state.entry;
  const ownWork = requiredOwnWork(current, settingsState(work.goal, folder.key));
  const readBelow = once(() => readReportsBelow(work, state));
  let compared = NOT_COMPARED;
  if (follows || (current !== null && !force && ownWork === null)) {
    const below = await readBelow();
    if (below.blocked !== null) return { outcome: below.blocked };
    if (!follows) compared = await compareReport(work, state, below);
    const { comparison } = compared;
    if (comparison === 'left') return { outcome: 'left' };
    if (current !== null && !below.isNewer && comparison !== 'changed') {
      const report = reuseStoredReport(work.repository, current);
      return { outcome: 'kept', report, lacks: comparison };
    }
  }
  const hasLateData = compared.comparison === 'changed';
  return makeFolder(work, state, {
    isReplaced: force || (ownWork === 'settings' && !follows) || hasLateData,
    reading: compared.reading,
    hasLateData,
    readBelow,
  });
}

function settingsState({ settingsOf, followsSettings }: Goal, folder: number): FolderSettingsState {
  return { settings: settingsOf(folder), followsSettings };
}

// ── the reports below ───────────────────────────────────────────────────────────────────────────

interface ReportsBelow {
  /** Of the folders directly below; null for one without a report. */
  readonly reports: readonly (MadeReport | null)[];
  /** Folders directly below that are no longer waited for. */
  readonly givenUp: readonly number[];
  /** "waiting": one of them is missing, because its folder failed or waits itself; "left": there was no time for one of them. */
  readonly blocked: 'waiting' | 'left' | null;
  /** Whether the stored report does not contain all of them, or contains others. */
  readonly isNewer: boolean;
}

/** The report of a folder directly below; null: none is due. */
type ReportBelow = MadeReport | 'waiting' | 'left' | 'given up' | null;

async function readReportsBelow(
  work: WeekWork,
  { entry, current }: FolderState,
): Promise<ReportsBelow> {
  const { plan, isInCompany } = work.goal;
  const keys = (work.children.get(entry.folder.key) ?? []).map(({ key }) => key);
  // A report that follows gets one revision of a change that makes several of those below it again.
  const mayBeOutdated = !entry.follows || current === null;
  const children = await readChildren(work, entry, { keys, mayBeOutdated });
  const reports = children.map((child) => (typeof child === 'object' ? child : null));
  const manifests = reports.flatMap((report) => report?.manifest ?? []);
  const blocked =
    (['waiting', 'left'] as const).find((reason) => children.includes(reason)) ?? null;
  return {
    reports,
    givenUp: keys.filter((_, i) => children[i] === 'given up'),
    blocked,
    isNewer:
      blocked === null &&
      current !== null &&
      (await isOutdated(work.repository, current, { manifests, plan, isInCompany })),
  };
}

/**
 * Those outside of the goal are read in growing batches until one is missing, in an order that depends on the goal: a thousand
 * folders that are made one by one would otherwise read each other a million times.
 */
async function readChildren(
  work: WeekWork,
  { folder: { key: parent } }: GoalFolder,
  { keys, mayBeOutdated }: { readonly keys: readonly number[]; readonly mayBeOutdated: boolean },
): Promise<readonly ReportBelow[]> {
  const children = new Map<number, ReportBelow>();
  const isInGoal = (key: number): boolean => work.results.has(key);
  const read = (batch: readonly number[]): Promise<unknown> =>
    mapConcurrent(batch, async (key) => {
      const report = await readReportBelow(work, parent, key);
      const isAwaited =
        !mayBeOutdated &&
        !isInGoal(key) &&
        report !== null &&
        typeof report === 'object' &&
        hasOtherSettings(report.manifest, settingsState(work.goal, key));
      children.set(key, isAwaited ? 'waiting' : report);
    });
  await read(keys.filter(isInGoal));
  const others = scatter(
    keys.filter((key) => !isInGoal(key)),
    keys.find(isInGoal) ?? parent,
  );
  for (let from = 0, size = 1; from < others.length; from += size, size *= 2) {
    if ([...children.values()].includes('waiting')) break;
    await read(others.slice(from, from + size));
  }
  return keys.map((key) => children.get(key) ?? null);
}

/** In an order without meaning, another one for each seed. */
function scatter(keys: readonly number[], seed: number): readonly number[] {
  const place = (key: number): number => Math.imul(key ^ Math.imul(seed, 0x85ebca6b), 0x9e3779b1);
  return keys.toSorted((a, b) => place(a) - place(b));
}

async function readReportBelow(
  work: WeekWork,
  parent: number,
  folder: number,
): Promise<ReportBelow> {
  const result = await work.results.get(folder);
  switch (result?.outcome) {
    case undefined:
      return (await readOtherReport(work, folder)) ?? whileMissing(work, parent, folder);
    case 'made':
    case 'kept':
      return result.report;
    case 'failed':
      return result.report ?? 'waiting';
    case 'waiting':
    case 'left':
      return result.outcome;
    case 'nothing':
      return null;
  }
}

/** Read now: another run may have made it since this one began. */
async function readOtherReport(work: WeekWork, folder: number): Promise<MadeReport | null> {
  const { goal, limits, repository } = work;
  const id = { week: goal.week.name, folder };
  return storedPart(work, await limits.folders(() => findStoredReport(repository, id)));
}

/** A report that is due waits for all of those below it, and after a day only for those that may still be made. */
async function whileMissing(
  { goal }: WeekWork,
  parent: number,
  folder: number,
): Promise<'waiting' | 'given up' | null> {
  if (goal.gone.has(folder)) return null;
  if (!isPastWait(goal.plan, parent, goal.asOf)) return 'waiting';
  return (await goal.givenUp()).has(folder) ? 'given up' : 'waiting';
}

function storedPart({ repository }: WeekWork, stored: StoredReport | null): MadeReport | null {
  const manifest = stored?.value ?? null;
  return manifest === null ? null : reuseStoredReport(repository, manifest);
}

// ── responses that have arrived since ───────────────────────────────────────────────────────────

interface ComparedReport {
  /** "left": there is no time. Null for a report that need not be compared, without surveys, or that can't be read. */
  readonly comparison: Exclude<Comparison, 'same'> | 'left' | null;
  /** Present when the report is made again. */
  readonly reading: FolderReading | null;
}

const NOT_COMPARED: ComparedReport = { comparison: null, reading: null };

/** Reads what a new report needs at once, so that no more reports are in memory than folders are read. */
async function compareReport(
  work: WeekWork,
  state: FolderState,
  { isNewer }: ReportsBelow,
): Promise<ComparedReport> {
  const { goal, limits, repository, rules, source } = work;
  const { week, comparesBefore, isInTree, mayStart } = goal;
  const { current } = state;
  if (current === null || comparesBefore === null) return NOT_COMPARED;
  if (Date.parse(current.asOf) >= comparesBefore) return NOT_COMPARED;
  return limits.folders(async () => {
    if (!mayStart()) return { comparison: 'left', reading: null };
    const report = await nullIfUnreadable(() => readReport(repository, current));
    if (report === null) return NOT_COMPARED;
    const counts = { source, week, rules, limit: limits.surveys, isInTree };
    const result = await compareCounts(counts, report.surveys);
    const comparison = result === 'same' ? null : result;
    if (!isNewer && comparison !== 'changed') return { comparison, reading: null };
    if (!mayStart()) return { comparison: 'left', reading: null };
    const superseded = { revision: current.revision, report };
    return { comparison, reading: await readFolder(work, state, superseded) };
  });
}

// ── making one report ───────────────────────────────────────────────────────────────────────────

interface ReportOrder {
  /** What was read of the folder; null when that has yet to be done. */
  readonly reading: FolderReading | null;
  /** Whether a complete report is made again, or a partial one without further data. */
  readonly isReplaced: boolean;
  /** Whether responses have arrived since the stored report was made. */
  readonly hasLateData: boolean;
  readonly readBelow: () => Promise<ReportsBelow>;
}

/** A folder's own data, and what its new report supersedes. */
interface FolderReading {
  readonly folder: Folder;
  readonly superseded: Superseded | null;
  readonly gathered: GatheredFolder;
  readonly gatherMs: number;
}

async function makeFolder(
  work: WeekWork,
  state: FolderState,
  { isReplaced, hasLateData, readBelow, ...order }: ReportOrder,
): Promise<FolderResult> {
  const { goal, limits, repository, rules, clock } = work;
  const { entry, storedReport, current, force } = state;
  const { week, asOf } = goal;
  const { key } = entry.folder;
  const reading =
    order.reading ??
    (await limits.folders(async () => {
      if (!goal.mayStart()) return null;
      const id = { week: week.name, folder: key };
      const superseded = await readSuperseded(repository, id, storedReport, force);
      return readFolder(work, state, superseded);
    }));
  if (reading === null) return { outcome: 'left' };
  const below = await readBelow();
  if (below.blocked !== null) return { outcome: below.blocked };
  // Reading those below may have taken long.
  if (below.reports.length > 0 && !goal.mayStart()) return { outcome: 'left' };
  const contained = await mapConcurrent(below.reports, (report) => readOrRemake(work, report));
  if (contained.includes('waiting')) return { outcome: 'waiting' };
  const children = contained.filter((child) => child !== null && child !== 'waiting');
  // If this process ends after the commit, the folders above are still brought up to date.
  const mayBeDone = current !== null || goal.plan.doneAt !== null;
  if (mayBeDone) await reopenPlan(repository, week.name);
  const lost: ReportProblem[] = [];
  // New data of children, settings or late responses must not replace data that can't be read now.
  const accepts = (report: Report, { problems, ...previous }: Report): boolean => {
    lost.push(...lostOwnData(key, problems, report.problems));
    lost.push(...excludeProblems(report.problems.filter(isDamage), problems));
    if (lost.length > 0) return false;
    return !hasLateData || containsAllCounts({ ...previous, problems }, report);
  };
  const { report, commitMs } = await limits.commits(async () => {
    const startedAt = clock();
    const result = await makeReport(repository, {
      ...{ ...entry, ...reading, settings: goal.settingsOf(key), week, asOf, rules },
      readNotes: work.readNotes,
      notes: [...entry.notes, ...below.givenUp.map(missingChild)],
      children,
      storedReport,
      isReplaced: isReplaced || below.isNewer,
      accepts: force ? null : accepts,
    });
    return { report: result, commitMs: clock() - startedAt };
  });
  if (report === null) return { outcome: 'nothing' };
  if (report.outcome === 'made') {
    // A planner that read the manifest for the last time before the commit may have marked the week as done since.
    if (mayBeDone) await reopenPlan(repository, week.name);
    return { outcome: 'made', report, durations: { gather: reading.gatherMs, commit: commitMs } };
  }
  return { outcome: 'kept', report, lacks: await lackingOf(work, lost) };
}

/** What the reporting API has denied counts as gone only when the company's tree confirms that, because one response may be wrong. */
async function lackingOf({ goal }: WeekWork, lost: readonly ReportProblem[]): Promise<Lacking> {
  if (lost.length === 0) return null;
  for (const { code, survey } of lost) {
    if (code !== 'UPSTREAM_NOT_FOUND' || survey === undefined) return 'unknown';
    if (await isKnownSurvey(goal.isInTree, survey)) return 'unknown';
  }
  return 'gone';
}

function missingChild(folder: number): ReportProblem {
  return {
    code: 'CHILD_MISSING',
    folder,
    message:
      'The report of this folder could not be created in time; its figures are missing here.',
    missing: true,
  };
}

function isDamage({ code }: ReportProblem): boolean {
  return code === 'REPORT_DAMAGED';
}

async function readFolder(
  { goal, limits, rules, source, clock }: WeekWork,
  { entry, current, force }: FolderState,
  superseded: Superseded | null,
): Promise<FolderReading> {
  const startedAt = clock();
  const keepsSurveys = goal.isSettled && current?.status !== 'partial' && !force;
  const surveys = keepsSurveys ? surveysOf(entry, superseded) : entry.folder.surveys;
  const folder = { ...entry.folder, surveys };
  const { week, asOf } = goal;
  const settings = goal.settingsOf(folder.key);
  const gathered = await gatherFolder(folder, source, {
    ...{ path: entry.path, settings, week, asOf, rules, limits },
  });
  return { folder, superseded, gathered, gatherMs: clock() - startedAt };
}

/** Those of the stored report: one that has moved stays where it is counted. */
function surveysOf(
  { folder: { surveys } }: GoalFolder,
  superseded: Superseded | null,
): readonly SurveyInFolder[] {
  const stored = superseded?.report?.surveys;
  if (stored === undefined) return surveys;
  return stored.map(
    ({ key, question, timeZone }) =>
      surveys.find((survey) => survey.key === key) ?? { key, question, timeZone },
  );
}

/** A damaged report is made again before those above it: by this run, or by one that has its folder in its goal. */
async function readOrRemake(
  work: WeekWork,
  report: MadeReport | null,
): Promise<ContainedReport | 'waiting' | null> {
  if (report === null) return null;
  const contained = await readContained(report);
  const { key } = report.manifest.folder;
  const isIntact = contained.part !== null;
  if (isIntact || report.outcome === 'made' || work.goal.gone.has(key)) return contained;
  const entry = work.entries.get(key);
  if (entry === undefined) return 'waiting';
  const state = toFolderState(work.goal, entry, await findReport(work, key));
  const result = await makeFolder(work, state, {
    ...{ reading: null, isReplaced: true, hasLateData: false },
    readBelow: () => readReportsBelow(work, state),
  });
  work.results.set(key, Promise.resolve(result));
  const isMade = result.outcome === 'made' || result.outcome === 'kept';
  return isMade ? readContained(result.report) : contained;
}
