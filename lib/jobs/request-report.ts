// Asking for one report: what is there already is given, what isn't becomes one job however often it is asked for.
import type { Week } from '../domain/calendar.ts';
import { DAY_MS, weekOf, weeksFrom } from '../domain/calendar.ts';
import type { Manifest } from '../ports/stored-records.ts';
import type { Access, Caller } from '../reports/access.ts';
import { canSeeFolder } from '../reports/access.ts';
import { Failure } from '../shared/failure.ts';
import type { ReportId } from '../reports/report-repository.ts';
import { findManifest } from '../reports/report-repository.ts';
import type { Instant } from '../domain/facts.ts';
import type { FolderSource } from '../ports/feedback-source.ts';
import type { Clock } from '../shared/clock.ts';
import { readSubtree, assertWeekClosed } from '../reports/subtree.ts';

/** A report that somebody asks for; (week, folder, superseded revision) is its identity. */
export interface ReportRequest {
  readonly week: string;
  readonly folder: number;
  readonly force: boolean;
  /** The revision that stood when it was asked for; null when there was none. */
  readonly supersedes: number | null;
}

export type JobState =
  | { readonly state: 'queued' }
  /** It could not be done; asking again tries again. */
  | { readonly state: 'failed'; readonly failure: Failure };

export interface WeekJobs {
  /** Of which a job is known. */
  readonly folders: readonly number[];
  /**
   * As `stateOf`, for folders of which the revision that stands is known already, null where there is none; those of
   * which nothing is known are left out.
   */
  statesBeside(
    revisions: ReadonlyMap<number, number | null>,
  ): Promise<ReadonlyMap<number, JobState>>;
}

export interface JobQueue {
  /** Takes a job unless one of the same identity waits or runs. */
  enqueue(request: ReportRequest): Promise<void>;
  /** What is known of a report's last job; null when none is in work and none has failed. */
  stateOf(id: ReportId): Promise<JobState | null>;
  /** The jobs of a week. */
  asked(week: string): Promise<WeekJobs>;
  /** Waits until no job of that report is in work, or until the time is up. */
  settled(id: ReportId, timeoutMs: number): Promise<void>;
}

export interface RequestContext extends Access {
  readonly source: FolderSource;
  readonly jobs: JobQueue;
  readonly clock: Clock;
}

export interface ReportState {
  readonly report: Manifest | null;
  readonly job: JobState | null;
}

/**
 * Asks for a report. Fails with WEEK_NOT_CLOSED, FOLDER_NOT_FOUND (also for what the caller doesn't see), or what
 * the reporting API said. With `waitMs`, a report that can be made in that time comes back finished.
 */
export async function requestReport(
  requesting: RequestContext,
  caller: Caller,
  { week, folder, force, waitMs }: { week: Week; folder: number; force: boolean; waitMs: number },
): Promise<ReportState> {
  const began = requesting.clock();
  const id: ReportId = { week: week.name, folder };
  if (!(await canSeeFolder(requesting, caller, id)))
    throw new Failure('FOLDER_NOT_FOUND', { folder });
  const standing = await findManifest(requesting.repository, id);
  if (standing !== null && !force) return { report: standing, job: null };
  refuseAncientWeek(week, began);
  const { root } = await readSubtree(requesting.source, folder);
  assertWeekClosed(week, root, requesting.clock());
  await requesting.jobs.enqueue({
    ...id,
    force,
    supersedes: standing?.revision ?? null,
  });
  // The caller's patience began with the request.
  const leftMs = waitMs - (requesting.clock() - began);
  if (leftMs > 0) await requesting.jobs.settled(id, leftMs);
  return stateOf(requesting, id);
}

/** Whatever the history of a company: a week for each year there ever was would make the list a long one. */
const MOST_WEEKS_BACK = 530;

function refuseAncientWeek(week: Week, now: Instant): void {
  const oldest = weeksFrom(weekOf(Math.floor(now / DAY_MS)), -MOST_WEEKS_BACK);
  if (week.monday >= oldest.monday) return;
  throw new Failure('WEEK_INVALID', { oldest: oldest.name });
}

/** A report and what is being done about it; REPORT_NOT_FOUND when the caller doesn't see it. */
export async function findReport(
  requesting: Pick<RequestContext, 'repository' | 'tree' | 'jobs'>,
  caller: Caller,
  id: ReportId,
): Promise<ReportState> {
  if (!(await canSeeFolder(requesting, caller, id))) throw new Failure('REPORT_NOT_FOUND', id);
  return stateOf(requesting, id);
}

async function stateOf(
  { repository, jobs }: Pick<RequestContext, 'repository' | 'jobs'>,
  id: ReportId,
): Promise<ReportState> {
  // The job first: one that ends in between has committed by the time the report is read.
  const job = await jobs.stateOf(id);
  return { report: await findManifest(repository, id), job };
}
