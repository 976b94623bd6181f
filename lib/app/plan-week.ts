// The planner: what does a finished week still owe? It looks at what stands and asks for what is missing, partial or
// behind, so that a tick that was lost, late or doubled is made good by the next one. It keeps nothing in memory.
import pLimit from 'p-limit';
import type { Week } from '../domain/calendar.ts';
import {
  beginsSomewhere,
  DAY_MS,
  HOUR_MS,
  overEverywhere,
  weekOf,
  weeksFrom,
} from '../domain/calendar.ts';
import type { Manifest, Plan } from '../domain/stored.ts';
import { changePlan, completed, createPlan } from './keep-plan.ts';
import type { JobRecords } from './job-records.ts';
import { findJob, isPending, mayComeSoon, noteQueued } from './job-records.ts';
import type { FeedbackSource, Folder, Instant, JobSender, ReportJob } from './ports.ts';
import type { Shelf } from './shelf.ts';
import { findPlan } from './shelf.ts';
import { walk } from './subtree.ts';
import { sideBySide, SMALL_OBJECTS } from './side-by-side.ts';
import { childrenByParent, isBehind, lacksOwn, manifestsOf } from './week-standing.ts';
import type { PlannedFolder } from './week-owed.ts';
import { owedFolders } from './week-owed.ts';

export interface Planning {
  readonly source: FeedbackSource;
  readonly shelf: Shelf;
  readonly records: JobRecords;
  readonly sender: JobSender;
  readonly settleHours: number;
  /** Requests to the reporting API at the same time. */
  readonly concurrency: number;
}

/** How a week stood at a tick, in reports. */
export interface PlannedWeek {
  readonly week: string;
  readonly isDone: boolean;
  readonly due: number;
  readonly missing: number;
  readonly partial: number;
  /** That hold another revision of a child than the one that stands. */
  readonly behind: number;
  /** Missing for longer than `LATE_MS` after they were due. */
  readonly late: number;
  readonly enqueued: number;
}

/** For how long after a week settled it is looked at. */
const LOOK_BACK_MS = 8 * DAY_MS;
/** A parent waits that long for children that are due, then it is made without them. */
export const WAIT_FOR_CHILDREN_MS = 24 * HOUR_MS;
/** A report that isn't there so long after it was due is late. */
const LATE_MS = 2 * HOUR_MS;

/** The weeks that a tick looks at: from the first zone's settled end until eight days after the last one's; oldest first. */
export function weeksToPlan(now: Instant, settleHours: number): readonly Week[] {
  const settle = settleHours * HOUR_MS;
  // The days of two zones at one instant can be of two weeks.
  const latest = weekOf(Math.floor(now / DAY_MS) + 1);
  const behind = Math.ceil((LOOK_BACK_MS + settle) / (7 * DAY_MS)) + 2;
  return Array.from({ length: behind + 1 }, (_, i) => weeksFrom(latest, i - behind)).filter(
    (week) =>
      beginsSomewhere(weeksFrom(week, 1)) + settle <= now &&
      now <= overEverywhere(week) + settle + LOOK_BACK_MS,
  );
}

/**
 * Looks at one week. When nothing is owed any more that is one read; otherwise the reporting API is asked for its
 * folders first, so that nothing is enqueued while it is down. Fails with what the API or the store said.
 */
export async function planWeek(planning: Planning, week: Week, now: Instant): Promise<PlannedWeek> {
  const standing = (await findPlan(planning.shelf, week.name))?.plan ?? null;
  if (standing !== null && standing.doneAt !== null) return nothingOwed(week);
  const plan = await bringUpToDate(planning, week, now, standing);
  const due = plan.folders.filter(({ dueAt }) => Date.parse(dueAt) <= now);
  const manifests = await manifestsOf(
    planning.shelf,
    week.name,
    due.map(({ key }) => key),
  );
  const children = childrenByParent(plan);

  /** A parent waits for its children, and after a day only for those that may still come. */
  const isHeldUp = async ({ key, dueAt }: PlannedFolder): Promise<boolean> => {
    const missing = (children.get(key) ?? []).filter((child) => !manifests.has(child.key));
    if (missing.length === 0 || now < Date.parse(dueAt) + WAIT_FOR_CHILDREN_MS) {
      return missing.length > 0;
    }
    const { records } = planning;
    const comesSoon = async (child: PlannedFolder): Promise<boolean> =>
      mayComeSoon(await findJob(records, { week: week.name, folder: child.key }), records);
    return (await sideBySide(missing, comesSoon, SMALL_OBJECTS)).includes(true);
  };
  const needs = await sideBySide(due, async (folder) => {
    const below = (children.get(folder.key) ?? []).map(({ key }) => manifests.get(key) ?? null);
    const need = await needOf(planning.shelf, manifests.get(folder.key) ?? null, below);
    const isReady = need !== null && !(await isHeldUp(folder));
    return { folder, need, isReady };
  });
  const enqueued = await enqueue(
    planning,
    week,
    needs.filter(({ isReady }) => isReady).map(({ folder: { key } }) => key),
    manifests,
  );
  const count = (need: Need): number => needs.filter((one) => one.need === need).length;
  const isDone =
    due.length === plan.folders.length &&
    now >= settledEverywhere(week, planning) &&
    needs.every(({ need }) => need === null) &&
    [...manifests.values()].every(({ status }) => status !== 'partial');
  if (isDone) {
    const doneAt = new Date(now).toISOString();
    await changePlan(planning.shelf, week.name, (it) =>
      it.doneAt === null ? { ...it, doneAt } : it,
    );
  }
  return {
    week: week.name,
    isDone,
    due: due.length,
    missing: count('missing'),
    partial: [...manifests.values()].filter(({ status }) => status === 'partial').length,
    behind: count('behind'),
    late: needs.filter(
      ({ folder, need }) => need === 'missing' && Date.parse(folder.dueAt) + LATE_MS <= now,
    ).length,
    enqueued,
  };
}

function nothingOwed(week: Week): PlannedWeek {
  const none = { due: 0, missing: 0, partial: 0, behind: 0, late: 0, enqueued: 0 };
  return { week: week.name, isDone: true, ...none };
}

// ── what the week owes ──────────────────────────────────────────────────────────────────────────

/**
 * The plan of a week, also of one that has none yet: for a report that is asked for before the planner came by.
 * Written down only when the folder is in it, so that asking for what is not owed leaves nothing behind.
 */
export async function ensurePlan(
  planning: Planning,
  week: Week,
  { folder, now }: { readonly folder: number; readonly now: Instant },
): Promise<Plan> {
  const standing = (await findPlan(planning.shelf, week.name))?.plan ?? null;
  return standing ?? bringUpToDate(planning, week, now, null, folder);
}

/**
 * A plan that fits the tree as it is. Until the week has settled everywhere folders may come; surveys that had ended
 * are asked once for responses, when all of them can have come.
 */
async function bringUpToDate(
  planning: Planning,
  week: Week,
  now: Instant,
  standing: Plan | null,
  wanted: number | null = null,
): Promise<Plan> {
  const { shelf, source, settleHours, concurrency } = planning;
  const { root } = await source.readFolders(null, { surveys: true });
  const isSettled = now >= settledEverywhere(week, planning);
  const isCounted = standing !== null && (await shelf.store.read(countedKey(week))) !== null;
  if (standing !== null && isCounted) return withoutVanished(shelf, week, root);

  const found = await owedFolders(source, root, {
    week,
    settleHours,
    room: pLimit(concurrency),
    askEnded: isSettled,
  });
  const plan: Plan = { week: week.name, folders: found, doneAt: null };
  if (wanted !== null && !found.some(({ key }) => key === wanted)) return plan;
  const isFirst = standing === null && (await createPlan(shelf, plan));
  const kept = isFirst ? plan : await changePlan(shelf, week.name, (it) => completed(it, plan));
  if (isSettled) {
    const nothing = new TextEncoder().encode('{}\n');
    await shelf.store.create(countedKey(week), nothing, { contentType: 'application/json' });
  }
  return kept ?? plan;
}

/** A folder that has gone from the company owes nothing that isn't there already. */
async function withoutVanished(shelf: Shelf, week: Week, root: Folder): Promise<Plan> {
  const there = new Set(walk(root).map(({ folder }) => folder.key));
  const plan = (await findPlan(shelf, week.name))?.plan ?? null;
  const gone = (plan?.folders ?? []).filter(({ key }) => !there.has(key)).map(({ key }) => key);
  const made = await manifestsOf(shelf, week.name, gone);
  const drop = new Set(gone.filter((key) => !made.has(key)));
  const changed = await changePlan(shelf, week.name, (it) =>
    it.folders.some(({ key }) => drop.has(key))
      ? { ...it, folders: it.folders.filter(({ key }) => !drop.has(key)) }
      : it,
  );
  return changed ?? { week: week.name, folders: [], doneAt: null };
}

/** Is there once the surveys that had ended have been asked. */
function countedKey(week: Week): string {
  return `requests/${week.name}/counted.json`;
}

function settledEverywhere(week: Week, { settleHours }: Planning): Instant {
  return overEverywhere(week) + settleHours * HOUR_MS;
}

// ── what is to be done ──────────────────────────────────────────────────────────────────────────

type Need = 'missing' | 'partial' | 'behind';

async function needOf(
  shelf: Shelf,
  manifest: Manifest | null,
  children: readonly (Manifest | null)[],
): Promise<Need | null> {
  if (manifest === null) return 'missing';
  if (manifest.status === 'partial' && lacksOwn(manifest)) return 'partial';
  const there = children.filter((child) => child !== null);
  return (await isBehind(shelf, manifest, there)) ? 'behind' : null;
}

/** Sends what is needed and not in work already; sent before it is noted, so that a crash in between loses nothing. */
async function enqueue(
  { records, sender }: Planning,
  week: Week,
  folders: readonly number[],
  manifests: ReadonlyMap<number, Manifest>,
): Promise<number> {
  const known = async (folder: number) => {
    const job = await findJob(records, { week: week.name, folder });
    return { folder, job, revision: manifests.get(folder)?.revision ?? null };
  };
  const wanted = (await sideBySide(folders, known, SMALL_OBJECTS)).filter(
    ({ job, revision }) => !isPending(job, revision, records),
  );
  const jobOf = (folder: number): ReportJob => ({ week: week.name, folder, since: null });
  for (let i = 0; i < wanted.length; i += SENT_AT_ONCE) {
    const some = wanted.slice(i, i + SENT_AT_ONCE);
    await sender.send(some.map(({ folder }) => jobOf(folder)));
    await sideBySide(
      some,
      ({ folder, job, revision }) => noteQueued(records, job, jobOf(folder), revision),
      SMALL_OBJECTS,
    );
  }
  return wanted.length;
}

const SENT_AT_ONCE = 100;
