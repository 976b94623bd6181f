// The cache of small objects: a listed version is read once while it fits.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Failure } from '../../../lib/shared/failure.ts';
import { createObjectCache, readByFolder } from '../../../lib/reports/object-cache.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { bytesOf, PLAIN, versionIn } from '../../support/object-store-contract.ts';

/** Room for three objects of one letter. */
const THREE = 3 * 1025;

const letters = {
  decode(bytes: Uint8Array): string {
    const text = new TextDecoder().decode(bytes);
    if (text === '?') throw new Failure('REPORT_DAMAGED');
    return text;
  },
};

async function setUp(keys: readonly string[], most?: number) {
  const store = memoryStore();
  const read: string[] = [];
  for (const key of keys) await store.create(key, bytesOf(key), PLAIN);
  const known = createObjectCache(
    {
      read: (key) => {
        read.push(key);
        return store.read(key);
      },
    },
    letters,
    most,
  );
  const listed = async (): Promise<ReadonlyMap<string, string>> =>
    new Map((await store.entries('')).map(({ key, version }) => [key, version]));
  return {
    store,
    known,
    listed,
    put: async (key: string, text: string): Promise<void> => {
      await store.replace(key, bytesOf(text), await versionIn(store, key), PLAIN);
    },
    /** What is found after a listing, and what was read for it. */
    ask: async (...some: readonly string[]) => {
      read.length = 0;
      const found = await known.read(some, await listed());
      const values = Object.fromEntries([...found].map(([key, { value }]) => [key, value]));
      return { values, read: [...read] };
    },
  };
}

describe('createObjectCache', () => {
  it('reads an object again only in another version', async () => {
    const { known, put, ask } = await setUp(['a', 'b']);
    assert.deepEqual(await ask('a', 'b'), { values: { a: 'a', b: 'b' }, read: ['a', 'b'] });
    assert.deepEqual(await ask('a', 'b'), { values: { a: 'a', b: 'b' }, read: [] });
    await put('b', 'c');
    assert.deepEqual(await ask('a', 'b'), { values: { a: 'a', b: 'c' }, read: ['b'] });
    assert.equal(known.count(['a', 'b', 'absent']), 2);
  });

  it('reads objects each time without a listing, and caches them for a later listing', async () => {
    const { store, known, put, ask } = await setUp(['a']);
    await known.read(['a', 'absent'], null);
    await put('a', 'b');
    const found = await known.read(['a', 'absent'], null);
    assert.deepEqual([...found], [['a', { ...found.get('a'), value: 'b' }]]);
    assert.equal(found.get('a')?.version, await versionIn(store, 'a'));
    assert.deepEqual(await ask('a'), { values: { a: 'b' }, read: [] });
  });

  it('omits objects that the listing lacks or that are removed before the read', async () => {
    const { store, known, listed, put, ask } = await setUp(['a', 'b']);
    await ask('a', 'b');
    await store.remove('a');
    assert.deepEqual(await ask('a', 'b'), { values: { b: 'b' }, read: [] });
    await put('b', 'c');
    const versions = await listed();
    await store.remove('b');
    assert.deepEqual([...(await known.read(['b'], versions))], []);
    assert.equal(known.count(['b']), 0);
  });

  it('caches a damaged object until there is another version', async () => {
    const { put, ask } = await setUp(['a']);
    await put('a', '?');
    assert.deepEqual(await ask('a'), { values: { a: null }, read: ['a', 'a'] });
    assert.deepEqual(await ask('a'), { values: { a: null }, read: [] });
    await put('a', 'b');
    assert.deepEqual(await ask('a'), { values: { a: 'b' }, read: ['a'] });
  });

  it('evicts the least recently used object when it is full', async () => {
    const { ask } = await setUp(['a', 'b', 'c', 'd'], THREE);
    await ask('a', 'b', 'c');
    await ask('a');
    assert.deepEqual((await ask('d')).read, ['d']);
    assert.deepEqual((await ask('c', 'a', 'd')).read, []);
    assert.deepEqual((await ask('b')).read, ['b']);
  });

  it('returns cached objects although not all of them fit', async () => {
    const { ask } = await setUp(['a', 'b', 'c', 'd', 'e'], THREE);
    await ask('a', 'b', 'c', 'd', 'e');
    for (let times = 0; times < 3; times += 1) {
      const { read, values } = await ask('a', 'b', 'c', 'd', 'e');
      assert.equal(read.length, 2);
      assert.equal(Object.keys(values).length, 5);
    }
  });

  it('counts only the current version of an object towards its size', async () => {
    const { put, ask } = await setUp(['a', 'b', 'c'], THREE);
    await ask('a', 'b', 'c');
    for (const text of ['d', 'e', 'f']) {
      await put('a', text);
      assert.deepEqual((await ask('a', 'b', 'c')).read, ['a']);
    }
  });

  it('readByFolder returns converted objects by folder', async () => {
    const { known, listed } = await setUp(['k1', 'k2']);
    const wanted = { folders: [2, 1, 3], keyOf: (folder: number) => `k${folder}` };
    for (const versions of [await listed(), null]) {
      const found = await readByFolder(known, { ...wanted, versions }, ({ value }) => ({ value }));
      assert.deepEqual(
        [...found],
        [
          [2, { value: 'k2' }],
          [1, { value: 'k1' }],
        ],
      );
    }
  });
});
