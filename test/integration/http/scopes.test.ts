// A folder that a token doesn't give access to is answered like one that doesn't exist, byte for byte.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { runWeek } from '../../../lib/reports/run-week.ts';
import { changePlan } from '../../../lib/reports/plan.ts';
import { manifestKey } from '../../../lib/reports/report-repository.ts';
import { replaceBytes } from '../../support/archive.ts';
import { RULES, W46 } from '../../support/test-facts.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';
import {
  createTestApi,
  type TestResponse,
  type TestRequest,
  type ReportsApiTestContext,
} from '../../support/http/reports-api-context.ts';

const WEEK = '2026-W46';
const north = { caller: { folders: [2] } };

async function company(t: Parameters<typeof createTestApi>[0]): Promise<ReportsApiTestContext> {
  const testApi = await createTestApi(t);
  for (const folder of [1, 2, 21, 22, 3, 31]) await testApi.put(WEEK, folder);
  for (const folder of [1, 21, 31]) await testApi.put('2026-W45', folder);
  await testApi.plan(WEEK, [
    [1, null],
    [2, 1],
    [21, 2],
    [22, 2],
    [3, 1],
    [31, 3],
  ]);
  return testApi;
}

/** The response with the key of the requested folder replaced. */
function comparable({ status, headers, text }: TestResponse, folder: string): unknown {
  return [status, [...headers], text.replaceAll(folder, 'N')];
}

describe('a folder that the caller does not see', () => {
  const id = 'A'.repeat(16);
  const requests: readonly (readonly [method: string, path: string, options?: TestRequest])[] = [
    ['POST', '/v1/reports', { body: '{"folder":N}' }],
    ['POST', '/v1/reports', { body: `{"folder":N,"week":"${WEEK}"}` }],
    ['POST', '/v1/reports', { body: `{"folder":N,"week":"${WEEK}","force":true}` }],
    ['POST', '/v1/reports', { body: '{"folder":N,"week":"2099-W01"}' }],
    ['GET', `/v1/reports/${WEEK}/N`],
    ['GET', '/v1/reports/2026-W45/N'],
    ['GET', `/v1/reports/${WEEK}/N/report.pdf`],
    ['GET', `/v1/reports/${WEEK}/N/report.json`],
    ['GET', `/v1/reports/${WEEK}/N/content`],
    ['GET', `/v1/reports/${WEEK}/N/content?revision=1`],
    ['GET', `/v1/reports/${WEEK}/N/revisions`],
    ['GET', `/v1/reports/${WEEK}/N/files`],
    ['GET', '/v1/reports?folder=N'],
    ['GET', `/v1/reports?folder=N&week=${WEEK}`],
    ['GET', '/v1/figures?below=N'],
    ['GET', `/v1/figures?below=N&from=2020-W01&to=2020-W02`],
    ['POST', '/v1/links', { body: '{"folder":N}' }],
    ['POST', '/v1/links', { body: `{"folder":N,"week":"${WEEK}"}` }],
    ['DELETE', `/v1/links/N-${id}`],
  ];
  for (const [method, path, options = {}] of requests) {
    const { body } = options;
    const text = typeof body === 'string' ? body : undefined;
    it(`is answered like a missing one: ${method} ${path} ${text ?? ''}`, async (t) => {
      const testApi = await company(t);
      testApi.queued.set(`${WEEK}/31`, { state: 'queued' });
      const send = (folder: string): Promise<TestResponse> =>
        testApi.ask(method, path.replaceAll('N', folder), {
          ...north,
          ...(text === undefined ? {} : { body: text.replaceAll('N', folder) }),
        });
      const unseenAnswer = await send('31');
      assert.deepEqual(comparable(unseenAnswer, '31'), comparable(await send('87'), '87'));
      assert.ok(
        unseenAnswer.status === 404 || unseenAnswer.text === '{"data":[],"cursor":null}',
        unseenAnswer.text,
      );
      // Also while the reporting API fails.
      testApi.now += 300_000;
      testApi.upstream = new Failure('UPSTREAM_UNAVAILABLE');
      assert.deepEqual(comparable(await send('31'), '31'), comparable(await send('87'), '87'));
      assert.equal(testApi.queued.size, 1);
    });
  }

  it('is not found even when its report is damaged', async (t) => {
    const testApi = await company(t);
    const brokenBytes = new TextEncoder().encode('{');
    await replaceBytes(testApi.store, manifestKey({ week: WEEK, folder: 31 }), brokenBytes);
    for (const subpath of ['', '/content', '/content?revision=1', '/revisions', '/files']) {
      const path = `/v1/reports/${WEEK}/31${subpath}`;
      assert.equal((await testApi.ask('GET', path)).status, 500, path);
      assert.equal((await testApi.ask('GET', path, north)).status, 404, path);
    }
  });

  it('is left out of lists and their cursors', async (t) => {
    const testApi = await company(t);
    // A closed folder: neither the plan nor the tree has it.
    await testApi.put(WEEK, 29);
    const list = async (query: string): Promise<readonly unknown[]> => {
      const { body } = await testApi.ask('GET', `/v1/reports?${query}`, north);
      const data = Array.isArray(body['data']) ? body['data'] : [];
      const cursor = typeof body['cursor'] === 'string' ? body['cursor'] : null;
      const keys = data.map(
        (m: { week: string; folder: { key: number } }) => `${m.week}/${m.folder.key}`,
      );
      const next = cursor === null ? [] : await list(`limit=2&cursor=${cursor}`);
      const position =
        cursor === null ? '' : `after ${Buffer.from(cursor, 'base64url').toString()}`;
      return [...keys, position, ...next];
    };
    assert.deepEqual(await list('limit=2'), [
      `${WEEK}/2`,
      `${WEEK}/21`,
      `after ${WEEK}/21`,
      `${WEEK}/22`,
      '2026-W45/21',
      '',
    ]);
    const { body } = await testApi.ask('GET', `/v1/weeks/${WEEK}`, north);
    const overview = Array.isArray(body['folders']) ? body['folders'] : [];
    assert.deepEqual(
      overview.map(({ key }: { key: number }) => key),
      [2, 21, 22],
    );
  });
});

describe('a moved folder', () => {
  const south: TestRequest = { caller: { folders: [3] } };

  /** 31 is now below South, and was below North in the week of its only report. */
  async function moved(t: TestContext): Promise<ReportsApiTestContext> {
    const testApi = await createTestApi(t);
    await testApi.put('2026-W45', 31);
    await testApi.plan('2026-W45', [
      [1, null],
      [2, 1],
      [31, 2],
    ]);
    return testApi;
  }

  it('shows its new owner no earlier report, not even by a link to the newest one', async (t) => {
    const testApi = await moved(t);
    assert.equal((await testApi.ask('GET', '/v1/reports/2026-W45/31', south)).status, 404);
    const link = await testApi.ask('POST', '/v1/links', { ...south, body: { folder: 31 } });
    assert.equal(link.status, 404);
    assert.equal(link.body['code'], 'REPORT_NOT_FOUND');
  });

  it('is subscribed to by its new owner, without the message about an earlier report', async (t) => {
    const testApi = await moved(t);
    const body = { folder: 31, channel: 'slack', address: 'https://hooks.example.com/x' };
    const created = await testApi.ask('POST', '/v1/subscriptions', { ...south, body });
    assert.equal(created.status, 201);
    const path = `/v1/subscriptions/${String(created.body['id'])}`;
    const preview = await testApi.ask('GET', `${path}/preview`, south);
    const test = await testApi.ask('POST', `${path}/test`, south);
    for (const { status, body: problem } of [preview, test]) {
      assert.deepEqual([status, problem['code']], [404, 'REPORT_NOT_FOUND']);
    }
    assert.deepEqual(testApi.sent.sender.sentMessages, []);
  });

  it('lets the former owner revoke a link that it made', async (t) => {
    const testApi = await moved(t);
    const body = { folder: 31, week: '2026-W45' };
    const link = await testApi.ask('POST', '/v1/links', { ...north, body });
    assert.equal(link.status, 201);
    const path = `/v1/links/${String(link.body['id'])}`;
    assert.equal((await testApi.ask('DELETE', path, north)).status, 204);
  });
});

describe('a company with a new root folder', () => {
  const store = (key: number) => ({ key, surveys: [{ key: key * 10 }] });
  const before = { ...store(2), folders: [store(21)] };
  const after = { key: 1, folders: [before, store(3)] };
  const root = { caller: { folders: [1] } };

  /** Reports of the week made for the root 2, then for the root 1 over 2 and 3; the plan has both roots. */
  async function rerooted(t: TestContext): Promise<ReportsApiTestContext> {
    const testApi = await createTestApi(t);
    const company = memoryCompany(before);
    for (const tree of [before, after]) {
      company.root = tree;
      const making = {
        source: company.source,
        repository: {
          ...testApi.api.repository,
          childLinks: null,
          renderers: { json: jsonRenderer(), pdf: fakePdfRenderer },
        },
        clock: testApi.api.clock,
        rules: RULES,
        concurrency: 2,
      };
      await runWeek(making, { week: W46, folder: null, force: false, isNewRoot: true });
    }
    testApi.root = (await company.source.readFolders(null, { surveys: true })).root;
    // As in a plan that the planner has completed after the week had settled.
    await changePlan(testApi.api.repository, WEEK, (plan) => ({
      ...plan,
      folders: plan.folders.map((folder) =>
        folder.key === 2 ? { ...folder, parent: null } : folder,
      ),
    }));
    return testApi;
  }

  it('hides reports outside the former root from the callers of that root', async (t) => {
    const testApi = await rerooted(t);
    for (const folder of [1, 3]) {
      const path = `/v1/reports/${WEEK}/${folder}`;
      for (const subpath of [
        '',
        '/report.pdf',
        '/report.json',
        '/content',
        '/revisions',
        '/files',
      ]) {
        assert.equal((await testApi.ask('GET', `${path}${subpath}`, north)).status, 404, subpath);
        assert.ok((await testApi.ask('GET', `${path}${subpath}`, root)).status < 400, subpath);
      }
      for (const body of [
        { folder, expiresInDays: 365 },
        { folder, week: WEEK, expiresInDays: 365 },
      ]) {
        assert.equal((await testApi.ask('POST', '/v1/links', { ...north, body })).status, 404);
        const { status, body: link } = await testApi.ask('POST', '/v1/links', { ...root, body });
        assert.equal(status, 201);
        const revoke = `/v1/links/${String(link['id'])}`;
        assert.equal((await testApi.ask('DELETE', revoke, north)).status, 404);
        assert.equal((await testApi.ask('DELETE', revoke, root)).status, 204);
      }
      const body = { folder, week: WEEK, force: true };
      assert.equal((await testApi.ask('POST', '/v1/reports', { ...north, body })).status, 404);
    }
    const visibleFolders = async (
      path: string,
      options: TestRequest,
    ): Promise<readonly number[]> => {
      const { text } = await testApi.ask('GET', path, options);
      return [...text.matchAll(/"key":(\d+),(?:"parent":\w+,)?"name":"Folder/g)].map((match) =>
        Number(match[1]),
      );
    };
    for (const path of ['/v1/folders', `/v1/weeks/${WEEK}`, '/v1/reports']) {
      assert.deepEqual((await visibleFolders(path, north)).toSorted(), [2, 21], path);
      assert.deepEqual((await visibleFolders(path, root)).toSorted(), [1, 2, 21, 3], path);
    }
  });

  it('shows the former root’s callers all below that root, also while the reporting API is unavailable', async (t) => {
    const testApi = await rerooted(t);
    testApi.upstream = new Failure('UPSTREAM_UNAVAILABLE');
    for (const folder of [2, 21]) {
      const path = `/v1/reports/${WEEK}/${folder}`;
      assert.equal((await testApi.ask('GET', path, north)).status, 200);
    }
    // Whether 2 is the root depends on the company's current tree.
    assert.equal((await testApi.ask('GET', `/v1/reports/${WEEK}/3`, north)).status, 503);
    assert.equal((await testApi.ask('GET', '/v1/reports', north)).status, 503);
  });
});

describe('the folders that a caller sees', () => {
  it('a caller sees the folders of its token and their subtrees, with reports, files, links and jobs', async (t) => {
    const testApi = await company(t);
    for (const folder of [2, 21, 22]) {
      const path = `/v1/reports/${WEEK}/${folder}`;
      assert.equal((await testApi.ask('GET', path, north)).status, 200);
      assert.equal((await testApi.ask('GET', `${path}/report.pdf`, north)).status, 302);
      const link = await testApi.ask('POST', '/v1/links', { ...north, body: { folder } });
      assert.equal(link.status, 201);
      assert.equal(
        (await testApi.ask('DELETE', `/v1/links/${String(link.body['id'])}`, north)).status,
        204,
      );
      const forced = await testApi.ask('POST', '/v1/reports', {
        ...north,
        body: { folder, force: true },
      });
      assert.equal(forced.status, 202);
    }
  });

  it('need no current tree where the plan has them, so the reporting API may be unavailable', async (t) => {
    const testApi = await company(t);
    testApi.upstream = new Failure('UPSTREAM_UNREACHABLE');
    assert.equal((await testApi.ask('GET', `/v1/reports/${WEEK}/21`, north)).status, 200);
    const { body } = await testApi.ask('GET', `/v1/reports?week=${WEEK}`, north);
    assert.ok(Array.isArray(body['data']) && body['data'].length === 3);
    assert.equal(testApi.requests, 0);
  });
});

describe('a request without a valid token', () => {
  it('is refused except by links, the description and the page', async (t) => {
    const testApi = await company(t);
    for (const path of [
      '/v1/reports',
      `/v1/reports/${WEEK}/1`,
      '/v1/links',
      '/v1/folders',
      '/v1/weeks',
      `/v1/weeks/${WEEK}`,
      `/v1/reports/${WEEK}/1/content`,
      `/v1/reports/${WEEK}/1/revisions`,
      `/v1/reports/${WEEK}/1/files`,
      '/v1/nowhere',
      '/v1/openapi.json/',
    ]) {
      for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS', 'DELETE']) {
        const answer = await testApi.ask(method, path, { caller: null });
        assert.equal(answer.status, 401, `${method} ${path}`);
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
      }
    }
    assert.equal((await testApi.ask('GET', '/elsewhere', { caller: null })).status, 404);
  });
});
