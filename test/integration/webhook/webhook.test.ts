// Messages to webhooks on real sockets: their content, signatures, retries, and allowed addresses.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createWebhookSender } from '../../../lib/adapters/webhook/index.ts';
import { parseWebhookUrl, signRequest } from '../../../lib/adapters/webhook/post-message.ts';
import type { AllowedAddresses } from '../../../lib/shared/safe-url.ts';
import { createSafeLookup } from '../../../lib/shared/safe-url.ts';
import { Failure, type FailureFacts } from '../../../lib/shared/failure.ts';
import type { ReportReady, WebhookSender } from '../../../lib/ports/deliveries.ts';
import { MESSAGE } from '../../support/test-messages.ts';
import { freePort } from '../../support/free-port.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';
import { webhookKey } from '../../support/secret-markers.ts';

const NOW_SECONDS = 1_795_000_000;
const KEY = webhookKey('webhook key');
const OTHER_KEY = webhookKey('another webhook key');
const SECRET_PATH = '/services/T0/B0/hush';

const file = { key: 'weeks/2026-W46/folders/41/x', bytes: 1, sha256: '0'.repeat(64) };
const report: ReportReady = {
  version: '1',
  week: '2026-W46',
  folder: { key: 41, name: 'R&D <!channel>' },
  revision: 2,
  status: 'complete',
  asOf: '2026-11-16T18:00:00Z',
  verdict: 'clearFall',
  signal: { state: 'new', verdict: 'low', since: '2026-W46' },
  sentence: 'R&D <!channel> – week 46, 2026 · Happy Index 71, ñ 😀',
  link: 'https://reports.example.com/d/token',
  files: { pdf: file, json: file },
};
const message = { id: '2026-W46-41-r2-hook-0011223344556677', report, content: MESSAGE };

function open(options: { readonly timeoutMs?: number } = {}): WebhookSender {
  return createWebhookSender({
    clock: () => NOW_SECONDS * 1000 + 999,
    sleep: () => Promise.resolve(),
    ...options,
  });
}

async function factsOf(sending: Promise<unknown>): Promise<FailureFacts> {
  try {
    await sending;
  } catch (error) {
    assert(error instanceof Failure && error.code === 'DELIVERY_FAILED', String(error));
    assert.equal(error.cause, undefined);
    assert.doesNotMatch(JSON.stringify(error.facts), /hush|token|kkk|a2tr/);
    return error.facts;
  }
  return assert.fail('it was delivered');
}

describe('a message to a webhook', () => {
  it('is one POST of JSON with a text for chats and the report for programs', async () => {
    await using receiver = await startWebhookReceiver();
    const url = `${receiver.url}${SECRET_PATH}?api-version=1&sig=hush`;
    await open().send({ folder: 1, url, key: KEY }, message);
    assert.equal(receiver.received.length, 1);
    const [delivery] = receiver.received;
    assert(delivery !== undefined);
    assert.equal(delivery.method, 'POST');
    assert.equal(delivery.path, `${SECRET_PATH}?api-version=1&sig=hush`);
    assert.equal(delivery.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(delivery.headers['webhook-id'], message.id);
    assert.equal(delivery.headers['webhook-timestamp'], String(NOW_SECONDS));
    assert.deepEqual(JSON.parse(delivery.body), {
      type: 'report.ready',
      timestamp: '2026-11-16T18:00:00Z',
      text: 'R&amp;D &lt;!channel&gt; – week 46, 2026 · Happy Index 71, ñ 😀 https://reports.example.com/d/token',
      report,
    });
  });

  it('has no link in its text when the report has none', async () => {
    await using receiver = await startWebhookReceiver();
    const unlinked = { ...message, report: { ...report, sentence: 'Sentence.', link: null } };
    await open().send({ folder: 1, url: receiver.url, key: KEY }, unlinked);
    assert.match(receiver.received[0]?.body ?? '', /"text":"Sentence\.",/);
  });

  it('is verified by the documented code, and fails with another key or body', async () => {
    const isGenuine = await documentedCheck();
    await using receiver = await startWebhookReceiver();
    for (const key of [KEY, 'any other täxt of thirty-two characters']) {
      await open().send({ folder: 1, url: receiver.url, key }, message);
      const { headers, body } = receiver.received.at(-1) ?? assert.fail();
      assert(isGenuine(headers, body, key, NOW_SECONDS + 5));
      assert(!isGenuine(headers, `${body} `, key, NOW_SECONDS + 5));
      assert(!isGenuine(headers, body, OTHER_KEY, NOW_SECONDS + 5));
      assert(!isGenuine({ ...headers, 'webhook-id': 'x' }, body, key, NOW_SECONDS + 5));
      assert(!isGenuine(headers, body, key, NOW_SECONDS + 301));
    }
  });

  it('has the signature of the example of Standard Webhooks', () => {
    assert.equal(
      signRequest(
        { clock: () => 1_614_265_330_000 },
        {
          id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
          body: '{"test": 2432232314}',
          keys: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
        },
      )?.headers['webhook-signature'],
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('is not sent with an empty key', async () => {
    await using receiver = await startWebhookReceiver();
    for (const key of ['', 'whsec_']) {
      const facts = await factsOf(open().send({ folder: 7, url: receiver.url, key }, message));
      assert.deepEqual(facts, { subscribedFolder: 7, reason: 'the key is empty' });
    }
    assert.equal(receiver.received.length, 0);
  });
});

describe('a response of a webhook', () => {
  it('treats any success status as a delivery, for bodies of any length', async () => {
    for (const [status, length] of [
      [200, 0],
      [202, 5_000_000],
      [204, 0],
      [299, 10],
    ] as const) {
      await using receiver = await startWebhookReceiver((response) => {
        response.statusCode = status;
        response.end('x'.repeat(length));
      });
      const delivery = await open().send({ folder: 1, url: receiver.url, key: KEY }, message);
      assert.equal(delivery, status === 202 ? 'accepted' : 'delivered');
      assert.equal(receiver.received.length, 1);
    }
  });

  it('treats a success status as a delivery even when its body fails', async () => {
    await using receiver = await startWebhookReceiver((response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
    });
    await open({ timeoutMs: 1_000 }).send({ folder: 1, url: receiver.url, key: KEY }, message);
  });

  it('fails with DELIVERY_FAILED after one request at any error status, with only the folder and the host', async () => {
    const repeat = { isTemporary: true, retryAfterSeconds: 90 };
    for (const [status, more] of [
      ...[400, 404, 410, 500, 502].map((status) => [status, {}] as const),
      ...[429, 503].map((status) => [status, repeat] as const),
    ]) {
      await using receiver = await startWebhookReceiver((response) => {
        response.writeHead(status, { 'retry-after': '90' });
        response.end('no');
      });
      const url = `${receiver.url}${SECRET_PATH}`;
      const facts = await factsOf(open().send({ folder: 7, url, key: KEY }, message));
      assert.deepEqual(facts, { subscribedFolder: 7, host: new URL(url).host, status, ...more });
      assert.equal(receiver.received.length, 1);
    }
  });

  it('does not follow a redirect', async () => {
    await using elsewhere = await startWebhookReceiver();
    for (const status of [301, 302, 307, 308]) {
      await using receiver = await startWebhookReceiver((response) => {
        response.writeHead(status, { location: elsewhere.url });
        response.end();
      });
      const facts = await factsOf(open().send({ folder: 7, url: receiver.url, key: KEY }, message));
      assert.equal(facts['status'], status);
    }
    assert.equal(elsewhere.received.length, 0);
  });

  it('fails with DELIVERY_FAILED when the response is too late', async () => {
    await using receiver = await startWebhookReceiver(() => undefined);
    const sending = open({ timeoutMs: 500 }).send(
      { folder: 7, url: receiver.url, key: KEY },
      message,
    );
    const { reason, isTemporary } = await factsOf(sending);
    assert.deepEqual([reason, isTemporary], ['TIMEOUT', undefined]);
    assert.equal(receiver.received.length, 1);
  });

  it('does not retry a response that breaks off', async () => {
    await using receiver = await startWebhookReceiver((response) => response.destroy());
    const facts = await factsOf(open().send({ folder: 7, url: receiver.url, key: KEY }, message));
    assert.match(String(facts['reason']), /^(UND_ERR_SOCKET|ECONNRESET)$/);
    assert.equal(receiver.received.length, 1);
  });
});

describe('an unreachable webhook', () => {
  it('is tried once more, since nothing was sent', async () => {
    const port = await freePort();
    await using comers = new AsyncDisposableStack();
    const receivedLists: WebhookReceiver['received'][] = [];
    const sleep = async (): Promise<void> => {
      const receiver = comers.use(await startWebhookReceiver(undefined, port));
      receivedLists.push(receiver.received);
    };
    const url = `http://127.0.0.1:${port}`;
    await createWebhookSender({ clock: () => 0, sleep }).send(
      { folder: 1, url, key: KEY },
      message,
    );
    assert.equal(receivedLists.flat().length, 1);
  });

  it('is DELIVERY_FAILED after the second attempt', async () => {
    const url = `http://127.0.0.1:${await freePort()}${SECRET_PATH}`;
    const facts = await factsOf(open().send({ folder: 7, url, key: KEY }, message));
    assert.deepEqual(facts, {
      subscribedFolder: 7,
      host: new URL(url).host,
      ...{ reason: 'ECONNREFUSED', isTemporary: true, retryAfterSeconds: null },
    });
  });

  it('is not found when its host name is too long', async () => {
    const url = `https://${'x'.repeat(300)}.test`;
    const facts = await factsOf(open().send({ folder: 7, url, key: KEY }, message));
    assert.match(String(facts['reason']), /^(EINVAL|ENOTFOUND|EAI_\w+)$/);
  });

  it('is not reached without TLS at an https address', async () => {
    await using receiver = await startWebhookReceiver();
    const url = receiver.url.replace('http:', 'https:');
    const facts = await factsOf(open().send({ folder: 7, url, key: KEY }, message));
    assert.match(String(facts['reason']), /^(ERR_SSL_|EPROTO)/);
    assert.equal(receiver.received.length, 0);
  });
});

describe("a webhook's address", () => {
  it('is https, or http on this machine, and never link-local', async () => {
    for (const url of [
      'http://hooks.example.com/hush',
      'https://169.254.169.254/hush',
      'https://[fe80::1]/hush',
      'https://user:hush@hooks.example.com/',
      'https://hooks.example.com/#hush?a',
      'https://hooks.example.com/?a#hush',
      'ftp://hooks.example.com/hush',
      'hush',
    ]) {
      const facts = await factsOf(open().send({ folder: 7, url, key: KEY }, message));
      assert.match(String(facts['reason']), /^must /, url);
      assert.equal(facts['isTemporary'], undefined);
    }
  });

  it('is parsed with its path and its query', () => {
    assert.deepEqual(parseWebhookUrl('https://hooks.example.com:8443/a/b?c=d?e&f'), {
      ok: true,
      value: {
        origin: 'https://hooks.example.com:8443',
        host: 'hooks.example.com:8443',
        path: '/a/b?c=d?e&f',
        isPlain: false,
        isPublic: false,
      },
    });
  });

  for (const allAddresses of [true, false]) {
    it(`may not resolve to a forbidden address (all: ${String(allAddresses)})`, async () => {
      // Addresses resolve to themselves.
      assert.notEqual(
        await lookUp('10.1.2.3', { isPlain: false, all: allAddresses }),
        'FORBIDDEN_ADDRESS',
      );
      assert.notEqual(
        await lookUp('127.0.0.9', { isPlain: true, all: allAddresses }),
        'FORBIDDEN_ADDRESS',
      );
      for (const [host, isPlain] of [
        ['169.254.169.254', false],
        ['fd00:ec2::254', false],
        ['::ffff:169.254.169.254', false],
        // IPv4-translated, NAT64, 6to4, Teredo, and IPv4-compatible.
        ['::ffff:0:169.254.169.254', false],
        ['64:ff9b::169.254.169.254', false],
        ['2002:a9fe:a9fe::', false],
        ['2001:0:8080:8080::5601:5601', false],
        ['::169.254.169.254', false],
        ['10.1.2.3', true],
      ] as const) {
        assert.equal(await lookUp(host, { isPlain, all: allAddresses }), 'FORBIDDEN_ADDRESS', host);
      }
    });
  }
});

describe('the name in an address that a caller gave', () => {
  const look = (host: string) => lookUp(host, { isPlain: false, isPublic: true, all: false });

  it('may resolve to addresses on the Internet', async () => {
    for (const host of [
      '8.8.8.8',
      '172.32.0.1',
      '100.128.0.1',
      '2606:4700::1111',
      '64:ff9b::808:808',
    ]) {
      assert.notEqual(await look(host), 'FORBIDDEN_ADDRESS', host);
    }
  });

  it('may not resolve to this machine or a private network, in any form', async () => {
    for (const host of [
      ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
      ...['0.0.0.0', '::1', '::', 'fd00::1', 'fe80::1', '::ffff:127.0.0.1', '::ffff:10.1.2.3'],
      ...['64:ff9b::10.1.2.3', '64:ff9b:1::1', '2002:a01:203::', '::10.1.2.3', 'ff02::1'],
      // IPv4-translated, Teredo, documentation, benchmarks, 6to4 relays, ORCHID, discarded, not assigned.
      ...['::ffff:0:7f00:1', '2001::f5fe:fdfc', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
      ...['2001:db8::1', '3fff::1', '2001:2::1', '192.88.99.1', '2001:20::1', '100::1', '4000::1'],
      'localhost',
    ]) {
      assert.equal(await look(host), 'FORBIDDEN_ADDRESS', host);
    }
  });
});

function lookUp(
  host: string,
  { all: allAddresses, ...allowed }: AllowedAddresses & { readonly all: boolean },
): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers();
  createSafeLookup(allowed)(host, { all: allAddresses }, (error, address) => {
    resolve(error === null ? address : error.code);
  });
  return promise;
}

type Check = (headers: object, body: string, key: string, nowSeconds: number) => boolean;

/** The example of docs/delivery.md. */
async function documentedCheck(): Promise<Check> {
  const page = readFileSync(new URL('../../../docs/delivery.md', import.meta.url), 'utf8');
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'webhook-'));
  try {
    const path = join(folder, `${randomUUID()}.mjs`);
    await writeFile(path, code);
    const module: unknown = await import(pathToFileURL(path).href);
    assert(typeof module === 'object' && module !== null && 'isGenuine' in module);
    const { isGenuine } = module;
    assert(typeof isGenuine === 'function');
    return (...args) => Reflect.apply(isGenuine, undefined, args) === true;
  } finally {
    await rm(folder, { recursive: true });
  }
}
