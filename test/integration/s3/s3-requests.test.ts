import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { S3Store } from '../../../lib/adapters/s3/index.ts';
import {
  encodeText,
  PLAIN_TEXT,
  readText,
  storedVersion,
} from '../../support/object-store-contract.ts';
import type { S3Object } from '../../support/s3/stored-objects.ts';
import { headerOf } from '../../support/s3/s3-request.ts';
import type { S3Server, SeenRequest } from '../../support/s3/s3-server.ts';
import { BUCKET, openProbedStore, openStore, startServer } from './open-s3-store.ts';

const PDF = {
  contentType: 'application/pdf',
  fileName: { text: '葛\u{e0100}城 2026-W46.pdf', ascii: 'folder-7.pdf' },
};

describe('S3 store: requests', () => {
  let server: S3Server;
  let openedStore: S3Store;
  before(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    server.createBucket(BUCKET);
    openedStore = await openProbedStore({ owner: server.owner });
  });
  afterEach(() => {
    openedStore.close();
  });
  after(() => server.close());

  const object = (key: string): S3Object => {
    const storedObject = server.objects(BUCKET).get(key);
    assert(storedObject !== undefined, key);
    return storedObject;
  };
  const seenWhile = async (work: () => Promise<unknown>): Promise<readonly SeenRequest[]> => {
    const before = server.requests.length;
    await work();
    return server.requests.slice(before);
  };

  it('stores only the headers that browsers need to save an object', async () => {
    await openedStore.store.create('a.pdf', encodeText('pdf'), PDF);
    assert.deepEqual(object('a.pdf').headers, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="folder-7.pdf"; filename*=UTF-8''%E8%91%9B%F3%A0%84%80%E5%9F%8E%202026-W46.pdf`,
      'cache-control': 'private, no-store',
      'x-amz-meta-x-content-type-options': 'nosniff',
    });
    const version = await storedVersion(openedStore.store, 'a.pdf');
    await openedStore.store.replace('a.pdf', encodeText('text'), version, PLAIN_TEXT);
    assert.deepEqual(object('a.pdf').headers, {
      'content-type': 'text/plain',
      'cache-control': 'private, no-store',
      'x-amz-meta-x-content-type-options': 'nosniff',
    });
  });

  it('refuses a file name that could end its header', async () => {
    for (const fileName of ['', 'a"b', 'a\\b', 'a b', 'a\r\nb', 'ä', 'a'.repeat(201)]) {
      const attributes = { ...PLAIN_TEXT, fileName: { text: 'a', ascii: fileName } };
      await assert.rejects(openedStore.store.create('a', encodeText(''), attributes), TypeError);
    }
    assert.deepEqual(await openedStore.store.children(''), []);
  });

  it('sends the SHA-256 of an object, which is stored', async () => {
    const [put] = await seenWhile(() =>
      openedStore.store.create('a', encodeText('abc'), PLAIN_TEXT),
    );
    const sha256 = createHash('sha256').update('abc').digest('base64');
    assert.equal(put?.headers['x-amz-checksum-sha256'], sha256);
    assert.deepEqual(object('a').checksums, { 'x-amz-checksum-sha256': sha256 });
    const [get] = await seenWhile(() => openedStore.store.read('a'));
    assert.equal(get?.headers['x-amz-checksum-mode'], 'ENABLED');
  });

  it('leaves encryption to the bucket', async () => {
    const [put] = await seenWhile(() =>
      openedStore.store.create('a', encodeText('abc'), PLAIN_TEXT),
    );
    const names = Object.keys(put?.headers ?? {});
    assert.deepEqual(
      names.filter((name) => name.startsWith('x-amz-server-side-encryption')),
      [],
    );
  });

  it('sends the expected bucket owner with every request', async () => {
    const ask = async ({ store, signLink }: S3Store): Promise<void> => {
      await store.create('a', encodeText('1'), PLAIN_TEXT);
      await store.replace('a', encodeText('2'), await storedVersion(store, 'a'), PLAIN_TEXT);
      await store.children('');
      await fetch(await signLink({ key: 'a', name: { text: 'a', ascii: 'a' } }));
      await store.remove('a');
    };
    const ownerHeader = (request: SeenRequest): string | null =>
      headerOf(request, 'x-amz-expected-bucket-owner');
    const owned = await seenWhile(() => ask(openedStore));
    assert.deepEqual(owned.map(ownerHeader), Array(6).fill(server.owner));
    const anyOwnerStore = await openProbedStore({ owner: null });
    const requestsWithoutOwner = await seenWhile(() => ask(anyOwnerStore));
    assert.deepEqual(requestsWithoutOwner.map(ownerHeader), Array(6).fill(null));
    anyOwnerStore.close();
  });

  it('accesses nothing outside its prefix', async () => {
    const outerStore = openStore({ prefix: 'one/' });
    const innerStore = openStore({ prefix: 'one/deeper/' });
    await outerStore.store.create('x/y', encodeText('one'), PLAIN_TEXT);
    await innerStore.store.create('x/y', encodeText('other'), PLAIN_TEXT);
    await openedStore.store.create('z', encodeText('outside'), PLAIN_TEXT);
    assert.deepEqual([...server.objects(BUCKET).keys()].sort(), ['one/deeper/x/y', 'one/x/y', 'z']);
    assert.deepEqual(await outerStore.store.children(''), ['deeper', 'x']);
    assert.deepEqual(await innerStore.store.children(''), ['x']);
    assert.deepEqual(
      (await outerStore.store.entries('')).map(({ key }) => key),
      ['deeper/x/y', 'x/y'],
    );
    await innerStore.store.remove('x/y');
    assert.equal(await readText(outerStore.store, 'x/y'), 'one');
    assert.equal(await outerStore.store.read('z'), null);
    for (const store of [outerStore, innerStore]) store.close();
    for (const prefix of ['a', '/', '../', 'a//']) {
      assert.throws(() => openStore({ prefix }), TypeError);
    }
  });

  it('lists more names than fit on a page, objects and prefixes once each', async () => {
    await openedStore.store.create('planted', encodeText('x'), PLAIN_TEXT);
    const plantedObject = object('planted');
    const names = Array.from({ length: 1500 }, (_, i) => `n${String(i).padStart(5, '0')}`);
    for (const name of names) {
      server.objects(BUCKET).set(`l/${name}/x`, plantedObject);
      // An object with the same name as a prefix, which the folder store cannot have.
      server.objects(BUCKET).set(`l/${name}`, plantedObject);
    }
    const requests = await seenWhile(async () => {
      assert.deepEqual(await openedStore.store.children('l/'), names);
    });
    assert.equal(requests.length, 3);
  });

  it('lists no names that are not segments of a key', async () => {
    await openedStore.store.create('l/a', encodeText('x'), PLAIN_TEXT);
    for (const key of ['l/', 'l/.hidden', 'l/with space', 'l/ä/b', 'l//b', 'l/\u0001']) {
      server.objects(BUCKET).set(key, object('l/a'));
    }
    assert.deepEqual(await openedStore.store.children('l/'), ['a']);
    const version = await storedVersion(openedStore.store, 'l/a');
    assert.deepEqual(await openedStore.store.entries('l/'), [{ key: 'l/a', version }]);
  });

  it('lists more objects than fit on a page', async () => {
    await openedStore.store.create('planted', encodeText('x'), PLAIN_TEXT);
    const plantedObject = object('planted');
    const keys = Array.from({ length: 800 }, (_, i) => String(i).padStart(5, '0')).flatMap(
      (name) => [`l/${name}/m`, `l/${name}/n`, `l/${name}/o`],
    );
    for (const key of keys) server.objects(BUCKET).set(key, plantedObject);
    const requests = await seenWhile(async () => {
      const entries = await openedStore.store.entries('l/');
      assert.deepEqual(
        entries.map(({ key }) => key),
        keys,
      );
      assert(entries.every(({ version }) => version === plantedObject.etag));
      const namedEntries = await openedStore.store.entries('l/', 'n');
      assert.deepEqual(
        namedEntries.map(({ key }) => key),
        keys.filter((key) => key.endsWith('/n')),
      );
    });
    assert.equal(requests.length, 6);
  });

  it('sends no replacement with an invalid version', async () => {
    await openedStore.store.create('a', encodeText('1'), PLAIN_TEXT);
    const requests = await seenWhile(async () => {
      for (const version of ['', '*', 'none', '""', '"a", "b"', '"a"\n']) {
        assert.equal(
          await openedStore.store.replace('a', encodeText('2'), version, PLAIN_TEXT),
          false,
        );
      }
    });
    assert.equal(requests.length, 0);
    assert.equal(await readText(openedStore.store, 'a'), '1');
  });

  it('does not replace an object that was removed meanwhile', async () => {
    await openedStore.store.create('a', encodeText('1'), PLAIN_TEXT);
    const version = await storedVersion(openedStore.store, 'a');
    await openedStore.store.remove('a');
    assert.equal(await openedStore.store.replace('a', encodeText('2'), version, PLAIN_TEXT), false);
    assert.equal(await openedStore.store.read('a'), null);
  });
});
