// The jobs of a single process: reports are made in the background by what runs them on AWS.
import type { JobSender, ReportJob } from '../ports/job-queue.ts';
import { MAX_RECEIVES, rootsOf } from '../ports/job-queue.ts';
import type { Codec } from '../ports/object-store.ts';
import type { JobRecord, PlannerRecord, QueueRecord } from '../ports/stored-records.ts';
import type { ReportMakingContext } from '../reports/run-week.ts';
import { Failure } from '../shared/failure.ts';
import { createCompanyCache } from './company.ts';
import type { JobRecordStore } from './job-records.ts';
import { createJobCache } from './job-records.ts';
import type { JobCounts, JobResult } from './memory-queue.ts';
import { createMemoryQueue } from './memory-queue.ts';
import { createQueueStorage } from './queue-storage.ts';
import type { JobQueue } from './request-report.ts';
import { createStoredQueue } from './requested-jobs.ts';
import { decideRetry, secondsUntilRetry } from './retry-policy.ts';
import type { JobContext, ReportOfJob } from './run-job.ts';
import { abandonJob, runJob } from './run-job.ts';
import { withDeadline } from './with-deadline.ts';

export interface LocalJobsOptions {
  readonly making: ReportMakingContext;
  readonly jobRecords: Codec<JobRecord>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Receives why a report was not made. */
  readonly onError: (error: unknown) => void;
  /** Present where the process also runs the schedule; otherwise its jobs are requests, each of which is tried once. */
  readonly schedule?: ScheduleOptions;
}

export interface ScheduleOptions {
  readonly planner: Codec<PlannerRecord>;
  readonly queue: Codec<QueueRecord>;
  readonly onReport?: (job: ReportJob, report: ReportOfJob) => void;
  readonly onJobEnded?: (job: ReportJob, durationMs: number, error: unknown) => void;
  /** Called when no job is ready and a report was made since the last call. */
  readonly onDrained?: () => void;
}

export interface LocalJobs extends JobQueue {
  readonly sender: JobSender;
  readonly records: JobRecordStore;
  counts(): JobCounts;
  /** Resolves when no job is ready or runs. */
  drained(): Promise<void>;
  /** Runs what an earlier process has left, and returns it. Fails as the store does. */
  resume(): Promise<readonly ReportJob[]>;
  /** Leaves waiting jobs to the next process; resolves when the running ones have ended. */
  close(): Promise<void>;
}

/** Jobs that run at the same time where the process runs the schedule. */
const CONCURRENCY = 4;
const MAX_JOB_MS = 10 * 60_000;
/** No report is started that late: reading and writing one takes up to a minute. */
const START_RESERVE_MS = 70_000;

/** Without a schedule, jobs that the process has not ended before it ends are lost. */
export function createLocalJobs(options: LocalJobsOptions): LocalJobs {
  const { making, jobRecords, random, onError, schedule } = options;
  const { repository, clock, writeTables } = making;
  const storedRecords = { store: repository.store, records: jobRecords };
  const records: JobRecordStore = {
    ...storedRecords,
    clock,
    jobCache: createJobCache(storedRecords),
    ...(schedule === undefined ? { startedAt: clock() } : {}),
  };
  const queue = createMemoryQueue({
    concurrency: schedule === undefined ? 1 : CONCURRENCY,
    run,
    ...(schedule?.onDrained === undefined ? {} : { onDrained: schedule.onDrained }),
    ...(schedule === undefined
      ? {}
      : { storage: createQueueStorage(repository.store, schedule.queue, onError) }),
  });
  const sender: JobSender = { send: (jobs) => queue.send(jobs) };
  const company = createCompanyCache(clock);

  async function run(job: ReportJob, receives: number): Promise<JobResult> {
    const startedAt = performance.now();
    const elapsedMs = (): number => performance.now() - startedAt;
    let isProgress = false;
    const context: JobContext = {
      ...making,
      ...{ records, sender, company, settleHours: making.rules.settleHours },
      planner: schedule?.planner ?? null,
      onReport: (report) => {
        isProgress ||= report.result.outcome === 'made';
        schedule?.onReport?.(job, report);
      },
      onFailure: (_folder, error) => {
        onError(error);
      },
    };
    // What is left of a request is not repeated again.
    const isLast = schedule === undefined && job.only === true && rootsOf(job).length === 1;
    try {
      const work = runJob(context, job, {
        receives: isLast ? MAX_RECEIVES : receives,
        mayStart: () => schedule === undefined || elapsedMs() < MAX_JOB_MS - START_RESERVE_MS,
      });
      await (schedule === undefined ? work : withDeadline(work, MAX_JOB_MS));
      await writeTables?.(job.week, []);
      schedule?.onJobEnded?.(job, elapsedMs(), null);
      return { isProgress, repeatAfterMs: null };
    } catch (error) {
      onError(error);
      schedule?.onJobEnded?.(job, elapsedMs(), error);
      return { isProgress, repeatAfterMs: await handleFailure(job, receives, error) };
    }
  }

  /** Milliseconds after which the job is run again; null when that was given up. */
  async function handleFailure(
    job: ReportJob,
    receives: number,
    error: unknown,
  ): Promise<number | null> {
    const decision = schedule === undefined ? null : decideRetry(error, receives, random());
    if (decision?.kind === 'retry') {
      return 1000 * Math.max(decision.afterSeconds, secondsUntilRetry(error, clock()));
    }
    const failure = error instanceof Failure ? error : new Failure('JOB_FAILED', {}, error);
    await abandonJob(records, job, failure).catch(onError);
    return null;
  }

  return {
    ...createStoredQueue({
      ...{ repository, records, sender, random, hasPlanner: schedule !== undefined },
      sleep: () => Promise.resolve(),
    }),
    async waitUntilSettled({ week, folder }, timeoutMs) {
      const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
      const timer = setTimeout(resolve, timeoutMs, undefined);
      await Promise.race([queue.settled(week, folder), timeout]);
      clearTimeout(timer);
    },
    sender,
    records,
    counts: () => queue.counts(),
    drained: () => queue.drained(),
    resume: () => queue.resume(),
    close: () => queue.close(),
  };
}
