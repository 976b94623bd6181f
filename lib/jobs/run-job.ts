// Runs one job of the queue, by how often its message was received. A job may be repeated, run twice at the same time or late, and
// stop at any point; it sends messages only to replace itself, each for fewer folders.
import { parseWeek } from '../domain/calendar.ts';
import { once } from '../domain/memoize.ts';
import type { JobSender, ReportJob, RootsOfJobs } from '../ports/job-queue.ts';
import { createJobs, MAX_RECEIVES, rootsOf } from '../ports/job-queue.ts';
import type { LookWork } from '../ports/stored-records.ts';
import type { FolderResult } from '../reports/bring-up-to-date.ts';
import { bringUpToDate, endsWork } from '../reports/bring-up-to-date.ts';
import { changePlan, reopenPlan, subtreesOf } from '../reports/plan.ts';
import { findIntactManifest } from '../reports/report-repository.ts';
import { isOlderThan } from '../reports/week-state.ts';
import type { FailureCode } from '../shared/failure.ts';
import { Failure } from '../shared/failure.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import { cutWork, groupByWeight } from './cut-work.ts';
import type { JobGoalContext, JobGoalTask, JobScope } from './job-goal.ts';
import { createJobGoal, readJobScope } from './job-goal.ts';
import type { JobRecordStore } from './job-records.ts';
import {
  findJob,
  findRequest,
  forgetFailure,
  readGivenUp,
  recordEnded,
  recordFailed,
  wasRequested,
} from './job-records.ts';
import type { PlannerRecordStore } from './planner-record.ts';
import { finishLookJob } from './planner-record.ts';

export interface JobContext extends JobGoalContext {
  readonly sender: JobSender;
  /** Null where there are no looks. */
  readonly planner: PlannerRecordStore['planner'] | null;
  readonly onReport: (report: ReportOfJob) => void;
  /** Called with the failures of folders that are not that of the job. */
  readonly onFailure: (folder: number, error: unknown) => void;
}

export interface JobAttempt {
  /** How often the message was received, with this time. */
  readonly receives: number;
  /** Whether there is time for another report. */
  readonly mayStart: () => boolean;
}

/** What a job did about one folder. */
export interface ReportOfJob {
  readonly folder: number;
  readonly result: FolderResult;
}

export interface JobOutcome {
  /** Of the folders of the job that are due or requested, and of those above them that were made. */
  readonly reports: readonly ReportOfJob[];
  /** Messages that replace the job. */
  readonly sent: number;
}

/** Fails with JOB_INVALID, or with what prevented all of the reports, which may be retried. */
export async function runJob(
  context: JobContext,
  job: ReportJob,
  { receives, mayStart }: JobAttempt,
): Promise<JobOutcome> {
  const week = parseWeek(job.week);
  if (week === null) throw new Failure('JOB_INVALID', { what: 'week' });
  const { repository, records } = context;
  // The process of an earlier attempt may have ended after a commit, before which a planner had marked the week as done.
  if (receives > 1) await reopenPlan(repository, job.week);
  const givenUp = once(() => readGivenUp(repository, records, job.week));
  const scope = await readJobScope(context, job, week, givenUp);
  const task: JobTask = { ...context, receives, mayStart, job, week, scope, givenUp };
  if (receives > 1 && scope.folders.length > 1) return replaceByParts(task);
  const [folder] = scope.folders;
  return isLastAttempt(task) && folder !== undefined ? runLastAttempt(task, folder) : run(task);
}

interface JobTask extends JobContext, JobGoalTask, JobAttempt {
  readonly repository: JobContext['repository'];
}

function isLastAttempt({ receives }: JobAttempt): boolean {
  return receives >= MAX_RECEIVES;
}

// ── an attempt ──────────────────────────────────────────────────────────────────────────────────

async function run(task: JobTask): Promise<JobOutcome> {
  const { goal, removed, failed } = await createJobGoal(task, await unsatisfiedSince(task));
  const results = await bringUpToDate(task, {
    ...goal,
    onResult: ({ key: folder }, result) => {
      task.onReport({ folder, result });
    },
  });
  const ownResults = new Map<number, FolderResult>();
  for (const folder of task.scope.folders) {
    const result = failed.get(folder) ?? results.get(folder);
    if (result !== undefined) ownResults.set(folder, result);
  }
  await recordOutcomes(task, ownResults, removed);
  const sent = await replaceUnfinished(task, ownResults);
  const above = new Map([...results].filter(([folder]) => !ownResults.has(folder)));
  const noTime = foldersWith(above, 'left').map(() => new Failure('DEADLINE'));
  const causes = [...failuresOf(above), ...noTime];
  // The planner no longer covers an old week. Where messages were sent, they try it again.
  if (causes.length > 0 && !isLastAttempt(task) && sent === 0) throw causes[0];
  reportFailures(task, above);
  if (causes.length > 0 && isLastAttempt(task)) {
    await failRequestsAbove(task, toFailure(causes[0]));
  }
  const madeAbove = [...above].filter(([, { outcome }]) => outcome === 'made');
  const reports = [...ownResults, ...madeAbove].map(([folder, result]) => ({ folder, result }));
  return { reports, sent };
}

/** The job's `since`, or null when an earlier delivery of the same message has ended. */
async function unsatisfiedSince({ job, records }: JobTask): Promise<string | null> {
  if (job.since === null) return null;
  const stored = await findJob(records, job);
  const isSatisfied = wasRequested(stored, job.since) && stored?.value?.state === 'ended';
  return isSatisfied ? null : job.since;
}

function foldersWith(
  results: ReadonlyMap<number, FolderResult>,
  ...outcomes: readonly FolderResult['outcome'][]
): readonly number[] {
  return [...results].flatMap(([folder, { outcome }]) =>
    outcomes.includes(outcome) ? [folder] : [],
  );
}

/** No report waits for a folder that is not in the plan. The root stays. */
async function removeFromPlan(
  { job, repository }: JobTask,
  folders: readonly number[],
): Promise<void> {
  if (folders.length === 0) return;
  const removed = new Set(folders);
  await changePlan(repository, job.week, (plan) => {
    const remaining = plan.folders.filter(
      ({ key, parent }) => parent === null || !removed.has(key),
    );
    return remaining.length === plan.folders.length ? plan : { ...plan, folders: remaining };
  });
}

/** What is known now about folders without a new report. */
async function recordOutcomes(
  task: JobTask,
  results: ReadonlyMap<number, FolderResult>,
  removed: readonly number[],
): Promise<void> {
  const { job, records, scope } = task;
  const { week } = job;
  const notDue = foldersWith(results, 'nothing');
  await removeFromPlan(task, [...removed, ...notDue]);
  // Remembered, so that the planner does not plan the folder again.
  await mapConcurrent(notDue, (folder) => {
    const failure = new Failure('NOTHING_OWED', { week, folder });
    return recordFailed(records, { ...job, folder }, null, failure);
  });
  const ended: readonly (readonly [folder: number, code: FailureCode | null])[] = [
    ...removed.map((folder) => [folder, 'FOLDER_NOT_FOUND'] as const),
    ...scope.unplanned.map((folder) => [folder, 'NOTHING_OWED'] as const),
    ...satisfied(job, results).map((folder) => [folder, null] as const),
  ];
  await mapConcurrent(ended, ([folder, code]) => {
    const failure = code === null ? null : new Failure(code, { week, folder });
    return recordEnded(records, { ...job, folder }, failure);
  });
}

/** The roots whose reports were kept, or are still older than requested: children that could not be made again. */
function satisfied(job: ReportJob, results: ReadonlyMap<number, FolderResult>): readonly number[] {
  return rootsOf(job).filter((folder) => {
    const result = results.get(folder);
    return (
      result?.outcome === 'kept' ||
      (result?.outcome === 'made' && isOlderThan(result.report.manifest, job.since))
    );
  });
}

// ── replacing a job ─────────────────────────────────────────────────────────────────────────────

/**
 * When something was made, sends jobs for the rest: one for each folder that failed, and one for all that there was no time for. Returns
 * their number; otherwise fails with what prevented the reports.
 */
async function replaceUnfinished(
  task: JobTask,
  results: ReadonlyMap<number, FolderResult>,
): Promise<number> {
  const { job } = task;
  const failures = failuresOf(results);
  if (failures.some(endsWork)) throw failures.find(endsWork);
  if (job.look !== undefined) return endLook(task, results, failures);
  if (foldersWith(results, 'failed', 'left').length === 0) return 0;
  if (results.size === 1 || foldersWith(results, 'made').length === 0) {
    throw failures.length === 0 ? new Failure('DEADLINE') : failures[0];
  }
  reportFailures(task, results);
  const failed = foldersWith(results, 'failed').map((folder) => [folder]);
  const left = foldersWith(results, 'left');
  const messages = createJobs(job, { jobs: [], only: [...failed, left] });
  await task.sender.send(messages);
  return messages.length;
}

/** The planner repeats the comparison of what could not be compared. */
async function endLook(
  task: JobTask,
  results: ReadonlyMap<number, FolderResult>,
  failures: readonly unknown[],
): Promise<number> {
  const notCompared = [...results].flatMap(([folder, result]) => {
    const isUnknown = result.outcome === 'kept' && result.lacks === 'unknown';
    return isUnknown || ['failed', 'waiting', 'left'].includes(result.outcome) ? [folder] : [];
  });
  // Repeated by the queue.
  if (failures.length > 0 && notCompared.length === results.size) throw failures[0];
  reportFailures(task, results);
  await finishLook(task, { jobs: [], only: notCompared });
  return 0;
}

async function finishLook({ repository, planner, job }: JobTask, rest: LookWork): Promise<void> {
  if (planner !== null) await finishLookJob({ repository, planner }, job, rest);
}

function failuresOf(results: ReadonlyMap<number, FolderResult>): readonly unknown[] {
  return [...results.values()].flatMap((result) =>
    result.outcome === 'failed' ? [result.error] : [],
  );
}

function reportFailures({ onFailure }: JobTask, results: ReadonlyMap<number, FolderResult>): void {
  for (const [folder, result] of results) {
    if (result.outcome === 'failed') onFailure(folder, result.error);
  }
}

/** Among folders that were not finished may be one that ends the process: it is found by dividing them. */
async function replaceByParts(task: JobTask): Promise<JobOutcome> {
  const { job, scope, source, clock } = task;
  // Fails during an outage, in which a smaller job would fail, too.
  await task.company(source, clock());
  const { jobs, only } = partsOf(job, scope);
  const messages = createJobs(job, { jobs, only });
  await task.sender.send(messages);
  if (job.look !== undefined) await finishLook(task, { jobs, only: only.flat() });
  return { reports: [], sent: messages.length };
}

/**
 * Four jobs or a few more, without folders that are given up. Folders above a cut follow those below; a look, which nothing follows, has
 * a job for them, and so have those with nothing below them in a job.
 */
function partsOf(job: ReportJob, { plan, folders }: JobScope): RootsOfJobs {
  const size = Math.ceil(folders.length / 4);
  if (job.only === true) return { jobs: [], only: groupByWeight(folders, () => 1, size) };
  const subtree = subtreesOf(plan, rootsOf(job));
  const tree = { ...plan, folders: plan.folders.filter(({ key }) => subtree.has(key)) };
  const weights = new Map(folders.map((key) => [key, 1]));
  const inScope = new Set(folders);
  const held = new Set([...subtree].filter((key) => !inScope.has(key)));
  const jobs = cutWork({ folders: tree.folders, weights, held }, size);
  const roots = jobs.flat();
  const covered = subtreesOf(tree, roots);
  const isFollowed = (key: number): boolean => {
    const below = subtreesOf(tree, [key]);
    return job.look === undefined && roots.some((root) => below.has(root));
  };
  const above = folders.filter((key) => !covered.has(key) && !isFollowed(key));
  return { jobs, only: [above] };
}

// ── the last attempt ────────────────────────────────────────────────────────────────────────────

/** A folder that ends the process is recorded as failed before it does. */
async function runLastAttempt(task: JobTask, folder: number): Promise<JobOutcome> {
  const { job, repository, records } = task;
  const id = { week: job.week, folder };
  const revision = (await findIntactManifest(repository, id))?.revision ?? null;
  const record = (failure: Failure): Promise<void> =>
    recordFailed(records, { ...job, folder }, revision, failure);
  await record(new Failure('JOB_FAILED'));
  let outcome: JobOutcome;
  try {
    outcome = await run(task);
  } catch (error) {
    const failure = toFailure(error);
    if (error instanceof Failure) await record(failure);
    await climb(task, folder);
    await failRequestsAbove(task, failure);
    throw error;
  }
  const isNothingDue = outcome.reports.some(({ result }) => result.outcome === 'nothing');
  if (!isNothingDue) await forgetFailure(records, id);
  return outcome;
}

function toFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('JOB_FAILED');
}

/** A late report above no longer waits for a folder that is given up. Does not fail: the planner repeats it. */
async function climb(task: JobTask, folder: number): Promise<void> {
  const { repository, records, job } = task;
  const scope = { ...task.scope, folders: [], unplanned: [] };
  // The folder is given up only now.
  const givenUp = once(() => readGivenUp(repository, records, job.week));
  try {
    await run({ ...task, scope, givenUp });
  } catch (error) {
    task.onFailure(folder, error);
  }
}

/** Requests for reports above end with the failure of the folder that they wait for. */
async function failRequestsAbove(
  { job, scope, repository, records }: JobTask,
  failure: Failure,
): Promise<void> {
  for (const folder of scope.above) {
    const id = { week: job.week, folder };
    const request = await findRequest(repository, records, id);
    if (request !== null) await recordEnded(records, { ...id, since: request.since }, failure);
  }
}

/** Records why a job won't be repeated, for who has requested its report. */
export async function abandonJob(
  records: JobRecordStore,
  job: ReportJob,
  failure: Failure,
): Promise<void> {
  if (job.look === undefined && rootsOf(job).length === 1) await recordEnded(records, job, failure);
}
