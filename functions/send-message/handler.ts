// The Lambda handler of the sender: makes one attempt at the message that each job of a batch asks for. A failed job does not
// affect the others.
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { ProcessedDelivery } from '../../lib/delivery/delivery-context.ts';
import type { DeliveryJob } from '../../lib/ports/deliveries.ts';
import type { Codec } from '../../lib/ports/object-store.ts';
import { Failure } from '../../lib/shared/failure.ts';
import type { Log, LogFields, Metrics } from '../../lib/shared/log.ts';
import { mapConcurrent } from '../../lib/shared/map-concurrent.ts';
import { decideRetry, isLastReceive } from '../../lib/jobs/retry-policy.ts';

export interface SendMessageDependencies {
  readonly jobs: Codec<DeliveryJob>;
  readonly process: (job: DeliveryJob) => Promise<ProcessedDelivery>;
  readonly delayMessage: (receiptHandle: string, afterSeconds: number) => Promise<void>;
  /** Sends a job as a new message, which is received after so many seconds or, for a long time, earlier. */
  readonly sendLater: (job: DeliveryJob, afterSeconds: number) => Promise<void>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly log: Log;
}

/** Messages of a batch that are sent at the same time; each may hold a PDF in memory. */
const CONCURRENCY = 8;
/** No attempt starts when less time remains: one that Lambda interrupts is recorded as unknown. */
const RESERVE_MS = 45_000;

export function createHandler(
  dependencies: SendMessageDependencies,
): (
  event: SQSEvent,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
) => Promise<SQSBatchResponse> {
  return async ({ Records: records }, context) => {
    const results = await mapConcurrent(
      records,
      async (record) => {
        const isDone =
          context.getRemainingTimeInMillis() >= RESERVE_MS &&
          (await processMessage(dependencies, record));
        if (!isDone && isLastReceive(record)) dependencies.log.metrics({ MessagesAbandoned: 1 });
        return { itemIdentifier: record.messageId, isDone };
      },
      CONCURRENCY,
    );
    return {
      batchItemFailures: results
        .filter(({ isDone }) => !isDone)
        .map(({ itemIdentifier }) => ({ itemIdentifier })),
    };
  };
}

/** Whether the message is to be deleted from the queue. Never throws. */
async function processMessage(
  dependencies: SendMessageDependencies,
  record: SQSRecord,
): Promise<boolean> {
  const { log, jobs } = dependencies;
  const receives = Number(record.attributes.ApproximateReceiveCount);
  const job = decodeJob(jobs, record);
  if (job === null) {
    // The queue moves it to the dead-letter queue.
    log.error('invalid delivery message', new Failure('JOB_INVALID'), { receives });
    return false;
  }
  const fields = { ...jobFields(job), receives };
  try {
    const { state, reason, repeatAfterSeconds } = await dependencies.process(job);
    log.metrics(stateMetrics(state), { ...fields, state, reason });
    if (repeatAfterSeconds === null) return true;
    // A receiver that is unavailable for hours is no case for the dead-letter queue. The planner enqueues a report again.
    if (isLastReceive(record)) {
      if (job.kind !== 'report') await dependencies.sendLater(job, repeatAfterSeconds);
      return true;
    }
    await delay(dependencies, record, repeatAfterSeconds, fields);
    return false;
  } catch (error) {
    const decision = decideRetry(error, receives, dependencies.random());
    log.error('delivery job failed', error, { ...fields, decision: decision.kind });
    if (decision.kind === 'retry') {
      await delay(dependencies, record, decision.afterSeconds, fields);
    }
    return decision.kind === 'delete';
  }
}

/** When this fails, the message becomes visible again after the queue's timeout. */
async function delay(
  { delayMessage, log }: SendMessageDependencies,
  { receiptHandle }: SQSRecord,
  afterSeconds: number,
  fields: LogFields,
): Promise<void> {
  await delayMessage(receiptHandle, afterSeconds).catch((error: unknown) => {
    log.error('retry decision not applied', error, fields);
  });
}

function decodeJob(jobs: Codec<DeliveryJob>, { body }: SQSRecord): DeliveryJob | null {
  try {
    return jobs.decode(new TextEncoder().encode(body));
  } catch {
    return null;
  }
}

function jobFields(job: DeliveryJob): LogFields {
  switch (job.kind) {
    case 'report':
      return { week: job.week, folder: job.folder, subscription: job.subscription };
    case 'confirmation':
      return { subscription: job.subscription };
    case 'access':
      return {};
  }
}

/** All three, so that a sum of two is known wherever one is. */
function stateMetrics(state: ProcessedDelivery['state']): Metrics {
  return {
    MessagesSent: ['sent', 'confirmationSent', 'accessSent'].includes(state) ? 1 : 0,
    MessagesRefused: state === 'refused' ? 1 : 0,
    MessagesUnknown: state === 'unknown' ? 1 : 0,
  };
}
