// A process with all services that a worker calls: bucket, queue, secret, event bus and reporting API, each behind a
// kill proxy. It reports effects to its parent, and requests kills of the worker from it.
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { startJsonService } from '../../support/aws/json-service.ts';
import { startSecretsServer } from '../../support/aws/secrets-server.ts';
import { CLIENT_ID, startTestCompany, TOKEN } from '../../support/test-company.ts';
import { startQueues } from '../../support/lambda/queues.ts';
import { startS3 } from '../../support/s3/s3-server.ts';
import type { CloudMessage } from './cloud-output.ts';
import { cloudCommand } from './cloud-output.ts';
import type { KillMoment } from './kill-proxy.ts';
import { startKillProxy } from './kill-proxy.ts';
import { canary } from '../../support/secret-markers.ts';

const LINK_KEY = canary('link key');
const [s3, secrets, queues, acme] = await Promise.all([
  startS3(),
  startSecretsServer(),
  startQueues(),
  startTestCompany(),
]);
secrets.put('feedback-reports', {
  clientId: CLIENT_ID,
  apiToken: TOKEN,
  linkKeys: [{ id: 'k1', key: LINK_KEY }],
  apiTokens: [],
});
const deadLetters = queues.create('dead-letters');
const queue = queues.create('jobs', {
  VisibilityTimeout: '600',
  RedrivePolicy: JSON.stringify({ deadLetterTargetArn: deadLetters.arn, maxReceiveCount: 5 }),
});

const eventDetail = z.object({
  week: z.string(),
  folder: z.object({ key: z.number() }),
  revision: z.number(),
});
const putEvents = z.object({ Entries: z.array(z.object({ Detail: z.string() })) });
let notifications: string[] = [];
const events = await startJsonService((_operation, message) => {
  for (const { Detail } of putEvents.parse(message).Entries) {
    const { week, folder, revision } = eventDetail.parse(JSON.parse(Detail));
    notifications.push(`${week} ${folder.key} r${revision}`);
  }
  return { output: { FailedEntryCount: 0, Entries: [{ EventId: '1' }] } };
});

// ── effects ─────────────────────────────────────────────────────────────────────────────────────

let effects: string[] = [];
let plannedKill: { readonly effect: string; readonly moment: KillMoment } | null = null;
let confirmKill: (() => void) | null = null;

function sendMessage(command: CloudMessage): void {
  process.send?.(command);
}

/** Effects are numbered by kind since the start of the job, e.g. "PUT manifest 1". */
function countEffect(kind: string): KillMoment | null {
  const nth = effects.filter((name) => name.startsWith(`${kind} `)).length + 1;
  const effect = `${kind} ${nth}`;
  effects.push(effect);
  if (plannedKill?.effect !== effect) return null;
  const { moment } = plannedKill;
  plannedKill = null;
  return moment;
}

async function kill(effect: string, moment: KillMoment): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  confirmKill = () => {
    resolve(undefined);
  };
  sendMessage({ kind: 'kill', effect, moment });
  await promise;
}

function keyKind(key: string): string {
  if (key.endsWith('/plan.json')) return 'plan';
  if (key.endsWith('/manifest.json')) return 'manifest';
  if (key.startsWith('requests/')) return 'record';
  if (key.startsWith('receipts/')) return 'receipt';
  return key.endsWith('.pdf') ? 'pdf' : 'json';
}

const nameS3Effect = ({ method = '', url = '' }: IncomingMessage): string => {
  const { pathname, searchParams } = new URL(url, s3.url);
  return searchParams.has('list-type') ? 'LIST' : `${method} ${keyKind(pathname.slice(9))}`;
};
const nameAwsEffect = ({ headers }: IncomingMessage): string =>
  String(headers['x-amz-target']).split('.')[1] ?? '';
const nameApiEffect = ({ url = '' }: IncomingMessage): string =>
  `api ${new URL(url, acme.url).pathname.split('/').at(-1)?.replace(/^\d+$/, 'one') ?? ''}`;

const gate = { onEffect: countEffect, kill };
const gates = await Promise.all([
  startKillProxy({ ...gate, targetUrl: s3.url, nameOf: nameS3Effect }),
  startKillProxy({ ...gate, targetUrl: queues.url, nameOf: nameAwsEffect }),
  startKillProxy({ ...gate, targetUrl: secrets.url, nameOf: nameAwsEffect }),
  startKillProxy({ ...gate, targetUrl: events.url, nameOf: nameAwsEffect }),
  startKillProxy({ ...gate, targetUrl: acme.url, nameOf: nameApiEffect }),
]);
const [s3Gate, queueGate, secretGate, eventGate, apiGate] = gates;

process.on('message', (message) => {
  const command = cloudCommand.parse(message);
  switch (command.kind) {
    case 'begin':
      effects = [];
      plannedKill = command.killAt;
      sendMessage({ kind: 'done' });
      return;
    case 'dead':
      confirmKill?.();
      confirmKill = null;
      return;
    case 'effects':
      sendMessage({ kind: 'effects', effects });
      return;
    case 'told':
      sendMessage({ kind: 'told', notifications });
      return;
    case 'clear':
      s3.objects('reports').clear();
      notifications = [];
      sendMessage({ kind: 'done' });
      return;
  }
});
process.on('disconnect', () => {
  const servers = [...gates, s3, secrets, queues, acme, events];
  void Promise.all(servers.map((server) => server.close())).then(() => process.exit(0));
});

const common = {
  REPORTS_SECRET: 'feedback-reports',
  REPORTS_STORE: 's3://reports',
  REPORTS_BUCKET_OWNER: s3.owner,
  REPORTS_QUEUE_URL: queue.url,
  REPORTS_DELIVERY_QUEUE_URL: queues.create('deliveries').url,
  REPORTS_STAGE: 'test',
  REPORTS_WEBHOOKS: 'off',
  REPORTS_FACTS: 'on',
};
sendMessage({
  kind: 'ready',
  direct: {
    ...common,
    FEEDBACK_API_URL: acme.url,
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_ENDPOINT_URL_SQS: queues.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
  },
  gated: {
    ...common,
    // The queue URL contains the address of the server, but the SDK sends requests to the proxy.
    FEEDBACK_API_URL: apiGate.url,
    REPORTS_EVENT_BUS: 'reports',
    AWS_ENDPOINT_URL_S3: s3Gate.url,
    AWS_ENDPOINT_URL_SQS: queueGate.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secretGate.url,
    AWS_ENDPOINT_URL_EVENTBRIDGE: eventGate.url,
  },
  credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
  region: s3.region,
  queueUrl: queue.url,
  queueArn: queue.arn,
  deadLettersUrl: deadLetters.url,
});
