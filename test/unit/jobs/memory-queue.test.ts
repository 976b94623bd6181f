// The queue of one process: what is merged, what waits, what is repeated.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { queueRecordCodec } from '../../../lib/adapters/json/index.ts';
import type { JobResult } from '../../../lib/jobs/memory-queue.ts';
import type { QueueStorage } from '../../../lib/jobs/queue-storage.ts';
import { createQueueStorage } from '../../../lib/jobs/queue-storage.ts';
import { createMemoryQueue } from '../../../lib/jobs/memory-queue.ts';
import type { ReportJob } from '../../../lib/ports/job-queue.ts';
import { MAX_RECEIVES } from '../../../lib/ports/job-queue.ts';
import type { QueuedJob } from '../../../lib/ports/stored-records.ts';
import { memoryStore } from '../../support/memory-store.ts';

const DONE: JobResult = { isProgress: true, repeatAfterMs: null };

function jobOf(folder: number, others: readonly number[] = []): ReportJob {
  return { week: '2026-W46', folder, others, since: null };
}

function setUp(concurrency = 4, storage?: QueueStorage) {
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
    ...(storage === undefined ? {} : { storage }),
  });
  /** Ends the job that has run longest. */
  const endFirst = async (result = DONE): Promise<void> => running.shift()?.end(result);
  return { queue, started, endFirst, drains: () => drains };
}

describe('a queue of jobs in memory', () => {
  it('runs so many jobs at a time, each once', async () => {
    const { queue, started, endFirst, drains } = setUp(2);
    await queue.send([jobOf(1), jobOf(2), jobOf(3), jobOf(1)]);
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
    await queue.send([jobOf(1, [2]), jobOf(2), jobOf(3)]);
    assert.deepEqual(started, ['1 1', '3 1']);
    await endFirst();
    assert.deepEqual(started, ['1 1', '3 1', '2 1']);
  });

  it('runs a job again that was sent while it ran', async () => {
    const { queue, started, endFirst } = setUp();
    await queue.send([jobOf(1)]);
    await queue.send([jobOf(1), jobOf(1)]);
    await endFirst();
    assert.deepEqual(started, ['1 1', '1 1']);
    await endFirst();
    assert.deepEqual(started, ['1 1', '1 1']);
    assert.deepEqual(queue.counts(), { running: 0, waiting: 0, delayed: 0 });
  });

  it('repeats a job, which is settled only then', async () => {
    const { queue, started, endFirst, drains } = setUp();
    await queue.send([jobOf(1)]);
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
    await queue.send([jobOf(1), jobOf(2)]);
    let isClosed = false;
    const closed = queue.close().then(() => (isClosed = true));
    await queue.send([jobOf(3)]);
    await queue.settled('2026-W46', 2);
    assert.equal(isClosed, false);
    await endFirst({ isProgress: false, repeatAfterMs: 1 });
    await closed;
    assert.deepEqual(started, ['1 1']);
  });
});

function queuedJob(folder: number, receives: number, isRunning: boolean): QueuedJob {
  return { job: jobOf(folder), receives, isRunning };
}

function storageOf(stored: { jobs: readonly QueuedJob[] }): QueueStorage {
  return {
    load: () => Promise.resolve(stored.jobs),
    save: (jobs) => {
      stored.jobs = jobs;
      return Promise.resolve();
    },
  };
}

describe('a queue that stores its jobs', () => {
  it('stores which jobs wait, run and were ended', async () => {
    const stored = { jobs: [] };
    const { queue, started, endFirst } = setUp(1, storageOf(stored));
    await queue.send([jobOf(1), jobOf(2)]);
    assert.deepEqual(started, ['1 1']);
    assert.deepEqual(stored.jobs, [queuedJob(1, 1, true), queuedJob(2, 0, false)]);
    await endFirst();
    assert.deepEqual(stored.jobs, [queuedJob(2, 1, true)]);
    await endFirst();
    assert.deepEqual(stored.jobs, []);
  });

  it('runs what ran when the earlier process ended alone and first, and what ended it often no more', async () => {
    const jobs = [
      queuedJob(1, 0, false),
      queuedJob(2, 1, true),
      queuedJob(3, 2, true),
      queuedJob(4, MAX_RECEIVES, true),
    ];
    const { queue, started, endFirst } = setUp(4, storageOf({ jobs }));
    assert.deepEqual(await queue.resume(), [jobOf(1), jobOf(2), jobOf(3)]);
    await setImmediate();
    assert.deepEqual(started, ['2 2']);
    await queue.send([jobOf(5)]);
    await endFirst();
    assert.deepEqual(started, ['2 2', '3 3']);
    await endFirst();
    assert.deepEqual(started, ['2 2', '3 3', '1 1', '5 1']);
    assert.deepEqual(await queue.resume(), []);
  });

  it('leaves what it has not ended when it is closed, without counting a start that is interrupted', async () => {
    const stored = { jobs: [] };
    const { queue, endFirst } = setUp(1, storageOf(stored));
    await queue.send([jobOf(1), jobOf(2)]);
    const closed = queue.close();
    await setImmediate();
    assert.deepEqual(stored.jobs, [queuedJob(2, 0, false), queuedJob(1, 0, false)]);
    await endFirst();
    await closed;
    assert.deepEqual(stored.jobs, [queuedJob(2, 0, false)]);
  });

  it('overwrites nothing that it could not read', async () => {
    const stored = { jobs: [queuedJob(1, 1, true)] };
    const storage = storageOf(stored);
    let isDown = true;
    const load = (): Promise<readonly QueuedJob[]> =>
      isDown ? Promise.reject(new Error('down')) : storage.load();
    const { queue } = setUp(1, { ...storage, load });
    await assert.rejects(queue.resume(), { message: 'down' });
    await queue.send([jobOf(2)]);
    assert.deepEqual(stored.jobs, [queuedJob(1, 1, true)]);
    isDown = false;
    assert.deepEqual(await queue.resume(), [jobOf(1)]);
  });

  it('leaves the jobs of a process that has taken over as they are', async () => {
    const store = memoryStore();
    const open = (): QueueStorage => createQueueStorage(store, queueRecordCodec, assert.ifError);
    const first = setUp(1, open()).queue;
    await first.send([jobOf(1)]);
    const second = setUp(1, open()).queue;
    await second.resume();
    await second.send([jobOf(2)]);
    await first.send([jobOf(3)]);
    const left = await open().load();
    assert.deepEqual(
      left.map(({ job }) => job.folder),
      [1, 2],
    );
  });
});
