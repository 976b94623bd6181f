// The Lambda handler of mail events: ends the subscriptions of addresses that do not exist and of people who complained.
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { MailEventResult } from '../../lib/delivery/subscription-store.ts';
import type { MailEvent } from '../../lib/ports/deliveries.ts';
import { Failure } from '../../lib/shared/failure.ts';
import type { Log } from '../../lib/shared/log.ts';
import { isLastReceive } from '../../lib/jobs/retry-policy.ts';

export interface MailEventsDependencies {
  /** Fails with EVENT_SHAPE. */
  readonly parse: (text: string) => MailEvent;
  readonly apply: (event: MailEvent) => Promise<MailEventResult>;
  readonly log: Log;
}

export function createHandler(
  dependencies: MailEventsDependencies,
): (event: SQSEvent) => Promise<SQSBatchResponse> {
  return async ({ Records: records }) => {
    const batchItemFailures: { itemIdentifier: string }[] = [];
    for (const record of records) {
      if (await processRecord(dependencies, record)) continue;
      batchItemFailures.push({ itemIdentifier: record.messageId });
      if (isLastReceive(record)) dependencies.log.metrics({ MailEventsAbandoned: 1 });
    }
    return { batchItemFailures };
  };
}

/** Whether the message is to be deleted from the queue. Never throws. */
async function processRecord(
  { parse, apply, log }: MailEventsDependencies,
  { body }: SQSRecord,
): Promise<boolean> {
  try {
    const event = parse(body);
    const result = await apply(event);
    const { kind } = event;
    switch (result.outcome) {
      case 'ended':
        log.metrics({ SubscriptionsEnded: 1 }, { kind, subscription: result.subscription });
        break;
      case 'rejected':
        log.metrics({ MessagesRefused: 1 }, { kind, subscription: result.subscription });
        break;
      case 'nothing':
        log.info('mail event without effect', { kind });
        break;
      case 'foreign':
        log.error('foreign mail event', new Failure('SUBSCRIPTION_NOT_FOUND'), { kind });
        break;
    }
    return true;
  } catch (error) {
    log.error('mail event failed', error);
    // Another text, such as the one with which SES tests its destination, never becomes an event.
    return error instanceof Failure && error.code === 'EVENT_SHAPE';
  }
}
