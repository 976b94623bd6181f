// How long `serve stop` waits for the holder of the lease.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { waitForEnd } from '../../../functions/cli/commands/serve-stop.ts';
import { leaseCodec } from '../../../lib/adapters/json/index.ts';
import {
  acquireLease,
  requestStop,
  type Lease,
  type LeaseContext,
} from '../../../lib/jobs/lease.ts';
import { memoryStore } from '../../support/memory-store.ts';

/** Waits in a container with the name of the holder's, where both have the process id 1. */
async function waitFor(onSecond: (second: number, lease: Lease) => Promise<unknown>) {
  let ms = 0;
  const context: LeaseContext = {
    ...{ store: memoryStore(), leases: leaseCodec },
    clock: () => Date.parse('2026-11-19T08:00:00Z'),
    monotonic: () => ms,
    sleep: async (duration) => {
      ms += duration;
      if (ms % 1_000 === 0) await onSecond(ms / 1_000, lease);
    },
    process: { host: 'reports', boot: 'boot', pid: 1 },
    isRunning: () => true,
  };
  const lease = await acquireLease(context, () => undefined);
  const holder = await requestStop(context);
  assert(holder !== null);
  const hasStopped = await waitForEnd(context, holder, new AbortController().signal);
  return { hasStopped, seconds: ms / 1_000 };
}

describe('serve stop', () => {
  it('waits until the lease is released', async () => {
    const waited = await waitFor(async (second, lease) => {
      if (second === 20) await lease.renew();
      if (second === 31) await lease.release();
    });
    assert.deepEqual(waited, { hasStopped: true, seconds: 31 });
  });

  it('waits until the lease is lost, which nothing renews for a minute', async () => {
    const waited = await waitFor(() => Promise.resolve());
    assert.deepEqual(waited, { hasStopped: true, seconds: 60 });
  });

  it('gives up after two minutes in which the lease is renewed', async () => {
    const waited = await waitFor(async (second, lease) => {
      if (second % 20 === 0) await lease.renew();
    });
    assert.deepEqual(waited, { hasStopped: false, seconds: 120 });
  });
});
