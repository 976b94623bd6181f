// Sends many messages to SQS: in batches of ten, a few requests at a time, with retries of refused entries.
import {
  SendMessageBatchCommand,
  type BatchResultErrorEntry,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import pLimit from 'p-limit';
import { Failure, failureReason, safeName } from '../../shared/failure.ts';

export interface SendContext {
  readonly client: SQSClient;
  readonly url: string;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Aborts the requests. */
  readonly signal: AbortSignal;
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
export async function sendBatches(sending: SendContext, bodies: readonly string[]): Promise<void> {
  const limit = pLimit(REQUESTS_IN_FLIGHT);
  // After an outage in one batch the others are not sent: the SDK has already tried three times.
  let outage: string | null = null;
  const results = await Promise.all(
    toBatches(bodies).map((batch) =>
      limit(async (): Promise<UnsentMessages> => {
        if (outage !== null) return { count: batch.length, reason: outage };
        const { isOutage, ...unsent } = await sendBatch(sending, batch);
        if (isOutage) outage = unsent.reason;
        return unsent;
      }),
    ),
  );
  const failed = results.reduce((sum, { count }) => sum + count, 0);
  const reason = results.find(({ count }) => count > 0)?.reason;
  if (reason !== undefined) {
    throw new Failure('QUEUE_UNAVAILABLE', { failed, of: bodies.length, reason });
  }
}

function toBatches(bodies: readonly string[]): readonly SendMessageBatchRequestEntry[][] {
  const entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
  const count = Math.ceil(entries.length / BATCH_SIZE);
  return Array.from({ length: count }, (_, index) =>
    entries.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
}

/** Sends a batch, and retries entries that were refused, unless the entry itself is invalid. */
async function sendBatch(
  { client, url, random, sleep, signal }: SendContext,
  batch: readonly SendMessageBatchRequestEntry[],
): Promise<UnsentMessages & { readonly isOutage: boolean }> {
  let invalid = 0;
  let reason = '';
  let pending = [...batch];
  for (let tries = 1; ; tries += 1) {
    try {
      const command = new SendMessageBatchCommand({ QueueUrl: url, Entries: pending });
      const result = await client.send(command, { abortSignal: signal });
      const refused = new Map((result.Failed ?? []).map((entry) => [entry.Id, entry]));
      const retryable = pending.filter(({ Id }) => isRetryable(refused.get(Id)));
      invalid += refused.size - retryable.length;
      for (const { Code } of refused.values()) reason = safeName(Code);
      pending = retryable;
    } catch (error) {
      return { count: invalid + pending.length, reason: failureReason(error), isOutage: true };
    }
    if (pending.length === 0 || tries === MAX_TRIES) {
      return { count: invalid + pending.length, reason, isOutage: false };
    }
    await sleep(random() * BASE_MS * 2 ** tries, signal);
  }
}

function isRetryable(refused: BatchResultErrorEntry | undefined): boolean {
  return refused !== undefined && refused.SenderFault !== true;
}
