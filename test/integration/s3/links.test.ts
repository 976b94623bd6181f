import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { S3Store } from '../../../lib/adapters/s3/index.ts';
import { systemContext } from '../../../lib/composition/system.ts';
import { encodeText } from '../../support/object-store-contract.ts';
import type { S3Server } from '../../support/s3/s3-server.ts';
import { BUCKET, openStore, setEnvironment, startServer } from './open-s3-store.ts';

const KEY = 'weeks/2026-W46/folders/1/0123.pdf';
const NAME = { text: '2026-W46 Helsinki’s “A*”.pdf', ascii: '2026-W46-helsinki-1.pdf' } as const;
const SENT_NAME =
  'filename="2026-W46-helsinki-1.pdf"; filename*=UTF-8\'\'2026-W46%20Helsinki%E2%80%99s%20%E2%80%9CA%2A%E2%80%9D.pdf';

describe('S3 store: signed links', () => {
  let server: S3Server;
  let openedStore: S3Store;
  /** How far the server's clock is ahead. */
  let aheadMs = 0;
  before(async () => {
    server = await startServer({ clock: () => systemContext.clock() + aheadMs });
    openedStore = openStore({ prefix: 'our/', owner: server.owner });
    for (const key of [KEY, 'other']) {
      await openedStore.store.create(key, encodeText('%PDF'), { contentType: 'application/pdf' });
    }
  });
  beforeEach(() => {
    aheadMs = 0;
  });
  after(async () => {
    openedStore.close();
    await server.close();
  });

  const sign = (): Promise<string> => openedStore.signLink({ key: KEY, name: NAME });

  it('returns the file without credentials, with its name and content type', async () => {
    const answer = await fetch(await sign());
    assert.equal(answer.status, 200);
    assert.equal(await answer.text(), '%PDF');
    assert.equal(answer.headers.get('content-type'), 'application/pdf');
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
    assert.equal(answer.headers.get('content-disposition'), `attachment; ${SENT_NAME}`);
  });

  it('can make the browser show the file, with the same name', async () => {
    const answer = await fetch(
      await openedStore.signLink({ key: KEY, name: NAME, disposition: 'inline' }),
    );
    assert.equal(answer.headers.get('content-disposition'), `inline; ${SENT_NAME}`);
  });

  it('a link for HEAD returns the headers of the file and is refused for GET', async () => {
    const url = await openedStore.signLink({ key: KEY, name: NAME, method: 'HEAD' });
    const answer = await fetch(url, { method: 'HEAD' });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-length'), '4');
    assert.equal((await fetch(url)).status, 403);
  });

  it('expires after five minutes', async () => {
    const url = await sign();
    aheadMs = 290_000;
    assert.equal((await fetch(url)).status, 200);
    aheadMs = 301_000;
    assert.equal((await fetch(url)).status, 403);
  });

  it('is refused when it is altered or used for anything but reading', async () => {
    const url = await sign();
    const alteredUrls = [
      url.replace('0123.pdf', '0124.pdf'),
      url.replace(KEY, 'other'),
      url.replace(KEY, 'x/../other'),
      url.replace('helsinki', 'espoo'),
      url.replace('X-Amz-Expires=300', 'X-Amz-Expires=604800'),
      `${url}&response-content-type=text%2Fhtml`,
    ];
    for (const alteredLink of alteredUrls) {
      assert.notEqual(alteredLink, url);
      assert.equal((await fetch(alteredLink)).status, 403, alteredLink);
    }
    for (const method of ['PUT', 'DELETE', 'POST']) {
      assert.equal((await fetch(url, { method })).status, 403, method);
    }
    assert.equal(server.objects(BUCKET).get(`our/${KEY}`)?.bytes.toString(), '%PDF');
  });

  it('is refused for another bucket owner', async () => {
    const otherOwnerStore = openStore({ prefix: 'our/', owner: '999999999999' });
    const url = await otherOwnerStore.signLink({ key: KEY, name: NAME });
    assert.equal((await fetch(url)).status, 403);
    otherOwnerStore.close();
  });

  it('is signed without a request', async () => {
    const before = server.requests.length;
    await sign();
    assert.equal(server.requests.length, before);
  });

  it('refuses names that could end the header, and invalid keys', async () => {
    for (const name of ['', 'a"b', 'a\\b', 'a b', 'a\nb', 'ä']) {
      await assert.rejects(
        openedStore.signLink({ key: KEY, name: { ...NAME, ascii: name } }),
        TypeError,
      );
    }
    for (const key of ['', '../other', 'a//b', '/a']) {
      await assert.rejects(openedStore.signLink({ key, name: NAME }), TypeError);
    }
  });

  it('has the bucket’s own host, or its path at a configured endpoint', async () => {
    const places = [
      [{ AWS_ENDPOINT_URL_S3: undefined }, 'https://reports.s3.eu-north-1.amazonaws.com/a'],
      [{ AWS_ENDPOINT_URL_S3: 'http://localhost:9000' }, 'http://localhost:9000/reports/a'],
      [
        { AWS_ENDPOINT_URL_S3: undefined, AWS_ENDPOINT_URL: 'https://objects.example/s3' },
        'https://objects.example/s3/reports/a',
      ],
    ] as const;
    for (const [environment, expected] of places) {
      const undo = setEnvironment(environment);
      const { signLink, close } = openStore();
      assert.equal((await signLink({ key: 'a', name: NAME })).split('?')[0], expected);
      close();
      undo();
    }
  });
});
