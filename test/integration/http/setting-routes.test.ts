// Routes about accepted levels, numbers of responses and closures, and about targets. access-model.test.ts checks who may
// use them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ACCEPTED_KEY, TARGETS_KEY } from '../../../lib/reports/report-settings.ts';
import type { TestResponse } from '../../support/http/reports-api-context.ts';
import { createTestApiOn, folder } from '../../support/http/reports-api-context.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { encodeText, PLAIN_TEXT } from '../../support/object-store-contract.ts';

const AT = '2026-11-20T10:00:00.000Z';
const CALLER = { folders: [2], id: 'a1b2c3' } as const;

/** Root 1 → 2 with survey 20, 3 with survey 30. */
function openApi() {
  const store = memoryStore();
  const testApi = createTestApiOn(store);
  testApi.now = Date.parse(AT);
  testApi.root = folder(1, 'Acme', [folder(2, 'North'), folder(3, 'South')]);
  const post = (path: string, body: object, caller: object = CALLER): Promise<TestResponse> =>
    testApi.ask('POST', path, { body, caller: { folders: [2], ...caller } });
  const list = async (path: string): Promise<unknown> =>
    (await testApi.ask('GET', path, { caller: CALLER })).body['data'];
  return { testApi, store, post, list };
}

const LEVEL = { folder: 2, survey: 20, kind: 'level', week: '2026-W45' } as const;
const TARGET = { folder: 2, indexType: 'HAPPY', feedbackScale: 'FOUR', value: 80 } as const;

describe('/v1/accepted', () => {
  it('accepts once, lists with who and when, and removes', async () => {
    const { testApi, post, list } = openApi();
    const first = await post('/v1/accepted', LEVEL);
    const entry = { id: '2-20-level-2026-W45', ...LEVEL, by: 'a1b2c3', at: AT };
    assert.deepEqual([first.status, first.body], [201, entry]);
    testApi.now += 1000;
    const again = await post('/v1/accepted', LEVEL, { id: 'other' });
    assert.deepEqual([again.status, again.body], [200, entry]);
    assert.deepEqual(await list('/v1/accepted'), [entry]);
    assert.deepEqual(await list('/v1/accepted?folder=3'), []);
    const remove = (): Promise<TestResponse> =>
      testApi.ask('DELETE', `/v1/accepted/${entry.id}`, { caller: CALLER });
    assert.equal((await remove()).status, 204);
    assert.equal((await remove()).body['code'], 'SETTING_NOT_FOUND');
    assert.deepEqual(await list('/v1/accepted'), []);
  });

  it('takes the folder’s own level and the last settled week where they are not given', async () => {
    const { post } = openApi();
    const { body } = await post('/v1/accepted', { folder: 2, kind: 'level' });
    assert.deepEqual([body['id'], body['survey']], ['2-folder-level-2026-W46', null]);
  });

  for (const [change, status, code] of [
    [{ folder: 4 }, 404, 'FOLDER_NOT_FOUND'],
    [{ folder: 3 }, 404, 'FOLDER_NOT_FOUND'],
    [{ folder: 0 }, 400, 'FOLDER_KEY_INVALID'],
    [{ survey: 30 }, 404, 'SURVEY_NOT_FOUND'],
    [{ survey: '20' }, 400, 'FIELD_INVALID'],
    [{ survey: null, kind: 'closed' }, 400, 'FIELD_INVALID'],
    [{ kind: 'open' }, 400, 'FIELD_INVALID'],
    [{ week: '2026-W60' }, 422, 'WEEK_INVALID'],
    [{ week: '2026-W47' }, 422, 'WEEK_NOT_CLOSED'],
    [{ by: 'anna@example.com' }, 400, 'FIELD_UNKNOWN'],
  ] as const) {
    it(`refuses ${JSON.stringify(change)} with ${code}`, async () => {
      const { store, post } = openApi();
      const response = await post('/v1/accepted', { ...LEVEL, ...change });
      assert.deepEqual([response.status, response.body['code']], [status, code]);
      assert.equal(store.objects.has(ACCEPTED_KEY), false);
    });
  }
});

describe('/v1/targets', () => {
  it('sets a target, replaces its value, lists and removes it', async () => {
    const { testApi, post, list } = openApi();
    const entry = { id: '2-HAPPY-FOUR', ...TARGET, by: 'a1b2c3', at: AT };
    const first = await post('/v1/targets', TARGET);
    assert.deepEqual([first.status, first.body], [201, entry]);
    assert.equal((await post('/v1/targets', TARGET)).status, 200);
    const changed = await post('/v1/targets', { ...TARGET, value: 75 }, { id: 'other' });
    assert.deepEqual([changed.status, changed.body['value']], [201, 75]);
    assert.deepEqual(await list('/v1/targets'), [{ ...entry, value: 75, by: 'other' }]);
    const removed = await testApi.ask('DELETE', '/v1/targets/2-HAPPY-FOUR', { caller: CALLER });
    assert.equal(removed.status, 204);
    assert.deepEqual(await list('/v1/targets'), []);
  });

  for (const [indexType, feedbackScale, least, most] of [
    ['HAPPY', 'FOUR', 0, 100],
    ['AVERAGE', 'FIVE', 1, 5],
    ['NPS', 'FIVE_REVERSED', -100, 100],
  ] as const) {
    it(`takes values of ${indexType}, ${feedbackScale} from ${least} to ${most}`, async () => {
      const { post } = openApi();
      for (const [value, status] of [
        [least, 201],
        [most, 201],
        [least - 0.1, 400],
        [most + 0.1, 400],
      ] as const) {
        const { status: answered } = await post('/v1/targets', {
          ...{ folder: 2, indexType, feedbackScale, value },
        });
        assert.equal(answered, status, String(value));
      }
    });
  }

  for (const change of [{ indexType: 'MEDIAN' }, { feedbackScale: 'SIX' }, { value: '80' }]) {
    it(`refuses ${JSON.stringify(change)}`, async () => {
      const { post } = openApi();
      const { status, body } = await post('/v1/targets', { ...TARGET, ...change });
      assert.deepEqual([status, body['code']], [400, 'FIELD_INVALID']);
    });
  }
});

describe('settings over HTTP', () => {
  it('are limited for a folder, without counting requests for folders that are not visible', async () => {
    const { testApi, post } = openApi();
    for (let i = 0; i < 100; i += 1) {
      assert.equal((await post('/v1/targets', { ...TARGET, folder: 3 })).status, 404);
      assert.notEqual((await post('/v1/targets', TARGET)).status, 429);
    }
    const refused = await post('/v1/accepted', LEVEL, { id: 'other' });
    assert.deepEqual([refused.status, refused.body['code']], [429, 'TOO_MANY_SETTINGS']);
    assert.match(refused.headers.get('Retry-After') ?? '', /^\d+$/);
    testApi.now += 3_600_001;
    assert.equal((await post('/v1/accepted', LEVEL)).status, 201);
  });

  it('answer SETTINGS_UNREADABLE for a damaged list, without its key, and leave it as it is', async () => {
    const { testApi, store, post } = openApi();
    for (const key of [ACCEPTED_KEY, TARGETS_KEY]) {
      await store.create(key, encodeText('{'), PLAIN_TEXT);
    }
    const responses = [
      await post('/v1/accepted', LEVEL),
      await post('/v1/targets', TARGET),
      await testApi.ask('GET', '/v1/accepted', { caller: CALLER }),
      await testApi.ask('GET', '/v1/targets', { caller: CALLER }),
      await testApi.ask('DELETE', '/v1/targets/2-HAPPY-FOUR', { caller: CALLER }),
    ];
    for (const { status, body, text } of responses) {
      assert.deepEqual([status, body['code']], [500, 'SETTINGS_UNREADABLE']);
      assert.ok(!text.includes('settings/'), text);
    }
    assert.deepEqual(store.objects.get(ACCEPTED_KEY), encodeText('{'));
  });

  it('are told from ids that name no entry', async () => {
    const { testApi } = openApi();
    for (const id of ['x', '2', '2-x', '3-HAPPY-FOUR', '99999999999999999-HAPPY-FOUR']) {
      for (const path of ['/v1/accepted', '/v1/targets']) {
        const { status, body } = await testApi.ask('DELETE', `${path}/${id}`, { caller: CALLER });
        assert.deepEqual([status, body['code']], [404, 'SETTING_NOT_FOUND'], id);
      }
    }
  });
});
