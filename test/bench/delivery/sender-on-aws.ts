// A child process in the place of one instance of send-message: the function's composition and handler, with batches of the
// real queue, until it is empty.
import { performance } from 'node:perf_hooks';
import { DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Message } from '@aws-sdk/client-sqs';
import { createHandler } from '../../../functions/send-message/handler.ts';
import { openMessageSender } from '../../../lib/composition/aws/send-message.ts';
import { createLog } from '../../../lib/shared/log.ts';
import { sqsRecord } from '../../support/lambda/sqs-record.ts';
import { createRandom } from '../../support/test-reports.ts';
import { inputOf, sendResult } from '../child.ts';
import { SENT_FROM, senderInput } from './delivery-figures.ts';
import { measureSender } from './sender-measured.ts';

const TIMEOUT_MS = 120_000;
/** Maximum messages of SQS, for each request. */
const MOST_RECEIVED = 10;

const { environment, share, batch } = inputOf(senderInput);
Object.assign(process.env, environment);
const start = performance.now();
const system = {
  clock: () => Math.floor(SENT_FROM + performance.now() - start),
  random: createRandom(4),
};
const QueueUrl = environment['REPORTS_DELIVERY_QUEUE_URL'] ?? '';
const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
const sender = openMessageSender(process.env, system);
const measurement = measureSender(share);
const failures: string[] = [];
const log = createLog({
  write: (line) => {
    if (line.includes('"level":"error"')) failures.push(line);
  },
  clock: system.clock,
  context: {},
});
const handle = createHandler({
  ...system,
  ...sender,
  log,
  process: async (job) => {
    const processed = await sender.process(job, log);
    if (processed.state !== 'sent') throw new Error(`${processed.state} ${processed.reason ?? ''}`);
    measurement.count();
    return processed;
  },
});

/** Empty when no message was there for a second. */
async function receiveBatch(): Promise<readonly Message[]> {
  const messages: Message[] = [];
  while (messages.length < batch) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: Math.min(batch - messages.length, MOST_RECEIVED),
        WaitTimeSeconds: 1,
        MessageSystemAttributeNames: ['ApproximateReceiveCount'],
      }),
    );
    if (Messages.length === 0) return messages;
    messages.push(...Messages);
  }
  return messages;
}

async function deleteBatch(messages: readonly Message[]): Promise<void> {
  for (let from = 0; from < messages.length; from += MOST_RECEIVED) {
    const Entries = messages
      .slice(from, from + MOST_RECEIVED)
      .map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  }
}

let handlerMs = 0;
const deletions: Promise<void>[] = [];
// Lambda receives the next batch while the function is busy, and deletes behind its back.
let next = receiveBatch();
for (let messages = await next; messages.length > 0; messages = await next) {
  next = receiveBatch();
  const begun = performance.now();
  const { batchItemFailures } = await handle(
    { Records: messages.map((message) => sqsRecord(message)) },
    { getRemainingTimeInMillis: () => TIMEOUT_MS },
  );
  handlerMs += performance.now() - begun;
  // Their messages are missing from those that are received.
  if (batchItemFailures.length > 0) process.stderr.write(`${failures.splice(0).join('')}\n`);
  deletions.push(deleteBatch(messages));
}
await Promise.all(deletions);
sqs.destroy();
sendResult(measurement.figures(handlerMs));
process.exit();
