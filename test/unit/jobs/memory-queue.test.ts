// The queue of one process: what is merged, what waits, what is repeated.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { JobResult } from '../../../lib/jobs/memory-queue.ts';
import { createMemoryQueue } from '../../../lib/jobs/memory-queue.ts';
import type { ReportJob } from '../../../lib/ports/job-queue.ts';

const DONE: JobResult = { isProgress: true, repeatAfterMs: null };

function jobOf(folder: number, others: readonly number[] = []): ReportJob {
  return { week: '2026-W46', folder, others, since: null };
}

function setUp(concurrency = 4) {
  const started: string[] = [];
  const running: { readonly end: (result: JobResult) => Promise<void> }[] = [];
  let drains = 0;
  const queue = createMemoryQueue({
    concurrency,
    run: ({ folder }, receives) => {
      started.push(`${folder} ${receives}`);
      const { promise, resolve } = Promise.withResolvers<JobResult>();
      running.push({
        end: async (result) => {
          resolve(result);
          await setImmediate();
        },
      });
      return promise;
    },
    onDrained: () => (drains += 1),
  });
  /** Ends the job that has run longest. */
  const endFirst = async (result = DONE): Promise<void> => running.shift()?.end(result);
  return { queue, started, endFirst, drains: () => drains };
}

describe('a queue of jobs in memory', () => {
  it('runs so many jobs at a time, each once', async () => {
    const { queue, started, endFirst, drains } = setUp(2);
    queue.send([jobOf(1), jobOf(2), jobOf(3), jobOf(1)]);
    assert.deepEqual(started, ['1 1', '2 1']);
    assert.deepEqual(queue.counts(), { running: 2, waiting: 1, delayed: 0 });
    await endFirst();
    assert.deepEqual(started, ['1 1', '2 1', '3 1']);
    await endFirst();
    assert.equal(drains(), 0);
    await endFirst();
    assert.equal(drains(), 1);
  });

  it('runs no two jobs that share a root at the same time', async () => {
    const { queue, started, endFirst } = setUp();
    queue.send([jobOf(1, [2]), jobOf(2), jobOf(3)]);
    assert.deepEqual(started, ['1 1', '3 1']);
    await endFirst();
    assert.deepEqual(started, ['1 1', '3 1', '2 1']);
  });

  it('runs a job again that was sent while it ran', async () => {
    const { queue, started, endFirst } = setUp();
    queue.send([jobOf(1)]);
    queue.send([jobOf(1), jobOf(1)]);
    await endFirst();
    assert.deepEqual(started, ['1 1', '1 1']);
    await endFirst();
    assert.deepEqual(started, ['1 1', '1 1']);
    assert.deepEqual(queue.counts(), { running: 0, waiting: 0, delayed: 0 });
  });

  it('repeats a job, which is settled only then', async () => {
    const { queue, started, endFirst, drains } = setUp();
    queue.send([jobOf(1)]);
    let isSettled = false;
    const settled = queue.settled('2026-W46', 1).then(() => (isSettled = true));
    await endFirst({ isProgress: false, repeatAfterMs: 1 });
    assert.deepEqual([isSettled, drains()], [false, 0]);
    while (started.length < 2) await setImmediate();
    await endFirst();
    await settled;
    assert.deepEqual(started, ['1 1', '1 2']);
    assert.equal(drains(), 1);
  });

  it('drops what does not run when it is closed, and waits for the rest', async () => {
    const { queue, started, endFirst } = setUp(1);
    queue.send([jobOf(1), jobOf(2)]);
    let isClosed = false;
    const closed = queue.close().then(() => (isClosed = true));
    queue.send([jobOf(3)]);
    await queue.settled('2026-W46', 2);
    assert.equal(isClosed, false);
    await endFirst({ isProgress: false, repeatAfterMs: 1 });
    await closed;
    assert.deepEqual(started, ['1 1']);
  });
});
