// Makes every report of some folders that is missing, partial, outdated or older than requested, or whose settings or counts have
// changed, children before parents. A folder that fails does not prevent another; those above it wait, unless it has a report already.
import { containsAllCounts } from '../domain/late-data.ts';
import { excludeProblems, lostOwnData } from '../domain/problems.ts';
import type { Report, ReportProblem } from '../domain/report.ts';
import type { Manifest } from '../ports/stored-records.ts';
import { createConcurrencyLimits } from '../shared/concurrency-limits.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import { endsRun, Failure } from '../shared/failure.ts';
import { lackingOf } from './compare-counts.ts';
import type { FolderResult, Goal, GoalContext, GoalFolder } from './goal.ts';
import type { ContainedReport, MadeReport } from './make-report.ts';
import {
  makeReport,
  missingChild,
  readContained,
  readSuperseded,
  reuseStoredReport,
} from './make-report.ts';
import type { OwnData, OwnDataOrder } from './own-data.ts';
import { compareOwnData, NOT_COMPARED, readOwnData } from './own-data.ts';
import type { ReadPlaceNotes } from './place-notes.ts';
import { createNotesReader } from './place-notes.ts';
import { reopenPlan } from './plan.ts';
import type { StoredReport } from './report-repository.ts';
import { findStoredReport } from './report-repository.ts';
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

/** The results by folder, in the order of the goal. Does not fail: a failure that ends the run is that of every folder not begun. */
export async function bringUpToDate(
  context: GoalContext,
  goal: Goal,
): Promise<ReadonlyMap<number, FolderResult>> {
  const work: WeekWork = {
    context,
    goal,
    limits: createConcurrencyLimits(context.concurrency),
    stored: new Set(await listFolderKeys(context.repository.store, goal.week.name)),
    children: childrenByParent(goal.plan),
    readNotes: createNotesReader(context.repository),
    entries: new Map(goal.folders.map((entry) => [entry.folder.key, entry])),
    results: new Map(),
  };
  for (const entry of childrenFirst(work)) {
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

/**
 * Each parent directly after those below it: no folder waits for one that is not started, and what the reports below contribute is in
 * memory until the parent's report is made.
 */
function childrenFirst({ goal, children, entries }: WeekWork): readonly GoalFolder[] {
  const ordered: GoalFolder[] = [];
  const visited = new Set<GoalFolder>();
  const visit = (entry: GoalFolder): void => {
    if (visited.has(entry)) return;
    visited.add(entry);
    for (const { key } of (children.get(entry.folder.key) ?? []).toReversed()) {
      const child = entries.get(key);
      if (child !== undefined) visit(child);
    }
    ordered.push(entry);
  };
  for (const entry of goal.folders) visit(entry);
  return ordered;
}

interface WeekWork {
  readonly context: GoalContext;
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
  let current: Manifest | null = null;
  try {
    for (let round = 1; ; round += 1) {
      const state = await readState(work, entry);
      current = state.current;
      const result = await decide(work, state);
      const isByOther =
        result.outcome === 'kept' && result.report.manifest.revision !== current?.revision;
      if (!isByOther || round === MAX_ROUNDS) return result;
      work.stored.add(entry.folder.key);
    }
  } catch (error) {
    if (endsWork(error)) work.limits.close(error);
    const { repository } = work.context;
    const report = current === null ? null : reuseStoredReport(repository, current);
    return { outcome: 'failed', error, report };
  }
}

/** Whether a failure ends the whole run. An error of this program fails alone: others may be made. */
export function endsWork(error: unknown): boolean {
  return error instanceof Failure && (endsRun(error) || error.code === 'STORE_REFUSED');
}

/** A folder of the goal, and its report. */
interface FolderState {
  readonly entry: GoalFolder;
  readonly storedReport: StoredReport | null;
  /** Null when there is no report that can be read. */
  readonly current: Manifest | null;
  readonly settings: FolderSettingsState;
  /** How they are read. */
  readonly ownData: OwnDataOrder;
  /** Whether the report is made again without losing its claim to data that can't be read now. */
  readonly force: boolean;
}

async function readState(work: WeekWork, entry: GoalFolder): Promise<FolderState> {
  const { goal, stored } = work;
  const { key } = entry.folder;
  const storedReport = stored.has(key) ? await findReport(work, key) : null;
  const current = storedReport?.value ?? null;
  const force = goal.force || (current !== null && isOlderThan(current, entry.since));
  const settings = settingsState(goal, key);
  const ownData: OwnDataOrder = {
    ...{ folder: entry.folder, path: entry.path, settings: settings.settings },
    ...{ week: goal.week, asOf: goal.asOf },
    keepsSurveys: goal.isSettled && current?.status !== 'partial' && !force,
  };
  return { entry, storedReport, current, settings, ownData, force };
}

function findReport(
  { context, goal, limits }: WeekWork,
  folder: number,
): Promise<StoredReport | null> {
  const id = { week: goal.week.name, folder };
  return limits.folders(() => findStoredReport(context.repository, id));
}

async function decide(work: WeekWork, state: FolderState): Promise<FolderResult> {
  const { context, goal, limits } = work;
  const { current, settings, force } = state;
  const { follows } = state.entry;
  const ownWork = requiredOwnWork(current, settings);
  let below: ReportsBelow | null = null;
  let compared = NOT_COMPARED;
  if (follows || (current !== null && !force && ownWork === null)) {
    below = await readReportsBelow(work, state);
    if (below.blocked !== null) return { outcome: below.blocked };
    if (!follows && current !== null) {
      const { comparesBefore, isInTree, mayStart } = goal;
      const stored = { current, isNewer: below.isNewer, comparesBefore, isInTree, mayStart };
      compared = await compareOwnData(context, limits, state.ownData, stored);
    }
    const { comparison } = compared;
    if (comparison === 'left') return { outcome: 'left' };
    if (current !== null && !below.isNewer && comparison !== 'changed') {
      const report = reuseStoredReport(context.repository, current);
      return { outcome: 'kept', report, lacks: comparison };
    }
  }
  const hasLateData = compared.comparison === 'changed';
  const isReplaced = force || (ownWork === 'settings' && !follows) || hasLateData;
  return makeFolder(work, state, { ownData: compared.ownData, below, isReplaced, hasLateData });
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
      (await isOutdated(work.context.repository, current, { manifests, plan, isInCompany })),
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
      return readOtherReport(work, parent, folder);
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

/**
 * The report of a folder outside of the goal, read now: another run may have made it since this one began. One that is due waits for all
 * of those below it, and after a day only for those that may still be made.
 */
async function readOtherReport(
  work: WeekWork,
  parent: number,
  folder: number,
): Promise<ReportBelow> {
  const { context, goal } = work;
  const manifest = (await findReport(work, folder))?.value ?? null;
  if (manifest !== null) return reuseStoredReport(context.repository, manifest);
  if (goal.gone.has(folder)) return null;
  if (!isPastWait(goal.plan, parent, goal.asOf)) return 'waiting';
  return (await goal.givenUp()).has(folder) ? 'given up' : 'waiting';
}

// ── making one report ───────────────────────────────────────────────────────────────────────────

interface ReportOrder {
  /** Null when they have yet to be read. */
  readonly ownData: OwnData | null;
  /** Null when they have yet to be read. */
  readonly below: ReportsBelow | null;
  /** Whether a complete report is made again, or a partial one without further data. */
  readonly isReplaced: boolean;
  /** Whether responses have arrived since the stored report was made. */
  readonly hasLateData: boolean;
}

async function makeFolder(
  work: WeekWork,
  state: FolderState,
  { isReplaced, hasLateData, ...order }: ReportOrder,
): Promise<FolderResult> {
  const { context, goal, limits } = work;
  const { repository, clock, rules, onCommit } = context;
  const { entry, storedReport, current, force } = state;
  const { week, asOf } = goal;
  const { path, isAlwaysDue, notes } = entry;
  const { key } = entry.folder;
  const own =
    order.ownData ??
    (await limits.folders(async () => {
      if (!goal.mayStart()) return null;
      const id = { week: week.name, folder: key };
      const previous = await readSuperseded(repository, id, storedReport, force);
      return readOwnData(context, limits, state.ownData, previous);
    }));
  if (own === null) return { outcome: 'left' };
  const { folder, gathered, superseded, gatherMs } = own;
  const below = order.below ?? (await readReportsBelow(work, state));
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
      ...{ folder, gathered, superseded, path, isAlwaysDue, week, asOf, rules, onCommit },
      settings: state.settings.settings,
      readNotes: work.readNotes,
      notes: [...notes, ...below.givenUp.map(missingChild)],
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
    return { outcome: 'made', report, durations: { gather: gatherMs, commit: commitMs } };
  }
  return { outcome: 'kept', report, lacks: await lackingOf(goal.isInTree, lost) };
}

function isDamage({ code }: ReportProblem): boolean {
  return code === 'REPORT_DAMAGED';
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
  const order = { ownData: null, below: null, isReplaced: true, hasLateData: false };
  const result = await makeFolder(work, await readState(work, entry), order);
  work.results.set(key, Promise.resolve(result));
  const isMade = result.outcome === 'made' || result.outcome === 'kept';
  return isMade ? readContained(result.report) : contained;
}
