// The report routes: an invalid request gets a stable code and never a 5xx status.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { openFolderStore } from '../../../lib/adapters/folder/index.ts';
import { manifestKey } from '../../../lib/reports/report-repository.ts';
import { replaceBytes } from '../../support/archive.ts';
import { temporaryFolder } from '../../support/run-command.ts';
import { anyCharacter, fc } from '../../support/property-settings.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import {
  DAY,
  PUBLIC_URL,
  createTestApi,
  createTestApiIn,
  createTestApiOn,
  type TestRequest,
} from '../../support/http/reports-api-context.ts';

const WEEK = '2026-W46';
const ONE = `/v1/reports/${WEEK}/21`;
const NOTHING = new TextEncoder().encode('{}');
const of = (body: unknown): TestRequest => ({ body });
const as = (headers: Readonly<Record<string, string>>, body?: string): TestRequest =>
  body === undefined ? { headers } : { headers, body };

type Refused = readonly [
  what: string,
  method: string,
  path: string,
  options: TestRequest,
  status: number,
  code: string,
];

/** Kinds of the catalogue of bad input are tested in test/integration/bad-input. */
const refusedRequests: readonly Refused[] = [
  ...[0, 366, 1.5, -1, '90', null, true].map((days): Refused => [
    `${String(days)} days`,
    'POST',
    '/v1/links',
    of({ folder: 21, expiresInDays: days }),
    400,
    'FIELD_INVALID',
  ]),
  ['a link id that is not valid', 'DELETE', '/v1/links/21', {}, 404, 'LINK_NOT_FOUND'],
  ['a link’s id that is a path', 'DELETE', '/v1/links/..%2Fx', {}, 404, 'LINK_NOT_FOUND'],
  ...['0', '101', '-1', '1.5', '', 'x', '1e1', '٣'].map((limit): Refused => [
    `limit=${limit}`,
    'GET',
    `/v1/reports?limit=${encodeURIComponent(limit)}`,
    {},
    400,
    'LIMIT_INVALID',
  ]),
  ...['', 'abc', 'MjAyNi1XNDYvMjE=', 'MjAyNi1XNDYvMDIx', 'MjAyNi1XNTQvMjE', '../x'].map(
    (cursor): Refused => [
      `the cursor "${cursor}"`,
      'GET',
      `/v1/reports?cursor=${cursor}`,
      {},
      400,
      'CURSOR_INVALID',
    ],
  ),
  [
    'a parameter of a removal',
    'DELETE',
    `/v1/links/21-${'A'.repeat(16)}?x`,
    {},
    400,
    'FIELD_UNKNOWN',
  ],
  ...['0', '-1', '1.5', '01', '', 'x', '1e1', '٣', '9999999999'].map((revision): Refused => [
    `revision=${revision}`,
    'GET',
    `${ONE}/content?revision=${encodeURIComponent(revision)}`,
    {},
    400,
    'FIELD_INVALID',
  ]),
  ['a revision twice', 'GET', `${ONE}/content?revision=1&revision=1`, {}, 400, 'FIELD_REPEATED'],
  ['a revision that is not there', 'GET', `${ONE}/content?revision=2`, {}, 404, 'REPORT_NOT_FOUND'],
  ...['folders', 'weeks', `weeks/${WEEK}`].map((path): Refused => [
    `a parameter of ${path}`,
    'GET',
    `/v1/${path}?revision=1`,
    {},
    400,
    'FIELD_UNKNOWN',
  ]),
  ...['revisions', 'files'].map((path): Refused => [
    `a parameter of ${path}`,
    'GET',
    `${ONE}/${path}?revision=1`,
    {},
    400,
    'FIELD_UNKNOWN',
  ]),
  [
    'a link that is a line feed',
    'GET',
    '/d/%0A',
    as({ Accept: 'application/json' }),
    403,
    'LINK_INVALID',
  ],
];

describe('an invalid request', () => {
  const root = mkdtempSync(join(tmpdir(), 'reports-'));
  const testApi = createTestApiIn(root);
  before(() => testApi.put(WEEK, 21));
  after(() => {
    rmSync(root, { recursive: true, force: true });
  });
  for (const [what, method, path, options, status, code] of refusedRequests) {
    it(`is answered with ${status} ${code}: ${what}, ${method} ${path}`, async () => {
      const answer = await testApi.ask(method, path, options);
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
      assert.equal(answer.body['code'], code);
      assert.equal(answer.body['status'], status);
    });
  }

  it('is never answered with a 5xx status, for any path, query and body', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'v1',
        'd',
        'reports',
        'links',
        WEEK,
        '21',
        'report.pdf',
        'openapi.json',
        'folders',
        'weeks',
        'content',
        'files',
        '..',
        '',
        '%',
        '%25',
        '%2F',
        '%00',
        '%C3%28',
        '+',
        ';',
        ':week',
      ),
      fc.string({ unit: anyCharacter, maxLength: 8 }).map((text) => encodeURI(text.toWellFormed())),
    );
    const path = fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join('/')}`);
    const parameterCharacter = fc.oneof(
      { arbitrary: fc.constantFrom(...Array.from("abcdwxyz019-._~!$&'()*+,;=:@/?")), weight: 10 },
      { arbitrary: anyCharacter.map(encodeURIComponent), weight: 1 },
      { arbitrary: fc.constantFrom('%00', '%25', '%26', '%3D'), weight: 1 },
    );
    const query = fc.oneof(
      fc.constant(''),
      fc.string({ unit: parameterCharacter }).map((text) => `?${text}`),
    );
    const method = fc.constantFrom('GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS');
    const body = fc.oneof(fc.json({ maxDepth: 2 }), fc.string(), fc.constant('{"folder":21}'));
    await fc.assert(
      fc.asyncProperty(path, query, method, body, async (at, search, verb, text) => {
        const hasBody = verb === 'POST' || verb === 'DELETE';
        const answer = await testApi.ask(verb, `${at}${search}`, hasBody ? { body: text } : {});
        assert.ok(answer.status < 500, answer.text);
      }),
      { numRuns: 300 },
    );
    assert.deepEqual(testApi.faults, []);
  });
});

describe('the reports of a folder', () => {
  it('reads the reports concurrently, newest week first, one more than fits on the page', async (t) => {
    const folderStore = openFolderStore({ root: await temporaryFolder(t) });
    let running = 0;
    let mostRunning = 0;
    const testApi = createTestApiOn({
      ...folderStore,
      async read(key) {
        running += 1;
        mostRunning = Math.max(mostRunning, running);
        // Lets reads that were started together overlap.
        await setImmediate();
        const object = await folderStore.read(key);
        running -= 1;
        return object;
      },
    });
    const weeks = Array.from({ length: 12 }, (_, i) => `2026-W${String(20 + i)}`).toReversed();
    for (const week of weeks) await testApi.put(week, 21);
    mostRunning = 0;
    const { body } = await testApi.ask('GET', '/v1/reports?folder=21&limit=9');
    const data = z.object({ data: z.array(z.object({ week: z.string() })) }).parse(body);
    assert.deepEqual(
      data.data.map(({ week }) => week),
      weeks.slice(0, 9),
    );
    assert.ok(mostRunning > 4, `at most ${mostRunning} at once`);
    const { body: first } = await testApi.ask('GET', '/v1/reports?folder=21&limit=1');
    assert.equal(typeof first['cursor'], 'string');
  });
});

describe('a requested report', () => {
  it('is refused until its week is over, with the time at which it is', async (t) => {
    const testApi = await createTestApi(t);
    const { body } = await testApi.ask('POST', '/v1/reports', of({ folder: 21, week: '2026-W47' }));
    assert.equal(body['code'], 'WEEK_NOT_CLOSED');
    assert.equal(body['closesAt'], '2026-11-22T22:00:00.000Z');
  });

  it('is returned when it is stored, and queued otherwise', async (t) => {
    const testApi = await createTestApi(t);
    await testApi.put(WEEK, 21);
    const there = await testApi.ask('POST', '/v1/reports', of({ folder: 21 }));
    assert.equal(there.status, 200);
    const self = `${PUBLIC_URL}${ONE}`;
    assert.deepEqual(there.body['links'], {
      self,
      pdf: `${self}/report.pdf`,
      json: `${self}/report.json`,
    });
    const queued = await testApi.ask('POST', '/v1/reports', of({ folder: 22, week: WEEK }));
    assert.deepEqual([queued.status, queued.body['report']], [202, null]);
    assert.equal(queued.headers.get('location'), `${PUBLIC_URL}/v1/reports/${WEEK}/22`);
    assert.equal((await testApi.ask('GET', `/v1/reports/${WEEK}/22`)).status, 202);
  });

  it('is queued when the stored one can’t be read, with and without force', async (t) => {
    for (const force of [false, true]) {
      const testApi = await createTestApi(t);
      await testApi.put(WEEK, 21);
      await replaceBytes(testApi.store, manifestKey({ week: WEEK, folder: 21 }), NOTHING);
      const { status, body } = await testApi.ask('POST', '/v1/reports', of({ folder: 21, force }));
      assert.deepEqual([status, body['report'], body['status']], [202, null, 'queued']);
      assert.equal((await testApi.ask('GET', ONE)).status, 202);
    }
  });

  it('is made a hundred times an hour for a folder, and then refused with the time to wait', async (t) => {
    const testApi = await createTestApi(t);
    const request = (id: string, force: boolean) =>
      testApi.ask('POST', '/v1/reports', {
        caller: { folders: [21], id },
        body: { folder: 21, week: WEEK, force },
      });
    for (let i = 0; i < 100; i += 1) {
      assert.equal((await request(`caller ${i}`, i % 2 === 0)).status, 202);
    }
    const requests = testApi.requests;
    for (const force of [false, true]) {
      const { status, body, headers } = await request('another', force);
      assert.deepEqual([status, body['code']], [429, 'TOO_MANY_REPORTS']);
      assert.equal(headers.get('retry-after'), '3600');
    }
    assert.equal(testApi.requests, requests, 'the reporting API is not called');
    // A stored report is not limited.
    await testApi.put(WEEK, 21);
    assert.equal((await request('another', false)).status, 200);
  });

  it('is not redirected to when its file is missing', async (t) => {
    const testApi = await createTestApi(t);
    const { files } = await testApi.put(WEEK, 21);
    assert.equal((await testApi.ask('GET', `${ONE}/report.pdf`)).status, 302);
    const { body } = await testApi.ask('POST', '/v1/links', of({ folder: 21 }));
    await testApi.store.remove(files.pdf.key);
    const link = String(body['url']).slice(PUBLIC_URL.length);
    for (const path of [`${ONE}/report.pdf`, link]) {
      const answer = await testApi.ask('GET', path, { headers: { Accept: 'application/json' } });
      assert.deepEqual([answer.status, answer.body['code']], [410, 'REPORT_GONE']);
    }
    assert.equal((await testApi.ask('GET', `${ONE}/report.json`)).status, 302);
  });

  it('is awaited for the seconds in Prefer, at most 25', async (t) => {
    const testApi = await createTestApi(t);
    for (const [prefer, applied] of [
      ['wait=5', 'wait=5'],
      ['respond-async, wait = "90"', 'wait=25'],
    ] as const) {
      const { status, headers } = await testApi.ask('POST', '/v1/reports', {
        body: { folder: 21, force: true },
        headers: { Prefer: prefer },
      });
      assert.deepEqual([status, headers.get('preference-applied')], [200, applied]);
    }
    for (const prefer of ['wait=0', 'wait=-1', 'await=5', 'wait=x', 'handling=strict']) {
      const { status, headers } = await testApi.ask('POST', '/v1/reports', {
        body: { folder: 22, force: true },
        headers: { Prefer: prefer },
      });
      assert.deepEqual([status, headers.get('preference-applied')], [202, null], prefer);
    }
  });

  it('is answered with the failure of its job when it is forced and the stored report is the old one', async (t) => {
    const testApi = await createTestApi(t);
    const failedState = { state: 'failed', failure: new Failure('UPSTREAM_TIMEOUT') } as const;
    for (const revision of [1, 2]) await testApi.put(WEEK, 21, revision);
    let committed = (): Promise<unknown> => Promise.resolve();
    testApi.api.jobs.waitUntilSettled = async ({ week, folder }) => {
      await committed();
      testApi.queued.set(`${week}/${folder}`, failedState);
    };
    const forced = { body: { folder: 21, force: true }, headers: { Prefer: 'wait=5' } };
    const refusal = await testApi.ask('POST', '/v1/reports', forced);
    assert.deepEqual([refusal.status, refusal.body['code']], [503, 'UPSTREAM_TIMEOUT']);
    // A later attempt that failed leaves the report as it is.
    const storedAnswer = await testApi.ask('GET', ONE);
    assert.deepEqual([storedAnswer.status, storedAnswer.body['status']], [200, 'complete']);
    // Another job has made the requested revision.
    committed = () => testApi.put(WEEK, 21, 3);
    assert.equal((await testApi.ask('POST', '/v1/reports', forced)).status, 200);
  });

  it('accepts every Accept header that allows JSON', async (t) => {
    const testApi = await createTestApi(t);
    await testApi.put(WEEK, 21);
    for (const Accept of [
      '*/*',
      'application/*;q=0.1',
      'text/html, application/json;q=0.5',
      'application/problem+json',
      ' ',
      'APPLICATION/JSON',
    ]) {
      assert.equal((await testApi.ask('GET', ONE, as({ Accept }))).status, 200, Accept);
    }
    assert.equal(
      (await testApi.ask('GET', `${ONE}/report.pdf`, as({ Accept: 'application/pdf' }))).status,
      302,
    );
  });

  it('reports an internal failure by its code alone, without key, address or reason', async (t) => {
    const testApi = await createTestApi(t);
    testApi.upstream = new Failure('UPSTREAM_REJECTED', { path: '/secret/place' });
    const rejectedAnswer = await testApi.ask('POST', '/v1/reports', of({ folder: 21 }));
    assert.deepEqual(
      [rejectedAnswer.status, rejectedAnswer.body['code']],
      [502, 'UPSTREAM_REJECTED'],
    );
    testApi.queued.set(`${WEEK}/22`, {
      state: 'failed',
      failure: new Failure('STORE_UNAVAILABLE', { key: 'weeks/secret', reason: 'EACCES' }),
    });
    const failedAnswer = await testApi.ask('GET', `/v1/reports/${WEEK}/22`);
    assert.deepEqual([failedAnswer.status, failedAnswer.headers.get('retry-after')], [503, '30']);
    for (const { text } of [rejectedAnswer, failedAnswer])
      assert.doesNotMatch(text, /secret|EACCES/);
    assert.equal(testApi.faults.length, 2);
  });

  it('reveals nothing about a bug', async (t) => {
    const testApi = await createTestApi(t);
    const bug = new TypeError('secret detail');
    Object.assign(testApi.api.jobs, { stateOf: () => Promise.reject(bug) });
    const { status, body, text } = await testApi.ask('GET', ONE);
    assert.deepEqual([status, body['code']], [500, 'INTERNAL']);
    assert.doesNotMatch(text, /secret|TypeError|at /);
    assert.deepEqual(testApi.faults, [bug]);
  });
});

describe('a new link', () => {
  it('redirects to a signed address that is not cached; a PDF is shown, JSON is saved', async (t) => {
    const testApi = await createTestApi(t);
    const { files } = await testApi.put(WEEK, 21);
    const response = await testApi.ask(
      'POST',
      '/v1/links',
      of({ folder: 21, week: WEEK, expiresInDays: 365 }),
    );
    assert.equal(response.status, 201);
    assert.equal(response.body['expiresAt'], new Date(testApi.now + 365 * DAY).toISOString());
    const url = String(response.body['url']);
    assert.ok(url.startsWith(`${PUBLIC_URL}/d/`), url);
    const path = url.slice(PUBLIC_URL.length);
    for (const [query, format] of [
      ['', 'pdf'],
      ['?format=pdf', 'pdf'],
      ['?format=json', 'json'],
      ['?utm_source=mail&fbclid=1', 'pdf'],
    ] as const) {
      const { status, headers } = await testApi.ask('GET', `${path}${query}`, { caller: null });
      assert.equal(status, 302);
      assert.equal(
        headers.get('location'),
        `https://files.example.com/${files[format].key}?name=2026-W46-store-a-21.${format}&as=${format === 'pdf' ? 'inline' : 'attachment'}`,
      );
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
    }
  });
});
