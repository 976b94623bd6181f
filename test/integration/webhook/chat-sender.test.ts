// Reports to subscriptions of chats and webhooks on real sockets: what is sent, and what each answer means.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createChatSender } from '../../../lib/adapters/webhook/index.ts';
import type { OutgoingReport, SendOutcome, ReportReady } from '../../../lib/ports/deliveries.ts';
import type { Subscription } from '../../../lib/ports/subscriptions.ts';
import { CREATED_BY_SHELL } from '../../../lib/ports/subscriptions.ts';
import { selfSigned } from '../../support/feedback-service/self-signed-certificate.ts';
import { freePort } from '../../support/free-port.ts';
import { canary, webhookKey } from '../../support/secret-markers.ts';
import { FOOTER, MESSAGE } from '../../support/test-messages.ts';
import { parseSlack, parseTeams } from '../../unit/adapters/webhook/chat-formats.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

const NOW = Date.UTC(2026, 10, 16, 8);
const KEY = webhookKey('webhook key');
/** A part of an address, which is a secret. */
const SECRET_PATH = canary('subscription URL');

const file = { key: 'weeks/2026-W46/folders/41/x', bytes: 1, sha256: '0'.repeat(64) };
const event: ReportReady = {
  version: '1',
  week: '2026-W46',
  folder: { key: 41, name: 'Helsinki' },
  revision: 2,
  status: 'complete',
  asOf: '2026-11-16T18:00:00Z',
  verdict: 'clearFall',
  signal: { state: 'new', verdict: 'low', since: '2026-W46' },
  sentence: 'A sentence.',
  link: null,
  files: { pdf: file, json: file },
};

function outgoing(
  address: string,
  channel: Subscription['channel'] = 'webhook',
  createdBy: Subscription['createdBy'] = CREATED_BY_SHELL,
): OutgoingReport {
  const subscription: Subscription = {
    id: '41-aaaaaaaaaaaaaaaaaaaa',
    folder: 41,
    channel,
    address,
    locale: 'en',
    when: 'ready',
    only: 'always',
    attach: 'none',
    state: 'active',
    createdAt: '2026-11-01T00:00:00Z',
    createdBy,
  };
  const messageId = '2026-W46.41.aaaaaaaaaaaaaaaaaaaa';
  return {
    kind: 'report',
    subscription,
    messageId,
    message: MESSAGE,
    footer: FOOTER,
    event,
    signingKeys: channel === 'webhook' ? [KEY] : [],
    attachment: null,
  };
}

function open(changes: Partial<Parameters<typeof createChatSender>[0]> = {}) {
  return createChatSender({
    clock: () => NOW,
    teamsRate: 4,
    ...changes,
  });
}

/** Of a message that may have arrived. */
const REPEATABLE = { state: 'unknown', repeat: { retryAfterSeconds: null } } as const;

async function outcomeOf(
  answer: (response: ServerResponse) => void,
  {
    timeoutMs = 10_000,
    channel = 'webhook',
  }: { readonly timeoutMs?: number; readonly channel?: Subscription['channel'] } = {},
): Promise<SendOutcome> {
  await using receiver = await startWebhookReceiver(answer);
  const outcome = await open({ timeoutMs }).send(
    outgoing(`${receiver.url}/${SECRET_PATH}`, channel),
  );
  assert.equal(receiver.received.length, 1);
  assert.doesNotMatch(JSON.stringify(outcome), new RegExp(`${SECRET_PATH}|127\\.0\\.0\\.1`));
  return outcome;
}

describe('a report to a subscription', () => {
  it('sends the event to a webhook, signed as Standard Webhooks says with each key', async () => {
    await using receiver = await startWebhookReceiver();
    const keys = [KEY, webhookKey('another webhook key')];
    // The package compares the timestamp with the real time.
    await open({ clock: Date.now }).send({ ...outgoing(receiver.url), signingKeys: keys });
    const [{ headers, body } = assert.fail()] = receiver.received;
    const sentHeaders = Object.fromEntries(
      ['id', 'timestamp', 'signature'].map((name) => [
        `webhook-${name}`,
        String(headers[`webhook-${name}`]),
      ]),
    );
    assert.equal(sentHeaders['webhook-id'], '2026-W46.41.aaaaaaaaaaaaaaaaaaaa-r2');
    for (const key of keys) {
      assert.deepEqual(new Webhook(key).verify(body, sentHeaders), {
        type: 'report.ready',
        timestamp: '2026-11-16T18:00:00Z',
        text: 'A sentence.',
        report: event,
      });
    }
    const otherKey = webhookKey('link key');
    assert.throws(() => new Webhook(otherKey).verify(body, sentHeaders), /No matching signature/);
    assert.throws(() => new Webhook(KEY).verify(`${body} `, sentHeaders), /No matching signature/);
  });

  it('sends a message with a way to unsubscribe to Slack or Teams', async () => {
    await using receiver = await startWebhookReceiver();
    const sender = open();
    await sender.send(outgoing(receiver.url, 'slack'));
    await sender.send(outgoing(receiver.url, 'teams'));
    await sender.close();
    const [slack = assert.fail(), teams = assert.fail()] = receiver.received;
    parseSlack(slack.body);
    parseTeams(teams.body);
    for (const { body, headers } of [slack, teams]) {
      assert(body.includes('/subscriptions/unsubscribe/t'));
      assert.equal(headers['webhook-signature'], undefined, 'its receiver has no key');
    }
  });

  it('has its own connection, and says which program sends it', async () => {
    await using receiver = await startWebhookReceiver();
    await open().send(outgoing(receiver.url));
    const [{ headers } = assert.fail()] = receiver.received;
    assert.deepEqual([headers.connection, headers['user-agent']], ['close', 'feedback-reports']);
  });

  it('is none for mail, and no confirmation', async () => {
    await using receiver = await startWebhookReceiver();
    const toMail = outgoing(receiver.url, 'mail');
    await assert.rejects(open().send(toMail), { message: 'no message to send: report' });
    const { subscription, messageId } = outgoing(receiver.url);
    const confirm = { text: 'Confirm', url: receiver.url };
    const message = {
      language: 'en',
      direction: 'ltr',
      subject: '',
      paragraphs: [],
      confirm,
      note: '',
    } as const;
    const confirmation = { kind: 'confirmation', subscription, messageId, message } as const;
    await assert.rejects(open().send(confirmation), {
      message: 'no message to send: confirmation',
    });
    assert.equal(receiver.received.length, 0);
  });

  it('delays a message to Teams, so that the rate is kept', async () => {
    await using receiver = await startWebhookReceiver();
    const sender = open({ teamsRate: 20 });
    const start = performance.now();
    await Promise.all([1, 2, 3].map(() => sender.send(outgoing(receiver.url, 'teams'))));
    // Timers may fire a millisecond early.
    assert(performance.now() - start >= 98);
    assert.equal(receiver.received.length, 3);
  });

  it('does not go out with an empty key, or to a forbidden address', async () => {
    await using receiver = await startWebhookReceiver();
    const unsigned = { ...outgoing(receiver.url), signingKeys: [''] };
    assert.deepEqual(await open().send(unsigned), {
      state: 'notSent',
      reason: 'SECRET_INVALID',
      retryAfterSeconds: null,
    });
    assert.deepEqual(await open().send(outgoing(`https://169.254.169.254/${SECRET_PATH}`)), {
      state: 'refused',
      reason: 'ADDRESS_INVALID',
      endsSubscription: false,
    });
    assert.equal(receiver.received.length, 0);
  });
});

describe('a report to an address that a caller gave', () => {
  it('does not go to this machine or into a private network', async () => {
    await using receiver = await startWebhookReceiver();
    const port = new URL(receiver.url).port;
    const sender = open();
    for (const address of [
      receiver.url,
      ...['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '[::1]', '[::ffff:127.0.0.1]'],
      ...['[::127.0.0.1]', '[64:ff9b::127.0.0.1]', '[2002:7f00:1::]', 'localhost', 'localhost.'],
      ...['x.localhost.', '10.0.0.1', '172.31.255.255', '192.168.0.1', '100.64.0.1', '0.0.0.0'],
      ...['192.0.0.8', '198.18.0.1', '224.0.0.1', '255.255.255.255', '[::]', '[fd00::1]'],
      ...['[::ffff:0:7f00:1]', '[2001::80ff:fffe]', '203.0.113.9', '[2001:db8::1]', '[3fff::1]'],
      ...['[fec0::1]', '[ff02::1]', '[64:ff9b::10.0.0.1]', '169.254.169.254', '１２７.0.0.1'],
    ]) {
      const url = address.includes('://') ? address : `https://${address}:${port}/`;
      assert.deepEqual(
        await sender.send(outgoing(url, 'webhook', 'a digest')),
        { state: 'refused', reason: 'ADDRESS_INVALID', endsSubscription: false },
        url,
      );
    }
    assert.equal(receiver.received.length, 0);
  });
});

describe('an answer to a report', () => {
  it('treats a success status as sent, also 202, which is the only one of Teams', async () => {
    for (const status of [200, 202, 204]) {
      const outcome = await outcomeOf((response) => response.writeHead(status).end());
      assert.deepEqual(outcome, { state: 'sent', transportId: null });
    }
  });

  it('treats 429, and 503 with a time, as not sent and retries at the given time', async () => {
    const date = new Date(NOW + 90_000).toUTCString();
    for (const [status, header, retryAfterSeconds] of [
      [429, '7', 7],
      [429, date, 90],
      [429, 'soon', null],
      [429, '1234567890123', null],
      [429, ['7', '8'], null],
      [429, null, null],
      [503, '120', 120],
    ] as const) {
      const outcome = await outcomeOf((response) => {
        if (header !== null) response.setHeader('retry-after', header);
        response.writeHead(status).end();
      });
      assert.deepEqual(outcome, { state: 'notSent', reason: `HTTP_${status}`, retryAfterSeconds });
    }
  });

  it('treats another server error as unknown, to be tried again where ids are compared', async () => {
    for (const status of [500, 502, 503, 504]) {
      const reason = `HTTP_${status}`;
      const answer = (response: ServerResponse) => response.writeHead(status).end();
      assert.deepEqual(await outcomeOf(answer), { ...REPEATABLE, reason });
      for (const chat of ['slack', 'teams'] as const) {
        assert.deepEqual(await outcomeOf(answer, { channel: chat }), { state: 'unknown', reason });
      }
    }
    const busy = await outcomeOf((response) =>
      response.writeHead(502, { 'retry-after': '90' }).end(),
    );
    assert.deepEqual(busy, {
      state: 'unknown',
      reason: 'HTTP_502',
      repeat: { retryAfterSeconds: 90 },
    });
  });

  it('treats another status as refused, and ends the subscription when its address is gone', async () => {
    for (const status of [300, 302, 400, 401, 403, 404, 410]) {
      const outcome = await outcomeOf((response) => response.writeHead(status).end());
      const endsSubscription = status === 404 || status === 410;
      assert.deepEqual(outcome, { state: 'refused', reason: `HTTP_${status}`, endsSubscription });
    }
  });

  it('treats an answer that does not come or breaks off as unknown', async () => {
    const timeoutMs = 100;
    const reason = 'TIMEOUT';
    assert.deepEqual(await outcomeOf(() => undefined, { timeoutMs }), { ...REPEATABLE, reason });
    assert.deepEqual(await outcomeOf(() => undefined, { timeoutMs, channel: 'slack' }), {
      state: 'unknown',
      reason,
    });
    const broken = await outcomeOf((response) => response.destroy());
    assert.deepEqual({ ...broken, reason }, { ...REPEATABLE, reason });
  });

  it('treats an unreachable receiver as not sent', async () => {
    const sender = open();
    const refusing = `http://127.0.0.1:${await freePort()}`;
    assert.deepEqual(await sender.send(outgoing(refusing)), {
      state: 'notSent',
      reason: 'ECONNREFUSED',
      retryAfterSeconds: null,
    });
    await using receiver = await startWebhookReceiver();
    const { state } = await sender.send(outgoing(receiver.url.replace('http:', 'https:')));
    assert.equal(state, 'notSent');
    assert.equal(receiver.received.length, 0);
  });

  it('treats a receiver with a certificate that is not trusted as not sent, and tells it nothing', async () => {
    await using receiver = await startWebhookReceiver(undefined, 0, selfSigned());
    for (const channel of ['webhook', 'slack', 'teams'] as const) {
      assert.deepEqual(await open().send(outgoing(`${receiver.url}/${SECRET_PATH}`, channel)), {
        state: 'notSent',
        reason: 'DEPTH_ZERO_SELF_SIGNED_CERT',
        retryAfterSeconds: null,
      });
    }
    assert.deepEqual(receiver.received, []);
  });

  it('is not sent to such a receiver where Node is told to accept every certificate, either', async () => {
    await using receiver = await startWebhookReceiver(undefined, 0, selfSigned());
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const { state } = await open().send(outgoing(`${receiver.url}/${SECRET_PATH}`));
      assert.equal(state, 'notSent');
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
    assert.deepEqual(receiver.received, []);
  });
});
