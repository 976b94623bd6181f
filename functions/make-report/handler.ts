// The worker as a Lambda function: a message of the queue comes in, its report is made, or the message goes back.
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { Failure } from '../../lib/shared/failure.ts';
import type { JobOutcome } from '../../lib/jobs/process-job.ts';
import type { Step } from '../../lib/jobs/make-folder.ts';
import type { ReportJob } from '../../lib/ports/job-queue.ts';
import type { Codec } from '../../lib/ports/object-store.ts';
import type { Clock } from '../../lib/shared/clock.ts';
import type { MetricName, Metrics, Log } from '../../lib/shared/log.ts';
import { decideRetry } from './retry-policy.ts';

/** One job's way through the upstream and the store. */
export interface Work {
  make(job: ReportJob): Promise<JobOutcome>;
  /** Requests to the reporting API so far. */
  requests(): { readonly sent: number; readonly retried: number };
  /** Milliseconds by step, of those that were taken. */
  readonly steps: ReadonlyMap<Step, number>;
  /** Gives up what is under way. */
  close(): Promise<void>;
}

export interface MakeReportDependencies {
  readonly jobs: Codec<ReportJob>;
  /** Anew for each message: credentials that were refused once must not be refused for ever. */
  readonly openWork: () => Work;
  /** Notes that a job won't be tried again. */
  readonly giveUp: (job: ReportJob, failure: Failure) => Promise<void>;
  readonly giveBack: (receiptHandle: string, afterSeconds: number) => Promise<void>;
  readonly random: () => number;
  readonly clock: Clock;
  readonly log: Log;
}

/** Left for answering before Lambda ends the process. */
const RESERVE_MS = 10_000;

export function createHandler(
  door: MakeReportDependencies,
): (
  event: SQSEvent,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
) => Promise<SQSBatchResponse> {
  return async (event, context) => {
    const batchItemFailures: { itemIdentifier: string }[] = [];
    for (const record of event.Records) {
      const isDone = await handle(door, record, context.getRemainingTimeInMillis() - RESERVE_MS);
      if (!isDone) batchItemFailures.push({ itemIdentifier: record.messageId });
    }
    return { batchItemFailures };
  };
}

/** Whether the message is done with. */
async function handle(
  door: MakeReportDependencies,
  record: SQSRecord,
  timeMs: number,
): Promise<boolean> {
  const { jobs, log, clock } = door;
  const receives = Number(record.attributes.ApproximateReceiveCount);
  let job: ReportJob;
  try {
    job = jobs.decode(new TextEncoder().encode(record.body));
  } catch {
    // Nobody else can make a job of it: it goes to the dead letters.
    log.error('a message is no job', new Failure('JOB_INVALID'), { receives });
    return false;
  }
  const { week, folder } = job;
  const look = job.look === undefined ? {} : { look: job.look };
  const started = clock();
  const work = door.openWork();
  const spent = (): Metrics => figuresOf(work, clock() - started);
  try {
    const result = await withDeadline(work.make(job), timeMs);
    log.metrics(
      { ...countsOf(result), ...spent() },
      { week, folder, receives, since: job.since, ...look, ...factsOf(result) },
    );
    return true;
  } catch (error) {
    const fate = decideRetry(error, receives, door.random());
    log.error('a report was not made', error, { week, folder, receives, ...look, fate: fate.kind });
    // What failed took its time and its requests all the same.
    log.metrics(spent(), { week, folder, receives, since: job.since, ...look, outcome: 'failed' });
    const failure = error instanceof Failure ? error : new Failure('JOB_FAILED');
    const settled =
      fate.kind === 'again'
        ? door.giveBack(record.receiptHandle, fate.afterSeconds)
        : door.giveUp(job, failure);
    // Not being able to say so costs time: the queue's own timeout, or the planner's, ends the waiting.
    const isSaid = await settled.then(
      () => true,
      (trouble: unknown) => {
        log.error('a job could not be given back', trouble, { week, folder });
        return false;
      },
    );
    return fate.kind === 'done' && isSaid;
  } finally {
    await work.close();
  }
}

async function withDeadline<T>(work: Promise<T>, timeMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Failure('DEADLINE', { afterMs: timeMs }));
  }, timeMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // What still goes on is given up; nobody waits for how it ends.
    work.catch(() => undefined);
  }
}

function countsOf(result: JobOutcome): Metrics {
  if (result.outcome !== 'made') return {};
  const { status, problems } = result.manifest;
  return {
    ReportsMade: 1,
    ReportsPartial: status === 'partial' ? 1 : 0,
    ZoneDrift: problems.filter(({ code }) => code === 'TZ_DRIFT').length,
  };
}

const STEP_FIGURES: Readonly<Record<Step, MetricName>> = {
  gather: 'GatherDuration',
  render: 'RenderDuration',
  commit: 'CommitDuration',
};

/** What a job took so far, whatever becomes of it. */
function figuresOf(work: Work, jobMs: number): Metrics {
  const { sent, retried } = work.requests();
  return {
    JobDuration: jobMs,
    ...Object.fromEntries([...work.steps].map(([step, ms]) => [STEP_FIGURES[step], ms])),
    UpstreamRequests: sent,
    UpstreamRetries: retried,
  };
}

function factsOf(result: JobOutcome): Readonly<Record<string, string | number>> {
  switch (result.outcome) {
    case 'made':
    case 'kept':
      return {
        outcome: result.outcome,
        revision: result.manifest.revision,
        status: result.manifest.status,
      };
    case 'waiting':
      return { outcome: result.outcome, missing: result.missing };
    case 'nothing':
      return { outcome: result.outcome };
  }
}
