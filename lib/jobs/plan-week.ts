// The planner: what does a finished week still owe? It looks at what stands and asks for what is missing, partial or
// behind, so that a tick that was lost, late or doubled is made good by the next one. It keeps nothing in memory.
import type { Week } from '../domain/calendar.ts';
import {
  firstBeginning,
  DAY_MS,
  HOUR_MS,
  endsEverywhere,
  weekOf,
  weeksFrom,
} from '../domain/calendar.ts';
import type { Manifest } from '../ports/stored-records.ts';
import { changePlan, reopenPlan } from '../reports/plan.ts';
import type { PlanContext } from './synchronize-plan.ts';
import { synchronizePlan, settledEverywhereAt } from './synchronize-plan.ts';
import { enqueueJobs } from './job-records.ts';
import { findJob, isInQueue, isExpectedSoon } from './job-records.ts';
import type { Instant } from '../domain/facts.ts';
import { Failure } from '../shared/failure.ts';
import type { ReportRepository } from '../reports/report-repository.ts';
import { readManifest, readPlan } from '../reports/report-repository.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import type { ChildReports } from '../reports/week-state.ts';
import {
  childrenByParent,
  isOutdated,
  lacksOwnSurveys,
  readManifests,
} from '../reports/week-state.ts';
import type { PlannedFolder } from '../reports/due-folders.ts';

/** How a week stood at a tick, in reports. */
export interface PlannedWeek {
  readonly week: string;
  readonly isDone: boolean;
  readonly due: number;
  readonly missing: number;
  readonly partial: number;
  /** Of the reports that the week will owe, also those that are not due yet. */
  readonly partialPercent: number;
  /** That hold another revision of a child than the one that stands. */
  readonly behind: number;
  /** Missing for longer than `LATE_MS` after they were due. */
  readonly late: number;
  readonly enqueued: number;
}

/** For how long after a week settled what is missing is made. */
const LOOK_BACK_MS = 8 * DAY_MS;
/** For how long after it was due a second look is tried; a day more, and it is said that it was given up. */
export const RECONCILIATION_WINDOW_MS = 8 * DAY_MS;
/** A parent waits that long for children that are due, then it is made without them. */
export const WAIT_FOR_CHILDREN_MS = 24 * HOUR_MS;
/** A report that isn't there so long after it was due is late. */
const LATE_MS = 2 * HOUR_MS;

/**
 * The weeks that a tick looks at, oldest first: from the first zone's settled end until eight days after the last one's,
 * and while they may be looked at for the second time, which is due so long after they settled; null for never.
 */
export function weeksToPlan(
  now: Instant,
  settleHours: number,
  secondLookMs: number | null = null,
): readonly Week[] {
  const settle = settleHours * HOUR_MS;
  const first = weeksBetween(now, settle, LOOK_BACK_MS).filter(
    (week) => firstBeginning(weeksFrom(week, 1)) + settle <= now,
  );
  if (secondLookMs === null) return first;
  const begun = new Set(first.map(({ name }) => name));
  const second = weeksBetween(now - secondLookMs, settle, RECONCILIATION_WINDOW_MS + DAY_MS).filter(
    (week) => endsEverywhere(week) + settle + secondLookMs <= now && !begun.has(week.name),
  );
  return [...second, ...first].toSorted((a, b) => a.monday - b.monday);
}

/** The weeks that have not been settled everywhere for longer than that. */
function weeksBetween(now: Instant, settle: number, forMs: number): readonly Week[] {
  // The days of two zones at one instant can be of two weeks.
  const latest = weekOf(Math.floor(now / DAY_MS) + 1);
  const behind = Math.ceil((forMs + settle) / (7 * DAY_MS)) + 2;
  return Array.from({ length: behind + 1 }, (_, i) => weeksFrom(latest, i - behind)).filter(
    (week) => now <= endsEverywhere(week) + settle + forMs,
  );
}

/**
 * Looks at one week. When nothing is owed any more that is one read; otherwise the reporting API is asked for its
 * folders first, so that nothing is enqueued while it is down. Eight days after the week settled only what follows from
 * a second look is made. Fails with what the API or the store said: for a few objects that can't be read only after all
 * else was asked for, since a large week is never read without a fault.
 */
export async function planWeek(
  planning: PlanContext,
  week: Week,
  now: Instant,
): Promise<PlannedWeek> {
  const standing = await readPlan(planning.repository, week.name);
  if (standing !== null && standing.doneAt !== null) return nothingOwed(week);
  const isOld = now > settledEverywhereAt(week, planning) + LOOK_BACK_MS;
  // Old and without a plan it is one that was taken away, or that nobody ever made.
  if (isOld && standing === null) return nothingOwed(week);
  const plan =
    isOld && standing !== null
      ? standing
      : await synchronizePlan(planning, week, { currentPlan: standing, now });
  const due = plan.folders.filter(({ dueAt }) => Date.parse(dueAt) <= now);
  const unread = createReadFailures();
  const { manifests, unknown } = await standingNow(planning.repository, week, due, unread);
  const children = childrenByParent(plan);

  /** A parent waits for its children, and after a day only for those that may still come. */
  const isHeldUp = async ({ key, dueAt }: PlannedFolder): Promise<boolean> => {
    const missing = (children.get(key) ?? []).filter((child) => !manifests.has(child.key));
    if (missing.length === 0 || now < Date.parse(dueAt) + WAIT_FOR_CHILDREN_MS) {
      return missing.length > 0;
    }
    const { records } = planning;
    const comesSoon = async (child: PlannedFolder): Promise<boolean> => {
      const read = () => findJob(records, { week: week.name, folder: child.key });
      const job = unknown.has(child.key) ? undefined : await unread.attempt(read);
      return job === undefined || isExpectedSoon(job, records);
    };
    return (await mapConcurrent(missing, comesSoon, SMALL_OBJECT_CONCURRENCY)).includes(true);
  };
  const needs = await mapConcurrent(due, async (folder) => {
    const below = (children.get(folder.key) ?? []).flatMap(({ key }) => manifests.get(key) ?? []);
    const manifest = manifests.get(folder.key) ?? null;
    const read = () => needOf(planning.repository, manifest, { manifests: below, plan });
    const found = unknown.has(folder.key) ? undefined : await unread.attempt(read);
    const need: Need | null = found === undefined ? 'unknown' : found;
    const isMadeNow = need !== 'unknown' && (!isOld || mayFollow(need, manifest));
    const isReady = need !== null && isMadeNow && !(await isHeldUp(folder));
    return { folder, need, isReady };
  });
  const enqueued = await enqueue(
    planning,
    week,
    needs.filter(({ isReady }) => isReady).map(({ folder: { key } }) => key),
    { manifests, unread },
  );
  const untold = unread.first();
  if (untold !== null) throw untold;
  const count = (need: Need): number => needs.filter((one) => one.need === need).length;
  const isDone =
    due.length === plan.folders.length &&
    now >= settledEverywhereAt(week, planning) &&
    needs.every(({ need }) => need === null) &&
    [...manifests.values()].every(({ status }) => status !== 'partial') &&
    (await markDone(planning.repository, week, now, manifests));
  const behind = count('behind');
  const partial = [...manifests.values()].filter(({ status }) => status === 'partial').length;
  // Of old weeks nobody is told any more what they lack.
  if (isOld) return { ...nothingOwed(week), isDone, behind, enqueued };
  return {
    week: week.name,
    isDone,
    due: due.length,
    missing: count('missing'),
    partial,
    partialPercent: Math.round((100 * partial) / Math.max(1, plan.folders.length)),
    behind,
    late: needs.filter(
      ({ folder, need }) => need === 'missing' && Date.parse(folder.dueAt) + LATE_MS <= now,
    ).length,
    enqueued,
  };
}

/** Whoever commits a later revision takes the mark away; one that came while it was set is seen by looking again. */
async function markDone(
  repository: ReportRepository,
  week: Week,
  now: Instant,
  seen: ReadonlyMap<number, Manifest>,
): Promise<boolean> {
  const doneAt = new Date(now).toISOString();
  await changePlan(repository, week.name, (it) => (it.doneAt === null ? { ...it, doneAt } : it));
  let isSame = false;
  try {
    const again = await readManifests(repository, week.name, [...seen.keys()]);
    isSame = [...seen].every(([key, { revision }]) => again.get(key)?.revision === revision);
  } finally {
    // Also where nobody could look again.
    if (!isSame) await reopenPlan(repository, week.name);
  }
  return isSame;
}

function nothingOwed(week: Week): PlannedWeek {
  const none = { due: 0, missing: 0, partial: 0, partialPercent: 0, behind: 0, late: 0 };
  return { week: week.name, isDone: true, ...none, enqueued: 0 };
}

/** The manifests that are there, and the folders of which that isn't known. */
async function standingNow(
  repository: ReportRepository,
  week: Week,
  due: readonly PlannedFolder[],
  unread: ReadFailures,
): Promise<{
  readonly manifests: ReadonlyMap<number, Manifest>;
  readonly unknown: ReadonlySet<number>;
}> {
  const manifests = new Map<number, Manifest>();
  const unknown = new Set<number>();
  await mapConcurrent(
    due,
    async ({ key: folder }) => {
      const read = () => readManifest(repository, { week: week.name, folder });
      const manifest = await unread.attempt(read);
      if (manifest === undefined) unknown.add(folder);
      else if (manifest !== null) manifests.set(folder, manifest);
    },
    SMALL_OBJECT_CONCURRENCY,
  );
  return { manifests, unknown };
}

// ── what is to be done ──────────────────────────────────────────────────────────────────────────

/** "unknown": the store could not tell; the next tick asks again. */
type Need = 'missing' | 'partial' | 'behind' | 'unknown';

async function needOf(
  repository: ReportRepository,
  manifest: Manifest | null,
  below: ChildReports,
): Promise<Exclude<Need, 'unknown'> | null> {
  if (manifest === null) return 'missing';
  if (manifest.status === 'partial' && lacksOwnSurveys(manifest)) return 'partial';
  return (await isOutdated(repository, manifest, below)) ? 'behind' : null;
}

/** Whether a second look may have led to what an old week needs: a first revision was there before. */
function mayFollow(need: Need | null, manifest: Manifest | null): boolean {
  return need === 'behind' || (need === 'partial' && manifest !== null && manifest.revision > 1);
}

/** Asks for what is needed and not in work already. */
async function enqueue(
  { records, sender }: PlanContext,
  week: Week,
  folders: readonly number[],
  { manifests, unread }: { manifests: ReadonlyMap<number, Manifest>; unread: ReadFailures },
): Promise<number> {
  const known = async (folder: number) => {
    const job = await unread.attempt(() => findJob(records, { week: week.name, folder }));
    const revision = manifests.get(folder)?.revision ?? null;
    return job === undefined || isInQueue(job, revision, records)
      ? []
      : [{ folder, job, revision }];
  };
  const wanted = (await mapConcurrent(folders, known, SMALL_OBJECT_CONCURRENCY)).flat();
  await enqueueJobs(
    { records, sender },
    wanted.map(({ folder, job, revision }) => ({
      job: { week: week.name, folder, since: null },
      known: job,
      revision,
    })),
  );
  return wanted.length;
}

/** A store that is away answers none of thousands: then there is no sense in asking on. */
const MOST_UNREAD = 10;

interface ReadFailures {
  /** What was read; undefined when the store could not be read now. Fails with anything else, and beyond a few. */
  attempt<T>(read: () => Promise<T>): Promise<T | undefined>;
  /** The first thing that could not be read; null when all was. */
  readonly first: () => Failure | null;
}

function createReadFailures(): ReadFailures {
  const failures: Failure[] = [];
  return {
    first: () => failures[0] ?? null,
    async attempt(read) {
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'STORE_UNAVAILABLE') throw error;
        failures.push(error);
        if (failures.length > MOST_UNREAD) throw error;
        return undefined;
      }
    },
  };
}
