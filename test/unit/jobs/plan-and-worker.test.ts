// The planner and the worker together, on a company in memory: a week's reports after ticks and jobs.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { findJob, isPending, recordFailed, recordQueued } from '../../../lib/jobs/job-records.ts';
import { createStoredQueue } from '../../../lib/jobs/requested-jobs.ts';
import { weeksToPlan } from '../../../lib/jobs/weeks-to-plan.ts';
import { changePlan } from '../../../lib/reports/plan.ts';
import { createProcessCache } from '../../../lib/reports/process-cache.ts';
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import { memoryCompany, type MemoryFolder } from '../../support/memory-company.ts';
import { createRandom } from '../../support/test-reports.ts';
import { WEEK, weeklyRun, type WeeklyRun } from '../../support/plan-and-worker.ts';

/** After the week has settled everywhere: Monday 12:00 UTC and six hours. */
const SETTLED = '2026-11-16T18:00:00Z';

/** Root 1 → North 2 → 21, 22; South 3 → 31; 4 has nothing. */
const ACME: MemoryFolder = {
  key: 1,
  folders: [
    {
      key: 2,
      folders: [
        { key: 21, surveys: [{ key: 211 }] },
        { key: 22, surveys: [{ key: 221 }] },
      ],
    },
    { key: 3, folders: [{ key: 31, surveys: [{ key: 311 }] }] },
    { key: 4 },
  ],
};
const DUE_FOLDERS = [1, 2, 21, 22, 3, 31];

async function reportStates(run: WeeklyRun, folders: readonly number[] = DUE_FOLDERS) {
  return Promise.all(
    folders.map(async (folder) => {
      const manifest = await run.manifest(folder);
      return manifest === null ? null : `${manifest.status} ${manifest.revision}`;
    }),
  );
}

function all(text: string, folders: readonly number[] = DUE_FOLDERS): readonly string[] {
  return folders.map(() => text);
}

/** The week that ends with `SETTLED`, as of the last tick. */
function last<T>(weeks: readonly T[]): T {
  const week = weeks.at(-1);
  assert(week !== undefined);
  return week;
}

describe('planWeek', () => {
  it('plans a week from settling in the first zone until eight days after settling in the last one', () => {
    const weeksAt = (now: string): readonly string[] =>
      weeksToPlan(Date.parse(now), 6).map(({ name }) => name);
    assert.deepEqual(weeksAt('2026-11-15T15:59:59Z'), ['2026-W45']);
    assert.deepEqual(weeksAt('2026-11-15T16:00:00Z'), ['2026-W45', '2026-W46']);
    assert.deepEqual(weeksAt('2026-11-17T18:00:01Z'), ['2026-W46']);
    assert.deepEqual(weeksAt('2026-11-24T18:00:00Z'), ['2026-W46', '2026-W47']);
    assert.deepEqual(weeksAt('2026-11-24T18:00:01Z'), ['2026-W47']);
  });

  it('sends one job for a small company, which makes all reports', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: SETTLED });
    const week = last(await run.tick());
    assert.equal(week.enqueued, 1);
    assert.deepEqual(
      run.queue.filter(({ week: name }) => name === WEEK),
      [{ week: WEEK, folder: 1, since: null }],
    );
    await run.drain();
    assert.deepEqual(await reportStates(run), all('complete 1'));
    assert.equal(run.sent.filter(({ week: name }) => name === WEEK).length, 1);
    const root = await run.report(1);
    assert.equal(root.summary.responses, 60);
    assert.deepEqual(
      root.subfolders.map(({ key }) => key),
      [2, 3],
    );
  });

  it('sends jobs for parts of a large company, which make the reports above them', async () => {
    const many = (first: number) =>
      Array.from({ length: 160 }, (_, i) => ({ key: 10 * (first + i) + 1 }));
    const folders = [21, 22, 31].map((key) => ({ key, surveys: many(key * 1_000) }));
    const run = weeklyRun(memoryCompany({ key: 1, folders }), { now: SETTLED });
    await run.tick();
    assert.deepEqual(
      run.queue.filter(({ week: name }) => name === WEEK).map(({ folder }) => folder),
      [21, 22, 31],
    );
    await run.drain();
    const made = [1, 21, 22, 31];
    assert.deepEqual(await reportStates(run, made), all('complete 1', made));
  });

  it('reads the plan, the record and the settings of a week that is done, and sends no request to the reporting API', async () => {
    const company = memoryCompany(ACME);
    const run = weeklyRun(company, { now: '2026-11-20T18:00:00Z' });
    await run.tick();
    await run.drain();
    assert.equal(last(await run.tick()).isDone, true);
    run.store.resetCalls();
    company.calls.clear();
    assert.equal(last(await run.tick()).enqueued, 0);
    assert.deepEqual(run.store.calls, {
      read: 4,
      create: 0,
      replace: 0,
      children: 0,
      entries: 0,
      remove: 0,
    });
    assert.equal(company.calls.size, 0);
    assert.notEqual((await run.plan())?.doneAt, null);
  });

  it('sends what remains again after one hour, then every two', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: SETTLED });
    const sentAfter: number[] = [];
    for (let hour = 0; hour <= 6; hour += 1) {
      if (last(await run.tick()).enqueued > 0) sentAfter.push(hour);
      run.now += HOUR_MS;
    }
    assert.deepEqual(sentAfter, [0, 1, 3, 5]);
    await run.drain();
    assert.deepEqual(await reportStates(run), all('complete 1'));
  });

  it('sends jobs for all other folders when a few objects can’t be read, and then fails', async () => {
    const company = memoryCompany(ACME);
    for (const [lostKey, roots] of [
      [`weeks/${WEEK}/folders/21/manifest.json`, [3, 22]],
      [`weeks/${WEEK}/folders/3/manifest.json`, [2, 31]],
      [`requests/${WEEK}/22.json`, [3]],
    ] as const) {
      const run = weeklyRun(company, { now: SETTLED });
      await run.tick();
      await run.drain();
      for (const folder of [22, 31]) {
        await run.store.remove(`weeks/${WEEK}/folders/${folder}/manifest.json`);
        await recordQueued(run.planning.records, null, { week: WEEK, folder, since: null }, null);
      }
      run.now += HOUR_MS;
      const read = run.store.read.bind(run.store);
      run.store.read = (key) =>
        key === lostKey ? Promise.reject(new Failure('STORE_UNAVAILABLE', { key })) : read(key);
      await assert.rejects(run.tick(), { code: 'STORE_UNAVAILABLE', facts: { key: lostKey } });
      const sent = run.queue.filter(({ week }) => week === WEEK).map(({ folder }) => folder);
      assert.deepEqual(sent, roots, lostKey);
      run.store.read = read;
      await run.drain();
      run.now += HOUR_MS;
      await run.tick();
      await run.drain();
      assert.deepEqual(await reportStates(run, [21, 22, 31]), all('complete 1', [21, 22, 31]));
    }
  });

  it('fails immediately when the store is unavailable', async () => {
    const folders = Array.from({ length: 120 }, (_, i) => ({
      key: 100 + i,
      surveys: [{ key: 1_000 + i }],
    }));
    const run = weeklyRun(memoryCompany({ key: 1, folders }), { now: SETTLED });
    await run.tick();
    await run.drain();
    const read = run.store.read.bind(run.store);
    let refusedReads = 0;
    run.store.read = (key) => {
      if (!key.endsWith('manifest.json')) return read(key);
      refusedReads += 1;
      return Promise.reject(new Failure('STORE_UNAVAILABLE', { key }));
    };
    await assert.rejects(run.tick(), { code: 'STORE_UNAVAILABLE' });
    assert(refusedReads > 10 && refusedReads < 100, `${refusedReads} refused`);
  });

  it('counts a report as late two hours after it was due', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: '2026-11-16T07:59:59Z' });
    assert.deepEqual([last(await run.tick()).missing, last(await run.tick()).late], [6, 0]);
    run.now += 1_000;
    assert.equal(last(await run.tick()).late, 6);
  });

  it('has the same result for a tick that is delivered five times concurrently', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: SETTLED });
    await Promise.all(Array.from({ length: 5 }, () => run.tick()));
    await run.drain();
    assert.deepEqual(await reportStates(run), all('complete 1'));
    assert.deepEqual(
      (await run.plan())?.folders.map(({ key }) => key),
      DUE_FOLDERS,
    );
  });

  it('makes a folder’s report when the week has settled in its own zones, before it has everywhere', async () => {
    const company = memoryCompany({
      key: 1,
      folders: [
        { key: 2, surveys: [{ key: 201, timeZone: 'Asia/Tokyo' }] },
        { key: 3, surveys: [{ key: 301, timeZone: 'Pacific/Honolulu' }] },
      ],
    });
    // Monday 00:00 in Tokyo is Sunday 15:00 UTC.
    const run = weeklyRun(company, { now: '2026-11-15T20:59:59Z' });
    await run.tick();
    await run.drain();
    assert.deepEqual(await reportStates(run, [2, 3, 1]), [null, null, null]);
    run.now = Date.parse('2026-11-15T21:00:00Z');
    await run.tick();
    await run.drain();
    assert.deepEqual(await reportStates(run, [2, 3, 1]), ['complete 1', null, null]);
    run.now = Date.parse('2026-11-16T16:00:00Z');
    await run.tick();
    await run.drain();
    assert.deepEqual(await reportStates(run, [2, 3, 1]), all('complete 1', [2, 3, 1]));
    assert.deepEqual(
      (await run.plan())?.folders.map(({ key, dueAt }) => [key, dueAt]),
      [
        [1, '2026-11-16T16:00:00.000Z'],
        [2, '2026-11-15T21:00:00.000Z'],
        [3, '2026-11-16T16:00:00.000Z'],
      ],
    );
  });

  it('includes an ended survey with responses once the week has settled', async () => {
    const company = memoryCompany({
      key: 1,
      folders: [
        { key: 2, surveys: [{ key: 201 }] },
        { key: 3, folders: [{ key: 32, surveys: [{ key: 321, isActive: false }] }] },
        { key: 4, surveys: [{ key: 401, isActive: false, responses: 0 }] },
      ],
    });
    const run = weeklyRun(company, { now: '2026-11-16T06:00:00Z' });
    await run.tick();
    await run.drain();
    assert.deepEqual(await reportStates(run, [1, 2, 3, 32, 4]), [
      'complete 1',
      'complete 1',
      null,
      null,
      null,
    ]);
    run.now = Date.parse(SETTLED);
    await run.tick();
    await run.drain();
    run.now += HOUR_MS;
    await run.tick();
    await run.drain();
    assert.deepEqual(await reportStates(run, [1, 2, 3, 32, 4]), [
      'complete 2',
      'complete 1',
      'complete 1',
      'complete 1',
      null,
    ]);
    run.now += HOUR_MS;
    assert.equal(last(await run.tick()).isDone, true);
    const requestsBefore = company.calls.get('history') ?? 0;
    await run.tick();
    assert.equal(company.calls.get('history'), requestsBefore, 'checked once');
  });

  it('counts a survey that is in two folders once, with a problem', async () => {
    const company = memoryCompany({
      key: 1,
      folders: [
        { key: 2, surveys: [{ key: 12 }] },
        { key: 3, surveys: [{ key: 12 }, { key: 13 }] },
      ],
    });
    for (const memory of [undefined, createProcessCache()]) {
      const run = weeklyRun(company, {
        now: SETTLED,
        ...(memory === undefined ? {} : { cache: memory }),
      });
      await run.tick();
      await run.drain();
      assert.deepEqual(await reportStates(run, [1, 2, 3]), all('complete 1', [1, 2, 3]));
      assert.equal((await run.report(1)).summary.responses, 40);
      const { surveys, problems } = await run.report(3);
      assert.deepEqual(
        [surveys.map(({ key }) => key), problems.map(({ code, survey }) => [code, survey])],
        [[13], [['SURVEY_DUPLICATE', 12]]],
      );
    }
  });

  it('plans a folder that the tree shows incompletely although its surveys have ended', async () => {
    const company = memoryCompany({
      key: 1,
      folders: [{ key: 2, surveys: [{ key: 21, isActive: false, responses: 0 }] }],
    });
    const lostSurveyProblem = {
      code: 'KEY_INVALID',
      folder: 2,
      message: 'a survey was left out',
      missing: true,
    };
    const source = {
      ...company.source,
      readFolders: async (...args: Parameters<typeof company.source.readFolders>) => ({
        ...(await company.source.readFolders(...args)),
        notes: [lostSurveyProblem],
      }),
    };
    const run = weeklyRun({ source }, { now: SETTLED });
    await run.tick();
    await run.drain();
    assert.deepEqual(await reportStates(run, [1, 2]), all('partial 1', [1, 2]));
    assert.deepEqual(
      (await run.report(2)).problems.map(({ code }) => code),
      ['KEY_INVALID'],
    );
  });

  it('removes folders without a report that are no longer in the company', async () => {
    const company = memoryCompany(ACME);
    const run = weeklyRun(company, { now: SETTLED });
    await run.tick();
    company.root = { ...ACME, folders: (ACME.folders ?? []).filter(({ key }) => key !== 3) };
    await run.drain();
    for (let tick = 0; tick < 3; tick += 1) {
      run.now += HOUR_MS;
      await run.tick();
      await run.drain();
    }
    assert.deepEqual(await reportStates(run, [1, 2, 21, 22]), all('complete 1', [1, 2, 21, 22]));
    assert.deepEqual(
      (await run.plan())?.folders.map(({ key }) => key),
      [1, 2, 21, 22],
    );
    assert.notEqual((await run.plan())?.doneAt, null);
  });
});

describe('an outage of the reporting API', () => {
  it('duplicates no jobs, is reported, and is recovered from within two ticks', async () => {
    const company = memoryCompany(ACME);
    const run = weeklyRun(company, { now: SETTLED });
    await run.tick();
    company.isDown = true;
    // Workers fail as well; the jobs that they abandon must be enqueued again.
    await run.drain();
    const sentBefore = run.sent.length;
    for (let hour = 0; hour < 24; hour += 1) {
      run.now += HOUR_MS;
      await assert.rejects(run.tick(), { code: 'UPSTREAM_UNAVAILABLE' });
    }
    assert.equal(run.sent.length, sentBefore);
    company.isDown = false;
    for (let tick = 0; tick < 2; tick += 1) {
      run.now += HOUR_MS;
      await run.tick();
      await run.drain();
    }
    assert.deepEqual(await reportStates(run), all('complete 1'));
  });
});

describe('a partial report', () => {
  it('is retried automatically, and its parents are made again once it is complete', async () => {
    const company = memoryCompany(ACME);
    const run = weeklyRun(company, { now: SETTLED });
    company.broken.add(211);
    await run.tick();
    await run.drain();
    assert.deepEqual(await reportStates(run), [
      'partial 1',
      'partial 1',
      'partial 1',
      'complete 1',
      'complete 1',
      'complete 1',
    ]);
    run.now += HOUR_MS;
    const plannedWeek = last(await run.tick());
    assert.equal(plannedWeek.enqueued, 1, 'the parents’ own data are complete');
    assert.deepEqual([plannedWeek.partial, plannedWeek.partialPercent], [3, 50]);
    await run.drain();
    assert.deepEqual(
      (await reportStates(run)).slice(0, 3),
      all('partial 1', [1, 2, 21]),
      'nothing was gained',
    );

    assert.equal(last(await run.tick()).isDone, false);
    await run.drain();
    assert.equal((await run.plan())?.doneAt, null);

    company.broken.clear();
    run.now += 2 * HOUR_MS;
    await run.tick();
    await run.drain();
    assert.deepEqual(await reportStates(run), [
      'complete 2',
      'complete 2',
      'complete 2',
      'complete 1',
      'complete 1',
      'complete 1',
    ]);
    run.now += HOUR_MS;
    assert.equal(last(await run.tick()).isDone, true);
    assert.equal((await run.report(1)).summary.responses, 60);
  });
});

describe('a job', () => {
  it('a job with `since` makes the whole subtree again once, and nothing when it is repeated', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: '2026-11-20T18:00:00Z' });
    await run.tick();
    await run.drain();
    await run.tick();
    run.now += HOUR_MS;
    const since = new Date(run.now).toISOString();
    run.queue.push({ week: WEEK, folder: 1, since });
    await run.drain();
    assert.deepEqual(await reportStates(run), all('complete 2'));
    run.queue.push({ week: WEEK, folder: 1, since });
    await run.drain();
    assert.deepEqual(await reportStates(run), all('complete 2'));
  });

  it('leads to updated parents even if its worker crashes after the commit', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: '2026-11-20T18:00:00Z' });
    await run.tick();
    await run.drain();
    await run.tick();
    assert.notEqual((await run.plan())?.doneAt, null);
    const replace = run.store.replace.bind(run.store);
    let isDead = false;
    run.store.onCall = (work) =>
      isDead ? Promise.reject(new Failure('STORE_UNAVAILABLE')) : work();
    run.store.replace = async (key, ...rest) => {
      const hasWon = await replace(key, ...rest);
      isDead ||= key.endsWith('/21/manifest.json');
      return hasWon;
    };
    run.now += HOUR_MS;
    const since = new Date(run.now).toISOString();
    await run.work({ week: WEEK, folder: 21, since }).catch(() => undefined);
    isDead = false;
    run.queue.length = 0;
    for (let hour = 0; hour < 8; hour += 1) {
      run.now += HOUR_MS;
      await run.tick();
      await run.drain();
    }
    assert.deepEqual(await reportStates(run, [21, 2, 1, 3]), [
      'complete 2',
      'complete 2',
      'complete 2',
      'complete 1',
    ]);
  });

  it('makes the whole subtree of a week without a plan', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: '2026-12-20T18:00:00Z' });
    await run.work({ week: WEEK, folder: 1, since: null });
    assert.deepEqual(await reportStates(run), all('complete 1'));
  });

  it('stores nothing for a folder without a report due', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: SETTLED });
    const { reports } = await run.work({ week: WEEK, folder: 4, since: null });
    assert.deepEqual(reports, []);
    assert.equal(await run.manifest(4), null);
    assert.equal(run.store.objects.size, 0);
  });

  it('fails for a requested report of a week that has not closed', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: '2026-11-15T18:00:00Z' });
    const job = { week: WEEK, folder: 21, since: null };
    await recordQueued(run.planning.records, null, job, null);
    await assert.rejects(run.work(job), { code: 'WEEK_NOT_CLOSED' });
  });
});

describe('concurrent workers', () => {
  it('make one revision of each report, whatever their speed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 2, max: 4 }), async (seed, copies) => {
        const run = weeklyRun(memoryCompany(ACME), { now: SETTLED, seed });
        await run.tick();
        while (run.queue.length > 0) {
          const jobs = run.queue.splice(0);
          await Promise.all(
            jobs.flatMap((job) => Array.from({ length: copies }, () => run.work(job))),
          );
        }
        assert.deepEqual(await reportStates(run), all('complete 1'));
      }),
      { numRuns: 2 },
    );
  });
});

/** Three workers that begin together. */
async function someAtOnce(run: WeeklyRun): Promise<void> {
  await Promise.all(run.queue.slice(0, 3).map(() => run.drainOne()));
}

describe('overlapping requests', () => {
  it('leave every parent with the current revisions of its children, even without a planner', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.array(fc.tuple(fc.constantFrom(...DUE_FOLDERS), fc.nat({ max: 6 })), { maxLength: 5 }),
        fc.boolean(),
        async (seed, requests, isWarm) => {
          const run = weeklyRun(memoryCompany(ACME), {
            now: '2026-12-20T18:00:00Z',
            seed,
            ...(isWarm ? { cache: createProcessCache() } : {}),
          });
          const { repository, records, sender } = run.planning;
          const sleep = () => Promise.resolve();
          const jobs = createStoredQueue({
            hasPlanner: true,
            repository,
            records,
            sender,
            sleep,
            random: createRandom(seed),
          });
          run.queue.push({ week: WEEK, folder: 1, since: null });
          await run.drain();
          for (const [folder, steps] of requests) {
            run.now += 1_000;
            const supersedes = (await run.manifest(folder))?.revision ?? null;
            await jobs.enqueue({ week: WEEK, folder, force: true, supersedes });
            for (let step = 0; step < steps; step += 1) await someAtOnce(run);
          }
          while (run.queue.length > 0) await someAtOnce(run);
          for (const parent of [1, 2, 3]) {
            for (const { key, revision } of (await run.report(parent)).subfolders) {
              assert.equal((await run.manifest(key))?.revision, revision, `${key} in ${parent}`);
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a crash', () => {
  /** Runs ticks and jobs while the n-th store call fails, then without faults. False when there were fewer calls. */
  async function crashAt(n: number, after: boolean): Promise<boolean> {
    const run = weeklyRun(memoryCompany(ACME), { now: SETTLED });
    let calls = 0;
    let crashed = false;
    run.store.onCall = async (work) => {
      calls += 1;
      if (calls !== n) return work();
      crashed = true;
      if (after) await work();
      throw new Failure('STORE_UNAVAILABLE');
    };
    await run.tick().catch(() => undefined);
    await run.drain();
    for (let tick = 0; tick < 8; tick += 1) {
      run.now += HOUR_MS;
      // The fault may come that late.
      await run.tick().catch(() => undefined);
      await run.drain();
    }
    calls = Infinity;
    assert.deepEqual(
      await reportStates(run),
      all('complete 1'),
      `call ${n}, ${after ? 'done' : 'not done'}`,
    );
    assert.notEqual((await run.plan())?.doneAt, null);
    return crashed;
  }

  it('a crash at any store call loses and duplicates nothing', async () => {
    for (const after of [false, true]) {
      // Testing every call would take a minute; these two step sizes cover most kinds of calls.
      let n = after ? 1 : 4;
      while (await crashAt(n, after)) n += 7;
      assert(n > 100, `${n} calls`);
    }
  });
});

describe('a job with faults elsewhere', () => {
  const settledRun = (): WeeklyRun => weeklyRun(memoryCompany(ACME), { now: SETTLED });
  const hours = async (run: WeeklyRun, count: number): Promise<void> => {
    for (let hour = 0; hour < count; hour += 1) {
      await run.tick();
      await run.drain();
      run.now += HOUR_MS;
    }
  };

  it('does not end a newer request when an old message is repeated', async () => {
    const run = settledRun();
    await hours(run, 2);
    const since = new Date(run.now).toISOString();
    const { records } = run.planning;
    const job = await findJob(records, { week: WEEK, folder: 21 });
    await recordQueued(records, job, { week: WEEK, folder: 21, since }, 1);
    const { reports } = await run.work({ week: WEEK, folder: 21, since: null });
    assert.deepEqual(
      reports.map(({ result }) => result.outcome),
      ['kept'],
    );
    const storedJob = await findJob(records, { week: WEEK, folder: 21 });
    assert.equal(isPending(storedJob, 1, records), true);
  });

  it('does not wait for a job that a worker with a wrong clock recorded', async () => {
    const run = settledRun();
    const job = { week: WEEK, folder: 21, since: null };
    const ahead = { ...run.planning.records, clock: () => run.now + 4 * 24 * 3_600_000 };
    await recordQueued(ahead, null, job, null);
    assert.equal(isPending(await findJob(ahead, job), null, ahead), true);
    await run.tick();
    await run.drain();
    assert.deepEqual(await reportStates(run), all('complete 1'));
  });

  it('makes one revision for a request whose message is delivered five times', async () => {
    const run = settledRun();
    await hours(run, 2);
    const { records } = run.planning;
    const job = { week: WEEK, folder: 21, since: new Date(run.now).toISOString() };
    await recordQueued(records, await findJob(records, job), job, 1);
    run.queue.push(job, job, job, job, job);
    await run.drain();
    assert.deepEqual(await reportStates(run, [1, 2, 21, 22]), [
      'complete 2',
      'complete 2',
      'complete 2',
      'complete 1',
    ]);
  });

  it('does not plan a folder again whose job found no report due', async () => {
    const oddSurvey = { key: 401, isActive: false, isListedActive: true, responses: 0 };
    const company = memoryCompany({
      key: 1,
      folders: [
        { key: 2, surveys: [{ key: 201 }] },
        { key: 4, surveys: [oddSurvey] },
      ],
    });
    const run = weeklyRun(company, { now: SETTLED });
    await hours(run, 6);
    assert.deepEqual(await reportStates(run, [1, 2, 4]), ['complete 1', 'complete 1', null]);
    assert.notEqual((await run.plan())?.doneAt, null);
    assert.equal(run.sent.filter(({ week }) => week === WEEK).length, 1);
  });

  it('replaces a damaged plan', async () => {
    const run = settledRun();
    await run.tick();
    await run.store.remove(`weeks/${WEEK}/plan.json`);
    await run.store.create(`weeks/${WEEK}/plan.json`, new TextEncoder().encode('{'), {
      contentType: 'application/json',
    });
    await hours(run, 8);
    assert.deepEqual(await reportStates(run), all('complete 1'));
    assert.notEqual((await run.plan())?.doneAt, null);
  });

  /** A week of ACME that is done; then the company has one of its folders no longer, or without responses. */
  async function doneWithout(folder: 'removed' | 'without responses') {
    const company = memoryCompany(ACME);
    const run = weeklyRun(company, { now: SETTLED });
    await hours(run, 3);
    const silent = { key: 221, isActive: false, isListedActive: false, responses: 0 };
    const left = folder === 'removed' ? [] : [{ key: 22, surveys: [silent] }];
    const north = { key: 2, folders: [{ key: 21, surveys: [{ key: 211 }] }, ...left] };
    company.root = { ...ACME, folders: [north, ...(ACME.folders ?? []).slice(1)] };
    return run;
  }

  it('takes the report of a folder that another job has dropped from the plan out of those above', async () => {
    const run = await doneWithout('without responses');
    // While one job has made its report, another one has found none due.
    await recordFailed(
      run.planning.records,
      { week: WEEK, folder: 22, since: null },
      null,
      new Failure('NOTHING_OWED', { week: WEEK, folder: 22 }),
    );
    await changePlan(run.planning.repository, WEEK, (plan) => ({
      ...{ ...plan, doneAt: null },
      folders: plan.folders.filter(({ key }) => key !== 22),
    }));
    await hours(run, 3);
    assert.deepEqual(
      [(await run.report(2)).summary.responses, (await run.report(1)).summary.responses],
      [20, 40],
    );
    assert.deepEqual(await reportStates(run, [1, 2, 3]), [
      ...['complete 2', 'complete 2', 'complete 1'],
    ]);
    assert.notEqual((await run.plan())?.doneAt, null);
  });

  it('leaves a removed folder in the reports above when the plan is lost', async () => {
    const run = await doneWithout('removed');
    await run.store.remove(`weeks/${WEEK}/plan.json`);
    await hours(run, 3);
    assert.deepEqual(await reportStates(run), all('complete 1'));
    assert.equal((await run.report(1)).summary.responses, 60);
    assert.notEqual((await run.plan())?.doneAt, null);
  });

  it('updates the parent of a folder that moves before the week has settled', async () => {
    const company = memoryCompany(ACME);
    const run = weeklyRun(company, { now: '2026-11-16T05:00:00Z' });
    await run.tick();
    company.root = {
      key: 1,
      folders: [
        { key: 2, folders: [{ key: 21, surveys: [{ key: 211 }] }] },
        {
          key: 3,
          folders: [
            { key: 31, surveys: [{ key: 311 }] },
            { key: 22, surveys: [{ key: 221 }] },
          ],
        },
      ],
    };
    run.now = Date.parse(SETTLED);
    await hours(run, 2);
    assert.deepEqual(
      (await run.report(3)).subfolders.map(({ key }) => key),
      [22, 31],
    );
  });
});
