// The cache of small objects: a listed version is read once while it fits.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Failure } from '../../../lib/shared/failure.ts';
import { createObjectCache, readByFolder } from '../../../lib/reports/object-cache.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { encodeText, PLAIN_TEXT, storedVersion } from '../../support/object-store-contract.ts';

/** The size of three objects of one letter. */
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
  const readKeys: string[] = [];
  for (const key of keys) await store.create(key, encodeText(key), PLAIN_TEXT);
  const cache = createObjectCache(
    {
      read: (key) => {
        readKeys.push(key);
        return store.read(key);
      },
    },
    letters,
    null,
    most,
  );
  const listVersions = async (): Promise<ReadonlyMap<string, string>> =>
    new Map((await store.entries('')).map(({ key, version }) => [key, version]));
  return {
    store,
    cache,
    listed: listVersions,
    put: async (key: string, text: string): Promise<void> => {
      await store.replace(key, encodeText(text), await storedVersion(store, key), PLAIN_TEXT);
    },
    /** Reads keys after a listing; returns the values and the keys that were read from the store. */
    readListed: async (...requestedKeys: readonly string[]) => {
      readKeys.length = 0;
      const objects = await cache.read(requestedKeys, await listVersions());
      const values = Object.fromEntries([...objects].map(([key, { value }]) => [key, value]));
      return { values, readKeys: [...readKeys] };
    },
  };
}

describe('createObjectCache', () => {
  it('reads an object again only in another version', async () => {
    const { cache, put, readListed } = await setUp(['a', 'b']);
    assert.deepEqual(await readListed('a', 'b'), {
      values: { a: 'a', b: 'b' },
      readKeys: ['a', 'b'],
    });
    assert.deepEqual(await readListed('a', 'b'), { values: { a: 'a', b: 'b' }, readKeys: [] });
    await put('b', 'c');
    assert.deepEqual(await readListed('a', 'b'), { values: { a: 'a', b: 'c' }, readKeys: ['b'] });
    assert.equal(cache.count(['a', 'b', 'absent']), 2);
  });

  it('reads objects each time without a listing, and caches them for a later listing', async () => {
    const { store, cache, put, readListed } = await setUp(['a']);
    await cache.read(['a', 'absent'], null);
    await put('a', 'b');
    const objects = await cache.read(['a', 'absent'], null);
    assert.deepEqual([...objects], [['a', { ...objects.get('a'), value: 'b' }]]);
    assert.equal(objects.get('a')?.version, await storedVersion(store, 'a'));
    assert.deepEqual(await readListed('a'), { values: { a: 'b' }, readKeys: [] });
  });

  it('omits objects that the listing lacks or that are removed before the read', async () => {
    const { store, cache, listed, put, readListed } = await setUp(['a', 'b']);
    await readListed('a', 'b');
    await store.remove('a');
    assert.deepEqual(await readListed('a', 'b'), { values: { b: 'b' }, readKeys: [] });
    await put('b', 'c');
    const versions = await listed();
    await store.remove('b');
    assert.deepEqual([...(await cache.read(['b'], versions))], []);
    assert.equal(cache.count(['b']), 0);
  });

  it('caches a damaged object until there is another version', async () => {
    const { put, readListed } = await setUp(['a']);
    await put('a', '?');
    assert.deepEqual(await readListed('a'), { values: { a: null }, readKeys: ['a', 'a'] });
    assert.deepEqual(await readListed('a'), { values: { a: null }, readKeys: [] });
    await put('a', 'b');
    assert.deepEqual(await readListed('a'), { values: { a: 'b' }, readKeys: ['a'] });
  });

  it('evicts the least recently used object when it is full', async () => {
    const { readListed } = await setUp(['a', 'b', 'c', 'd'], THREE);
    await readListed('a', 'b', 'c');
    await readListed('a');
    assert.deepEqual((await readListed('d')).readKeys, ['d']);
    assert.deepEqual((await readListed('c', 'a', 'd')).readKeys, []);
    assert.deepEqual((await readListed('b')).readKeys, ['b']);
  });

  it('returns cached objects although not all of them fit', async () => {
    const { readListed } = await setUp(['a', 'b', 'c', 'd', 'e'], THREE);
    await readListed('a', 'b', 'c', 'd', 'e');
    for (let times = 0; times < 3; times += 1) {
      const { readKeys, values } = await readListed('a', 'b', 'c', 'd', 'e');
      assert.equal(readKeys.length, 2);
      assert.equal(Object.keys(values).length, 5);
    }
  });

  it('counts only the current version of an object towards its size', async () => {
    const { put, readListed } = await setUp(['a', 'b', 'c'], THREE);
    await readListed('a', 'b', 'c');
    for (const text of ['d', 'e', 'f']) {
      await put('a', text);
      assert.deepEqual((await readListed('a', 'b', 'c')).readKeys, ['a']);
    }
  });

  it('readByFolder returns objects by folder', async () => {
    const { cache, listed } = await setUp(['k1', 'k2']);
    const listedVersions = Array.from(
      await listed(),
      ([key, version]) => [Number(key.slice(1)), version] as const,
    );
    for (const versions of [new Map(listedVersions), null]) {
      const objects = await readByFolder(cache, [2, 1, 3], (folder) => `k${folder}`, versions);
      assert.deepEqual(
        Array.from(objects, ([folder, { value }]) => [folder, value]),
        [
          [2, 'k2'],
          [1, 'k1'],
        ],
      );
    }
  });
});
