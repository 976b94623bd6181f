// Subscriptions and deliveries over HTTP: requests that are checked, what callers see of addresses, limits, and answers that
// reveal nothing of other folders.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import type { IdentifiedCaller } from '../../../lib/reports/access.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { requireDelivery } from '../../../lib/http/api-context.ts';
import { createReportsApi } from '../../../lib/http/api.ts';
import { processDelivery } from '../../../lib/delivery/process-delivery.ts';
import type { FolderList } from '../../../lib/http/responses.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { createFolderIndex } from '../../../lib/web/features/folders/folder-index.ts';
import { surveyTimeZone } from '../../../lib/web/features/subscribe/send-time.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { commitWeek } from '../../support/http/company-week.ts';
import {
  createTestApiOn,
  folder,
  type ReportsApiTestContext,
  type TestRequest,
  type TestResponse,
} from '../../support/http/reports-api-context.ts';

const WEEK = '2026-W46';
const ANNA: IdentifiedCaller = { folders: null, origin: 'token', id: 'anna' };
const NORTH: IdentifiedCaller = { folders: [2], origin: 'token', id: 'north' };
const mail = { folder: 21, channel: 'mail', address: 'anna+reports@example.com' } as const;
const hook = {
  folder: 21,
  channel: 'webhook',
  address: 'https://hooks.example.com:8443/services/T0/secret-9zQ4?key=value-7777',
} as const;
const PATH = '/v1/subscriptions';

function createApi(store: ObjectStore = memoryStore()): ReportsApiTestContext {
  return createTestApiOn(store);
}

function subscribe(
  testApi: ReportsApiTestContext,
  body: object,
  caller: IdentifiedCaller = ANNA,
): Promise<TestResponse> {
  return testApi.ask('POST', PATH, { caller, body });
}

function textIn({ body }: TestResponse, name: string): string {
  const value = body[name];
  assert.equal(typeof value, 'string', name);
  return String(value);
}

describe('a request to subscribe', () => {
  it('gets the deployment’s language, the folder’s morning and a PDF where it says nothing of them', async () => {
    const testApi = createApi();
    const { status, body } = await subscribe(testApi, mail);
    assert.equal(status, 201);
    const { id, createdAt, ...rest } = body;
    assert.match(String(id), /^21-[0-9a-v]{20}$/);
    assert.equal(createdAt, '2026-11-19T08:00:00.000Z');
    assert.deepEqual(rest, {
      ...mail,
      locale: 'sv-FI',
      when: { weekday: 1, time: '08:00', timeZone: 'Europe/Helsinki' },
      only: 'always',
      attach: 'pdf',
      state: 'pending',
      reason: null,
      confirmationProblem: null,
      isMine: true,
      signingKey: null,
    });
    const region = await subscribe(testApi, { ...mail, folder: 2 });
    assert.deepEqual(region.body['when'], rest['when'], 'of the first survey below');
    const { surveys: _, ...root } = testApi.root;
    testApi.root = { ...root, folders: [], surveys: [] };
    testApi.now += 300_000;
    const bareSubscription = await subscribe(testApi, { ...hook, folder: 1 });
    assert.deepEqual(bareSubscription.body['when'], { weekday: 1, time: '08:00', timeZone: 'UTC' });
    assert.deepEqual(
      [bareSubscription.body['attach'], bareSubscription.body['state']],
      ['none', 'active'],
    );
  });

  it('gets the time zone that the page suggests, of the first survey in the order of the tree', async () => {
    const testApi = createApi();
    const store = (key: number, timeZone: string) => {
      const { surveys, ...rest } = folder(key, `Store ${key}`);
      return { ...rest, surveys: surveys.map((survey) => ({ ...survey, timeZone })) };
    };
    testApi.root = folder(1, 'Acme', [
      folder(2, 'North', [store(21, 'Asia/Tokyo'), store(22, 'Asia/Seoul')]),
      store(3, 'Europe/Paris'),
      folder(4, 'Empty', [folder(41, 'Emptier', [folder(42, 'Emptiest')])]),
    ]);
    const { text } = await testApi.ask('GET', '/v1/folders');
    const folderIndex = createFolderIndex(z.custom<FolderList>().parse(JSON.parse(text)));
    for (const [key, timeZone] of [
      [1, 'Asia/Tokyo'],
      [2, 'Asia/Tokyo'],
      [22, 'Asia/Seoul'],
      [3, 'Europe/Paris'],
      [4, 'Europe/Helsinki'],
    ] as const) {
      const { body } = await subscribe(testApi, { ...hook, folder: key });
      assert.deepEqual(body['when'], { weekday: 1, time: '08:00', timeZone }, String(key));
      assert.equal(surveyTimeZone(folderIndex, key), timeZone, String(key));
    }
  });

  it('is answered with the same subscription when it is repeated, and with a webhook’s key only once', async () => {
    const testApi = createApi();
    const [first, second] = [await subscribe(testApi, hook), await subscribe(testApi, hook)];
    assert.deepEqual([first.status, second.status], [201, 200]);
    const { signingKey, ...rest } = first.body;
    assert.match(String(signingKey), /^whsec_[\w+/]{43}=$/);
    assert.deepEqual(second.body, { ...rest, signingKey: null });
    const path = `${PATH}/${textIn(first, 'id')}/signing-key`;
    const renewed = await testApi.ask('POST', path, { caller: ANNA });
    assert.deepEqual([renewed.status, Object.keys(renewed.body)], [200, ['signingKey']]);
    assert.match(textIn(renewed, 'signingKey'), /^whsec_[\w+/]{43}=$/);
    assert.notEqual(renewed.body['signingKey'], signingKey);
  });

  const good: readonly object[] = [
    { ...mail, address: 'a.b-c_d+e!#$%&*/=?^`{|}~@sub.example.co' },
    { ...mail, address: 'ANNA@EXAMPLE.COM', locale: 'ja', when: 'ready', only: 'signals' },
    { ...mail, address: 'anna@exämple.de' },
    { ...mail, locale: 'ar-EG', attach: 'none' },
    { ...mail, when: { weekday: 7, time: '23:59', timeZone: 'Asia/Kathmandu' } },
    { folder: 21, channel: 'slack', address: 'https://hooks.slack.com/services/T/B/x' },
    { folder: 21, channel: 'teams', address: 'https://x.logic.azure.com:443/a?sig=b%2F' },
  ];
  for (const body of good) {
    it(`is accepted: ${JSON.stringify(body)}`, async () => {
      assert.equal((await subscribe(createApi(), body)).status, 201);
    });
  }

  const schedule = { weekday: 1, time: '08:00', timeZone: 'Europe/Helsinki' };
  const bad: readonly (readonly [fields: object, code: string, detail: RegExp])[] = [
    [{ folder: '21' }, 'FOLDER_KEY_INVALID', /^folder must/],
    [{ channel: 'fax' }, 'FIELD_INVALID', /^channel must be one of "mail", "slack"/],
    [{ address: 5 }, 'FIELD_INVALID', /^address must be/],
    ...[
      'bertha',
      'anna@localhost',
      'anna@example.com\r\nBcc: eve@example.com',
      'anna@example.com\n',
      'Anna <anna@example.com>',
      '"a b"@example.com',
      'a@b@example.com',
      'anna@example.com,eve@example.com',
      '.anna@example.com',
      'an..na@example.com',
      'änna@example.com',
      `${'a'.repeat(65)}@example.com`,
      `a@${'b.'.repeat(130)}com`,
      '',
    ].map((address) => [{ address }, 'FIELD_INVALID', /^address must be a mail address/] as const),
    [{ address: `${'a'.repeat(2000)}@b.co` }, 'FIELD_INVALID', /^address must be/],
    [{ locale: 'nl' }, 'FIELD_INVALID', /^locale must be one of "en", "fi"/],
    [{ locale: 'en-u-ca-buddhist' }, 'FIELD_INVALID', /^locale must/],
    [{ when: 'soon' }, 'FIELD_INVALID', /^when must be "ready", or an object/],
    [{ when: null }, 'FIELD_INVALID', /^when must be "ready", or an object/],
    [{ when: { ...schedule, weekday: 0 } }, 'FIELD_INVALID', /^weekday must be from 1/],
    [{ when: { ...schedule, weekday: 1.5 } }, 'FIELD_INVALID', /^weekday must be from 1/],
    [{ when: { ...schedule, time: '24:00' } }, 'FIELD_INVALID', /^time must have hours/],
    [{ when: { ...schedule, time: '8:00' } }, 'FIELD_INVALID', /^time must have hours/],
    [
      { when: { ...schedule, timeZone: 'Mars/Base' } },
      'FIELD_INVALID',
      /^timeZone must be an IANA/,
    ],
    [{ when: { ...schedule, timeZone: '+02:00' } }, 'FIELD_INVALID', /^timeZone must be an IANA/],
    [{ when: { weekday: 1, time: '08:00' } }, 'FIELD_INVALID', /^timeZone must be an IANA/],
    [{ when: { ...schedule, day: 1 } }, 'FIELD_UNKNOWN', /^Only weekday, time, timeZone/],
    [{ only: 'never' }, 'FIELD_INVALID', /^only must be/],
    [{ attach: 'docx' }, 'FIELD_INVALID', /^attach must be/],
    [{ state: 'active' }, 'FIELD_UNKNOWN', /^Only folder, channel, address/],
    [{ folder: 87 }, 'FOLDER_NOT_FOUND', /^There is no such folder/],
    ...[
      'http://hooks.example.com/x',
      'http://127.0.0.1:9001/x',
      'https://127.0.0.1/x',
      'https://localhost/x',
      'https://a.localhost/x',
      'https://[::1]/x',
      'https://[::ffff:10.0.0.1]/x',
      'https://169.254.169.254/latest',
      'https://10.1.2.3/x',
      'https://172.16.0.1/x',
      'https://192.168.1.1/x',
      'https://100.64.0.1/x',
      'https://0.0.0.0/x',
      'https://0x7f.1/x',
      'https://[fd12::1]/x',
      'https://user:password@hooks.example.com/x',
      'https://hooks.example.com/x#y',
      'ftp://hooks.example.com/x',
      'anna@example.com',
    ].map((address) => [{ ...hook, address }, 'FIELD_INVALID', /^address must/] as const),
  ];
  for (const [fields, code, detail] of bad) {
    it(`is refused with ${code}: ${JSON.stringify(fields).slice(0, 90)}`, async () => {
      const testApi = createApi();
      const { status, body, text } = await subscribe(testApi, { ...mail, ...fields });
      assert.ok(status >= 400 && status < 500);
      assert.equal(body['code'], code);
      assert.match(String(body['detail']), detail);
      if ('address' in fields && typeof fields.address === 'string' && fields.address !== '') {
        assert.ok(!text.includes(JSON.stringify(fields.address).slice(1, -1)), 'quotes nothing');
      }
      assert.deepEqual(testApi.sent.jobs, []);
    });
  }

  it('is refused for an address outside the domains of the deployment', async () => {
    const testApi = createApi();
    Object.assign(requireDelivery(testApi.api), { mailDomains: ['example.com'] });
    assert.equal((await subscribe(testApi, mail)).status, 201);
    const otherDomainAnswer = await subscribe(testApi, { ...mail, address: 'anna@other.example' });
    assert.deepEqual(
      [
        otherDomainAnswer.status,
        otherDomainAnswer.body['code'],
        otherDomainAnswer.body['at'],
        otherDomainAnswer.body['reason'],
      ],
      [422, 'SUBSCRIPTION_INVALID', 'address', 'domain'],
    );
  });
});

describe('a deployment without mail', () => {
  it('names the other channels, and refuses mail', async () => {
    const testApi = createApi();
    Object.assign(requireDelivery(testApi.api), { channels: ['slack', 'teams'] });
    const list = await testApi.ask('GET', PATH, { caller: ANNA });
    assert.deepEqual(list.body, { data: [], channels: ['slack', 'teams'] });
    const { status, body } = await subscribe(testApi, mail);
    assert.deepEqual([status, body['code'], body['at']], [422, 'SUBSCRIPTION_INVALID', 'channel']);
  });
});

describe('a subscription whose confirmation could not be sent', () => {
  it('says why, until it is requested again', async () => {
    const testApi = createApi();
    const id = textIn(await subscribe(testApi, mail), 'id');
    testApi.sent.sender.answer = () =>
      Promise.resolve({
        state: 'refused',
        reason: 'SES_MESSAGE_REJECTED',
        endsSubscription: false,
      });
    const job = { kind: 'confirmation', subscription: id } as const;
    await processDelivery(requireDelivery(testApi.api), job);
    const problem = async () =>
      dataIn(await testApi.ask('GET', PATH, { caller: ANNA }))[0]?.['confirmationProblem'];
    assert.equal(await problem(), 'SES_MESSAGE_REJECTED');
    await subscribe(testApi, mail);
    assert.equal(await problem(), null);
  });
});

describe('the number of messages that a caller can request', () => {
  it('is limited for each address within a day, over all callers and folders', async () => {
    const testApi = createApi();
    const folders = [21, 22, 31, 1, 2, 3];
    const statuses: number[] = [];
    for (const folder of folders) {
      const caller = { ...ANNA, id: `caller ${folder}` };
      const answer = await subscribe(testApi, { ...mail, folder, when: 'ready' }, caller);
      statuses.push(answer.status);
      if (answer.status !== 429) continue;
      assert.equal(answer.body['code'], 'TOO_MANY_CONFIRMATIONS');
      assert.equal(answer.headers.get('retry-after'), '86400');
    }
    assert.deepEqual(statuses, [201, 201, 201, 429, 429, 429]);
    assert.equal(testApi.sent.jobs.length, 3);
    testApi.now += 86_400_000;
    assert.equal((await subscribe(testApi, { ...mail, folder: 3, when: 'ready' })).status, 201);
  });

  it('counts repeated requests for a pending subscription', async () => {
    const testApi = createApi();
    const statuses = [];
    for (let i = 0; i < 5; i += 1) statuses.push((await subscribe(testApi, mail)).status);
    assert.deepEqual(statuses, [201, 200, 200, 429, 429]);
  });

  it('is limited for each caller, over all addresses', async () => {
    const testApi = createApi();
    let accepted = 0;
    for (let i = 0; i < 25; i += 1) {
      const body = { ...mail, address: `a${i}@example.com`, when: 'ready' };
      if ((await subscribe(testApi, body)).status === 201) accepted += 1;
    }
    assert.equal(accepted, 20);
    assert.equal((await subscribe(testApi, mail, { ...ANNA, id: 'other' })).status, 201);
  });

  it('counts test messages', async () => {
    const testApi = createApi();
    await commitWeek(testApi, WEEK);
    const id = textIn(await subscribe(testApi, hook), 'id');
    const test = () => testApi.ask('POST', `${PATH}/${id}/test`, { caller: ANNA });
    const answers = [await test(), await test(), await test(), await test()];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [202, 202, 202, 429],
    );
    assert.deepEqual(answers[0]?.body, { state: 'sent', reason: null });
    assert.equal(testApi.sent.sender.sentMessages.length, 3);
  });
});

describe('a subscription', () => {
  it('shows a mail address in full, and of a URL only its host and its last characters', async () => {
    const testApi = createApi();
    const answers = [
      await subscribe(testApi, mail),
      await subscribe(testApi, hook),
      await testApi.ask('GET', PATH, { caller: NORTH }),
      await testApi.ask('GET', `/v1/deliveries?week=${WEEK}`, { caller: NORTH }),
    ];
    for (const { text } of answers) assert.doesNotMatch(text, /secret-9zQ4|services|value-/);
    const [, , list] = answers;
    assert.deepEqual(addressesIn(list), [
      ['anna+reports@example.com', false],
      ['hooks.example.com:8443/…7777', false],
    ]);
  });

  it('is listed by folder, and as the caller’s own', async () => {
    const testApi = createApi();
    await subscribe(testApi, mail);
    await subscribe(testApi, { ...mail, folder: 31 });
    await subscribe(testApi, hook, NORTH);
    const list = async (query: string, caller: IdentifiedCaller): Promise<number> =>
      addressesIn(await testApi.ask('GET', `${PATH}${query}`, { caller })).length;
    assert.equal(await list('', ANNA), 3);
    assert.equal(await list('?folder=21', ANNA), 2);
    assert.equal(await list('?mine=true', ANNA), 2);
    assert.equal(await list('?mine=true&folder=31', ANNA), 1);
    assert.equal(await list('?mine=false', NORTH), 2);
    assert.equal(await list('?mine=true', NORTH), 1);
    assert.equal(await list('?folder=31', NORTH), 0);
    for (const query of ['?mine=1', '?mine=', '?folder=x', '?mine=true&mine=true', '?x=1']) {
      assert.equal((await testApi.ask('GET', `${PATH}${query}`)).status, 400, query);
    }
  });

  it('is changed, paused and resumed, but is active only after its confirmation', async () => {
    const testApi = createApi();
    const id = textIn(await subscribe(testApi, hook), 'id');
    const change = (body: object, at = id) =>
      testApi.ask('PATCH', `${PATH}/${at}`, { caller: NORTH, body });
    const changed = await change({ state: 'paused', only: 'signals', when: 'ready' });
    const { state, only, when } = changed.body;
    assert.deepEqual([changed.status, state, only, when], [200, 'paused', 'signals', 'ready']);
    assert.equal((await change({ state: 'active' })).body['state'], 'active');
    assert.deepEqual((await change({})).body['only'], 'signals');
    const pendingId = textIn(await subscribe(testApi, mail), 'id');
    const activated = await change({ state: 'active' }, pendingId);
    assert.deepEqual([activated.status, activated.body['code']], [422, 'SUBSCRIPTION_STATE']);
    assert.equal((await change({ locale: 'fi' }, pendingId)).body['locale'], 'fi');
    for (const body of [
      { state: 'ended' },
      { state: 'pending' },
      { address: 'eve@example.com' },
      { folder: 22 },
      { locale: 'nl' },
      { when: { weekday: 1, time: '08:00', timeZone: 'x' } },
    ]) {
      assert.equal((await change(body)).status, 400, JSON.stringify(body));
    }
  });

  it('is removed with its address', async () => {
    const store = memoryStore();
    const testApi = createApi(store);
    const id = textIn(await subscribe(testApi, mail), 'id');
    const remove = () => testApi.ask('DELETE', `${PATH}/${id}`, { caller: NORTH });
    assert.deepEqual([(await remove()).status, (await remove()).status], [204, 404]);
    const left = [...store.objects.values()].map((bytes) => Buffer.from(bytes).toString());
    assert.doesNotMatch(left.join(), /example\.com/);
  });

  it('has a preview of its message, without sending it', async () => {
    const testApi = createApi();
    await commitWeek(testApi, WEEK);
    const id = textIn(await subscribe(testApi, mail), 'id');
    const preview = () => testApi.ask('GET', `${PATH}/${id}/preview`, { caller: NORTH });
    const { status, body } = await preview();
    assert.deepEqual([status, body['subject']], [200, 'Report of Store Å']);
    assert.deepEqual(testApi.sent.sender.sentMessages, []);
    const empty = createApi();
    const otherId = textIn(await subscribe(empty, mail), 'id');
    const missing = await empty.ask('GET', `${PATH}/${otherId}/preview`);
    assert.deepEqual([missing.status, missing.body['code']], [404, 'REPORT_NOT_FOUND']);
  });

  it('answers for a subscription that another caller can’t see as for one that doesn’t exist, with the same work', async () => {
    const memory = memoryStore();
    const reads: string[] = [];
    const store: ObjectStore = {
      ...memory,
      read: (key) => {
        reads.push(key);
        return memory.read(key);
      },
    };
    const testApi = createApi(store);
    await commitWeek(testApi, WEEK);
    const body = { ...mail, folder: 31 };
    const unseenId = textIn(await subscribe(testApi, body), 'id');
    const unknown = `31-${'0'.repeat(20)}`;
    const requests: readonly (readonly [method: string, path: string, body?: object])[] = [
      ['PATCH', `${PATH}/ID`, { only: 'signals' }],
      ['DELETE', `${PATH}/ID`],
      ['GET', `${PATH}/ID/preview`],
      ['POST', `${PATH}/ID/test`],
      ['POST', `/v1/deliveries/${WEEK}/ID/send`],
    ];
    for (const [method, path, sentBody] of requests) {
      const ask = async (id: string, caller: IdentifiedCaller): Promise<readonly unknown[]> => {
        reads.length = 0;
        const options: TestRequest =
          sentBody === undefined ? { caller } : { caller, body: sentBody };
        const { status, text, headers } = await testApi.ask(
          method,
          path.replace('ID', id),
          options,
        );
        return [status, text, [...headers], reads.length];
      };
      assert.deepEqual(await ask(unseenId, NORTH), await ask(unknown, NORTH), `${method} ${path}`);
      const missing = await testApi.ask(method, path.replace('ID', unknown), {
        caller: WHOLE_COMPANY,
        ...(sentBody === undefined ? {} : { body: sentBody }),
      });
      assert.deepEqual([missing.status, missing.body['code']], [404, 'SUBSCRIPTION_NOT_FOUND']);
      // Also while the company's tree can't be read.
      testApi.now += 300_000;
      testApi.upstream = new Failure('UPSTREAM_UNAVAILABLE');
      assert.deepEqual(await ask(unseenId, NORTH), await ask(unknown, NORTH), `${method} ${path}`);
      testApi.upstream = null;
    }
    for (const id of ['x', '31-x', '../../weeks', `0-${'0'.repeat(20)}`, `31-${'z'.repeat(20)}`]) {
      const path = `${PATH}/${encodeURIComponent(id)}`;
      const { status, body: problem, text } = await testApi.ask('DELETE', path, { caller: ANNA });
      assert.deepEqual([status, problem['code']], [404, 'SUBSCRIPTION_NOT_FOUND'], id);
      assert.ok(!text.includes(id) || id === 'x');
    }
    const otherAnswer = await subscribe(testApi, body, NORTH);
    const nowhere = await subscribe(testApi, { ...mail, folder: 87 }, NORTH);
    assert.deepEqual(otherAnswer.text.replaceAll('31', 'N'), nowhere.text.replaceAll('87', 'N'));
    assert.equal(otherAnswer.status, 404);
  });
});

describe('the deliveries of a week', () => {
  async function refused(): Promise<{ testApi: ReportsApiTestContext; id: string }> {
    const testApi = createApi();
    await commitWeek(testApi, WEEK);
    const id = textIn(await subscribe(testApi, { ...hook, when: 'ready' }), 'id');
    testApi.sent.sender.answer = () =>
      Promise.resolve({ state: 'refused', reason: 'HTTP_410', endsSubscription: false });
    const job = { kind: 'report', week: WEEK, folder: 21, subscription: id } as const;
    await processDelivery(requireDelivery(testApi.api), job);
    return { testApi, id };
  }

  it('show what became of each, and one that was refused is sent again', async () => {
    const { testApi, id } = await refused();
    const list = () => testApi.ask('GET', `/v1/deliveries?week=${WEEK}`, { caller: NORTH });
    const [delivery] = dataIn(await list());
    assert.ok(delivery !== undefined);
    const { receipt, update, hasReport } = delivery;
    assert.deepEqual([update, hasReport], [null, true]);
    assert.partialDeepStrictEqual(receipt, { state: 'refused', reason: 'HTTP_410', attempts: 1 });
    const send = () => testApi.ask('POST', `/v1/deliveries/${WEEK}/${id}/send`, { caller: NORTH });
    const secondAnswer = await send();
    assert.deepEqual([secondAnswer.status, secondAnswer.body['state']], [202, 'sending']);
    assert.equal(testApi.sent.jobs.length, 1);
    const twice = await send();
    assert.deepEqual([twice.status, twice.body['code']], [422, 'DELIVERY_STATE']);
  });

  it('are sent again at most three times a day to a receiver', async () => {
    const { testApi, id } = await refused();
    const statuses: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const path = `/v1/deliveries/${WEEK}/${id}/send`;
      const { status, headers } = await testApi.ask('POST', path, { caller: NORTH });
      statuses.push(status);
      if (status === 429) assert.match(headers.get('retry-after') ?? '', /^\d+$/);
      const [job] = testApi.sent.jobs.splice(0);
      if (job !== undefined) await processDelivery(requireDelivery(testApi.api), job);
    }
    assert.deepEqual(statuses, [202, 202, 202, 429, 429]);
  });

  it('need a week', async () => {
    const testApi = createApi();
    for (const query of ['', '?week=', '?week=2026-W54', `?week=${WEEK}&week=${WEEK}`]) {
      const { status } = await testApi.ask('GET', `/v1/deliveries${query}`);
      assert.ok(status === 400 || status === 422, query);
    }
    const { status } = await testApi.ask(
      'POST',
      `/v1/deliveries/2026-W54/21-${'0'.repeat(20)}/send`,
    );
    assert.equal(status, 422);
  });
});

describe('an API without delivery', () => {
  it('says so on every route of subscriptions, and shows the pages of invalid links', async () => {
    const testApi = createApi();
    const routes = createReportsApi({ ...testApi.api, delivery: null });
    const ask = (method: string, path: string, body?: object) =>
      routes.fetch(
        new Request(`http://host.example${path}`, {
          method,
          ...(body === undefined
            ? {}
            : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        }),
        { caller: WHOLE_COMPANY },
      );
    const id = `21-${'0'.repeat(20)}`;
    for (const response of [
      await ask('GET', PATH),
      await ask('POST', PATH, mail),
      await ask('PATCH', `${PATH}/${id}`, {}),
      await ask('DELETE', `${PATH}/${id}`),
      await ask('POST', `${PATH}/${id}/test`),
      await ask('GET', `${PATH}/${id}/preview`),
      await ask('GET', `/v1/deliveries?week=${WEEK}`),
      await ask('POST', `/v1/deliveries/${WEEK}/${id}/send`),
    ]) {
      assert.equal(response.status, 404);
      assert.match(await response.text(), /"DELIVERY_NOT_CONFIGURED"/);
    }
    for (const path of ['/subscriptions/confirm/x', '/subscriptions/unsubscribe/x']) {
      for (const method of ['GET', 'POST']) assert.equal((await ask(method, path)).status, 403);
    }
  });
});

function dataIn({ body }: TestResponse): readonly Readonly<Record<string, unknown>>[] {
  const { data } = body;
  assert.ok(Array.isArray(data));
  return data.map((item: unknown) =>
    typeof item === 'object' && item !== null ? { ...item } : {},
  );
}

function addressesIn(answer: TestResponse | undefined): readonly unknown[] {
  assert.ok(answer !== undefined);
  return dataIn(answer).map(({ address, isMine }) => [address, isMine]);
}
