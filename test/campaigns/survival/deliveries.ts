// Polls the queue like Lambda with one worker. A message whose worker died is received again immediately, as if its
// visibility timeout had passed.
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { z } from 'zod';
import { failedMessages } from '../../support/lambda/batch-answer.ts';
import type { InvocationOutcome } from '../../support/lambda/lambda-function.ts';
import { sqsRecord } from '../../support/lambda/sqs-record.ts';
import type { SimulatedCloud } from './cloud-output.ts';

export interface QueueDelivery {
  /** The first folder and the kind of the job, the same in each week. */
  readonly name: string;
  /** The receive count; 1 for the first delivery. */
  readonly receives: number;
  /** The Lambda event. */
  readonly event: unknown;
  /** Deletes the message, or makes it visible again. */
  settle(outcome: InvocationOutcome): Promise<'done' | 'again'>;
}

export interface QueueDeliveries {
  /** Null: the queue is empty. */
  next(): Promise<QueueDelivery | null>;
  /** Messages in both queues, visible or not. */
  countMessages(): Promise<number>;
  close(): void;
}

const job = z.object({
  folder: z.number(),
  only: z.boolean().default(false),
  look: z.string().nullable().default(null),
});

function nameOf(body: string): string {
  const { folder, only, look } = job.parse(JSON.parse(body));
  return `${folder}${only ? ' alone' : ''}${look === null ? '' : ' compared'}`;
}

export function openDeliveries(cloud: SimulatedCloud): QueueDeliveries {
  const { region, credentials, queueUrl: QueueUrl, queueArn } = cloud;
  const endpoint = cloud.direct['AWS_ENDPOINT_URL_SQS'] ?? '';
  const sqs = new SQSClient({ endpoint, region, credentials, useQueueUrlAsEndpoint: false });

  async function countMessagesIn(url: string): Promise<number> {
    const { Attributes: counts = {} } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
    );
    return (
      Number(counts.ApproximateNumberOfMessages) +
      Number(counts.ApproximateNumberOfMessagesNotVisible) +
      Number(counts.ApproximateNumberOfMessagesDelayed)
    );
  }

  return {
    async next() {
      const { Messages: [message] = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: 1,
          MessageSystemAttributeNames: ['All'],
        }),
      );
      if (message === undefined) return null;
      const { MessageId = '', Body = '', ReceiptHandle, Attributes } = message;
      return {
        name: nameOf(Body),
        receives: Number(Attributes?.ApproximateReceiveCount),
        event: { Records: [sqsRecord(message, queueArn)] },
        async settle(outcome) {
          const isDone =
            'result' in outcome && failedMessages(outcome.result, [MessageId]).length === 0;
          const receipt = { QueueUrl, ReceiptHandle };
          if (isDone) await sqs.send(new DeleteMessageCommand(receipt));
          else
            await sqs.send(
              new ChangeMessageVisibilityCommand({ ...receipt, VisibilityTimeout: 0 }),
            );
          return isDone ? 'done' : 'again';
        },
      };
    },
    countMessages: async () =>
      (await countMessagesIn(QueueUrl)) + (await countMessagesIn(cloud.deadLettersUrl)),
    close: () => {
      sqs.destroy();
    },
  };
}
