// Reports asked for over HTTP where many processes answer: a record in the store makes of many askers one job,
// and the queue carries it. It hides that a job which was noted but never sent is sent again.
import { parseWeek } from '../domain/calendar.ts';
import { Failure, isFailureCode } from '../shared/failure.ts';
import type { JobRecords, StoredJob } from './job-records.ts';
import {
  findJob,
  mergeWithQueued,
  isInQueue,
  isPending,
  recordEnded,
  recordQueued,
  recordSent,
  readJobs,
  listJobs,
} from './job-records.ts';
import { createObjectCache } from '../reports/object-cache.ts';
import type { JobSender, ReportJob } from '../ports/job-queue.ts';
import type { JobQueue, JobState } from './request-report.ts';
import type { ReportId, ReportRepository } from '../reports/report-repository.ts';
import { findReport } from '../reports/report-repository.ts';

export interface StoredQueueOptions {
  readonly repository: ReportRepository;
  readonly records: JobRecords;
  readonly sender: JobSender;
  readonly sleep: (ms: number) => Promise<void>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

const LOOK_EVERY_MS = 1_000;
/** Of noting a job that others note or end at the same time. */
const MOST_TRIES = 5;

export function createStoredQueue({
  repository,
  records,
  sender,
  sleep,
  random,
}: StoredQueueOptions): JobQueue {
  const remembered = createObjectCache(records.store, records.records);
  const revisionOf = async (id: ReportId): Promise<number | null> =>
    (await findReport(repository, id))?.manifest?.revision ?? null;

  async function stateOf(id: ReportId): Promise<JobState | null> {
    const [known, revision] = await Promise.all([findJob(records, id), revisionOf(id)]);
    return stateIn(known, revision);
  }

  function stateIn(known: StoredJob | null, revision: number | null): JobState | null {
    if (isPending(known, revision, records)) return { state: 'queued' };
    const failure = known?.record?.failure ?? null;
    if (known?.record?.state !== 'failed' || failure === null) return null;
    if (known.record.supersedes !== revision) return null;
    const { code, facts } = failure;
    return {
      state: 'failed',
      failure: isFailureCode(code) ? new Failure(code, facts) : new Failure('JOB_FAILED'),
    };
  }

  /** A write whose answer was lost, and that was sent again, seems to have lost against itself. */
  async function isNotedAs(sendingId: string, job: ReportJob): Promise<boolean> {
    const record = (await findJob(records, job))?.record ?? null;
    return record?.state === 'queued' && record.sending?.id === sendingId;
  }

  async function send(job: ReportJob, sendingId: string): Promise<void> {
    try {
      await sender.send([job]);
    } catch (error) {
      await recordEnded(records, job, error instanceof Failure ? error : null);
      throw error;
    }
    try {
      await recordSent(records, job, sendingId);
    } catch (error) {
      // The message is in the queue; without the note it may be sent once more, which makes no second revision.
      if (!(error instanceof Failure)) throw error;
    }
  }

  return {
    async enqueue({ week, folder, force, supersedes }) {
      if (parseWeek(week) === null) throw new Failure('WEEK_INVALID');
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const known = await findJob(records, { week, folder });
        const pending = isPending(known, supersedes, records) ? (known?.record ?? null) : null;
        // A job that takes what there is does not do for a request that wants all anew.
        const isSame = pending !== null && (!force || pending.since !== null);
        if (isSame && isInQueue(known, supersedes, records)) return;
        const since = force ? new Date(records.clock()).toISOString() : null;
        // Sent again with another moment, one job would make two revisions.
        const job: ReportJob = isSame
          ? { week, folder, since: pending.since }
          : mergeWithQueued({ week, folder, since }, known);
        const sendingId = random().toString(36).slice(2);
        // Noted before it is sent: of many who ask at the same time one sends.
        const isNoted =
          (await recordQueued(records, known, job, supersedes, sendingId)) ||
          (await isNotedAs(sendingId, job));
        if (isNoted) return send(job, sendingId);
      }
      throw new Failure('STORE_UNAVAILABLE', { week, folder, reason: 'too many writers' });
    },
    stateOf,
    async asked(week) {
      const listed = await listJobs(records.store, week);
      return {
        folders: listed.folders,
        async statesBeside(revisions) {
          const folders = listed.folders.filter((folder) => revisions.has(folder));
          const found = await readJobs(remembered, week, folders, listed.versions);
          const states = new Map<number, JobState>();
          for (const [folder, job] of found) {
            const state = stateIn(job, revisions.get(folder) ?? null);
            if (state !== null) states.set(folder, state);
          }
          return states;
        },
      };
    },
    async settled(id, timeoutMs) {
      const until = records.clock() + timeoutMs;
      for (let left = timeoutMs; left > 0; left = until - records.clock()) {
        if ((await stateOf(id))?.state !== 'queued') return;
        await sleep(Math.min(LOOK_EVERY_MS, left));
      }
    },
  };
}
