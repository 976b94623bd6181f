// The routes of folders and weeks: they list exactly the folders that the caller sees.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { fc } from '../../support/property-settings.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { manifestKey, planKey } from '../../../lib/reports/report-repository.ts';
import { dateOf, dayOf, parseWeek, weeksFrom } from '../../../lib/domain/calendar.ts';
import type { FolderList, WeekList, WeekOverview } from '../../../lib/http/responses.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { openArchive, commitTestReport, replaceBytes } from '../../support/archive.ts';
import { commitWeek, PLANNED_FOLDERS, shop, SHOP } from '../../support/http/company-week.ts';
import {
  createTestApi,
  type TestRequest,
  type ReportsApiTestContext,
} from '../../support/http/reports-api-context.ts';

const WEEK = '2026-W46';
const NOTHING = new TextEncoder().encode('{');
const north: TestRequest = { caller: { folders: [2] } };

// The shape of every response is checked against the description, so these schemas accept anything.
const folderList = z.custom<FolderList>();
const weekList = z.custom<WeekList>();
const weekOverview = z.custom<WeekOverview>();

async function told<T>(
  shape: z.ZodType<T>,
  testApi: ReportsApiTestContext,
  path: string,
  options: TestRequest = {},
): Promise<T> {
  const { status, text } = await testApi.ask('GET', path, options);
  assert.equal(status, 200, text);
  return shape.parse(JSON.parse(text));
}
const overview = (
  testApi: ReportsApiTestContext,
  options: TestRequest = {},
  week = WEEK,
): Promise<WeekOverview> => told(weekOverview, testApi, `/v1/weeks/${week}`, options);
const keysOf = ({ folders }: WeekOverview): readonly number[] => folders.map(({ key }) => key);
const folderIn = ({ folders }: WeekOverview, key: number): WeekOverview['folders'][number] => {
  const folder = folders.find((candidate) => candidate.key === key);
  assert(folder !== undefined);
  return folder;
};

async function company(t: Parameters<typeof createTestApi>[0]): Promise<ReportsApiTestContext> {
  const testApi = await createTestApi(t);
  await testApi.plan(WEEK, PLANNED_FOLDERS);
  await commitWeek(testApi, WEEK);
  return testApi;
}

describe('the list of folders', () => {
  const list = (testApi: ReportsApiTestContext, options: TestRequest = {}): Promise<FolderList> =>
    told(folderList, testApi, '/v1/folders', options);

  it('has the company’s folders, parents before children, with their surveys', async (t) => {
    const { data } = await list(await createTestApi(t));
    assert.deepEqual(
      data.map(({ key, parent, name }) => [key, parent, name]),
      [
        [1, null, 'Acme'],
        [2, 1, 'North'],
        [21, 2, 'Store Å'],
        [22, 2, 'Store B'],
        [3, 1, 'South'],
        [31, 3, 'Store C'],
      ],
    );
    assert.deepEqual(data[2]?.surveys, [
      { key: 210, name: 'How was Store Å?', timeZone: 'Europe/Helsinki' },
    ]);
  });

  it('lists the folders of a caller with their subtrees, and no parent folders', async (t) => {
    const testApi = await createTestApi(t);
    const listVisible = async (folders: readonly number[]): Promise<unknown> =>
      (await list(testApi, { caller: { folders } })).data.map(({ key, parent }) => [key, parent]);
    assert.deepEqual(await listVisible([2]), [
      [2, null],
      [21, 2],
      [22, 2],
    ]);
    assert.deepEqual(await listVisible([21, 3]), [
      [21, null],
      [3, null],
      [31, 3],
    ]);
    assert.deepEqual(await listVisible([99]), []);
    assert.deepEqual(await listVisible([]), []);
    const { text } = await testApi.ask('GET', '/v1/folders', north);
    assert.doesNotMatch(text, /South|Acme|Store C|31/);
  });

  it('has those of the newest reports while the reporting API cannot be read', async (t) => {
    const testApi = await company(t);
    testApi.upstream = new Failure('UPSTREAM_UNREACHABLE');
    const { data } = await list(testApi, north);
    assert.deepEqual(
      data.map(({ key, parent, surveys }) => [key, parent, surveys]),
      [
        [2, null, []],
        [21, 2, []],
        [22, 2, []],
      ],
    );
    assert.ok(data.every(({ name }) => name !== ''));
    assert.equal((await list(testApi)).data.length, 6);
    const none = await testApi.ask('GET', '/v1/folders', { caller: { folders: [99] } });
    assert.deepEqual([none.status, none.body['code']], [503, 'UPSTREAM_UNREACHABLE']);
  });

  it('is read once in five minutes, and is used for access control too', async (t) => {
    const testApi = await company(t);
    await Promise.all([list(testApi), list(testApi, north)]);
    assert.equal(testApi.requests, 1);
    // Not in any plan, so access depends on the tree.
    await testApi.ask('GET', '/v1/reports/2026-W40/21', north);
    assert.equal(testApi.requests, 1);
    testApi.now += 300_000;
    await list(testApi);
    assert.equal(testApi.requests, 2);
  });

  it('is not read with surveys for access control alone', async (t) => {
    const testApi = await company(t);
    await testApi.ask('GET', '/v1/reports/2026-W40/21', north);
    await testApi.ask('GET', '/v1/reports/2026-W40/22', north);
    assert.deepEqual([testApi.requests, testApi.surveyRequests], [1, 0]);
    await list(testApi);
    assert.deepEqual([testApi.requests, testApi.surveyRequests], [2, 1]);
  });

  it('is read again after the reporting API has failed', async (t) => {
    const testApi = await createTestApi(t);
    testApi.upstream = new Failure('UPSTREAM_UNAVAILABLE');
    const failedAnswer = await testApi.ask('GET', '/v1/folders');
    assert.deepEqual(
      [failedAnswer.status, failedAnswer.body['code']],
      [503, 'UPSTREAM_UNAVAILABLE'],
    );
    testApi.upstream = null;
    assert.equal((await list(testApi)).data.length, 6);
  });
});

describe('the list of weeks', () => {
  const list = (testApi: ReportsApiTestContext, options: TestRequest = {}): Promise<WeekList> =>
    told(weekList, testApi, '/v1/weeks', options);

  it('has the last settled week, the current week, and the weeks with stored reports', async (t) => {
    const testApi = await createTestApi(t);
    await testApi.put('2026-W45', 31);
    await testApi.plan('2025-W52', [[1, null]]);
    assert.deepEqual(await list(testApi), {
      latest: WEEK,
      open: {
        week: '2026-W47',
        from: '2026-11-16',
        to: '2026-11-23',
        closesAt: '2026-11-23T12:00:00.000Z',
      },
      data: [
        { week: '2026-W45', from: '2026-11-02', to: '2026-11-09' },
        { week: '2025-W52', from: '2025-12-22', to: '2025-12-29' },
      ],
    });
  });

  it('has only weeks in which the caller sees a folder, by the plan of each', async (t) => {
    const testApi = await createTestApi(t);
    await testApi.put('2026-W46', 31);
    await testApi.put('2026-W45', 2);
    await testApi.put('2026-W44', 22);
    await testApi.plan('2026-W43', PLANNED_FOLDERS);
    // Store C was below North then, and had only files of an unfinished commit.
    await testApi.plan('2026-W42', [
      [1, null],
      [3, 1],
    ]);
    await testApi.put('2026-W42', 22);
    await testApi.store.remove(manifestKey({ week: '2026-W42', folder: 22 }));
    const names = async (options: TestRequest): Promise<unknown> =>
      (await list(testApi, options)).data.map(({ week }) => week);
    assert.deepEqual(await names(north), ['2026-W45', '2026-W44', '2026-W43']);
    assert.deepEqual(await names({ caller: { folders: [3] } }), [
      '2026-W46',
      '2026-W43',
      '2026-W42',
    ]);
    assert.deepEqual(await names({ caller: { folders: [99] } }), []);
  });

  it('has at most 120 weeks', async (t) => {
    const testApi = await createTestApi(t);
    const newest = parseWeek(WEEK);
    assert(newest !== null);
    for (let back = 0; back < 125; back += 1) {
      await testApi.plan(weeksFrom(newest, -back).name, [[1, null]]);
    }
    for (const options of [{}, { caller: { folders: [1] } }]) {
      const { data } = await list(testApi, options);
      assert.deepEqual([data.length, data[0]?.week], [120, WEEK]);
    }
  });

  it('has as current week the first that is not over in every time zone, at any time', async (t) => {
    const testApi = await createTestApi(t);
    const instants = fc.integer({
      min: Date.parse('2020-01-01T00:00:00Z'),
      max: Date.parse('2035-01-01T00:00:00Z'),
    });
    await fc.assert(
      fc.asyncProperty(instants, async (now) => {
        testApi.now = now;
        const { open, latest } = await list(testApi);
        assert.ok(now < Date.parse(open.closesAt));
        assert.ok(now >= Date.parse(open.closesAt) - 7 * 86_400_000);
        assert.ok(latest < open.week);
        const before = dateOf(dayOf(open.from) - 7);
        const running = await overview(testApi, {}, open.week);
        assert.equal(running.isClosed, false);
        const { isClosed, from } = await overview(testApi, {}, running.previousWeek);
        assert.deepEqual([isClosed, from], [true, before]);
      }),
      { numRuns: 20 },
    );
  });
});

describe('the overview of a week over HTTP', () => {
  it('has every folder with the figures of its own report', async (t) => {
    const testApi = await createTestApi(t);
    await testApi.plan(WEEK, PLANNED_FOLDERS);
    const reports = await commitWeek(testApi, WEEK);
    const { folders, attention, ...week } = await overview(testApi);
    assert.equal(attention?.surveys, 3);
    assert.deepEqual(week, {
      week: WEEK,
      from: '2026-11-09',
      to: '2026-11-16',
      previousWeek: '2026-W45',
      isClosed: true,
      closesAt: '2026-11-16T12:00:00.000Z',
      plan: 'open',
      totals: { ...NONE, complete: 6 },
    });
    assert.deepEqual(
      folders.map(({ key, parent, name }) => [key, parent, name]),
      [
        [1, null, 'Acme'],
        [2, 1, 'North'],
        [21, 2, 'Store Å'],
        [22, 2, 'Store B'],
        [3, 1, 'South'],
        [31, 3, 'Store C'],
      ],
    );
    for (const folder of folders) {
      const report = reports.get(folder.key);
      assert(report !== undefined);
      assert.deepEqual(folder.figures, figuresOf(report), `figures of ${folder.key}`);
      assert.deepEqual([folder.revision, folder.asOf, folder.job], [1, report.asOf, null]);
    }
  });

  it('uses figures of a parent’s report only if it includes the current revision', async (t) => {
    const testApi = await company(t);
    const newer = { ...shop(SHOP, { week: WEEK, seed: 99 }), revision: 2 };
    await commitTestReport(openArchive(testApi.store), newer);
    const { revision, figures } = folderIn(await overview(testApi), 21);
    assert.deepEqual([revision, figures], [2, figuresOf(newer)]);
  });

  it('lists what needs attention in the whole company, by the report of the root', async (t) => {
    const testApi = await createTestApi(t);
    await testApi.plan(WEEK, PLANNED_FOLDERS);
    const { attention: inReport } = (await commitWeek(testApi, WEEK)).get(1)?.summary ?? {};
    const { attention, folders } = await overview(testApi);
    assert.ok(attention !== null && inReport !== undefined);
    assert.ok(attention.entries.length > 0);
    const { entries, ...counted } = attention;
    assert.deepEqual(
      entries,
      inReport.entries.map(({ p: _, usual: _1, timeZone: _2, ...entry }) => entry),
    );
    const { entries: _, ...countedInReport } = inReport;
    assert.deepEqual(counted, { ...countedInReport, isComplete: true, surveys: 3, unread: [] });
    assert.deepEqual(
      folders.flatMap(({ key, isLeaf }) => (isLeaf ? [key] : [])),
      [21, 22, 31],
    );
  });

  it('is not all clear while a topmost report is partial, damaged or missing', async (t) => {
    const testApi = await createTestApi(t);
    await testApi.plan(WEEK, PLANNED_FOLDERS);
    const reports = await commitWeek(testApi, WEEK);
    const root = reports.get(1);
    assert(root !== undefined);
    const problem = {
      ...{ code: 'UPSTREAM_UNAVAILABLE', folder: 22, survey: 220, missing: true },
      message: 'The follow-ups are missing: GET /v1/surveys/220/followup failed.',
    };
    const partial = { ...root, status: 'partial', problems: [problem], revision: 2 } as const;
    await commitTestReport(openArchive(testApi.store), partial);
    const { attention } = await overview(testApi);
    assert.equal(attention?.isComplete, false);
    assert.deepEqual(attention.unread, [
      {
        folder: { key: 22, name: 'Store B' },
        path: ['North'],
        survey: { key: 220, name: 'How was Store B?' },
        ...{ part: 'followUps', code: 'UPSTREAM_UNAVAILABLE' },
      },
    ]);
    await testApi.store.remove(manifestKey({ week: WEEK, folder: 2 }));
    const two = await overview(testApi, { caller: { folders: [2, 31] } });
    assert.deepEqual([two.attention?.isComplete, two.attention?.surveys], [false, 1]);
    await replaceBytes(testApi.store, manifestKey({ week: WEEK, folder: 1 }), NOTHING);
    assert.equal((await overview(testApi)).attention, null);
  });

  it('has each of the eight states', async (t) => {
    const testApi = await company(t);
    const { store } = testApi;
    await commitTestReport(openArchive(store), {
      ...shop(SHOP, { week: WEEK }),
      revision: 2,
      status: 'partial',
    });
    await commitTestReport(openArchive(store), {
      ...shop({ ...SHOP, key: 22 }, { week: WEEK }),
      status: 'empty',
    });
    await replaceBytes(store, manifestKey({ week: WEEK, folder: 3 }), NOTHING);
    for (const folder of [2, 31]) await store.remove(manifestKey({ week: WEEK, folder }));
    testApi.queued.set(`${WEEK}/2`, { state: 'queued' });
    testApi.queued.set(`${WEEK}/31`, { state: 'failed', failure: new Failure('UPSTREAM_TIMEOUT') });
    // Unplanned jobs, one of them for a report that is already stored.
    testApi.queued.set(`${WEEK}/4`, { state: 'queued' });
    testApi.queued.set(`${WEEK}/1`, { state: 'queued' });
    testApi.queued.set(`${WEEK}/5`, { state: 'failed', failure: new Failure('NOTHING_OWED') });
    const week = await overview(testApi);
    assert.deepEqual(
      week.folders.map(({ key, state, job }) => [
        key,
        state,
        job?.state ?? null,
        job?.code ?? null,
      ]),
      [
        [1, 'complete', 'queued', null],
        [2, 'queued', 'queued', null],
        [21, 'partial', null, null],
        [22, 'empty', null, null],
        [3, 'damaged', null, null],
        [31, 'failed', 'failed', 'UPSTREAM_TIMEOUT'],
        [4, 'queued', 'queued', null],
      ],
    );
    assert.deepEqual(week.totals, {
      complete: 1,
      partial: 1,
      empty: 1,
      queued: 2,
      owed: 0,
      waiting: 0,
      failed: 1,
      damaged: 1,
    });
    const { name, revision, figures } = folderIn(week, 3);
    assert.deepEqual([name, revision, figures], ['South', null, null], 'named by its parent');
    testApi.queued.clear();
    assert.equal(folderIn(await overview(testApi), 31).state, 'owed');
    testApi.now = Date.parse('2026-11-17T07:59:59.999Z');
    assert.equal(folderIn(await overview(testApi), 31).state, 'waiting');
    testApi.now += 1;
    assert.equal(folderIn(await overview(testApi), 31).state, 'owed');
  });

  it('has the state damaged, without figures, for a report whose file doesn’t match its manifest', async (t) => {
    const testApi = await company(t);
    const { repository } = testApi.api;
    const manifest = repository.manifests.decode(
      await bytesAt(testApi, manifestKey({ week: WEEK, folder: 2 })),
    );
    await replaceBytes(testApi.store, manifest.files.json.key, NOTHING);
    const week = await overview(testApi);
    const { state, figures, revision } = folderIn(week, 2);
    assert.deepEqual([state, figures, revision], ['damaged', null, 1]);
    assert.notEqual(folderIn(week, 21).figures, null, 'its children’s come from their own');
  });

  it('finds the parents of unplanned folders, and has null where the parent is missing', async (t) => {
    const testApi = await company(t);
    await testApi.store.remove(planKey(WEEK));
    await testApi.store.remove(manifestKey({ week: WEEK, folder: 3 }));
    const { plan, folders } = await overview(testApi);
    assert.equal(plan, 'none');
    assert.deepEqual(
      folders.map(({ key, parent, dueAt }) => [key, parent, dueAt]),
      [
        [1, null, null],
        [2, 1, null],
        [21, 2, null],
        [22, 2, null],
        [31, null, null],
      ],
    );
  });

  it('has folders whose parents form a cycle', async (t) => {
    const testApi = await createTestApi(t);
    await testApi.plan(WEEK, [
      [21, 22],
      [22, 21],
      [1, null],
    ]);
    assert.deepEqual(keysOf(await overview(testApi)), [1, 21, 22]);
  });

  it('has no folders for an open or future week, or a week without stored reports', async (t) => {
    const testApi = await company(t);
    testApi.now = Date.parse('2026-11-16T11:59:59.999Z');
    for (const [week, isClosed] of [
      [WEEK, false],
      ['2031-W01', false],
      ['2020-W10', true],
    ] as const) {
      const { folders, totals, ...rest } = await overview(testApi, {}, week);
      assert.deepEqual([rest.isClosed, folders, totals], [isClosed, [], NONE]);
    }
    testApi.now += 1;
    assert.equal((await overview(testApi)).folders.length, 6);
  });
});

describe('the tag of a week', () => {
  it('prevents sending the same overview again until it changes', async (t) => {
    const testApi = await company(t);
    const ask = (
      headers: TestRequest['headers'] = {},
      caller: TestRequest['caller'] = { folders: null },
    ) => testApi.ask('GET', `/v1/weeks/${WEEK}`, { caller, headers });
    const tag = (await ask()).headers.get('etag') ?? '';
    for (const etag of [tag, `W/${tag}`, `"x", ${tag.replace(/"$/, '-gzip"')}`, '*']) {
      const { status, text } = await ask({ 'If-None-Match': etag });
      assert.deepEqual([status, text], [304, ''], etag);
    }
    assert.equal((await ask({ 'If-None-Match': '"x"' })).status, 200);
    assert.equal((await ask({ 'If-None-Match': tag }, { folders: [2] })).status, 200);
    await commitTestReport(openArchive(testApi.store), {
      ...shop(SHOP, { week: WEEK }),
      revision: 2,
    });
    const changed = await ask({ 'If-None-Match': tag });
    assert.equal(changed.status, 200);
    assert.notEqual(changed.headers.get('etag'), tag);
  });
});

describe('the tags of the lists of folders and weeks', () => {
  for (const path of ['/v1/folders', '/v1/weeks']) {
    it(`prevent sending ${path} again to who has it`, async (t) => {
      const testApi = await company(t);
      const tag = (await testApi.ask('GET', path)).headers.get('etag') ?? '';
      const headers = { 'If-None-Match': tag };
      const again = await testApi.ask('GET', path, { headers });
      assert.deepEqual([again.status, again.text], [304, '']);
      assert.equal(
        (await testApi.ask('GET', path, { headers: { 'If-None-Match': '"x"' } })).status,
        200,
      );
    });
  }

  it('differ for a caller who sees other folders', async (t) => {
    const testApi = await company(t);
    const [all, some] = await Promise.all(
      [{}, north].map(async (caller) =>
        (await testApi.ask('GET', '/v1/folders', caller)).headers.get('etag'),
      ),
    );
    assert.notEqual(all, some);
  });
});

describe('the overview of a week for a caller with some folders', () => {
  it('has those and all below, and reveals nothing of the others: no name, count, parent or plan', async (t) => {
    const testApi = await company(t);
    testApi.queued.set(`${WEEK}/31`, { state: 'queued' });
    const week = await overview(testApi, north);
    assert.deepEqual(
      week.folders.map(({ key, parent }) => [key, parent]),
      [
        [2, null],
        [21, 2],
        [22, 2],
      ],
    );
    assert.deepEqual(week.totals, { ...NONE, complete: 3 });
    assert.equal(week.plan, 'done', 'nothing of theirs is missing');
    const { text } = await testApi.ask('GET', `/v1/weeks/${WEEK}`, north);
    assert.doesNotMatch(text, /South|Acme|Store C|31,|"key":[13],/);
  });

  it('doesn’t depend on reports that are stored, failed or missing elsewhere', async (t) => {
    const testApi = await company(t);
    const text = async (): Promise<string> =>
      (await testApi.ask('GET', `/v1/weeks/${WEEK}`, north)).text;
    const before = await text();
    await testApi.store.remove(manifestKey({ week: WEEK, folder: 31 }));
    await replaceBytes(testApi.store, manifestKey({ week: WEEK, folder: 1 }), NOTHING);
    testApi.queued.set(`${WEEK}/31`, { state: 'failed', failure: new Failure('DEADLINE') });
    assert.equal(await text(), before);
  });

  it('lists what needs attention in the caller’s folders alone', async (t) => {
    const testApi = await company(t);
    const all = (await overview(testApi)).attention?.entries ?? [];
    assert.ok(all.some(({ folder }) => folder.key === 31));
    for (const [folders, seen] of [
      [[2], [21, 22]],
      [[22], [22]],
      [
        [22, 3],
        [22, 31],
      ],
      [[31], [31]],
    ] as const) {
      const { attention, folders: shown } = await overview(testApi, { caller: { folders } });
      assert.ok(attention !== null);
      assert.deepEqual(
        [...new Set(attention.entries.map(({ folder }) => folder.key))].toSorted(),
        seen,
      );
      assert.equal(attention.surveys, seen.length);
      // Names of folders that the caller doesn't see are left out.
      const names = new Set(shown.map(({ name }) => name));
      assert.ok(attention.entries.every(({ path }) => path.every((name) => names.has(name))));
    }
    const emptyOverview = await overview(testApi, { caller: { folders: [99] } });
    assert.equal(emptyOverview.attention, null);
  });

  it('reads no other folder’s objects', async (t) => {
    const testApi = await company(t);
    const readKeys: string[] = [];
    const { store } = testApi;
    const plainRead = store.read.bind(store);
    Object.assign(store, {
      read: (key: string) => {
        readKeys.push(key);
        return plainRead(key);
      },
    });
    await overview(testApi, north);
    assert.deepEqual(
      readKeys.filter((key) => !/\/(2|21|22)\//.test(key)),
      [planKey(WEEK)],
    );
    // Three manifests, and three reports, each with its own trend.
    assert.equal(readKeys.length, 1 + 3 + 3);
  });

  it('equals that of an unknown week where the caller sees nothing', async (t) => {
    const testApi = await company(t);
    const { plan, folders, totals } = await overview(testApi, { caller: { folders: [99] } });
    assert.deepEqual([plan, folders, totals], ['none', [], NONE]);
  });

  it('reads the current tree for unplanned folders, and fails when that fails', async (t) => {
    const testApi = await company(t);
    await overview(testApi, north);
    assert.equal(testApi.requests, 0);
    await testApi.put(WEEK, 41);
    testApi.upstream = new Failure('UPSTREAM_UNREACHABLE');
    const { status, body } = await testApi.ask('GET', `/v1/weeks/${WEEK}`, north);
    assert.deepEqual([status, body['code']], [503, 'UPSTREAM_UNREACHABLE']);
  });
});

const NONE = {
  complete: 0,
  partial: 0,
  empty: 0,
  queued: 0,
  owed: 0,
  waiting: 0,
  failed: 0,
  damaged: 0,
} as const;

async function bytesAt({ store }: ReportsApiTestContext, key: string): Promise<Uint8Array> {
  const object = await store.read(key);
  assert(object !== null);
  return object.bytes;
}

/** The expected figures, straight from the report; a place with one survey has its level. */
function figuresOf({ summary, surveys }: Report): unknown {
  return {
    surveys: summary.surveys,
    responses: summary.responses,
    previousResponses: summary.previousResponses,
    openAlerts: summary.openAlerts.length,
    groups: summary.groups.map((group) => {
      const { data: _, previousData: _1, trend, hours: _2, standard: _3, why: _4, ...rest } = group;
      const { spread: _5, spread4: _6, rest: _7, parts: _8, leaves: _9, ...figures } = rest;
      const [survey] = surveys;
      const { level } = group.surveys === 1 && survey !== undefined ? survey : group;
      const { state, verdict, basis, usual, lower, upper, was, since, weeks } = level;
      const { lossWeek, lossTotal } = level;
      return {
        ...figures,
        level: {
          state,
          verdict,
          basis,
          usual,
          lower,
          upper,
          was,
          since,
          weeks,
          lossWeek,
          lossTotal,
        },
        lost: summary.attention.entries
          .filter((entry) => entry.state === 'new' || entry.state === 'still')
          .reduce((sum, entry) => sum + (entry.figures.lossTotal ?? 0), 0),
        trend: trend.map(({ index }) => index),
      };
    }),
  };
}
