// Routes about the owners and notes of places. access-model.test.ts checks who may use them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlaceNotesBody } from '../../../lib/http/note-responses.ts';
import { notesKey } from '../../../lib/reports/place-notes.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { TestResponse } from '../../support/http/reports-api-context.ts';
import { createTestApiOn, folder } from '../../support/http/reports-api-context.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { encodeText, PLAIN_TEXT } from '../../support/object-store-contract.ts';

const AT = '2026-11-20T10:00:00.000Z';
const ANNA = { folders: [2], id: 'a1b2c3' } as const;
const BEN = { folders: [2], id: 'd4e5f6' } as const;
const WHOLE = { folders: [1], id: 'whole' } as const;
const NOTE = { folder: 2, name: 'Anna', text: 'Two lanes closed' } as const;

/** Root 1 → 2 → 21; 3. */
function openApi() {
  const store = memoryStore();
  const testApi = createTestApiOn(store);
  testApi.now = Date.parse(AT);
  testApi.root = folder(1, 'Acme', [folder(2, 'North', [folder(21, 'Store')]), folder(3, 'South')]);
  const add = (body: object = {}, caller: object = ANNA): Promise<TestResponse> =>
    testApi.ask('POST', '/v1/notes', {
      body: { ...NOTE, ...body },
      caller: { folders: [2], ...caller },
    });
  const take = (key: number, body: object, caller: object = ANNA): Promise<TestResponse> =>
    testApi.ask('PUT', `/v1/owners/${key}`, { body, caller: { folders: [2], ...caller } });
  const remove = (path: string, caller: object = ANNA): Promise<TestResponse> =>
    testApi.ask('DELETE', path, { caller: { folders: [2], ...caller } });
  const list = async (query = '', caller: object = ANNA): Promise<unknown> =>
    (await testApi.ask('GET', `/v1/notes${query}`, { caller: { folders: [2], ...caller } })).body[
      'data'
    ];
  return { testApi, store, add, take, remove, list };
}

const idOf = ({ body }: TestResponse): string => String(body['id']);

describe('/v1/notes', () => {
  it('writes a note once, lists it with who and when, and removes it', async () => {
    const { testApi, add, remove, list } = openApi();
    const first = await add();
    const id = idOf(first);
    assert.match(id, /^2-[0-9a-f]{24}$/);
    const entry = {
      ...{ id, by: 'a1b2c3', name: 'Anna', week: '2026-W46', text: 'Two lanes closed' },
      ...{ at: AT, canRemove: true },
    };
    assert.deepEqual([first.status, first.body], [201, entry]);
    testApi.now += 1000;
    const again = await add();
    assert.deepEqual([again.status, again.body], [200, entry]);
    assert.deepEqual(await list(), [{ folder: 2, owner: null, notes: [entry] }]);
    assert.equal((await remove(`/v1/notes/${id}`)).status, 204);
    const missing = await remove(`/v1/notes/${id}`);
    assert.deepEqual([missing.status, missing.body['code']], [404, 'SETTING_NOT_FOUND']);
    assert.deepEqual(await list(), []);
  });

  it('lists a place with everything below it, or all that the caller sees', async () => {
    const { add, take, list } = openApi();
    await add();
    await take(21, { name: 'Ben' }, BEN);
    await add({ folder: 3 }, WHOLE);
    const foldersIn = async (query: string, caller: object = WHOLE): Promise<unknown> => {
      const data = await list(query, caller);
      assert.ok(Array.isArray(data));
      return data.map((entry: { readonly folder: number }) => entry.folder);
    };
    assert.deepEqual(await foldersIn(''), [2, 3, 21]);
    assert.deepEqual(await foldersIn('', ANNA), [2, 21]);
    assert.deepEqual(await foldersIn('?below=1'), [2, 3, 21]);
    assert.deepEqual(await foldersIn('?below=2', ANNA), [2, 21]);
    assert.deepEqual(await foldersIn('?below=21', ANNA), [21]);
    assert.deepEqual(await foldersIn('?below=3'), [3]);
  });

  it('still lists the notes of a folder that the company no longer has', async () => {
    const { testApi, add, list } = openApi();
    await add({ folder: 3 }, WHOLE);
    testApi.root = folder(1, 'Acme', [folder(2, 'North')]);
    testApi.now += 600_000;
    const notes = await list('?below=3', { folders: null });
    assert.deepEqual(notes, await list('', { folders: null }));
    assert.equal(JSON.stringify(notes).includes('"folder":3'), true);
  });

  it('answers 404 for a folder that the caller doesn’t see', async () => {
    const { testApi } = openApi();
    for (const below of [1, 3, 77]) {
      const { status, body } = await testApi.ask('GET', `/v1/notes?below=${below}`, {
        caller: ANNA,
      });
      assert.deepEqual([status, body['code']], [404, 'FOLDER_NOT_FOUND']);
    }
  });

  it('lists notes while the reporting API can’t be read: of given folders, and of the whole company by the newest plan', async () => {
    const { testApi, add, take, list } = openApi();
    await testApi.plan('2026-W46', [
      [1, null],
      [2, 1],
      [21, 2],
      [3, 1],
    ]);
    const id = idOf(await add());
    await take(21, { name: 'Ben' }, BEN);
    await add({ folder: 3 }, WHOLE);
    testApi.upstream = new Failure('UPSTREAM_UNREACHABLE');
    testApi.now += 600_000;
    const listed = async (query: string, caller: object): Promise<unknown> => {
      const data = await list(query, caller);
      if (!Array.isArray(data)) return data;
      return data.map(({ folder: key, owner, notes }: PlaceNotesBody) => [
        key,
        ...[owner ?? [], notes].flat().map(({ canRemove }) => canRemove),
      ]);
    };
    const company = { folders: null };
    assert.deepEqual(await listed('', company), [
      [2, true],
      [3, true],
      [21, true],
    ]);
    assert.deepEqual(await listed('?below=2', company), [
      [2, true],
      [21, true],
    ]);
    for (const query of ['', '?below=2']) {
      assert.deepEqual(await listed(query, ANNA), [[2, true]]);
      assert.deepEqual(await listed(query, BEN), [[2, false]]);
    }
    const ask = async (method: string, path: string, body?: object) =>
      (await testApi.ask(method, path, { caller: ANNA, body })).status;
    assert.deepEqual(
      [
        await ask('GET', '/v1/notes?below=21'),
        await ask('POST', '/v1/notes', NOTE),
        await ask('PUT', '/v1/owners/2', { name: 'Anna' }),
        await ask('DELETE', `/v1/notes/${id}`),
      ],
      [503, 503, 503, 503],
    );
  });

  it('keeps one cleaned line of what is written', async () => {
    const { add } = openApi();
    const { body } = await add({
      name: ' Anna\u202e\u0007 ',
      text: '  Two\r\nlanes\u0000 \u2066closed\u2069\t',
    });
    assert.deepEqual([body['name'], body['text']], ['Anna', 'Two lanes closed']);
  });

  for (const [limit, field] of [
    [500, 'text'],
    [60, 'name'],
  ] as const) {
    it(`takes a ${field} of 1 to ${limit} characters`, async () => {
      const { add } = openApi();
      for (const [text, status] of [
        ['x', 201],
        ['x'.repeat(limit), 201],
        ['🙂'.repeat(limit), 201],
        [`${'y'.repeat(limit)} \n`, 201],
        ['x'.repeat(limit + 1), 400],
        [`${'x '.repeat(limit / 2)}yz`, 400],
        [' \u200b\n', 400],
        ['', 400],
      ] as const) {
        const response = await add({ [field]: text });
        assert.equal(response.status, status, `${text.length} ${text.slice(0, 3)}`);
        if (status === 400) assert.equal(response.body['code'], 'FIELD_INVALID');
        if (text.length > 3) assert.ok(status === 201 || !response.text.includes(text.slice(0, 9)));
      }
    });
  }

  for (const [change, status, code] of [
    [{ folder: 4 }, 404, 'FOLDER_NOT_FOUND'],
    [{ folder: 3 }, 404, 'FOLDER_NOT_FOUND'],
    [{ folder: 0 }, 400, 'FOLDER_KEY_INVALID'],
    [{ text: 7 }, 400, 'FIELD_INVALID'],
    [{ name: null }, 400, 'FIELD_INVALID'],
    [{ week: '2026-W60' }, 422, 'WEEK_INVALID'],
    [{ week: '2026-W47' }, 422, 'WEEK_NOT_CLOSED'],
    [{ by: 'anna@example.com' }, 400, 'FIELD_UNKNOWN'],
  ] as const) {
    it(`refuses ${JSON.stringify(change)} with ${code}`, async () => {
      const { store, add } = openApi();
      const response = await add(change);
      assert.deepEqual([response.status, response.body['code']], [status, code]);
      assert.equal(store.objects.has(notesKey(2)), false);
      assert.ok(!response.text.includes('Two lanes'));
    });
  }
});

describe('/v1/owners', () => {
  it('sets and replaces the owner of a place, and removes it', async () => {
    const { testApi, take, remove, list } = openApi();
    const owner = {
      ...{ by: 'a1b2c3', name: 'Anna', week: '2026-W46', since: AT, canRemove: true },
    };
    const first = await take(2, { name: 'Anna' });
    assert.deepEqual([first.status, first.body], [201, owner]);
    testApi.now += 1000;
    const again = await take(2, { name: 'Anna' });
    assert.deepEqual([again.status, again.body], [200, owner]);
    const other = await take(2, { name: 'Ben', week: '2026-W45' }, BEN);
    const since = '2026-11-20T10:00:01.000Z';
    assert.deepEqual(
      [other.status, other.body],
      [201, { by: 'd4e5f6', name: 'Ben', week: '2026-W45', since, canRemove: true }],
    );
    assert.deepEqual(await list(), [
      { folder: 2, owner: { ...other.body, canRemove: false }, notes: [] },
    ]);
    assert.equal((await remove('/v1/owners/2', BEN)).status, 204);
    const missing = await remove('/v1/owners/2', BEN);
    assert.deepEqual([missing.status, missing.body['code']], [404, 'SETTING_NOT_FOUND']);
    assert.deepEqual(await list(), []);
  });

  it('answers 404 for a folder that the caller doesn’t see, or that does not exist', async () => {
    const { take, remove } = openApi();
    for (const key of [1, 3, 77]) {
      for (const response of [
        await take(key, { name: 'Anna' }),
        await remove(`/v1/owners/${key}`),
      ]) {
        assert.deepEqual([response.status, response.body['code']], [404, 'FOLDER_NOT_FOUND']);
      }
    }
    const whole = await take(77, { name: 'Anna' }, WHOLE);
    assert.deepEqual([whole.status, whole.body['code']], [404, 'FOLDER_NOT_FOUND']);
  });
});

describe('what another has written', () => {
  for (const [who, caller] of [
    ['a caller of the root', WHOLE],
    ['a caller without limits', { folders: null, id: 'local' }],
  ] as const) {
    it(`is removed by ${who}, who is told so`, async () => {
      const { add, take, remove, list } = openApi();
      const id = idOf(await add());
      await take(2, { name: 'Anna' });
      const listed = JSON.stringify(await list('', caller));
      assert.deepEqual(listed.match(/"canRemove":\w+/g), Array(2).fill('"canRemove":true'));
      assert.equal((await remove(`/v1/notes/${id}`, caller)).status, 204);
      assert.equal((await remove('/v1/owners/2', caller)).status, 204);
    });
  }

  it('is not removed by one who sees a part of the company, who is told so', async () => {
    const { add, take, remove, list } = openApi();
    const id = idOf(await add());
    await take(2, { name: 'Anna' });
    const listed = JSON.stringify(await list('', BEN));
    assert.deepEqual(listed.match(/"canRemove":\w+/g), Array(2).fill('"canRemove":false'));
    for (const path of [`/v1/notes/${id}`, '/v1/owners/2']) {
      const { status, body, text } = await remove(path, BEN);
      assert.deepEqual([status, body['code']], [403, 'NOTE_OF_ANOTHER']);
      assert.ok(!text.includes('Anna') && !text.includes('lanes'), text);
    }
    assert.equal(JSON.stringify(await list()).includes('Two lanes closed'), true);
  });
});

describe('notes over HTTP', () => {
  it('are limited for a folder like other settings', async () => {
    const { testApi, add, take } = openApi();
    for (let i = 0; i < 50; i += 1) {
      assert.equal((await add({ folder: 3 })).status, 404);
      assert.equal((await add()).status, i === 0 ? 201 : 200);
      assert.notEqual((await take(2, { name: 'Anna' })).status, 429);
    }
    for (const response of [await add({}, BEN), await take(2, { name: 'Ben' }, BEN)]) {
      assert.deepEqual([response.status, response.body['code']], [429, 'TOO_MANY_SETTINGS']);
      assert.match(response.headers.get('Retry-After') ?? '', /^\d+$/);
    }
    testApi.now += 3_600_001;
    assert.equal((await add({}, BEN)).status, 201);
  });

  it('are at most 20 of a place: another one is refused, which says how to add it', async () => {
    const { add, list } = openApi();
    for (let i = 0; i < 20; i += 1) {
      assert.equal((await add({ text: `Note ${i}` })).status, 201);
    }
    const before = await list();
    const { status, body } = await add({}, BEN);
    assert.deepEqual([status, body['code']], [422, 'NOTES_FULL']);
    assert.match(String(body['detail']), /20 notes.*remove one/);
    assert.deepEqual(await list(), before);
  });

  it('answer SETTINGS_UNREADABLE for a damaged list, without its key, and leave it as it is', async () => {
    const { testApi, store, add, take, remove } = openApi();
    const key = notesKey(2);
    await store.create(key, encodeText('{'), PLAIN_TEXT);
    for (const { status, body, text } of [
      await add(),
      await take(2, { name: 'Anna' }),
      await remove('/v1/notes/2-x'),
      await remove('/v1/owners/2'),
      await testApi.ask('GET', '/v1/notes?below=2', { caller: ANNA }),
    ]) {
      assert.deepEqual([status, body['code']], [500, 'SETTINGS_UNREADABLE']);
      assert.ok(!text.includes('settings/'), text);
    }
    assert.deepEqual(store.objects.get(key), encodeText('{'));
  });

  it('answer 404 where they are switched off', async () => {
    const store = memoryStore();
    const testApi = createTestApiOn(store, { notes: false });
    for (const [method, path, body] of [
      ['GET', '/v1/notes'],
      ['POST', '/v1/notes', { ...NOTE, folder: 21 }],
      ['DELETE', '/v1/notes/21-x'],
      ['PUT', '/v1/owners/21', { name: 'Anna' }],
      ['DELETE', '/v1/owners/21'],
    ] as const) {
      const response = await testApi.ask(method, path, { ...(body === undefined ? {} : { body }) });
      assert.deepEqual([response.status, response.body['code']], [404, 'NOTES_OFF'], path);
    }
  });

  it('change nothing by GET', async () => {
    const { testApi, store, list } = openApi();
    await list();
    await testApi.ask('GET', '/v1/notes?below=2', { caller: ANNA });
    assert.equal(store.objects.size, 0);
  });
});
