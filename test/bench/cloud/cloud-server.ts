// The cloud process of the benchmark: a bucket, a queue and a secret, with counts of their requests.
import { createServer } from 'node:http';
import { startSecretsServer } from '../../support/aws/secrets-server.ts';
import { forwardRequest, startJsonService } from '../../support/aws/json-service.ts';
import { startQueues } from '../../support/lambda/queues.ts';
import { startS3 } from '../../support/s3/s3-server.ts';
import { inputOf, sendResult } from '../child.ts';
import { addCount, cloudInput, type CloudRequestCounts } from './cloud-figures.ts';

const SECRET = {
  clientId: 'bench',
  apiToken: 'bench',
  linkKeys: [{ id: 'k1', key: 'bench-link-key-0123456789abcdef0123456789' }],
  apiTokens: [],
};

const { bucketMs } = inputOf(cloudInput);
const [s3, secrets, queues] = await Promise.all([startS3(), startSecretsServer(), startQueues()]);
secrets.put('feedback-reports', SECRET);
if (bucketMs > 0) s3.fault = () => ({ kind: 'delay', ms: bucketMs });
const queue = queues.create('jobs', { VisibilityTimeout: '1440' });

const sqsCounts = new Map<string, number>();
const counting = await startJsonService((operation, input) => {
  addCount(sqsCounts, operation);
  return forwardRequest(queues.url, `AmazonSQS.${operation}`, input);
});

/** Requests by method and kind of object; failed conditional writes are charged too. */
function counts(): CloudRequestCounts {
  const s3Counts = new Map<string, number>();
  for (const { method, key, status } of s3.requests) {
    // A failed condition.
    const name = `${method} ${kindOf(key)}${status === 412 ? ', refused' : ''}`;
    addCount(s3Counts, key === '' ? 'LIST' : name);
  }
  return { s3: Object.fromEntries(s3Counts), sqs: Object.fromEntries(sqsCounts) };
}

function kindOf(key: string): string {
  // Probes of conditional writes are not sent to AWS.
  if (key.includes('/.')) return 'other';
  if (key.startsWith('requests/')) return 'job record';
  if (key.startsWith('settings/')) return 'settings';
  if (key.startsWith('receipts/')) return 'receipt';
  if (key.startsWith('subscriptions/')) return 'subscription';
  if (key.endsWith('/plan.json')) return 'plan';
  if (key.endsWith('/manifest.json')) return 'manifest';
  if (key.endsWith('.pdf')) return 'PDF';
  return key.endsWith('.json') ? 'JSON' : 'other';
}

const control = createServer((_request, answer) => {
  answer.end(JSON.stringify(counts()));
});
control.listen(0, '127.0.0.1', () => {
  const address = control.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  sendResult({
    control: `http://127.0.0.1:${port}`,
    environment: {
      ...s3.environment,
      // The default of deployments; on one machine tables are written.
      REPORTS_FACTS: 'off',
      AWS_ENDPOINT_URL_SQS: counting.url,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
      REPORTS_SECRET: 'feedback-reports',
      REPORTS_STORE: 's3://reports',
      REPORTS_BUCKET_OWNER: s3.owner,
      REPORTS_QUEUE_URL: queue.url,
      REPORTS_DELIVERY_QUEUE_URL: queues.create('deliveries', { VisibilityTimeout: '720' }).url,
    },
  });
});
process.stdin.resume().on('end', () => {
  control.close();
  void Promise.all([s3.close(), secrets.close(), counting.close(), queues.close()]);
});
