// send-message as it is composed on AWS, with real servers for bucket, queue, secret and SES, and a clock of the test.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createHandler } from '../../../functions/send-message/handler.ts';
import { MAX_RECEIVES } from '../../../lib/ports/job-queue.ts';
import { deliveryCodecs } from '../../../lib/adapters/json/index.ts';
import { openS3Store } from '../../../lib/adapters/s3/index.ts';
import { openMessageSender } from '../../../lib/composition/aws/send-message.ts';
import type { DeliveryJob } from '../../../lib/ports/deliveries.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { subscriptionId } from '../../../lib/delivery/subscription-rules.ts';
import type { Subscription } from '../../../lib/ports/subscriptions.ts';
import { callerId } from '../../../lib/reports/access.ts';
import { sha256Of } from '../../../lib/reports/report-repository.ts';
import { createLog } from '../../../lib/shared/log.ts';
import { startSecretsServer } from '../../support/aws/secrets-server.ts';
import type { SesServer } from '../../support/aws/ses-server.ts';
import { startSesServer } from '../../support/aws/ses-server.ts';
import { storeReport } from '../../support/delivery/delivery-parts.ts';
import { startQueues } from '../../support/lambda/queues.ts';
import { sqsRecords } from '../../support/lambda/sqs-record.ts';
import { startS3 } from '../../support/s3/s3-server.ts';
import { canary, CANARY_MARKS } from '../../support/secret-markers.ts';
import { createStoreReport } from '../../support/test-reports.ts';
import { startWebhookReceiver } from '../webhook/webhook-receiver.ts';

const REPORT = createStoreReport();
const { week, folder } = REPORT;
const BUCKET = 'reports';
const ADDRESS = `${canary('mail address')}@example.com`;

function subscription(letter: string, changes: Partial<Subscription> = {}): Subscription {
  const settings: Omit<Subscription, 'id'> = {
    folder: folder.key,
    channel: 'mail',
    address: `${letter}-${ADDRESS}`,
    locale: 'fi',
    when: 'ready',
    only: 'always',
    attach: 'pdf',
    state: 'active',
    createdAt: '2026-11-01T00:00:00.000Z',
    createdBy: 'shell',
    ...changes,
  };
  return { id: subscriptionId(settings), ...settings };
}

const hashOf = (token: string): string => sha256Of(Buffer.from(token));

function madeBy(token: string): Pick<Subscription, 'origin' | 'createdBy'> {
  return { origin: 'token', createdBy: callerId('token', hashOf(token)) };
}

function jobOf({ id }: Subscription): DeliveryJob {
  return { kind: 'report', week, folder: folder.key, subscription: id };
}

describe('send-message on AWS', () => {
  const openResources = new AsyncDisposableStack();
  const lines: string[] = [];
  const time = { now: Date.parse(REPORT.asOf) };
  let ses: SesServer;
  let store: ObjectStore;
  let listTokens: (tokens: readonly string[]) => void;
  let send: (jobs: readonly DeliveryJob[], receives?: number) => Promise<readonly string[]>;

  before(async () => {
    const [s3, secrets, queues] = await Promise.all([
      startS3({ buckets: [BUCKET] }),
      startSecretsServer(),
      startQueues(),
    ]);
    for (const server of [s3, secrets, queues]) openResources.defer(() => server.close());
    ses = openResources.use(await startSesServer());
    listTokens = (tokens) => {
      secrets.put('feedback-reports', {
        clientId: 'client',
        apiToken: canary('token'),
        linkKeys: [{ id: 'k1', key: canary('link key') }],
        apiTokens: tokens.map((token) => ({ sha256: hashOf(token), folders: [folder.key] })),
      });
    };
    listTokens(['caller']);
    // The clients of the SDK read them from the process.
    const connection = {
      AWS_REGION: s3.region,
      AWS_ACCESS_KEY_ID: s3.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
      AWS_ENDPOINT_URL_S3: s3.url,
      AWS_ENDPOINT_URL_SQS: queues.url,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
      AWS_ENDPOINT_URL_SESV2: ses.connection.endpoint,
    };
    Object.assign(process.env, connection);
    const sender = openMessageSender(
      {
        ...connection,
        FEEDBACK_API_URL: 'https://feedback.invalid',
        REPORTS_SECRET: 'feedback-reports',
        REPORTS_STORE: `s3://${BUCKET}`,
        REPORTS_BUCKET_OWNER: s3.owner,
        REPORTS_DELIVERY_QUEUE_URL: queues.create('deliveries').url,
        REPORTS_PUBLIC_URL: 'https://reports.example.com',
        REPORTS_MAIL: 'ses',
        REPORTS_MAIL_FROM: 'Reports <reports@example.com>',
        REPORTS_MAIL_RATE: '1000',
      },
      { clock: () => time.now, random: () => 0 },
    );
    const log = createLog({
      write: (line) => lines.push(line),
      clock: () => time.now,
      context: {},
    });
    const handle = createHandler({
      jobs: sender.jobs,
      process: (job) => sender.process(job, log),
      delayMessage: () => Promise.resolve(),
      sendLater: () => Promise.resolve(),
      random: () => 0,
      log,
    });
    send = async (jobs, receives = 1) => {
      const bodies = jobs.map((job) => new TextDecoder().decode(sender.jobs.encode(job)));
      const { batchItemFailures } = await handle(
        { Records: sqsRecords(bodies, receives) },
        { getRemainingTimeInMillis: () => 120_000 },
      );
      return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
    };
    ({ store } = openS3Store({
      bucket: BUCKET,
      prefix: '',
      owner: s3.owner,
      random: () => 0,
      sleep: () => Promise.resolve(),
    }));
    await storeReport(store, REPORT);
  });
  after(() => openResources.disposeAsync());

  const subscribe = async (
    letter: string,
    changes: Partial<Subscription> = {},
  ): Promise<Subscription> => {
    const created = subscription(letter, changes);
    const bytes = deliveryCodecs.subscriptions.encode(created);
    const key = `subscriptions/${folder.key}/${created.id}.json`;
    assert.ok(await store.create(key, bytes, { contentType: 'application/json' }));
    return created;
  };

  const receiptOf = async ({ id }: Subscription) => {
    const storedReceipt = await store.read(`receipts/${week}/${folder.key}/${id}.json`);
    return storedReceipt === null ? null : deliveryCodecs.receipts.decode(storedReceipt.bytes);
  };

  it('sends a batch with one message for each subscriber, and none again', async () => {
    const subscribers = await Promise.all(['a', 'b', 'c'].map((letter) => subscribe(letter)));
    const jobs = subscribers.map(jobOf);
    // A job that finds an attempt of the other in progress is repeated later.
    assert.ok((await send([...jobs, ...jobs])).length <= subscribers.length);
    assert.deepEqual(await send(jobs), []);
    assert.deepEqual(
      ses.emails.map(({ Destination }) => Destination.ToAddresses).toSorted(),
      subscribers.map(({ address }) => [address]),
    );
    for (const [i, subscriber] of subscribers.entries()) {
      const receipt = await receiptOf(subscriber);
      assert.deepEqual([receipt?.state, receipt?.attempts], ['sent', 1], String(i));
    }
    const [{ EmailTags: tags, raw } = assert.fail()] = ses.emails;
    assert.deepEqual(tags[0]?.Name, 'subscription');
    assert.match(raw.toString(), /^Content-Language: fi\r$/m);
    assert.match(raw.toString(), /^Content-Type: application\/pdf/m);
  });

  it('keeps a message that SES throttles, without affecting the others, and sends it later', async () => {
    const throttled = await subscribe('d');
    const count = ses.emails.length;
    ses.answer = { status: 429, error: 'TooManyRequestsException' };
    assert.deepEqual(await send([jobOf(throttled), jobOf(subscription('a'))]), ['m0']);
    assert.equal((await receiptOf(throttled))?.reason, 'SES_THROTTLED');
    // The planner makes up for a job that was received too often.
    time.now += 3_600_000;
    assert.deepEqual(await send([jobOf(throttled)], MAX_RECEIVES), []);
    ses.answer = 'ok';
    time.now += 3_600_000;
    assert.deepEqual(await send([jobOf(throttled)]), []);
    assert.equal(ses.emails.length, count + 1);
    assert.deepEqual((await receiptOf(throttled))?.attempts, 3);
  });

  it('notes an attempt without an answer as unknown, and does not repeat it', async () => {
    const silent = await subscribe('e');
    ses.answer = 'die';
    const count = ses.emails.length;
    assert.deepEqual(await send([jobOf(silent)]), []);
    ses.answer = 'ok';
    assert.deepEqual(await send([jobOf(silent)]), []);
    assert.equal((await receiptOf(silent))?.state, 'unknown');
    assert.equal(ses.emails.length, count + 1);
    assert.equal(lines.filter((line) => line.includes('"MessagesUnknown":1')).length, 1);
  });

  it('refuses addresses of its own network that callers gave, and ends what is refused for good', async () => {
    await using receiver = await startWebhookReceiver((response) => response.writeHead(410).end());
    const path = canary('subscription URL');
    const webhook = { channel: 'webhook', attach: 'none' } as const;
    const port = new URL(receiver.url).port;
    const inside = {
      ...webhook,
      ...madeBy('caller'),
      address: `https://localhost:${port}/${path}`,
    };
    const caller = await subscribe('f', inside);
    const operator = await subscribe('g', { ...webhook, address: `${receiver.url}/${path}` });
    assert.deepEqual(await send([jobOf(caller), jobOf(operator)]), []);
    const receipts = [await receiptOf(caller), await receiptOf(operator)];
    assert.deepEqual(
      receipts.map((receipt) => [receipt?.state, receipt?.reason]),
      [
        ['refused', 'ADDRESS_INVALID'],
        ['refused', 'HTTP_410'],
      ],
    );
    assert.equal(receiver.received.length, 1);
  });

  it('sends nothing for a token six minutes after it was removed from the secret, and ends its subscriptions', async () => {
    const before = await subscribe('h', madeBy('caller'));
    const count = ses.emails.length;
    assert.deepEqual(await send([jobOf(before)]), []);
    assert.equal((await receiptOf(before))?.state, 'sent');
    listTokens([]);
    const after = await subscribe('i', madeBy('caller'));
    time.now += 6 * 60_000;
    assert.deepEqual(await send([jobOf(after)]), []);
    const receipt = await receiptOf(after);
    assert.deepEqual([receipt?.state, receipt?.reason], ['skipped', 'ACCESS_ENDED']);
    const stored = await store.read(`subscriptions/${folder.key}/${after.id}.json`);
    const { state, reason } = deliveryCodecs.subscriptions.decode(stored?.bytes ?? assert.fail());
    assert.deepEqual([state, reason], ['ended', 'accessEnded']);
    assert.equal(ses.emails.length, count + 1);
  });

  it('sends for a token that was added since the secret was read', async () => {
    listTokens(['new']);
    time.now += 11_000;
    const created = await subscribe('j', madeBy('new'));
    assert.deepEqual(await send([jobOf(created)]), []);
    assert.equal((await receiptOf(created))?.state, 'sent');
  });

  it('writes no address and no URL but into subscriptions', async () => {
    assert.ok(lines.length > 0);
    const otherEntries = (await store.entries('')).filter(
      ({ key }) => !/^subscriptions\/\d+\//.test(key),
    );
    assert.ok(otherEntries.some(({ key }) => key.startsWith('receipts/')));
    const objects = await Promise.all(otherEntries.map(({ key }) => store.read(key)));
    const texts = objects.map((object) => new TextDecoder().decode(object?.bytes));
    const writtenText = [...lines, ...otherEntries.map(({ key }) => key), ...texts].join('\n');
    assert.doesNotMatch(
      writtenText,
      new RegExp(`@example|${Object.values(CANARY_MARKS).join('|')}`, 'i'),
    );
  });
});
