// Files of reports at signed addresses, for browsers and download programs, on the local server and in S3.
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { serveReports } from '../../../lib/http/local/local-server.ts';
import { createSignedFiles } from '../../../lib/http/local/signed-files.ts';
import { createReportsApi } from '../../../lib/http/api.ts';
import type { S3Store } from '../../../lib/adapters/s3/index.ts';
import { jobRecordCodec, jsonRenderer, tokenCodecs } from '../../../lib/adapters/json/index.ts';
import { WHOLE_COMPANY, wholeCompanyCaller } from '../../../lib/reports/access.ts';
import { makeLink } from '../../../lib/links/make-link.ts';
import { BUCKET, openStore, startServer } from '../s3/open-s3-store.ts';
import { RULES } from '../../support/test-facts.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';
import type { S3Server } from '../../support/s3/s3-server.ts';
import {
  PUBLIC_URL,
  createTestApi,
  createTestApiOn,
  type ReportsApiTestContext,
} from '../../support/http/reports-api-context.ts';

const WEEK = '2026-W46';
const NAME = { text: '東京 (2) 2026-W46.pdf', ascii: 'folder-21-2026-W46.pdf' } as const;
const ENCODED = "UTF-8''%E6%9D%B1%E4%BA%AC%20%282%29%202026-W46.pdf";
/** The content of folder 21's PDF. */
const BYTES = `pdf of 21 in ${WEEK}, revision 1`;

function filesOf(testApi: ReportsApiTestContext): ReturnType<typeof createSignedFiles> {
  return createSignedFiles({
    store: testApi.store,
    clock: () => testApi.now,
    key: new Uint8Array(32),
    baseUrl: () => 'http://127.0.0.1:8080',
  });
}

/** Every address of the API that redirects to a file of folder 21. */
async function addresses(testApi: ReportsApiTestContext): Promise<readonly string[]> {
  const link = await makeLink(testApi.api, WHOLE_COMPANY, {
    folder: 21,
    week: WEEK,
    expiresInDays: 1,
  });
  const path = link.url.slice(PUBLIC_URL.length);
  const report = `/v1/reports/${WEEK}/21/report`;
  return [path, `${path}?format=json`, `${report}.pdf`, `${report}.json`];
}

describe('a signed file', () => {
  it('is saved or shown, as signed, under its name', async (t) => {
    const testApi = await createTestApi(t);
    const { key } = (await testApi.put(WEEK, 21)).files.pdf;
    const files = filesOf(testApi);
    const readDisposition = async (address: string): Promise<string | null> =>
      (await files.respond(new Request(address))).headers.get('content-disposition');
    assert.equal(
      await readDisposition(await files.sign({ key, name: NAME })),
      `attachment; filename="${NAME.ascii}"; filename*=${ENCODED}`,
    );
    const shownUrl = await files.sign({ key, name: NAME, disposition: 'inline' });
    assert.equal(
      await readDisposition(shownUrl),
      `inline; filename="${NAME.ascii}"; filename*=${ENCODED}`,
    );
    for (const alteredUrl of [
      shownUrl.replace('inline', 'attachment'),
      shownUrl.replace(/disposition=[^&]+&/, ''),
      shownUrl.replace('folder-21', 'folder-22'),
    ]) {
      assert.notEqual(alteredUrl, shownUrl);
      assert.equal((await files.respond(new Request(alteredUrl))).status, 403, alteredUrl);
    }
  });

  it('is refused once its address has expired, for GET and HEAD, with any condition', async (t) => {
    const testApi = await createTestApi(t);
    const { key } = (await testApi.put(WEEK, 21)).files.pdf;
    const files = filesOf(testApi);
    const address = await files.sign({ key, name: NAME });
    const statuses = (): Promise<readonly number[]> =>
      Promise.all(
        [
          {},
          { method: 'HEAD' },
          { headers: { Range: 'bytes=0-1' } },
          { headers: { 'If-None-Match': '*' } },
        ].map(async (init) => (await files.respond(new Request(address, init))).status),
      );
    testApi.now += 300_000;
    assert.deepEqual(await statuses(), [200, 200, 206, 304]);
    testApi.now += 1_000;
    assert.deepEqual(await statuses(), [403, 403, 403, 403]);
    const expired = await files.respond(new Request(address));
    assert.match(await expired.text(), /"code":"LINK_EXPIRED"/);
    const later = address.replace(/expires=\d+/, `expires=${Math.floor(testApi.now / 1000) + 300}`);
    assert.equal((await files.respond(new Request(later))).status, 403);
  });
});

/** The API on a real socket, with a signed address of a file. */
async function served(t: TestContext) {
  const testApi = await createTestApi(t);
  await testApi.put(WEEK, 21);
  const server = await serveReports({
    ...testApi.api,
    jobRecords: jobRecordCodec,
    making: {
      source: memoryCompany({ key: 1, folders: [{ key: 21 }] }).source,
      repository: {
        ...testApi.api.repository,
        childLinks: null,
        renderers: { json: jsonRenderer(), pdf: fakePdfRenderer },
      },
      clock: testApi.api.clock,
      rules: RULES,
      concurrency: 1,
    },
    port: 0,
    token: 'token',
    tokenCaller: wholeCompanyCaller(null),
    tokenCodecs,
    publicUrl: null,
    openDelivery: null,
    onError: (error) => testApi.faults.push(error),
  });
  t.after(() => server.close());
  const headers = { Authorization: 'Bearer token' };
  const at = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${server.url}${path}`, { headers, redirect: 'manual', ...init });
  const { headers: responseHeaders } = await at(`/v1/reports/${WEEK}/21/report.pdf`);
  return { testApi, at, address: responseHeaders.get('location') ?? assert.fail() };
}

describe('a signed file of the local server', () => {
  it('has the same headers for HEAD as for GET, at every address that redirects to it', async (t) => {
    const { testApi, at } = await served(t);
    for (const path of await addresses(testApi)) {
      const [head, get] = await Promise.all([at(path, { method: 'HEAD' }), at(path)]);
      assert.deepEqual([head.status, get.status], [302, 302], path);
      const location = head.headers.get('location') ?? '';
      const looked = await fetch(location, { method: 'HEAD' });
      const getResponse = await fetch(location);
      assert.deepEqual([looked.status, await looked.text()], [200, ''], path);
      const bytes = await getResponse.arrayBuffer();
      assert.equal(looked.headers.get('content-length'), String(bytes.byteLength), path);
      for (const name of ['content-type', 'content-disposition', 'etag', 'accept-ranges']) {
        assert.equal(looked.headers.get(name), getResponse.headers.get(name), name);
      }
    }
    assert.deepEqual(testApi.faults, []);
  });

  it('has its content’s SHA-256 as a strong tag, and is not sent again to a client that has it', async (t) => {
    const { testApi, address } = await served(t);
    const { headers } = await fetch(address);
    const { sha256 } = (await testApi.put(WEEK, 21)).files.pdf;
    const tag = headers.get('etag') ?? '';
    assert.equal(tag, `"${sha256}"`);
    for (const [value, status] of [
      [tag, 304],
      [`"other", W/${tag}`, 304],
      ['*', 304],
      ['"other"', 200],
    ] as const) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await fetch(address, { method, headers: { 'If-None-Match': value } });
        assert.equal(answer.status, status, value);
        assert.equal(answer.headers.get('etag'), tag);
        assert.equal(answer.headers.get('cache-control'), 'private, no-store');
        assert.equal(await answer.text(), status === 200 && method === 'GET' ? BYTES : '');
      }
    }
    const refusedResponse = await fetch(address, { headers: { 'If-Match': '"other"' } });
    assert.deepEqual([refusedResponse.status, await refusedResponse.text()], [412, '']);
    assert.equal((await fetch(address, { headers: { 'If-Match': tag } })).status, 200);
  });

  it('is sent by byte range, and whole where the range is not usable', async (t) => {
    const { address } = await served(t);
    const size = BYTES.length;
    const last = size - 1;
    const parts: readonly (readonly [range: string, from: number, to: number])[] = [
      ['bytes=0-0', 0, 0],
      ['bytes=4-7', 4, 7],
      ['bytes=4-', 4, last],
      [`bytes=4-${size + 100}`, 4, last],
      ['bytes=-3', size - 3, last],
      [`bytes=-${size + 100}`, 0, last],
      ['Bytes=4-7', 4, 7],
    ];
    for (const [range, from, to] of parts) {
      const answer = await fetch(address, { headers: { Range: range } });
      assert.equal(answer.status, 206, range);
      assert.equal(answer.headers.get('content-range'), `bytes ${from}-${to}/${size}`);
      assert.equal(answer.headers.get('content-length'), String(to - from + 1));
      assert.equal(await answer.text(), BYTES.slice(from, to + 1), range);
    }
    for (const range of ['bytes=7-4', 'bytes=-', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=a-b']) {
      const answer = await fetch(address, { headers: { Range: range } });
      assert.deepEqual([answer.status, await answer.text()], [200, BYTES], range);
      assert.equal(answer.headers.get('accept-ranges'), 'bytes');
    }
    for (const range of [`bytes=${size}-`, `bytes=${size}-${size + 9}`, 'bytes=-0']) {
      const answer = await fetch(address, { headers: { Range: range } });
      assert.deepEqual([answer.status, await answer.text()], [416, ''], range);
      assert.equal(answer.headers.get('content-range'), `bytes */${size}`);
    }
    const looked = await fetch(address, { method: 'HEAD', headers: { Range: 'bytes=0-1' } });
    assert.deepEqual([looked.status, looked.headers.get('content-length')], [200, String(size)]);
  });

  it('is sent by byte range only to a client with the same bytes', async (t) => {
    const { address } = await served(t);
    const tag = (await fetch(address)).headers.get('etag') ?? '';
    for (const [value, status] of [
      [tag, 206],
      [`W/${tag}`, 200],
      ['"other"', 200],
      ['Tue, 17 Nov 2026 08:00:00 GMT', 200],
    ] as const) {
      const headers = { Range: 'bytes=0-1', 'If-Range': value };
      assert.equal((await fetch(address, { headers })).status, status, value);
    }
  });

  it('refuses methods other than GET and HEAD', async (t) => {
    const { address } = await served(t);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await fetch(address, { method });
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD']);
    }
  });
});

describe('a signed file in S3', () => {
  let server: S3Server;
  let openedStore: S3Store;
  before(async () => {
    server = await startServer();
    openedStore = openStore({ owner: server.owner });
  });
  after(async () => {
    openedStore.close();
    await server.close();
  });

  it('is read with HEAD and GET, each at the address that its own method redirects to', async () => {
    const testApi = createTestApiOn(openedStore.store);
    await testApi.put(WEEK, 21);
    const routes = createReportsApi({ ...testApi.api, signLink: openedStore.signLink });
    const locationOf = async (method: string, path: string): Promise<string> => {
      const request = new Request(`http://host.example${path}`, { method });
      const answer = await routes.fetch(request, { caller: WHOLE_COMPANY });
      assert.deepEqual([answer.status, await answer.text()], [302, ''], path);
      return answer.headers.get('location') ?? '';
    };
    for (const path of await addresses(testApi)) {
      const head = await locationOf('HEAD', path);
      const looked = await fetch(head, { method: 'HEAD' });
      assert.deepEqual([looked.status, await looked.text()], [200, ''], path);
      const getResponse = await fetch(await locationOf('GET', path));
      const bytes = await getResponse.arrayBuffer();
      assert.equal(getResponse.status, 200);
      assert.equal(looked.headers.get('content-length'), String(bytes.byteLength));
      assert.equal(
        looked.headers.get('content-disposition'),
        getResponse.headers.get('content-disposition'),
      );
      // In S3, a signature is valid for one method.
      assert.equal((await fetch(head)).status, 403);
    }
    assert.ok(server.objects(BUCKET).size > 0);
    assert.deepEqual(testApi.faults, []);
  });
});
