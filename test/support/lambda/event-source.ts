// The Lambda poller of an SQS queue: receives from a real queue, invokes the function with each message and deletes
// messages that succeeded. Failed messages remain until they are visible again.
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import type { Message, SQSClient } from '@aws-sdk/client-sqs';
import { failedMessages } from './batch-answer.ts';
import type { LambdaFunction, InvocationOutcome } from './lambda-function.ts';
import { sqsRecord } from './sqs-record.ts';

export interface EventSourceOptions {
  readonly sqs: SQSClient;
  readonly queueUrl: string;
  readonly queueArn: string;
  /** Starts a process of the function; called if a message waits and all processes are busy. */
  readonly start: () => Promise<LambdaFunction>;
  /** Maximum number of concurrent processes. */
  readonly maximumConcurrency: number;
}

export interface EventDelivery {
  readonly messageId: string;
  readonly body: string;
  /** 1 for the first delivery. */
  readonly receiveCount: number;
  readonly outcome: InvocationOutcome;
  readonly isDeleted: boolean;
}

export interface LambdaEventSource {
  /**
   * Delivers until the queue has no waiting, delayed or invisible message. Rejects after `maxWaitMs` (default
   * 60 000) and when it is stopped; a failed message stays invisible for the visibility timeout of the queue.
   */
  drain(options?: { readonly maxWaitMs?: number }): Promise<void>;
  /** All completed deliveries in order of completion. */
  deliveries(): readonly EventDelivery[];
  /** Stops the processes of the function. */
  stop(): Promise<void>;
}

/** Long polling interval while the queue may receive messages. */
const LONG_POLL_SECONDS = 1;

export function openLambdaEventSource(options: EventSourceOptions): LambdaEventSource {
  const { sqs, queueUrl, queueArn, start, maximumConcurrency } = options;
  const deliveries: EventDelivery[] = [];
  const idle: LambdaFunction[] = [];
  const startedFunctions: LambdaFunction[] = [];
  const busy = new Set<Promise<unknown>>();
  const stopController = new AbortController();
  // One receive call at a time, never abandoned: an abandoned call would make its message invisible.
  let polling: Promise<Message | null> | null = null;

  const deliver = async (message: Message): Promise<void> => {
    const { MessageId: messageId = '', Body: body = '', ReceiptHandle } = message;
    let lambda = idle.pop();
    if (lambda === undefined) {
      lambda = await start();
      startedFunctions.push(lambda);
      // Its message stays in the queue.
      if (stopController.signal.aborted) return lambda.stop();
    }
    const outcome = await lambda.invoke({ Records: [sqsRecord(message, queueArn)] });
    idle.push(lambda);
    const isDeleted =
      'result' in outcome && !failedMessages(outcome.result, [messageId]).includes(messageId);
    if (isDeleted) await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
    const receiveCount = Number(message.Attributes?.ApproximateReceiveCount);
    deliveries.push({ messageId, body, receiveCount, outcome, isDeleted });
  };

  const countMessages = async (): Promise<number> => {
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
        { abortSignal: stopController.signal },
      );
      return messages[0] ?? null;
    } catch (error) {
      if (stopController.signal.aborted) return null;
      throw error;
    }
  };

  /** The next message, or 'other' if a delivery completes or the timeout passes first. */
  const next = async (interruption: Promise<'other'>): Promise<Message | null | 'other'> => {
    const interruptions = [
      interruption,
      ...[...busy].map((delivery) => delivery.then(() => 'other' as const)),
    ];
    if (busy.size === maximumConcurrency) return Promise.race(interruptions);
    polling ??= receive();
    const message = await Promise.race([polling, ...interruptions]);
    if (message !== 'other') polling = null;
    return message;
  };

  return {
    deliveries: () => deliveries,
    drain: async ({ maxWaitMs = 60_000 } = {}) => {
      const timeoutSignal = AbortSignal.any([
        AbortSignal.timeout(maxWaitMs),
        stopController.signal,
      ]);
      const { promise: interruption, resolve } = Promise.withResolvers<'other'>();
      timeoutSignal.addEventListener('abort', () => {
        resolve('other');
      });
      for (;;) {
        const waiting = await countMessages();
        if (waiting === 0 && busy.size === 0) return;
        if (timeoutSignal.aborted) {
          const end = stopController.signal.aborted ? 'the end of the poller' : `${maxWaitMs} ms`;
          throw new Error(`${waiting} messages remain after ${end}`);
        }
        const message = await next(interruption);
        if (message === 'other' || message === null) continue;
        const delivery = deliver(message).finally(() => busy.delete(delivery));
        busy.add(delivery);
      }
    },
    stop: async () => {
      stopController.abort();
      await Promise.all(startedFunctions.map((lambda) => lambda.stop()));
      await Promise.allSettled([...busy, polling]);
    },
  };
}
