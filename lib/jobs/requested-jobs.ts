// The job queue of the HTTP API on AWS, where many processes answer: a record in the store makes one job of concurrent
// requests. A job that was recorded but never sent is sent by a later request, or by the planner.
import { parseWeek } from '../domain/calendar.ts';
import { Failure, isFailureCode } from '../shared/failure.ts';
import type { JobRecordStore, StoredJob } from './job-records.ts';
import {
  createJobCache,
  findJob,
  findRequest,
  mergeWithQueued,
  isInQueue,
  isPending,
  isUnsent,
  recordEnded,
  recordQueued,
  recordSent,
  readJobs,
  readJobsOfWeek,
  listJobVersions,
} from './job-records.ts';
import type { JobSender, ReportJob } from '../ports/job-queue.ts';
import type { JobQueue, JobState, KnownFolder, ReportRequest } from './request-report.ts';
import type { ReportId, ReportRepository } from '../reports/report-repository.ts';
import { findStoredReport, readPlan } from '../reports/report-repository.ts';
import { isDue } from '../reports/week-state.ts';

export interface StoredQueueOptions {
  readonly repository: ReportRepository;
  readonly records: JobRecordStore;
  readonly sender: JobSender;
  readonly sleep: (ms: number) => Promise<void>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Whether a planner has each report made that is due, which no record tells. */
  readonly hasPlanner: boolean;
}

const POLL_INTERVAL_MS = 1_000;
/** Maximum attempts to record a job whose record other writers change at the same time. */
const MAX_ATTEMPTS = 5;

export function createStoredQueue({
  repository,
  records,
  sender,
  sleep,
  random,
  hasPlanner,
}: StoredQueueOptions): JobQueue {
  const recordCache = records.jobCache ?? createJobCache(records);
  const toState = (job: StoredJob | null, { revision, isDue }: KnownFolder): JobState | null =>
    toJobState(records, job, revision) ??
    (hasPlanner && isDue && revision === null ? { state: 'queued' } : null);

  async function stateOf(id: ReportId): Promise<JobState | null> {
    const [job, stored] = await Promise.all([
      findJob(records, id),
      findStoredReport(repository, id),
    ]);
    const revision = stored?.value?.revision ?? null;
    const plan = hasPlanner && revision === null ? await readPlan(repository, id.week) : null;
    const dueAt = plan?.folders.find(({ key }) => key === id.folder)?.dueAt ?? null;
    return toState(job, { revision, isDue: isDue(dueAt, records.clock()) });
  }

  return {
    enqueue: (request) => enqueueRequest({ records, sender, random }, request),
    stateOf,
    async jobsOfWeek(week) {
      const jobVersions = await listJobVersions(records.store, week);
      return {
        folders: [...jobVersions.keys()],
        async readStates(known) {
          const folders = [...jobVersions.keys()].filter((folder) => known.has(folder));
          const jobs = await readJobs(recordCache, week, folders, jobVersions);
          const states = new Map<number, JobState>();
          for (const [folder, knownFolder] of known) {
            const state = toState(jobs.get(folder) ?? null, knownFolder);
            if (state !== null) states.set(folder, state);
          }
          return states;
        },
      };
    },
    async waitUntilSettled(id, timeoutMs) {
      const deadline = records.clock() + timeoutMs;
      for (let remainingMs = timeoutMs; remainingMs > 0; remainingMs = deadline - records.clock()) {
        if ((await stateOf(id))?.state !== 'queued') return;
        await sleep(Math.min(POLL_INTERVAL_MS, remainingMs));
      }
    },
  };
}

// ── sending ─────────────────────────────────────────────────────────────────────────────────────

type RequestSender = Pick<StoredQueueOptions, 'records' | 'sender' | 'random'>;

async function enqueueRequest(
  { records, sender, random }: RequestSender,
  { week, folder, force, supersedes }: ReportRequest,
): Promise<void> {
  if (parseWeek(week) === null) throw new Failure('WEEK_INVALID');
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const previousJob = await findJob(records, { week, folder });
    const pendingRecord = isPending(previousJob, supersedes, records)
      ? (previousJob?.value ?? null)
      : null;
    // A pending job that reuses stored reports does not satisfy a forced request.
    const isSame = pendingRecord !== null && (!force || pendingRecord.since !== null);
    if (isSame && isInQueue(previousJob, supersedes, records)) return;
    const since = force ? new Date(records.clock()).toISOString() : null;
    // Sent again with another `since`, one job would make two revisions.
    const job: ReportJob = isSame
      ? { week, folder, since: pendingRecord.since }
      : mergeWithQueued({ week, folder, since }, previousJob);
    const sendingId = random().toString(36).slice(2);
    // Recorded before it is sent: of several concurrent requests one sends the message.
    const isRecorded =
      (await recordQueued(records, previousJob, job, supersedes, sendingId)) ||
      (await isRecordedAs(records, sendingId, job));
    if (isRecorded) return sendRecorded({ records, sender }, job, sendingId);
  }
  throw new Failure('STORE_UNAVAILABLE', { week, folder, reason: 'too many writers' });
}

/** A conditional write whose response was lost and that was retried loses against itself. */
async function isRecordedAs(
  records: JobRecordStore,
  sendingId: string,
  job: ReportJob,
): Promise<boolean> {
  const record = (await findJob(records, job))?.value ?? null;
  return record?.state === 'queued' && record.sending?.id === sendingId;
}

/**
 * Sends the requests of a week again whose messages were not sent in time, and returns their number. Fails as the store does, or with
 * QUEUE_UNAVAILABLE.
 */
export async function repeatRequests(
  options: RequestSender & Pick<StoredQueueOptions, 'repository'>,
  week: string,
): Promise<number> {
  const { repository, records } = options;
  let repeated = 0;
  for (const [folder, job] of await readJobsOfWeek(records, week)) {
    if (!isUnsent(job, records)) continue;
    const request = await findRequest(repository, records, { week, folder });
    if (request === null) continue;
    const { since, supersedes } = request;
    await enqueueRequest(options, { week, folder, force: since !== null, supersedes });
    repeated += 1;
  }
  return repeated;
}

// ── state ───────────────────────────────────────────────────────────────────────────────────────

function toJobState(
  records: JobRecordStore,
  job: StoredJob | null,
  revision: number | null,
): JobState | null {
  if (isPending(job, revision, records)) return { state: 'queued' };
  const record = job?.value ?? null;
  const failure = record?.failure ?? null;
  if (record?.state !== 'failed' || failure === null) return null;
  if (record.supersedes !== revision) return null;
  const { code, facts } = failure;
  return {
    state: 'failed',
    failure: isFailureCode(code) ? new Failure(code, facts) : new Failure('JOB_FAILED'),
  };
}

/** Sends a job that was recorded as being sent, and records the result. */
async function sendRecorded(
  { records, sender }: Pick<StoredQueueOptions, 'records' | 'sender'>,
  job: ReportJob,
  sendingId: string,
): Promise<void> {
  try {
    await sender.send([job]);
  } catch (error) {
    await recordEnded(records, job, error instanceof Failure ? error : null);
    throw error;
  }
  try {
    await recordSent(records, job, sendingId);
  } catch (error) {
    // The message is in the queue; without this record it may be sent again, which makes no second revision.
    if (!(error instanceof Failure)) throw error;
  }
}
