// The queue as Lambda polls it, with one worker: a message whose worker has died comes again at once, as if its time
// out of sight were over.
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { z } from 'zod';
import { failedMessages } from '../../support/lambda/batch-answer.ts';
import type { Outcome } from '../../support/lambda/lambda-function.ts';
import type { Cloud } from './cloud-output.ts';

export interface Delivery {
  readonly folder: number;
  /** 1 for the first time. */
  readonly receives: number;
  /** As Lambda gets it. */
  readonly event: unknown;
  /** Deletes the message, or lets it come again. */
  settle(outcome: Outcome): Promise<'done' | 'again'>;
}

export interface Deliveries {
  /** Null when nothing waits. */
  next(): Promise<Delivery | null>;
  /** In both queues, seen or not. */
  left(): Promise<number>;
  close(): void;
}

const job = z.object({ folder: z.number() });

export function openDeliveries(cloud: Cloud): Deliveries {
  const { region, credentials, queueUrl: QueueUrl, queueArn } = cloud;
  const endpoint = cloud.direct['AWS_ENDPOINT_URL_SQS'] ?? '';
  const sqs = new SQSClient({ endpoint, region, credentials, useQueueUrlAsEndpoint: false });

  async function leftIn(url: string): Promise<number> {
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
      const { MessageId = '', Body = '', ReceiptHandle, Attributes: attributes = {} } = message;
      return {
        folder: job.parse(JSON.parse(Body)).folder,
        receives: Number(attributes.ApproximateReceiveCount),
        event: {
          Records: [
            {
              messageId: MessageId,
              receiptHandle: ReceiptHandle,
              body: Body,
              attributes,
              messageAttributes: {},
              md5OfBody: message.MD5OfBody,
              eventSource: 'aws:sqs',
              eventSourceARN: queueArn,
              awsRegion: region,
            },
          ],
        },
        async settle(outcome) {
          const isDone =
            'result' in outcome && failedMessages(outcome.result, [MessageId]).length === 0;
          const which = { QueueUrl, ReceiptHandle };
          if (isDone) await sqs.send(new DeleteMessageCommand(which));
          else
            await sqs.send(new ChangeMessageVisibilityCommand({ ...which, VisibilityTimeout: 0 }));
          return isDone ? 'done' : 'again';
        },
      };
    },
    left: async () => (await leftIn(QueueUrl)) + (await leftIn(cloud.deadLettersUrl)),
    close: () => {
      sqs.destroy();
    },
  };
}
