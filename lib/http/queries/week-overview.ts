// The overview of a week: the state and the figures of every folder that a caller sees. A parent's report includes the
// figures of the folders directly below, so for most folders only the manifest is read.
import type { Week } from '../../domain/calendar.ts';
import { dateOf, endOfWeekEverywhere, weeksFrom } from '../../domain/calendar.ts';
import { compareEntries, comparePlaces, countsOf } from '../../domain/signals/folder-list.ts';
import type {
  OverviewAttention,
  FolderList,
  OverviewFolder,
  OverviewState,
  WeekDates,
  WeekOverview,
} from '../responses.ts';
import type { Plan } from '../../ports/stored-records.ts';
import type { Access, Caller } from '../../reports/access.ts';
import { visibleFoldersByPlan } from '../../reports/access.ts';
import type { Clock } from '../../shared/clock.ts';
import type { ReportSummaries, FolderSummary } from './report-summary.ts';
import type { JobQueue, JobState } from '../../jobs/request-report.ts';
import type { StoredReport } from '../../reports/report-repository.ts';
import { mapConcurrent, settleAll } from '../../shared/map-concurrent.ts';
import { readWeekContents, planState, readCachedReports } from '../../reports/week-folders.ts';
import { folderState, isDue } from '../../reports/week-state.ts';

export interface OverviewContext extends Access {
  readonly jobs: Pick<JobQueue, 'jobsOfWeek'>;
  readonly summaries: ReportSummaries;
  readonly clock: Clock;
}

/**
 * The current overview of a week; a damaged report is a state, not an error. Fails with STORE_UNAVAILABLE, and with the
 * reporting API's failures when access depends on the current tree.
 */
export async function readWeekOverview(
  context: OverviewContext,
  caller: Caller,
  week: Week,
): Promise<WeekOverview> {
  const isClosed = context.clock() >= endOfWeekEverywhere(week);
  const { state, plan } = await planState(context.repository, week.name);
  const canSee = visibleFoldersByPlan(context, caller, plan);
  const plannedFolders = await filterVisible(plan?.folders ?? [], ({ key }) => canSee(key));
  // A caller that sees no folder of the plan doesn't see its state either.
  const seesPlan =
    plannedFolders.length === (plan?.folders.length ?? 0) &&
    (caller.folders === null || plannedFolders.length > 0);
  const inputs = isClosed
    ? await readFolderInputs(context, week, { plan, planned: plannedFolders, canSee })
    : [];
  const summaries = await readSummaries(context, inputs);
  const folders = markLeaves(
    sortParentsFirst(
      inputs.map((folderInputs) => toOverviewFolder(folderInputs, summaries, context.clock())),
    ),
  );
  return {
    ...toWeekDates(week),
    previousWeek: weeksFrom(week, -1).name,
    isClosed,
    closesAt: new Date(endOfWeekEverywhere(week)).toISOString(),
    plan: seesPlan ? state : visiblePlanState(plannedFolders, folders),
    totals: totalsOf(folders),
    attention: attentionOf(folders, summaries),
    folders,
  };
}

/**
 * The folders of the newest week in which the caller sees reports, without surveys: of one whose reports have all names, if one of the
 * last three has. Empty for none.
 */
export async function listReportedFolders(
  context: OverviewContext,
  caller: Caller,
  weeks: readonly Week[],
): Promise<FolderList['data']> {
  let newest: FolderList['data'] = [];
  for (const week of weeks.slice(0, 3)) {
    const { folders } = await readWeekOverview(context, caller, week);
    const listed = folders.map(({ key, parent, name }) => ({
      ...{ key, parent, name: name ?? '' },
      surveys: [],
    }));
    if (newest.length === 0) newest = listed;
    if (listed.length > 0 && folders.every(({ name }) => name !== null)) return listed;
  }
  return newest;
}

/** The list of the topmost folders: of the company, or of the subtrees that the caller sees. */
function attentionOf(
  folders: readonly OverviewFolder[],
  summaries: SummariesByFolder,
): OverviewAttention | null {
  const tops = folders.filter(({ parent }) => parent === null);
  const lists = tops.flatMap(({ key }) => summaries.get(key)?.attention ?? []);
  const [first, ...others] = lists;
  if (first === undefined) return null;
  const isComplete = lists.length === tops.length && lists.every((list) => list.isComplete);
  const all = others.reduce(
    (sum, list): OverviewAttention => ({
      isComplete,
      surveys: sum.surveys + list.surveys,
      places: sum.places + list.places,
      threshold: Math.max(sum.threshold, list.threshold),
      counts: countsOf((state) => sum.counts[state] + list.counts[state]),
      entries: [...sum.entries, ...list.entries],
      weak: [...sum.weak, ...list.weak],
      truncated: sum.truncated + list.truncated,
      unread: [...sum.unread, ...list.unread],
    }),
    first,
  );
  return {
    ...all,
    isComplete,
    entries: all.entries.toSorted(compareEntries),
    weak: all.weak.toSorted(comparePlaces),
  };
}

export function toWeekDates(week: Week): WeekDates {
  return { week: week.name, from: dateOf(week.monday), to: dateOf(week.monday + 7) };
}

/** What is read about a folder before its report. */
interface FolderInputs {
  readonly key: number;
  readonly planned: Plan['folders'][number] | null;
  readonly stored: StoredReport | null;
  readonly job: JobState | null;
}

interface VisiblePlan {
  readonly plan: Plan | null;
  /** The folders of the plan that the caller sees. */
  readonly planned: Plan['folders'];
  readonly canSee: (folder: number) => Promise<boolean>;
}

async function readFolderInputs(
  { repository, jobs, summaries, clock }: OverviewContext,
  { name: week }: Week,
  { plan, planned, canSee }: VisiblePlan,
): Promise<readonly FolderInputs[]> {
  const inPlan = new Map(planned.map((folder) => [folder.key, folder]));
  const isPlanned = new Set(plan?.folders.map(({ key }) => key));
  const { manifests } = summaries;
  const expected = { wanted: [...inPlan.keys()], planned: isPlanned.size };
  const [contents, weekJobs] = await settleAll([
    readWeekContents(repository, week, manifests, expected),
    jobs.jobsOfWeek(week),
  ]);
  const unplannedKeys = [...contents.folders, ...weekJobs.folders].filter(
    (key) => !isPlanned.has(key),
  );
  unplannedKeys.sort((a, b) => a - b);
  const keys = [...inPlan.keys(), ...(await filterVisible([...new Set(unplannedKeys)], canSee))];
  const storedReports = await readCachedReports(manifests, week, keys, contents.versions);
  const states = await weekJobs.readStates(
    new Map(
      keys.map((key) => [
        key,
        {
          revision: storedReports.get(key)?.value?.revision ?? null,
          isDue: isDue(inPlan.get(key)?.dueAt ?? null, clock()),
        },
      ]),
    ),
  );
  const inputs = keys.map((key) => ({
    key,
    planned: inPlan.get(key) ?? null,
    stored: storedReports.get(key) ?? null,
    job: states.get(key) ?? null,
  }));
  return inputs.filter(isListed);
}

/** Excludes leftovers of unfinished commits and removals, and folders that turned out to have no report due. */
function isListed({ planned, stored, job }: FolderInputs): boolean {
  if (planned !== null || stored !== null) return true;
  return job !== null && !(job.state === 'failed' && job.failure.code === 'NOTHING_OWED');
}

async function filterVisible<T>(
  items: readonly T[],
  isVisible: (item: T) => Promise<boolean>,
): Promise<readonly T[]> {
  const visible: T[] = [];
  for (const item of items) if (await isVisible(item)) visible.push(item);
  return visible;
}

/** Only a folder's own report has its trend. In weeks of more folders, those in a parent's report are not read for it. */
const MAX_OWN_REPORTS = 300;

/** Summaries of the reports that were read, by folder; null for a damaged report. */
type SummariesByFolder = ReadonlyMap<number, FolderSummary | null>;

/** Reads the reports of parents first, then those whose current revision no parent's report includes. */
async function readSummaries(
  { summaries: cache }: OverviewContext,
  inputs: readonly FolderInputs[],
): Promise<SummariesByFolder> {
  const summaries = new Map<number, FolderSummary | null>();
  const readEach = async (batch: readonly FolderInputs[]): Promise<void> => {
    await mapConcurrent(batch, async ({ key, stored }) => {
      const manifest = stored?.value ?? null;
      if (manifest !== null) summaries.set(key, await cache.read(manifest));
    });
  };
  const parents = new Set(inputs.map(({ planned }) => planned?.parent ?? null));
  await readEach(inputs.filter(({ key }) => parents.has(key)));
  const readsAll = inputs.length <= MAX_OWN_REPORTS;
  await readEach(
    inputs.filter(
      (folderInputs) =>
        !summaries.has(folderInputs.key) &&
        (readsAll || findInParent(folderInputs, summaries) === null),
    ),
  );
  return summaries;
}

type SubfolderSummary = NonNullable<ReturnType<FolderSummary['below']['get']>>;

/** The folder's figures in its parent's report, if that includes the current revision. */
function findInParent(
  { key, planned, stored }: FolderInputs,
  summaries: SummariesByFolder,
): SubfolderSummary | null {
  const inParentReport = readFromParent(key, planned?.parent ?? null, summaries);
  const manifest = stored?.value ?? null;
  const isSame =
    inParentReport?.revision === manifest?.revision && inParentReport?.asOf === manifest?.asOf;
  return isSame ? inParentReport : null;
}

function readFromParent(
  key: number,
  parent: number | null,
  summaries: SummariesByFolder,
): SubfolderSummary | null {
  return parent === null ? null : (summaries.get(parent)?.below.get(key) ?? null);
}

function toOverviewFolder(
  folderInputs: FolderInputs,
  summaries: SummariesByFolder,
  now: number,
): OverviewFolder {
  const { key, planned, stored, job } = folderInputs;
  const manifest = stored?.value ?? null;
  const summary = summaries.get(key);
  const parent = planned === null ? (summary?.parent ?? null) : planned.parent;
  const isReadable = manifest !== null && summary !== null;
  const figures = summary?.figures ?? findInParent(folderInputs, summaries)?.figures ?? null;
  return {
    key,
    name: manifest?.folder.name ?? readFromParent(key, parent, summaries)?.name ?? null,
    parent,
    state: stateOf(folderInputs, isReadable, now),
    job:
      job === null
        ? null
        : { state: job.state, code: job.state === 'failed' ? job.failure.code : null },
    revision: manifest?.revision ?? null,
    asOf: manifest?.asOf ?? null,
    dueAt: planned?.dueAt ?? null,
    problems: manifest?.problems.length ?? 0,
    figures: isReadable ? figures : null,
    isLeaf: true,
  };
}

/** The state of a folder; without a report, the state of its job comes first. */
function stateOf(
  { planned, stored, job }: FolderInputs,
  isReadable: boolean,
  now: number,
): OverviewState {
  const state = folderState({ dueAt: planned?.dueAt ?? null, stored, isReadable }, now);
  switch (state) {
    case 'missing':
      return job?.state ?? 'owed';
    case 'not due':
      return job?.state ?? 'waiting';
    default:
      return state;
  }
}

/** Each folder after its parent, otherwise in the given order; a parent that isn't listed becomes null. */
function sortParentsFirst(folders: readonly OverviewFolder[]): readonly OverviewFolder[] {
  const keys = new Set(folders.map(({ key }) => key));
  const parentOf = ({ parent }: OverviewFolder): number | null =>
    parent !== null && keys.has(parent) ? parent : null;
  const below = Map.groupBy(folders, parentOf);
  const sorted: OverviewFolder[] = [];
  const waiting = [...(below.get(null) ?? [])].reverse();
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    sorted.push({ ...folder, parent: parentOf(folder) });
    waiting.push(...(below.get(folder.key) ?? []).toReversed());
  }
  if (sorted.length === folders.length) return sorted;
  // A damaged plan can have a cycle of parents; its folders are listed without them.
  const sortedKeys = new Set(sorted.map(({ key }) => key));
  const cycle = folders.filter(({ key }) => !sortedKeys.has(key));
  return [...sorted, ...cycle.map((folder) => ({ ...folder, parent: null }))];
}

function markLeaves(folders: readonly OverviewFolder[]): readonly OverviewFolder[] {
  const parents = new Set(folders.map(({ parent }) => parent));
  return folders.map((folder) => ({ ...folder, isLeaf: !parents.has(folder.key) }));
}

/** The state of the visible part of the plan, independent of folders that the caller doesn't see. */
function visiblePlanState(
  planned: Plan['folders'],
  folders: readonly OverviewFolder[],
): WeekOverview['plan'] {
  if (planned.length === 0) return 'none';
  const states = new Map(folders.map(({ key, state }) => [key, state]));
  const isDone = planned.every(({ key }) => {
    const state = states.get(key);
    return state === 'complete' || state === 'empty';
  });
  return isDone ? 'done' : 'open';
}

function totalsOf(folders: readonly OverviewFolder[]): WeekOverview['totals'] {
  const totals: Record<OverviewState, number> = {
    complete: 0,
    partial: 0,
    empty: 0,
    queued: 0,
    owed: 0,
    waiting: 0,
    failed: 0,
    damaged: 0,
  };
  for (const { state } of folders) totals[state] += 1;
  return totals;
}
