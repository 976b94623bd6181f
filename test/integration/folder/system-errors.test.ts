// The folder store when single operations of the file system fail: harmless errors are ignored, others are thrown.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { FileSystem } from '../../../lib/adapters/folder/file-system.ts';
import {
  NODE_FILE_SYSTEM,
  renameWhenClosed,
  systemErrorCode,
} from '../../../lib/adapters/folder/file-system.ts';
import { openFolderStore } from '../../../lib/adapters/folder/index.ts';
import {
  encodeText,
  PLAIN_TEXT,
  readText,
  storedVersion,
} from '../../support/object-store-contract.ts';

describe('folder store: errors of the file system', () => {
  let folder: string;
  let root: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'folder-store-'));
    root = join(folder, 'store');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const refusal = (code: string): Promise<never> =>
    Promise.reject(Object.assign(new Error(`${code} ${root}`), { code, syscall: 'test' }));

  /** A file system on which a directory cannot be opened, so that it cannot be synced. */
  function unsyncable(code: string, directory: string): FileSystem {
    return {
      ...NODE_FILE_SYSTEM,
      open: (path, flags, mode) =>
        path === directory && flags === 'r'
          ? refusal(code)
          : NODE_FILE_SYSTEM.open(path, flags, mode),
    };
  }

  it('writes when a directory above the root cannot be synced', async () => {
    for (const code of ['EACCES', 'EPERM', 'EINVAL', 'EROFS', 'ENOTSUP']) {
      const store = openFolderStore({ root, files: unsyncable(code, dirname(folder)) });
      assert.equal(await store.create(code, encodeText('1'), PLAIN_TEXT), true);
    }
  });

  it('fails when a directory cannot be synced for another reason, or belongs to the store', async () => {
    const cases = [
      ['EIO', dirname(folder)],
      ['EACCES', root],
    ] as const;
    for (const [code, directory] of cases) {
      const store = openFolderStore({ root, files: unsyncable(code, directory) });
      await assert.rejects(store.create('a', encodeText('1'), PLAIN_TEXT), {
        code: 'STORE_UNAVAILABLE',
        facts: { operation: 'create', key: 'a', reason: code },
      });
    }
  });

  it('writes when a stale temporary file cannot be inspected or removed', async () => {
    await mkdir(join(root, '.tmp'), { recursive: true });
    await writeFile(join(root, '.tmp/old'), '');
    await utimes(join(root, '.tmp/old'), 0, 0);
    const disks: readonly FileSystem[] = [
      {
        ...NODE_FILE_SYSTEM,
        lstat: (path) => (path.endsWith('old') ? refusal('EIO') : NODE_FILE_SYSTEM.lstat(path)),
      },
      { ...NODE_FILE_SYSTEM, unlink: () => refusal('EIO') },
    ];
    for (const [number, files] of disks.entries()) {
      const store = openFolderStore({ root, files });
      assert.equal(await store.create(`a${number}`, encodeText('1'), PLAIN_TEXT), true);
    }
  });

  it('says that a file system has no hard links', async () => {
    for (const code of ['EPERM', 'ENOTSUP', 'ENOSYS']) {
      const store = openFolderStore({
        root,
        files: { ...NODE_FILE_SYSTEM, link: () => refusal(code) },
      });
      await assert.rejects(store.create('a', encodeText('1'), PLAIN_TEXT), {
        code: 'STORE_UNAVAILABLE',
        facts: { operation: 'create', key: 'a', reason: `no hard links: ${code}` },
      });
    }
  });

  it('replaces a file once it is closed, where open files cannot be replaced, and gives up after a second', async () => {
    const replace = async (refused: number, code: string) => {
      const waits: number[] = [];
      const wait = (ms: number) => Promise.resolve(void waits.push(ms));
      const rename = () => (waits.length < refused ? refusal(code) : Promise.resolve());
      const error = await renameWhenClosed('a', 'b', { rename, wait }).catch(systemErrorCode);
      return [error, waits.reduce((sum, ms) => sum + ms, 0)];
    };
    for (const code of ['EPERM', 'EBUSY', 'EACCES']) {
      assert.deepEqual(await replace(2, code), [undefined, 100]);
      assert.deepEqual(await replace(Infinity, code), [code, 1000]);
    }
    assert.deepEqual(await replace(1, 'ENOSPC'), ['ENOSPC', 0]);
  });

  it('fails when a directory cannot be created, and leaves no temporary file', async () => {
    for (const code of ['EACCES', 'ENOENT']) {
      const files: FileSystem = {
        ...NODE_FILE_SYSTEM,
        mkdir: (path) => (path === join(root, 'a') ? refusal(code) : NODE_FILE_SYSTEM.mkdir(path)),
      };
      await assert.rejects(
        openFolderStore({ root, files }).create('a/b', encodeText('1'), PLAIN_TEXT),
        {
          facts: { operation: 'create', key: 'a/b', reason: code },
        },
      );
    }
    assert.deepEqual(await readdir(join(root, '.tmp')), []);
  });

  it('keeps the object and reports the reason when its replacement or removal fails', async () => {
    await openFolderStore({ root }).create('a', encodeText('1'), PLAIN_TEXT);
    const version = await storedVersion(openFolderStore({ root }), 'a');
    const files: FileSystem = {
      ...NODE_FILE_SYSTEM,
      rename: () => refusal('EROFS'),
      unlink: () => refusal('EROFS'),
    };
    const store = openFolderStore({ root, files });
    const failure = (operation: string) => ({
      code: 'STORE_UNAVAILABLE',
      facts: { operation, key: 'a', reason: 'EROFS' },
    });
    await assert.rejects(
      store.replace('a', encodeText('2'), version, PLAIN_TEXT),
      failure('replace'),
    );
    await assert.rejects(store.remove('a'), failure('remove'));
    assert.equal(await readText(store, 'a'), '1');
  });

  it('ignores that another process created a directory first, and no other error', async () => {
    for (const code of [null, 'EACCES']) {
      let isFirst = true;
      const files: FileSystem = {
        ...NODE_FILE_SYSTEM,
        mkdir: async (path) => {
          if (path !== join(root, 'a')) return NODE_FILE_SYSTEM.mkdir(path);
          if (!isFirst) return code === null ? NODE_FILE_SYSTEM.mkdir(path) : refusal(code);
          isFirst = false;
          if (code === null) await NODE_FILE_SYSTEM.mkdir(path);
          return refusal('ENOENT');
        },
      };
      const creating = openFolderStore({ root, files }).create('a/b', encodeText('1'), PLAIN_TEXT);
      if (code === null) assert.equal(await creating, true);
      else
        await assert.rejects(creating, {
          facts: { operation: 'create', key: 'a/b', reason: code },
        });
      await rm(join(root, 'a'), { recursive: true, force: true });
    }
  });

  it('fails when a name cannot be created for another reason than that it exists', async () => {
    const files: FileSystem = {
      ...NODE_FILE_SYSTEM,
      link: async (from, to) => {
        await NODE_FILE_SYSTEM.link(from, to);
        return refusal('EACCES');
      },
    };
    await assert.rejects(
      openFolderStore({ root, files }).create('a', encodeText('1'), PLAIN_TEXT),
      {
        facts: { operation: 'create', key: 'a', reason: 'EACCES' },
      },
    );
  });

  it('rethrows an error that is not one of the system', async () => {
    const mistakes = [
      new TypeError('a mistake'),
      Object.assign(new Error('an option'), { code: 'ERR_INVALID_ARG_VALUE' }),
    ];
    for (const mistake of mistakes) {
      const files: FileSystem = { ...NODE_FILE_SYSTEM, lstat: () => Promise.reject(mistake) };
      await assert.rejects(openFolderStore({ root, files }).remove('a'), mistake);
    }
  });

  it('names the failed operation', async () => {
    const files: FileSystem = { ...NODE_FILE_SYSTEM, readdir: () => refusal('EIO') };
    const store = openFolderStore({ root, files });
    for (const operation of ['children', 'entries'] as const) {
      await assert.rejects(store[operation]('a/'), {
        facts: { operation, key: 'a/', reason: 'EIO' },
      });
    }
  });

  it('lists by code unit, without objects that are removed meanwhile', async () => {
    const removedPath = join(root, 'c');
    const files: FileSystem = {
      ...NODE_FILE_SYSTEM,
      open: (path, flags, mode) =>
        path === removedPath ? refusal('ENOENT') : NODE_FILE_SYSTEM.open(path, flags, mode),
      readdir: async (path, options) => {
        const entries = await NODE_FILE_SYSTEM.readdir(path, options);
        return entries.toSorted((a, b) => (a.name < b.name ? 1 : -1));
      },
    };
    const store = openFolderStore({ root });
    for (const key of ['a', 'b', 'c', 'd/e/f'])
      await store.create(key, encodeText(key), PLAIN_TEXT);
    const listing = openFolderStore({ root, files });
    assert.deepEqual(await listing.children(''), ['a', 'b', 'c', 'd']);
    const listedEntries = await listing.entries('');
    assert.deepEqual(
      listedEntries.map(({ key }) => key),
      ['a', 'b', 'd/e/f'],
    );
  });

  it('closes every file and directory that it opens', async () => {
    let open = 0;
    const files: FileSystem = {
      ...NODE_FILE_SYSTEM,
      open: async (...args) => {
        const handle = await NODE_FILE_SYSTEM.open(...args);
        open += 1;
        return {
          readFile: () => handle.readFile(),
          writeFile: (bytes) => handle.writeFile(bytes),
          stat: () => handle.stat(),
          sync: () => handle.sync(),
          close: () => {
            open -= 1;
            return handle.close();
          },
        };
      },
    };
    const store = openFolderStore({ root, files });
    await store.create('a', encodeText('1'), PLAIN_TEXT);
    await store.replace('a', encodeText('2'), await storedVersion(store, 'a'), PLAIN_TEXT);
    assert.equal(open, 0);
  });
});
