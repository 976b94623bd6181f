// What operators see of the command `service`: state, metrics and requests; draining, proxies and certificates.
import assert from 'node:assert/strict';
import { get as httpsGet } from 'node:https';
import { describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import { dataDirectory, presses } from '../../support/feedback-service/data-directory.ts';
import {
  certificateFiles,
  selfSigned,
} from '../../support/feedback-service/self-signed-certificate.ts';
import { clientId, sha256, token } from '../../support/feedback-service/served-company.ts';
import { ended, run, serving, type Run } from '../../support/feedback-service/service-run.ts';
import { temporaryFolder } from '../../support/run-command.ts';

const readySchema = z.strictObject({
  state: z.string(),
  companies: z
    .array(
      z.strictObject({
        name: z.string(),
        state: z.string(),
        isImporting: z.boolean(),
        lastImport: z.string().nullable(),
        lastEvent: z.string().nullable(),
        faults: z.array(z.object({ file: z.string(), line: z.number().optional() })),
        moreFaults: z.number(),
      }),
    )
    .optional(),
});

const lineSchema = z.strictObject({
  at: z.iso.datetime(),
  id: z.uuid(),
  address: z.string(),
  method: z.literal('GET'),
  route: z.string().optional(),
  key: z.number().optional(),
  clients: z.array(z.string()),
  status: z.number(),
  durationMs: z.number().min(0),
  isComplete: z.literal(true),
});

function adminUrl({ err }: Run): string {
  return /State and metrics: (http:\/\/127\.0\.0\.1:\d+)\/readyz/.exec(err())?.[1] ?? '';
}

async function ready(service: Run) {
  const response = await fetch(`${adminUrl(service)}/readyz`);
  return { status: response.status, ...readySchema.parse(await response.json()) };
}

async function metric(service: Run, line: string): Promise<string | undefined> {
  const text = await (await fetch(`${adminUrl(service)}/metrics`)).text();
  return text
    .split('\n')
    .find((each) => each.startsWith(`${line} `))
    ?.slice(line.length + 1);
}

/** Resolves when the condition holds; the limit of the test ends it otherwise. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** One company with 5 presses and a file that is left out, and one without company.json. */
async function twoFolders(t: TestContext): Promise<readonly [string, string]> {
  const files = { 'feedback.ndjson': presses(5), 'feedback-2.ndjson': [{ survey: 'secret text' }] };
  return [await dataDirectory(t, { files }), await temporaryFolder(t)];
}

describe('the admin port', () => {
  it('tells the state of each company and of its files, and is ready while one is served', async (t) => {
    const [acme, empty] = await twoFolders(t);
    const service = await serving(t, ['--admin-port', '0', '--data', acme, empty]);
    await until(async () => (await ready(service)).companies?.[0]?.faults.length === 1);
    const { status, state, companies } = await ready(service);
    assert.deepEqual([status, state], [200, 'running']);
    const [first, second] = companies ?? [];
    assert.equal(first?.name, acme);
    assert.equal(first.state, 'served');
    const lastPress = presses(5).at(-1)?.ts ?? '';
    assert.equal(first.lastEvent, new Date(lastPress).toISOString());
    assert.ok(Date.parse(first.lastImport ?? '') > 0);
    assert.deepEqual(
      first.faults.map(({ file, line }) => [file, line]),
      [['feedback-2.ndjson', 1]],
    );
    assert.deepEqual([second?.state, second?.lastEvent], ['empty', null]);
    assert.doesNotMatch(JSON.stringify(companies), /secret/);
    const head = await fetch(`${adminUrl(service)}/livez`, { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal((await fetch(`${adminUrl(service)}/livez`, { method: 'POST' })).status, 405);
    assert.equal((await fetch(`${adminUrl(service)}/v1/folders`)).status, 404);
  });

  it('has metrics of requests by route and of companies', async (t) => {
    const [acme, empty] = await twoFolders(t);
    const service = await serving(t, ['--admin-port', '0', '--data', acme, empty]);
    await service.ask('/v1/surveys/11', clientId, token);
    await service.ask('/v1/surveys/12', clientId, token);
    const count = (status: number): string =>
      `feedback_service_http_seconds_count{route="/v1/surveys/{key}",status="${status}"}`;
    await until(async () => (await metric(service, count(404))) === '1');
    assert.equal(await metric(service, count(200)), '1');
    const served = (name: string): string => `feedback_service_company_served{company="${name}"}`;
    assert.deepEqual(
      [await metric(service, served(acme)), await metric(service, served(empty))],
      ['1', '0'],
    );
    const lastPress = Date.parse(presses(5).at(-1)?.ts ?? '') / 1000;
    const lastEvent = `feedback_service_company_last_event_timestamp_seconds{company="${acme}"}`;
    assert.equal(Number(await metric(service, lastEvent)), lastPress);
  });

  it('is a usual error when another process has it', async (t) => {
    const first = await serving(t, ['--admin-port', '0']);
    const { port } = new URL(adminUrl(first));
    const second = await ended(t, ['--port', '0', '--admin-port', port]);
    assert.equal(second.code, 1);
    assert.match(second.err, /already in use: choose another with --admin-port/);
  });
});

describe('a service that drains', () => {
  it('is not ready any more, but answers until the time is over', async (t) => {
    const service = await serving(t, ['--admin-port', '0', '--drain', '1', '--seed', '3']);
    assert.deepEqual(await ready(service), { status: 200, state: 'running' });
    const [, id = '', secret = ''] = /client id (\S+) · token (\S+)/.exec(service.err()) ?? [];
    service.stop();
    await until(() => service.err().includes('Draining'));
    assert.deepEqual(await ready(service), { status: 503, state: 'stopping' });
    assert.equal((await service.ask('/v1/questions', id, secret)).status, 200);
    assert.equal(await service.code, 0);
  });
});

describe('the access log', () => {
  it('is a line of JSON for each request, without credentials, texts and the query', async (t) => {
    const [acme] = await twoFolders(t);
    const proxy = ['--behind-proxy', '127.0.0.1/32', '::1'];
    const service = await serving(t, ['--access-log', '--data', acme, ...proxy]);
    await service.ask('/v1/surveys/11/results?truncate=hour&hush=hush', clientId, token);
    await fetch(`${service.url}/v1/hush`, { headers: { 'x-forwarded-for': '192.0.2.7' } });
    await until(() => service.out().split('\n').length > 3);
    const [, ...lines] = service.out().trimEnd().split('\n');
    const entries = lines.map((line) => lineSchema.parse(JSON.parse(line)));
    const shown = entries.map(({ address, route, key, status, clients }) => [
      ...[address, route, key, status, clients],
    ]);
    const digest = sha256(clientId).slice(0, 8);
    assert.deepEqual(shown, [
      ['127.0.0.1', '/v1/surveys/{key}/results', 11, 200, [digest]],
      ['192.0.2.7', undefined, undefined, 401, []],
    ]);
    assert.doesNotMatch(service.out(), /hush/);
    assert.ok(!service.out().includes(token) && !service.out().includes(clientId));
  });
});

describe('options of operators', () => {
  const refused: readonly (readonly [args: readonly string[], problem: RegExp])[] = [
    [['--behind-proxy', 'proxy'], /--behind-proxy must be addresses or networks/],
    [['--admin-host', '0.0.0.0'], /--admin-host requires --admin-port/],
    [['--admin-port', 'x'], /--admin-port must be a whole number/],
    [['--drain', '61'], /--drain must be/],
    [['--host', '0.0.0.0'], /--host is not a loopback address: .* or --behind-proxy/],
  ];
  for (const [args, problem] of refused) {
    it(`are checked: ${args.join(' ')}`, async (t) => {
      const { code, err } = await ended(t, args);
      assert.equal(code, 2);
      assert.match(err, problem);
    });
  }

  it('allow any address without TLS behind a proxy', async (t) => {
    const args = ['--port', '0', '--host', '0.0.0.0', '--behind-proxy', '192.0.2.0/24'];
    const service = run(t, args);
    const [, port = ''] = /:(\d+)\n/.exec(await service.ready) ?? [];
    assert.equal((await fetch(`http://127.0.0.1:${port}/v1/folders`)).status, 401);
  });
});

describe('SIGHUP', () => {
  it('reads the certificate again, and keeps the one from before if that cannot be used', async (t) => {
    const folder = await temporaryFolder(t);
    const { certFile, keyFile, write } = certificateFiles(folder);
    const [first, second] = [selfSigned(), selfSigned()];
    await write(first);
    const service = run(t, ['--port', '0', '--tls-cert', certFile, '--tls-key', keyFile]);
    const [, url = ''] = /listening on (\S+)/.exec(await service.ready) ?? [];
    const isTrusted = (ca: string): Promise<boolean> =>
      new Promise((resolve) => {
        httpsGet(`${url}/v1/folders`, { ca, agent: false }, () => {
          resolve(true);
        }).on('error', () => {
          resolve(false);
        });
      });
    assert.equal(await isTrusted(first.cert), true);
    await write(second);
    process.emit('SIGHUP');
    await until(() => service.err().includes('The certificate was read again'));
    assert.deepEqual([await isTrusted(first.cert), await isTrusted(second.cert)], [false, true]);
    await write({ cert: first.cert, key: second.key });
    process.emit('SIGHUP');
    await until(() => service.err().includes('the certificate from before stays'));
    assert.equal(await isTrusted(second.cert), true);
  });
});
