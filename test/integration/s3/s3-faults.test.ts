import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { S3Store } from '../../../lib/adapters/s3/index.ts';
import { Failure, type FailureCode } from '../../../lib/shared/failure.ts';
import { systemContext } from '../../../lib/composition/system.ts';
import {
  encodeText,
  PLAIN_TEXT,
  readText,
  storedVersion,
} from '../../support/object-store-contract.ts';
import type { Fault } from '../../support/s3/s3-faults.ts';
import type { S3Server } from '../../support/s3/s3-server.ts';
import {
  BUCKET,
  openProbedStore,
  openStore,
  setEnvironment,
  startServer,
} from './open-s3-store.ts';

describe('S3 store: faults', () => {
  let server: S3Server;
  let openedStore: S3Store;
  /** How far the server's clock is ahead. */
  let aheadMs = 0;
  before(async () => {
    server = await startServer({ clock: () => systemContext.clock() + aheadMs });
  });
  beforeEach(async () => {
    aheadMs = 0;
    server.createBucket(BUCKET);
    server.fault = () => null;
    openedStore = await openProbedStore();
  });
  afterEach(() => {
    openedStore.close();
  });
  after(() => server.close());

  /** Faults for the first requests of a method. */
  const failing = (method: string, fault: Fault, times = Infinity): void => {
    let remaining = times;
    server.fault = (request) => (request.method === method && (remaining -= 1) >= 0 ? fault : null);
  };
  const create = (text: string, { store } = openedStore): Promise<boolean> =>
    store.create('a', encodeText(text), PLAIN_TEXT);
  const requestsWhile = async (work: () => Promise<unknown>): Promise<number> => {
    const before = server.requests.length;
    await work();
    return server.requests.length - before;
  };

  it('retries after a conflict, with growing random delays', async () => {
    const waits: number[] = [];
    const patientStore = await openProbedStore({
      sleep: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
    });
    failing('PUT', { kind: 'conflict-409' }, 7);
    assert.equal(await create('mine', patientStore), true);
    assert.deepEqual(waits, [50, 100, 200, 400, 800, 1000, 1000]);

    failing('PUT', { kind: 'conflict-409' }, 2);
    assert.equal(await create('another’s', patientStore), false);
    failing('PUT', { kind: 'conflict-409' }, 2);
    const version = await storedVersion(patientStore.store, 'a');
    assert.equal(
      await patientStore.store.replace('a', encodeText('new'), version, PLAIN_TEXT),
      true,
    );
    assert.equal(await readText(patientStore.store, 'a'), 'new');
    patientStore.close();
  });

  it('does not retry when another writer has won, and retries when that is uncertain', async () => {
    await create('first');
    assert.equal(await requestsWhile(() => create('second')), 1);
    failing('PUT', { kind: 'status', status: 409, code: 'OperationAborted' }, 1);
    assert.equal(await requestsWhile(() => create('second')), 2);
  });

  it('fails after repeated conflicts', async () => {
    failing('PUT', { kind: 'conflict-409' });
    const requestCount = await requestsWhile(async () => {
      await fails(create('x'), 'STORE_UNAVAILABLE', 'create', 'ConditionalRequestConflict');
    });
    assert.equal(requestCount, 8);
  });

  it('returns false for its own object when the response was lost, and the object exists', async () => {
    const faults: readonly Fault[] = [
      { kind: 'drop-after' },
      { kind: 'status', status: 500, code: 'InternalError', applied: true },
    ];
    for (const [i, fault] of faults.entries()) {
      const key = `lost-${i}`;
      failing('PUT', fault, 1);
      assert.equal(await openedStore.store.create(key, encodeText('1'), PLAIN_TEXT), false);
      assert.equal(await readText(openedStore.store, key), '1');
      const version = await storedVersion(openedStore.store, key);
      failing('PUT', fault, 1);
      assert.equal(
        await openedStore.store.replace(key, encodeText('2'), version, PLAIN_TEXT),
        false,
      );
      assert.equal(await readText(openedStore.store, key), '2');
    }
  });

  it('retries requests that had no effect', async () => {
    failing('PUT', { kind: 'drop-before' }, 1);
    assert.equal(await create('1'), true);
    failing('GET', { kind: 'status', status: 503, code: 'ServiceUnavailable' }, 2);
    assert.equal(await readText(openedStore.store, 'a'), '1');
    failing('GET', { kind: 'drop-after' }, 1);
    assert.deepEqual(await openedStore.store.children(''), ['a']);
    failing('DELETE', { kind: 'drop-after' }, 1);
    await openedStore.store.remove('a');
    assert.equal(await openedStore.store.read('a'), null);
  });

  it('attempts a request four times and reports the code of the server', async () => {
    failing('PUT', { kind: 'status', status: 500, code: 'InternalError' });
    const requestCount = await requestsWhile(async () => {
      await fails(create('x'), 'STORE_UNAVAILABLE', 'create', 'InternalError');
    });
    assert.equal(requestCount, 4);
    failing('GET', { kind: 'drop-before' });
    await fails(openedStore.store.read('a'), 'STORE_UNAVAILABLE', 'read', 'ECONNRESET');
    failing('GET', { kind: 'status', status: 400, code: 'a secret <written> to the log' });
    await fails(openedStore.store.read('a'), 'STORE_UNAVAILABLE', 'read', 'unknown');
  });

  it('does not retry when access is refused', async () => {
    const refusals = [
      [403, 'AccessDenied'],
      [403, 'InvalidAccessKeyId'],
      [403, 'SignatureDoesNotMatch'],
      [403, 'InvalidObjectState'],
      [404, 'NoSuchBucket'],
      [400, 'ExpiredToken'],
      [400, 'AuthorizationHeaderMalformed'],
      [400, 'KMS.DisabledException'],
      [301, 'PermanentRedirect'],
    ] as const;
    for (const [status, code] of refusals) {
      server.fault = () => ({ kind: 'status', status, code });
      const { store } = openedStore;
      const calls = {
        read: () => store.read('a'),
        create: () => create('x'),
        replace: () => store.replace('a', encodeText('x'), '"version"', PLAIN_TEXT),
        remove: () => store.remove('a'),
      };
      for (const [operation, ask] of Object.entries(calls)) {
        const requestCount = await requestsWhile(() =>
          fails(ask(), 'STORE_REFUSED', operation, code),
        );
        assert.equal(requestCount, 1, `${operation} ${code}`);
      }
      await fails(store.children('a/'), 'STORE_REFUSED', 'children', code, 'a/');
      await fails(store.entries('a/'), 'STORE_REFUSED', 'entries', code, 'a/');
    }
  });

  it('fails for a bucket of another owner', async () => {
    const otherOwnerStore = openStore({ owner: '999999999999' });
    await fails(
      create('x', otherOwnerStore),
      'STORE_REFUSED',
      'probe',
      'AccessDenied',
      'requests/.probe-',
    );
    await fails(otherOwnerStore.store.read('a'), 'STORE_REFUSED', 'read', 'AccessDenied');
    otherOwnerStore.close();
    const missingBucket = openStore({ bucket: 'not-there' });
    await fails(missingBucket.store.read('a'), 'STORE_REFUSED', 'read', 'NoSuchBucket');
    missingBucket.close();
  });

  it('reports missing credentials or a missing region', async () => {
    const missing = [
      ['AWS_ACCESS_KEY_ID', 'CredentialsProviderError'],
      ['AWS_REGION', 'RegionMissing'],
    ] as const;
    for (const [name, reason] of missing) {
      const undo = setEnvironment({ [name]: undefined });
      const bareStore = openStore();
      await fails(bareStore.store.read('a'), 'STORE_REFUSED', 'read', reason);
      await fails(
        bareStore.signLink({ key: 'a', name: { text: 'a', ascii: 'a' } }),
        'STORE_REFUSED',
        'sign',
        reason,
      );
      bareStore.close();
      undo();
    }
  });

  it('reads again, three times, when bytes are corrupted or truncated in transit', async () => {
    await create('whole and right');
    for (const kind of ['flip-byte', 'drop-midway'] as const) {
      failing('GET', { kind }, 2);
      assert.equal(await readText(openedStore.store, 'a'), 'whole and right');
    }
    failing('GET', { kind: 'flip-byte' });
    const requestCount = await requestsWhile(async () => {
      const reading = openedStore.store.read('a');
      await fails(reading, 'STORE_UNAVAILABLE', 'read', 'ChecksumMismatch');
    });
    assert.equal(requestCount, 3);
    failing('GET', { kind: 'drop-midway' });
    await fails(openedStore.store.read('a'), 'STORE_UNAVAILABLE', 'read', 'ECONNRESET');
  });

  it('fails to write bytes that are corrupted in transit', async () => {
    failing('PUT', { kind: 'flip-byte' });
    await fails(create('right'), 'STORE_UNAVAILABLE', 'create', 'XAmzContentSHA256Mismatch');
    assert.equal(server.objects(BUCKET).size, 0);
  });

  it('works with a clock that is twenty minutes off', async () => {
    for (const minutes of [-20, 20]) {
      aheadMs = minutes * 60_000;
      const skewed = openStore();
      assert.equal(await skewed.store.create(`at${minutes}`, encodeText('x'), PLAIN_TEXT), true);
      skewed.close();
    }
  });

  /** Checks that the promise rejects with this failure, without the SDK's error or anything of the request. */
  async function fails(
    work: Promise<unknown>,
    code: FailureCode,
    operation: string,
    reason: string,
    key = 'a',
  ): Promise<void> {
    await assert.rejects(work, (error) => {
      assert(error instanceof Failure);
      assert.deepEqual({ ...error.facts, code: error.code }, { operation, key, reason, code });
      assert.equal(error.cause, undefined);
      return true;
    });
  }
});
