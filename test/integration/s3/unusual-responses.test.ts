// Responses of S3-compatible servers that S3 never sends: none is mistaken for an object or for the end of a list.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { HeadBucketCommand } from '@aws-sdk/client-s3';
import { createS3Client } from '../../../lib/adapters/s3/s3-client.ts';
import type { S3Store } from '../../../lib/adapters/s3/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { S3Server } from '../../support/s3/s3-server.ts';
import { BUCKET, openStore, setEnvironment, startServer } from './open-s3-store.ts';

describe('S3 store: unusual responses', () => {
  /** The server's responses in order: headers and a body, or an error status. */
  let answers: (readonly [Readonly<Record<string, string>>, string] | number)[] = [];
  const http = createServer({ keepAliveTimeout: 0 }, (_, response) => {
    const next = answers.shift() ?? 500;
    if (typeof next === 'number') response.writeHead(next).end();
    else response.writeHead(200, next[0]).end(next[1]);
  });
  let keys: S3Server;
  let openedStore: S3Store;
  before(async () => {
    keys = await startServer();
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const address = http.address();
    assert(typeof address === 'object' && address !== null);
    setEnvironment({ AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${String(address.port)}` });
    openedStore = openStore();
  });
  beforeEach(() => {
    answers = [];
  });
  after(async () => {
    openedStore.close();
    http.close();
    await keys.close();
  });

  const page = (text: string) => [{}, `<ListBucketResult>${text}</ListBucketResult>`] as const;
  const listedObjects = (...names: readonly string[]): string =>
    names.map((key) => `<Contents><Key>${key}</Key><ETag>"1"</ETag></Contents>`).join('');

  async function fails(work: Promise<unknown>, reason: string): Promise<void> {
    await assert.rejects(work, (error) => {
      assert(error instanceof Failure);
      assert.deepEqual([error.code, error.facts['reason']], ['STORE_UNAVAILABLE', reason]);
      return true;
    });
  }

  it('fail a list that is truncated without a usable token', async () => {
    const truncatedMark = '<IsTruncated>true</IsTruncated>';
    answers.push(page(`${listedObjects('a')}${truncatedMark}`));
    await fails(openedStore.store.children(''), 'PagingStalled');
    const sameTokenPage = `${truncatedMark}<NextContinuationToken>t</NextContinuationToken>`;
    for (const second of [sameTokenPage, truncatedMark]) {
      answers = [page(sameTokenPage), page(second), page(listedObjects('b'))];
      await fails(openedStore.store.entries(''), 'PagingStalled');
    }
  });

  it('end a list that is not truncated, even with a token', async () => {
    const last = '<IsTruncated>false</IsTruncated><NextContinuationToken>t</NextContinuationToken>';
    answers.push(page(`${listedObjects('c', 'b', 'a')}${last}`), page(''), page(last));
    const entries = await openedStore.store.entries('');
    assert.deepEqual(
      entries.map(({ key }) => key),
      ['a', 'b', 'c'],
    );
    assert.deepEqual(await openedStore.store.entries(''), []);
    assert.deepEqual(await openedStore.store.children(''), []);
    assert.equal(answers.length, 0);
  });

  it('fail a list with an object without a key or a version', async () => {
    for (const partialEntry of ['<Key>a</Key>', '<ETag>"1"</ETag>', '<Size>1</Size>']) {
      answers.push(page(`<Contents>${partialEntry}</Contents>`));
      await fails(openedStore.store.entries(''), 'IncompleteAnswer');
    }
  });

  it('fail a read without a version', async () => {
    answers.push([{}, 'bytes']);
    await fails(openedStore.store.read('a'), 'IncompleteAnswer');
  });

  it('fail a replacement whose current version cannot be read', async () => {
    const probe = [
      [{ etag: '"1"' }, ''],
      412,
      [{ etag: '"1"' }, 'first'],
      412,
      [{ etag: '"2"' }, ''],
      [{ etag: '"2"' }, 'fourth'],
      [{}, ''],
    ] as const;
    answers.push(...probe, 412, 403);
    await assert.rejects(
      openedStore.store.replace('a', new Uint8Array(), '"1"', { contentType: 'text/plain' }),
      { code: 'STORE_REFUSED' },
    );
  });

  it('make a server unsuitable when its versions are weak ETags', async () => {
    const weak = { etag: 'W/"1"' };
    answers.push([weak, ''], 412, [weak, 'first'], 412, [weak, 'first'], [weak, 'fourth']);
    const freshStore = openStore();
    await assert.rejects(
      freshStore.store.create('a', new Uint8Array(), { contentType: 'text/plain' }),
      {
        code: 'STORE_UNSUITABLE',
      },
    );
    freshStore.close();
  });

  it('time out after the limits of the client', async () => {
    const client = createS3Client();
    answers.push([{}, '']);
    // The handler resolves its configuration at its first request.
    await client.send(new HeadBucketCommand({ Bucket: BUCKET }));
    const { requestHandler: handler } = client.config;
    assert(hasConfiguration(handler));
    assert.partialDeepStrictEqual(handler.httpHandlerConfigs(), {
      connectionTimeout: 3_000,
      requestTimeout: 15_000,
      throwOnRequestTimeout: true,
      socketTimeout: 15_000,
    });
    client.destroy();
  });

  it('fail when the store is closed, since its connections are closed', async () => {
    const closing = openStore();
    const { promise: ended, resolve } = Promise.withResolvers<boolean>();
    http.once('connection', (socket) => {
      socket.once('close', resolve);
    });
    answers.push(page(''));
    await closing.store.children('');
    closing.close();
    await ended;
  });
});

function hasConfiguration(handler: object): handler is { httpHandlerConfigs(): unknown } {
  return 'httpHandlerConfigs' in handler;
}
