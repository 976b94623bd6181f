// One job of the queue: make one folder's report from its own surveys and its children's reports; the last child that
// is done asks for the parent's. It may be done twice, at the same time or late, and killed at any moment.
import { parseWeek } from '../domain/calendar.ts';
import { isAtLeastAsComplete } from '../domain/problems.ts';
import type { ReportProblem, Report } from '../domain/report.ts';
import type { Manifest, Plan } from '../ports/stored-records.ts';
import type { EnqueueContext } from './related-jobs.ts';
import { enqueueChildren, enqueueParent } from './related-jobs.ts';
import { Failure } from '../shared/failure.ts';
import { findJob, recordEnded, wasRequested } from './job-records.ts';
import { changePlan, reopenPlan } from '../reports/plan.ts';
import type { FolderReportTask, JobMakingContext, NoReport } from './make-folder.ts';
import { makeFolder, readPartOnce } from './make-folder.ts';
import type { MadeReport } from '../reports/make-report.ts';
import { reuseStoredReport } from '../reports/make-report.ts';
import type { PlanContext } from './synchronize-plan.ts';
import { ensurePlan } from './synchronize-plan.ts';
import type { ReportJob } from '../ports/job-queue.ts';
import { findReport, readPlan } from '../reports/report-repository.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import type { Stopwatch } from './make-folder.ts';
import { settleAll } from '../shared/map-concurrent.ts';
import type { PlannedFolder } from '../reports/due-folders.ts';
import { childrenByParent, isOutdated, isOlderThan, readManifests } from '../reports/week-state.ts';

export interface JobContext {
  readonly making: JobMakingContext;
  readonly planning: PlanContext;
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
export async function processJob(
  { making, planning, stopwatch, random, announce }: JobContext,
  job: ReportJob,
): Promise<JobOutcome> {
  const week = parseWeek(job.week);
  if (week === null) throw new Failure('JOB_INVALID', { what: 'week' });
  const { repository, records } = planning;
  const plan = await ensurePlan(planning, week, { folder: job.folder, now: making.clock() });
  const planned = plan.folders.find(({ key }) => key === job.folder);
  if (planned === undefined) return nothing(planning, job, 'NOTHING_OWED');

  const work: Work = { job, week, plan, planned, making, planning, stopwatch };
  const made = await makeOrKeep(work);
  if (typeof made === 'number') return { outcome: 'waiting', missing: made };
  if (typeof made === 'string') {
    const outcome = await nothing(planning, job, made);
    await enqueueParent(planning, { week, child: planned, random });
    return outcome;
  }
  // Children that could not be had anew make a report older than was asked for; once is enough all the same.
  if (made.outcome === 'kept' || isOlderThan(made.manifest, job.since)) {
    await recordEnded(records, job, null);
  }
  if (made.outcome === 'made' && made.manifest.revision > 1)
    await reopenPlan(repository, week.name);
  // The parent must not wait for somebody who can't be told.
  await settleAll([
    enqueueParent(planning, { week, child: planned, manifest: made.manifest, random }),
    announce(made.manifest),
  ]);
  return { outcome: made.outcome, manifest: made.manifest };
}

/** Puts on record that a job won't be tried again; whoever waited for it goes on without. */
export async function abandonJob(
  planning: EnqueueContext,
  { job, failure, random }: { job: ReportJob; failure: Failure; random: () => number },
): Promise<void> {
  await recordEnded(planning.records, job, failure);
  const week = parseWeek(job.week);
  if (week === null) return;
  const plan = await readPlan(planning.repository, week.name);
  const child = plan?.folders.find(({ key }) => key === job.folder);
  if (child !== undefined) await enqueueParent(planning, { week, child, random });
}

interface Work extends FolderReportTask {
  readonly plan: Plan;
  readonly planned: PlannedFolder;
  readonly planning: PlanContext;
}

/** Somebody else's revision may be of older children than those that were seen here; then it is looked at again. */
const MOST_ROUNDS = 3;

/** The report, how many children are waited for, or why there is none. */
async function makeOrKeep(work: Work): Promise<MadeReport | number | NoReport> {
  for (let round = 1; ; round += 1) {
    const { result, standing } = await makeOnce(work);
    if (typeof result !== 'object' || round === MOST_ROUNDS) return result;
    const isOthers = result.outcome === 'kept' && result.manifest.revision !== standing?.revision;
    if (!isOthers) return result;
  }
}

async function makeOnce(work: Work): Promise<{
  readonly result: MadeReport | number | NoReport;
  readonly standing: Manifest | null;
}> {
  const { job, week, plan, planned, making, planning } = work;
  const { keeping } = making;
  // Its own report before its children's: what comes in between makes it look behind, never ahead.
  const found = await findReport(keeping, job);
  const standing = found?.manifest ?? null;
  const since = await sinceWhen(work, standing);
  const keys = (childrenByParent(plan).get(job.folder) ?? []).map(({ key }) => key);
  const manifests = await readManifests(keeping, week.name, keys);
  const children = keys.map((key) => ({ key, manifest: manifests.get(key) ?? null, since }));
  const missing = await enqueueChildren(planning, { week, parent: planned, children });
  if (missing > 0) return { result: missing, standing };

  const below = [...manifests.values()];
  const isForced =
    standing !== null &&
    (isOlderThan(standing, since) || (await isOutdated(keeping, standing, { manifests: below, plan })));
  if (standing !== null && standing.status !== 'partial' && !isForced) {
    return { result: reuseStoredReport(keeping, standing), standing };
  }
  const parts = await mapConcurrent(below, (manifest) =>
    readPartOnce(reuseStoredReport(keeping, manifest)),
  );
  const damaged = parts.flatMap(({ manifest, isDamaged }) =>
    isDamaged ? [{ key: manifest.folder.key, manifest, since: justAfter(manifest.asOf) }] : [],
  );
  const remade = await enqueueChildren(planning, { week, parent: planned, children: damaged });
  if (remade > 0) return { result: remade, standing };
  const absent = keys.filter((key) => !manifests.has(key));
  const force = ({ revision }: Manifest): boolean => isForced && revision === standing.revision;
  const lost: ReportProblem[] = [];
  // Children's news are no reason to give up what the folder's own surveys said.
  const accepts = ({ problems }: Report, { problems: before }: Report): boolean => {
    lost.push(...lostOwn(job.folder, before, problems));
    return lost.length === 0;
  };
  const isAnew = standing !== null && isOlderThan(standing, since);
  // Before its commit, after which this process may be heard of no more: those above it would stay behind.
  if (standing !== null) await reopenPlan(planning.repository, week.name);
  const result = await makeFolder(work, {
    parts,
    absent,
    force,
    accepts: isAnew ? null : accepts,
    standing: found,
  });
  const [first] = lost;
  if (first !== undefined) throw new Failure('UPSTREAM_UNAVAILABLE', { lost: first.code });
  return { result, standing };
}

/** What is missing of the folder's own now, and was not before. */
function lostOwn(
  folder: number,
  before: readonly ReportProblem[],
  after: readonly ReportProblem[],
): readonly ReportProblem[] {
  const own = after.filter((problem) => (problem.folder ?? folder) === folder);
  return own.filter((problem) => !isAtLeastAsComplete(before, [problem]));
}

/** A request that has got what could be had is satisfied, whatever comes of its message again. */
async function sinceWhen(
  { job, planning }: Work,
  standing: Manifest | null,
): Promise<string | null> {
  if (job.since === null || standing === null) return job.since;
  const known = await findJob(planning.records, job);
  const isSatisfied = wasRequested(known, job.since) && known?.record?.state === 'ended';
  return isSatisfied ? null : job.since;
}

function justAfter(asOf: string): string {
  return new Date(Date.parse(asOf) + 1).toISOString();
}

/** Nobody shall wait for a report that is not owed. */
async function nothing(
  { repository, records }: PlanContext,
  job: ReportJob,
  why: NoReport,
): Promise<JobOutcome> {
  const { week, folder } = job;
  await changePlan(repository, week, (it) =>
    it.folders.some(({ key, parent }) => key === folder && parent !== null)
      ? { ...it, folders: it.folders.filter(({ key }) => key !== folder) }
      : it,
  );
  await recordEnded(records, job, new Failure(why, { week, folder }));
  return { outcome: 'nothing' };
}
