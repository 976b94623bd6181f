// Processes one job of the queue: makes one folder's report from its own surveys and its children's reports. The last
// finished child enqueues the parent. A job may be repeated, run twice at the same time or late, and stop at any point.
import { parseWeek } from '../domain/calendar.ts';
import { lostOwnData } from '../domain/problems.ts';
import type { ReportProblem, Report } from '../domain/report.ts';
import type { Manifest, Plan } from '../ports/stored-records.ts';
import type { EnqueueContext } from './related-jobs.ts';
import { enqueueChildren, enqueueParent } from './related-jobs.ts';
import { Failure } from '../shared/failure.ts';
import { findJob, recordEnded, wasRequested } from './job-records.ts';
import { changePlan, reopenPlan } from '../reports/plan.ts';
import type { FolderReportTask, JobMakingContext, NoReport, Stopwatch } from './make-folder.ts';
import { makeFolder } from './make-folder.ts';
import type { MadeReport } from '../reports/make-report.ts';
import { readPartOnce, reuseStoredReport } from '../reports/make-report.ts';
import type { PlanningContext } from './synchronize-plan.ts';
import { ensurePlan } from './synchronize-plan.ts';
import type { ReportJob } from '../ports/job-queue.ts';
import { findStoredReport, readPlan } from '../reports/report-repository.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import type { PlannedFolder } from '../reports/planned-folders.ts';
import { followsSettings, pathsInPlan, readWeekSettings } from '../reports/report-settings.ts';
import {
  childrenByParent,
  hasOtherSettings,
  isOutdated,
  isOlderThan,
  readManifests,
} from '../reports/week-state.ts';

export interface JobContext {
  readonly making: JobMakingContext;
  readonly planning: PlanningContext;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly stopwatch: Stopwatch;
}

export type JobOutcome =
  | { readonly outcome: 'made' | 'kept'; readonly manifest: Manifest }
  /** Children's reports are made first; the last of them enqueues this one again. */
  | { readonly outcome: 'waiting'; readonly missing: number }
  /** No survey of the folder belongs in the week, or the folder was removed. */
  | { readonly outcome: 'nothing' };

/** Fails with JOB_INVALID, or with what prevented the report, which may be retried. */
export async function processJob(
  { making, planning, stopwatch, random }: JobContext,
  job: ReportJob,
): Promise<JobOutcome> {
  const week = parseWeek(job.week);
  if (week === null) throw new Failure('JOB_INVALID', { what: 'week' });
  const { repository, records } = planning;
  const plan = await ensurePlan(planning, week, { folder: job.folder, now: making.clock() });
  const plannedFolder = plan.folders.find(({ key }) => key === job.folder);
  if (plannedFolder === undefined) return endWithoutReport(planning, job, 'NOTHING_OWED');

  const task: JobTask = { job, week, plan, plannedFolder, making, planning, stopwatch };
  const result = await makeCurrentReport(task);
  if (typeof result === 'number') return { outcome: 'waiting', missing: result };
  if (typeof result === 'string') {
    const outcome = await endWithoutReport(planning, job, result);
    await enqueueParent(planning, { week, child: plannedFolder, random });
    return outcome;
  }
  const { outcome, manifest } = result;
  // Children that could not be made again leave the report older than requested; it is not attempted twice.
  if (outcome === 'kept' || isOlderThan(manifest, job.since)) {
    await recordEnded(records, job, null);
  }
  if (outcome === 'made' && manifest.revision > 1) await reopenPlan(repository, week.name);
  await enqueueParent(planning, { week, child: plannedFolder, manifest, random });
  return { outcome, manifest };
}

/** Records that a job won't be retried, and enqueues the parent, which no longer waits for it. */
export async function abandonReportJob(
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

interface JobTask extends FolderReportTask {
  readonly plan: Plan;
  readonly plannedFolder: PlannedFolder;
  readonly planning: PlanningContext;
}

/** A revision by another worker may contain older children than this job has read; then the job starts over. */
const MAX_ROUNDS = 3;

/** The report, the number of children to wait for, or why there is no report. */
type JobResult = MadeReport | number | NoReport;

async function makeCurrentReport(task: JobTask): Promise<JobResult> {
  for (let round = 1; ; round += 1) {
    const { result, current } = await makeOnce(task);
    if (typeof result !== 'object' || round === MAX_ROUNDS) return result;
    const isByOtherWorker =
      result.outcome === 'kept' && result.manifest.revision !== current?.revision;
    if (!isByOtherWorker) return result;
  }
}

async function makeOnce(
  task: JobTask,
): Promise<{ readonly result: JobResult; readonly current: Manifest | null }> {
  const { job, week, plan, plannedFolder, planning } = task;
  const repository = task.making.repository;
  // The report is read before its children: a change in between makes it look outdated, never current.
  const storedReport = await findStoredReport(repository, job);
  const current = storedReport?.value ?? null;
  // The settings are read after the report: they are those that it was made with, or newer.
  const weekSettings = await readWeekSettings(repository, week);
  const settings = weekSettings?.ofFolder(pathsInPlan(plan)(job.folder)) ?? null;
  const since = await unsatisfiedSince(task, current);
  const childKeys = (childrenByParent(plan).get(job.folder) ?? []).map(({ key }) => key);
  const manifests = await readManifests(repository, week.name, childKeys);
  const enqueueMissing = (children: Parameters<typeof enqueueChildren>[1]['children']) =>
    enqueueChildren(planning, { week, parent: plannedFolder, children });
  const missing = await enqueueMissing(
    childKeys.map((key) => ({ key, manifest: manifests.get(key) ?? null, since })),
  );
  if (missing > 0) return { result: missing, current };

  const childManifests = [...manifests.values()];
  const isTooOld = current !== null && isOlderThan(current, since);
  const isForced =
    current !== null &&
    (isTooOld ||
      hasOtherSettings(current, {
        settings,
        followsSettings: followsSettings(week, task.making.clock(), planning.settleHours),
      }) ||
      (await isOutdated(repository, current, { manifests: childManifests, plan })));
  if (current !== null && current.status !== 'partial' && !isForced) {
    return { result: reuseStoredReport(repository, current), current };
  }
  const parts = await mapConcurrent(childManifests, (manifest) =>
    readPartOnce(reuseStoredReport(repository, manifest)),
  );
  const damaged = parts.flatMap(({ manifest, isDamaged }) =>
    isDamaged ? [{ key: manifest.folder.key, manifest, since: justAfter(manifest.asOf) }] : [],
  );
  const enqueuedCount = await enqueueMissing(damaged);
  if (enqueuedCount > 0) return { result: enqueuedCount, current };
  const lostProblems: ReportProblem[] = [];
  // New data of children must not replace data of the folder's own surveys that can't be read now.
  const accepts = ({ problems }: Report, { problems: previous }: Report): boolean => {
    lostProblems.push(...lostOwnData(job.folder, previous, problems));
    return lostProblems.length === 0;
  };
  // Before the commit: if this process ends after it, the planner updates the folders above.
  if (current !== null) await reopenPlan(planning.repository, week.name);
  const result = await makeFolder(task, {
    settings,
    parts,
    absent: childKeys.filter((key) => !manifests.has(key)),
    force: ({ revision }) => isForced && revision === current.revision,
    accepts: isTooOld ? null : accepts,
    storedReport,
  });
  const [lostProblem] = lostProblems;
  if (lostProblem !== undefined) {
    throw new Failure('UPSTREAM_UNAVAILABLE', { lost: lostProblem.code });
  }
  return { result, current };
}

/** The job's `since`, or null when an earlier delivery of the same message has ended. */
async function unsatisfiedSince(
  { job, planning }: JobTask,
  current: Manifest | null,
): Promise<string | null> {
  if (job.since === null || current === null) return job.since;
  const storedJob = await findJob(planning.records, job);
  const isSatisfied = wasRequested(storedJob, job.since) && storedJob?.value?.state === 'ended';
  return isSatisfied ? null : job.since;
}

function justAfter(asOf: string): string {
  return new Date(Date.parse(asOf) + 1).toISOString();
}

/** Removes the folder from the plan, so that no report waits for it. */
async function endWithoutReport(
  { repository, records }: PlanningContext,
  job: ReportJob,
  reason: NoReport,
): Promise<JobOutcome> {
  const { week, folder } = job;
  await changePlan(repository, week, (plan) =>
    plan.folders.some(({ key, parent }) => key === folder && parent !== null)
      ? { ...plan, folders: plan.folders.filter(({ key }) => key !== folder) }
      : plan,
  );
  await recordEnded(records, job, new Failure(reason, { week, folder }));
  return { outcome: 'nothing' };
}
