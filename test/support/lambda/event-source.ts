// Lambda's poller of an SQS queue: it receives from a real queue, hands each message to the function as an event,
// and deletes what succeeded. What failed stays until the queue shows it again.
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import type { Message, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { failedMessages } from './batch-answer.ts';
import type { LambdaFunction, Outcome } from './lambda-function.ts';

export interface EventSourceOptions {
  readonly sqs: SQSClient;
  readonly queueUrl: string;
  readonly queueArn: string;
  /** Starts a process of the function; called when a message waits and all the others are busy. */
  readonly start: () => Promise<LambdaFunction>;
  /** How many processes work at the same time at most. */
  readonly maximumConcurrency: number;
}

export interface Delivery {
  readonly messageId: string;
  readonly body: string;
  /** 1 for the first time. */
  readonly receiveCount: number;
  readonly outcome: Outcome;
  readonly isDeleted: boolean;
}

export interface EventSource {
  /**
   * Delivers until the queue holds nothing: no message waiting, delayed or invisible. Rejects when that takes longer
   * than `patienceMs` (default 60 000): a message that failed is invisible as long as the queue says.
   */
  drain(options?: { readonly patienceMs?: number }): Promise<void>;
  /** All so far, in the order of their end. */
  deliveries(): readonly Delivery[];
  /** Ends the function's processes. */
  stop(): Promise<void>;
}

/** As long as nothing tells that the queue is empty for good. */
const LONG_POLL_SECONDS = 1;

export function openEventSource(options: EventSourceOptions): EventSource {
  const { sqs, queueUrl, queueArn, start, maximumConcurrency } = options;
  const deliveries: Delivery[] = [];
  const idle: LambdaFunction[] = [];
  const started: LambdaFunction[] = [];
  const busy = new Set<Promise<unknown>>();
  const stopped = new AbortController();
  // One at a time, and never given up while there may be messages: what a queue hands to nobody stays out of sight.
  let polling: Promise<Message | null> | null = null;

  const deliver = async (message: Message): Promise<void> => {
    const { MessageId: messageId = '', Body: body = '', ReceiptHandle } = message;
    let lambda = idle.pop();
    if (lambda === undefined) {
      lambda = await start();
      started.push(lambda);
    }
    const outcome = await lambda.invoke(sqsEvent(message, queueArn));
    idle.push(lambda);
    const isDeleted =
      'result' in outcome && !failedMessages(outcome.result, [messageId]).includes(messageId);
    if (isDeleted) await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
    const receiveCount = Number(message.Attributes?.ApproximateReceiveCount);
    deliveries.push({ messageId, body, receiveCount, outcome, isDeleted });
  };

  const left = async (): Promise<number> => {
    const { Attributes: counts = {} } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['All'] }),
    );
    return (
      Number(counts.ApproximateNumberOfMessages) +
      Number(counts.ApproximateNumberOfMessagesNotVisible) +
      Number(counts.ApproximateNumberOfMessagesDelayed)
    );
  };

  const receive = async (): Promise<Message | null> => {
    try {
      const { Messages: messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: queueUrl,
          MaxNumberOfMessages: 1,
          WaitTimeSeconds: LONG_POLL_SECONDS,
          MessageSystemAttributeNames: ['All'],
          MessageAttributeNames: ['All'],
        }),
        { abortSignal: stopped.signal },
      );
      return messages[0] ?? null;
    } catch (error) {
      if (stopped.signal.aborted) return null;
      throw error;
    }
  };

  /** The next message, or 'other' when something else happens first: a delivery ends, the patience does. */
  const next = async (patience: Promise<'other'>): Promise<Message | null | 'other'> => {
    const others = [
      patience,
      ...[...busy].map((delivery) => delivery.then(() => 'other' as const)),
    ];
    if (busy.size === maximumConcurrency) return Promise.race(others);
    polling ??= receive();
    const message = await Promise.race([polling, ...others]);
    if (message !== 'other') polling = null;
    return message;
  };

  return {
    deliveries: () => deliveries,
    drain: async ({ patienceMs = 60_000 } = {}) => {
      const over = AbortSignal.timeout(patienceMs);
      const { promise: patience, resolve } = Promise.withResolvers<'other'>();
      over.addEventListener('abort', () => {
        resolve('other');
      });
      for (;;) {
        const waiting = await left();
        if (waiting === 0 && busy.size === 0) return;
        if (over.aborted) throw new Error(`${waiting} messages were left after ${patienceMs} ms`);
        const message = await next(patience);
        if (message === 'other' || message === null) continue;
        const delivery = deliver(message).finally(() => busy.delete(delivery));
        busy.add(delivery);
      }
    },
    stop: async () => {
      stopped.abort();
      await Promise.all(started.map((lambda) => lambda.stop()));
      await Promise.allSettled([...busy, polling]);
    },
  };
}

/** A message as the function gets it. */
function sqsEvent(message: Message, queueArn: string): SQSEvent {
  const { Attributes: attributes = {} } = message;
  return {
    Records: [
      {
        messageId: message.MessageId ?? '',
        receiptHandle: message.ReceiptHandle ?? '',
        body: message.Body ?? '',
        attributes: {
          ApproximateReceiveCount: attributes.ApproximateReceiveCount ?? '',
          SentTimestamp: attributes.SentTimestamp ?? '',
          SenderId: attributes.SenderId ?? '',
          ApproximateFirstReceiveTimestamp: attributes.ApproximateFirstReceiveTimestamp ?? '',
        },
        messageAttributes: {},
        md5OfBody: message.MD5OfBody ?? '',
        eventSource: 'aws:sqs',
        eventSourceARN: queueArn,
        awsRegion: queueArn.split(':')[3] ?? '',
      },
    ],
  };
}
