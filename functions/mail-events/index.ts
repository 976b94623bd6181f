// Entry point of mail-events on AWS: what the mail service says of messages that it accepted, from its queue.
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openMailEvents } from '../../lib/composition/aws/mail-events.ts';
import { systemContext } from '../../lib/composition/system.ts';
import { createHandler } from './handler.ts';

const mailEvents = openMailEvents(process.env, systemContext);

export function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const log = mailEvents.log({ function: 'mail-events', requestId: context.awsRequestId });
  return createHandler({ ...mailEvents, log })(event);
}
