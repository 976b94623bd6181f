import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { S3Store } from '../../../lib/adapters/s3/index.ts';
import { systemContext } from '../../../lib/composition/system.ts';
import { bytesOf } from '../../support/object-store-contract.ts';
import type { S3Server } from '../../support/s3/s3-server.ts';
import { BUCKET, openStore, setEnvironment, startServer } from './open-s3-store.ts';

const KEY = 'weeks/2026-W46/folders/1/0123.pdf';

describe('S3 store: links', () => {
  let server: S3Server;
  let opened: S3Store;
  /** The server's clock is so much ahead. */
  let aheadMs = 0;
  before(async () => {
    server = await startServer({ clock: () => systemContext.clock() + aheadMs });
    opened = openStore({ prefix: 'our/', owner: server.owner });
    for (const key of [KEY, 'other']) {
      await opened.store.create(key, bytesOf('%PDF'), { contentType: 'application/pdf' });
    }
  });
  beforeEach(() => {
    aheadMs = 0;
  });
  after(async () => {
    opened.close();
    await server.close();
  });

  const sign = (): Promise<string> => opened.signLink({ key: KEY, name: 'helsinki-2026-W46.pdf' });

  it('gives the file to anybody, under its name and as what it is', async () => {
    const answer = await fetch(await sign());
    assert.equal(answer.status, 200);
    assert.equal(await answer.text(), '%PDF');
    assert.equal(answer.headers.get('content-type'), 'application/pdf');
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
    assert.equal(
      answer.headers.get('content-disposition'),
      'attachment; filename="helsinki-2026-W46.pdf"',
    );
  });

  it('lets the browser show the file where that is wanted, under the same name', async () => {
    const name = 'helsinki-2026-W46.pdf';
    const answer = await fetch(await opened.signLink({ key: KEY, name, disposition: 'inline' }));
    assert.equal(answer.headers.get('content-disposition'), `inline; filename="${name}"`);
  });

  it('for HEAD tells of the file without its bytes, and is worth nothing for GET', async () => {
    const url = await opened.signLink({ key: KEY, name: 'a.pdf', method: 'HEAD' });
    const answer = await fetch(url, { method: 'HEAD' });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-length'), '4');
    assert.equal((await fetch(url)).status, 403);
  });

  it('ends after five minutes', async () => {
    const url = await sign();
    aheadMs = 290_000;
    assert.equal((await fetch(url)).status, 200);
    aheadMs = 301_000;
    assert.equal((await fetch(url)).status, 403);
  });

  it('is worth nothing altered, or for anything but reading', async () => {
    const url = await sign();
    const altered = [
      url.replace('0123.pdf', '0124.pdf'),
      url.replace(KEY, 'other'),
      url.replace(KEY, 'x/../other'),
      url.replace('helsinki', 'espoo'),
      url.replace('X-Amz-Expires=300', 'X-Amz-Expires=604800'),
      `${url}&response-content-type=text%2Fhtml`,
    ];
    for (const other of altered) {
      assert.notEqual(other, url);
      assert.equal((await fetch(other)).status, 403, other);
    }
    for (const method of ['PUT', 'DELETE', 'POST']) {
      assert.equal((await fetch(url, { method })).status, 403, method);
    }
    assert.equal(server.objects(BUCKET).get(`our/${KEY}`)?.bytes.toString(), '%PDF');
  });

  it('is worth nothing when the bucket is not the one that it was made for', async () => {
    const wary = openStore({ prefix: 'our/', owner: '999999999999' });
    const url = await wary.signLink({ key: KEY, name: 'a.pdf' });
    assert.equal((await fetch(url)).status, 403);
    wary.close();
  });

  it('is made without asking the server', async () => {
    const before = server.requests.length;
    await sign();
    assert.equal(server.requests.length, before);
  });

  it('takes no name that could end its header, and no key that is none', async () => {
    for (const name of ['', 'a"b', 'a\\b', 'a b', 'a\nb', 'ä']) {
      await assert.rejects(opened.signLink({ key: KEY, name }), TypeError);
    }
    for (const key of ['', '../other', 'a//b', '/a']) {
      await assert.rejects(opened.signLink({ key, name: 'a' }), TypeError);
    }
  });

  it('leads to the bucket’s own host, or to its path where an endpoint is configured', async () => {
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
      assert.equal((await signLink({ key: 'a', name: 'a' })).split('?')[0], expected);
      close();
      undo();
    }
  });
});
