// The jobs of one process: those of a week while they wait, run or have failed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parquetFiles } from '../../../lib/adapters/parquet/index.ts';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { wholeCompanyCaller } from '../../../lib/reports/access.ts';
import type { ReportMakingContext } from '../../../lib/reports/run-week.ts';
import { recordQueued } from '../../../lib/jobs/job-records.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { findManifest } from '../../../lib/reports/report-repository.ts';
import {
  deliveryCodecs,
  jobRecordCodec,
  revocationCodec,
  tokenCodecs,
} from '../../../lib/composition/compose.ts';
import { createLocalJobs } from '../../../lib/jobs/local-jobs.ts';
import { serveReports } from '../../../lib/http/local/local-server.ts';
import { openArchive } from '../../support/archive.ts';
import { canary } from '../../support/secret-markers.ts';
import { RULES } from '../../support/test-facts.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { createRandom } from '../../support/test-reports.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';

const WEEK = '2026-W46';

function testApi() {
  const company = memoryCompany({ key: 1, folders: [{ key: 21, surveys: [{ key: 211 }] }] });
  const renderers = { json: jsonRenderer(), pdf: fakePdfRenderer };
  const repository = { ...openArchive(memoryStore()), childLinks: null, renderers };
  const time = { now: Date.parse('2026-11-19T08:00:00Z') };
  const clock = (): number => time.now;
  const { source } = company;
  const making: ReportMakingContext = { source, repository, clock, rules: RULES, concurrency: 1 };
  const errors: unknown[] = [];
  const options = { making, jobRecords: jobRecordCodec, random: createRandom(1) };
  const jobs = createLocalJobs({ ...options, onError: (error) => errors.push(error) });
  return { company, repository, making, jobs, errors, time };
}

describe('the jobs of one process', () => {
  it('lists jobs by the folders of their week, for their current revision', async () => {
    const { jobs, errors } = testApi();
    const enqueue = (week: string, folder: number): Promise<void> =>
      jobs.enqueue({ week, folder, force: false, supersedes: null });
    await Promise.all([enqueue(WEEK, 21), enqueue(WEEK, 99), enqueue('2026-W45', 21)]);
    const weekJobs = await jobs.jobsOfWeek(WEEK);
    assert.deepEqual(weekJobs.folders.toSorted(), [21, 99]);
    const states = await weekJobs.readStates(new Map([[21, { revision: null, isDue: true }]]));
    assert.deepEqual([...states], [[21, { state: 'queued' }]]);
    await jobs.waitUntilSettled({ week: '2026-W45', folder: 21 }, 60_000);
    // Completed jobs are forgotten, failed ones aren't.
    const later = await jobs.jobsOfWeek(WEEK);
    const endedStates = await later.readStates(
      new Map([
        [21, { revision: 1, isDue: true }],
        [99, { revision: null, isDue: false }],
      ]),
    );
    assert.deepEqual([...endedStates.keys()], [99]);
    const failedState = endedStates.get(99);
    assert.equal(failedState?.state === 'failed' && failedState.failure.code, 'NOTHING_OWED');
    assert.deepEqual(errors, []);
    await jobs.close();
  });

  it('makes one revision for two equal requests, while one is in flight or when it has just ended', async () => {
    const { repository, jobs, errors, time } = testApi();
    const id = { week: WEEK, folder: 21 };
    const revision = async () => (await findManifest(repository, id))?.revision ?? null;
    for (const supersedes of [null, 1, 2]) {
      time.now += 1_000;
      const request = { ...id, force: true, supersedes };
      await Promise.all([jobs.enqueue(request), jobs.enqueue(request)]);
      await jobs.waitUntilSettled(id, 60_000);
      assert.equal(await revision(), (supersedes ?? 0) + 1);
      // Its caller read the manifest before the first job was done.
      await jobs.enqueue(request);
      await jobs.waitUntilSettled(id, 60_000);
      assert.equal(await revision(), (supersedes ?? 0) + 1);
    }
    assert.deepEqual(errors, []);
    await jobs.close();
  });

  it('tries once for two equal requests for a report that cannot be made', async () => {
    const { company, jobs } = testApi();
    company.isDown = true;
    const request = { week: WEEK, folder: 21, force: true, supersedes: null };
    await jobs.enqueue(request);
    await jobs.waitUntilSettled(request, 60_000);
    const calls = company.calls.get('folders');
    company.calls.clear();
    await Promise.all([jobs.enqueue(request), jobs.enqueue(request)]);
    await jobs.waitUntilSettled(request, 60_000);
    await jobs.close();
    assert.equal(company.calls.get('folders'), calls);
  });

  it('says why a requested report above one that can’t be made was not made', async () => {
    const { repository, jobs, errors } = testApi();
    const { store } = repository;
    const create = store.create.bind(store);
    Object.assign(store, {
      create: (key: string, ...rest: [Uint8Array, { contentType: string }]) =>
        key.includes('/folders/21/')
          ? Promise.reject(new Failure('STORE_UNAVAILABLE', { reason: 'one key' }))
          : create(key, ...rest),
    });
    const request = { week: WEEK, folder: 1, force: false, supersedes: null };
    await jobs.enqueue(request);
    await jobs.close();
    assert.ok(errors.length > 0);
    const state = await jobs.stateOf(request);
    assert.equal(state?.state === 'failed' && state.failure.code, 'STORE_UNAVAILABLE');
  });

  it('forgets jobs that an earlier process has not ended', async () => {
    const { repository, making } = testApi();
    const id = { week: WEEK, folder: 21 };
    const options = {
      jobRecords: jobRecordCodec,
      random: createRandom(1),
      onError: assert.ifError,
    };
    let now = making.clock();
    const clock = (): number => now;
    const records = { store: repository.store, records: jobRecordCodec, clock };
    await recordQueued(records, null, { ...id, since: null }, null);
    now += 1;
    const jobs = createLocalJobs({ ...options, making: { ...making, clock } });
    assert.equal(await jobs.stateOf(id), null);
    await jobs.enqueue({ ...id, force: false, supersedes: null });
    await jobs.close();
    assert.equal((await findManifest(repository, id))?.revision, 1);
  });
});

describe('the local server', () => {
  it('responds with the request id under which it reports a bug', async (t) => {
    const reportedBugs: (readonly [error: unknown, requestId: string | undefined])[] = [];
    const bug = new TypeError('broken on purpose');
    const server = await serveReports({
      making: testApi().making,
      port: 0,
      token: canary('caller token'),
      tokenCaller: wholeCompanyCaller(null),
      publicUrl: null,
      locale: 'en',
      page: () => Promise.reject(bug),
      factFiles: parquetFiles(),
      openDelivery: null,
      revocations: revocationCodec,
      tokenCodecs,
      jobRecords: jobRecordCodec,
      codecs: deliveryCodecs,
      linkKeys: () => Promise.resolve([]),
      onError: (error, requestId) => reportedBugs.push([error, requestId]),
    });
    t.after(() => server.close());
    const answers = [await fetch(`${server.url}/`), await fetch(`${server.url}/page/main.js`)];
    const ids = answers.map(({ status, headers }) => [status, headers.get('X-Request-Id')]);
    assert.deepEqual(
      reportedBugs,
      ids.map(([, id]) => [bug, id]),
    );
    assert.deepEqual(
      ids.map(([status]) => status),
      [500, 500],
    );
    assert.notEqual(ids[0]?.[1], ids[1]?.[1]);
  });
});
