// Enqueues the jobs that one report's job leads to: children that are still to be made, and the parent once all of its
// children are there. Every decision is made from the store, so it may be repeated.
import type { Week } from '../domain/calendar.ts';
import type { Manifest, Plan } from '../ports/stored-records.ts';
import { reopenPlan } from '../reports/plan.ts';
import type { JobRecordStore, StoredJob } from './job-records.ts';
import {
  enqueueJobs,
  findJob,
  hasFailed,
  isExpectedSoon,
  isInQueue,
  isPending,
  wasRequested,
} from './job-records.ts';
import type { PlanningContext } from './synchronize-plan.ts';
import { WAIT_FOR_CHILDREN_MS } from '../reports/week-state.ts';
import type { ReportRepository } from '../reports/report-repository.ts';
import { manifestKey, findIntactManifest, readPlan } from '../reports/report-repository.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import type { PlannedFolder } from '../reports/planned-folders.ts';
import { followsSettings, pathsInPlan, readWeekSettings } from '../reports/report-settings.ts';
import {
  childrenByParent,
  hasOtherSettings,
  isOutdated,
  isOlderThan,
  readManifests,
} from '../reports/week-state.ts';

export type EnqueueContext = Pick<
  PlanningContext,
  'repository' | 'records' | 'sender' | 'settleHours'
>;

/** A child of the folder whose job runs. */
export interface ChildFolder {
  readonly key: number;
  /** Null when there is no report. */
  readonly manifest: Manifest | null;
  /** Its data must be of this UTC instant or later; null for any. */
  readonly since: string | null;
}

/** Enqueues the children's reports that a parent has to wait for, and returns their number. */
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
  const findPendingChild = async (child: ChildFolder) => {
    if (isFresh(child)) return [];
    const job = await findJob(records, { week: week.name, folder: child.key });
    return isWaitedFor(child, job, { isLate, records }) ? [{ ...child, previousJob: job }] : [];
  };
  const pendingChildren = (
    await mapConcurrent(children, findPendingChild, SMALL_OBJECT_CONCURRENCY)
  ).flat();
  const requests = pendingChildren.map(({ key, manifest, since, previousJob }) => ({
    job: { week: week.name, folder: key, since },
    previousJob,
    revision: manifest?.revision ?? null,
  }));
  await enqueueJobs(
    planning,
    requests.filter(
      ({ job, previousJob, revision }) =>
        !isInQueue(previousJob, revision, records) || !wasRequested(previousJob, job.since),
    ),
  );
  return pendingChildren.length;
}

export interface FinishedChild {
  readonly week: Week;
  readonly child: PlannedFolder;
  /** The child's current report, where there is one. */
  readonly manifest?: Manifest | null;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/** Enqueues the parent's report when it is due or requested, needed, and no child has to be waited for any more. */
export async function enqueueParent(
  planning: EnqueueContext,
  { week, child, manifest: childManifest = null, random }: FinishedChild,
): Promise<void> {
  const { repository, records } = planning;
  const cache = repository.cache;
  // The child's report is stored by now.
  const sequence = cache?.sequence() ?? 0;
  const plan = await readPlan(repository, week.name);
  const parent = plan?.folders.find(({ key }) => key === child.parent);
  if (plan === null || parent === undefined) return;

  const idOf = (folder: number) => ({ week: week.name, folder });
  const parentId = idOf(parent.key);
  const siblings = (childrenByParent(plan).get(parent.key) ?? []).map(({ key }) => key);
  const readSibling = createManifestReader(repository, week, childManifest);
  const isLate = isLateNow(parent, records);
  const isCached = (folder: number): boolean =>
    cache?.hasManifest(manifestKey(idOf(folder))) === true;
  const hasReport = async (folder: number): Promise<boolean> => {
    if ((await readSibling(folder)) !== null) return true;
    return isLate && !isExpectedSoon(await findJob(records, idOf(folder)), records);
  };
  const uncached = siblings.filter((folder) => !isCached(folder));
  // A child without a report is waited for in any case, so most calls end here, before the parent is read.
  if (!(await everyInRandomOrder(uncached, hasReport, random))) return;

  const parentManifest = await findIntactManifest(repository, parentId);
  const revision = parentManifest?.revision ?? null;
  const parentJob = await findJob(records, parentId);
  const pendingRecord = isPending(parentJob, revision, records) ? (parentJob?.value ?? null) : null;
  // A report that was requested before it is due is made before it is due.
  if (pendingRecord === null && records.clock() < Date.parse(parent.dueAt)) return;
  const since = pendingRecord?.since ?? null;
  const hasOwnSettings =
    parentManifest === null ? () => true : await createSettingsCheck(planning, week, plan);
  const isDone = async (folder: number): Promise<boolean> => {
    if (parentManifest === null && since === null && isCached(folder)) return true;
    const manifest = await readSibling(folder);
    const sibling = { key: folder, manifest, since };
    if (isFresh(sibling) && parentManifest === null) return true;
    const job = await findJob(records, idOf(folder));
    // A parent that has a report also waits for children that are being made again.
    if (isFresh(sibling)) {
      const revision = manifest?.revision ?? null;
      if (isPending(job, revision, records)) return false;
      // One whose settings have changed is made again, when those below it are.
      return manifest === null || hasOwnSettings(manifest) || hasFailed(job, revision);
    }
    return !isWaitedFor(sibling, job, { isLate, records });
  };
  if (!(await everyInRandomOrder(siblings, isDone, random))) return;
  if (parentManifest !== null) {
    const manifests = [...(await readManifests(repository, week.name, siblings)).values()];
    const isNeeded =
      pendingRecord !== null || (await isOutdated(repository, parentManifest, { manifests, plan }));
    if (!isNeeded) return;
    // Otherwise the planner would skip the week if this job were lost.
    await reopenPlan(repository, week.name);
  }
  const request = { job: { ...parentId, since }, previousJob: parentJob, revision };
  const send = (): Promise<void> => enqueueJobs(planning, [request]);
  if (cache === undefined) return send();
  // A job that this process has sent since the child was stored will find the child.
  const name = JSON.stringify(request.job) + String(revision);
  const earlierSend = cache.enqueuedAfter(name, sequence);
  if (earlierSend === null) return cache.enqueue(name, send);
  return earlierSend.catch(() => cache.enqueue(name, send));
}

/** Whether a report was made with the settings that it depends on now. */
async function createSettingsCheck(
  { repository, records, settleHours }: EnqueueContext,
  week: Week,
  plan: Plan,
): Promise<(manifest: Manifest) => boolean> {
  if (!followsSettings(week, records.clock(), settleHours)) return () => true;
  const settings = await readWeekSettings(repository, week);
  const pathOf = pathsInPlan(plan);
  return (manifest) =>
    !hasOtherSettings(manifest, {
      settings: settings?.ofFolder(pathOf(manifest.folder.key)) ?? null,
      followsSettings: true,
    });
}

/** Reads each folder's manifest at most once; the finished child's is known. */
function createManifestReader(
  repository: ReportRepository,
  { name: week }: Week,
  knownManifest: Manifest | null,
): (folder: number) => Promise<Manifest | null> {
  const reads = new Map<number, Promise<Manifest | null>>();
  if (knownManifest !== null) reads.set(knownManifest.folder.key, Promise.resolve(knownManifest));
  return (folder) => {
    const reading = reads.get(folder) ?? findIntactManifest(repository, { week, folder });
    reads.set(folder, reading);
    return reading;
  };
}

function isLateNow({ dueAt }: PlannedFolder, { clock }: JobRecordStore): boolean {
  return clock() >= Date.parse(dueAt) + WAIT_FOR_CHILDREN_MS;
}

function isFresh({ manifest, since }: ChildFolder): boolean {
  return manifest !== null && !isOlderThan(manifest, since);
}

/** Whether a child without a fresh report may still get one. */
function isWaitedFor(
  { manifest, since }: ChildFolder,
  job: StoredJob | null,
  { isLate, records }: { readonly isLate: boolean; readonly records: JobRecordStore },
): boolean {
  if (manifest === null) return !isLate || isExpectedSoon(job, records);
  return isPending(job, manifest.revision, records) || !wasRequested(job, since);
}

/**
 * Whether all items fulfil a condition. Checked in random order and in growing batches: a thousand children that finish
 * together would otherwise read each other a million times.
 */
async function everyInRandomOrder<T>(
  items: readonly T[],
  condition: (item: T) => Promise<boolean>,
  random: () => number,
): Promise<boolean> {
  const shuffled = items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
  for (let from = 0, size = 1; from < shuffled.length; from += size, size *= 2) {
    const results = await Promise.all(shuffled.slice(from, from + size).map(condition));
    if (results.includes(false)) return false;
  }
  return true;
}
