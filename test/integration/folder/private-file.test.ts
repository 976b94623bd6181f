// Private files in a store, its key and objects below a prefix: their permissions, its creation, and the files that it must not touch.
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { FileSystem } from '../../../lib/adapters/folder/file-system.ts';
import { NODE_FILE_SYSTEM } from '../../../lib/adapters/folder/file-system.ts';
import { openFolderStore, openPrivateFile } from '../../../lib/adapters/folder/index.ts';
import { encodeText, PLAIN_TEXT, storedVersion } from '../../support/object-store-contract.ts';
import { temporaryFolder } from '../../support/run-command.ts';

describe('a private file', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'private-file-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  const secret = (): Uint8Array => encodeText('secret');

  it('is created once, readable by its owner only', async () => {
    const open = openPrivateFile({ folder: root, name: '.key' });
    assert.deepEqual(await open(secret), Buffer.from('secret'));
    assert.equal((await stat(join(root, '.key'))).mode & 0o777, 0o600);
    const failIfMade = (): never => assert.fail('made again');
    assert.deepEqual(await open(failIfMade), Buffer.from('secret'));
    const another = openPrivateFile({ folder: root, name: '.key' });
    assert.deepEqual(await another(failIfMade), Buffer.from('secret'));
  });

  it('is created again when it was removed', async () => {
    const open = openPrivateFile({ folder: root, name: '.key' });
    await open(secret);
    await rm(join(root, '.key'));
    assert.deepEqual(await open(() => encodeText('another')), Buffer.from('another'));
  });

  it('does not remove other files of the folder', async () => {
    await writeFile(join(root, 'old'), '');
    await utimes(join(root, 'old'), 0, 0);
    await openPrivateFile({ folder: root, name: '.key' })(secret);
    assert.deepEqual((await readdir(root)).toSorted(), ['.key', '.tmp', 'old']);
  });

  it('fails with STORE_UNAVAILABLE when it is removed during its creation', async () => {
    const path = join(root, '.key');
    const files: FileSystem = {
      ...NODE_FILE_SYSTEM,
      open: (opened, flags, mode) =>
        opened === path
          ? Promise.reject(Object.assign(new Error(), { code: 'ENOENT', syscall: 'open' }))
          : NODE_FILE_SYSTEM.open(opened, flags, mode),
    };
    await assert.rejects(openPrivateFile({ folder: root, name: '.key', files })(secret), {
      code: 'STORE_UNAVAILABLE',
      facts: { operation: 'read', key: '.key', reason: 'removed meanwhile' },
    });
  });
});

describe('an object below the private prefix of a store', () => {
  it('is readable by its owner only, also replaced, in folders of the same mode', async (test) => {
    const root = join(await temporaryFolder(test), 'store');
    const store = openFolderStore({ root, privatePrefix: 'subscriptions/' });
    const modeOf = async (path: string): Promise<number> =>
      (await stat(join(root, path))).mode & 0o777;
    await store.create('subscriptions/41/a.json', encodeText('1'), PLAIN_TEXT);
    await store.create('weeks/a.json', encodeText('1'), PLAIN_TEXT);
    assert.equal(await modeOf('subscriptions'), 0o700);
    assert.equal(await modeOf('subscriptions/41'), 0o700);
    assert.equal(await modeOf('subscriptions/41/a.json'), 0o600);
    // Reports stay readable, for example by a web server.
    await mkdir(join(root, 'plain'));
    await writeFile(join(root, 'plain/file'), '');
    assert.equal(await modeOf(''), await modeOf('plain'));
    assert.equal(await modeOf('weeks'), await modeOf('plain'));
    assert.equal(await modeOf('weeks/a.json'), await modeOf('plain/file'));

    await chmod(join(root, 'subscriptions/41/a.json'), 0o644);
    const version = await storedVersion(store, 'subscriptions/41/a.json');
    await store.replace('subscriptions/41/a.json', encodeText('2'), version, PLAIN_TEXT);
    assert.equal(await modeOf('subscriptions/41/a.json'), 0o600);
  });
});
