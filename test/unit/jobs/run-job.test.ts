// One job of the queue: what it makes, what it leaves alone, and the messages that replace it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import { findJob, isGivenUp, recordFailed, recordQueued } from '../../../lib/jobs/job-records.ts';
import type { JobOutcome } from '../../../lib/jobs/run-job.ts';
import { planWeek } from '../../../lib/jobs/plan-week.ts';
import { changePlan } from '../../../lib/reports/plan.ts';
import { parseWeek } from '../../../lib/domain/calendar.ts';
import { MAX_RECEIVES } from '../../../lib/ports/job-queue.ts';
import type { ReportJob } from '../../../lib/ports/job-queue.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { memoryCompany, type MemoryFolder } from '../../support/memory-company.ts';
import { WEEK, weeklyRun, type WeeklyRun } from '../../support/plan-and-worker.ts';

/** After the week has settled everywhere, less than a day after the reports were due. */
const SETTLED = '2026-11-16T18:00:00Z';
/** More than a day after. */
const LATE = '2026-11-18T18:00:00Z';

/** Root 1 → North 2 → 21, 22; South 3 → 31. `late`: of survey 211. */
function acme(late = 0): MemoryFolder {
  const north = {
    key: 2,
    folders: [
      { key: 21, surveys: [{ key: 211, late }] },
      { key: 22, surveys: [{ key: 221 }] },
    ],
  };
  return {
    key: 1,
    folders: [north, { key: 3, folders: [{ key: 31, surveys: [{ key: 311 }] }] }],
  };
}
const FOLDERS = [1, 2, 21, 22, 3, 31];

/** A planned week without reports and messages. */
async function planned(now = SETTLED, root = acme()) {
  const company = memoryCompany(root);
  const run = weeklyRun(company, { now });
  const week = parseWeek(WEEK) ?? assert.fail();
  await planWeek({ ...run.planning, sender: { send: () => Promise.resolve() } }, week, {
    now: run.now,
    isScheduled: false,
  });
  for (const key of run.store.objects.keys()) {
    if (/^requests\/.*\/\d+\.json$/.test(key)) await run.store.remove(key);
  }
  const job = (folder: number, more: Partial<ReportJob> = {}): ReportJob => ({
    ...{ week: WEEK, folder, since: null },
    ...more,
  });
  return { company, run, job, fail: (folder: number) => failFolder(run, folder) };
}

/** Writing anything of this folder fails, until the returned function is called. */
function failFolder({ store }: WeeklyRun, folder: number): () => void {
  const create = store.create.bind(store);
  store.create = (key, ...rest) =>
    key.includes(`/folders/${folder}/`)
      ? Promise.reject(new Failure('STORE_UNAVAILABLE', { reason: 'one key' }))
      : create(key, ...rest);
  return () => {
    store.create = create;
  };
}

function outcomes({ reports }: JobOutcome): Readonly<Record<number, string>> {
  return Object.fromEntries(reports.map(({ folder, result }) => [folder, result.outcome]));
}

/** Folders with their revisions. */
async function stored(run: WeeklyRun): Promise<Readonly<Record<number, number>>> {
  const revisions: Record<number, number> = {};
  for (const folder of FOLDERS) {
    const manifest = await run.manifest(folder);
    if (manifest !== null) revisions[folder] = manifest.revision;
  }
  return revisions;
}

/** The code in the record of a folder. */
async function failureOf({ planning: { records } }: WeeklyRun, folder: number) {
  return (await findJob(records, { week: WEEK, folder }))?.value?.failure?.code ?? null;
}

const ALL = Object.fromEntries(FOLDERS.map((folder) => [folder, 1]));

describe('a job', () => {
  it('makes the reports of its roots and of all below them, and sends nothing', async () => {
    const { run, job } = await planned();
    const outcome = await run.work(job(1));
    assert.deepEqual(outcomes(outcome), {
      ...{ 1: 'made', 2: 'made', 3: 'made' },
      ...{ 21: 'made', 22: 'made', 31: 'made' },
    });
    assert.deepEqual(await stored(run), ALL);
    assert.equal(outcome.sent, 0);
    assert.deepEqual(run.sent, []);
  });

  it('makes only its roots with `only`', async () => {
    const { run, job } = await planned();
    assert.deepEqual(outcomes(await run.work(job(21, { only: true }))), { 21: 'made' });
    assert.deepEqual(outcomes(await run.work(job(2, { only: true }))), { 2: 'waiting' });
    assert.deepEqual(await stored(run), { 21: 1 });
  });

  it('makes the reports above once each one below them is there, whichever job is the last', async () => {
    for (const order of [
      [21, 22, 31],
      [31, 22, 21],
    ]) {
      const { run, job } = await planned();
      for (const folder of order.slice(0, -1)) await run.work(job(folder));
      assert.equal((await run.manifest(1))?.revision, undefined);
      await run.work(job(order.at(-1) ?? 0));
      assert.deepEqual(await stored(run), ALL);
    }
  });

  it('makes the reports above once when the last jobs run at the same time', async () => {
    const { run, job } = await planned();
    await run.work(job(31));
    await Promise.all([run.work(job(21)), run.work(job(22))]);
    assert.deepEqual(await stored(run), ALL);
  });

  it('reads few of a thousand siblings while one of them is missing', async () => {
    const folders = Array.from({ length: 1_000 }, (_, i) => ({
      key: 100 + i,
      surveys: [{ key: 10_000 + i }],
    }));
    const { run, job } = await planned(SETTLED, { key: 1, folders });
    run.store.resetCalls();
    await run.work(job(100));
    assert(run.store.calls.read < 20, `${run.store.calls.read} reads`);
  });

  it('makes a report soon after those below it, before it reads all folders', async () => {
    const regions = [2, 3, 4, 5, 6, 7, 8, 9];
    const folders = regions.map((key) => ({
      key,
      folders: regions.map((place) => ({
        key: 10 * key + place,
        surveys: [{ key: 100 * key + place }],
      })),
    }));
    const { run, job } = await planned(SETTLED, { key: 1, folders });
    await run.work(job(1));
    const made = [...run.store.objects.keys()].flatMap((key) => {
      const folder = /folders\/(\d+)\/manifest\.json$/.exec(key)?.[1];
      return folder === undefined ? [] : Number(folder);
    });
    const first = made.findIndex((folder) => regions.includes(folder));
    assert(first <= 32, `after ${first} of 64 places`);
  });

  it('does not touch a folder that is not due', async () => {
    const west = { key: 22, surveys: [{ key: 221, timeZone: 'Pacific/Honolulu' }] };
    const { run, job } = await planned('2026-11-16T08:00:00Z', {
      key: 1,
      folders: [{ key: 2, folders: [{ key: 21, surveys: [{ key: 211 }] }, west] }],
    });
    assert.deepEqual(outcomes(await run.work(job(22))), {});
    assert.deepEqual(outcomes(await run.work(job(1))), { 21: 'made' });
    assert.deepEqual(await stored(run), { 21: 1 });
  });

  it('makes what was requested before it is due, and the reports above that were requested, too', async () => {
    const west = { key: 22, surveys: [{ key: 221, timeZone: 'Pacific/Honolulu' }] };
    const root = {
      key: 1,
      folders: [{ key: 2, folders: [{ key: 21, surveys: [{ key: 211 }] }, west] }],
    };
    const { run, job } = await planned('2026-11-16T11:00:00Z', root);
    await recordQueued(run.planning.records, null, job(2), null);
    // A part of the requested job, as after a split.
    await run.work(job(21));
    await run.work(job(22));
    assert.deepEqual(await stored(run), { 2: 1, 21: 1, 22: 1 });
  });

  it('makes everything that is older than requested again once', async () => {
    const { run, job } = await planned();
    await run.work(job(1));
    run.now += HOUR_MS;
    const since = new Date(run.now).toISOString();
    await run.work(job(2, { since }));
    assert.deepEqual(await stored(run), { ...ALL, 1: 2, 2: 2, 21: 2, 22: 2 });
    await run.work(job(2, { since }));
    assert.deepEqual(await stored(run), { ...ALL, 1: 2, 2: 2, 21: 2, 22: 2 });
  });

  it('keeps a removed folder with a report, and removes one without from the plan', async () => {
    const { company, run, job } = await planned();
    await run.work(job(21));
    company.root = {
      key: 1,
      folders: [{ key: 3, folders: [{ key: 31, surveys: [{ key: 311 }] }] }],
    };
    await run.work(job(1));
    // North itself is gone, too: the root contains what it has below it now.
    assert.deepEqual(await stored(run), { 1: 1, 21: 1, 3: 1, 31: 1 });
    assert.deepEqual(
      (await run.plan())?.folders.map(({ key }) => key),
      [1, 21, 3, 31],
    );
  });

  it('does not remove a folder that only one response denies', async () => {
    const { company, run, job } = await planned();
    company.denied.add(31);
    const outcome = await run.work(job(1));
    assert.deepEqual(outcomes(outcome), {
      ...{ 1: 'waiting', 2: 'made', 3: 'waiting' },
      ...{ 21: 'made', 22: 'made', 31: 'failed' },
    });
    assert.deepEqual(run.sent, [job(31, { only: true })]);
    company.denied.clear();
    await run.drain();
    assert.deepEqual(await stored(run), ALL);
  });

  it('makes a folder below a planned one that has another parent now', async () => {
    const { run, job } = await planned();
    // A root that is not the company's any more.
    const key = `weeks/${WEEK}/plan.json`;
    const plan = (await run.plan()) ?? assert.fail();
    const folders = plan.folders.filter((folder) => folder.key !== 2);
    await run.store.remove(key);
    await run.store.create(key, new TextEncoder().encode(JSON.stringify({ ...plan, folders })), {
      contentType: 'application/json',
    });
    await run.work(job(21, { others: [22, 3] }));
    assert.deepEqual(await stored(run), { 1: 1, 21: 1, 22: 1, 3: 1, 31: 1 });
  });

  it('makes a damaged report again before the one above it, or leaves both to a job that can', async () => {
    const { run, job } = await planned();
    await run.work(job(31, { only: true }));
    for (const folder of [1, 3])
      await run.store.remove(`weeks/${WEEK}/folders/${folder}/manifest.json`);
    const json = (await run.manifest(31))?.files.json.key ?? '';
    await run.store.remove(json);
    assert.deepEqual(outcomes(await run.work(job(3, { only: true }))), { 3: 'waiting' });
    await run.work(job(3));
    assert.deepEqual(await stored(run), { 3: 1, 31: 2 });
    assert.equal((await run.report(3)).summary.responses, 20);
  });
});

describe('a folder that fails', () => {
  it('does not prevent another; one message asks for it alone, and then for those above it', async () => {
    const { run, job, fail } = await planned();
    const repair = fail(22);
    const { sent } = await run.work(job(1));
    assert.equal(sent, 1);
    assert.deepEqual(await stored(run), { 21: 1, 3: 1, 31: 1 });
    assert.deepEqual(run.sent, [job(22, { only: true })]);
    repair();
    await run.drain();
    assert.deepEqual(await stored(run), ALL);
    assert.equal(run.sent.length, 1);
  });

  it('fails a job that has made nothing, although reports were kept', async () => {
    const { run, job, fail } = await planned();
    await run.work(job(3));
    fail(22);
    await run.work(job(21));
    await assert.rejects(run.work(job(1)), { code: 'STORE_UNAVAILABLE' });
    assert.deepEqual(run.sent, []);
  });

  it('has the job repeated where it is above the roots, which are made, and is told at the last attempt', async () => {
    const { run, job, fail } = await planned();
    const repair = fail(3);
    await assert.rejects(run.work(job(31)), { code: 'STORE_UNAVAILABLE' });
    assert.deepEqual(await stored(run), { 31: 1 });
    assert.deepEqual(outcomes(await run.work(job(31), { receives: MAX_RECEIVES })), { 31: 'kept' });
    assert.deepEqual(
      run.failures.map(([folder, error]) => [folder, error instanceof Failure && error.code]),
      [[3, 'STORE_UNAVAILABLE']],
    );
    repair();
    await run.work(job(31));
    assert.deepEqual(await stored(run), { 3: 1, 31: 1 });
  });

  it('fails alone when it is the only one', async () => {
    const { run, job, fail } = await planned();
    fail(22);
    await assert.rejects(run.work(job(22)), { code: 'STORE_UNAVAILABLE' });
    assert.deepEqual(run.sent, []);
  });

  it('ends the job where the reporting API rejects the credentials', async () => {
    const { company, run, job } = await planned();
    company.refused.add(31);
    await assert.rejects(run.work(job(1)), { code: 'UPSTREAM_UNAUTHORIZED' });
    assert.deepEqual(run.sent, []);
  });
});

describe('a job that is received again', () => {
  it('is replaced by jobs of a quarter of its size', async () => {
    const { run, job } = await planned();
    assert.deepEqual(await run.work(job(1), { receives: 2 }), { reports: [], sent: 2 });
    assert.deepEqual(run.sent, [job(3), job(21, { others: [22] })]);
    await run.drain();
    assert.deepEqual(await stored(run), ALL);
  });

  /** All reports were made, then a survey of root 1 can't be read and the report of a folder is requested, whose job is divided. */
  async function divideRequest(folder: number): Promise<WeeklyRun> {
    const { company, run, job } = await planned(SETTLED, { ...acme(), surveys: [{ key: 11 }] });
    await run.work(job(1));
    company.broken.add(11);
    run.now += HOUR_MS;
    const requested = job(folder, { since: new Date(run.now).toISOString() });
    await recordQueued(run.planning.records, null, requested, 1);
    await run.work(requested, { receives: 2 });
    await run.drain();
    return run;
  }

  it('is replaced so that a requested report above its parts may lose data that can no longer be read', async () => {
    const run = await divideRequest(1);
    assert.equal((await run.report(1)).status, 'partial');
    assert.equal((await run.report(2)).status, 'complete');
  });

  it('is replaced without loss above its parts where only their reports were requested', async () => {
    const run = await divideRequest(2);
    assert.notEqual((await stored(run))[2], 1);
    assert.equal((await stored(run))[1], 1);
  });

  it('names each folder of an `only` job in one part', async () => {
    const { run, job } = await planned();
    await run.work(job(21, { others: [22, 31, 3, 2], only: true }), { receives: 3 });
    assert.deepEqual(
      run.sent.map(({ folder, others = [], only }) => [folder, others, only]),
      [
        [3, [2], true],
        [21, [22], true],
        [31, [], true],
      ],
    );
  });

  it('is not replaced during an outage of the reporting API', async () => {
    const { company, run, job } = await planned();
    company.isDown = true;
    await assert.rejects(run.work(job(1), { receives: 2 }), { code: 'UPSTREAM_UNAVAILABLE' });
    assert.deepEqual(run.sent, []);
  });

  it('opens a week again that was marked as done before its process ended after a commit', async () => {
    const { company, run, job } = await planned();
    await run.work(job(1));
    company.root = acme(5);
    run.now += HOUR_MS;
    const lookJob = job(21, { look: new Date(run.now).toISOString() });
    const { store, planning } = run;
    const replace = store.replace.bind(store);
    const isEnded = new Promise<void>((resolve) => {
      store.replace = async (key, ...rest) => {
        const isReplaced = await replace(key, ...rest);
        if (!key.endsWith('/21/manifest.json')) return isReplaced;
        store.replace = replace;
        await changePlan(planning.repository, WEEK, (plan) => ({ ...plan, doneAt: SETTLED }));
        resolve();
        return new Promise(() => undefined);
      };
    });
    void run.work(lookJob);
    await isEnded;
    assert.notEqual((await run.plan())?.doneAt, null);

    await run.work(lookJob, { receives: 2 });
    assert.equal((await run.plan())?.doneAt, null);
    await run.tick();
    await run.drain();
    assert.deepEqual(await stored(run), { ...ALL, 21: 2, 2: 2, 1: 2 });
  });

  it('runs where it has one folder', async () => {
    const { run, job } = await planned();
    await run.work(job(21), { receives: 2 });
    assert.deepEqual([await stored(run), run.sent], [{ 21: 1 }, []]);
  });
});

describe('the last attempt', () => {
  const last = { receives: MAX_RECEIVES };

  it('records a failure before it runs, in case the process ends', async () => {
    const { run, job } = await planned();
    const { promise: never } = Promise.withResolvers<never>();
    run.store.children = () => never;
    void run.work(job(22), last);
    while ((await failureOf(run, 22)) === null) await new Promise(setImmediate);
    assert.equal(await failureOf(run, 22), 'JOB_FAILED');
  });

  it('records why it has failed, and forgets the failure where it has not', async () => {
    const { run, job, fail } = await planned();
    const repair = fail(22);
    await assert.rejects(run.work(job(22), last), { code: 'STORE_UNAVAILABLE' });
    assert.equal(await failureOf(run, 22), 'STORE_UNAVAILABLE');
    repair();
    await run.work(job(22), last);
    assert.deepEqual([await failureOf(run, 22), await stored(run)], [null, { 22: 1 }]);
  });

  it('lets a late report above be made without the folder, and says so there', async () => {
    const { run, job, fail } = await planned(LATE);
    const repair = fail(22);
    await run.work(job(1));
    assert.deepEqual(await stored(run), { 21: 1, 3: 1, 31: 1 }, 'it has just failed');
    await assert.rejects(run.work(job(22, { only: true }), last));
    assert.deepEqual(await stored(run), { 1: 1, 2: 1, 21: 1, 3: 1, 31: 1 });
    const { problems } = await run.report(2);
    assert.deepEqual(
      problems.map(({ code, folder, missing }) => [code, folder, missing]),
      [['CHILD_MISSING', 22, true]],
    );
    repair();
    await run.work(job(22, { only: true }));
    assert.deepEqual(await stored(run), { 1: 2, 2: 2, 21: 1, 22: 1, 3: 1, 31: 1 });
    assert.equal((await run.report(1)).status, 'complete');
  });

  it('leaves the report above waiting for a day', async () => {
    const { run, job, fail } = await planned(SETTLED);
    fail(22);
    await run.work(job(1));
    await assert.rejects(run.work(job(22, { only: true }), last));
    assert.deepEqual(outcomes(await run.work(job(2, { only: true }))), { 2: 'waiting' });
    assert.deepEqual(await stored(run), { 21: 1, 3: 1, 31: 1 });
  });

  it('ends requests for the reports above that wait for the folder', async () => {
    const { run, job, fail } = await planned();
    fail(22);
    const since = new Date(run.now).toISOString();
    await recordQueued(run.planning.records, null, job(1, { since }), null);
    await run.work(job(1, { since }));
    assert.equal(await failureOf(run, 1), null);
    await assert.rejects(run.work(job(22, { only: true, since }), last));
    assert.equal(await failureOf(run, 1), 'STORE_UNAVAILABLE');
    assert.equal(await failureOf(run, 2), null, 'was not requested');
  });

  it('ends requests for the reports above that fail although the folder is made', async () => {
    const { run, job, fail } = await planned();
    await run.work(job(21));
    fail(2);
    await recordQueued(run.planning.records, null, job(1), null);
    assert.deepEqual(outcomes(await run.work(job(22), last)), { 22: 'made' });
    assert.equal(await failureOf(run, 1), 'STORE_UNAVAILABLE');
  });

  it('leaves it waiting where the reporting API is the cause', async () => {
    const { company, run, job } = await planned(LATE);
    await run.work(job(21, { others: [3] }));
    company.refused.add(22);
    await assert.rejects(run.work(job(22, { only: true }), last));
    assert.equal(await failureOf(run, 22), 'UPSTREAM_UNAUTHORIZED');
    assert.deepEqual(outcomes(await run.work(job(2, { only: true }))), { 2: 'waiting' });
    assert.deepEqual(await stored(run), { 21: 1, 3: 1, 31: 1 });
  });
});

describe('a folder that ends the process', () => {
  /** Runs the jobs of a queue whose process ends when it writes anything of folder 22. Returns the number of ends. */
  async function runUntilEmpty(run: WeeklyRun, first: ReportJob): Promise<number> {
    const process = { isDead: false };
    const hasEnded = (): boolean => process.isDead;
    const create = run.store.create.bind(run.store);
    run.store.onCall = (work) =>
      process.isDead ? Promise.reject(new Failure('STORE_UNAVAILABLE')) : work();
    run.store.create = (key, ...rest) => {
      process.isDead ||= key.includes('/folders/22/');
      return create(key, ...rest);
    };
    run.queue.push(first);
    const receives = new Map<ReportJob, number>();
    let ends = 0;
    for (let job = run.queue.shift(); job !== undefined; job = run.queue.shift()) {
      const receive = (receives.get(job) ?? 0) + 1;
      receives.set(job, receive);
      process.isDead = false;
      const sentBefore = run.queue.length;
      await run.work(job, { receives: receive }).catch(() => undefined);
      if (!hasEnded()) continue;
      ends += 1;
      // Nothing that it has done later is seen.
      run.queue.length = sentBefore;
      if (receive < MAX_RECEIVES) run.queue.push(job);
    }
    process.isDead = false;
    run.store.create = create;
    run.store.onCall = (work) => work();
    return ends;
  }

  it('is found by dividing its job, and does not keep any other from being made', async () => {
    const { run, job } = await planned();
    const ends = await runUntilEmpty(run, job(1));
    // Once with all, and then alone until the queue gives its message up; twice with its sibling.
    assert(ends <= 1 + 1 + MAX_RECEIVES, `${ends} ends`);
    assert.deepEqual(await stored(run), { 21: 1, 3: 1, 31: 1 });
    const record = await findJob(run.planning.records, job(22));
    assert.equal(record?.value?.failure?.code, 'JOB_FAILED');
    run.now = Date.parse(LATE);
    assert.equal(await runUntilEmpty(run, job(1)), 0);
    assert.deepEqual(await stored(run), { 1: 1, 2: 1, 21: 1, 3: 1, 31: 1 });
  });
});

describe('a folder that is given up', () => {
  async function givenUp(now: string) {
    const setUp = await planned(now);
    const { run, job } = setUp;
    const failure = new Failure('JOB_FAILED');
    await recordFailed(run.planning.records, job(22), null, failure);
    assert.equal(isGivenUp(await findJob(run.planning.records, job(22))), true);
    return setUp;
  }

  it('is left out of a job for a late report above it', async () => {
    const { run, job } = await givenUp(LATE);
    assert.deepEqual(outcomes(await run.work(job(1))), {
      ...{ 1: 'made', 2: 'made', 3: 'made' },
      ...{ 21: 'made', 31: 'made' },
    });
    assert.equal((await run.report(2)).status, 'partial');
  });

  it('is not left out any more once it has a later revision', async () => {
    const { company, run, job } = await givenUp(LATE);
    company.broken.add(221);
    await run.work(job(22, { only: true }));
    assert.equal((await run.manifest(22))?.status, 'partial');
    company.broken.clear();
    await run.work(job(1));
    assert.deepEqual(await stored(run), { ...ALL, 22: 2 });
  });

  for (const [given, parts] of [
    [[2], [{ folder: 21, others: [22] }, { folder: 3 }]],
    [[22], [{ folder: 3 }, { folder: 21 }]],
    [[21, 22, 31], [{ folder: 1, others: [2, 3], only: true }]],
  ] as const) {
    it(`leaves a job with fewer folders when it is divided: ${given.join(', ')}`, async () => {
      const { run, job } = await planned(LATE);
      for (const folder of given) {
        await recordFailed(run.planning.records, job(folder), null, new Failure('JOB_FAILED'));
      }
      await run.work(job(1), { receives: 2 });
      const byFolder = (jobs: readonly { folder: number }[]) =>
        jobs.toSorted((a, b) => a.folder - b.folder);
      assert.deepEqual(
        byFolder(run.queue),
        byFolder(parts.map(({ folder, ...rest }) => ({ ...job(folder), ...rest }))),
      );
    });
  }

  it('is made by a job of its own', async () => {
    const { run, job } = await givenUp(LATE);
    assert.deepEqual(outcomes(await run.work(job(22, { only: true }))), { 22: 'made' });
  });

  it('is made where the report above it was requested', async () => {
    const { run, job } = await givenUp(LATE);
    await recordQueued(run.planning.records, null, job(1), null);
    await run.work(job(1));
    assert.deepEqual(await stored(run), ALL);
    assert.equal((await run.report(1)).status, 'complete');
  });
});

describe('a job without time for all reports', () => {
  /** Time for this many beginnings: each folder has one before it is read, and one above others another before it is made. */
  function upTo(count: number): () => boolean {
    let started = 0;
    return () => (started += 1) <= count;
  }

  it('is replaced by one for the reports that it has not begun', async () => {
    const { run, job } = await planned();
    await run.work(job(1), { mayStart: upTo(3) });
    const made = await stored(run);
    assert.equal(Object.keys(made).length, 2);
    assert.equal(run.sent.length, 1);
    const [{ folder, others = [], only } = assert.fail()] = run.sent;
    const left = FOLDERS.filter((key) => made[key] === undefined);
    assert.deepEqual([folder, ...others].toSorted(), left.toSorted());
    assert.equal(only, true);
    await run.drain();
    assert.deepEqual(await stored(run), ALL);
  });

  it('is repeated where it has made none', async () => {
    const { run, job } = await planned();
    await assert.rejects(run.work(job(1), { mayStart: upTo(0) }), { code: 'DEADLINE' });
    assert.deepEqual(run.sent, []);
  });

  it('is repeated where there was no time for the requested one above', async () => {
    const { run, job } = await planned();
    await recordQueued(run.planning.records, null, job(3), null);
    await assert.rejects(run.work(job(31), { mayStart: upTo(1) }), { code: 'DEADLINE' });
    assert.deepEqual(await stored(run), { 31: 1 });
    assert.deepEqual(outcomes(await run.work(job(31), { receives: 2 })), { 3: 'made', 31: 'kept' });
  });

  it('ends the request for the one above at the last attempt', async () => {
    const { run, job } = await planned();
    await recordQueued(run.planning.records, null, job(3), null);
    await assert.rejects(run.work(job(31), { mayStart: upTo(1) }), { code: 'DEADLINE' });
    const last = { receives: MAX_RECEIVES, mayStart: upTo(0) };
    assert.deepEqual(outcomes(await run.work(job(31), last)), { 31: 'kept' });
    assert.equal(await failureOf(run, 3), 'DEADLINE');
  });
});

describe('a job of a look', () => {
  const look = '2026-11-19T18:00:00.000Z';

  it('makes revisions of what has changed, and none of what is above its roots', async () => {
    const { company, run, job } = await planned();
    await run.work(job(1));
    company.root = acme(5);
    run.now = Date.parse(look);
    await run.work(job(2, { look }));
    assert.deepEqual(await stored(run), { ...ALL, 2: 2, 21: 2 });
  });

  it('compares each folder once', async () => {
    const { company, run, job } = await planned();
    await run.work(job(1));
    run.now = Date.parse(look);
    company.calls.clear();
    await run.work(job(1, { look }));
    assert.equal(company.calls.get('history'), 3);
    const { reports } = await run.work(job(1, { look: SETTLED }));
    assert.equal(company.calls.get('history'), 3, 'read after that instant');
    assert.equal(reports.length, 6);
  });

  it('compares a folder with a report although a later revision could not be made', async () => {
    const { company, run, job } = await planned();
    await run.work(job(1));
    await recordFailed(run.planning.records, job(21), 1, new Failure('JOB_FAILED'));
    assert.equal(isGivenUp(await findJob(run.planning.records, job(21))), true);
    company.root = acme(5);
    run.now = Date.parse(look);
    await run.work(job(2, { look }));
    assert.deepEqual(await stored(run), { ...ALL, 2: 2, 21: 2 });
  });

  it('compares a folder although one below it could not be compared', async () => {
    const root = { ...acme(), surveys: [{ key: 111, late: 0 }] };
    const { company, run, job } = await planned(SETTLED, root);
    await run.work(job(1));
    company.root = { ...acme(), surveys: [{ key: 111, late: 5 }] };
    company.broken.add(211);
    run.now = Date.parse(look);
    await run.work(job(1, { look }));
    assert.deepEqual(await stored(run), { ...ALL, 1: 2 });
  });
});
