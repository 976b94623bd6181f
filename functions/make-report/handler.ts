// The Lambda handler of the worker: makes the reports that each queue message requests, and applies the retry policy when
// that fails.
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { Failure } from '../../lib/shared/failure.ts';
import type { JobAttempt, JobOutcome, ReportOfJob } from '../../lib/jobs/run-job.ts';
import type { ReportJob } from '../../lib/ports/job-queue.ts';
import { withDeadline } from '../../lib/jobs/with-deadline.ts';
import type { Codec } from '../../lib/ports/object-store.ts';
import type { Clock } from '../../lib/shared/clock.ts';
import type { Metrics, Log } from '../../lib/shared/log.ts';
import { decideRetry, isLastReceive, secondsUntilRetry } from '../../lib/jobs/retry-policy.ts';

/** One attempt at a job, with its connections and measurements. */
export interface JobRun {
  make(job: ReportJob): Promise<JobOutcome>;
  /** Requests to the reporting API so far. */
  requests(): { readonly sent: number; readonly retried: number };
  /** Cancels pending requests. */
  close(): Promise<void>;
}

export interface JobStart extends JobAttempt {
  /** Called with each report as it is made; `renderMs`: milliseconds for rendering its files. */
  readonly onReport: (report: ReportOfJob, renderMs: number) => void;
  readonly onFailure: (folder: number, error: unknown) => void;
}

export interface MakeReportDependencies {
  readonly jobs: Codec<ReportJob>;
  /** Called for each message, so that rejected credentials are not used for later ones. */
  readonly startJob: (start: JobStart) => JobRun;
  /** Records that a job won't be retried. */
  readonly abandon: (job: ReportJob, failure: Failure) => Promise<void>;
  readonly delayMessage: (receiptHandle: string, afterSeconds: number) => Promise<void>;
  readonly random: () => number;
  readonly clock: Clock;
  readonly log: Log;
}

/** Time for the response before Lambda ends the process. */
const RESERVE_MS = 10_000;
/** From the end of the invocation at the latest until the message is visible again, if the process has not answered. */
const VISIBLE_AFTER_MS = 30_000;
/** No report is started that late: reading and writing one takes up to a minute. */
const START_RESERVE_MS = RESERVE_MS + 60_000;

export function createHandler(
  dependencies: MakeReportDependencies,
): (
  event: SQSEvent,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
) => Promise<SQSBatchResponse> {
  return async (event, context) => {
    const batchItemFailures: { itemIdentifier: string }[] = [];
    for (const record of event.Records) {
      const isDone = await processMessage(dependencies, record, () =>
        context.getRemainingTimeInMillis(),
      );
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
  remainingMs: () => number,
): Promise<boolean> {
  const { log, clock } = dependencies;
  const receives = Number(record.attributes.ApproximateReceiveCount);
  const job = decodeJob(dependencies, record);
  if (job === null) {
    // The queue moves it to the dead-letter queue.
    log.error('invalid job message', new Failure('JOB_INVALID'), { receives });
    return false;
  }
  const { week, folder, since, look, others = [] } = job;
  const jobFields = {
    ...{ week, folder, receives, since },
    ...(look === undefined ? {} : { look }),
    ...(others.length === 0 ? {} : { others: others.length }),
  };
  const startedAt = clock();
  // The queue's own timeout includes the time that a message waits for a process, so it is long.
  const hiding = dependencies
    .delayMessage(record.receiptHandle, (remainingMs() + VISIBLE_AFTER_MS) / 1000)
    .catch(() => undefined);
  const work = dependencies.startJob({
    receives,
    mayStart: () => remainingMs() > START_RESERVE_MS,
    onReport: (report, renderMs) => {
      logReport(log, { week, receives }, report, renderMs);
    },
    onFailure: (failed, error) => {
      log.error('report failed', error, { week, folder: failed, receives });
    },
  });
  const resourceMetrics = (): Metrics => measureWork(work, clock() - startedAt);
  try {
    const outcome = await withDeadline(work.make(job), remainingMs() - RESERVE_MS);
    log.metrics(resourceMetrics(), { ...jobFields, ...countOutcomes(outcome) });
    return true;
  } catch (error) {
    const decision = decideRetry(error, receives, dependencies.random());
    log.error('report job failed', error, {
      ...jobFields,
      decision: decision.kind,
    });
    // Failed jobs use time and requests as well.
    log.metrics(resourceMetrics(), { ...jobFields, outcome: 'failed' });
    const failure = error instanceof Failure ? error : new Failure('JOB_FAILED');
    await hiding;
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
    await Promise.all([hiding, work.close()]);
  }
}

function decodeJob({ jobs }: MakeReportDependencies, { body }: SQSRecord): ReportJob | null {
  try {
    return jobs.decode(new TextEncoder().encode(body));
  } catch {
    return null;
  }
}

/** One line for each report that was made, since a job makes many. */
function logReport(
  log: Log,
  fields: { readonly week: string; readonly receives: number },
  { folder, result }: ReportOfJob,
  renderMs: number,
): void {
  if (result.outcome !== 'made') return;
  const { status, problems, revision } = result.report.manifest;
  const { gather, commit } = result.durations;
  log.metrics(
    {
      ReportsMade: 1,
      ReportsPartial: status === 'partial' ? 1 : 0,
      ZoneDrift: problems.filter(({ code }) => code === 'TZ_DRIFT').length,
      GatherDuration: gather,
      RenderDuration: renderMs,
      CommitDuration: commit,
    },
    { ...fields, folder, outcome: 'made', revision, status },
  );
}

/** Time and requests that a job has used so far. */
function measureWork(work: JobRun, durationMs: number): Metrics {
  const { sent: requestCount, retried } = work.requests();
  return { JobDuration: durationMs, UpstreamRequests: requestCount, UpstreamRetries: retried };
}

/** How many folders had each outcome, and how many messages replace the job. */
function countOutcomes({ reports, sent }: JobOutcome): Readonly<Record<string, string | number>> {
  const counts = new Map<string, number>();
  for (const { result } of reports) {
    counts.set(result.outcome, (counts.get(result.outcome) ?? 0) + 1);
  }
  return {
    outcome: sent > 0 ? 'replaced' : 'done',
    ...Object.fromEntries(counts),
    ...(sent > 0 ? { sent } : {}),
  };
}
