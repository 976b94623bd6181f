// Servers that ignore the conditions of writes are refused before the first write.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { S3Client } from '@aws-sdk/client-s3';
import { startFauxqs } from 'fauxqs';
import { createConditionalWriteCheck } from '../../../lib/adapters/s3/conditional-write-probe.ts';
import type { S3Store } from '../../../lib/adapters/s3/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import {
  encodeText,
  PLAIN_TEXT,
  readText,
  storedVersion,
} from '../../support/object-store-contract.ts';
import type { Conditions } from '../../support/s3/stored-objects.ts';
import type { S3Server } from '../../support/s3/s3-server.ts';
import {
  BUCKET,
  openProbedStore,
  openStore,
  setEnvironment,
  startServer,
} from './open-s3-store.ts';

const PREFIX = 'our/';

describe('S3 store: conditional writes', () => {
  let server: S3Server;
  let openedStore: S3Store;
  before(async () => {
    server = await startServer();
  });
  beforeEach(() => {
    server.fault = () => null;
    server.createBucket(BUCKET);
    openedStore = openStore({ prefix: PREFIX });
  });
  afterEach(() => {
    openedStore.close();
  });
  after(() => server.close());

  const create = (key: string, text = key): Promise<boolean> =>
    openedStore.store.create(key, encodeText(text), PLAIN_TEXT);

  async function refused(work: Promise<unknown>, condition: string, fault: string): Promise<void> {
    await assert.rejects(work, (error) => {
      assert(error instanceof Failure);
      const { condition: toldCondition, fault: toldFault } = error.facts;
      assert.deepEqual(
        [error.code, toldCondition, toldFault],
        ['STORE_UNSUITABLE', condition, fault],
      );
      return true;
    });
  }

  const unsuitable: readonly (readonly [Conditions, condition: string, fault: string])[] = [
    ['ignored', 'If-None-Match: *', 'ignored'],
    ['if-match-ignored', 'If-Match', 'ignored'],
    ['ceph-versioned', 'If-None-Match: *', 'ignored'],
    ['ceph-unversioned', 'If-Match', 'refused though it held'],
    ['weak-etags', 'If-Match', 'refused though it held'],
  ];
  for (const [conditions, condition, fault] of unsuitable) {
    it(`make the first write fail on a server like “${conditions}”`, async () => {
      server.createBucket(BUCKET, server.owner, conditions);
      await refused(create('weeks/a'), condition, fault);
      await refused(
        openedStore.store.replace('weeks/a', encodeText('x'), '"1"', PLAIN_TEXT),
        condition,
        fault,
      );
      assert.deepEqual([...server.objects(BUCKET).keys()], []);
      const puts = server.requests.filter(({ method }) => method === 'PUT').length;
      await refused(create('weeks/a'), condition, fault);
      assert.equal(server.requests.filter(({ method }) => method === 'PUT').length, puts);
    });
  }

  it('make writes fail on fauxqs itself, which ignores them', async () => {
    const fauxqs = await startFauxqs({ port: 0, logger: false });
    fauxqs.createBucket(BUCKET);
    const undo = setEnvironment({ AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${fauxqs.port}` });
    const otherStore = openStore();
    try {
      await refused(
        otherStore.store.create('a', encodeText('1'), PLAIN_TEXT),
        'If-None-Match: *',
        'ignored',
      );
      assert.deepEqual(await otherStore.store.entries(''), []);
    } finally {
      otherStore.close();
      undo();
      await fauxqs.stop();
    }
  });

  it('make writes fail when the first one is refused, or replaced by a refused one', async () => {
    let writes = 0;
    const refuse = (from: number, applied: boolean): void => {
      writes = 0;
      server.fault = ({ method }) => {
        if (method !== 'PUT' || (writes += 1) < from) return null;
        return { kind: 'status', status: 412, code: 'PreconditionFailed', applied };
      };
    };
    refuse(1, false);
    await refused(create('a'), 'If-None-Match: *', 'refused though it held');
    const otherStore = openStore();
    server.createBucket(BUCKET, server.owner, 'ignored');
    refuse(2, true);
    await refused(
      otherStore.store.create('a', encodeText('1'), PLAIN_TEXT),
      'If-None-Match: *',
      'ignored',
    );
    otherStore.close();
  });

  it('does not probe conditional writes on AWS', async () => {
    const client = new S3Client({
      region: 'eu-north-1',
      endpoint: 'https://s3.eu-north-1.amazonaws.com',
      requestHandler: { handle: () => assert.fail('a request') },
    });
    const conflictRetry = { random: () => 0, sleep: () => Promise.resolve() };
    const check = createConditionalWriteCheck(
      { client, conflictRetry },
      { Bucket: BUCKET, Key: '' },
    );
    await check();
  });

  it('probes conditional writes once, with an object below the prefix that listings omit', async () => {
    let during: readonly (readonly string[])[] = [];
    server.fault = ({ method }) => {
      if (method === 'DELETE') during = [...server.objects(BUCKET).keys()].map((key) => [key]);
      return null;
    };
    const before = server.requests.length;
    const created = await Promise.all(['a', 'b', 'c'].map((key) => create(key)));
    assert.deepEqual(created, [true, true, true]);
    const probes = server.requests.slice(before).filter(({ key }) => key.includes('.probe-'));
    const key = probes[0]?.key ?? '';
    assert.match(key, /^our\/requests\/\.probe-[\w-]{36}$/);
    assert.deepEqual(during, [[key]]);
    assert(probes.every((request) => request.key === key));
    assert.equal(probes.filter(({ method }) => method === 'DELETE').length, 1);

    const [planted] = server.objects(BUCKET).values();
    assert(planted !== undefined);
    server.objects(BUCKET).set(key, planted);
    assert.deepEqual(await openedStore.store.children('requests/'), []);
    const listedEntries = await openedStore.store.entries('');
    assert.deepEqual(
      listedEntries.map((entry) => entry.key),
      ['a', 'b', 'c'],
    );
  });

  it('probes conditional writes again after a probe without a response, and never by reads', async () => {
    assert.equal(await openedStore.store.read('a'), null);
    await openedStore.store.remove('a');
    assert.deepEqual(await openedStore.store.children(''), []);
    assert(server.requests.slice(-3).every(({ key }) => !key.includes('.probe-')));
    server.fault = ({ key }) =>
      key.includes('.probe-') ? { kind: 'status', status: 400, code: 'Overloaded' } : null;
    await assert.rejects(create('a'), { code: 'STORE_UNAVAILABLE' });
    server.fault = () => null;
    assert.equal(await create('a'), true);
  });

  it('accepts conditional writes when responses to the probe are lost or it cannot be removed', async () => {
    server.fault = ({ method, key, attempt }) => {
      if (!key.includes('.probe-')) return null;
      if (method === 'DELETE') return { kind: 'status', status: 403, code: 'AccessDenied' };
      return method === 'PUT' && attempt % 2 === 1 ? { kind: 'drop-after' } : null;
    };
    assert.equal(await create('a'), true);
  });

  it('make a replacement fail that is refused although the version is the one that was read', async () => {
    const probed = await openProbedStore();
    await probed.store.create('a', encodeText('1'), PLAIN_TEXT);
    const version = await storedVersion(probed.store, 'a');
    const refuse = (times: number): void => {
      let remaining = times;
      server.fault = ({ method }) => {
        if (method !== 'PUT' || (remaining -= 1) < 0) return null;
        return { kind: 'status', status: 412, code: 'PreconditionFailed' };
      };
    };
    const replace = (): Promise<boolean> =>
      probed.store.replace('a', encodeText('2'), version, PLAIN_TEXT);
    refuse(Infinity);
    await refused(replace(), 'If-Match', 'refused though it held');
    assert.equal(await readText(probed.store, 'a'), '1');
    // Another writer may have restored the same bytes in between.
    refuse(1);
    assert.equal(await replace(), true);
    refuse(0);
    assert.equal(await replace(), false);
    assert.equal(await readText(probed.store, 'a'), '2');
    probed.close();
  });
});
