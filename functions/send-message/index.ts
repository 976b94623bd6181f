// Entry point of send-message on AWS: each message of the delivery queue sends one report to one subscriber.
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openMessageSender } from '../../lib/composition/aws/send-message.ts';
import { systemContext } from '../../lib/composition/system.ts';
import { createHandler } from './handler.ts';

const sender = openMessageSender(process.env, systemContext);

export function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const log = sender.log({ function: 'send-message', requestId: context.awsRequestId });
  const handle = createHandler({
    ...sender,
    ...systemContext,
    process: (job) => sender.process(job, log),
    log,
  });
  return handle(event, context);
}
