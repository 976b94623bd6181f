// The planner: enqueues the reports of a finished week that are missing, partial or outdated. Each tick decides from the
// store alone, so a lost, late or repeated tick is made good by the next one.
import type { Week } from '../domain/calendar.ts';
import {
  firstStartOfWeek,
  DAY_MS,
  HOUR_MS,
  endOfWeekEverywhere,
  settledEverywhereAt,
  weekOf,
  weeksFrom,
} from '../domain/calendar.ts';
import type { Manifest, Plan, WeekCounts } from '../ports/stored-records.ts';
import { ancestorsOf, changePlan, reopenPlan, withSettings } from '../reports/plan.ts';
import type { PlanningContext } from './synchronize-plan.ts';
import { synchronizePlan } from './synchronize-plan.ts';
import { enqueueJobs, findJob, hasFailed, isInQueue, isExpectedSoon } from './job-records.ts';
import type { Instant } from '../domain/report-inputs.ts';
import { Failure } from '../shared/failure.ts';
import type { ReportRepository, StoredReport } from '../reports/report-repository.ts';
import { findStoredReport, readPlan } from '../reports/report-repository.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import { followsSettings, pathsInPlan, readWeekSettings } from '../reports/report-settings.ts';
import type { FolderSettingsState, RequiredWork } from '../reports/week-state.ts';
import {
  childrenByParent,
  isDue,
  readManifests,
  requiredWork,
  WAIT_FOR_CHILDREN_MS,
} from '../reports/week-state.ts';
import { manifestIn } from '../reports/week-folders.ts';
import type { PlannedFolder } from '../reports/planned-folders.ts';

/** What one tick did. */
export interface PlannedWeek extends WeekCounts {
  readonly week: string;
  readonly isDone: boolean;
  readonly enqueued: number;
  /** Reports whose rows in the fact tables were missing or older and were written. */
  readonly factsWritten: number;
}

export interface PlanResult extends PlannedWeek {
  /** Why the fact tables could not be written; then the week is not done. */
  readonly tablesError?: unknown;
}

/** Missing reports are made for this long after a week has settled. */
const PLANNING_WINDOW_MS = 8 * DAY_MS;
/** A reconciliation is retried for this long after it was due; on the day after, the planner logs that it was abandoned. */
export const RECONCILIATION_WINDOW_MS = 8 * DAY_MS;
/** A report that is missing this long after it was due is late. */
const LATE_MS = 2 * HOUR_MS;

/**
 * The weeks that a tick plans, oldest first: from the time when the week has settled in the first zone until eight days
 * after it has settled everywhere, and again while its reconciliation may be due, `reconcileAfterMs` after it has settled
 * (null: never).
 */
export function weeksToPlan(
  now: Instant,
  settleHours: number,
  reconcileAfterMs: number | null = null,
): readonly Week[] {
  const settleMs = settleHours * HOUR_MS;
  const weeks = weeksWithinWindow(now, settleMs, PLANNING_WINDOW_MS).filter(
    (week) => firstStartOfWeek(weeksFrom(week, 1)) + settleMs <= now,
  );
  if (reconcileAfterMs === null) return weeks;
  const names = new Set(weeks.map(({ name }) => name));
  const weeksToReconcile = weeksWithinWindow(
    now - reconcileAfterMs,
    settleMs,
    RECONCILIATION_WINDOW_MS + DAY_MS,
  ).filter(
    (week) =>
      endOfWeekEverywhere(week) + settleMs + reconcileAfterMs <= now && !names.has(week.name),
  );
  return [...weeksToReconcile, ...weeks].toSorted((a, b) => a.monday - b.monday);
}

/** The weeks that settled everywhere at most `windowMs` ago or have not settled yet. */
function weeksWithinWindow(now: Instant, settleMs: number, windowMs: number): readonly Week[] {
  // At one instant two zones can be in different weeks.
  const latest = weekOf(Math.floor(now / DAY_MS) + 1);
  const count = Math.ceil((windowMs + settleMs) / (7 * DAY_MS)) + 2;
  return Array.from({ length: count + 1 }, (_, i) => weeksFrom(latest, i - count)).filter(
    (week) => now <= endOfWeekEverywhere(week) + settleMs + windowMs,
  );
}

/**
 * Plans one week. A week that is done costs one read, the last settled one three; otherwise the folders are read from the
 * reporting API first, so that nothing is enqueued while it is unavailable. Eight days after the week settled only the
 * consequences of a reconciliation are made. Fails when the reporting API or the store fails. A few unreadable objects do
 * not stop it: everything else is enqueued first, since reading a large week rarely succeeds completely.
 */
export async function planWeek(
  planning: PlanningContext,
  week: Week,
  now: Instant,
): Promise<PlanResult> {
  const { repository } = planning;
  const currentPlan = await readPlan(repository, week.name);
  const isCompared = followsSettings(week, now, planning.settleHours);
  const wasDone = currentPlan !== null && currentPlan.doneAt !== null;
  if (wasDone && !isCompared) return doneWeek(week);
  const settings = await readWeekSettings(repository, week);
  if (wasDone && (settings === null || settings.digest === currentPlan.settings)) {
    return doneWeek(week);
  }
  const settledAt = settledEverywhereAt(week, planning.settleHours);
  const isOld = now > settledAt + PLANNING_WINDOW_MS;
  // An old week without a plan was pruned or never made.
  if (isOld && currentPlan === null) return doneWeek(week);
  const plan =
    isOld && currentPlan !== null
      ? currentPlan
      : await synchronizePlan(planning, week, { currentPlan, now });
  const dueFolders = plan.folders.filter(({ dueAt }) => isDue(dueAt, now));
  const reader = createTolerantReader();
  const { reports, unreadable } = await readReports(repository, week, dueFolders, reader);
  const children = childrenByParent(plan);
  const pathOf = pathsInPlan(plan);
  const settingsOf = (folder: number): FolderSettingsState => ({
    settings: settings?.ofFolder(pathOf(folder)) ?? null,
    followsSettings: isCompared,
  });
  const view: WeekPlanning = {
    ...{ planning, week, plan, children, settingsOf, now, reports, unreadable, reader },
  };

  const decisions = await mapConcurrent(dueFolders, async (folder) => {
    const work = await workFor(view, folder);
    const manifest = manifestIn(reports, folder.key);
    const isAllowed = !isOld || canFollowReconciliation(work, manifest);
    const isReady =
      work !== null && work !== 'unknown' && isAllowed && !(await waitsForChildren(view, folder));
    return { folder, work, isReady };
  });
  const waiting = await findWaitingParents(
    view,
    decisions
      .filter(({ work }) => work === 'settings' || work === 'unknown')
      .map(({ folder: { key } }) => key),
  );
  const isWaiting = ({ folder, work }: (typeof decisions)[number]): boolean =>
    (work === 'settings' || work === 'outdated') && waiting.has(folder.key);
  const enqueued = await enqueueFolders(
    view,
    decisions
      .filter((decision) => decision.isReady && !isWaiting(decision))
      .map(({ folder: { key } }) => key),
  );
  const readFailure = reader.firstFailure();
  if (readFailure !== null) throw readFailure;

  const count = (work: RequiredWork): number =>
    decisions.filter((decision) => decision.work === work).length;
  const manifests = new Map(
    [...reports].flatMap(([key, { value: manifest }]) =>
      manifest === null ? [] : [[key, manifest]],
    ),
  );
  const partialFolders = dueFolders.filter(({ key }) => manifests.get(key)?.status === 'partial');
  const partial = partialFolders.length;
  const isComplete =
    dueFolders.length === plan.folders.length &&
    now >= settledAt &&
    decisions.every(({ work }) => work === null) &&
    partial === 0;
  // After the jobs were enqueued: no report waits for tables. A week is done only with them, so that none is missed.
  const tables = await writeTables(planning, week, {
    now,
    known: [...manifests.values()],
    isWorkOutstanding: !isComplete,
  });
  const isDone =
    isComplete &&
    tables.tablesError === undefined &&
    (await markDone(repository, { week, now, manifests, settings: settings?.digest }));
  const behind = count('outdated') + count('settings');
  // What old weeks lack is no longer reported.
  if (isOld) return { ...doneWeek(week), isDone, behind, enqueued, ...tables };
  return {
    week: week.name,
    isDone,
    due: dueFolders.length,
    missing: count('missing'),
    partial,
    partialPercent: Math.round((100 * partial) / Math.max(1, plan.folders.length)),
    partialForADay: partialFolders.filter(({ dueAt }) => Date.parse(dueAt) + DAY_MS <= now).length,
    behind,
    late: decisions.filter(
      ({ folder, work }) => work === 'missing' && Date.parse(folder.dueAt) + LATE_MS <= now,
    ).length,
    enqueued,
    ...tables,
  };
}

/** A failure of the tables must not hide how many reports are late. */
async function writeTables(
  planning: PlanningContext,
  week: Week,
  options: Parameters<NonNullable<PlanningContext['writeTables']>>[1],
): Promise<Pick<PlanResult, 'factsWritten' | 'tablesError'>> {
  try {
    return { factsWritten: (await planning.writeTables?.(week.name, options)) ?? 0 };
  } catch (error) {
    return { factsWritten: 0, tablesError: error };
  }
}

/** What is known about a week at one tick. */
interface WeekPlanning {
  readonly planning: PlanningContext;
  readonly week: Week;
  readonly plan: Plan;
  readonly children: ReturnType<typeof childrenByParent>;
  readonly settingsOf: (folder: number) => FolderSettingsState;
  readonly now: Instant;
  /** Reports of folders that are due, by folder. */
  readonly reports: ReadonlyMap<number, StoredReport>;
  /** Folders whose reports can't be read now. */
  readonly unreadable: ReadonlySet<number>;
  readonly reader: TolerantReader;
}

/** "unknown": the store could not be read; the next tick decides. */
async function workFor(
  {
    planning: { repository },
    plan,
    children,
    settingsOf,
    now,
    reports,
    unreadable,
    reader,
  }: WeekPlanning,
  { key, dueAt }: PlannedFolder,
): Promise<RequiredWork | 'unknown' | null> {
  if (unreadable.has(key)) return 'unknown';
  const manifests = (children.get(key) ?? []).flatMap(
    (child) => manifestIn(reports, child.key) ?? [],
  );
  const storedReport = reports.get(key) ?? null;
  const work = await reader.attempt(() =>
    requiredWork(repository, { dueAt, stored: storedReport }, now, {
      settings: settingsOf(key),
      children: { manifests, plan },
    }),
  );
  return work === undefined ? 'unknown' : work;
}

/** A parent waits for all of its children, and after a day only for those that may still come. */
async function waitsForChildren(
  { planning: { records }, week, children, now, reports, unreadable, reader }: WeekPlanning,
  { key, dueAt }: PlannedFolder,
): Promise<boolean> {
  const missing = (children.get(key) ?? []).filter(
    (child) => manifestIn(reports, child.key) === null,
  );
  if (missing.length === 0 || now < Date.parse(dueAt) + WAIT_FOR_CHILDREN_MS) {
    return missing.length > 0;
  }
  const mayStillCome = async (child: PlannedFolder): Promise<boolean> => {
    if (unreadable.has(child.key)) return true;
    const job = await reader.attempt(() =>
      findJob(records, { week: week.name, folder: child.key }),
    );
    return job === undefined || isExpectedSoon(job, records);
  };
  return (await mapConcurrent(missing, mayStillCome, SMALL_OBJECT_CONCURRENCY)).includes(true);
}

/**
 * The folders above those whose settings have changed, which are made again after them, so that one change makes one
 * revision; not above a folder whose job has failed.
 */
async function findWaitingParents(
  { planning: { records }, week, plan, reports, reader }: WeekPlanning,
  changed: readonly number[],
): Promise<ReadonlySet<number>> {
  const findAwaited = async (folder: number): Promise<readonly number[]> => {
    const job = await reader.attempt(() => findJob(records, { week: week.name, folder }));
    const revision = manifestIn(reports, folder)?.revision ?? null;
    return job !== undefined && hasFailed(job, revision) ? [] : [folder];
  };
  const awaited = await mapConcurrent(changed, findAwaited, SMALL_OBJECT_CONCURRENCY);
  return ancestorsOf(plan, new Set(awaited.flat()));
}

interface DoneWeek {
  readonly week: Week;
  readonly now: Instant;
  readonly manifests: ReadonlyMap<number, Manifest>;
  /** Digest of the settings that the reports were compared with. */
  readonly settings: string | undefined;
}

/** Marks the plan as done. A later commit removes the mark; one during the write is detected by reading again. */
async function markDone(
  repository: ReportRepository,
  { week, now, manifests, settings }: DoneWeek,
): Promise<boolean> {
  const doneAt = new Date(now).toISOString();
  await changePlan(repository, week.name, (plan) => {
    if (plan.doneAt !== null && plan.settings === settings) return plan;
    const { settings: _, ...rest } = plan;
    return { ...rest, doneAt: plan.doneAt ?? doneAt, ...withSettings(settings) };
  });
  let isSame = false;
  try {
    const current = await readManifests(repository, week.name, [...manifests.keys()]);
    isSame = [...manifests].every(([key, { revision }]) => current.get(key)?.revision === revision);
  } finally {
    // Also when the manifests could not be read again.
    if (!isSame) await reopenPlan(repository, week.name);
  }
  return isSame;
}

const NO_COUNTS: WeekCounts = {
  due: 0,
  missing: 0,
  partial: 0,
  partialPercent: 0,
  partialForADay: 0,
  behind: 0,
  late: 0,
};

function doneWeek(week: Week): PlannedWeek {
  return { week: week.name, isDone: true, ...NO_COUNTS, enqueued: 0, factsWritten: 0 };
}

/** The existing reports, and the folders whose reports can't be read now. */
async function readReports(
  repository: ReportRepository,
  week: Week,
  folders: readonly PlannedFolder[],
  reader: TolerantReader,
): Promise<Pick<WeekPlanning, 'reports' | 'unreadable'>> {
  const reports = new Map<number, StoredReport>();
  const unreadable = new Set<number>();
  await mapConcurrent(
    folders,
    async ({ key: folder }) => {
      const report = await reader.attempt(() =>
        findStoredReport(repository, { week: week.name, folder }),
      );
      if (report === undefined) unreadable.add(folder);
      else if (report !== null) reports.set(folder, report);
    },
    SMALL_OBJECT_CONCURRENCY,
  );
  return { reports, unreadable };
}

/** In an old week only reports with an earlier revision can need work because of a reconciliation. */
function canFollowReconciliation(
  work: RequiredWork | 'unknown' | null,
  manifest: Manifest | null,
): boolean {
  return work === 'outdated' || (work === 'partial' && manifest !== null && manifest.revision > 1);
}

/** Enqueues folders that have no pending job, and returns their number. */
async function enqueueFolders(
  { planning: { records, sender }, week, reports, reader }: WeekPlanning,
  folders: readonly number[],
): Promise<number> {
  const createRequest = async (folder: number) => {
    const job = await reader.attempt(() => findJob(records, { week: week.name, folder }));
    const revision = manifestIn(reports, folder)?.revision ?? null;
    if (job === undefined || isInQueue(job, revision, records)) return [];
    return [{ job: { week: week.name, folder, since: null }, previousJob: job, revision }];
  };
  const requests = (await mapConcurrent(folders, createRequest, SMALL_OBJECT_CONCURRENCY)).flat();
  await enqueueJobs({ records, sender }, requests);
  return requests.length;
}

// ── reading with a few failures ─────────────────────────────────────────────────────────────────

/** With more failures the store counts as unavailable, and thousands of further reads are not attempted. */
const MAX_FAILED_READS = 10;

interface TolerantReader {
  /** The result; undefined when the store could not be read now. Throws any other failure, and all beyond a few. */
  attempt<T>(read: () => Promise<T>): Promise<T | undefined>;
  readonly firstFailure: () => Failure | null;
}

function createTolerantReader(): TolerantReader {
  const failures: Failure[] = [];
  return {
    firstFailure: () => failures[0] ?? null,
    async attempt(read) {
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'STORE_UNAVAILABLE') throw error;
        failures.push(error);
        if (failures.length > MAX_FAILED_READS) throw error;
        return undefined;
      }
    },
  };
}
