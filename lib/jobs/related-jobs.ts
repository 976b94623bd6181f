// What one report's job sets going in others: children that are still to be made, and the parent once all are there.
// It hides who waits for whom; every question is answered by what stands in the store, so it may be asked twice.
import type { Week } from '../domain/calendar.ts';
import type { Manifest } from '../ports/stored-records.ts';
import { enqueueJobs } from './job-records.ts';
import { reopenPlan } from '../reports/plan.ts';
import type { JobRecords, StoredJob } from './job-records.ts';
import { findJob, isInQueue, isPending, isExpectedSoon, wasRequested } from './job-records.ts';
import type { PlanContext } from './synchronize-plan.ts';
import { WAIT_FOR_CHILDREN_MS } from './plan-week.ts';
import type { ReportRepository } from '../reports/report-repository.ts';
import { readManifest, readPlan } from '../reports/report-repository.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import type { PlannedFolder } from '../reports/due-folders.ts';
import { childrenByParent, isOutdated, isOlderThan, readManifests } from '../reports/week-state.ts';

/** What asking takes. */
export type EnqueueContext = Pick<PlanContext, 'repository' | 'records' | 'sender'>;

/** A child as its parent's job looks at it. */
export interface ChildFolder {
  readonly key: number;
  /** Null when there is no report. */
  readonly manifest: Manifest | null;
  /** Its data must be of this UTC instant or later; null for any. */
  readonly since: string | null;
}

/** Asks for the children's reports that a parent has to wait for; how many those are. */
export async function enqueueChildren(
  planning: EnqueueContext,
  {
    week,
    parent,
    children,
  }: { week: Week; parent: PlannedFolder; children: readonly ChildFolder[] },
): Promise<number> {
  const { records } = planning;
  const isLate = isLateNow(parent, records);
  const ifWaitedFor = async (child: ChildFolder) => {
    if (isFresh(child)) return [];
    const known = await findJob(records, { week: week.name, folder: child.key });
    return isWaitedFor(child, known, { isLate, records }) ? [{ ...child, known }] : [];
  };
  const waitedFor = (await mapConcurrent(children, ifWaitedFor, SMALL_OBJECT_CONCURRENCY)).flat();
  const jobs = waitedFor.map(({ key, manifest, since, known }) => ({
    job: { week: week.name, folder: key, since },
    known,
    revision: manifest?.revision ?? null,
  }));
  await enqueueJobs(
    planning,
    jobs.filter(
      ({ job, known, revision }) =>
        !isInQueue(known, revision, records) || !wasRequested(known, job.since),
    ),
  );
  return jobs.length;
}

/**
 * Asks for the parent's report when it is due or waited for, needed, and no child is to be waited for any more.
 * `made`: the child's own report that stands now, where there is one.
 */
export async function enqueueParent(
  planning: EnqueueContext,
  { week, child, manifest: made = null, random }: FinishedChild,
): Promise<void> {
  const { repository, records } = planning;
  const { memory } = repository;
  // The child's report stands by now.
  const moment = memory?.moment() ?? 0;
  const plan = await readPlan(repository, week.name);
  const parent = plan?.folders.find(({ key }) => key === child.parent);
  if (plan === null || parent === undefined) return;

  const id = { week: week.name, folder: parent.key };
  const siblings = (childrenByParent(plan).get(parent.key) ?? []).map(({ key }) => key);
  const manifestOf = readOnce(repository, week, made);
  const isLate = isLateNow(parent, records);
  const hasStood = (folder: number): boolean =>
    memory?.hasStood({ week: week.name, folder }) === true;
  const isThere = async (folder: number): Promise<boolean> => {
    if ((await manifestOf(folder)) !== null) return true;
    return isLate && !isExpectedSoon(await findJob(records, { week: week.name, folder }), records);
  };
  const unseen = siblings.filter((folder) => !hasStood(folder));
  // A child that has no report and may still get one is waited for whatever is known of the parent: most end here.
  if (!(await everyInAnyOrder(unseen, isThere, random))) return;

  const standing = await readManifest(repository, id);
  const revision = standing?.revision ?? null;
  const known = await findJob(records, id);
  const waiting = isPending(known, revision, records) ? (known?.record ?? null) : null;
  // Somebody who asked for it before it was due need not wait till then.
  if (waiting === null && records.clock() < Date.parse(parent.dueAt)) return;
  const since = waiting?.since ?? null;
  const isDone = async (folder: number): Promise<boolean> => {
    if (standing === null && since === null && hasStood(folder)) return true;
    const manifest = await manifestOf(folder);
    const sibling = { key: folder, manifest, since };
    if (isFresh(sibling) && standing === null) return true;
    const job = await findJob(records, { week: week.name, folder });
    // Where the parent stands already, it waits also for those that are just being made again.
    if (isFresh(sibling)) return !isPending(job, manifest?.revision ?? null, records);
    return !isWaitedFor(sibling, job, { isLate, records });
  };
  if (!(await everyInAnyOrder(siblings, isDone, random))) return;
  if (standing !== null) {
    const manifests = [...(await readManifests(repository, week.name, siblings)).values()];
    if (waiting === null && !(await isOutdated(repository, standing, { manifests, plan }))) return;
    // The planner would pass over the week if this job were lost.
    await reopenPlan(repository, week.name);
  }
  const wish = { job: { ...id, since }, known, revision };
  const asking = (): Promise<void> => enqueueJobs(planning, [wish]);
  if (memory === undefined) return asking();
  // A job that this process has sent since the child was done will find it done.
  const name = JSON.stringify(wish.job) + String(revision);
  const asked = memory.askedAfter(name, moment);
  if (asked === null) return memory.asked(name, asking);
  return asked.catch(() => memory.asked(name, asking));
}

export interface FinishedChild {
  readonly week: Week;
  readonly child: PlannedFolder;
  readonly manifest?: Manifest | null;
  readonly random: () => number;
}

/** Each folder's manifest once; that of the child itself is at hand. */
function readOnce(
  repository: ReportRepository,
  { name: week }: Week,
  made: Manifest | null,
): (folder: number) => Promise<Manifest | null> {
  const reads = new Map<number, Promise<Manifest | null>>();
  if (made !== null) reads.set(made.folder.key, Promise.resolve(made));
  return (folder) => {
    const reading = reads.get(folder) ?? readManifest(repository, { week, folder });
    reads.set(folder, reading);
    return reading;
  };
}

function isLateNow({ dueAt }: PlannedFolder, { clock }: JobRecords): boolean {
  return clock() >= Date.parse(dueAt) + WAIT_FOR_CHILDREN_MS;
}

function isFresh({ manifest, since }: ChildFolder): boolean {
  return manifest !== null && !isOlderThan(manifest, since);
}

/** Whether a child that is not there, or not fresh, may still become so. */
function isWaitedFor(
  { manifest, since }: ChildFolder,
  known: StoredJob | null,
  { isLate, records }: { readonly isLate: boolean; readonly records: JobRecords },
): boolean {
  if (manifest === null) return !isLate || isExpectedSoon(known, records);
  return isPending(known, manifest.revision, records) || !wasRequested(known, since);
}

/** Looked at once by the last of a thousand children, all would be read a million times; so a gap is sought at random. */
async function everyInAnyOrder<T>(
  items: readonly T[],
  holds: (item: T) => Promise<boolean>,
  random: () => number,
): Promise<boolean> {
  const shuffled = items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
  // While many are missing one look is enough; the longer none is found, the more are looked at together.
  for (let from = 0, size = 1; from < shuffled.length; from += size, size *= 2) {
    const some = await Promise.all(shuffled.slice(from, from + size).map(holds));
    if (some.includes(false)) return false;
  }
  return true;
}
