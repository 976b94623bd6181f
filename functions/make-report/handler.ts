// The Lambda handler of the worker: makes the report that each queue message requests, and applies the retry policy when
// that fails.
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { Failure } from '../../lib/shared/failure.ts';
import type { JobOutcome } from '../../lib/jobs/process-job.ts';
import type { JobStep } from '../../lib/jobs/make-folder.ts';
import type { ReportJob } from '../../lib/ports/job-queue.ts';
import type { Codec } from '../../lib/ports/object-store.ts';
import type { Clock } from '../../lib/shared/clock.ts';
import type { MetricName, Metrics, Log } from '../../lib/shared/log.ts';
import { decideRetry, isLastReceive, secondsUntilRetry } from './retry-policy.ts';

/** One attempt at a job, with its connections and measurements. */
export interface JobRun {
  make(job: ReportJob): Promise<JobOutcome>;
  /** Requests to the reporting API so far. */
  requests(): { readonly sent: number; readonly retried: number };
  /** Milliseconds by step, of the steps that were done. */
  readonly steps: ReadonlyMap<JobStep, number>;
  /** Cancels pending requests. */
  close(): Promise<void>;
}

export interface MakeReportDependencies {
  readonly jobs: Codec<ReportJob>;
  /** Called for each message, so that rejected credentials are not used for later ones. */
  readonly startJob: (attempt: { readonly isLast: boolean }) => JobRun;
  /** Records that a job won't be retried. */
  readonly abandon: (job: ReportJob, failure: Failure) => Promise<void>;
  readonly delayMessage: (receiptHandle: string, afterSeconds: number) => Promise<void>;
  readonly random: () => number;
  readonly clock: Clock;
  readonly log: Log;
}

/** Time for the response before Lambda ends the process. */
const RESERVE_MS = 10_000;

export function createHandler(
  dependencies: MakeReportDependencies,
): (
  event: SQSEvent,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
) => Promise<SQSBatchResponse> {
  return async (event, context) => {
    const batchItemFailures: { itemIdentifier: string }[] = [];
    for (const record of event.Records) {
      const timeoutMs = context.getRemainingTimeInMillis() - RESERVE_MS;
      const isDone = await processMessage(dependencies, record, timeoutMs);
      if (isDone) continue;
      batchItemFailures.push({ itemIdentifier: record.messageId });
      if (isLastReceive(record)) dependencies.log.metrics({ JobsAbandoned: 1 });
    }
    return { batchItemFailures };
  };
}

/** Whether the message is to be deleted from the queue. */
async function processMessage(
  dependencies: MakeReportDependencies,
  record: SQSRecord,
  timeoutMs: number,
): Promise<boolean> {
  const { log, clock } = dependencies;
  const receives = Number(record.attributes.ApproximateReceiveCount);
  const job = decodeJob(dependencies, record);
  if (job === null) {
    // The queue moves it to the dead-letter queue.
    log.error('invalid job message', new Failure('JOB_INVALID'), { receives });
    return false;
  }
  const { week, folder, since } = job;
  const look = job.look === undefined ? {} : { look: job.look };
  const startedAt = clock();
  const work = dependencies.startJob({ isLast: isLastReceive(record) });
  const resourceMetrics = (): Metrics => measureWork(work, clock() - startedAt);
  try {
    const outcome = await withDeadline(work.make(job), timeoutMs);
    log.metrics(
      { ...outcomeMetrics(outcome), ...resourceMetrics() },
      { week, folder, receives, since, ...look, ...outcomeFields(outcome) },
    );
    return true;
  } catch (error) {
    const decision = decideRetry(error, receives, dependencies.random());
    log.error('report job failed', error, {
      week,
      folder,
      receives,
      ...look,
      decision: decision.kind,
    });
    // Failed jobs use time and requests as well.
    log.metrics(resourceMetrics(), { week, folder, receives, since, ...look, outcome: 'failed' });
    const failure = error instanceof Failure ? error : new Failure('JOB_FAILED');
    const apply =
      decision.kind === 'retry'
        ? dependencies.delayMessage(
            record.receiptHandle,
            Math.max(decision.afterSeconds, secondsUntilRetry(error, clock())),
          )
        : dependencies.abandon(job, failure);
    // When this fails, the message becomes visible again after the queue's timeout, or the planner enqueues the report.
    const isApplied = await apply.then(
      () => true,
      (applyError: unknown) => {
        log.error('retry decision not applied', applyError, { week, folder });
        return false;
      },
    );
    return decision.kind === 'delete' && isApplied;
  } finally {
    await work.close();
  }
}

function decodeJob({ jobs }: MakeReportDependencies, { body }: SQSRecord): ReportJob | null {
  try {
    return jobs.decode(new TextEncoder().encode(body));
  } catch {
    return null;
  }
}

async function withDeadline<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Failure('DEADLINE', { afterMs: timeoutMs }));
  }, timeoutMs);
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
    // After the deadline the result of the cancelled work is ignored.
    work.catch(() => undefined);
  }
}

function outcomeMetrics(outcome: JobOutcome): Metrics {
  if (outcome.outcome !== 'made') return {};
  const { status, problems } = outcome.manifest;
  return {
    ReportsMade: 1,
    ReportsPartial: status === 'partial' ? 1 : 0,
    ZoneDrift: problems.filter(({ code }) => code === 'TZ_DRIFT').length,
  };
}

const STEP_METRICS: Readonly<Record<JobStep, MetricName>> = {
  gather: 'GatherDuration',
  render: 'RenderDuration',
  commit: 'CommitDuration',
};

/** Time and requests that a job has used so far. */
function measureWork(work: JobRun, durationMs: number): Metrics {
  const { sent: requestCount, retried } = work.requests();
  return {
    JobDuration: durationMs,
    ...Object.fromEntries([...work.steps].map(([step, ms]) => [STEP_METRICS[step], ms])),
    UpstreamRequests: requestCount,
    UpstreamRetries: retried,
  };
}

function outcomeFields(outcome: JobOutcome): Readonly<Record<string, string | number>> {
  switch (outcome.outcome) {
    case 'made':
    case 'kept':
      return {
        outcome: outcome.outcome,
        revision: outcome.manifest.revision,
        status: outcome.manifest.status,
      };
    case 'waiting':
      return { outcome: outcome.outcome, missing: outcome.missing };
    case 'nothing':
      return { outcome: outcome.outcome };
  }
}
