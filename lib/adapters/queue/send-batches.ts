// Hides how many messages get into the queue: in tens, a few requests at a time, and what was refused once more.
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
  /** When it is aborted, nothing is sent any more. */
  readonly signal: AbortSignal;
}

/** SQS takes no more in one request. */
const BATCH_SIZE = 10;
const REQUESTS_IN_FLIGHT = 4;
const MAX_TRIES = 3;
const BASE_MS = 200;

interface UnsentMessages {
  readonly count: number;
  readonly reason: string;
}

/** Fails with QUEUE_UNAVAILABLE and how many of the bodies were not sent, after all others were tried. */
export async function sendBatches(sending: SendContext, bodies: readonly string[]): Promise<void> {
  const inTurn = pLimit(REQUESTS_IN_FLIGHT);
  // A queue that is out of reach for one batch is so for the others: the SDK has tried three times by then.
  let outage: string | null = null;
  const results = await Promise.all(
    toBatches(bodies).map((batch) =>
      inTurn(async (): Promise<UnsentMessages> => {
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

/** Sends a batch, and of it again what was refused, unless it is the entry's own fault. */
async function sendBatch(
  { client, url, random, sleep, signal }: SendContext,
  batch: readonly SendMessageBatchRequestEntry[],
): Promise<UnsentMessages & { readonly isOutage: boolean }> {
  let hopeless = 0;
  let reason = '';
  let left = [...batch];
  for (let tries = 1; ; tries += 1) {
    try {
      const command = new SendMessageBatchCommand({ QueueUrl: url, Entries: left });
      const answer = await client.send(command, { abortSignal: signal });
      const refused = new Map((answer.Failed ?? []).map((one) => [one.Id, one]));
      const again = left.filter(({ Id }) => isRetryable(refused.get(Id)));
      hopeless += refused.size - again.length;
      for (const { Code } of refused.values()) reason = safeName(Code);
      left = again;
    } catch (error) {
      return { count: hopeless + left.length, reason: failureReason(error), isOutage: true };
    }
    if (left.length === 0 || tries === MAX_TRIES) {
      return { count: hopeless + left.length, reason, isOutage: false };
    }
    await sleep(random() * BASE_MS * 2 ** tries, signal);
  }
}

function isRetryable(refused: BatchResultErrorEntry | undefined): boolean {
  return refused !== undefined && refused.SenderFault !== true;
}
