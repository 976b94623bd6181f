// The stored job queue, which several processes share: one job for any number of requests, and its state.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jobRecordCodec, repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import {
  createJobCache,
  forgetFailure,
  readGivenUp,
  recordEnded,
  recordFailed,
} from '../../../lib/jobs/job-records.ts';
import type { ReportJob } from '../../../lib/ports/job-queue.ts';
import { folderPrefix, manifestKey, planKey } from '../../../lib/reports/report-repository.ts';
import type { JobQueue } from '../../../lib/jobs/request-report.ts';
import { createStoredQueue, repeatRequests } from '../../../lib/jobs/requested-jobs.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { createRandom } from '../../support/test-reports.ts';

const ID = { week: '2026-W46', folder: 21 };
const ASKED = { ...ID, force: false, supersedes: null };
const MINUTE = 60_000;

function setUp({ hasPlanner = false } = {}) {
  const store = memoryStore();
  const clock = { now: Date.parse('2026-11-19T08:00:00Z') };
  const sentJobs: ReportJob[] = [];
  /** "dead": the process ends before it has sent. */
  const queue: { failure: Failure | null; isDead: boolean } = { failure: null, isDead: false };
  const records = { store, records: jobRecordCodec, clock: () => clock.now };
  const sending = {
    repository: { store, ...repositoryCodecs },
    records,
    sender: {
      send: (batch: readonly ReportJob[]) => {
        if (queue.isDead) return new Promise<never>(() => undefined);
        if (queue.failure !== null) return Promise.reject(queue.failure);
        sentJobs.push(...batch);
        return Promise.resolve();
      },
    },
    random: createRandom(1),
  };
  const jobs = createStoredQueue({
    ...sending,
    sleep: (ms) => {
      clock.now += ms;
      return Promise.resolve();
    },
    hasPlanner,
  });
  const cached = { ...sending, records: { ...records, jobCache: createJobCache(records) } };
  const repeat = (week: string): Promise<number> => repeatRequests(cached, week);
  const commit = async (revision: number): Promise<void> => {
    const file = { key: `${folderPrefix(ID)}x`, bytes: 1, sha256: '0'.repeat(64) };
    const bytes = repositoryCodecs.manifests.encode({
      week: ID.week,
      folder: { key: ID.folder, name: 'Store' },
      revision,
      status: 'complete',
      asOf: new Date(clock.now).toISOString(),
      files: { pdf: file, json: file },
      problems: [],
    });
    await store.remove(manifestKey(ID));
    await store.create(manifestKey(ID), bytes, { contentType: 'application/json' });
  };
  return { store, jobs, repeat, records, sentJobs, queue, clock, commit };
}

describe('createStoredQueue', () => {
  it('makes one job of requests at the same time or later', async () => {
    const { jobs, sentJobs } = setUp();
    await Promise.all(Array.from({ length: 20 }, () => jobs.enqueue(ASKED)));
    await jobs.enqueue(ASKED);
    assert.deepEqual(sentJobs, [{ ...ID, since: null }]);
    assert.deepEqual(await jobs.stateOf(ID), { state: 'queued' });
    assert.equal(await jobs.stateOf({ ...ID, folder: 22 }), null);
  });

  it('sends one message however long it waits in the queue', async () => {
    const { jobs, sentJobs, clock } = setUp();
    const since = new Date(clock.now).toISOString();
    await jobs.enqueue({ ...ASKED, force: true });
    clock.now += 28 * MINUTE;
    for (let i = 0; i < 3; i += 1) await jobs.enqueue({ ...ASKED, force: true });
    await Promise.all(Array.from({ length: 3 }, () => jobs.enqueue({ ...ASKED, force: true })));
    clock.now += 5 * 60 * MINUTE;
    await jobs.enqueue({ ...ASKED, force: true });
    assert.deepEqual(sentJobs, [{ ...ID, since }]);
    clock.now += 32 * MINUTE;
    await jobs.enqueue({ ...ASKED, force: true });
    assert.equal(sentJobs.length, 2, 'a job is taken for lost after six hours');
  });

  it('sends a job once more when its sender crashed before sending', async () => {
    const { jobs, sentJobs, clock, queue } = setUp();
    const since = new Date(clock.now).toISOString();
    queue.isDead = true;
    void jobs.enqueue({ ...ASKED, force: true });
    await new Promise((resolve) => setImmediate(resolve));
    queue.isDead = false;
    clock.now += 5 * MINUTE - 1;
    await jobs.enqueue({ ...ASKED, force: true });
    assert.deepEqual(sentJobs, [], 'their sender may still be about to send');
    clock.now += 1;
    await Promise.all(Array.from({ length: 3 }, () => jobs.enqueue({ ...ASKED, force: true })));
    clock.now += 28 * MINUTE;
    await jobs.enqueue({ ...ASKED, force: true });
    assert.deepEqual(sentJobs, [{ ...ID, since }]);
  });

  it('repeats the same job when the store could not record that it was sent', async () => {
    const { jobs, sentJobs, clock, store } = setUp();
    const since = new Date(clock.now).toISOString();
    store.onCall = (work) =>
      sentJobs.length === 0 ? work() : Promise.reject(new Failure('STORE_UNAVAILABLE'));
    await jobs.enqueue({ ...ASKED, force: true });
    store.onCall = (work) => work();
    clock.now += 5 * MINUTE;
    await jobs.enqueue({ ...ASKED, force: true });
    assert.deepEqual(sentJobs, [
      { ...ID, since },
      { ...ID, since },
    ]);
  });

  it('ends a job when its revision exists, and enqueues another for a forced request', async () => {
    const { jobs, sentJobs, clock, commit } = setUp();
    await jobs.enqueue(ASKED);
    await commit(1);
    assert.equal(await jobs.stateOf(ID), null);
    clock.now += MINUTE;
    await jobs.enqueue({ ...ID, force: true, supersedes: 1 });
    assert.deepEqual(await jobs.stateOf(ID), { state: 'queued' });
    assert.deepEqual(sentJobs.at(-1), { ...ID, since: new Date(clock.now).toISOString() });
    await commit(2);
    assert.equal(await jobs.stateOf(ID), null);
  });

  it('returns the failure of a job until it is requested again', async () => {
    const { jobs, records, sentJobs } = setUp();
    await jobs.enqueue(ASKED);
    await recordEnded(records, { ...ID, since: null }, new Failure('NOTHING_OWED', { folder: 21 }));
    const state = await jobs.stateOf(ID);
    assert(state?.state === 'failed');
    assert.equal(state.failure.code, 'NOTHING_OWED');
    assert.deepEqual(state.failure.facts, { folder: 21 });
    await jobs.enqueue(ASKED);
    assert.deepEqual(await jobs.stateOf(ID), { state: 'queued' });
    assert.equal(sentJobs.length, 2);
  });

  it('allows a new request immediately when the queue rejected the message', async () => {
    const { jobs, sentJobs, queue } = setUp();
    queue.failure = new Failure('QUEUE_UNAVAILABLE', { failed: 1, of: 1 });
    await assert.rejects(jobs.enqueue(ASKED), { code: 'QUEUE_UNAVAILABLE' });
    queue.failure = null;
    await jobs.enqueue(ASKED);
    assert.equal(sentJobs.length, 1);
  });

  it('sends a job when the response to recording it was lost', async () => {
    const { jobs, sentJobs, store } = setUp();
    store.onCall = async (work) => {
      const result = await work();
      // A store that retries finds its own object.
      return result === true ? work() : result;
    };
    await jobs.enqueue(ASKED);
    assert.deepEqual(sentJobs, [{ ...ID, since: null }]);
  });

  it('waits no longer than the timeout', async () => {
    const { jobs, clock, commit } = setUp();
    await jobs.enqueue(ASKED);
    const began = clock.now;
    await jobs.waitUntilSettled(ID, 25_000);
    assert.equal(clock.now - began, 25_000);
    await commit(1);
    await jobs.waitUntilSettled(ID, 25_000);
    assert.equal(clock.now - began, 25_000);
  });

  it('returns the states of a week’s jobs for revisions that were read before', async () => {
    const { store, jobs, commit } = setUp();
    await jobs.enqueue(ASKED);
    await jobs.enqueue({ ...ASKED, folder: 3 });
    await jobs.enqueue({ ...ASKED, week: '2026-W45', folder: 22 });
    const emptyObject = new TextEncoder().encode('{}');
    for (const name of ['counted', '021', '1e3']) {
      await store.create(`requests/${ID.week}/${name}.json`, emptyObject, { contentType: 'x' });
    }
    const weekJobs = await jobs.jobsOfWeek(ID.week);
    assert.deepEqual(
      weekJobs.folders.toSorted((a, b) => a - b),
      [3, 21],
    );
    assert.deepEqual((await jobs.jobsOfWeek('2026-W44')).folders, []);
    await commit(1);
    for (const revision of [null, 1]) {
      const jobStates = await weekJobs.readStates(
        new Map([[ID.folder, { revision, isDue: false }]]),
      );
      assert.deepEqual([...jobStates], revision === null ? [[ID.folder, { state: 'queued' }]] : []);
    }
    assert.equal(await jobs.stateOf(ID), null);
  });

  it('reads the records of a week once while they are unchanged', async () => {
    const { store, jobs, records } = setUp();
    for (const folder of [3, 21, 22]) await jobs.enqueue({ ...ASKED, folder });
    const readStates = async (...folders: readonly number[]) => {
      store.resetCalls();
      const weekJobs = await jobs.jobsOfWeek(ID.week);
      const jobStates = await weekJobs.readStates(
        new Map(folders.map((folder) => [folder, { revision: null, isDue: false }])),
      );
      const states = [...jobStates].map(([folder, { state }]) => [folder, state] as const);
      return { states: Object.fromEntries(states), reads: store.calls.read };
    };
    assert.deepEqual(await readStates(21, 99), { states: { 21: 'queued' }, reads: 1 });
    const queued = { 3: 'queued', 21: 'queued', 22: 'queued' };
    assert.deepEqual(await readStates(3, 21, 22), { states: queued, reads: 2 });
    await recordEnded(records, { ...ID, since: null }, new Failure('UPSTREAM_UNAVAILABLE'));
    assert.deepEqual(await readStates(3, 21, 22), {
      states: { ...queued, 21: 'failed' },
      reads: 1,
    });
    assert.deepEqual(await readStates(3, 21, 22), {
      states: { ...queued, 21: 'failed' },
      reads: 0,
    });
  });

  it('remembers that a job has ended while its message was recorded as sent', async () => {
    const { store, jobs, records } = setUp();
    await jobs.enqueue(ASKED);
    const replace = store.replace.bind(store);
    let conflicts = 0;
    store.replace = async (key, bytes, version, attributes) => {
      const current = await store.read(key);
      if (conflicts === 0 && current !== null) {
        conflicts += 1;
        await replace(key, current.bytes, version, attributes);
      }
      return replace(key, bytes, version, attributes);
    };
    await recordEnded(records, { ...ID, since: null }, new Failure('NOTHING_OWED'));
    assert.equal(conflicts, 1);
    const state = await jobs.stateOf(ID);
    assert.equal(state?.state === 'failed' && state.failure.code, 'NOTHING_OWED');
  });

  it('applies the time limit for lost jobs to cached records', async () => {
    const { jobs, clock } = setUp();
    await jobs.enqueue(ASKED);
    const readStates = async () =>
      (
        await (
          await jobs.jobsOfWeek(ID.week)
        ).readStates(new Map([[ID.folder, { revision: null, isDue: false }]]))
      ).size;
    assert.equal(await readStates(), 1);
    clock.now += 6 * 60 * MINUTE;
    assert.equal(await readStates(), 0);
  });

  it('takes a report that is due for queued where a planner has it made, until it exists or has failed', async () => {
    for (const hasPlanner of [true, false]) {
      const { store, jobs, records, commit, clock } = setUp({ hasPlanner });
      const queued = hasPlanner ? { state: 'queued' } : null;
      const plan = (dueAt: string) => ({
        week: ID.week,
        folders: [{ key: ID.folder, parent: null, dueAt }],
        doneAt: null,
      });
      const key = planKey(ID.week);
      const json = { contentType: 'application/json' };
      assert.equal(await jobs.stateOf(ID), null, 'not planned');
      const later = new Date(clock.now + MINUTE).toISOString();
      await store.create(key, repositoryCodecs.plans.encode(plan(later)), json);
      assert.equal(await jobs.stateOf(ID), null, 'not due');
      clock.now += MINUTE;
      assert.deepEqual(await jobs.stateOf(ID), queued);
      const weekJobs = await jobs.jobsOfWeek(ID.week);
      const readState = async (isDue: boolean, revision: number | null) =>
        (await weekJobs.readStates(new Map([[ID.folder, { revision, isDue }]]))).get(ID.folder) ??
        null;
      assert.deepEqual(await readState(true, null), queued);
      assert.deepEqual([await readState(true, 1), await readState(false, null)], [null, null]);
      await recordFailed(records, { ...ID, since: null }, null, new Failure('JOB_FAILED'));
      assert.equal((await jobs.stateOf(ID))?.state, 'failed');
      await commit(1);
      assert.equal(await jobs.stateOf(ID), null);
    }
  });
});

describe('readGivenUp', () => {
  it('reads the records of a week again only when they have changed', async () => {
    const { store, records } = setUp();
    const repository = { store, ...repositoryCodecs };
    const cached = { ...records, jobCache: createJobCache(records) };
    const fail = (folder: number): Promise<void> =>
      recordFailed(records, { ...ID, folder, since: null }, null, new Failure('JOB_FAILED'));
    for (const folder of [1, 2]) await fail(folder);
    assert.deepEqual([...(await readGivenUp(repository, cached, ID.week))], [1, 2]);
    store.resetCalls();
    assert.deepEqual([...(await readGivenUp(repository, cached, ID.week))], [1, 2]);
    // Only the manifests, which tell whether there is a later revision.
    assert.equal(store.calls.read, 2);
    await forgetFailure(records, { ...ID, folder: 1 });
    assert.deepEqual([...(await readGivenUp(repository, cached, ID.week))], [2]);
  });
});

describe('a request that was recorded and whose sender died', () => {
  async function setUpUnsent(request: Parameters<JobQueue['enqueue']>[0]) {
    const parts = setUp();
    parts.queue.isDead = true;
    void parts.jobs.enqueue(request);
    await new Promise((resolve) => setImmediate(resolve));
    parts.queue.isDead = false;
    return { ...parts, since: new Date(parts.clock.now).toISOString() };
  }

  it('is sent once by the planner after five minutes, with the time of the request', async () => {
    for (const force of [true, false]) {
      const { repeat, sentJobs, clock, since } = await setUpUnsent({ ...ASKED, force });
      clock.now += 5 * MINUTE - 1;
      assert.equal(await repeat(ID.week), 0, 'its sender may still be about to send');
      clock.now += 1;
      assert.deepEqual([await repeat('2026-W45'), await repeat(ID.week)], [0, 1]);
      clock.now += 28 * MINUTE;
      assert.equal(await repeat(ID.week), 0);
      assert.deepEqual(sentJobs, [{ ...ID, since: force ? since : null }]);
    }
  });

  it('is sent again when the planner dies as well', async () => {
    const { repeat, sentJobs, clock, queue } = await setUpUnsent(ASKED);
    clock.now += 5 * MINUTE;
    queue.isDead = true;
    void repeat(ID.week);
    await new Promise((resolve) => setImmediate(resolve));
    queue.isDead = false;
    clock.now += 5 * MINUTE;
    assert.equal(await repeat(ID.week), 1);
    assert.deepEqual(sentJobs, [{ ...ID, since: null }]);
  });

  it('is not sent by the planner when its revision exists, or after six hours', async () => {
    const made = await setUpUnsent(ASKED);
    await made.commit(1);
    made.clock.now += 5 * MINUTE;
    const late = await setUpUnsent(ASKED);
    late.clock.now += 6 * 60 * MINUTE;
    for (const { repeat, sentJobs } of [made, late]) {
      assert.deepEqual([await repeat(ID.week), sentJobs], [0, []]);
    }
  });

  it('has failed when the queue is unavailable, which its planner reports', async () => {
    const { repeat, jobs, clock, queue } = await setUpUnsent(ASKED);
    clock.now += 5 * MINUTE;
    queue.failure = new Failure('QUEUE_UNAVAILABLE');
    await assert.rejects(repeat(ID.week), { code: 'QUEUE_UNAVAILABLE' });
    assert.equal((await jobs.stateOf(ID))?.state, 'failed');
  });

  it('costs one listing and no read when nothing has changed since', async () => {
    const { store, jobs, repeat } = setUp();
    for (const folder of [3, 21, 22]) await jobs.enqueue({ ...ASKED, folder });
    await repeat(ID.week);
    store.resetCalls();
    assert.equal(await repeat(ID.week), 0);
    assert.deepEqual([store.calls.read, store.calls.entries], [0, 1]);
  });
});
