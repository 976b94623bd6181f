// The job queue on SQS. Errors of the SDK are reduced to their codes, since they contain whole requests.
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
  /** Encodes a job as the body of a message: UTF-8 text, well under a kilobyte. */
  readonly jobs: Codec<ReportJob>;
  /** Of the queue; default: the SDK's own configuration. */
  readonly region?: string;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Resolves after so many milliseconds; when the signal is aborted, it resolves or rejects early. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Overrides the SDK's own configuration (AWS_ENDPOINT_URL_SQS); for tests. */
  readonly connection?: Pick<SQSClientConfig, 'endpoint' | 'credentials' | 'region'>;
}

export interface SqsQueue {
  /** When it fails, some jobs may have been sent; sending all of them again does no harm. */
  readonly sender: JobSender;
  /**
   * Makes a received message visible again after so many seconds (0 to 43,200) instead of the queue's own visibility
   * timeout. Fails with QUEUE_UNAVAILABLE; the message is then visible again after that timeout.
   */
  delayMessage(receiptHandle: string, afterSeconds: number): Promise<void>;
  /** Aborts requests in flight and closes the connections. */
  close(): void;
}

const MAX_VISIBILITY_SECONDS = 43_200;

/** Opens no connection yet. */
export function openSqsQueue(options: QueueOptions): SqsQueue {
  const { url, jobs, region, random, sleep } = options;
  const closed = new AbortController();
  const client = new SQSClient({
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    },
    // The endpoint comes from the configuration; otherwise the SDK would use the URL's host and log a warning.
    useQueueUrlAsEndpoint: false,
    ...(region === undefined ? {} : { region }),
    ...options.connection,
  });
  const decoder = new TextDecoder();
  return {
    sender: {
      send: (reportJobs) => {
        const bodies = reportJobs.map((job) => decoder.decode(jobs.encode(job)));
        return sendBatches({ client, url, random, sleep, signal: closed.signal }, bodies);
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
    close: () => {
      closed.abort();
      client.destroy();
    },
  };
}
