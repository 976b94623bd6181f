import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { NODE_FILE_SYSTEM } from '../../../lib/adapters/folder/file-system.ts';
import { openFolderStore } from '../../../lib/adapters/folder/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import {
  encodeText,
  PLAIN_TEXT,
  readText,
  storedVersion,
} from '../../support/object-store-contract.ts';
import { createVolatileDisk } from './volatile-disk.ts';

describe('folder store: files on disk', () => {
  let root: string;
  let store: ObjectStore;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'folder-store-'));
    store = openFolderStore({ root });
  });
  afterEach(() => rm(root, { recursive: true }));

  async function unavailable(
    work: Promise<unknown>,
    operation: string,
    key: string,
    reason: string,
  ): Promise<void> {
    await assert.rejects(work, (error) => {
      assert(error instanceof Failure);
      assert.equal(error.code, 'STORE_UNAVAILABLE');
      assert.deepEqual(error.facts, { operation, key, reason });
      assert(!error.message.includes(root));
      assert.equal(error.cause, undefined);
      return true;
    });
  }

  it('stores an object as a file at its key', async () => {
    await store.create('weeks/2026-W46/folders/1/manifest.json', encodeText('{}'), PLAIN_TEXT);
    assert.deepEqual(await readdir(join(root, 'weeks/2026-W46/folders/1')), ['manifest.json']);
  });

  it('leaves no temporary file after a successful or refused write', async () => {
    await store.create('a', encodeText('1'), PLAIN_TEXT);
    await Promise.all(['2', '3'].map((text) => store.create('b', encodeText(text), PLAIN_TEXT)));
    const version = await storedVersion(store, 'a');
    await Promise.all(
      ['4', '5'].map((text) => store.replace('a', encodeText(text), version, PLAIN_TEXT)),
    );
    await assert.rejects(store.create('a/b', encodeText('6'), PLAIN_TEXT));
    assert.deepEqual(await readdir(join(root, '.tmp')), []);
  });

  it('removes temporary files of killed processes after an hour, and no newer ones', async () => {
    await mkdir(join(root, '.tmp'));
    await writeFile(join(root, '.tmp/young'), '');
    await writeFile(join(root, '.tmp/old'), '');
    const youngMtimeMs = (await stat(join(root, '.tmp/young'))).mtimeMs;
    await utimes(join(root, '.tmp/old'), youngMtimeMs / 1000 - 3700, youngMtimeMs / 1000 - 3700);
    await utimes(join(root, '.tmp/young'), youngMtimeMs / 1000 - 3500, youngMtimeMs / 1000 - 3500);
    await store.create('a', encodeText('1'), PLAIN_TEXT);
    assert.deepEqual(await readdir(join(root, '.tmp')), ['young']);
    assert.deepEqual(await store.children(''), ['a']);
  });

  it('lists neither directories without objects nor names that are not segments of a key', async () => {
    await store.create('a/b', encodeText('1'), PLAIN_TEXT);
    await mkdir(join(root, 'a/empty/deep'), { recursive: true });
    await writeFile(join(root, 'a/.hidden'), '');
    await writeFile(join(root, 'a/with space'), '');
    await symlink(join(root, 'a'), join(root, 'a/link'));
    assert.deepEqual(await store.children('a/'), ['b']);
    assert.deepEqual(
      (await store.entries('')).map(({ key }) => key),
      ['a/b'],
    );
  });

  it('creates its root at the first write, and reads nothing before', async () => {
    const later = openFolderStore({ root: join(root, 'to/be/made') });
    assert.equal(await later.read('a'), null);
    assert.deepEqual(await later.children('a/'), []);
    assert.deepEqual(await readdir(root), []);
    assert.equal(await later.create('a', encodeText('1'), PLAIN_TEXT), true);
    assert.equal(await readText(openFolderStore({ root: join(root, 'to/be/made') }), 'a'), '1');
  });

  it('fails with STORE_UNAVAILABLE and the code of the system when it cannot write', async () => {
    await writeFile(join(root, 'file'), '');
    const blocked = openFolderStore({ root: join(root, 'file/below') });
    await unavailable(blocked.create('a', encodeText('1'), PLAIN_TEXT), 'create', 'a', 'ENOTDIR');
    await store.create('a/b', encodeText('1'), PLAIN_TEXT);
    await unavailable(store.create('a', encodeText('1'), PLAIN_TEXT), 'create', 'a', 'EISDIR');
    await unavailable(
      store.create('a/b/c', encodeText('1'), PLAIN_TEXT),
      'create',
      'a/b/c',
      'ENOTDIR',
    );
    assert.equal(await store.read('a'), null);
    assert.equal(await store.read('a/b/c'), null);
    const long = 'n'.repeat(300);
    await unavailable(store.read(long), 'read', long, 'ENAMETOOLONG');
  });

  it(
    'ends also where the system denies a directory and says that it is not there',
    { skip: process.platform !== 'linux' },
    async () => {
      const nowhere = openFolderStore({ root: '/proc/nowhere' });
      await unavailable(nowhere.create('a', encodeText('1'), PLAIN_TEXT), 'create', 'a', 'ENOENT');
    },
  );

  it('does not follow a symbolic link in place of an object', async () => {
    const outsideFolder = await mkdtemp(join(tmpdir(), 'outside-'));
    try {
      await writeFile(join(outsideFolder, 'secret'), 'secret');
      await symlink(join(outsideFolder, 'secret'), join(root, 'a'));
      await unavailable(store.read('a'), 'read', 'a', 'ELOOP');
      await unavailable(
        store.create('a', encodeText('1'), PLAIN_TEXT),
        'create',
        'a',
        'not a file',
      );
      assert.deepEqual(await store.children(''), []);
      assert.deepEqual(await store.entries(''), []);
    } finally {
      await rm(outsideFolder, { recursive: true });
    }
  });

  it('removes an object that another process is replacing', async () => {
    // Its calls end before the next iteration of the event loop, in which the removal can run.
    const disk = createVolatileDisk(root);
    const remover = openFolderStore({ root, files: disk.process() });
    let removal = Promise.resolve();
    const files = disk.process();
    const replacer = openFolderStore({
      root,
      files: {
        ...files,
        rename: async (from, to) => {
          removal = remover.remove('a');
          await Promise.race([removal, setImmediate()]);
          await files.rename(from, to);
        },
      },
    });
    await replacer.create('a', encodeText('1'), PLAIN_TEXT);
    const version = await storedVersion(replacer, 'a');
    assert.equal(await replacer.replace('a', encodeText('2'), version, PLAIN_TEXT), true);
    await removal;
    assert.equal(await readText(replacer, 'a'), null);
  });

  it('fails with STORE_UNAVAILABLE when the lock file is not a database', async () => {
    await store.create('a', encodeText('1'), PLAIN_TEXT);
    await writeFile(join(root, '.lock.sqlite'), 'x'.repeat(5000));
    const version = await storedVersion(store, 'a');
    await unavailable(
      store.replace('a', encodeText('2'), version, PLAIN_TEXT),
      'replace',
      'a',
      'lock: file is not a database',
    );
    assert.equal(await readText(store, 'a'), '1');
  });

  it('syncs the directories above its root until the root exists, and removes stale files once', async () => {
    let syncs = 0;
    let sweeps = 0;
    const below = join(root, 'below');
    const later = openFolderStore({
      root: below,
      files: {
        ...NODE_FILE_SYSTEM,
        open: (path, flags, mode) => {
          if (path === root && flags === 'r') syncs += 1;
          return NODE_FILE_SYSTEM.open(path, flags, mode);
        },
        readdir: (path, options) => {
          sweeps += 1;
          return NODE_FILE_SYSTEM.readdir(path, options);
        },
      },
    });
    await later.remove('a');
    assert.equal(syncs, 1);
    await later.create('a', encodeText('1'), PLAIN_TEXT);
    await later.create('b', encodeText('1'), PLAIN_TEXT);
    assert.deepEqual([syncs, sweeps], [2, 1]);
  });
});
