// Entry point of make-report on AWS: each queue message makes some reports, and those above them when they are the last.
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openWorker } from '../../lib/composition/aws/worker.ts';
import { systemContext } from '../../lib/composition/system.ts';
import { createHandler } from './handler.ts';

const worker = openWorker(process.env, systemContext);

export function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const log = worker.log({ function: 'make-report', requestId: context.awsRequestId });
  return createHandler({ ...worker, ...systemContext, startJob: worker.openJob, log })(
    event,
    context,
  );
}
