// Verifies the signatures with the examples of the S3 documentation.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readContent } from '../../support/s3/request-body.ts';
import type { S3Request } from '../../support/s3/s3-request.ts';
import { verifySignature } from '../../support/s3/sigv4.ts';

const EXAMPLE = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const NOW = Date.UTC(2013, 4, 24);
const HOST = 'examplebucket.s3.amazonaws.com';
const SCOPE = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const GET: S3Request = {
  method: 'GET',
  path: '/test.txt',
  bucket: 'examplebucket',
  key: 'test.txt',
  query: [],
  headers: {
    host: HOST,
    range: 'bytes=0-9',
    'x-amz-content-sha256': EMPTY,
    'x-amz-date': '20130524T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=${SCOPE},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41`,
  },
};

const LINK: S3Request = {
  ...GET,
  query: Object.entries({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': SCOPE,
    'X-Amz-Date': '20130524T000000Z',
    'X-Amz-Expires': '86400',
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Signature': 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  }),
  headers: { host: HOST },
};

const CHUNKED: S3Request = {
  method: 'PUT',
  path: '/examplebucket/chunkObject.txt',
  bucket: 'examplebucket',
  key: 'chunkObject.txt',
  query: [],
  headers: {
    host: 's3.amazonaws.com',
    'content-encoding': 'aws-chunked',
    'content-length': '66824',
    'x-amz-content-sha256': 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD',
    'x-amz-date': '20130524T000000Z',
    'x-amz-decoded-content-length': '66560',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    authorization: `AWS4-HMAC-SHA256 Credential=${SCOPE},SignedHeaders=content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class,Signature=4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9`,
  },
};

function chunks(letter: string): Buffer {
  return Buffer.from(
    [
      '10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648',
      letter.repeat(0x10000),
      '400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497',
      'a'.repeat(0x400),
      '0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9',
      '',
      '',
    ].join('\r\n'),
  );
}

describe('the check of Signature Version 4', () => {
  it('accepts a signed request, but not with another range', () => {
    assert.equal(verifySignature(GET, EXAMPLE, NOW).payload, EMPTY);
    const alteredRequest = { ...GET, headers: { ...GET.headers, range: 'bytes=0-99' } };
    assert.throws(() => verifySignature(alteredRequest, EXAMPLE, NOW), {
      code: 'SignatureDoesNotMatch',
    });
  });

  it('rejects unsigned S3 headers', () => {
    const requestWithAcl = { ...GET, headers: { ...GET.headers, 'x-amz-acl': 'public-read' } };
    assert.throws(() => verifySignature(requestWithAcl, EXAMPLE, NOW), { code: 'AccessDenied' });
  });

  it('accepts a request for 15 minutes around its time', () => {
    const minutes = (n: number): number => NOW + n * 60_000;
    for (const now of [minutes(-15), minutes(15)]) verifySignature(GET, EXAMPLE, now);
    for (const now of [minutes(-15) - 1, minutes(15) + 1]) {
      assert.throws(() => verifySignature(GET, EXAMPLE, now), { code: 'RequestTimeTooSkewed' });
    }
  });

  it('accepts an unchanged presigned URL until it expires', () => {
    const day = 86_400_000;
    for (const now of [NOW, NOW + day]) verifySignature(LINK, EXAMPLE, now);
    assert.throws(() => verifySignature(LINK, EXAMPLE, NOW + day + 1), { code: 'AccessDenied' });
    const longer = LINK.query.map(([name, value]) =>
      name === 'X-Amz-Expires' ? ([name, '604800'] as const) : ([name, value] as const),
    );
    assert.throws(() => verifySignature({ ...LINK, query: longer }, EXAMPLE, NOW), {
      code: 'SignatureDoesNotMatch',
    });
  });

  it('accepts signed chunks, but no changed chunk', () => {
    const signing = verifySignature(CHUNKED, EXAMPLE, NOW);
    assert.equal(readContent(CHUNKED, chunks('a'), signing).bytes.toString(), 'a'.repeat(66_560));
    assert.throws(() => readContent(CHUNKED, chunks('b'), signing), {
      code: 'SignatureDoesNotMatch',
    });
  });
});
