// The jobs of a single process: reports requested over HTTP are made in the background, one job at a time, by what runs them on AWS.
import pLimit from 'p-limit';
import type { ReportJob } from '../ports/job-queue.ts';
import { MAX_RECEIVES, rootsOf } from '../ports/job-queue.ts';
import type { Codec } from '../ports/object-store.ts';
import type { JobRecord } from '../ports/stored-records.ts';
import type { ReportMakingContext } from '../reports/run-week.ts';
import { Failure } from '../shared/failure.ts';
import { createCompanyCache } from './company.ts';
import type { JobRecordStore } from './job-records.ts';
import type { JobQueue } from './request-report.ts';
import { createStoredQueue } from './requested-jobs.ts';
import type { JobContext } from './run-job.ts';
import { abandonJob, runJob } from './run-job.ts';

export interface LocalJobsOptions {
  readonly making: ReportMakingContext;
  readonly jobRecords: Codec<JobRecord>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Receives why a report was not made. */
  readonly onError: (error: unknown) => void;
}

export interface LocalJobs extends JobQueue {
  /** Drops waiting jobs; resolves when the running one has ended. */
  close(): Promise<void>;
}

/** Each job is tried once; one that this process had not ended before it ended is lost. */
export function createLocalJobs(options: LocalJobsOptions): LocalJobs {
  const { making, jobRecords, random, onError } = options;
  const { source, repository, clock, rules, concurrency, writeTables } = making;
  const limit = pLimit(1);
  const pending = new Map<Promise<void>, ReportJob>();
  const records: JobRecordStore = {
    store: repository.store,
    records: jobRecords,
    clock,
    startedAt: clock(),
  };
  const sender: JobContext['planning']['sender'] = {
    send(jobs) {
      for (const job of jobs) {
        const completion = limit(() => run(job)).finally(() => pending.delete(completion));
        pending.set(completion, job);
      }
      return Promise.resolve();
    },
  };
  const { settleHours } = rules;
  const context: JobContext = {
    making,
    planning: { source, repository, records, sender, settleHours, concurrency },
    company: createCompanyCache(clock),
    onReport: () => undefined,
    onFailure: (_folder, error) => {
      onError(error);
    },
    finishLook: () => Promise.resolve(),
  };

  async function run(job: ReportJob): Promise<void> {
    // What is left of a job is not repeated again.
    const receives = job.only === true && rootsOf(job).length === 1 ? MAX_RECEIVES : 1;
    try {
      await runJob(context, job, { receives, mayStart: () => true });
      await writeTables?.(job.week);
    } catch (error) {
      onError(error);
      const failure = error instanceof Failure ? error : new Failure('JOB_FAILED', {}, error);
      await abandonJob(records, job, failure).catch(onError);
    }
  }

  return {
    ...createStoredQueue({
      ...{ repository, records, sender, random, hasPlanner: false },
      sleep: () => Promise.resolve(),
    }),
    async waitUntilSettled({ week, folder }, timeoutMs) {
      const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
      const timer = setTimeout(resolve, timeoutMs, undefined);
      const jobs = [...pending].flatMap(([completion, job]) =>
        job.week === week && rootsOf(job).includes(folder) ? [completion] : [],
      );
      await Promise.race([Promise.all(jobs), timeout]);
      clearTimeout(timer);
    },
    async close() {
      const running = limit.activeCount > 0 ? [...pending.keys()].slice(0, 1) : [];
      limit.clearQueue();
      await Promise.all(running);
    },
  };
}
