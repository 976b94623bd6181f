// What one report's job sets going in others: children that are still to be made, and the parent once all are there.
// It hides who waits for whom; every question is answered by what stands in the store, so it may be asked twice.
import type { Week } from '../domain/calendar.ts';
import type { Manifest } from '../domain/stored.ts';
import type { KnownJob } from './job-records.ts';
import { findJob, isPending, mayComeSoon, noteQueued } from './job-records.ts';
import type { Planning } from './plan-week.ts';
import { WAIT_FOR_CHILDREN_MS } from './plan-week.ts';
import type { ReportJob } from './ports.ts';
import type { PlannedFolder } from './week-owed.ts';
import { findPlan, findStanding } from './shelf.ts';
import { sideBySide, SMALL_OBJECTS } from './side-by-side.ts';
import { childrenByParent, isBehind, manifestsOf } from './week-standing.ts';

export interface ChildrenOf {
  readonly job: ReportJob;
  readonly week: Week;
  readonly planned: PlannedFolder;
  readonly children: readonly PlannedFolder[];
  /** The children's manifests, where there are any. */
  readonly below: ReadonlyMap<number, Manifest>;
}

/** Asks for the children's reports that a report has to wait for; how many those are. */
export async function askForChildren(
  planning: Planning,
  { job, week, planned, children, below }: ChildrenOf,
): Promise<number> {
  const { records } = planning;
  const since = job.since === null ? -Infinity : Date.parse(job.since);
  const isLate = records.clock() >= Date.parse(planned.dueAt) + WAIT_FOR_CHILDREN_MS;
  const ifWaitedFor = async ({ key }: PlannedFolder) => {
    const manifest = below.get(key);
    if (manifest !== undefined && Date.parse(manifest.asOf) >= since) return [];
    const known = await findJob(records, { week: week.name, folder: key });
    const revision = manifest?.revision ?? null;
    const isInWork = isPending(known, revision, records);
    const at = known?.record?.at ?? null;
    const wasAsked = at !== null && Date.parse(at) >= since;
    const mustWait =
      manifest === undefined ? !isLate || mayComeSoon(known, records) : isInWork || !wasAsked;
    const isAsked = isInWork && wasAsked;
    return mustWait ? [{ folder: key, known, revision, isAsked }] : [];
  };
  const all = (await sideBySide(children, ifWaitedFor, SMALL_OBJECTS)).flat();
  await ask(
    planning,
    all
      .filter(({ isAsked }) => !isAsked)
      .map(({ folder, known, revision }) => ({
        job: { week: week.name, folder, since: job.since },
        known,
        revision,
      })),
  );
  return all.length;
}

/** Asks for the parent's report when it is due, needed, and no child is missing or in work any more. */
export async function askForParent(
  planning: Planning,
  { week, planned, random }: { week: Week; planned: PlannedFolder; random: () => number },
): Promise<void> {
  const { shelf, records } = planning;
  const plan = (await findPlan(shelf, week.name))?.plan ?? null;
  const parent = plan?.folders.find(({ key }) => key === planned.parent);
  if (plan === null || parent === undefined) return;
  if (records.clock() < Date.parse(parent.dueAt)) return;

  const id = { week: week.name, folder: parent.key };
  const standing = (await findStanding(shelf, id))?.manifest ?? null;
  const revision = standing?.revision ?? null;
  const known = await findJob(records, id);
  const waiting = isPending(known, revision, records) ? (known?.record ?? null) : null;
  const since = waiting?.since ?? null;
  const siblings = (childrenByParent(plan).get(parent.key) ?? []).map(({ key }) => key);
  const isDone = (folder: number): Promise<boolean> =>
    isChildDone(planning, { week: week.name, folder }, since, standing !== null);
  if (!(await everyInAnyOrder(siblings, isDone, random))) return;
  if (standing !== null && waiting === null) {
    const manifests = await manifestsOf(shelf, week.name, siblings);
    if (!(await isBehind(shelf, standing, [...manifests.values()]))) return;
  }
  await ask(planning, [{ job: { ...id, since }, known, revision }]);
}

/** Whether a child's report is there, and when the parent's stands already, that it isn't just being made again. */
async function isChildDone(
  { shelf, records }: Planning,
  id: { readonly week: string; readonly folder: number },
  since: string | null,
  isAgain: boolean,
): Promise<boolean> {
  const manifest = (await findStanding(shelf, id))?.manifest ?? null;
  if (manifest === null) return false;
  if (since !== null && Date.parse(manifest.asOf) < Date.parse(since)) return false;
  return !isAgain || !isPending(await findJob(records, id), manifest.revision, records);
}

/** Sent before it is noted, so that a crash in between loses nothing. */
async function ask(
  { sender, records }: Planning,
  jobs: readonly { job: ReportJob; known: KnownJob | null; revision: number | null }[],
): Promise<void> {
  if (jobs.length === 0) return;
  await sender.send(jobs.map(({ job }) => job));
  await sideBySide(
    jobs,
    ({ job, known, revision }) => noteQueued(records, known, job, revision),
    SMALL_OBJECTS,
  );
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
