// The S3 test server with the real SDK: the behaviour that tests of the store depend on equals that of S3.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  type PutObjectCommandInput,
  type PutObjectCommandOutput,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { systemContext } from '../../../lib/composition/system.ts';
import { type S3Server, startS3 } from '../../support/s3/s3-server.ts';

const Bucket = 'reports';

describe('the S3 test server', () => {
  let server: S3Server;
  let s3: S3Client;
  before(async () => {
    server = await startS3();
    s3 = clientOf(server);
  });
  after(async () => {
    s3.destroy();
    await server.close();
  });

  const put = (
    Key: string,
    Body: string,
    more: Partial<PutObjectCommandInput> = {},
  ): Promise<PutObjectCommandOutput> =>
    s3.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
  const text = async (Key: string, more: Partial<GetObjectCommandInput> = {}): Promise<string> => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, ...more }));
    return (await Body?.transformToString()) ?? '';
  };
  const head = (Key: string) =>
    s3.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }));
  const list = (more: Partial<ListObjectsV2CommandInput>): Promise<ListObjectsV2CommandOutput> =>
    s3.send(new ListObjectsV2Command({ Bucket, ...more }));
  const link = (Key: string, more: Partial<GetObjectCommandInput> = {}): Promise<string> =>
    getSignedUrl(s3, new GetObjectCommand({ Bucket, Key, ...more }), { expiresIn: 60 });

  it('creates, finds and lists buckets', async () => {
    await s3.send(new CreateBucketCommand({ Bucket: 'another' }));
    await s3.send(new HeadBucketCommand({ Bucket: 'another' }));
    const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
    assert.deepEqual(
      Buckets.map(({ Name }) => Name),
      [Bucket, 'another'],
    );
    await refused(
      s3.send(new PutObjectCommand({ Bucket: 'none', Key: 'x', Body: 'x' })),
      404,
      'NoSuchBucket',
    );
  });

  it('returns bytes, headers and metadata', async () => {
    const { ETag } = await put('a/1.txt', 'héllo', {
      ContentType: 'text/plain; charset=utf-8',
      CacheControl: 'no-store',
      ContentDisposition: 'attachment',
      ContentEncoding: 'identity',
      Metadata: { 'report-id': 'r1' },
    });
    assert.equal(ETag, `"${createHash('md5').update('héllo').digest('hex')}"`);
    assert.equal(await text('a/1.txt'), 'héllo');
    const metadata = await head('a/1.txt');
    assert.equal(metadata.ContentLength, 6);
    assert.equal(metadata.ContentType, 'text/plain; charset=utf-8');
    assert.equal(metadata.CacheControl, 'no-store');
    assert.equal(metadata.ContentDisposition, 'attachment');
    assert.equal(metadata.ContentEncoding, 'identity');
    assert.deepEqual(metadata.Metadata, { 'report-id': 'r1' });
  });

  it('stores objects with special characters in their keys', async () => {
    for (const key of ['sp ace/ä ö+plus%25&=.json', "q'uote(1)!*.txt", 'trailing/', 'a/../b//c']) {
      await put(key, key);
      assert.equal(await text(key), key);
      assert(server.objects(Bucket).has(key));
      await s3.send(new DeleteObjectCommand({ Bucket, Key: key }));
    }
  });

  it('accepts a chunked stream with a trailing checksum', async () => {
    const Body = Readable.from([Buffer.alloc(70_000, 1), Buffer.alloc(70_000, 2)]);
    await s3.send(new PutObjectCommand({ Bucket, Key: 'stream', Body, ContentLength: 140_000 }));
    const object = server.objects(Bucket).get('stream');
    assert.equal(object?.bytes.length, 140_000);
    assert.equal(object.bytes[139_999], 2);
    assert.equal((await head('stream')).ContentEncoding, undefined);
    assert.notEqual((await head('stream')).ChecksumCRC32, undefined);
  });

  it('computes every checksum as the SDK does', async () => {
    for (const algorithm of ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const) {
      await put('sum', `summed with ${algorithm}`, { ChecksumAlgorithm: algorithm });
      const name = `Checksum${algorithm}` as const;
      assert.notEqual((await head('sum'))[name], undefined);
      assert.equal(await text('sum', { ChecksumMode: 'ENABLED' }), `summed with ${algorithm}`);
    }
  });

  it('rejects bytes with a wrong checksum or signature', async () => {
    const ChecksumSHA256 = createHash('sha256').update('zzz').digest('base64');
    await refused(put('bad', 'abc', { ChecksumSHA256 }), 400, 'BadDigest');
    const ContentMD5 = createHash('md5').update('zzz').digest('base64');
    await refused(put('bad', 'abc', { ContentMD5 }), 400, 'BadDigest');
    server.fault = () => ({ kind: 'flip-byte' });
    await refused(put('bad', 'abc'), 400, 'XAmzContentSHA256Mismatch');
    server.fault = () => null;
    await refused(text('bad'), 404, 'NoSuchKey');
  });

  it('creates an object once for concurrent requests', async () => {
    const writes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => put('once', String(i), { IfNoneMatch: '*' })),
    );
    assert.equal(writes.filter(({ status }) => status === 'fulfilled').length, 1);
    await refused(put('once', 'x', { IfNoneMatch: '*' }), 412, 'PreconditionFailed');
  });

  it('replaces the given version, and no missing object', async () => {
    const { ETag: first = '' } = await put('replaced', '1');
    await put('replaced', '2', { IfMatch: first });
    await refused(put('replaced', '3', { IfMatch: first }), 412, 'PreconditionFailed');
    assert.equal(await text('replaced'), '2');
    await refused(put('absent', '1', { IfMatch: first }), 404, 'NoSuchKey');
  });

  it('supports ranges and conditional reads', async () => {
    const { ETag } = await put('read', 'abcdef');
    assert.equal(await text('read', { Range: 'bytes=1-2' }), 'bc');
    assert.equal(await text('read', { Range: 'bytes=-2' }), 'ef');
    assert.equal(await text('read', { IfMatch: ETag }), 'abcdef');
    await refused(text('read', { Range: 'bytes=9-' }), 416, 'InvalidRange');
    await refused(text('read', { IfNoneMatch: ETag }), 304, null);
    await refused(text('read', { IfMatch: '"0"' }), 412, 'PreconditionFailed');
    await refused(head('absent'), 404, 'NotFound');
  });

  it('lists pages of keys and common prefixes in order', async () => {
    const [planted] = [...server.objects(Bucket).values()];
    assert(planted !== undefined);
    server.createBucket('long');
    const keys = Array.from({ length: 1205 }, (_, i) => `l/${String(i).padStart(5, '0')}/x`);
    for (const key of [...keys, 'm', 'l/ä&<']) server.objects('long').set(key, planted);
    const names: string[] = [];
    let pages = 0;
    let ContinuationToken: string | undefined;
    do {
      const page = await list({ Bucket: 'long', Prefix: 'l/', Delimiter: '/', ContinuationToken });
      names.push(...(page.CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix));
      names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key));
      pages += 1;
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    assert.deepEqual(names, [...keys.map((key) => key.slice(0, -1)), 'l/ä&<']);
    assert.equal(pages, 2);

    const middlePage = await list({ Bucket: 'long', StartAfter: 'l/01200/x', MaxKeys: 2 });
    assert.deepEqual(
      middlePage.Contents?.map(({ Key }) => Key),
      ['l/01201/x', 'l/01202/x'],
    );
    assert.equal(middlePage.IsTruncated, true);
    const url = await list({ Bucket: 'long', StartAfter: 'l/01204/x', EncodingType: 'url' });
    assert.deepEqual(
      url.Contents?.map(({ Key }) => Key),
      ['l/%C3%A4%26%3C', 'm'],
    );
  });

  it('deletes one or many objects, also missing ones', async () => {
    await put('d1', '1');
    await put('d&2', '2');
    const Objects = ['d&2', 'absent'].map((Key) => ({ Key }));
    const { Deleted } = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    assert.equal(Deleted?.length, 2);
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'd1' }));
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'd1' }));
    for (const key of ['d1', 'd&2']) assert(!server.objects(Bucket).has(key));
  });

  it('accepts unchanged presigned URLs only', async () => {
    await put('linked', 'linked');
    const url = await link('linked', { ResponseContentDisposition: 'attachment; filename="x"' });
    const answer = await fetch(url);
    assert.equal(await answer.text(), 'linked');
    assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="x"');
    const alteredUrls = [url.replace('linked', 'once'), url.replace('%22x%22', '%22y%22')];
    for (const alteredUrl of [...alteredUrls, `${server.url}/${Bucket}/linked`]) {
      assert.notEqual(alteredUrl, url);
      assert.equal((await fetch(alteredUrl)).status, 403);
    }
    assert.equal((await fetch(url, { method: 'DELETE' })).status, 403);
    const uploading = new PutObjectCommand({ Bucket, Key: 'uploaded' });
    const upload = await getSignedUrl(s3, uploading, { expiresIn: 60 });
    assert.equal((await fetch(upload, { method: 'PUT', body: 'up' })).status, 200);
    assert.equal(await text('uploaded'), 'up');
  });

  it('accepts a presigned URL until it expires', async () => {
    const signed = new GetObjectCommand({ Bucket, Key: 'linked' });
    const signingDate = new Date(systemContext.clock() - 120_000);
    const late = await getSignedUrl(s3, signed, { expiresIn: 60, signingDate });
    assert.equal((await fetch(late)).status, 403);
    const inTime = await getSignedUrl(s3, signed, { expiresIn: 180, signingDate });
    assert.equal((await fetch(inTime)).status, 200);
  });

  it('rejects another key, secret, region or bucket', async () => {
    const knock = (client: S3Client, more: Partial<GetObjectCommandInput> = {}) =>
      client.send(new GetObjectCommand({ Bucket, Key: 'linked', ...more }));
    const wrongSecret = clientOf({ ...server, secretAccessKey: 'wrong' });
    await refused(knock(wrongSecret), 403, 'SignatureDoesNotMatch');
    await refused(knock(clientOf({ ...server, accessKeyId: 'A' })), 403, 'InvalidAccessKeyId');
    const elsewhere = clientOf({ ...server, region: 'eu-west-1' });
    await refused(knock(elsewhere), 400, 'AuthorizationHeaderMalformed');
    await refused(knock(s3, { ExpectedBucketOwner: '999999999999' }), 403, 'AccessDenied');
    server.createBucket('foreign', '999999999999');
    await refused(knock(s3, { Bucket: 'foreign' }), 403, 'AccessDenied');
  });

  it('rejects unsupported operations', async () => {
    await refused(put('x', 'x', { Tagging: 'a=1' }), 501, 'NotImplemented');
    await refused(put('x', 'x', { ServerSideEncryption: 'AES256' }), 501, 'NotImplemented');
  });
});

function clientOf(server: S3Server): S3Client {
  return new S3Client({
    endpoint: server.url,
    region: server.region,
    forcePathStyle: true,
    credentials: server,
    maxAttempts: 1,
  });
}

/** `code` null: an answer without a body. */
async function refused(work: Promise<unknown>, status: number, code: string | null): Promise<void> {
  await assert.rejects(work, (error) => {
    assert(error instanceof S3ServiceException);
    assert.equal(error.$metadata.httpStatusCode, status);
    if (code !== null) assert.equal(error.name, code);
    return true;
  });
}
