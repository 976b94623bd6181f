// Content codings, and decoding of compressed bodies whose source fails.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  BodyTooLarge,
  parseContentCoding,
  receiveBody,
} from '../../../../lib/adapters/feedback-api/response-body.ts';

/** Larger than what is decompressed synchronously. */
const LARGE = gzipSync(randomBytes(200_000));

describe('a content coding', () => {
  it('is identity or a single gzip', () => {
    for (const header of [undefined, '', ' ', 'identity', ' Identity ']) {
      assert.equal(parseContentCoding(header), 'identity');
    }
    for (const header of ['gzip', ' GZIP ', 'x-gzip']) {
      assert.equal(parseContentCoding(header), 'gzip');
    }
    for (const header of ['br', 'gzip, gzip', 'gzip,', ['gzip'], []]) {
      assert.equal(parseContentCoding(header), null);
    }
  });
});

describe('a large compressed body', () => {
  it('is rejected with the error of its source', async () => {
    const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
    async function* source(): AsyncGenerator<Uint8Array> {
      yield LARGE.subarray(0, 100_000);
      await Promise.reject(reset);
    }
    await assert.rejects(receiveBody(source(), 'gzip', 1_000_000), (error) => error === reset);
  });

  it('closes its source when it exceeds the limit', async () => {
    let isClosed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield await Promise.resolve(LARGE);
      } finally {
        isClosed = true;
      }
    }
    await assert.rejects(receiveBody(source(), 'gzip', 1_000), BodyTooLarge);
    assert.ok(isClosed);
  });
});
