// A local deployment of serverless.yml: the bundled functions with the AWS runtime client, and real servers for the
// bucket, the queue and the secret.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { startSecretsServer } from '../aws/secrets-server.ts';
import { CLIENT_ID, TOKEN } from '../test-company.ts';
import { startS3 } from '../s3/s3-server.ts';
import type { S3Server } from '../s3/s3-server.ts';
import { openLambdaEventSource } from './event-source.ts';
import type { LambdaEventSource } from './event-source.ts';
import { startFunction } from './lambda-function.ts';
import type { LambdaFunction } from './lambda-function.ts';
import { createGateway } from './http-gateway.ts';
import type { Gateway } from './http-gateway.ts';
import { GATEWAY_HOST } from './gateway-event.ts';
import { startQueues } from './queues.ts';
import { startSesServer } from '../aws/ses-server.ts';
import type { SesServer } from '../aws/ses-server.ts';
import { canary } from '../secret-markers.ts';

export const BUCKET = 'reports';
/** Bearer tokens of callers: of the whole company, and of one folder. */
export const COMPANY_TOKEN = canary('caller token');
export const NORTH_TOKEN = canary('one folder’s caller token');
export const LINK_KEY = canary('link key');
const NORTH = 2;

export interface LambdaDeployment {
  readonly planWeek: LambdaFunction;
  /** Delivers the messages of the queue to make-report. */
  readonly jobs: LambdaEventSource;
  /** Delivers the messages of the queue to send-message. */
  readonly deliveries: LambdaEventSource;
  /** Takes the messages that wait for send-message out of its queue: whether they are due depends on the date. */
  takeDeliveryJobs(): Promise<readonly string[]>;
  /** Delivers the messages of the queue to mail-events. */
  readonly mailEvents: LambdaEventSource;
  /** Publishes an event of SES, as its topic does with raw delivery. */
  publishMailEvent(body: string): Promise<void>;
  readonly ses: SesServer;
  readonly gateway: Gateway;
  readonly s3: S3Server;
  /** Output of all functions. */
  logs(): readonly string[];
  close(): Promise<void>;
}

export interface LambdaDeploymentOptions {
  /** URL of a reporting API that accepts the test company's credentials. */
  readonly apiUrl: string;
  /** Contains a folder with the bundle of each function, by its name. */
  readonly bundles: string;
}

export async function startLambdaDeployment({
  apiUrl,
  bundles,
}: LambdaDeploymentOptions): Promise<LambdaDeployment> {
  const [s3, secrets, queues, ses] = await Promise.all([
    startS3({ buckets: [BUCKET] }),
    startSecretsServer(),
    startQueues(),
    startSesServer(),
  ]);
  secrets.put('feedback-reports', {
    clientId: CLIENT_ID,
    apiToken: TOKEN,
    linkKeys: [{ id: 'k1', key: LINK_KEY }],
    apiTokens: [
      { sha256: sha256(COMPANY_TOKEN), folders: [1] },
      { sha256: sha256(NORTH_TOKEN), folders: [NORTH] },
    ],
  });
  const deadLetters = queues.create('dead-letters');
  const queue = queues.create('jobs', {
    VisibilityTimeout: '60',
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn: deadLetters.arn, maxReceiveCount: 5 }),
  });

  const deliveryQueue = queues.create('deliveries', { VisibilityTimeout: '60' });
  const mailEventQueue = queues.create('mail-events', { VisibilityTimeout: '60' });

  // Like infra/environment.yml.
  const storage = {
    REPORTS_SECRET: 'feedback-reports',
    REPORTS_STORE: `s3://${BUCKET}`,
    REPORTS_BUCKET_OWNER: s3.owner,
    REPORTS_QUEUE_URL: queue.url,
    REPORTS_DELIVERY_QUEUE_URL: deliveryQueue.url,
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_ENDPOINT_URL_SQS: queues.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
  };
  const upstream = { FEEDBACK_API_URL: apiUrl };
  const publicUrlSettings = { REPORTS_PUBLIC_URL: `https://${GATEWAY_HOST}` };
  const mail = {
    REPORTS_MAIL: 'ses:feedback-reports-test',
    REPORTS_MAIL_FROM: 'Reports <reports@example.com>',
    AWS_ENDPOINT_URL_SESV2: ses.connection.endpoint,
  };
  const startedFunctions: LambdaFunction[] = [];
  const start = async (
    name: string,
    env: Readonly<Record<string, string>>,
    timeoutMs: number,
  ): Promise<LambdaFunction> => {
    const lambda = await startFunction({
      folder: join(bundles, name),
      env,
      timeoutMs,
      region: s3.region,
      credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
    });
    startedFunctions.push(lambda);
    return lambda;
  };

  const stage = { REPORTS_STAGE: 'test' };
  const analytics = { REPORTS_FACTS: 'on' };
  const planWeek = await start(
    'plan-week',
    {
      ...storage,
      ...upstream,
      ...publicUrlSettings,
      ...stage,
      ...analytics,
      REPORTS_WEBHOOKS: 'off',
    },
    300_000,
  );
  const api = await start(
    'reports-api',
    { ...storage, ...upstream, ...publicUrlSettings, ...mail },
    29_000,
  );
  const { REPORTS_QUEUE_URL, REPORTS_DELIVERY_QUEUE_URL, AWS_ENDPOINT_URL_SQS, ...reading } =
    storage;
  const authorizer = await start('authorizer', reading, 5000);
  const sqs = new SQSClient(queues.connection);
  const jobs = openLambdaEventSource({
    sqs,
    queueUrl: queue.url,
    queueArn: queue.arn,
    maximumConcurrency: 2,
    start: () =>
      start(
        'make-report',
        {
          ...storage,
          ...upstream,
          ...publicUrlSettings,
          ...stage,
          ...analytics,
        },
        240_000,
      ),
  });
  const deliveries = openLambdaEventSource({
    sqs,
    queueUrl: deliveryQueue.url,
    queueArn: deliveryQueue.arn,
    maximumConcurrency: 2,
    start: () =>
      start(
        'send-message',
        { ...storage, ...upstream, ...publicUrlSettings, ...stage, ...mail },
        120_000,
      ),
  });
  const { REPORTS_STORE, REPORTS_BUCKET_OWNER, AWS_ENDPOINT_URL_S3 } = storage;
  const mailEvents = openLambdaEventSource({
    sqs,
    queueUrl: mailEventQueue.url,
    queueArn: mailEventQueue.arn,
    maximumConcurrency: 2,
    start: () =>
      start(
        'mail-events',
        { REPORTS_STORE, REPORTS_BUCKET_OWNER, AWS_ENDPOINT_URL_S3, ...stage },
        30_000,
      ),
  });
  return {
    planWeek,
    jobs,
    deliveries,
    mailEvents,
    takeDeliveryJobs: async () => {
      const { Messages: messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl: deliveryQueue.url, MaxNumberOfMessages: 10 }),
      );
      for (const { ReceiptHandle } of messages) {
        await sqs.send(new DeleteMessageCommand({ QueueUrl: deliveryQueue.url, ReceiptHandle }));
      }
      return messages.map(({ Body: body = '' }) => body);
    },
    publishMailEvent: async (MessageBody) => {
      await sqs.send(new SendMessageCommand({ QueueUrl: mailEventQueue.url, MessageBody }));
    },
    ses,
    gateway: createGateway({ routes: ROUTES, authorizer, api }),
    s3,
    logs: () => startedFunctions.flatMap((lambda) => lambda.logs()),
    close: async () => {
      await Promise.all([jobs, deliveries, mailEvents].map((source) => source.stop()));
      await Promise.all(startedFunctions.map((lambda) => lambda.stop()));
      sqs.destroy();
      await Promise.all([s3.close(), secrets.close(), queues.close(), ses[Symbol.asyncDispose]()]);
    },
  };
}

/** Like serverless.yml. */
const ROUTES = [
  { key: 'GET /', isOpen: true },
  { key: 'HEAD /', isOpen: true },
  { key: 'GET /page/{name}', isOpen: true },
  { key: 'HEAD /page/{name}', isOpen: true },
  { key: 'GET /v1/me', isOpen: false },
  { key: 'GET /v1/folders', isOpen: false },
  { key: 'GET /v1/weeks', isOpen: false },
  { key: 'GET /v1/weeks/{week}', isOpen: false },
  { key: 'GET /v1/figures', isOpen: false },
  { key: 'POST /v1/reports', isOpen: false },
  { key: 'GET /v1/reports', isOpen: false },
  { key: 'GET /v1/reports/{week}/{folder}', isOpen: false },
  { key: 'GET /v1/reports/{week}/{folder}/report.pdf', isOpen: false },
  { key: 'GET /v1/reports/{week}/{folder}/report.json', isOpen: false },
  { key: 'HEAD /v1/reports/{week}/{folder}/report.pdf', isOpen: false },
  { key: 'HEAD /v1/reports/{week}/{folder}/report.json', isOpen: false },
  { key: 'GET /v1/reports/{week}/{folder}/content', isOpen: false },
  { key: 'GET /v1/reports/{week}/{folder}/view', isOpen: false },
  { key: 'GET /v1/reports/{week}/{folder}/revisions', isOpen: false },
  { key: 'GET /v1/reports/{week}/{folder}/files', isOpen: false },
  { key: 'POST /v1/links', isOpen: false },
  { key: 'DELETE /v1/links/{id}', isOpen: false },
  { key: 'GET /v1/accepted', isOpen: false },
  { key: 'POST /v1/accepted', isOpen: false },
  { key: 'DELETE /v1/accepted/{id}', isOpen: false },
  { key: 'GET /v1/targets', isOpen: false },
  { key: 'POST /v1/targets', isOpen: false },
  { key: 'DELETE /v1/targets/{id}', isOpen: false },
  { key: 'GET /v1/notes', isOpen: false },
  { key: 'POST /v1/notes', isOpen: false },
  { key: 'DELETE /v1/notes/{id}', isOpen: false },
  { key: 'PUT /v1/owners/{folder}', isOpen: false },
  { key: 'DELETE /v1/owners/{folder}', isOpen: false },
  { key: 'GET /v1/subscriptions', isOpen: false },
  { key: 'POST /v1/subscriptions', isOpen: false },
  { key: 'PATCH /v1/subscriptions/{id}', isOpen: false },
  { key: 'DELETE /v1/subscriptions/{id}', isOpen: false },
  { key: 'GET /v1/subscriptions/{id}/preview', isOpen: false },
  { key: 'POST /v1/subscriptions/{id}/test', isOpen: false },
  { key: 'POST /v1/subscriptions/{id}/signing-key', isOpen: false },
  { key: 'DELETE /v1/subscriptions/{id}/access-links', isOpen: false },
  { key: 'GET /v1/deliveries', isOpen: false },
  { key: 'POST /v1/deliveries/{week}/{id}/send', isOpen: false },
  { key: 'POST /subscriptions/access', isOpen: true },
  { key: 'GET /subscriptions/confirm/{token}', isOpen: true },
  { key: 'HEAD /subscriptions/confirm/{token}', isOpen: true },
  { key: 'POST /subscriptions/confirm/{token}', isOpen: true },
  { key: 'GET /subscriptions/unsubscribe/{token}', isOpen: true },
  { key: 'HEAD /subscriptions/unsubscribe/{token}', isOpen: true },
  { key: 'POST /subscriptions/unsubscribe/{token}', isOpen: true },
  { key: 'GET /d/{token+}', isOpen: true },
  { key: 'HEAD /d/{token+}', isOpen: true },
  { key: 'GET /v1/openapi.json', isOpen: true },
];

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
