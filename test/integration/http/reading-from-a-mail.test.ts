// Reading from a mail on one machine: a message that a real mail server received, its link as a bearer token, and its end.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { simpleParser } from 'mailparser';
import { z } from 'zod';
import { parquetFiles } from '../../../lib/adapters/parquet/index.ts';
import {
  deliveryCodecs,
  openArchive,
  openServices,
  jobRecordCodec,
  revocationCodec,
  tokenCodecs,
  systemContext,
} from '../../../lib/composition/compose.ts';
import { readConfig } from '../../../lib/composition/config.ts';
import { openServedDeliveries } from '../../../lib/composition/local-deliveries.ts';
import { localLinkKeys } from '../../../lib/composition/local.ts';
import { accessRequestsKey } from '../../../lib/delivery/access-claims.ts';
import { recipientOf } from '../../../lib/delivery/subscription-rules.ts';
import { writeSubscription } from '../../../lib/delivery/subscription-store.ts';
import { MINUTE_MS, parseWeek } from '../../../lib/domain/calendar.ts';
import { serveReports } from '../../../lib/http/local/local-server.ts';
import { wholeCompanyCaller } from '../../../lib/reports/access.ts';
import { JSON_ATTRIBUTES } from '../../../lib/reports/report-repository.ts';
import { runWeek } from '../../../lib/reports/run-week.ts';
import { activeSubscription, MAIL } from '../../support/delivery/test-subscriptions.ts';
import type { TestSmtpServer } from '../../support/mail/smtp-server.ts';
import { startSmtpServer } from '../../support/mail/smtp-server.ts';
import { canary } from '../../support/secret-markers.ts';
import { CLIENT_ID, NOW, startTestCompany, TOKEN } from '../../support/test-company.ts';

const WEEK = '2026-W46';
const API_TOKEN = canary('caller token');
const ADDRESS = 'ann@example.com';
const created = z.object({ id: z.string() });
const problem = z.object({ code: z.string() });

describe('reading from a mail', () => {
  const resources = new AsyncDisposableStack();
  const time = { now: NOW };
  const errors: unknown[] = [];
  let url: string;
  let mails: TestSmtpServer;
  let subscription: string;
  let token: string;

  before(async () => {
    const root = await mkdtemp(join(tmpdir(), 'reading-'));
    resources.defer(() => rm(root, { recursive: true, force: true }));
    const acme = await startTestCompany();
    resources.defer(() => acme.close());
    mails = resources.use(await startSmtpServer());
    const { config } = readConfig(
      {
        REPORTS_STORE: `file:${root}`,
        REPORTS_MAIL: `smtp://127.0.0.1:${mails.transport.port}`,
        REPORTS_MAIL_FROM: 'reports@example.com',
        FEEDBACK_API_URL: acme.url,
        FEEDBACK_API_CLIENT_ID: CLIENT_ID,
        FEEDBACK_API_TOKEN: TOKEN,
      },
      { api: 'configured' },
    );
    assert.ok(config !== null);
    const system = { ...systemContext, clock: () => time.now };
    const services = openServices(config, config.api, system);
    resources.defer(() => services.close());
    await runWeek(services.making, {
      week: parseWeek(WEEK) ?? assert.fail(),
      folder: null,
      force: false,
    });
    const parts = { repository: services.making.repository, secret: null, system };
    const onError = (error: unknown): void => {
      errors.push(error);
    };
    const server = await serveReports({
      making: services.making,
      port: 0,
      token: API_TOKEN,
      tokenCaller: wholeCompanyCaller(null),
      publicUrl: null,
      locale: 'en',
      page: () => Promise.reject(new Error('no page is requested')),
      factFiles: parquetFiles(),
      openDelivery: (address) => openServedDeliveries(config, parts, address, onError),
      revocations: revocationCodec,
      tokenCodecs,
      jobRecords: jobRecordCodec,
      codecs: deliveryCodecs,
      linkKeys: localLinkKeys(config.store, null),
      onError,
    });
    resources.defer(() => server.close());
    ({ url } = server);
  });
  after(async () => {
    await resources.disposeAsync();
    assert.deepEqual(errors, []);
  });

  const ask = (method: string, path: string, bearer: string | null, body?: object) =>
    fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const statusOf = async (path: string, bearer: string = token): Promise<number> => {
    const response = await ask('GET', path, bearer);
    await response.arrayBuffer();
    return response.status;
  };

  /** The texts of all mails to the address, once there are so many. */
  async function receivedTexts(count: number): Promise<readonly string[]> {
    while (mails.received.length < count) await new Promise((resolve) => setImmediate(resolve));
    const parsed = await Promise.all(mails.received.map(({ bytes }) => simpleParser(bytes)));
    return parsed.map(({ text = '' }) => text);
  }

  function linkIn(text: string, pattern: RegExp): string {
    return pattern.exec(text)?.[0] ?? assert.fail(text);
  }

  const accessTokenIn = (text: string): string =>
    linkIn(text, /(?<=\?access=)[\w-]+\.[\w-]+\.[\w-]+/);

  it('begins with a mail that its confirmed subscriber gets', async () => {
    const request = { folder: 2, channel: 'mail', address: ADDRESS, attach: 'none' };
    const response = await ask('POST', '/v1/subscriptions', API_TOKEN, request);
    subscription = created.parse(await response.json()).id;
    const [confirmation = ''] = await receivedTexts(1);
    assert.doesNotMatch(confirmation, /access=/);
    const confirmUrl = linkIn(confirmation, /(?<=:\d+)\/subscriptions\/confirm\/[\w.-]+/);
    assert.equal((await ask('POST', confirmUrl, null)).status, 200);
    await ask('POST', `/v1/subscriptions/${subscription}/test`, API_TOKEN);
    const [, message = ''] = await receivedTexts(2);
    assert.ok(message.includes(`${url}/#/${WEEK}/2?access=`), message);
    token = accessTokenIn(message);
  });

  it('shows the folder and what is below it, and nothing else', async () => {
    for (const [folder, status] of [
      [2, 200],
      [21, 200],
      [22, 200],
      [1, 404],
      [3, 404],
      [99, 404],
    ] as const) {
      assert.equal(await statusOf(`/v1/reports/${WEEK}/${folder}`), status, String(folder));
    }
    const me = await (await ask('GET', '/v1/me', token)).json();
    assert.deepEqual(me, {
      reader: { address: 'a…\u2060@example.com', folder: 2 },
      notes: true,
    });
  });

  it('changes nothing', async () => {
    for (const [method, path, body] of [
      ['POST', '/v1/reports', { folder: 2, week: WEEK, force: true }],
      ['POST', '/v1/links', { folder: 2 }],
      ['GET', '/v1/subscriptions', undefined],
      ['DELETE', `/v1/subscriptions/${subscription}`, undefined],
      ['GET', `/v1/reports/${WEEK}/2/revisions`, undefined],
    ] as const) {
      const response = await ask(method, path, token, body);
      assert.equal(response.status, 403, path);
      assert.deepEqual(problem.parse(await response.json()), { code: 'READ_ONLY' });
    }
    assert.equal((await ask('GET', '/v1/subscriptions', API_TOKEN)).status, 200);
  });

  it('is refused with another signature', async () => {
    const other = token.endsWith('A') ? 'E' : 'A';
    assert.equal(await statusOf('/v1/weeks', token.slice(0, -1) + other), 401);
    assert.equal(await statusOf('/v1/weeks', `${token}A`), 401);
  });

  it('continues with a new link that the subscriber requests, whatever the address', async () => {
    for (const address of ['nobody@example.com', ADDRESS]) {
      const response = await ask('POST', '/subscriptions/access', null, { address });
      assert.deepEqual([response.status, await response.text()], [202, '']);
    }
    time.now += 1000;
    const texts = await receivedTexts(3);
    assert.equal(await statusOf(`/v1/reports/${WEEK}/2`, accessTokenIn(texts[2] ?? '')), 200);
    assert.deepEqual(
      mails.received.map(({ to }) => to),
      [[ADDRESS], [ADDRESS], [ADDRESS]],
    );
  });

  it('ends a minute after the subscriber has unsubscribed', async () => {
    const [, message = ''] = await receivedTexts(3);
    const stopUrl = linkIn(message, /(?<=:\d+)\/subscriptions\/unsubscribe\/[\w.-]+/);
    assert.equal((await ask('POST', stopUrl, null)).status, 200);
    assert.equal(await statusOf('/v1/weeks'), 200);
    time.now += 60_001;
    assert.equal(await statusOf('/v1/weeks'), 401);
    assert.equal(
      (await ask('POST', '/subscriptions/access', null, { address: ADDRESS })).status,
      202,
    );
    // The next message is about another subscription.
    const request = { folder: 3, channel: 'mail', address: 'bob@example.com' };
    await ask('POST', '/v1/subscriptions', API_TOKEN, request);
    await receivedTexts(4);
    assert.deepEqual(mails.received[3]?.to, ['bob@example.com']);
  });
});

describe('a server that starts', () => {
  it('sends the new access link that an earlier process has claimed and not sent', async () => {
    await using resources = new AsyncDisposableStack();
    const root = await mkdtemp(join(tmpdir(), 'claimed-'));
    resources.defer(() => rm(root, { recursive: true, force: true }));
    const mails = resources.use(await startSmtpServer());
    const { config } = readConfig(
      {
        REPORTS_STORE: `file:${root}`,
        REPORTS_MAIL: `smtp://127.0.0.1:${mails.transport.port}`,
        REPORTS_MAIL_FROM: 'reports@example.com',
      },
      { api: 'none' },
    );
    assert.ok(config !== null);
    const system = { ...systemContext, clock: () => NOW };
    const repository = openArchive(config, system);
    const subscription = activeSubscription(MAIL);
    await writeSubscription({ repository, codecs: deliveryCodecs }, subscription, null);
    const at = new Date(NOW - MINUTE_MS).toISOString();
    const requests = [{ requestedAt: at, attempts: 1, attemptEndsAt: at }];
    await repository.store.create(
      accessRequestsKey(recipientOf(MAIL)),
      deliveryCodecs.accessRequests.encode({ requests }),
      JSON_ATTRIBUTES,
    );
    const errors: unknown[] = [];
    const address = {
      publicUrl: 'http://127.0.0.1:8080',
      tree: () => Promise.reject(new Error('the operator sees every folder')),
    };
    const parts = { repository, secret: null, system };
    const served = openServedDeliveries(config, parts, address, (error) => errors.push(error));
    resources.defer(() => served.close());
    while (mails.received.length === 0 && errors.length === 0) await new Promise(setImmediate);
    assert.deepEqual([errors, mails.received[0]?.to], [[], [MAIL.address]]);
  });
});
