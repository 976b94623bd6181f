// The contract tests of every object store: each adapter's test file calls `objectStoreContract` with its store.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from './property-settings.ts';
import type { ObjectStore } from '../../lib/ports/object-store.ts';

export interface OpenedStore {
  /** An empty store that no other test sees. */
  readonly store: ObjectStore;
  readonly close: () => Promise<void>;
}

export const PLAIN_TEXT = { contentType: 'text/plain' } as const;

export function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The text of an object; null when it does not exist. */
export async function readText(store: ObjectStore, key: string): Promise<string | null> {
  const object = await store.read(key);
  return object === null ? null : new TextDecoder().decode(object.bytes);
}

export async function storedVersion(store: ObjectStore, key: string): Promise<string> {
  const object = await store.read(key);
  assert(object !== null, `${key} is there`);
  return object.version;
}

export function objectStoreContract(name: string, open: () => Promise<OpenedStore>): void {
  const contractTest = (title: string, test: (store: ObjectStore) => Promise<void>): void => {
    it(title, async () => {
      const { store, close } = await open();
      try {
        await test(store);
      } finally {
        await close();
      }
    });
  };

  describe(`${name}: one writer`, () => {
    contractTest('reads null and lists nothing before the first write', async (store) => {
      assert.equal(await store.read('a/b'), null);
      assert.deepEqual(await store.children('a/'), []);
      assert.equal(await store.replace('a/b', encodeText('x'), 'no version', PLAIN_TEXT), false);
      assert.equal(await store.read('a/b'), null);
    });

    contractTest('creates an object only when it does not exist', async (store) => {
      assert.equal(await store.create('a/b', encodeText('first'), PLAIN_TEXT), true);
      assert.equal(await store.create('a/b', encodeText('second'), PLAIN_TEXT), false);
      assert.equal(await readText(store, 'a/b'), 'first');
    });

    contractTest('replaces only the version that was read', async (store) => {
      await store.create('a', encodeText('1'), PLAIN_TEXT);
      const firstVersion = await storedVersion(store, 'a');
      assert.equal(await store.replace('a', encodeText('2'), firstVersion, PLAIN_TEXT), true);
      assert.notEqual(await storedVersion(store, 'a'), firstVersion);
      assert.equal(await store.replace('a', encodeText('3'), firstVersion, PLAIN_TEXT), false);
      assert.equal(await store.replace('a', encodeText('3'), '', PLAIN_TEXT), false);
      assert.equal(await readText(store, 'a'), '2');
      assert.equal(await store.create('a', encodeText('4'), PLAIN_TEXT), false);
    });

    contractTest('returns the version of an object as reading it does', async (store) => {
      const { readVersion } = store;
      if (readVersion === undefined) return;
      assert.equal(await readVersion('a'), null);
      await store.create('a', encodeText('1'), PLAIN_TEXT);
      const firstVersion = await storedVersion(store, 'a');
      assert.equal(await readVersion('a'), firstVersion);
      await store.replace('a', encodeText('2'), firstVersion, PLAIN_TEXT);
      assert.equal(await readVersion('a'), await storedVersion(store, 'a'));
      await store.remove('a');
      assert.equal(await readVersion('a'), null);
    });

    contractTest(
      'returns the written bytes: none, all values, a view, a megabyte',
      async (store) => {
        const allBytes = Uint8Array.from({ length: 256 }, (_, i) => i);
        const kinds = {
          none: new Uint8Array(),
          all: allBytes,
          view: allBytes.subarray(100, 120),
          large: Uint8Array.from({ length: 1_000_003 }, (_, i) => (i * 31) % 251),
        };
        for (const [key, bytes] of Object.entries(kinds)) {
          assert.equal(await store.create(key, bytes, PLAIN_TEXT), true);
          const object = await store.read(key);
          assert(object !== null && Buffer.compare(object.bytes, bytes) === 0, key);
        }
      },
    );

    contractTest('does not share arrays with its callers', async (store) => {
      const bytes = encodeText('original');
      await store.create('a', bytes, PLAIN_TEXT);
      bytes.fill(0);
      const storedObject = await store.read('a');
      storedObject?.bytes.fill(0);
      assert.equal(await readText(store, 'a'), 'original');
    });

    contractTest(
      'lists the names directly below a prefix, each once, by code unit',
      async (store) => {
        for (const key of ['w/9/m', 'w/10/m', 'w/10/n/o', 'w/b', 'w/A', 'w-x/c', 'v']) {
          await store.create(key, encodeText(key), PLAIN_TEXT);
        }
        assert.deepEqual(await store.children('w/'), ['10', '9', 'A', 'b']);
        assert.deepEqual(await store.children('w/10/'), ['m', 'n']);
        assert.deepEqual(await store.children('w/1/'), []);
        assert.deepEqual(await store.children('w/b/'), []);
        assert.deepEqual(await store.children(''), ['v', 'w', 'w-x']);
      },
    );

    contractTest(
      'lists all objects below a prefix, by code unit, with their versions',
      async (store) => {
        const keys = ['w/10/m', 'w/10/n/o', 'w/9/m', 'w/9/n.m', 'w/A/m', 'w/b'];
        for (const key of [...keys.toReversed(), 'w-x/m', 'v']) {
          await store.create(key, encodeText(key), PLAIN_TEXT);
        }
        const listKeys = async (prefix: string, name?: string): Promise<readonly string[]> =>
          (await store.entries(prefix, name)).map(({ key }) => key);
        assert.deepEqual(await listKeys('w/'), keys);
        assert.deepEqual(await listKeys(''), ['v', 'w-x/m', ...keys]);
        assert.deepEqual(await listKeys('w/10/'), ['w/10/m', 'w/10/n/o']);
        for (const prefix of ['w/1/', 'w/b/', 'x/']) assert.deepEqual(await listKeys(prefix), []);
        assert.deepEqual(await listKeys('w/', 'm'), ['w/10/m', 'w/9/m', 'w/A/m']);
        assert.deepEqual(await listKeys('w/', 'n'), []);
        await store.replace(
          'w/b',
          encodeText('again'),
          await storedVersion(store, 'w/b'),
          PLAIN_TEXT,
        );
        for (const { key, version } of await store.entries('')) {
          assert.equal(version, await storedVersion(store, key));
        }
      },
    );

    contractTest('removes an object, and does nothing without one', async (store) => {
      await store.create('a/b', encodeText('1'), PLAIN_TEXT);
      await store.create('a/c', encodeText('2'), PLAIN_TEXT);
      await Promise.all([store.remove('a/b'), store.remove('a/b')]);
      await store.remove('a/b');
      await store.remove('a');
      assert.equal(await store.read('a/b'), null);
      assert.deepEqual(await store.children('a/'), ['c']);
      assert.equal(await store.create('a/b', encodeText('again'), PLAIN_TEXT), true);
      assert.equal(await readText(store, 'a/b'), 'again');
    });

    contractTest('throws a TypeError for an invalid key', async (store) => {
      const invalidKeys = [
        '',
        '/a',
        'a/',
        'a//b',
        '.',
        '..',
        'a/../b',
        'a/./b',
        '.tmp/x',
        'a b',
        'ä',
        'a\\b',
      ];
      for (const key of [...invalidKeys, 'a\0', 'C:', 'a/%2e%2e/b', 'a\n']) {
        await assert.rejects(store.read(key), TypeError, key);
        await assert.rejects(store.create(key, encodeText(''), PLAIN_TEXT), TypeError, key);
        await assert.rejects(store.replace(key, encodeText(''), 'v', PLAIN_TEXT), TypeError, key);
        await assert.rejects(store.remove(key), TypeError, key);
      }
      for (const prefix of ['a', '/', '../', 'a//', 'a/../']) {
        await assert.rejects(store.children(prefix), TypeError, prefix);
        await assert.rejects(store.entries(prefix), TypeError, prefix);
      }
    });
  });

  describe(`${name}: many writers`, () => {
    contractTest(
      'lets one of many concurrent creates win, whose object is stored',
      async (store) => {
        const created = await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            store.create('a/b', encodeText(String(i)), PLAIN_TEXT),
          ),
        );
        const winners = [...created.keys()].filter((i) => created[i] === true);
        assert.equal(winners.length, 1);
        assert.equal(await readText(store, 'a/b'), String(winners[0]));
      },
    );

    contractTest('lets one of many replacements of the same version win', async (store) => {
      await store.create('a', encodeText('before'), PLAIN_TEXT);
      const version = await storedVersion(store, 'a');
      const replaced = await Promise.all([
        ...Array.from({ length: 20 }, (_, i) =>
          store.replace('a', encodeText(String(i)), version, PLAIN_TEXT),
        ),
        store.create('a', encodeText('created'), PLAIN_TEXT),
      ]);
      const winners = [...replaced.keys()].filter((i) => replaced[i] === true);
      assert.equal(winners.length, 1);
      assert.equal(await readText(store, 'a'), String(winners[0]));
    });

    contractTest('returns only complete objects to concurrent readers', async (store) => {
      const fill = (i: number): Uint8Array => new Uint8Array(50_000 - i).fill(i);
      await store.create('a', fill(0), PLAIN_TEXT);
      let writing = true;
      const write = async (): Promise<void> => {
        for (let i = 1; i <= 30; i += 1) {
          await store.replace('a', fill(i), await storedVersion(store, 'a'), PLAIN_TEXT);
        }
        writing = false;
      };
      const read = async (): Promise<void> => {
        do {
          const bytes = (await store.read('a'))?.bytes ?? new Uint8Array();
          const i = bytes[0] ?? -1;
          assert.equal(bytes.length, 50_000 - i);
          assert(bytes.every((byte) => byte === i));
        } while (writing);
      };
      await Promise.all([write(), read(), read()]);
    });
  });

  describe(`${name}: a model`, () => {
    it('behaves as a map of keys to texts, in any order of calls', async () => {
      await fc.assert(
        fc.asyncProperty(fc.commands(anyCommand, { maxCommands: 30 }), async (commands) => {
          const { store, close } = await open();
          try {
            const real: StoreUnderTest = { store, versions: new Map(), writes: 0 };
            await fc.asyncModelRun(() => ({ model: new Map(), real }), commands);
          } finally {
            await close();
          }
        }),
        { numRuns: 60 },
      );
    });
  });
}

// ── the model ───────────────────────────────────────────────────────────────────────────────────

type Model = Map<string, string>;

interface StoreUnderTest {
  readonly store: ObjectStore;
  /** All versions of a key that were read, with their texts. */
  readonly versions: Map<string, { readonly version: string; readonly text: string }[]>;
  writes: number;
}

type Command = fc.AsyncCommand<Model, StoreUnderTest>;

/** Separate names for objects and for prefixes, since not every store allows a name to be both. */
const anyKey = fc
  .tuple(
    fc.array(fc.constantFrom('d1', 'd2'), { maxLength: 2 }),
    fc.constantFrom('x', 'y.json', '_'),
  )
  .map(([folders, name]) => [...folders, name].join('/'));

const anyCommand: fc.Arbitrary<Command>[] = [
  anyKey.map((key) =>
    command(`create ${key}`, async (model, real) => {
      const text = nextText(real);
      assert.equal(await real.store.create(key, encodeText(text), PLAIN_TEXT), !model.has(key));
      if (!model.has(key)) model.set(key, text);
    }),
  ),
  anyKey.map((key) =>
    command(`read ${key}`, async (model, real) => {
      await readBoth(key, model, real);
    }),
  ),
  anyKey.map((key) =>
    command(`remove ${key}`, async (model, real) => {
      await real.store.remove(key);
      model.delete(key);
    }),
  ),
  fc.tuple(anyKey, fc.nat({ max: 3 }), fc.boolean()).map(([key, back, fresh]) =>
    command(
      `replace ${key}, ${fresh ? 'read now' : `read ${back} times ago`}`,
      async (model, real) => {
        if (fresh) await readBoth(key, model, real);
        const readVersion = real.versions.get(key)?.at(-1 - (fresh ? 0 : back));
        const text = nextText(real);
        const replaced = await real.store.replace(
          key,
          encodeText(text),
          readVersion?.version ?? 'none',
          PLAIN_TEXT,
        );
        assert.equal(replaced, readVersion !== undefined && readVersion.text === model.get(key));
        if (replaced) model.set(key, text);
      },
    ),
  ),
  fc.constantFrom('', 'd1/', 'd2/', 'd1/d2/', 'x/').map((prefix) =>
    command(`list ${prefix}`, async (model, real) => {
      const below = [...model.keys()].filter((key) => key.startsWith(prefix));
      const names = below.map((key) => key.slice(prefix.length).split('/')[0]);
      assert.deepEqual(await real.store.children(prefix), [...new Set(names)].sort());
      const listedEntries = await real.store.entries(prefix);
      assert.deepEqual(
        listedEntries.map(({ key }) => key),
        below.sort(),
      );
      for (const { key, version } of listedEntries) {
        const readVersion = real.versions.get(key)?.find((stored) => stored.version === version);
        if (readVersion !== undefined) assert.equal(readVersion.text, model.get(key));
      }
    }),
  ),
];

function command(
  title: string,
  run: (model: Model, real: StoreUnderTest) => Promise<void>,
): Command {
  return { check: () => true, run, toString: () => title };
}

/** No text is written twice, since a version may be a digest of the text. */
function nextText(real: StoreUnderTest): string {
  real.writes += 1;
  return `text ${real.writes}`;
}

async function readBoth(
  key: string,
  model: Model,
  { store, versions }: StoreUnderTest,
): Promise<void> {
  const object = await store.read(key);
  const text = object === null ? undefined : new TextDecoder().decode(object.bytes);
  assert.equal(text, model.get(key));
  if (object === null || text === undefined) return;
  versions.set(key, [...(versions.get(key) ?? []), { version: object.version, text }]);
}
