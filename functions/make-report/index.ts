// make-report on AWS: one message of the queue, one report; the last child asks for its parent's.
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openWorker } from '../../lib/composition/aws/worker.ts';
import { realWorld } from '../../lib/composition/system.ts';
import { createHandler } from './handler.ts';

const worker = openWorker(process.env, realWorld);

export function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const log = worker.log({ function: 'make-report', requestId: context.awsRequestId });
  const { jobs, giveUp, giveBack } = worker;
  const handle = createHandler({
    jobs,
    openWork: () => worker.open(log),
    giveUp,
    giveBack,
    ...realWorld,
    log,
  });
  return handle(event, context);
}
