// Runs one job of the queue, by how often its message was received. A job may be repeated, run twice at the same time or late, and
// stop at any point; it sends messages only to replace itself, each for fewer folders.
import { parseWeek } from '../domain/calendar.ts';
import { once } from '../domain/memoize.ts';
import type { JobSender, ReportJob, RootsOfJobs } from '../ports/job-queue.ts';
import { createJobs, MAX_RECEIVES, rootsOf } from '../ports/job-queue.ts';
import { bringUpToDate, endsWork } from '../reports/bring-up-to-date.ts';
import type { FolderResult, Goal } from '../reports/goal.ts';
import { removeFromPlan, reopenPlan, subtreesOf } from '../reports/plan.ts';
import { findIntactManifest, readPlan } from '../reports/report-repository.ts';
import { isOlderThan } from '../reports/week-state.ts';
import type { FailureCode } from '../shared/failure.ts';
import { Failure } from '../shared/failure.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import { cutWork, groupByWeight } from './cut-work.ts';
import type { JobGoal, JobGoalContext, JobScope } from './job-goal.ts';
import { createJobGoal, readJobScope } from './job-goal.ts';
import type { JobRecordStore } from './job-records.ts';
import {
  failRequests,
  forgetFailure,
  hasEnded,
  readGivenUp,
  recordEnded,
  recordFailed,
} from './job-records.ts';
import type { OptionalPlannerRecordStore } from './planner-record.ts';
import { finishLookJob } from './planner-record.ts';

export interface JobContext extends JobGoalContext, OptionalPlannerRecordStore {
  readonly repository: JobGoalContext['repository'];
  readonly sender: JobSender;
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
  const stored = await (receives > 1 ? reopenPlan : readPlan)(repository, week.name);
  const givenUp = once(() => readGivenUp(repository, records, week.name));
  const scope = await readJobScope(context, job, { week, stored, givenUp });
  if (receives > 1 && scope.folders.length > 1) return replaceByParts(context, job, scope);
  const attempt = { scope, givenUp, mayStart, isLast: receives >= MAX_RECEIVES };
  const [folder] = scope.folders;
  return attempt.isLast && folder !== undefined
    ? makeLastAttempt(context, job, attempt, folder)
    : makeAttempt(context, job, attempt);
}

// ── an attempt ──────────────────────────────────────────────────────────────────────────────────

interface Attempt extends Pick<Goal, 'givenUp' | 'mayStart'> {
  readonly scope: JobScope;
  readonly isLast: boolean;
}

async function makeAttempt(
  context: JobContext,
  job: ReportJob,
  { scope, isLast, givenUp, mayStart }: Attempt,
): Promise<JobOutcome> {
  const since = (await hasEnded(context.records, job)) ? null : job.since;
  const comparesBefore = job.look === undefined ? null : Date.parse(job.look);
  const order = { since, comparesBefore, givenUp, mayStart };
  const { goal, removed, failed } = await createJobGoal(context, scope, order);
  const results = await bringUpToDate(context, {
    ...goal,
    onResult: ({ key: folder }, result) => {
      context.onReport({ folder, result });
    },
  });
  const ownResults = new Map<number, FolderResult>();
  for (const folder of scope.folders) {
    const result = failed.get(folder) ?? results.get(folder);
    if (result !== undefined) ownResults.set(folder, result);
  }
  await recordOutcomes(context, job, ownResults, { removed, unplanned: scope.unplanned });
  const sent = await replaceUnfinished(context, job, ownResults);
  const above = new Map([...results].filter(([folder]) => !ownResults.has(folder)));
  const noTime = foldersWith(above, 'left').map(() => new Failure('DEADLINE'));
  const causes = [...failuresOf(above), ...noTime];
  // The planner no longer covers an old week. Where messages were sent, they try it again.
  if (causes.length > 0 && !isLast && sent === 0) throw causes[0];
  reportFailures(context, above);
  if (causes.length > 0 && isLast) {
    await failRequests(context, job.week, scope.above, toFailure(causes[0]));
  }
  const madeAbove = [...above].filter(([, { outcome }]) => outcome === 'made');
  const reports = [...ownResults, ...madeAbove].map(([folder, result]) => ({ folder, result }));
  return { reports, sent };
}

/** A folder that ends the process is recorded as failed before it does. */
async function makeLastAttempt(
  context: JobContext,
  job: ReportJob,
  attempt: Attempt,
  folder: number,
): Promise<JobOutcome> {
  const { repository, records } = context;
  const { week } = job;
  const revision = (await findIntactManifest(repository, { week, folder }))?.revision ?? null;
  const record = (failure: Failure): Promise<void> =>
    recordFailed(records, { ...job, folder }, revision, failure);
  await record(new Failure('JOB_FAILED'));
  let outcome: JobOutcome;
  try {
    outcome = await makeAttempt(context, job, attempt);
  } catch (error) {
    const failure = toFailure(error);
    if (error instanceof Failure) await record(failure);
    const { scope } = attempt;
    // A late report above no longer waits for a folder that is given up, which it is only now. The planner repeats what fails. Nothing
    // follows a look, which is repeated for the folder.
    if (scope.above.length > 0) {
      await makeAttempt(context, job, {
        ...attempt,
        scope: { ...scope, folders: [], unplanned: [] },
        givenUp: once(() => readGivenUp(repository, records, week)),
      }).catch((climbError: unknown) => {
        context.onFailure(folder, climbError);
      });
    }
    await failRequests(context, week, scope.above, failure);
    throw error;
  }
  const isNothingDue = outcome.reports.some(({ result }) => result.outcome === 'nothing');
  if (!isNothingDue) await forgetFailure(records, { week, folder });
  return outcome;
}

function toFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure('JOB_FAILED');
}

// ── what is known now ───────────────────────────────────────────────────────────────────────────

/** What is known now about folders without a new report. */
async function recordOutcomes(
  { repository, records }: JobContext,
  job: ReportJob,
  results: ReadonlyMap<number, FolderResult>,
  { removed, unplanned }: Pick<JobGoal, 'removed'> & Pick<JobScope, 'unplanned'>,
): Promise<void> {
  const { week, since } = job;
  const notDue = foldersWith(results, 'nothing');
  await removeFromPlan(repository, week, [...removed, ...notDue]);
  // Remembered, so that the planner does not plan the folder again.
  await mapConcurrent(notDue, (folder) => {
    const failure = new Failure('NOTHING_OWED', { week, folder });
    return recordFailed(records, { week, folder, since }, null, failure);
  });
  // The roots whose reports were kept, or are still older than requested: children that could not be made again.
  const satisfied = rootsOf(job).filter((folder) => {
    const result = results.get(folder);
    return (
      result?.outcome === 'kept' ||
      (result?.outcome === 'made' && isOlderThan(result.report.manifest, since))
    );
  });
  const ended: readonly (readonly [folder: number, code: FailureCode | null])[] = [
    ...removed.map((folder) => [folder, 'FOLDER_NOT_FOUND'] as const),
    ...unplanned.map((folder) => [folder, 'NOTHING_OWED'] as const),
    ...satisfied.map((folder) => [folder, null] as const),
  ];
  await mapConcurrent(ended, ([folder, code]) => {
    const failure = code === null ? null : new Failure(code, { week, folder });
    return recordEnded(records, { week, folder, since }, failure);
  });
}

function foldersWith(
  results: ReadonlyMap<number, FolderResult>,
  ...outcomes: readonly FolderResult['outcome'][]
): readonly number[] {
  return [...results].flatMap(([folder, { outcome }]) =>
    outcomes.includes(outcome) ? [folder] : [],
  );
}

function failuresOf(results: ReadonlyMap<number, FolderResult>): readonly unknown[] {
  return [...results.values()].flatMap((result) =>
    result.outcome === 'failed' ? [result.error] : [],
  );
}

function reportFailures(
  { onFailure }: JobContext,
  results: ReadonlyMap<number, FolderResult>,
): void {
  for (const [folder, result] of results) {
    if (result.outcome === 'failed') onFailure(folder, result.error);
  }
}

// ── replacing a job ─────────────────────────────────────────────────────────────────────────────

/**
 * When something was made, sends jobs for the rest: one for each folder that failed, and one for all that there was no time for. Returns
 * their number; otherwise fails with what prevented the reports.
 */
async function replaceUnfinished(
  context: JobContext,
  job: ReportJob,
  results: ReadonlyMap<number, FolderResult>,
): Promise<number> {
  const failures = failuresOf(results);
  if (failures.some(endsWork)) throw failures.find(endsWork);
  if (job.look !== undefined) {
    const notCompared = [...results].flatMap(([folder, result]) => {
      const isUnknown = result.outcome === 'kept' && result.lacks === 'unknown';
      return isUnknown || ['failed', 'waiting', 'left'].includes(result.outcome) ? [folder] : [];
    });
    // Repeated by the queue.
    if (failures.length > 0 && notCompared.length === results.size) throw failures[0];
    reportFailures(context, results);
    // The planner repeats the comparison of what could not be compared.
    await finishLookJob(context, job, { jobs: [], only: notCompared });
    return 0;
  }
  if (foldersWith(results, 'failed', 'left').length === 0) return 0;
  if (results.size === 1 || foldersWith(results, 'made').length === 0) {
    throw failures.length === 0 ? new Failure('DEADLINE') : failures[0];
  }
  reportFailures(context, results);
  const failed = foldersWith(results, 'failed').map((folder) => [folder]);
  const left = foldersWith(results, 'left');
  const messages = createJobs(job, { jobs: [], only: [...failed, left] });
  await context.sender.send(messages);
  return messages.length;
}

/** Among folders that were not finished may be one that ends the process: it is found by dividing them. */
async function replaceByParts(
  context: JobContext,
  job: ReportJob,
  scope: JobScope,
): Promise<JobOutcome> {
  // Fails during an outage, in which a smaller job would fail, too.
  await context.company(context.source, context.clock());
  const { jobs, only, above } = partsOf(job, scope);
  // The planner sends those of a look when its jobs have ended.
  const isSentLater = job.look !== undefined && context.planner !== null;
  const messages = createJobs(job, { jobs, only: isSentLater ? only : [...only, above] });
  await context.sender.send(messages);
  if (job.look !== undefined) {
    await finishLookJob(context, job, { jobs, only: only.flat(), above });
  }
  return { reports: [], sent: messages.length };
}

/**
 * Four jobs or a few more, without folders that are given up. Folders above a cut follow those below: `above` are those of a look, which
 * nothing follows, and those with nothing below them in a job.
 */
function partsOf(
  job: ReportJob,
  { plan, folders }: JobScope,
): RootsOfJobs & { readonly above: readonly number[] } {
  const size = Math.ceil(folders.length / 4);
  if (job.only === true)
    return { jobs: [], only: groupByWeight(folders, () => 1, size), above: [] };
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
  return { jobs, only: [], above };
}

/** Records why a job won't be repeated, for who has requested its report. */
export async function abandonJob(
  records: JobRecordStore,
  job: ReportJob,
  failure: Failure,
): Promise<void> {
  if (job.look === undefined && rootsOf(job).length === 1) await recordEnded(records, job, failure);
}
