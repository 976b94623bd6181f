// Access control of every route, compared with a model of the company: random trees, plans, links and callers.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createAuthorizer } from '../../../functions/authorizer/handler.ts';
import { readEvent } from '../../../functions/reports-api/handler.ts';
import { writeSubscription } from '../../../lib/delivery/subscription-store.ts';
import { subscriptionUrl } from '../../../lib/delivery/subscription-tokens.ts';
import { requireDelivery } from '../../../lib/http/api-context.ts';
import type { Caller, IdentifiedCaller } from '../../../lib/reports/access.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { makeLink } from '../../../lib/links/make-link.ts';
import { setAccepted, setTarget } from '../../../lib/reports/change-settings.ts';
import { addNote, notesKey, takePlace } from '../../../lib/reports/place-notes.ts';
import { ACCEPTED_KEY, TARGETS_KEY } from '../../../lib/reports/report-settings.ts';
import { sha256Of } from '../../../lib/reports/report-repository.ts';
import { activeSubscription, MAIL } from '../../support/delivery/test-subscriptions.ts';
import { fc } from '../../support/property-settings.ts';
import { paths } from '../../support/http/api-answers.ts';
import type { Company, WeekName } from '../../support/http/company-model.ts';
import {
  anyCompany,
  anyHeld,
  commitReports,
  KEYS,
  plannedIn,
  REPORTED,
  STRANGER,
  visible,
  WEEKS,
  withAllBelow,
  worldOf,
} from '../../support/http/company-model.ts';
import { PUBLIC_URL } from '../../support/http/reports-api-context.ts';
import type {
  TestResponse,
  ReportsApiTestContext,
} from '../../support/http/reports-api-context.ts';

// ── requests ──────────────────────────────────────────────────────────────────────────────────────

/** A caller from the authorizer through the gateway's event; null for a token without folders. */
async function callerBoundTo(folders: readonly number[]): Promise<IdentifiedCaller | null> {
  const secret = {
    credentials: { clientId: 'client', apiToken: 'token' },
    linkKeys: [],
    webhooks: [],
    apiTokens: [{ sha256: sha256Of(Buffer.from('bearer')), folders }],
  };
  const authorize = createAuthorizer({
    secret: { read: () => Promise.resolve(secret) },
    findReader: () => Promise.resolve(null),
  });
  const { isAuthorized, context } = await authorize({
    headers: { authorization: 'Bearer bearer' },
  });
  assert.equal(isAuthorized, folders.length > 0);
  const event = {
    version: '2.0',
    rawPath: '/',
    rawQueryString: '',
    requestContext: { http: { method: 'GET' }, authorizer: { lambda: context } },
  };
  return readEvent(event, '')?.caller ?? null;
}

/** The objects of a list in a response. */
function listIn(
  { body }: TestResponse,
  name: string,
): readonly Readonly<Record<string, unknown>>[] {
  const list = body[name];
  assert.ok(Array.isArray(list), name);
  return list.map((item: unknown) =>
    typeof item === 'object' && item !== null ? { ...item } : {},
  );
}

type Call = (
  route: string,
  options?: { readonly values?: readonly (string | number)[]; readonly body?: object },
) => Promise<TestResponse>;

/** Requests a described route, "GET /v1/weeks/{week}?query", with values for its parameters. */
function callAs(testApi: ReportsApiTestContext, caller: Caller | null, called: Set<string>): Call {
  return (route, { values = [], body } = {}) => {
    const [method = '', template = ''] = route.split(' ');
    called.add(`${method} ${template.split('?')[0] ?? ''}`);
    const remainingValues = values.map(String);
    const path = template.replace(/\{\w+\}/g, () => remainingValues.shift() ?? assert.fail(route));
    return testApi.ask(method, path, { caller, ...(body === undefined ? {} : { body }) });
  };
}

const REPORT = '/v1/reports/{week}/{folder}';

async function checkLists(call: Call, company: Company, tokenFolders: readonly number[]) {
  assert.deepEqual((await call('GET /v1/me')).body, { reader: null, notes: true });
  const now = visible(company, tokenFolders, null);
  const folders = listIn(await call('GET /v1/folders'), 'data');
  assert.deepEqual(
    folders.map(({ key, parent }) => [key, parent]).toSorted(),
    company.tree
      .filter(([key]) => now.has(key))
      .map(([key, parent]) => [key, parent !== null && now.has(parent) ? parent : null])
      .toSorted(),
    'folders',
  );
  const inWeek = (week: WeekName): readonly number[] => {
    const visibleFolders = visible(company, tokenFolders, week);
    const listedFolders = new Set([...plannedIn(company, week).keys(), ...REPORTED[week]]);
    return [...listedFolders].filter((key) => visibleFolders.has(key)).toSorted();
  };
  for (const week of WEEKS) {
    const overview = listIn(await call('GET /v1/weeks/{week}', { values: [week] }), 'folders');
    const keys = overview.map(({ key }) => key);
    assert.deepEqual(keys.toSorted(), inWeek(week), `overview of ${week}`);
    for (const { parent } of overview) assert.ok(parent === null || keys.includes(parent), week);
  }
  const weeks = listIn(await call('GET /v1/weeks'), 'data').map(({ week }) => week);
  assert.deepEqual(
    weeks,
    WEEKS.filter((week) => inWeek(week).length > 0),
    'weeks',
  );
  const listedReports: string[] = [];
  for (let cursor = ''; ;) {
    const page = await call(`GET /v1/reports?limit=2${cursor}`);
    listedReports.push(
      ...listIn(page, 'data').map(
        ({ files }) => /W\d\d.folders.\d+/.exec(JSON.stringify(files))?.[0] ?? '',
      ),
    );
    if (typeof page.body['cursor'] !== 'string') break;
    cursor = `&cursor=${page.body['cursor']}`;
  }
  const expected = WEEKS.flatMap((week) => {
    const visibleFolders = visible(company, tokenFolders, week);
    const reportedFolders = REPORTED[week].filter((key) => visibleFolders.has(key));
    return reportedFolders.map((key) => `${week.slice(5)}/folders/${key}`);
  });
  assert.deepEqual(listedReports, expected, 'reports');
}

async function checkReport(
  call: Call,
  company: Company,
  tokenFolders: readonly number[],
  { week, folder }: { readonly week: WeekName; readonly folder: number },
) {
  const visibleFolders = visible(company, tokenFolders, week).has(folder);
  const isThere = visibleFolders && REPORTED[week].includes(folder);
  const values = [week, folder];
  const routes = [
    [`GET ${REPORT}`, 200],
    [`GET ${REPORT}/report.pdf`, 302],
    [`GET ${REPORT}/report.json`, 302],
    [`GET ${REPORT}/content`, 200],
    [`GET ${REPORT}/content?revision=1`, 200],
    [`GET ${REPORT}/revisions`, 200],
    [`GET ${REPORT}/view`, 200],
    [`GET ${REPORT}/files`, 200],
  ] as const;
  for (const [route, status] of routes) {
    assert.equal((await call(route, { values })).status, isThere ? status : 404, route);
  }
  const list = await call(`GET /v1/reports?week=${week}&folder=${folder}`);
  assert.equal(listIn(list, 'data').length, isThere ? 1 : 0, 'one in a list');
  const isInTree = company.tree.some(([key]) => key === folder);
  const below = visible(company, [folder], week);
  const read = visibleFolders
    ? REPORTED[week].filter(
        (key) => below.has(key) && visible(company, tokenFolders, week).has(key),
      )
    : [];
  const exists = isInTree && visible(company, tokenFolders, null).has(folder);
  const range = `from=${week}&to=${week}&below=${folder}`;
  const figures = await call(`GET /v1/figures?${range}&format=ndjson`);
  assert.equal(figures.status, read.length > 0 || exists ? 200 : 404, 'figures');
  const rows = figures.text.match(/(?<="folder":)\d+(?=,"folder_name")/g) ?? [];
  assert.deepEqual(rows.map(Number), read, 'rows of figures');
  const response = await call('POST /v1/reports', { body: { folder, week } });
  assert.equal(response.status, isThere ? 200 : visibleFolders && isInTree ? 202 : 404, 'asking');
  const weekLink = await call('POST /v1/links', { body: { folder, week } });
  assert.equal(weekLink.status, isThere ? 201 : 404, 'a link to the week');
  const newest = WEEKS.find((name) => REPORTED[name].includes(folder)) ?? null;
  const seesNewest =
    newest !== null &&
    visible(company, tokenFolders, null).has(folder) &&
    visible(company, tokenFolders, newest).has(folder);
  const latest = await call('POST /v1/links', { body: { folder } });
  assert.equal(latest.status, seesNewest ? 201 : 404, 'a link to the newest report');
}

/** A link needs no token; it is revoked only by a caller that sees its folder now or in a stored week. */
async function checkLink(
  testApi: ReportsApiTestContext,
  call: Call,
  company: Company,
  tokenFolders: readonly number[],
  folder: number,
) {
  const { id, url } = await makeLink(testApi.api, WHOLE_COMPANY, {
    folder,
    week: null,
    expiresInDays: 1,
  });
  const token = url.slice(`${PUBLIC_URL}/d/`.length);
  assert.equal((await call('GET /d/{token}', { values: [token] })).status, 302);
  const mayRevoke = [null, ...WEEKS].some((week) =>
    visible(company, tokenFolders, week).has(folder),
  );
  const { status } = await call('DELETE /v1/links/{id}', { values: [id] });
  assert.equal(status, mayRevoke ? 204 : 404, 'revoking');
  const after = await call('GET /d/{token}', { values: [token] });
  assert.equal(after.status, mayRevoke ? 410 : 302, 'after revoking');
}

/** Subscriptions belong to a folder now, their deliveries to a week; the pages of a subscriber need no token. */
async function checkSubscription(
  testApi: ReportsApiTestContext,
  call: Call,
  company: Company,
  tokenFolders: readonly number[],
  { week, folder }: { readonly week: WeekName; readonly folder: number },
) {
  const now = visible(company, tokenFolders, null);
  const isVisible = now.has(folder);
  const delivery = requireDelivery(testApi.api);
  const subscription = activeSubscription({ ...MAIL, folder });
  await writeSubscription(delivery, subscription, null);
  const { id } = subscription;
  const visibleIn = async (path: string): Promise<readonly unknown[]> => {
    const data = listIn(await call(path), 'data');
    return data.map((item) => JSON.stringify(item).includes(`"id":"${id}"`)).filter(Boolean);
  };
  const onceIf = (isListed: boolean): readonly boolean[] => (isListed ? [true] : []);
  assert.deepEqual(await visibleIn('GET /v1/subscriptions'), onceIf(isVisible), 'listed');
  const ofFolder = await visibleIn(`GET /v1/subscriptions?folder=${folder}`);
  assert.deepEqual(ofFolder, onceIf(isVisible), 'listed by folder');
  const isInWeek = visible(company, tokenFolders, week).has(folder);
  const delivered = await visibleIn(`GET /v1/deliveries?week=${week}`);
  assert.deepEqual(delivered, onceIf(isInWeek), 'its delivery');
  const sendResponse = await call('POST /v1/deliveries/{week}/{id}/send', { values: [week, id] });
  // A message that was missed is sent if there is a report.
  const isFound = sendResponse.body['code'] !== 'SUBSCRIPTION_NOT_FOUND';
  assert.equal(isFound, isInWeek, 'sending again');
  const newest = WEEKS.find((name) => REPORTED[name].includes(folder));
  const seesNewest = newest !== undefined && visible(company, tokenFolders, newest).has(folder);
  const preview = await call('GET /v1/subscriptions/{id}/preview', { values: [id] });
  assert.equal(preview.status, isVisible && seesNewest ? 200 : 404, 'a preview');
  const tested = await call('POST /v1/subscriptions/{id}/test', { values: [id] });
  assert.equal(tested.status, isVisible && seesNewest ? 202 : 404, 'a test');
  const renewed = await call('POST /v1/subscriptions/{id}/signing-key', { values: [id] });
  assert.equal(renewed.status, 404, 'a signing key, which is for its creator');
  for (const purpose of ['confirm', 'unsubscribe'] as const) {
    const url = (await subscriptionUrl(delivery, purpose, subscription)) ?? assert.fail();
    const values = [url.slice(url.lastIndexOf('/') + 1)];
    for (const method of ['GET', 'POST']) {
      const page = await call(`${method} /subscriptions/${purpose}/{token}`, { values });
      assert.equal(page.status, 200, `${method} ${purpose}`);
    }
  }
  const revoked = await call('DELETE /v1/subscriptions/{id}/access-links', { values: [id] });
  assert.equal(revoked.status, isVisible ? 204 : 404, 'revoking access links');
  const requested = await call('POST /subscriptions/access', { body: { address: MAIL.address } });
  assert.equal(requested.status, 202, 'requesting an access link');
  const body = { folder, channel: 'slack', address: 'https://hooks.slack.com/services/x' };
  const created = await call('POST /v1/subscriptions', { body });
  const isInTree = company.tree.some(([key]) => key === folder);
  assert.equal(created.status, isVisible && isInTree ? 201 : 404, 'creating one');
  const changed = await call('PATCH /v1/subscriptions/{id}', {
    values: [id],
    body: { only: 'signals' },
  });
  assert.equal(changed.status, isVisible ? 200 : 404, 'changing');
  const removeResponse = await call('DELETE /v1/subscriptions/{id}', { values: [id] });
  assert.equal(removeResponse.status, isVisible ? 204 : 404, 'removing');
  await delivery.repository.store.remove(`subscriptions/${folder}/${id}.json`);
}

/** What is accepted and targets belong to a folder now. */
async function checkSettings(
  { api, store }: ReportsApiTestContext,
  call: Call,
  company: Company,
  tokenFolders: readonly number[],
  folder: number,
) {
  const isVisible = visible(company, tokenFolders, null).has(folder);
  const isInTree = company.tree.some(([key]) => key === folder);
  const origin = { by: 'shell', at: '2026-11-16T18:00:00.000Z' };
  const kind = { indexType: 'HAPPY', feedbackScale: 'FOUR' };
  const level = { folder, survey: null, kind: 'level' } as const;
  await setAccepted(api.repository, { ...level, week: '2026-W44', ...origin });
  await setTarget(api.repository, { folder, ...kind, value: 70, ...origin });
  const lists = [
    ['/v1/accepted', `${folder}-folder-level-2026-W44`, { ...level, week: '2026-W45' }],
    ['/v1/targets', `${folder}-HAPPY-FOUR`, { folder, ...kind, value: 80 }],
  ] as const;
  for (const [path, id, body] of lists) {
    for (const query of ['', `?folder=${folder}`]) {
      const ids = listIn(await call(`GET ${path}${query}`), 'data').map((entry) => entry['id']);
      assert.deepEqual(ids, isVisible ? [id] : [], `${path}${query}`);
    }
    const setting = await call(`POST ${path}`, { body });
    assert.equal(setting.status, isVisible && isInTree ? 201 : 404, `POST ${path}`);
    const removal = await call(`DELETE ${path}/{id}`, { values: [id] });
    assert.equal(removal.status, isVisible ? 204 : 404, `DELETE ${path}`);
  }
  for (const key of [ACCEPTED_KEY, TARGETS_KEY]) await store.remove(key);
}

/** Owners and notes belong to a folder now; those of others are removed by who sees the whole company. */
async function checkNotes(
  { api, store }: ReportsApiTestContext,
  call: Call,
  company: Company,
  tokenFolders: readonly number[],
  folder: number,
) {
  const seen = visible(company, tokenFolders, null);
  const isVisible = seen.has(folder);
  const isInTree = company.tree.some(([key]) => key === folder);
  const [root] = company.tree[0] ?? assert.fail();
  const other = { by: 'shell', name: 'Anna', week: '2026-W45' };
  const at = '2026-11-16T18:00:00.000Z';
  await takePlace(api.repository, folder, { ...other, since: at });
  const { entry } = await addNote(api.repository, folder, {
    ...other,
    text: 'Closed for works',
    at,
  });
  const foldersIn = async (query: string): Promise<readonly unknown[]> =>
    listIn(await call(`GET /v1/notes${query}`), 'data').map((place) => place['folder']);
  assert.deepEqual(await foldersIn(''), isVisible ? [folder] : [], 'notes');
  for (const below of [...KEYS, STRANGER]) {
    const { status } = await call(`GET /v1/notes?below=${below}`);
    assert.equal(status, seen.has(below) ? 200 : 404, `notes below ${below}`);
    if (status !== 200) continue;
    const isBelow = withAllBelow(new Map(company.tree), [below]).has(folder);
    assert.deepEqual(await foldersIn(`?below=${below}`), isBelow ? [folder] : []);
  }
  for (const week of WEEKS) {
    const isThere = visible(company, tokenFolders, week).has(folder);
    if (!isThere || !REPORTED[week].includes(folder)) continue;
    const view = await call('GET /v1/reports/{week}/{folder}/view', { values: [week, folder] });
    assert.equal(
      view.text.includes('Closed for works'),
      isVisible,
      `the note in the view of ${week}`,
    );
  }
  const removed = isVisible ? (seen.has(root) ? 204 : 403) : 404;
  const removal = await call('DELETE /v1/notes/{id}', { values: [entry.id] });
  assert.equal(removal.status, removed, 'removing the note of another');
  const release = await call('DELETE /v1/owners/{folder}', { values: [folder] });
  assert.equal(release.status, removed, 'removing another owner');
  const written = isVisible && isInTree ? 201 : 404;
  const taken = await call('PUT /v1/owners/{folder}', { values: [folder], body: { name: 'Ben' } });
  assert.equal(taken.status, written, 'taking a place');
  const body = { folder, name: 'Ben', text: 'Open again' };
  const note = await call('POST /v1/notes', { body });
  assert.equal(note.status, written, 'writing a note');
  if (written === 201) {
    const values = [String(note.body['id'])];
    assert.equal((await call('DELETE /v1/notes/{id}', { values })).status, 204);
    const own = await call('DELETE /v1/owners/{folder}', { values: [folder] });
    assert.equal(own.status, 204, 'removing oneself');
  }
  await store.remove(notesKey(folder));
}

describe('authorization', () => {
  let reports: ReadonlyMap<string, Uint8Array> = new Map();
  before(async () => {
    reports = await commitReports();
  });

  it('follows the same rule on every route, for any tree, plans, links and callers', async () => {
    const called = new Set<string>();
    const requests = fc.array(
      fc.record({
        tokenFolders: anyHeld,
        week: fc.constantFrom(...WEEKS),
        folder: fc.constantFrom(...KEYS, STRANGER),
        linked: fc.constantFrom(...REPORTED['2026-W45']),
      }),
      { minLength: 1, maxLength: 2 },
    );
    await fc.assert(
      fc.asyncProperty(anyCompany, requests, async (company, cases) => {
        const testApi = await worldOf(company, reports);
        for (const { tokenFolders, week, folder, linked } of cases) {
          const caller = await callerBoundTo(tokenFolders);
          if (caller === null) continue;
          const call = callAs(testApi, caller, called);
          await checkLists(call, company, tokenFolders);
          await checkReport(call, company, tokenFolders, { week, folder });
          await checkLink(testApi, call, company, tokenFolders, linked);
          await checkSubscription(testApi, call, company, tokenFolders, { week, folder });
          await checkSettings(testApi, call, company, tokenFolders, folder);
          await checkNotes(testApi, call, company, tokenFolders, folder);
          testApi.queued.clear();
        }
        assert.deepEqual(testApi.faults, []);
      }),
      { numRuns: 40 },
    );
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const requestedRoutes = [...called, 'GET /v1/openapi.json'];
    assert.deepEqual(requestedRoutes.toSorted(), described.toSorted());
  });
});
