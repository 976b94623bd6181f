// Runs one job of the queue, by how often its message was received. A job may be repeated, run twice at the same time or late, and
// stop at any point; it sends messages only to replace itself, each for fewer folders.
import type { Week } from '../domain/calendar.ts';
import { parseWeek } from '../domain/calendar.ts';
import { once } from '../domain/memoize.ts';
import type { ReportJob } from '../ports/job-queue.ts';
import { MAX_RECEIVES, rootsOf, withRoots } from '../ports/job-queue.ts';
import type { LookWork } from '../ports/stored-records.ts';
import type { FolderResult } from '../reports/bring-up-to-date.ts';
import { bringUpToDate, endsWork } from '../reports/bring-up-to-date.ts';
import { changePlan, reopenPlan, subtreesOf } from '../reports/plan.ts';
import { findIntactManifest } from '../reports/report-repository.ts';
import { isOlderThan } from '../reports/week-state.ts';
import type { FailureCode } from '../shared/failure.ts';
import { Failure } from '../shared/failure.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import { cutWork } from './cut-work.ts';
import type { JobMaking, JobScope } from './job-goal.ts';
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

export interface JobContext extends JobMaking {
  /** Records that a job of a look has ended, and what remains to be compared. */
  readonly finishLook: (job: ReportJob, rest: LookWork) => Promise<void>;
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
  attempt: JobAttempt,
): Promise<JobOutcome> {
  const week = parseWeek(job.week);
  if (week === null) throw new Failure('JOB_INVALID', { what: 'week' });
  // The process of an earlier attempt may have ended after a commit, before which a planner had marked the week as done.
  if (attempt.receives > 1) await reopenPlan(context.planning.repository, job.week);
  const givenUp = createGivenUpReader(context, job.week);
  const scope = await readJobScope(context, job, week, givenUp);
  const task: JobTask = { ...context, job, week, scope, givenUp, attempt };
  if (attempt.receives > 1 && scope.folders.length > 1) return replaceByParts(task);
  const [folder] = scope.folders;
  return attempt.receives >= MAX_RECEIVES && folder !== undefined
    ? runLastAttempt(task, folder)
    : run(task);
}

interface JobTask extends JobContext {
  readonly job: ReportJob;
  readonly week: Week;
  readonly scope: JobScope;
  readonly givenUp: () => Promise<ReadonlySet<number>>;
  readonly attempt: JobAttempt;
}

/** Reads the records once, when they are needed. */
function createGivenUpReader({ planning }: JobContext, week: string): JobTask['givenUp'] {
  return once(() => readGivenUp(planning.repository, planning.records, week));
}

// ── an attempt ──────────────────────────────────────────────────────────────────────────────────

async function run(task: JobTask): Promise<JobOutcome> {
  const { job, week, scope, attempt, givenUp, onReport } = task;
  const since = await unsatisfiedSince(task);
  const { goal, removed, failed } = await createJobGoal(task, week, scope, {
    ...{ since, givenUp, look: job.look ?? null, mayStart: attempt.mayStart },
  });
  const results = await bringUpToDate(task.making, {
    ...goal,
    onResult: ({ key: folder }, result) => {
      onReport({ folder, result });
    },
  });
  const ownResults = new Map<number, FolderResult>(
    scope.folders.flatMap((folder) => {
      const failure = failed.get(folder);
      const result: FolderResult | undefined =
        failure === undefined
          ? results.get(folder)
          : { outcome: 'failed', error: failure, report: null };
      return result === undefined ? [] : [[folder, result]];
    }),
  );
  const notDue = foldersWith(ownResults, 'nothing');
  await removeFromPlan(task, [...removed, ...notDue]);
  await endRequests(task, removed, 'FOLDER_NOT_FOUND');
  await endRequests(task, scope.unplanned, 'NOTHING_OWED');
  await recordNothingDue(task, notDue);
  await endRequests(task, satisfied(job, ownResults), null);
  const sent = await replaceUnfinished(task, ownResults);
  const above = [...results].filter(([folder]) => !ownResults.has(folder));
  // The planner no longer covers an old week. Where messages were sent, they try it again.
  const noTime = foldersWith(new Map(above), 'left').map(() => new Failure('DEADLINE'));
  const causes = [...failuresOf(above), ...noTime];
  if (causes.length > 0 && attempt.receives < MAX_RECEIVES && sent === 0) throw causes[0];
  reportFailures(task, new Map(above));
  if (causes.length > 0 && attempt.receives >= MAX_RECEIVES)
    await failRequestsAbove(task, toFailure(causes[0]));
  return {
    reports: [...ownResults, ...above.filter(([, { outcome }]) => outcome === 'made')].map(
      ([folder, result]) => ({ folder, result }),
    ),
    sent,
  };
}

/** The job's `since`, or null when an earlier delivery of the same message has ended. */
async function unsatisfiedSince({ job, planning }: JobTask): Promise<string | null> {
  if (job.since === null) return null;
  const stored = await findJob(planning.records, job);
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
  { job, planning: { repository } }: JobTask,
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

/** Remembered, so that the planner does not plan the folder again. */
async function recordNothingDue(
  { job, planning: { records } }: JobTask,
  folders: readonly number[],
): Promise<void> {
  await mapConcurrent(folders, (folder) =>
    recordFailed(
      records,
      { ...job, folder },
      null,
      new Failure('NOTHING_OWED', { week: job.week, folder }),
    ),
  );
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

async function endRequests(
  { job, planning: { records } }: JobTask,
  folders: readonly number[],
  code: FailureCode | null,
): Promise<void> {
  await mapConcurrent(folders, (folder) => {
    const failure = code === null ? null : new Failure(code, { week: job.week, folder });
    return recordEnded(records, { ...job, folder }, failure);
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
  const { job, planning } = task;
  const failures = failuresOf([...results]);
  if (failures.some(endsWork)) throw failures.find(endsWork);
  if (job.look !== undefined) return endLook(task, results, failures);
  if (foldersWith(results, 'failed', 'left').length === 0) return 0;
  if (results.size === 1 || foldersWith(results, 'made').length === 0) {
    throw failures.length === 0 ? new Failure('DEADLINE') : failures[0];
  }
  reportFailures(task, results);
  const messages = [
    ...foldersWith(results, 'failed').map((folder) => [folder]),
    foldersWith(results, 'left'),
  ].flatMap((folders) => onlyJob(job, folders));
  await planning.sender.send(messages);
  return messages.length;
}

/** The planner repeats the comparison of what could not be compared. */
async function endLook(
  task: JobTask,
  results: ReadonlyMap<number, FolderResult>,
  failures: readonly unknown[],
): Promise<number> {
  const { job, finishLook } = task;
  const notCompared = [...results].flatMap(([folder, result]) => {
    const isUnknown = result.outcome === 'kept' && result.lacks === 'unknown';
    return isUnknown || ['failed', 'waiting', 'left'].includes(result.outcome) ? [folder] : [];
  });
  // Repeated by the queue.
  if (failures.length > 0 && notCompared.length === results.size) throw failures[0];
  reportFailures(task, results);
  await finishLook(job, { jobs: [], only: notCompared });
  return 0;
}

function failuresOf(results: readonly (readonly [number, FolderResult])[]): readonly unknown[] {
  return results.flatMap(([, result]) => (result.outcome === 'failed' ? [result.error] : []));
}

function reportFailures({ onFailure }: JobTask, results: ReadonlyMap<number, FolderResult>): void {
  for (const [folder, result] of results) {
    if (result.outcome === 'failed') onFailure(folder, result.error);
  }
}

function onlyJob(job: ReportJob, folders: readonly number[]): readonly ReportJob[] {
  const [first, ...others] = folders;
  return first === undefined ? [] : [withRoots({ ...job, only: true }, [first, ...others])];
}

/** Among folders that were not finished may be one that ends the process: it is found by dividing them. */
async function replaceByParts(task: JobTask): Promise<JobOutcome> {
  const { job, scope, company, making, planning, finishLook } = task;
  // Fails during an outage, in which a smaller job would fail, too.
  await company(making.source, making.clock());
  const parts = partsOf(job, scope);
  await planning.sender.send(parts);
  if (job.look !== undefined) await finishLook(job, toLookWork(parts));
  return { reports: [], sent: parts.length };
}

function toLookWork(jobs: readonly ReportJob[]): LookWork {
  return {
    jobs: jobs.filter(({ only }) => only !== true).map(rootsOf),
    only: jobs.filter(({ only }) => only === true).flatMap(rootsOf),
  };
}

/**
 * Four jobs or a few more, without folders that are given up. Folders above a cut follow those below; a look, which nothing follows, has
 * a job for them, and so have those with nothing below them in a job.
 */
function partsOf(job: ReportJob, { plan, folders }: JobScope): readonly ReportJob[] {
  const size = Math.ceil(folders.length / 4);
  if (job.only === true) return chunks(folders, size).flatMap((part) => onlyJob(job, part));
  const subtree = subtreesOf(plan, rootsOf(job));
  const tree = { ...plan, folders: plan.folders.filter(({ key }) => subtree.has(key)) };
  const weights = new Map(folders.map((key) => [key, 1]));
  const inScope = new Set(folders);
  const held = new Set([...subtree].filter((key) => !inScope.has(key)));
  const parts = cutWork({ folders: tree.folders, weights, held }, size);
  const roots = parts.flat();
  const covered = subtreesOf(tree, roots);
  const isFollowed = (key: number): boolean => {
    const below = subtreesOf(tree, [key]);
    return job.look === undefined && roots.some((root) => below.has(root));
  };
  const above = folders.filter((key) => !covered.has(key) && !isFollowed(key));
  return [
    ...parts.flatMap(([first, ...others]) =>
      first === undefined ? [] : [withRoots(job, [first, ...others])],
    ),
    ...onlyJob(job, above),
  ];
}

function chunks<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

// ── the last attempt ────────────────────────────────────────────────────────────────────────────

/** A folder that ends the process is recorded as failed before it does. */
async function runLastAttempt(task: JobTask, folder: number): Promise<JobOutcome> {
  const { job, planning } = task;
  const { repository, records } = planning;
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
  const scope = { ...task.scope, folders: [], unplanned: [] };
  try {
    await run({ ...task, scope, givenUp: createGivenUpReader(task, task.job.week) });
  } catch (error) {
    task.onFailure(folder, error);
  }
}

/** Requests for reports above end with the failure of the folder that they wait for. */
async function failRequestsAbove(
  { job, scope, planning: { repository, records } }: JobTask,
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
