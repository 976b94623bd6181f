// Requests one report: returns an existing one, otherwise enqueues one job however often the report is requested.
import type { Week } from '../domain/calendar.ts';
import { DAY_MS, weekOf, weeksFrom } from '../domain/calendar.ts';
import type { Manifest } from '../ports/stored-records.ts';
import type { Access, Caller, IdentifiedCaller } from '../reports/access.ts';
import { canSeeFolder } from '../reports/access.ts';
import { Failure } from '../shared/failure.ts';
import type { ReportId } from '../reports/report-repository.ts';
import { findIntactManifest, findManifest } from '../reports/report-repository.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { FolderSource } from '../ports/feedback-source.ts';
import type { LimitContext } from '../reports/request-limits.ts';
import { countReport } from '../reports/request-limits.ts';
import { readSubtree, assertWeekClosed } from '../reports/subtree.ts';

/** A request for a report; (week, folder, superseded revision) identifies it. */
export interface ReportRequest {
  readonly week: string;
  readonly folder: number;
  readonly force: boolean;
  /** The current revision at the time of the request; null when there was none. */
  readonly supersedes: number | null;
}

export type JobState =
  | { readonly state: 'queued' }
  /** A new request tries again. */
  | { readonly state: 'failed'; readonly failure: Failure };

export interface KnownFolder {
  /** The current one; null: none. */
  readonly revision: number | null;
  /** Whether its report is due according to the plan. */
  readonly isDue: boolean;
}

export interface WeekJobs {
  /** Folders with a job. */
  readonly folders: readonly number[];
  /** As `stateOf`, for folders about which this is known; folders without a job are left out. */
  readStates(folders: ReadonlyMap<number, KnownFolder>): Promise<ReadonlyMap<number, JobState>>;
}

export interface JobQueue {
  /** Enqueues a job unless an identical one waits or runs. */
  enqueue(request: ReportRequest): Promise<void>;
  /** State of a report's last job; null when none is pending and none has failed. */
  stateOf(id: ReportId): Promise<JobState | null>;
  /** The jobs of a week. */
  jobsOfWeek(week: string): Promise<WeekJobs>;
  /** Waits until no job of the report is pending, or until the timeout. */
  waitUntilSettled(id: ReportId, timeoutMs: number): Promise<void>;
}

export interface RequestContext extends Access, Pick<LimitContext, 'codecs' | 'clock'> {
  readonly source: FolderSource;
  readonly jobs: JobQueue;
}

export interface ReportState {
  readonly report: Manifest | null;
  readonly job: JobState | null;
}

/**
 * Requests a report. Fails with WEEK_NOT_CLOSED, with FOLDER_NOT_FOUND (also for a folder that the caller may not see), with
 * TOO_MANY_REPORTS, or as the reporting API does. With `waitMs`, a report that is made within that time is returned.
 */
export async function requestReport(
  context: RequestContext,
  caller: IdentifiedCaller,
  { week, folder, force, waitMs }: { week: Week; folder: number; force: boolean; waitMs: number },
): Promise<ReportState> {
  const startedAt = context.clock();
  const id: ReportId = { week: week.name, folder };
  if (!(await canSeeFolder(context, caller, id))) throw new Failure('FOLDER_NOT_FOUND', { folder });
  // One that can't be read is made again.
  const manifest = await findIntactManifest(context.repository, id);
  if (manifest !== null && !force) return { report: manifest, job: null };
  assertRecentWeek(week, startedAt);
  // Before the reporting API is called. A stored report costs little and is not counted.
  await countReport(context, caller, folder);
  const { root } = await readSubtree(context.source, folder);
  assertWeekClosed(week, root, context.clock());
  await context.jobs.enqueue({
    ...id,
    force,
    supersedes: manifest?.revision ?? null,
  });
  // The caller waits since the start of the request.
  const remainingMs = waitMs - (context.clock() - startedAt);
  if (remainingMs > 0) await context.jobs.waitUntilSettled(id, remainingMs);
  const state = await readState(context, id);
  const isSuperseded = (state.report?.revision ?? null) !== (manifest?.revision ?? null);
  // After a failed job the stored report is not the one that was requested.
  return state.job?.state === 'failed' && !isSuperseded ? { ...state, report: null } : state;
}

/** Ten years: bounds the list of weeks for arbitrary requests. */
const MAX_WEEKS_BACK = 530;

function assertRecentWeek(week: Week, now: Instant): void {
  const oldest = weeksFrom(weekOf(Math.floor(now / DAY_MS)), -MAX_WEEKS_BACK);
  if (week.monday >= oldest.monday) return;
  throw new Failure('WEEK_INVALID', { oldest: oldest.name });
}

/** A report and the state of its job; fails with REPORT_NOT_FOUND when the caller may not see it. */
export async function findReportState(
  context: Pick<RequestContext, 'repository' | 'tree' | 'jobs'>,
  caller: Caller,
  id: ReportId,
): Promise<ReportState> {
  if (!(await canSeeFolder(context, caller, id))) throw new Failure('REPORT_NOT_FOUND', id);
  return readState(context, id);
}

async function readState(
  { repository, jobs }: Pick<RequestContext, 'repository' | 'jobs'>,
  id: ReportId,
): Promise<ReportState> {
  // The job is read first: one that ends in between has committed before the report is read.
  const job = await jobs.stateOf(id);
  const isQueued = job?.state === 'queued';
  return { report: await (isQueued ? findIntactManifest : findManifest)(repository, id), job };
}
