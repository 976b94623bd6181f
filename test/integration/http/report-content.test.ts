// A report's JSON, its revisions and its files over HTTP: the stored bytes, or a problem.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import {
  folderPrefix,
  JSON_ATTRIBUTES,
  manifestKey,
  sha256Of,
} from '../../../lib/reports/report-repository.ts';
import { compareRevisions } from '../../../lib/domain/report-changes.ts';
import type { ReportFiles, RevisionList } from '../../../lib/http/responses.ts';
import type { Report } from '../../../lib/domain/report.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import { createReportsApiHandler } from '../../../functions/reports-api/handler.ts';
import { createReportsApi } from '../../../lib/http/api.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { openArchive, commitTestReport, replaceBytes } from '../../support/archive.ts';
import { createRandom } from '../../support/test-reports.ts';
import { shop, SHOP } from '../../support/http/company-week.ts';
import {
  PUBLIC_URL,
  createTestApi,
  type ReportsApiTestContext,
} from '../../support/http/reports-api-context.ts';

const WEEK = '2026-W46';
const ONE = `/v1/reports/${WEEK}/21`;
const CONTENT = `${ONE}/content`;
const NOTHING = new TextEncoder().encode('{}');

/** The next revision: other figures, read later. */
function next(before: Report, asOf = `2026-11-1${before.revision + 7}T08:00:00.000Z`): Report {
  const revision = before.revision + 1;
  const after = { ...shop(SHOP, { week: WEEK, seed: 100 + revision, asOf }), revision };
  return { ...after, changes: compareRevisions(before, after) };
}

/** Three revisions committed, oldest first. */
async function threeRevisions(
  testApi: ReportsApiTestContext,
): Promise<readonly { readonly report: Report; readonly manifest: Manifest }[]> {
  const firstReport = shop(SHOP, { week: WEEK, asOf: '2026-11-17T08:00:00.000Z' });
  const secondReport = next(firstReport);
  const revisions = [];
  for (const report of [firstReport, secondReport, next(secondReport)]) {
    revisions.push({
      report,
      manifest: await commitTestReport(openArchive(testApi.store), report),
    });
  }
  return revisions;
}

/** Stores a report's JSON without a manifest. */
async function stray(testApi: ReportsApiTestContext, report: Report): Promise<string> {
  const { bytes } = await jsonRenderer().render(report);
  const { week, folder } = report;
  const key = `${folderPrefix({ week, folder: folder.key })}${sha256Of(bytes).slice(0, 24)}.json`;
  assert.equal(await testApi.store.create(key, bytes, JSON_ATTRIBUTES), true);
  return key;
}

async function stored({ store }: ReportsApiTestContext, key: string): Promise<string> {
  const object = await store.read(key);
  assert(object !== null);
  return Buffer.from(object.bytes).toString();
}

async function revisionsOf(testApi: ReportsApiTestContext): Promise<RevisionList['data']> {
  const { status, text } = await testApi.ask('GET', `${ONE}/revisions`);
  assert.equal(status, 200, text);
  return z.custom<RevisionList>().parse(JSON.parse(text)).data;
}

describe('the content of a report', () => {
  it('is the stored file byte for byte, with its tag, for private caches alone', async (t) => {
    const testApi = await createTestApi(t);
    const manifest = await commitTestReport(openArchive(testApi.store), shop(SHOP, { week: WEEK }));
    const { key, sha256 } = manifest.files.json;
    const { status, headers, text } = await testApi.ask('GET', CONTENT);
    assert.equal(status, 200);
    assert.equal(text, await stored(testApi, key));
    assert.equal(headers.get('etag'), `"${sha256}"`);
    assert.equal(headers.get('cache-control'), 'private, no-cache');
    assert.equal(headers.get('vary'), 'Accept-Encoding');
  });

  it('is not sent again to a client that has it, compressed or not, until there is a new revision', async (t) => {
    const testApi = await createTestApi(t);
    const report = shop(SHOP, { week: WEEK });
    const { files } = await commitTestReport(openArchive(testApi.store), report);
    const { sha256 } = files.json;
    const statusFor = async (tag: string): Promise<number> =>
      (await testApi.ask('GET', CONTENT, { headers: { 'If-None-Match': tag } })).status;
    for (const tag of [`"${sha256}"`, `W/"${sha256}"`, `"x", "${sha256}-gzip"`, '*']) {
      assert.equal(await statusFor(tag), 304, tag);
    }
    for (const tag of [sha256, '"x"', `"${sha256}-br"`])
      assert.equal(await statusFor(tag), 200, tag);
    await commitTestReport(openArchive(testApi.store), next(report));
    assert.equal(await statusFor(`"${sha256}"`), 200);
    // A caller that doesn't see the report doesn't get 304 either.
    const foreignRequest = { caller: { folders: [3] }, headers: { 'If-None-Match': '*' } };
    assert.equal((await testApi.ask('GET', CONTENT, foreignRequest)).status, 404);
  });

  it('is refused when the stored bytes are missing or don’t match the manifest', async (t) => {
    const testApi = await createTestApi(t);
    const { files } = await commitTestReport(
      openArchive(testApi.store),
      shop(SHOP, { week: WEEK }),
    );
    await replaceBytes(testApi.store, files.json.key, NOTHING);
    for (const path of [CONTENT, `${ONE}/revisions`]) {
      const { status, body, text } = await testApi.ask('GET', path);
      assert.deepEqual([status, body['code']], [500, 'REPORT_DAMAGED']);
      assert.doesNotMatch(text, /weeks\//);
    }
    await testApi.store.remove(files.json.key);
    assert.equal((await testApi.ask('GET', CONTENT)).body['code'], 'REPORT_DAMAGED');
    await replaceBytes(testApi.store, manifestKey({ week: WEEK, folder: 21 }), NOTHING);
    assert.equal((await testApi.ask('GET', CONTENT)).body['code'], 'REPORT_DAMAGED');
  });
});

describe('revisions of a report', () => {
  it('lists revisions newest first with their changes, and sends them byte for byte', async (t) => {
    const testApi = await createTestApi(t);
    const revisions = await threeRevisions(testApi);
    assert.deepEqual(
      await revisionsOf(testApi),
      revisions.toReversed().map(({ report: { revision, asOf, status, summary, changes } }) => ({
        revision,
        asOf,
        status,
        responses: summary.responses,
        changes,
      })),
    );
    for (const { report, manifest } of revisions) {
      const { text, headers } = await testApi.ask('GET', `${CONTENT}?revision=${report.revision}`);
      assert.equal(text, await stored(testApi, manifest.files.json.key));
      assert.equal(headers.get('etag'), `"${manifest.files.json.sha256}"`);
    }
    for (const revision of [4, 999_999_999]) {
      const { status, body } = await testApi.ask('GET', `${CONTENT}?revision=${revision}`);
      assert.deepEqual(
        [status, body['code'], body['revision']],
        [404, 'REPORT_NOT_FOUND', revision],
      );
    }
  });

  it('exclude files that lost the race for their number, and unrelated files', async (t) => {
    const testApi = await createTestApi(t);
    const revisions = await threeRevisions(testApi);
    const [firstRevision, secondRevision] = revisions;
    assert(firstRevision !== undefined && secondRevision !== undefined);
    // Other data with the same revision number, also with the same time; another folder's and another week's.
    await stray(testApi, { ...next(firstRevision.report, '2026-11-18T09:00:00.000Z') });
    await stray(testApi, {
      ...shop(SHOP, { week: WEEK, seed: 7, asOf: firstRevision.report.asOf }),
    });
    const prefix = folderPrefix({ week: WEEK, folder: 21 });
    for (const [name, text] of [
      [`${'0'.repeat(24)}.json`, '{}'],
      [`${'1'.repeat(24)}.json`, await stored(testApi, secondRevision.manifest.files.json.key)],
      ['notes.json', '{}'],
    ] as const) {
      await testApi.store.create(
        `${prefix}${name}`,
        new TextEncoder().encode(text),
        JSON_ATTRIBUTES,
      );
    }
    const listedRevisions = await revisionsOf(testApi);
    assert.deepEqual(
      listedRevisions.map(({ revision, asOf, responses }) => [revision, asOf, responses]),
      revisions
        .toReversed()
        .map(({ report }) => [report.revision, report.asOf, report.summary.responses]),
    );
    const { text } = await testApi.ask('GET', `${CONTENT}?revision=1`);
    assert.equal(text, await stored(testApi, firstRevision.manifest.files.json.key));
  });

  it('end where the preceding one is missing, damaged or ambiguous', async (t) => {
    const testApi = await createTestApi(t);
    const [firstRevision, secondRevision] = await threeRevisions(testApi);
    assert(firstRevision !== undefined && secondRevision !== undefined);
    const numbers = async (): Promise<readonly number[]> =>
      (await revisionsOf(testApi)).map(({ revision }) => revision);
    // The same figures, so that the files can't be listed apart.
    const twinReport = {
      ...firstRevision.report,
      folder: { ...firstRevision.report.folder, name: 'Twin' },
    };
    const key = await stray(testApi, twinReport);
    assert.deepEqual(await numbers(), [3, 2]);
    assert.equal((await testApi.ask('GET', `${CONTENT}?revision=1`)).status, 404);
    await testApi.store.remove(key);
    assert.deepEqual(await numbers(), [3, 2, 1]);
    await replaceBytes(testApi.store, firstRevision.manifest.files.json.key, NOTHING);
    const late = { ...firstRevision.report, asOf: '2026-11-17T09:00:00.000Z' };
    await stray(testApi, late);
    assert.deepEqual(await numbers(), [3, 2], 'another of the same number is not it');
    await replaceBytes(testApi.store, secondRevision.manifest.files.json.key, NOTHING);
    assert.deepEqual(await numbers(), [3]);
    await testApi.store.remove(secondRevision.manifest.files.json.key);
    assert.deepEqual(await numbers(), [3]);
  });

  it('does not read revisions where only the current one is requested', async (t) => {
    const testApi = await createTestApi(t);
    await threeRevisions(testApi);
    Object.assign(testApi.store, { children: () => Promise.reject(new TypeError('not this')) });
    assert.equal((await testApi.ask('GET', `${CONTENT}?revision=3`)).status, 200);
    assert.equal((await testApi.ask('GET', CONTENT)).status, 200);
  });
});

describe('the files of a report', () => {
  it('have links signed for the request: one shows the PDF, two save a file', async (t) => {
    const testApi = await createTestApi(t);
    testApi.now += 999;
    const { files } = await testApi.put(WEEK, 21);
    const { status, headers, text } = await testApi.ask('GET', `${ONE}/files`);
    assert.equal(status, 200);
    const listedFiles = z.custom<ReportFiles>().parse(JSON.parse(text));
    const at = (format: 'pdf' | 'json', how: string): string =>
      `https://files.example.com/${files[format].key}?name=2026-W46-store-a-21.${format}&as=${how}`;
    assert.deepEqual(listedFiles, {
      revision: 1,
      view: at('pdf', 'inline'),
      pdf: {
        url: at('pdf', 'attachment'),
        name: '2026-W46 Store Å.pdf',
        bytes: files.pdf.bytes,
      },
      json: {
        url: at('json', 'attachment'),
        name: '2026-W46 Store Å.json',
        bytes: files.json.bytes,
      },
      expiresAt: new Date(testApi.now - 999 + 300_000).toISOString(),
    });
    assert.equal(headers.get('cache-control'), 'private, no-store');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
  });
});

describe('a response', () => {
  /** Raw bytes, without the check against the description, which reads text. */
  async function raw(
    testApi: ReportsApiTestContext,
    path: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const request = new Request(`http://host.example${path}`, { headers });
    return createReportsApi(testApi.api).fetch(request, { caller: WHOLE_COMPANY });
  }

  it('compresses a response of 1 KB and more where gzip is accepted, with Vary', async (t) => {
    const testApi = await createTestApi(t);
    const { files } = await commitTestReport(
      openArchive(testApi.store),
      shop(SHOP, { week: WEEK }),
    );
    const plainBytes = await stored(testApi, files.json.key);
    for (const [accept, encoding] of [
      ['gzip', 'gzip'],
      ['br, GZIP;q=0.5', 'gzip'],
      ['*', 'gzip'],
      ['gzip;q=0, *', null],
      ['br', null],
      ['*;q=0', null],
      ['identity', null],
      ['', null],
    ] as const) {
      const answer = await raw(testApi, CONTENT, { 'Accept-Encoding': accept });
      assert.equal(answer.headers.get('content-encoding'), encoding, accept);
      assert.equal(answer.headers.get('vary'), 'Accept-Encoding');
      const bytes = Buffer.from(await answer.arrayBuffer());
      assert.equal((encoding === null ? bytes : gunzipSync(bytes)).toString(), plainBytes);
      const tag = `"${files.json.sha256}${encoding === null ? '' : '-gzip'}"`;
      assert.equal(answer.headers.get('etag'), tag);
    }
    const small = await raw(testApi, '/v1/weeks', { 'Accept-Encoding': 'gzip' });
    assert.equal(small.headers.get('content-encoding'), null);
    assert.equal(small.headers.get('vary'), 'Accept-Encoding');
    const large = await raw(testApi, '/v1/openapi.json', { 'Accept-Encoding': 'gzip' });
    assert.equal(large.headers.get('content-encoding'), 'gzip');
    assert.equal(large.headers.get('x-content-type-options'), 'nosniff');
  });

  it('replaces a response that is too large for the gateway by a problem that names an alternative', async (t) => {
    const testApi = await createTestApi(t);
    const random = createRandom(1);
    // Not compressible.
    const name = Buffer.from(
      new Uint8Array(5_700_000).map(() => 0x61 + Math.floor(random() * 26)),
    ).toString('latin1');
    const report = shop(SHOP, { week: WEEK });
    await commitTestReport(openArchive(testApi.store), {
      ...report,
      folder: { ...report.folder, name },
    });
    const plainAnswer = await testApi.ask('GET', CONTENT);
    assert.deepEqual([plainAnswer.status, plainAnswer.body['code']], [422, 'ANSWER_TOO_LARGE']);
    assert.match(
      String(plainAnswer.body['detail']),
      /gzip.*\/v1\/reports\/2026-W46\/21\/report\.json/,
    );
    assert.equal(plainAnswer.headers.get('etag'), null);
    const answer = await raw(testApi, CONTENT, { 'Accept-Encoding': 'gzip' });
    assert.equal(answer.status, 200, 'sent when it fits compressed');
    const random64 = Buffer.from(new Uint8Array(5_000_000).map(() => random() * 256));
    const larger = { ...report, folder: { ...report.folder, name: random64.toString('base64') } };
    await commitTestReport(openArchive(testApi.store), { ...larger, revision: 2 });
    const refusedAnswer = await raw(testApi, CONTENT, { 'Accept-Encoding': 'gzip' });
    assert.equal(refusedAnswer.status, 422);
    assert.equal((await testApi.ask('GET', `${ONE}/report.json`)).status, 302);
  });

  it('goes through the gateway as base64 unless it is plain text of limited size', async (t) => {
    const testApi = await createTestApi(t);
    const { files } = await commitTestReport(
      openArchive(testApi.store),
      shop(SHOP, { week: WEEK }),
    );
    const plainBytes = await stored(testApi, files.json.key);
    const handler = createReportsApiHandler({ api: testApi.api, log: { error: () => undefined } });
    const { pathname } = new URL(PUBLIC_URL);
    const send = (headers: Readonly<Record<string, string>>) =>
      handler({
        version: '2.0',
        rawPath: `${pathname}${CONTENT}`,
        rawQueryString: '',
        headers,
        requestContext: {
          http: { method: 'GET' },
          authorizer: { lambda: { folders: '21', caller: '0'.repeat(20) } },
        },
      });
    const text = await send({});
    assert.deepEqual([text.isBase64Encoded, text.body], [false, plainBytes]);
    const packed = await send({ 'accept-encoding': 'gzip' });
    assert.equal(packed.isBase64Encoded, true);
    assert.equal(packed.headers?.['content-encoding'], 'gzip');
    assert.equal(gunzipSync(Buffer.from(packed.body ?? '', 'base64')).toString(), plainBytes);
    const notModified = await send({ 'if-none-match': `"${files.json.sha256}"` });
    assert.deepEqual(
      [notModified.statusCode, notModified.isBase64Encoded, notModified.body],
      [304, false, ''],
    );
  });
});
