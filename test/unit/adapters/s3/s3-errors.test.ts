// The classification of the SDK’s errors: STORE_REFUSED when only a change of the configuration helps.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { withS3Errors } from '../../../../lib/adapters/s3/s3-client.ts';
import { Failure } from '../../../../lib/shared/failure.ts';

describe('S3 store: errors', () => {
  async function failureOf(error: unknown): Promise<readonly unknown[]> {
    const work = withS3Errors('read', 'a', () => {
      throw error;
    });
    const failure: unknown = await work.catch((thrown: unknown) => thrown);
    assert(failure instanceof Failure);
    return [failure.code, failure.facts['reason']];
  }
  const answer = (httpStatusCode: number, name: string): S3ServiceException =>
    new S3ServiceException({ name, $fault: 'client', $metadata: { httpStatusCode } });

  it('maps errors to STORE_REFUSED by their status or their code', async () => {
    const refusals = [
      [401, 'Unauthorized'],
      [403, 'AccessDenied'],
      [400, 'InvalidAccessKeyId'],
      [400, 'InvalidBucketName'],
      [400, 'InvalidToken'],
      [400, 'KMS.NotFoundException'],
    ] as const;
    for (const [status, code] of refusals) {
      assert.deepEqual(await failureOf(answer(status, code)), ['STORE_REFUSED', code]);
    }
    const signIn = Object.assign(new Error('expired'), { name: 'TokenProviderError' });
    assert.deepEqual(await failureOf(signIn), ['STORE_REFUSED', signIn.name]);
  });

  it('maps transient errors to STORE_UNAVAILABLE, in spite of their status', async () => {
    for (const code of ['RequestTimeTooSkewed', 'SlowDown']) {
      assert.deepEqual(await failureOf(answer(403, code)), ['STORE_UNAVAILABLE', code]);
    }
    assert.deepEqual(await failureOf(answer(404, 'NoSuchKey')), ['STORE_UNAVAILABLE', 'NoSuchKey']);
  });

  it('reports errors with a code or a name, and never with other text', async () => {
    const coded = Object.assign(new Error('10.0.0.1:443'), { code: 'ECONNREFUSED' });
    assert.deepEqual(await failureOf(coded), ['STORE_UNAVAILABLE', 'ECONNREFUSED']);
    const numbered = Object.assign(new Error('a secret'), { name: 'TimeoutError', code: 23 });
    assert.deepEqual(await failureOf(numbered), ['STORE_UNAVAILABLE', 'TimeoutError']);
    const namedError = Object.assign(new Error(), { name: 'a secret' });
    for (const error of [namedError, 'a secret', null]) {
      assert.deepEqual(await failureOf(error), ['STORE_UNAVAILABLE', 'unknown']);
    }
  });
});
