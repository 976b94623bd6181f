// What readers with an access link may request: only the listed routes, and there only the folder of their subscription, in
// weeks in which whoever subscribed sees it too; for any tree, plans and subscriptions.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createAuthorizer } from '../../../functions/authorizer/handler.ts';
import { readEvent } from '../../../functions/reports-api/handler.ts';
import { accessQuery } from '../../../lib/delivery/access-links.ts';
import { createReaderFinder } from '../../../lib/delivery/find-reader.ts';
import { writeSubscription } from '../../../lib/delivery/subscription-store.ts';
import { requireDelivery } from '../../../lib/http/api-context.ts';
import { READER_PATHS } from '../../../lib/http/reader-routes.ts';
import type { IdentifiedCaller } from '../../../lib/reports/access.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { addNote, takePlace } from '../../../lib/reports/place-notes.ts';
import { activeSubscription, MAIL } from '../../support/delivery/test-subscriptions.ts';
import { paths } from '../../support/http/api-answers.ts';
import type { Company } from '../../support/http/company-model.ts';
import {
  anyCompany,
  commitReports,
  KEYS,
  plannedIn,
  REPORTED,
  STRANGER,
  visible,
  WEEKS,
  worldOf,
} from '../../support/http/company-model.ts';
import type { ReportsApiTestContext } from '../../support/http/reports-api-context.ts';
import { commitWeek } from '../../support/http/company-week.ts';
import { createTestApi } from '../../support/http/reports-api-context.ts';
import { fc } from '../../support/property-settings.ts';

const WEEK = '2026-W46';
const READER: IdentifiedCaller = {
  folders: [21],
  within: null,
  origin: 'token',
  id: 'f'.repeat(20),
  reader: 'a…@example.com',
};

/** The caller of a subscriber's token, from the authorizer through the gateway's event. */
async function readerOf(
  testApi: ReportsApiTestContext,
  folder: number,
  subscriber: IdentifiedCaller,
): Promise<IdentifiedCaller | null> {
  const delivery = requireDelivery(testApi.api);
  const subscription = activeSubscription({ ...MAIL, folder }, subscriber);
  await writeSubscription(delivery, subscription, null);
  const token = (await accessQuery(delivery, subscription))?.replace('?access=', '') ?? '';
  const unused = { credentials: { clientId: 'client', apiToken: 'token' }, webhooks: [] };
  const secret = { ...unused, linkKeys: [], apiTokens: [] };
  const authorize = createAuthorizer({
    secret: { read: () => Promise.resolve(secret) },
    findReader: createReaderFinder(delivery),
  });
  const { isAuthorized, context } = await authorize({
    headers: { authorization: `Bearer ${token}` },
  });
  const event = {
    version: '2.0',
    rawPath: '/',
    rawQueryString: '',
    requestContext: { http: { method: 'GET' }, authorizer: { lambda: context } },
  };
  const caller = readEvent(event, '')?.caller ?? null;
  assert.equal(caller !== null, isAuthorized);
  return caller;
}

describe('a reader', () => {
  it('may request only the listed routes, for any method', async (t) => {
    const testApi = await createTestApi(t);
    await commitWeek(testApi, WEEK);
    const described = Object.keys(paths).filter((path) => path !== '/v1/openapi.json');
    const routes = described.filter((path) => path.startsWith('/v1/'));
    assert.ok(READER_PATHS.every((path) => routes.includes(path)));
    const values: Readonly<Record<string, string>> = { week: WEEK, folder: '21', id: 'x' };
    for (const path of [...routes, '/v1', '/v1/', '/v1/nothing', '/v1/reports/', '/v1/reportsx']) {
      const query = path === '/v1/figures' ? `?from=${WEEK}&to=${WEEK}&format=ndjson` : '';
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name) + query;
      const isListed = READER_PATHS.some((listed) => listed === path);
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const { status, body } = await testApi.ask(method, address, { caller: READER });
        const isRead = method === 'GET' || method === 'HEAD';
        const isAllowed = isListed && isRead;
        assert.equal(status === 403, !isAllowed, `${method} ${address} ${status}`);
        if (!isAllowed && method !== 'HEAD') assert.equal(body['code'], 'READ_ONLY');
        if (isAllowed && method === 'GET') assert.ok([200, 302].includes(status), address);
      }
    }
    assert.equal(testApi.queued.size, 0);
  });

  it('may not request an earlier revision', async (t) => {
    const testApi = await createTestApi(t);
    await commitWeek(testApi, WEEK);
    const path = `/v1/reports/${WEEK}/21/content`;
    for (const query of ['?revision=1', '?revision=', '?x=1&revision=2']) {
      const { status, body } = await testApi.ask('GET', path + query, { caller: READER });
      assert.deepEqual([status, body['code']], [403, 'READ_ONLY'], query);
    }
    assert.equal((await testApi.ask('GET', path, { caller: READER })).status, 200);
    const whole = { folders: null, origin: 'token', id: 'x' } as const;
    assert.equal((await testApi.ask('GET', `${path}?revision=1`, { caller: whole })).status, 200);
  });

  it('learns who it is, without the address', async (t) => {
    const testApi = await createTestApi(t);
    const { body } = await testApi.ask('GET', '/v1/me', { caller: READER });
    assert.deepEqual(body, { reader: { address: 'a…@example.com', folder: 21 }, notes: true });
    assert.equal((await testApi.ask('GET', '/v1/me', { caller: null })).status, 401);
  });

  it('reads the description, which is public, like everybody', async (t) => {
    const testApi = await createTestApi(t);
    assert.equal((await testApi.ask('GET', '/v1/openapi.json', { caller: READER })).status, 200);
  });
});

describe('the folders of a reader', () => {
  let reports: ReadonlyMap<string, Uint8Array> = new Map();
  before(async () => {
    reports = await commitReports();
  });

  it('are its own in weeks in which whoever subscribed sees them, for any tree and plans', async () => {
    const anyReader = fc.record({
      folder: fc.constantFrom(...KEYS),
      granted: fc.option(fc.shuffledSubarray([...KEYS, STRANGER], { maxLength: 2 }), { freq: 4 }),
      read: fc.constantFrom(...KEYS, STRANGER),
    });
    await fc.assert(
      fc.asyncProperty(anyCompany, anyReader, async (company, { folder, granted, read }) => {
        const testApi = await worldOf(company, reports);
        const subscriber: IdentifiedCaller =
          granted === null ? WHOLE_COMPANY : { folders: granted, origin: 'token', id: 'token' };
        if (granted !== null) testApi.sent.tokens.set('token', { folders: granted });
        const caller = await readerOf(testApi, folder, subscriber);
        if (granted?.length === 0) {
          assert.equal(caller, null);
          return;
        }
        for (const key of KEYS) await writeNote(testApi, key);
        await checkReader(testApi, company, caller ?? assert.fail(), { folder, granted, read });
      }),
      { numRuns: 150 },
    );
  });
});

/** By the operator, on a folder in all weeks. */
async function writeNote({ api }: ReportsApiTestContext, folder: number): Promise<void> {
  const written = { by: 'shell', name: 'Anna', week: '2026-W45' };
  const at = '2026-11-16T18:00:00.000Z';
  await takePlace(api.repository, folder, { ...written, since: at });
  await addNote(api.repository, folder, { ...written, text: `Note on ${folder}.`, at });
}

async function checkReader(
  testApi: ReportsApiTestContext,
  company: Company,
  caller: IdentifiedCaller,
  {
    folder,
    granted,
    read,
  }: { readonly folder: number; readonly granted: readonly number[] | null; readonly read: number },
): Promise<void> {
  const get = (path: string) => testApi.ask('GET', path, { caller });
  const seen = (week: (typeof WEEKS)[number] | null): ReadonlySet<number> => {
    const own = visible(company, [folder], week);
    return granted === null ? own : own.intersection(visible(company, granted, week));
  };
  const inTree = company.tree.map(([key]) => key).filter((key) => seen(null).has(key));
  const folders = await get('/v1/folders');
  assert.deepEqual(keysIn(folders.body['data'], 'key'), inTree.toSorted(), 'folders');
  const notes = await get('/v1/notes');
  const noted = KEYS.filter((key) => seen(null).has(key));
  assert.deepEqual(keysIn(notes.body['data'], 'folder'), noted, 'notes');
  assert.doesNotMatch(notes.text, /"canRemove":true/);
  const notesBelow = await get(`/v1/notes?below=${read}`);
  assert.equal(notesBelow.status, seen(null).has(read) ? 200 : 404, 'notes below');
  for (const week of WEEKS) {
    const reported = REPORTED[week].filter((key) => seen(week).has(key));
    const list = await get(`/v1/reports?week=${week}&limit=100`);
    const listed = [...list.text.matchAll(/"folder":\{"key":(\d+)/g)].map(([, key]) => Number(key));
    assert.deepEqual(listed.toSorted(), reported.toSorted(), `reports of ${week}`);
    const overview = await get(`/v1/weeks/${week}`);
    const planned = [...plannedIn(company, week).keys()].filter((key) => seen(week).has(key));
    const overviewKeys = [...new Set([...planned, ...reported])];
    assert.deepEqual(keysIn(overview.body['folders'], 'key'), overviewKeys.toSorted(), week);
    const figures = await get(`/v1/figures?from=${week}&to=${week}&format=ndjson`);
    const rows = figures.text.match(/(?<="folder":)\d+(?=,"folder_name")/g) ?? [];
    assert.deepEqual(rows.map(Number).toSorted(), reported.toSorted(), `figures of ${week}`);
    const isThere = reported.includes(read);
    const report = `/v1/reports/${week}/${read}`;
    for (const [path, status] of [
      ['', 200],
      ['/content', 200],
      ['/files', 200],
      ['/view', 200],
      ['/report.pdf', 302],
      ['/report.json', 302],
    ] as const) {
      const response = await get(`${report}${path}`);
      assert.equal(response.status, isThere ? status : 404, `${report}${path}`);
    }
    const view = await get(`${report}/view`);
    const notesInView = view.text.match(/Note on \d+/g) ?? [];
    const isNoted = isThere && seen(null).has(read);
    assert.deepEqual([...new Set(notesInView)], isNoted ? [`Note on ${read}`] : [], 'view');
    assert.equal((await get(`${report}/revisions`)).status, 403);
  }
  assert.deepEqual(testApi.faults, []);
}

/** Sorted. */
function keysIn(list: unknown, name: string): readonly unknown[] {
  assert.ok(Array.isArray(list));
  const entries: readonly unknown[] = list;
  return entries
    .map((entry) => new Map<string, unknown>(Object.entries(entry ?? {})).get(name))
    .toSorted();
}
