// The door to the queue of jobs on SQS. It hides batches, entries that are refused one by one, and the SDK's errors,
// which hold whole requests.
import {
  ChangeMessageVisibilityCommand,
  SQSClient,
  type SQSClientConfig,
} from '@aws-sdk/client-sqs';
import { Failure, failureReason } from '../../shared/failure.ts';
import type { JobSender, ReportJob } from '../../ports/job-queue.ts';
import type { Codec } from '../../ports/object-store.ts';
import { sendBatches } from './send-batches.ts';

export interface QueueOptions {
  readonly url: string;
  /** How a job is written into a message: UTF-8 text, well under a kilobyte. */
  readonly jobs: Codec<ReportJob>;
  /** Of the queue; the SDK's own environment tells it when it is left out. */
  readonly region?: string;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Resolves after so many milliseconds; ends early, either way, when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Another server than the one that the SDK's environment names (AWS_ENDPOINT_URL_SQS): for tests. */
  readonly connection?: Pick<SQSClientConfig, 'endpoint' | 'credentials' | 'region'>;
}

export interface Queue {
  /** Jobs that were sent when it fails stay sent; sending all of them again does no harm. */
  readonly sender: JobSender;
  /**
   * Lets a received message be received again after so many seconds (0 to 43,200) in place of the queue's own
   * visibility timeout. Fails with QUEUE_UNAVAILABLE; the message then comes back when that timeout is over.
   */
  giveBack(receiptHandle: string, afterSeconds: number): Promise<void>;
  /** Ends what waits and frees the connections. */
  close(): void;
}

const MAX_VISIBILITY_SECONDS = 43_200;

/** Opens no connection yet. */
export function openQueue(options: QueueOptions): Queue {
  const { url, jobs, region, random, sleep } = options;
  const closed = new AbortController();
  const client = new SQSClient({
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    },
    // The endpoint is the environment's to say; else the SDK would take the URL's host and write a warning.
    useQueueUrlAsEndpoint: false,
    ...(region === undefined ? {} : { region }),
    ...options.connection,
  });
  const text = new TextDecoder();
  return {
    sender: {
      send: (given) => {
        const bodies = given.map((job) => text.decode(jobs.encode(job)));
        return sendBatches({ client, url, random, sleep, signal: closed.signal }, bodies);
      },
    },
    async giveBack(receiptHandle, afterSeconds) {
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
    close: () => {
      closed.abort();
      client.destroy();
    },
  };
}
