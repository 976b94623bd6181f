// Everything a worker reaches, in a process of its own: bucket, queue, secret, event bus and reporting API, each
// behind a gate. Whoever started it is told of effects, and kills the worker when a gate asks for it.
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { startJsonService } from '../../support/aws/json-service.ts';
import { startSecrets } from '../../support/aws/secrets-server.ts';
import { CLIENT_ID, startAcme, TOKEN } from '../../support/test-company.ts';
import { startQueues } from '../../support/lambda/queues.ts';
import { startS3 } from '../../support/s3/s3-server.ts';
import type { FromCloud } from './cloud-output.ts';
import { toCloud } from './cloud-output.ts';
import type { Moment } from './kill-proxy.ts';
import { openGate } from './kill-proxy.ts';
import { canary } from '../../support/secret-markers.ts';

const LINK_KEY = canary('link key');
const [s3, secrets, queues, acme] = await Promise.all([
  startS3(),
  startSecrets(),
  startQueues(),
  startAcme(),
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
let told: string[] = [];
const events = await startJsonService((_operation, given) => {
  for (const { Detail } of putEvents.parse(given).Entries) {
    const { week, folder, revision } = eventDetail.parse(JSON.parse(Detail));
    told.push(`${week} ${folder.key} r${revision}`);
  }
  return { output: { FailedEntryCount: 0, Entries: [{ EventId: '1' }] } };
});

// ── effects ─────────────────────────────────────────────────────────────────────────────────────

let effects: string[] = [];
let armed: { readonly effect: string; readonly moment: Moment } | null = null;
let dead: (() => void) | null = null;

function say(words: FromCloud): void {
  process.send?.(words);
}

/** "PUT manifest 1": the first one of this kind since the job began. */
function arrives(kind: string): Moment | null {
  const nth = effects.filter((one) => one.startsWith(`${kind} `)).length + 1;
  const effect = `${kind} ${nth}`;
  effects.push(effect);
  if (armed?.effect !== effect) return null;
  const { moment } = armed;
  armed = null;
  return moment;
}

async function kill(effect: string, moment: Moment): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  dead = () => {
    resolve(undefined);
  };
  say({ kind: 'kill', effect, moment });
  await promise;
}

function keyKind(key: string): string {
  if (key.endsWith('/plan.json')) return 'plan';
  if (key.endsWith('/manifest.json')) return 'manifest';
  if (key.startsWith('requests/')) return 'record';
  if (key.startsWith('receipts/')) return 'receipt';
  return key.endsWith('.pdf') ? 'pdf' : 'json';
}

const ofS3 = ({ method = '', url = '' }: IncomingMessage): string => {
  const { pathname, searchParams } = new URL(url, s3.url);
  return searchParams.has('list-type') ? 'LIST' : `${method} ${keyKind(pathname.slice(9))}`;
};
const ofAws = ({ headers }: IncomingMessage): string =>
  String(headers['x-amz-target']).split('.')[1] ?? '';
const ofApi = ({ url = '' }: IncomingMessage): string =>
  `api ${new URL(url, acme.url).pathname.split('/').at(-1)?.replace(/^\d+$/, 'one') ?? ''}`;

const gate = { arrives, kill };
const gates = await Promise.all([
  openGate({ ...gate, to: s3.url, nameOf: ofS3 }),
  openGate({ ...gate, to: queues.url, nameOf: ofAws }),
  openGate({ ...gate, to: secrets.url, nameOf: ofAws }),
  openGate({ ...gate, to: events.url, nameOf: ofAws }),
  openGate({ ...gate, to: acme.url, nameOf: ofApi }),
]);
const [s3Gate, queueGate, secretGate, eventGate, apiGate] = gates;

process.on('message', (given) => {
  const words = toCloud.parse(given);
  switch (words.kind) {
    case 'begin':
      effects = [];
      armed = words.strike;
      say({ kind: 'done' });
      return;
    case 'dead':
      dead?.();
      dead = null;
      return;
    case 'effects':
      say({ kind: 'effects', effects });
      return;
    case 'told':
      say({ kind: 'told', told });
      return;
    case 'clear':
      s3.objects('reports').clear();
      told = [];
      say({ kind: 'done' });
      return;
  }
});
process.on('disconnect', () => {
  const all = [...gates, s3, secrets, queues, acme, events];
  void Promise.all(all.map((one) => one.close())).then(() => process.exit(0));
});

const common = {
  REPORTS_SECRET: 'feedback-reports',
  REPORT_STORE: 's3://reports',
  REPORTS_BUCKET_OWNER: s3.owner,
  REPORTS_QUEUE_URL: queue.url,
  REPORTS_STAGE: 'test',
  REPORTS_WEBHOOKS: 'off',
};
say({
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
    // The queue's own address names the server behind; the SDK sends to the gate all the same.
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
