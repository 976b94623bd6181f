// The lease of a store: who gets it, who waits, and who has lost it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { leaseCodec } from '../../../lib/adapters/json/index.ts';
import type { Lease, LeaseContext } from '../../../lib/jobs/lease.ts';
import { acquireLease, requestStop } from '../../../lib/jobs/lease.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { memoryStore } from '../../support/memory-store.ts';

/** Processes of one store, whose time passes only while one of them waits. */
function setUp() {
  const store = memoryStore();
  const time = { ms: 0 };
  const running = new Set<number>();
  const contextOf = (
    pid: number,
    host = 'a',
    onSleep: () => Promise<unknown> = () => Promise.resolve(),
  ): LeaseContext => ({
    ...{ store, leases: leaseCodec },
    clock: () => Date.parse('2026-11-19T08:00:00Z'),
    monotonic: () => time.ms,
    sleep: async (ms) => {
      time.ms += ms;
      await onSleep();
    },
    process: { host, boot: 'boot', pid },
    isRunning: (other) => running.has(other),
  });
  const acquire = async (
    pid: number,
    host?: string,
    onSleep?: () => Promise<unknown>,
  ): Promise<{ lease: Lease; waits: number }> => {
    let waits = 0;
    const lease = await acquireLease(contextOf(pid, host, onSleep), () => (waits += 1));
    running.add(pid);
    return { lease, waits };
  };
  return { store, time, running, acquire, contextOf };
}

describe('the lease of a store', () => {
  it('is taken at once when it is free, was released, or its process on this machine has ended', async () => {
    const { acquire, running } = setUp();
    const first = await acquire(1);
    await first.lease.release();
    const second = await acquire(2);
    running.delete(2);
    const third = await acquire(3);
    assert.deepEqual([first.waits, second.waits, third.waits], [0, 0, 0]);
    assert.equal((await second.lease.renew())?.code, 'STORE_IN_USE');
    assert.equal(await third.lease.renew(), null);
  });

  it('is refused to another process while the holder renews it', async () => {
    const { acquire } = setUp();
    const { lease } = await acquire(1);
    await assert.rejects(
      acquire(2, 'b', () => lease.renew()),
      {
        code: 'STORE_IN_USE',
        facts: { host: 'a', pid: 1, since: '2026-11-19T08:00:00.000Z' },
      },
    );
    assert.equal(await lease.renew(), null);
  });

  it('is taken from a holder that does not renew it for a minute, which has lost it then', async () => {
    const { acquire, time } = setUp();
    const { lease } = await acquire(1);
    const { waits } = await acquire(2, 'b');
    assert.equal(waits, 1);
    assert(time.ms >= 60_000 && time.ms < 70_000, String(time.ms));
    const loss = await lease.renew();
    assert.deepEqual(
      [loss?.code, loss?.facts['host'], loss?.facts['pid']],
      ['STORE_IN_USE', 'b', 2],
    );
    await lease.release();
    const renewed = (await acquire(3, 'b')).lease;
    assert.equal(await renewed.renew(), null);
  });

  it('is taken by one of several processes that start at the same time', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { acquire } = setUp();
      const holders: Lease[] = [];
      const renewAll = (): Promise<unknown> => Promise.all(holders.map((lease) => lease.renew()));
      const results = await Promise.allSettled(
        [1, 2, 3, 4].map(async (pid) => {
          const { lease } = await acquire(pid, `host ${pid}`, renewAll);
          holders.push(lease);
        }),
      );
      const refused = results.filter(({ status }) => status === 'rejected');
      assert.deepEqual([holders.length, refused.length], [1, 3]);
    }
  });

  it('is kept, and released, while a slow store has not answered an earlier renewal', async () => {
    const { acquire } = setUp();
    const { lease } = await acquire(1);
    assert.deepEqual(await Promise.all([lease.renew(), lease.renew()]), [null, null]);
    await Promise.all([lease.renew(), lease.release()]);
    assert.equal((await acquire(2, 'b')).waits, 0);
  });

  it('tells its holder that it is to stop, also when that is requested during a renewal', async () => {
    const { acquire, store, contextOf } = setUp();
    const context = contextOf(2);
    assert.equal(await requestStop(context), null);
    const { lease } = await acquire(1);
    assert.equal(await lease.renew(), null);
    assert.equal(lease.isStopRequested(), false);
    let calls = 0;
    store.onCall = async (work) => {
      calls += 1;
      // After it was read, and before it is replaced.
      if (calls === 2) assert.equal((await requestStop(context))?.pid, 1);
      return work();
    };
    assert.equal(await lease.renew(), null);
    assert.equal(lease.isStopRequested(), true);
    await lease.release();
    assert.equal(await requestStop(context), null);
    assert.equal((await acquire(2)).lease.isStopRequested(), false);
  });

  it('is not written by a request to stop when its process on this machine has ended', async () => {
    const { acquire, store, running, contextOf } = setUp();
    await acquire(1);
    running.delete(1);
    store.resetCalls();
    assert.equal(await requestStop(contextOf(2)), null);
    assert.equal(store.calls.replace, 0);
    // Of another machine it is not known; a container may have the name and the process id of another one.
    assert.equal((await requestStop(contextOf(2, 'b')))?.pid, 1);
    assert.equal((await requestStop(contextOf(1)))?.pid, 1);
  });

  it('survives a store that fails for less than a minute; after that its failure is why it is lost', async () => {
    const { acquire, store, time } = setUp();
    const { lease } = await acquire(1);
    const { onCall } = store;
    const full = new Failure('STORE_UNAVAILABLE', { reason: 'ENOSPC' });
    store.onCall = () => Promise.reject(full);
    time.ms += 40_000;
    assert.equal(await lease.renew(), null);
    time.ms += 20_000;
    assert.equal(await lease.renew(), full);
    store.onCall = onCall;
    assert.equal(await lease.renew(), full);
    await lease.release();
    assert.equal((await acquire(2)).waits, 1);
  });
});
