// What every object store promises, as tests: each adapter's own test file opens its store and registers these.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from './property-settings.ts';
import type { ObjectStore } from '../../lib/ports/object-store.ts';

export interface OpenedStore {
  /** An empty store that no other test sees. */
  readonly store: ObjectStore;
  readonly close: () => Promise<void>;
}

export const PLAIN = { contentType: 'text/plain' } as const;

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The text of an object; null when it isn't there. */
export async function textIn(store: ObjectStore, key: string): Promise<string | null> {
  const object = await store.read(key);
  return object === null ? null : new TextDecoder().decode(object.bytes);
}

export async function versionIn(store: ObjectStore, key: string): Promise<string> {
  const object = await store.read(key);
  assert(object !== null, `${key} is there`);
  return object.version;
}

export function objectStoreContract(name: string, open: () => Promise<OpenedStore>): void {
  const law = (title: string, test: (store: ObjectStore) => Promise<void>): void => {
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
    law('reads null and lists nothing where nothing was written', async (store) => {
      assert.equal(await store.read('a/b'), null);
      assert.deepEqual(await store.children('a/'), []);
      assert.equal(await store.replace('a/b', bytesOf('x'), 'no version', PLAIN), false);
      assert.equal(await store.read('a/b'), null);
    });

    law('creates an object once, and keeps the first', async (store) => {
      assert.equal(await store.create('a/b', bytesOf('first'), PLAIN), true);
      assert.equal(await store.create('a/b', bytesOf('second'), PLAIN), false);
      assert.equal(await textIn(store, 'a/b'), 'first');
    });

    law('replaces the version that was read, and no other', async (store) => {
      await store.create('a', bytesOf('1'), PLAIN);
      const first = await versionIn(store, 'a');
      assert.equal(await store.replace('a', bytesOf('2'), first, PLAIN), true);
      assert.notEqual(await versionIn(store, 'a'), first);
      assert.equal(await store.replace('a', bytesOf('3'), first, PLAIN), false);
      assert.equal(await store.replace('a', bytesOf('3'), '', PLAIN), false);
      assert.equal(await textIn(store, 'a'), '2');
      assert.equal(await store.create('a', bytesOf('4'), PLAIN), false);
    });

    law('gives back the bytes: none, all values, a view, a megabyte', async (store) => {
      const all = Uint8Array.from({ length: 256 }, (_, i) => i);
      const kinds = {
        none: new Uint8Array(),
        all,
        view: all.subarray(100, 120),
        large: Uint8Array.from({ length: 1_000_003 }, (_, i) => (i * 31) % 251),
      };
      for (const [key, bytes] of Object.entries(kinds)) {
        assert.equal(await store.create(key, bytes, PLAIN), true);
        const object = await store.read(key);
        assert(object !== null && Buffer.compare(object.bytes, bytes) === 0, key);
      }
    });

    law('keeps what it was given when the caller goes on to use the array', async (store) => {
      const bytes = bytesOf('given');
      await store.create('a', bytes, PLAIN);
      bytes.fill(0);
      const read = await store.read('a');
      read?.bytes.fill(0);
      assert.equal(await textIn(store, 'a'), 'given');
    });

    law('lists the names directly below, each once, by code unit', async (store) => {
      for (const key of ['w/9/m', 'w/10/m', 'w/10/n/o', 'w/b', 'w/A', 'w-x/c', 'v']) {
        await store.create(key, bytesOf(key), PLAIN);
      }
      assert.deepEqual(await store.children('w/'), ['10', '9', 'A', 'b']);
      assert.deepEqual(await store.children('w/10/'), ['m', 'n']);
      assert.deepEqual(await store.children('w/1/'), []);
      assert.deepEqual(await store.children('w/b/'), []);
      assert.deepEqual(await store.children(''), ['v', 'w', 'w-x']);
    });

    law(
      'tells of all objects below, by code unit, in the versions that are read',
      async (store) => {
        const keys = ['w/10/m', 'w/10/n/o', 'w/9/m', 'w/9/n.m', 'w/A/m', 'w/b'];
        for (const key of [...keys.toReversed(), 'w-x/m', 'v']) {
          await store.create(key, bytesOf(key), PLAIN);
        }
        const told = async (prefix: string, named?: string): Promise<readonly string[]> =>
          (await store.entries(prefix, named)).map(({ key }) => key);
        assert.deepEqual(await told('w/'), keys);
        assert.deepEqual(await told(''), ['v', 'w-x/m', ...keys]);
        assert.deepEqual(await told('w/10/'), ['w/10/m', 'w/10/n/o']);
        for (const prefix of ['w/1/', 'w/b/', 'x/']) assert.deepEqual(await told(prefix), []);
        assert.deepEqual(await told('w/', 'm'), ['w/10/m', 'w/9/m', 'w/A/m']);
        assert.deepEqual(await told('w/', 'n'), []);
        await store.replace('w/b', bytesOf('again'), await versionIn(store, 'w/b'), PLAIN);
        for (const { key, version } of await store.entries('')) {
          assert.equal(version, await versionIn(store, key));
        }
      },
    );

    law('removes an object, and nothing where there is none', async (store) => {
      await store.create('a/b', bytesOf('1'), PLAIN);
      await store.create('a/c', bytesOf('2'), PLAIN);
      await Promise.all([store.remove('a/b'), store.remove('a/b')]);
      await store.remove('a/b');
      await store.remove('a');
      assert.equal(await store.read('a/b'), null);
      assert.deepEqual(await store.children('a/'), ['c']);
      assert.equal(await store.create('a/b', bytesOf('again'), PLAIN), true);
      assert.equal(await textIn(store, 'a/b'), 'again');
    });

    law('refuses what is not a key as a mistake of the caller', async (store) => {
      const bad = [
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
      for (const key of [...bad, 'a\0', 'C:', 'a/%2e%2e/b', 'a\n']) {
        await assert.rejects(store.read(key), TypeError, key);
        await assert.rejects(store.create(key, bytesOf(''), PLAIN), TypeError, key);
        await assert.rejects(store.replace(key, bytesOf(''), 'v', PLAIN), TypeError, key);
        await assert.rejects(store.remove(key), TypeError, key);
      }
      for (const prefix of ['a', '/', '../', 'a//', 'a/../']) {
        await assert.rejects(store.children(prefix), TypeError, prefix);
        await assert.rejects(store.entries(prefix), TypeError, prefix);
      }
    });
  });

  describe(`${name}: many writers`, () => {
    law('lets one of many creators win, whose object stands', async (store) => {
      const created = await Promise.all(
        Array.from({ length: 20 }, (_, i) => store.create('a/b', bytesOf(String(i)), PLAIN)),
      );
      const winners = [...created.keys()].filter((i) => created[i] === true);
      assert.equal(winners.length, 1);
      assert.equal(await textIn(store, 'a/b'), String(winners[0]));
    });

    law('lets one of many who replace the same version win', async (store) => {
      await store.create('a', bytesOf('before'), PLAIN);
      const version = await versionIn(store, 'a');
      const replaced = await Promise.all([
        ...Array.from({ length: 20 }, (_, i) =>
          store.replace('a', bytesOf(String(i)), version, PLAIN),
        ),
        store.create('a', bytesOf('created'), PLAIN),
      ]);
      const winners = [...replaced.keys()].filter((i) => replaced[i] === true);
      assert.equal(winners.length, 1);
      assert.equal(await textIn(store, 'a'), String(winners[0]));
    });

    law('shows readers whole objects only', async (store) => {
      const whole = (i: number): Uint8Array => new Uint8Array(50_000 - i).fill(i);
      await store.create('a', whole(0), PLAIN);
      let writing = true;
      const write = async (): Promise<void> => {
        for (let i = 1; i <= 30; i += 1) {
          await store.replace('a', whole(i), await versionIn(store, 'a'), PLAIN);
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
    it('does what a map of keys to texts does, whatever the order of calls', async () => {
      await fc.assert(
        fc.asyncProperty(fc.commands(anyCommand, { maxCommands: 30 }), async (commands) => {
          const { store, close } = await open();
          try {
            const real: Real = { store, versions: new Map(), writes: 0 };
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

interface Real {
  readonly store: ObjectStore;
  /** Every version of a key that was ever read, with its text. */
  readonly versions: Map<string, { readonly version: string; readonly text: string }[]>;
  writes: number;
}

type Command = fc.AsyncCommand<Model, Real>;

/** Names that are objects and names that hold others, so that no store has to have a name be both. */
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
      assert.equal(await real.store.create(key, bytesOf(text), PLAIN), !model.has(key));
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
        const known = real.versions.get(key)?.at(-1 - (fresh ? 0 : back));
        const text = nextText(real);
        const replaced = await real.store.replace(
          key,
          bytesOf(text),
          known?.version ?? 'none',
          PLAIN,
        );
        assert.equal(replaced, known !== undefined && known.text === model.get(key));
        if (replaced) model.set(key, text);
      },
    ),
  ),
  fc.constantFrom('', 'd1/', 'd2/', 'd1/d2/', 'x/').map((prefix) =>
    command(`list ${prefix}`, async (model, real) => {
      const below = [...model.keys()].filter((key) => key.startsWith(prefix));
      const names = below.map((key) => key.slice(prefix.length).split('/')[0]);
      assert.deepEqual(await real.store.children(prefix), [...new Set(names)].sort());
      const listed = await real.store.entries(prefix);
      assert.deepEqual(
        listed.map(({ key }) => key),
        below.sort(),
      );
      for (const { key, version } of listed) {
        const known = real.versions.get(key)?.find((one) => one.version === version);
        if (known !== undefined) assert.equal(known.text, model.get(key));
      }
    }),
  ),
];

function command(title: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return { check: () => true, run, toString: () => title };
}

/** No text is written twice: a version may be a digest of what it is the version of. */
function nextText(real: Real): string {
  real.writes += 1;
  return `text ${real.writes}`;
}

async function readBoth(key: string, model: Model, { store, versions }: Real): Promise<void> {
  const object = await store.read(key);
  const text = object === null ? undefined : new TextDecoder().decode(object.bytes);
  assert.equal(text, model.get(key));
  if (object === null || text === undefined) return;
  versions.set(key, [...(versions.get(key) ?? []), { version: object.version, text }]);
}
