// Entry point of make-report on AWS: each queue message makes one report, and the last child enqueues its parent.
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openWorker } from '../../lib/composition/aws/worker.ts';
import { systemContext } from '../../lib/composition/system.ts';
import { createHandler } from './handler.ts';

const worker = openWorker(process.env, systemContext);

export function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const log = worker.log({ function: 'make-report', requestId: context.awsRequestId });
  const startJob = (attempt: { readonly isLast: boolean }) => worker.openJobContext(attempt);
  return createHandler({ ...worker, ...systemContext, startJob, log })(event, context);
}
