// One job of the queue: make one folder's report from its own surveys and its children's reports; the last child that
// is done asks for the parent's. It may be done twice, at the same time or late, and killed at any moment.
import type { Week } from '../domain/calendar.ts';
import { parseWeek } from '../domain/calendar.ts';
import type { Problem } from '../domain/report.ts';
import type { Manifest, Plan } from '../domain/stored.ts';
import { askForChildren, askForParent } from './ask-around.ts';
import { Failure } from './failures.ts';
import { changePlan } from './keep-plan.ts';
import { noteEnded } from './job-records.ts';
import type { MadeReport } from './make-report.ts';
import { kept, makeReport } from './make-report.ts';
import type { Making } from './make-week.ts';
import type { Planning } from './plan-week.ts';
import { ensurePlan } from './plan-week.ts';
import type { ReportJob } from './ports.ts';
import { roomsFor } from './rooms.ts';
import { findStanding } from './shelf.ts';
import { notesByFolder, readSubtree, readWhereabouts, refuseOpenWeek } from './subtree.ts';
import type { Stopwatch } from './stopwatch.ts';
import { timedRooms } from './stopwatch.ts';
import { together } from './together.ts';
import { childrenByParent, isBehind, manifestsOf } from './week-standing.ts';

export interface QueuedMaking {
  readonly making: Making;
  readonly planning: Planning;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly stopwatch: Stopwatch;
  /** Tells others of the report that stands; of each revision at most once. */
  readonly announce: (manifest: Manifest) => Promise<void>;
}

export type JobOutcome =
  | { readonly outcome: 'made' | 'kept'; readonly manifest: Manifest }
  /** Children's reports come first; the last of them asks for this one again. */
  | { readonly outcome: 'waiting'; readonly missing: number }
  /** No survey of the folder belongs in the week, or the folder is gone. */
  | { readonly outcome: 'nothing' };

/** Does a job. Fails with JOB_INVALID, or with what kept the report from being made: then it is worth another try. */
export async function makeQueuedReport(
  { making, planning, stopwatch, random, announce }: QueuedMaking,
  job: ReportJob,
): Promise<JobOutcome> {
  const week = parseWeek(job.week);
  if (week === null) throw new Failure('JOB_INVALID', { what: 'week' });
  const { shelf, records } = planning;
  const plan = await ensurePlan(planning, week, {
    folder: job.folder,
    now: making.clock(),
  });
  const planned = plan.folders.find(({ key }) => key === job.folder);
  if (planned === undefined) return nothing(planning, week, job.folder);

  const children = childrenByParent(plan).get(job.folder) ?? [];
  const below = await manifestsOf(
    shelf,
    week.name,
    children.map(({ key }) => key),
  );
  const missing = await askForChildren(planning, { job, week, planned, children, below });
  if (missing > 0) return { outcome: 'waiting', missing };

  const made = await makeOrKeep(making, stopwatch, { job, week, children, below });
  if (made === null) {
    await askForParent(planning, { week, planned, random });
    return nothing(planning, week, job.folder);
  }
  if (made.outcome === 'kept') await noteEnded(records, job, null);
  // The planner passes over a week that is done; its parents are behind now.
  if (made.outcome === 'made' && made.manifest.revision > 1) {
    await changePlan(shelf, week.name, (it) => (it.doneAt === null ? it : { ...it, doneAt: null }));
  }
  await announce(made.manifest);
  await askForParent(planning, { week, planned, random });
  return { outcome: made.outcome, manifest: made.manifest };
}

interface Work {
  readonly job: ReportJob;
  readonly week: Week;
  readonly children: Plan['folders'];
  /** Of the children that have one, by folder. */
  readonly below: ReadonlyMap<number, Manifest>;
}

/** Null when the folder owes nothing after all, or is gone. */
async function makeOrKeep(
  making: Making,
  stopwatch: Stopwatch,
  work: Work,
): Promise<MadeReport | null> {
  const { job, week, children, below } = work;
  const { keeping } = making;
  const standing = (await findStanding(keeping, job))?.manifest ?? null;
  const force =
    standing !== null &&
    (isOlder(standing, job.since) || (await isBehind(keeping, standing, [...below.values()])));
  if (standing !== null && standing.status !== 'partial' && !force) return kept(keeping, standing);

  const asOf = making.clock();
  try {
    const [tree, { isRoot, path }] = await together([
      readSubtree(making.source, job.folder),
      readWhereabouts(making.source, job.folder),
    ]);
    refuseOpenWeek(week, tree.root, asOf);
    const absent = children.filter(({ key }) => !below.has(key));
    return await makeReport(making.source, keeping, {
      folder: tree.root,
      path,
      // What a child that is missing owes, its parent owes.
      alwaysOwed: isRoot || absent.length > 0,
      notes: [
        ...(notesByFolder(tree).get(job.folder) ?? []),
        ...absent.map(({ key }) => missingChild(key)),
      ],
      week,
      asOf,
      rules: making.rules,
      rooms: timedRooms(roomsFor(making.concurrency), stopwatch),
      force,
      children: () => Promise.resolve([...below.values()].map((child) => kept(keeping, child))),
    });
  } catch (error) {
    const isGone = error instanceof Failure && error.code === 'FOLDER_NOT_FOUND';
    if (!isGone) throw error;
    return standing === null ? null : kept(keeping, standing);
  }
}

function isOlder({ asOf }: Manifest, since: string | null): boolean {
  return since !== null && Date.parse(asOf) < Date.parse(since);
}

function missingChild(folder: number): Problem {
  return {
    code: 'CHILD_MISSING',
    folder,
    message: 'The report of this folder could not be made in time; its figures are missing here.',
    missing: true,
  };
}

/** Nobody shall wait for a report that is not owed. */
async function nothing(
  { shelf, records }: Planning,
  week: Week,
  folder: number,
): Promise<JobOutcome> {
  await changePlan(shelf, week.name, (it) =>
    it.folders.some(({ key, parent }) => key === folder && parent !== null)
      ? { ...it, folders: it.folders.filter(({ key }) => key !== folder) }
      : it,
  );
  const id = { week: week.name, folder };
  await noteEnded(records, id, new Failure('NOTHING_OWED', id));
  return { outcome: 'nothing' };
}
