// The services that the functions use: a small company behind the reporting API, a bucket, a queue and the secret,
// with a defined state of the bucket for each function.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import { CLIENT_ID, startTestCompany, TOKEN } from '../../support/test-company.ts';
import { startSecretsServer } from '../../support/aws/secrets-server.ts';
import { GATEWAY_HOST } from '../../support/lambda/gateway-event.ts';
import { startQueues } from '../../support/lambda/queues.ts';
import { startS3, type S3Server } from '../../support/s3/s3-server.ts';

export const BUCKET = 'reports';
export const CALLER_TOKEN = 'bench-caller-0123456789';

type Objects = ReturnType<S3Server['objects']>;

export interface FunctionServices {
  readonly environment: Readonly<Record<string, string>>;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Current objects of the bucket, to be restored later. */
  copy(): Objects;
  putBack(objects: Objects): void;
  close(): Promise<void>;
}

export async function startFunctionServices(): Promise<FunctionServices> {
  const [acme, s3, secrets, queues] = await Promise.all([
    startTestCompany(),
    startS3({ buckets: [BUCKET] }),
    startSecretsServer(),
    startQueues(),
  ]);
  secrets.put('feedback-reports', {
    clientId: CLIENT_ID,
    apiToken: TOKEN,
    linkKeys: [{ id: 'k1', key: 'bench-link-key-0123456789abcdef0123456789' }],
    apiTokens: [{ sha256: createHash('sha256').update(CALLER_TOKEN).digest('hex'), folders: [1] }],
  });
  const queue = queues.create('jobs', { VisibilityTimeout: '60' });
  const bucketObjects = s3.objects(BUCKET);
  return {
    environment: {
      FEEDBACK_API_URL: acme.url,
      REPORTS_SECRET: 'feedback-reports',
      REPORTS_STORE: `s3://${BUCKET}`,
      // The default of deployments.
      REPORTS_FACTS: 'off',
      REPORTS_BUCKET_OWNER: s3.owner,
      REPORTS_QUEUE_URL: queue.url,
      REPORTS_DELIVERY_QUEUE_URL: queues.create('deliveries').url,
      REPORTS_PUBLIC_URL: `https://${GATEWAY_HOST}`,
      AWS_ENDPOINT_URL_S3: `http://s3.${s3.region}.amazonaws.com:${new URL(s3.url).port}`,
      NODE_OPTIONS: `--require=${join(import.meta.dirname, 'amazon-addresses.cjs')}`,
      AWS_ENDPOINT_URL_SQS: queues.url,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
    },
    region: s3.region,
    credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    copy: () => new Map(bucketObjects),
    putBack(objects) {
      bucketObjects.clear();
      for (const [key, object] of objects) bucketObjects.set(key, object);
    },
    close: async () => {
      await Promise.all([acme.close(), s3.close(), secrets.close(), queues.close()]);
    },
  };
}

/** The same week after completion. */
export function doneWeek(objects: Objects, plan: string): Objects {
  const object = objects.get(plan);
  if (object === undefined) throw new Error('the week was not planned');
  const { plans } = repositoryCodecs;
  const finishedPlan = { ...plans.decode(object.bytes), doneAt: '2026-11-19T08:00:00.000Z' };
  // Without the checksums of what it was.
  return new Map([
    ...objects,
    [plan, { ...object, bytes: Buffer.from(plans.encode(finishedPlan)), checksums: {} }],
  ]);
}
