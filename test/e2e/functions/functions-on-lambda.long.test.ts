// From a scheduled event to the bytes behind a link: the deployed bundles under AWS's own runtime client.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { simpleParser } from 'mailparser';
import { z } from 'zod';
import type { BundledFunction } from '../../../infra/bundle.ts';
import { release } from '../../../lib/composition/release.ts';
import { deploymentPackages, PACKAGES_FOLDER } from '../../support/deployment-packages.ts';
import type { TestCompany } from '../../support/test-company.ts';
import { NOW, startTestCompany, TOKEN } from '../../support/test-company.ts';
import type { LambdaDeployment } from '../../support/lambda/lambda-deployment.ts';
import {
  BUCKET,
  COMPANY_TOKEN,
  startLambdaDeployment,
  LINK_KEY,
  NORTH_TOKEN,
} from '../../support/lambda/lambda-deployment.ts';
import { DESTINATION_TEST, sesEvent } from '../../support/aws/ses-events.ts';
import { linkAddresses } from '../../support/pdf-file.ts';
import { GATEWAY_HOST } from '../../support/lambda/gateway-event.ts';
import { missingForLambda } from '../../support/lambda/runtime-client.ts';
import { scheduleEvent } from '../../support/lambda/schedule-event.ts';

const WEEK = '2026-W46';
/** The folders with a report due in the week. */
const OWING = [1, 2, 3, 21, 22];

const file = z.object({ key: z.string(), bytes: z.number(), sha256: z.string() });
const manifest = z.object({
  week: z.string(),
  folder: z.object({ key: z.number() }),
  revision: z.number(),
  status: z.string(),
  files: z.object({ pdf: file, json: file }),
  madeBy: z.string(),
});
const list = z.object({ data: z.array(manifest) });
const released = z.object({ release: z.string() });
const described = z.object({ info: z.object({ 'x-release': z.string() }) });
const storedRecord = z.object({ id: z.string(), state: z.string() });
const READER = 'reader+canary@example.com';
const link = z.object({ id: z.string(), url: z.string() });

describe('the functions on Lambda', { skip: missingForLambda() ?? false }, () => {
  const resources = new AsyncDisposableStack();
  let deployment: LambdaDeployment;
  let packages: readonly BundledFunction[] = [];

  before(async () => {
    const acme: TestCompany = await startTestCompany();
    resources.defer(() => acme.close());
    packages = await deploymentPackages();
    deployment = await startLambdaDeployment({ apiUrl: acme.url, bundles: PACKAGES_FOLDER });
    resources.defer(() => deployment.close());
  });
  after(() => resources.disposeAsync());

  const manifests = (): z.infer<typeof manifest>[] =>
    [...deployment.s3.objects(BUCKET)]
      .filter(([key]) => key.startsWith(`weeks/${WEEK}/`) && key.endsWith('/manifest.json'))
      .map(([, object]) => manifest.parse(JSON.parse(Buffer.from(object.bytes).toString())));

  /** Sends a request with a token, or without one. */
  const ask = (
    method: string,
    path: string,
    token: string | null,
    body?: object,
  ): Promise<Response> =>
    deployment.gateway({
      method,
      path,
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  const stateOf = (id: string): string => {
    const key = `subscriptions/${id.split('-')[0] ?? ''}/${id}.json`;
    const bytes = deployment.s3.objects(BUCKET).get(key)?.bytes ?? assert.fail();
    return storedRecord.parse(JSON.parse(bytes.toString())).state;
  };

  it('make every report of a finished week from one scheduled event', async () => {
    const planResult = await deployment.planWeek.invoke(scheduleEvent(NOW));
    assert.ok('result' in planResult, JSON.stringify(planResult));
    await deployment.jobs.drain();
    for (const { outcome, isDeleted } of deployment.jobs.deliveries())
      assert.ok(isDeleted, JSON.stringify(outcome));
    const storedManifests = manifests();
    assert.deepEqual(
      storedManifests.map(({ folder }) => folder.key).toSorted((a, b) => a - b),
      OWING,
    );
    for (const { revision, status, files } of storedManifests) {
      assert.equal(revision, 1);
      assert.equal(status, 'complete');
      for (const { key, bytes, sha256 } of [files.pdf, files.json]) {
        const storedBytes = deployment.s3.objects(BUCKET).get(key)?.bytes ?? new Uint8Array();
        assert.equal(storedBytes.length, bytes);
        assert.equal(hashOf(storedBytes), sha256);
      }
    }
  });

  it('compare the reports again at the next scheduled event, keep them, and have no work at the one after', async () => {
    const planAt = async (time: number): Promise<number> => {
      const before = deployment.jobs.deliveries().length;
      const planResult = await deployment.planWeek.invoke(scheduleEvent(time));
      assert.ok('result' in planResult, JSON.stringify(planResult));
      await deployment.jobs.drain();
      return deployment.jobs.deliveries().length - before;
    };
    // The look of Tuesday is due.
    assert.equal(await planAt(NOW + 1_800_000), 1);
    for (const { revision } of manifests()) assert.equal(revision, 1);
    assert.equal(await planAt(NOW + 3_600_000), 0);
    for (const { outcome, isDeleted } of deployment.jobs.deliveries())
      assert.ok(isDeleted, JSON.stringify(outcome));
  });

  it('list the reports of the folders that the token may read', async () => {
    for (const [token, folders] of [
      [COMPANY_TOKEN, OWING],
      [NORTH_TOKEN, [2, 21, 22]],
    ] as const) {
      const answer = await ask('GET', `/v1/reports?week=${WEEK}`, token);
      assert.equal(answer.status, 200);
      const { data } = list.parse(await answer.json());
      assert.deepEqual(
        data.map(({ folder }) => folder.key),
        folders,
      );
    }
    assert.equal((await ask('GET', '/v1/reports', null)).status, 401);
    assert.equal((await ask('GET', '/v1/reports', 'made-up')).status, 403);
    assert.equal((await ask('GET', `/v1/reports/${WEEK}/3`, NORTH_TOKEN)).status, 404);
  });

  it('return the bytes of the manifest through a link until it is revoked', async () => {
    const created = await ask('POST', '/v1/links', NORTH_TOKEN, { folder: 21, week: WEEK });
    assert.equal(created.status, 201);
    const { id, url } = link.parse(await created.json());
    assert.ok(url.startsWith(`https://${GATEWAY_HOST}/d/`), url);
    const { pathname } = new URL(url);

    const answer = await ask('GET', pathname, null);
    assert.equal(answer.status, 302);
    const download = await fetch(answer.headers.get('location') ?? '');
    assert.equal(download.status, 200);
    assert.match(
      download.headers.get('content-disposition') ?? '',
      /^inline; filename="2026-W46-store-a-21\.pdf"; filename\*=UTF-8''2026-W46%20/,
    );
    const { files } = manifests().find(({ folder }) => folder.key === 21) ?? assert.fail();
    assert.equal(hashOf(await download.bytes()), files.pdf.sha256);

    assert.equal((await ask('DELETE', `/v1/links/${id}`, NORTH_TOKEN)).status, 204);
    assert.equal((await ask('GET', pathname, null)).status, 410);
  });

  it('link from a parent’s PDF to the revisions that it was built from', async () => {
    const filesOf = (key: number) =>
      (manifests().find(({ folder }) => folder.key === key) ?? assert.fail()).files;
    const storedPdf = deployment.s3.objects(BUCKET).get(filesOf(2).pdf.key)?.bytes ?? assert.fail();
    const openedKeys = new Set<string>();
    for (const address of new Set(linkAddresses(Buffer.from(storedPdf)))) {
      assert.ok(address.startsWith(`https://${GATEWAY_HOST}/d/`), address);
      const answer = await ask('GET', new URL(address).pathname, null);
      assert.equal(answer.status, 302);
      const download = await fetch(answer.headers.get('location') ?? '');
      openedKeys.add(hashOf(await download.bytes()));
    }
    assert.deepEqual(openedKeys, new Set([21, 22].map((key) => filesOf(key).pdf.sha256)));
  });

  it('serve the report library without a token, each file with the bytes of the build', async () => {
    const page = await ask('GET', '/', null);
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('cache-control'), 'no-cache');
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      new RegExp(`frame-src 'self' ${RegExp.escape(new URL(deployment.s3.url).origin)}`),
    );
    const html = await page.text();
    const { files, first } = packages.find(({ page }) => page !== null)?.page ?? assert.fail();
    assert.ok(html.includes(`src="/page/${first.script}"`));
    assert.equal(await (await ask('HEAD', '/', null)).text(), '');

    const font = [...files.keys()].find((name) => name.endsWith('.woff2')) ?? assert.fail();
    for (const name of [first.script, first.style, font]) {
      for (const accept of ['', 'gzip', 'gzip, br']) {
        const answer = await deployment.gateway({
          method: 'GET',
          path: `/page/${name}`,
          headers: { 'Accept-Encoding': accept },
        });
        assert.equal(answer.status, 200);
        const body = Buffer.from(await answer.bytes());
        const plainBody = decoded(body, answer.headers.get('content-encoding'));
        assert.ok(plainBody.equals(files.get(name)?.bytes ?? assert.fail()), `${name} ${accept}`);
        assert.equal(body.equals(plainBody), accept === '' || name === font);
      }
    }
    assert.equal((await ask('GET', '/page/other.js', null)).status, 404);
    assert.equal((await ask('GET', '/v1/folders', null)).status, 401);
  });

  it('serve the report library’s requests to authorized clients', async () => {
    for (const [path, expectedText] of [
      ['/v1/folders', /"Store B"/],
      // The latest one is of the machine's clock.
      ['/v1/weeks', new RegExp(`"data":\\[\\{"week":"${WEEK}"`)],
      [`/v1/weeks/${WEEK}`, /"plan":"done"/],
      [`/v1/reports/${WEEK}/21/content`, /"reportVersion"/],
      [`/v1/reports/${WEEK}/21/revisions`, /"revision":1/],
      [`/v1/reports/${WEEK}/21/files`, /"view"/],
    ] as const) {
      const answer = await ask('GET', path, COMPANY_TOKEN);
      assert.equal(answer.status, 200, path);
      assert.match(await answer.text(), expectedText, path);
    }
    assert.equal((await ask('GET', `/v1/reports/${WEEK}/3/content`, NORTH_TOKEN)).status, 404);
  });

  it('ask the owner of an address to confirm, send a test, and end the subscription when it bounces', async () => {
    const created = await ask('POST', '/v1/subscriptions', NORTH_TOKEN, {
      folder: 21,
      channel: 'mail',
      address: READER,
    });
    assert.equal(created.status, 201, await created.clone().text());
    const subscription = storedRecord.parse(await created.json());
    assert.equal(subscription.state, 'pending');
    const { emails } = deployment.ses;
    await deployment.deliveries.drain();
    const [confirmation = assert.fail()] = emails;
    assert.deepEqual(confirmation.Destination, { ToAddresses: [READER] });
    assert.equal(confirmation.ConfigurationSetName, 'feedback-reports-test');

    const text = textOf(confirmation.raw);
    const [address = ''] = /https:\/\/\S+\/subscriptions\/confirm\/[\w.-]+/.exec(text) ?? [];
    const { pathname } = new URL(address);
    assert.equal((await ask('GET', pathname, null)).status, 200);
    assert.equal(stateOf(subscription.id), 'pending');
    assert.equal((await ask('POST', pathname, null)).status, 200);
    assert.equal(stateOf(subscription.id), 'active');

    const test = await ask('POST', `/v1/subscriptions/${subscription.id}/test`, NORTH_TOKEN);
    assert.equal(test.status, 202, await test.clone().text());
    const [, message = assert.fail()] = emails;
    assert.match(message.raw.toString(), /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    assert.match(message.raw.toString(), /^Content-Type: application\/pdf/m);

    const token = await accessTokenIn(message.raw);
    const report = (folder: number) => ask('GET', `/v1/reports/${WEEK}/${folder}`, token);
    assert.deepEqual([(await report(21)).status, (await report(22)).status], [200, 404]);
    assert.equal((await ask('GET', '/v1/me', token)).status, 200);
    const refused = await ask('POST', '/v1/links', token, { folder: 21 });
    assert.equal(refused.status, 403);
    assert.match(await refused.text(), /READ_ONLY/);
    assert.equal((await ask('GET', '/v1/me', `${token}A`)).status, 403);
    for (const address of ['nobody@example.com', READER]) {
      assert.equal((await ask('POST', '/subscriptions/access', null, { address })).status, 202);
    }
    await deployment.deliveries.drain();
    assert.equal(emails.length, 3);
    const newToken = await accessTokenIn(emails[2]?.raw ?? assert.fail());
    assert.equal((await ask('GET', `/v1/reports/${WEEK}/21`, newToken)).status, 200);

    const bounce = { subscription: subscription.id, address: READER };
    await deployment.publishMailEvent(DESTINATION_TEST);
    await deployment.publishMailEvent(sesEvent('Bounce Transient', bounce));
    await deployment.mailEvents.drain();
    assert.equal(stateOf(subscription.id), 'active');
    await deployment.publishMailEvent(sesEvent('Bounce Permanent', bounce));
    await deployment.mailEvents.drain();
    assert.equal(stateOf(subscription.id), 'ended');
    for (const source of [deployment.deliveries, deployment.mailEvents]) {
      for (const { outcome, isDeleted } of source.deliveries()) {
        assert.ok(isDeleted, JSON.stringify(outcome));
      }
    }
  });

  it('enqueue a message at the tick after a report is made, for a subscriber who wants it at once', async () => {
    const url = 'https://hooks.example.com/services/canary';
    const created = await ask('POST', '/v1/subscriptions', NORTH_TOKEN, {
      folder: 22,
      channel: 'webhook',
      address: url,
      when: 'ready',
    });
    assert.equal(created.status, 201, await created.clone().text());
    const { id } = storedRecord.parse(await created.json());
    const body = { folder: 22, week: WEEK, force: true };
    assert.equal((await ask('POST', '/v1/reports', NORTH_TOKEN, body)).status, 202);
    await deployment.jobs.drain();
    const planResult = await deployment.planWeek.invoke(scheduleEvent(NOW + 4_500_000));
    assert.ok('result' in planResult, JSON.stringify(planResult));
    await deployment.jobs.drain();
    const jobs = await deployment.takeDeliveryJobs();
    assert.deepEqual(
      jobs.map((job): unknown => JSON.parse(job)),
      [{ kind: 'report', week: WEEK, folder: 22, subscription: id }],
    );
  });

  it('name the release that runs in each line, manifest and the description', async () => {
    const lines = deployment.logs().filter((line) => line.startsWith('{'));
    assert.ok(lines.length > 0);
    for (const line of lines) assert.equal(released.parse(JSON.parse(line)).release, release());
    for (const { madeBy } of manifests()) assert.equal(madeBy, release());
    const { info } = described.parse(await (await ask('GET', '/v1/openapi.json', null)).json());
    assert.equal(info['x-release'], release());
  });

  it('log no secret and no error', () => {
    const logs = deployment.logs();
    assert.ok(logs.length > 0);
    const secrets = [TOKEN, COMPANY_TOKEN, NORTH_TOKEN, LINK_KEY, 'X-Amz-Signature', '/d/'];
    for (const secret of [
      ...secrets,
      READER,
      '@example',
      'access=',
      'hooks.example',
      '/subscriptions/',
    ])
      assert.equal(logs.filter((line) => line.includes(secret)).length, 0, secret);
    assert.deepEqual(
      // The test of the destination is not an event.
      logs.filter((line) => /error/i.test(line) && !line.includes('"code":"EVENT_SHAPE"')),
      [],
    );
  });
});

function decoded(bytes: Buffer, encoding: string | null): Buffer {
  if (encoding === null) return bytes;
  return encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes);
}

/** The plain text of a message; parts are encoded as quoted-printable or base64. */
async function accessTokenIn(raw: Buffer): Promise<string> {
  const { text = '' } = await simpleParser(raw);
  return /\?access=([\w-]+\.[\w-]+\.[\w-]+)/.exec(text)?.[1] ?? assert.fail(text);
}

function textOf(raw: Buffer): string {
  const source = raw.toString();
  const base64 = /Content-Type: text\/plain[^]*?base64\r\n[^]*?\r\n\r\n([\w+/=\r\n]+)/.exec(source);
  if (base64 !== null) return Buffer.from(base64[1] ?? '', 'base64').toString();
  return source
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
