// A week as people look at it: every folder that a caller sees, how it stands and its figures. It hides that a parent's
// report tells the figures of all directly below, so that of most folders nothing is read but what stands.
import type { Week } from '../../domain/calendar.ts';
import { dateOf, endsEverywhere, weeksFrom } from '../../domain/calendar.ts';
import type { OverviewFolder, OverviewState, WeekDates, WeekOverview } from '../responses.ts';
import type { Plan } from '../../ports/stored-records.ts';
import type { Access, Caller } from '../../reports/access.ts';
import { visibleFoldersByPlan } from '../../reports/access.ts';
import type { Clock } from '../../shared/clock.ts';
import type { ReportSummaries, ReportSummary } from './report-summary.ts';
import type { JobQueue, JobState } from '../../jobs/request-report.ts';
import type { StoredReport } from '../../reports/report-repository.ts';
import { mapConcurrent, settleAll } from '../../shared/map-concurrent.ts';
import { readWeekContents, planState, storedReportIn } from '../../reports/week-folders.ts';
import { folderState } from '../../reports/week-state.ts';

export interface OverviewContext extends Access {
  readonly jobs: Pick<JobQueue, 'asked'>;
  readonly glances: ReportSummaries;
  readonly clock: Clock;
}

/**
 * A week as it stands now for a caller; damage is a state. Fails with STORE_UNAVAILABLE, and as the reporting API does
 * when only the tree could tell what the caller sees.
 */
export async function overviewOf(
  looking: OverviewContext,
  caller: Caller,
  week: Week,
): Promise<WeekOverview> {
  const isClosed = looking.clock() >= endsEverywhere(week);
  const { state, plan } = await planState(looking.repository, week.name);
  const sees = visibleFoldersByPlan(looking, caller, plan);
  const planned = await seenOf(plan?.folders ?? [], ({ key }) => sees(key));
  // Whoever sees nothing of a week doesn't hear how its plan is either.
  const seesPlan =
    planned.length === (plan?.folders.length ?? 0) &&
    (caller.folders === null || planned.length > 0);
  const places = isClosed ? await placesIn(looking, week, { plan, planned, sees }) : [];
  const glances = await glancesOf(looking, places);
  const folders = parentsFirst(places.map((place) => folderOf(place, glances, looking.clock())));
  return {
    ...datesOf(week),
    previousWeek: weeksFrom(week, -1).name,
    isClosed,
    closesAt: new Date(endsEverywhere(week)).toISOString(),
    plan: seesPlan ? state : planSeen(planned, folders),
    totals: totalsOf(folders),
    folders,
  };
}

export function datesOf(week: Week): WeekDates {
  return { week: week.name, from: dateOf(week.monday), to: dateOf(week.monday + 7) };
}

/** What is known of a folder before any report is opened. */
interface Place {
  readonly key: number;
  readonly planned: Plan['folders'][number] | null;
  readonly standing: StoredReport | null;
  readonly job: JobState | null;
}

interface Sight {
  readonly plan: Plan | null;
  /** The folders of the plan that the caller sees. */
  readonly planned: Plan['folders'];
  readonly sees: (folder: number) => Promise<boolean>;
}

async function placesIn(
  { repository, jobs, glances }: OverviewContext,
  { name: week }: Week,
  { plan, planned, sees }: Sight,
): Promise<readonly Place[]> {
  const inPlan = new Map(planned.map((folder) => [folder.key, folder]));
  const isPlanned = new Set(plan?.folders.map(({ key }) => key));
  const { manifests } = glances;
  const wanted = { wanted: [...inPlan.keys()], planned: isPlanned.size };
  const [kept, asked] = await settleAll([
    readWeekContents(repository, week, manifests, wanted),
    jobs.asked(week),
  ]);
  const others = [...kept.folders, ...asked.folders].filter((key) => !isPlanned.has(key));
  others.sort((a, b) => a - b);
  const keys = [...inPlan.keys(), ...(await seenOf([...new Set(others)], sees))];
  const standing = await storedReportIn(manifests, week, keys, kept.versions);
  const revisions = new Map(
    keys.map((key) => [key, standing.get(key)?.manifest?.revision ?? null]),
  );
  const states = await asked.statesBeside(revisions);
  const places = keys.map((key) => ({
    key,
    planned: inPlan.get(key) ?? null,
    standing: standing.get(key) ?? null,
    job: states.get(key) ?? null,
  }));
  return places.filter(isWorthTelling);
}

/** Not what an unfinished commit or removal left, nor a folder that was found to owe nothing. */
function isWorthTelling({ planned, standing, job }: Place): boolean {
  if (planned !== null || standing !== null) return true;
  return job !== null && !(job.state === 'failed' && job.failure.code === 'NOTHING_OWED');
}

async function seenOf<T>(
  items: readonly T[],
  sees: (item: T) => Promise<boolean>,
): Promise<readonly T[]> {
  const seen: T[] = [];
  for (const item of items) if (await sees(item)) seen.push(item);
  return seen;
}

/** Reports that were opened, by folder; null for one that is damaged. */
type Opened = ReadonlyMap<number, ReportSummary | null>;

/** Those of parents first; then those of which no parent's report tells what stands. */
async function glancesOf({ glances }: OverviewContext, places: readonly Place[]): Promise<Opened> {
  const opened = new Map<number, ReportSummary | null>();
  const open = async (some: readonly Place[]): Promise<void> => {
    await mapConcurrent(some, async ({ key, standing }) => {
      const manifest = standing?.manifest ?? null;
      if (manifest !== null) opened.set(key, await glances.at(manifest));
    });
  };
  const parents = new Set(places.map(({ planned }) => planned?.parent ?? null));
  await open(places.filter(({ key }) => parents.has(key)));
  await open(places.filter((place) => !opened.has(place.key) && toldOf(place, opened) === null));
  return opened;
}

type Told = NonNullable<ReturnType<ReportSummary['below']['get']>>;

/** What the parent's report tells of the very revision that stands. */
function toldOf({ key, planned, standing }: Place, opened: Opened): Told | null {
  const told = inParent(key, planned?.parent ?? null, opened);
  const manifest = standing?.manifest ?? null;
  const isSame = told?.revision === manifest?.revision && told?.asOf === manifest?.asOf;
  return isSame ? told : null;
}

function inParent(key: number, parent: number | null, opened: Opened): Told | null {
  return parent === null ? null : (opened.get(parent)?.below.get(key) ?? null);
}

function folderOf(place: Place, opened: Opened, now: number): OverviewFolder {
  const { key, planned, standing, job } = place;
  const manifest = standing?.manifest ?? null;
  const own = opened.get(key);
  const parent = planned === null ? (own?.parent ?? null) : planned.parent;
  const isReadable = manifest !== null && own !== null;
  const figures = own?.figures ?? toldOf(place, opened)?.figures ?? null;
  return {
    key,
    name: manifest?.folder.name ?? inParent(key, parent, opened)?.name ?? null,
    parent,
    state: stateOf(place, isReadable, now),
    job:
      job === null
        ? null
        : { state: job.state, code: job.state === 'failed' ? job.failure.code : null },
    revision: manifest?.revision ?? null,
    asOf: manifest?.asOf ?? null,
    dueAt: planned?.dueAt ?? null,
    problems: manifest?.problems.length ?? 0,
    figures: isReadable ? figures : null,
  };
}

/** The state of a folder; without a report, the state of its job comes first. */
function stateOf(
  { planned, standing, job }: Place,
  isReadable: boolean,
  now: number,
): OverviewState {
  const state = folderState({ dueAt: planned?.dueAt ?? null, stored: standing, isReadable }, now);
  switch (state) {
    case 'missing':
      return job?.state ?? 'owed';
    case 'not due':
      return job?.state ?? 'waiting';
    default:
      return state;
  }
}

/** In their order, each after the folder above it; whose parent isn't among them has none. */
function parentsFirst(folders: readonly OverviewFolder[]): readonly OverviewFolder[] {
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
  // A plan is only data: folders that contain each other are told all the same.
  const told = new Set(sorted.map(({ key }) => key));
  const ring = folders.filter(({ key }) => !told.has(key));
  return [...sorted, ...ring.map((folder) => ({ ...folder, parent: null }))];
}

/** The plan of a part of the company: what it lacks elsewhere is nobody's business here. */
function planSeen(
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
