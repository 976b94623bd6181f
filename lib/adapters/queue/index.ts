// A queue of jobs on SQS. Errors of the SDK are reduced to their codes, since they contain whole requests.
import type {
  SQSClientConfig,
  BatchResultErrorEntry,
  SendMessageBatchRequestEntry,
} from '@aws-sdk/client-sqs';
import {
  ChangeMessageVisibilityCommand,
  GetQueueAttributesCommand,
  SQSClient,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs';
import pLimit from 'p-limit';
import { Failure, failureReason, safeName } from '../../shared/failure.ts';
import type { Codec } from '../../ports/object-store.ts';

export interface QueueOptions<Job> {
  readonly url: string;
  /** Encodes a job as the body of a message: UTF-8 text of a few kilobytes at most, since ten are sent at once. */
  readonly jobs: Codec<Job>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Overrides the SDK's own configuration (AWS_ENDPOINT_URL_SQS); for tests. */
  readonly connection?: Pick<SQSClientConfig, 'endpoint' | 'credentials' | 'region'>;
}

export interface SqsQueue<Job> {
  readonly sender: {
    /**
     * Jobs are received after so many seconds, of which SQS allows 900; default: at once. When it fails, some jobs may have been
     * sent; sending all of them again does no harm.
     */
    send(jobs: readonly Job[], afterSeconds?: number): Promise<void>;
  };
  /**
   * Makes a received message visible again after this many seconds (0 to 43,200) instead of the queue's own visibility
   * timeout. Fails with QUEUE_UNAVAILABLE; the message is then visible again after that timeout.
   */
  readonly delayMessage: (receiptHandle: string, afterSeconds: number) => Promise<void>;
  /**
   * Whether a message waits to be received, as it was about a minute ago; not those that were received and wait to be repeated.
   * Fails with QUEUE_UNAVAILABLE.
   */
  readonly hasWaitingJobs: () => Promise<boolean>;
  /** Closes the connections. */
  close(): void;
}

const MAX_VISIBILITY_SECONDS = 43_200;
const MAX_DELAY_SECONDS = 900;

/** Opens no connection yet. */
export function openSqsQueue<Job>(options: QueueOptions<Job>): SqsQueue<Job> {
  const { url, jobs, random, sleep } = options;
  const client = new SQSClient({
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    },
    // The endpoint comes from the configuration; otherwise the SDK would use the URL's host and log a warning.
    useQueueUrlAsEndpoint: false,
    ...options.connection,
  });
  const decoder = new TextDecoder();
  return {
    sender: {
      send: (jobsToSend, afterSeconds = 0) => {
        const bodies = jobsToSend.map((job) => decoder.decode(jobs.encode(job)));
        const delaySeconds = Math.min(MAX_DELAY_SECONDS, Math.ceil(afterSeconds));
        return sendBatches({ client, url, random, sleep, delaySeconds }, bodies);
      },
    },
    async delayMessage(receiptHandle, afterSeconds) {
      const seconds = Math.min(MAX_VISIBILITY_SECONDS, Math.max(0, Math.ceil(afterSeconds)));
      const command = new ChangeMessageVisibilityCommand({
        QueueUrl: url,
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: seconds,
      });
      try {
        await client.send(command);
      } catch (error) {
        throw new Failure('QUEUE_UNAVAILABLE', { seconds, reason: failureReason(error) });
      }
    },
    async hasWaitingJobs() {
      const command = new GetQueueAttributesCommand({
        QueueUrl: url,
        AttributeNames: ['ApproximateNumberOfMessages'],
      });
      try {
        const { Attributes: attributes } = await client.send(command);
        return attributes?.ApproximateNumberOfMessages !== '0';
      } catch (error) {
        throw new Failure('QUEUE_UNAVAILABLE', { reason: failureReason(error) });
      }
    },
    close: () => {
      client.destroy();
    },
  };
}

interface SendContext extends Pick<QueueOptions<never>, 'url' | 'random' | 'sleep'> {
  readonly client: SQSClient;
  readonly delaySeconds: number;
}

/** The limit of SQS for one request. */
const BATCH_SIZE = 10;
const REQUESTS_IN_FLIGHT = 4;
const MAX_TRIES = 3;
const BASE_MS = 200;

interface UnsentMessages {
  readonly count: number;
  readonly reason: string;
}

/** Fails with QUEUE_UNAVAILABLE and the number of unsent bodies, after all batches were attempted. */
async function sendBatches(sending: SendContext, bodies: readonly string[]): Promise<void> {
  const limit = pLimit(REQUESTS_IN_FLIGHT);
  // After an outage in one batch the others are not sent: the SDK has already tried three times.
  let outage: string | null = null;
  const results = await Promise.all(
    toBatches(bodies, sending.delaySeconds).map((batch) =>
      limit(async (): Promise<UnsentMessages> => {
        if (outage !== null) return { count: batch.length, reason: outage };
        const { isOutage, ...unsent } = await sendBatch(sending, batch);
        if (isOutage) outage = unsent.reason;
        return unsent;
      }),
    ),
  );
  const failedCount = results.reduce((sum, { count }) => sum + count, 0);
  const reason = results.find(({ count }) => count > 0)?.reason;
  if (reason !== undefined) {
    throw new Failure('QUEUE_UNAVAILABLE', { failed: failedCount, of: bodies.length, reason });
  }
}

function toBatches(
  bodies: readonly string[],
  delaySeconds: number,
): readonly SendMessageBatchRequestEntry[][] {
  const delay = delaySeconds === 0 ? {} : { DelaySeconds: delaySeconds };
  const entries = bodies.map((MessageBody, index) => ({
    Id: String(index),
    MessageBody,
    ...delay,
  }));
  const count = Math.ceil(entries.length / BATCH_SIZE);
  return Array.from({ length: count }, (_, index) =>
    entries.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
}

/** Sends a batch, and retries entries that were refused, unless the entry itself is invalid. */
async function sendBatch(
  { client, url, random, sleep }: SendContext,
  batch: readonly SendMessageBatchRequestEntry[],
): Promise<UnsentMessages & { readonly isOutage: boolean }> {
  let invalid = 0;
  let reason = '';
  let pendingEntries = [...batch];
  for (let tries = 1; ; tries += 1) {
    try {
      const command = new SendMessageBatchCommand({ QueueUrl: url, Entries: pendingEntries });
      const result = await client.send(command);
      const refusedEntries = new Map((result.Failed ?? []).map((entry) => [entry.Id, entry]));
      const retryable = pendingEntries.filter(({ Id }) => isRetryable(refusedEntries.get(Id)));
      invalid += refusedEntries.size - retryable.length;
      for (const { Code } of refusedEntries.values()) reason = safeName(Code);
      pendingEntries = retryable;
    } catch (error) {
      return {
        count: invalid + pendingEntries.length,
        reason: failureReason(error),
        isOutage: true,
      };
    }
    if (pendingEntries.length === 0 || tries === MAX_TRIES) {
      return { count: invalid + pendingEntries.length, reason, isOutage: false };
    }
    await sleep(random() * BASE_MS * 2 ** tries);
  }
}

function isRetryable(refused: BatchResultErrorEntry | undefined): boolean {
  return refused !== undefined && refused.SenderFault !== true;
}
