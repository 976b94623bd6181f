// The planner and the worker together, on a company in memory: what a week's reports are like after ticks and jobs.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { findJob, isPending, recordQueued, recordSent } from '../../../lib/jobs/job-records.ts';
import { createStoredQueue } from '../../../lib/jobs/requested-jobs.ts';
import { weeksToPlan } from '../../../lib/jobs/plan-week.ts';
import { createProcessCache } from '../../../lib/reports/process-cache.ts';
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import { damage } from '../../support/archive.ts';
import { memoryCompany, type CompanyFolder } from '../../support/memory-company.ts';
import { randomFrom } from '../../support/test-reports.ts';
import { WEEK, weeklyRun, type WeeklyRun } from '../../support/plan-and-worker.ts';

/** After the week has settled everywhere: Monday 12:00 UTC and six hours. */
const SETTLED = '2026-11-16T18:00:00Z';

/** Root 1 → North 2 → 21, 22; South 3 → 31; 4 has nothing. */
const ACME: CompanyFolder = {
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
const OWED = [1, 2, 21, 22, 3, 31];

async function standing(run: WeeklyRun, folders: readonly number[] = OWED) {
  return Promise.all(
    folders.map(async (folder) => {
      const manifest = await run.manifest(folder);
      return manifest === null ? null : `${manifest.status} ${manifest.revision}`;
    }),
  );
}

function all(text: string, folders: readonly number[] = OWED): readonly string[] {
  return folders.map(() => text);
}

/** The week that ends with `SETTLED`, as the last tick saw it. */
function last<T>(weeks: readonly T[]): T {
  const week = weeks.at(-1);
  assert(week !== undefined);
  return week;
}

describe('the planner', () => {
  it('looks at weeks from the first zone’s settled end until eight days after the last one’s', () => {
    const weeksAt = (now: string): readonly string[] =>
      weeksToPlan(Date.parse(now), 6).map(({ name }) => name);
    assert.deepEqual(weeksAt('2026-11-15T15:59:59Z'), ['2026-W45']);
    assert.deepEqual(weeksAt('2026-11-15T16:00:00Z'), ['2026-W45', '2026-W46']);
    assert.deepEqual(weeksAt('2026-11-17T18:00:01Z'), ['2026-W46']);
    assert.deepEqual(weeksAt('2026-11-24T18:00:00Z'), ['2026-W46', '2026-W47']);
    assert.deepEqual(weeksAt('2026-11-24T18:00:01Z'), ['2026-W47']);
  });

  it('asks for what has no child to wait for, and the last child of each parent asks for that', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: SETTLED });
    const week = last(await run.tick());
    assert.equal(week.enqueued, 3);
    assert.deepEqual(
      run.queue.filter(({ week: name }) => name === WEEK).map(({ folder }) => folder),
      [21, 22, 31],
    );
    await run.drain();
    assert.deepEqual(await standing(run), all('complete 1'));
    assert.equal(
      run.sent.filter(({ week: name }) => name === WEEK).length,
      6,
      'a job for each report',
    );
    const root = await run.report(1);
    assert.equal(root.summary.responses, 60);
    assert.deepEqual(
      root.subfolders.map(({ key }) => key),
      [2, 3],
    );
  });

  it('costs one read a week when nothing is owed any more, and asks the reporting API nothing', async () => {
    const company = memoryCompany(ACME);
    const run = weeklyRun(company, { now: '2026-11-20T18:00:00Z' });
    await run.tick();
    await run.drain();
    assert.equal(last(await run.tick()).isDone, true);
    run.store.resetCalls();
    company.calls.clear();
    assert.equal(last(await run.tick()).enqueued, 0);
    assert.deepEqual(run.store.calls, {
      read: 1,
      create: 0,
      replace: 0,
      children: 0,
      entries: 0,
      remove: 0,
    });
    assert.equal(company.calls.size, 0);
    assert.notEqual((await run.plan())?.doneAt, null);
  });

  it('does not ask again for a job that waits, until it must be lost', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: SETTLED });
    const sent = (): number => run.sent.filter(({ week }) => week === WEEK).length;
    await run.tick();
    const asked = sent();
    for (let hour = 1; hour <= 5; hour += 1) {
      run.now += HOUR_MS;
      await run.tick();
    }
    assert.equal(sent(), asked);
    run.queue.length = 0;
    run.now += HOUR_MS;
    await run.tick();
    assert.equal(sent(), 2 * asked);
    await run.drain();
    assert.deepEqual(await standing(run), all('complete 1'));
  });

  it('asks at the next tick for a job of the HTTP API that was noted and never sent', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: SETTLED });
    const { records } = run.planning;
    const since = new Date(run.now).toISOString();
    for (const [folder, sendingId] of [
      [21, 'a'],
      [22, 'b'],
    ] as const) {
      await recordQueued(records, null, { week: WEEK, folder, since }, null, sendingId);
    }
    await recordSent(records, { week: WEEK, folder: 22 }, 'b');
    await run.tick();
    const sent = () =>
      run.sent.filter(({ week, folder }) => week === WEEK && folder > 20 && folder < 23);
    assert.deepEqual(sent(), [], 'its sender may still be about to send');
    run.now += HOUR_MS;
    await run.tick();
    assert.deepEqual(sent(), [{ week: WEEK, folder: 21, since }]);
  });

  it('asks for everything else when a few objects can’t be read now, and fails all the same', async () => {
    const company = memoryCompany(ACME);
    for (const lost of [
      `weeks/${WEEK}/folders/21/manifest.json`,
      `weeks/${WEEK}/folders/3/manifest.json`,
      `requests/${WEEK}/21.json`,
    ]) {
      const run = weeklyRun(company, { now: SETTLED });
      const read = run.store.read.bind(run.store);
      run.store.read = (key) =>
        key === lost ? Promise.reject(new Failure('STORE_UNAVAILABLE', { key })) : read(key);
      await assert.rejects(run.tick(), { code: 'STORE_UNAVAILABLE', facts: { key: lost } });
      const asked = run.queue.filter(({ week }) => week === WEEK).map(({ folder }) => folder);
      assert.deepEqual(asked, lost.includes('21') ? [22, 31] : [21, 22, 31], lost);
      run.store.read = read;
      await run.tick();
      await run.drain();
      assert.deepEqual(await standing(run), all('complete 1'), lost);
    }
  });

  it('ends at once when the store is away', async () => {
    const folders = Array.from({ length: 300 }, (_, i) => ({
      key: 100 + i,
      surveys: [{ key: 1_000 + i }],
    }));
    const run = weeklyRun(memoryCompany({ key: 1, folders }), { now: SETTLED });
    await run.tick();
    run.store.resetCalls();
    const read = run.store.read.bind(run.store);
    let refused = 0;
    run.store.read = (key) => {
      if (!key.endsWith('manifest.json')) return read(key);
      refused += 1;
      return Promise.reject(new Failure('STORE_UNAVAILABLE', { key }));
    };
    await assert.rejects(run.tick(), { code: 'STORE_UNAVAILABLE' });
    assert(refused > 10 && refused < 100, `${refused} refused`);
  });

  it('counts a report as late two hours after it was due', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: '2026-11-16T07:59:59Z' });
    assert.deepEqual([last(await run.tick()).missing, last(await run.tick()).late], [6, 0]);
    run.now += 1_000;
    assert.equal(last(await run.tick()).late, 6);
  });

  it('makes the same of a tick that comes five times at once', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: SETTLED });
    await Promise.all(Array.from({ length: 5 }, () => run.tick()));
    await run.drain();
    assert.deepEqual(await standing(run), all('complete 1'));
    assert.deepEqual(
      (await run.plan())?.folders.map(({ key }) => key),
      OWED,
    );
  });

  it('makes a folder’s report when its own zones have settled, not when the world has', async () => {
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
    assert.deepEqual(await standing(run, [2, 3, 1]), [null, null, null]);
    run.now = Date.parse('2026-11-15T21:00:00Z');
    await run.tick();
    await run.drain();
    assert.deepEqual(await standing(run, [2, 3, 1]), ['complete 1', null, null]);
    run.now = Date.parse('2026-11-16T16:00:00Z');
    await run.tick();
    await run.drain();
    assert.deepEqual(await standing(run, [2, 3, 1]), all('complete 1', [2, 3, 1]));
    assert.deepEqual(
      (await run.plan())?.folders.map(({ key, dueAt }) => [key, dueAt]),
      [
        [1, '2026-11-16T16:00:00.000Z'],
        [2, '2026-11-15T21:00:00.000Z'],
        [3, '2026-11-16T16:00:00.000Z'],
      ],
    );
  });

  it('finds that a survey which had ended belongs by its responses, once all can have come', async () => {
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
    assert.deepEqual(await standing(run, [1, 2, 3, 32, 4]), [
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
    assert.deepEqual(await standing(run, [1, 2, 3, 32, 4]), [
      'complete 2',
      'complete 1',
      'complete 1',
      'complete 1',
      null,
    ]);
    run.now += HOUR_MS;
    assert.equal(last(await run.tick()).isDone, true);
    const asked = company.calls.get('results') ?? 0;
    await run.tick();
    assert.equal(company.calls.get('results'), asked, 'asked once');
  });

  it('counts a survey that stands in two folders once, and says so', async () => {
    const company = memoryCompany({
      key: 1,
      folders: [
        { key: 2, surveys: [{ key: 12 }] },
        { key: 3, surveys: [{ key: 12 }, { key: 13 }] },
      ],
    });
    for (const memory of [undefined, createProcessCache()]) {
      const run = weeklyRun(company, { now: SETTLED, ...(memory === undefined ? {} : { cache: memory }) });
      await run.tick();
      await run.drain();
      assert.deepEqual(await standing(run, [1, 2, 3]), all('complete 1', [1, 2, 3]));
      assert.equal((await run.report(1)).summary.responses, 40);
      const { surveys, problems } = await run.report(3);
      assert.deepEqual(
        [surveys.map(({ key }) => key), problems.map(({ code, survey }) => [code, survey])],
        [[13], [['SURVEY_DUPLICATE', 12]]],
      );
    }
  });

  it('owes a report of a folder of which the tree lacks something, though its surveys have ended', async () => {
    const company = memoryCompany({
      key: 1,
      folders: [{ key: 2, surveys: [{ key: 21, isActive: false, responses: 0 }] }],
    });
    const lost = {
      code: 'KEY_INVALID',
      folder: 2,
      message: 'a survey was left out',
      missing: true,
    };
    const source = {
      ...company.source,
      readFolders: async (...asked: Parameters<typeof company.source.readFolders>) => ({
        ...(await company.source.readFolders(...asked)),
        notes: [lost],
      }),
    };
    const run = weeklyRun({ source }, { now: SETTLED });
    await run.tick();
    await run.drain();
    assert.deepEqual(await standing(run, [1, 2]), all('partial 1', [1, 2]));
    assert.deepEqual(
      (await run.report(2)).problems.map(({ code }) => code),
      ['KEY_INVALID'],
    );
  });

  it('drops what has gone from the company and was never made', async () => {
    const company = memoryCompany(ACME);
    const run = weeklyRun(company, { now: SETTLED });
    await run.tick();
    company.root = { ...ACME, folders: (ACME.folders ?? []).filter(({ key }) => key !== 3) };
    const outcomes = await run.drain();
    assert(outcomes.some(({ outcome }) => outcome === 'nothing'));
    for (let tick = 0; tick < 3; tick += 1) {
      run.now += HOUR_MS;
      await run.tick();
      await run.drain();
    }
    assert.deepEqual(await standing(run, [1, 2, 21, 22]), all('complete 1', [1, 2, 21, 22]));
    assert.deepEqual(
      (await run.plan())?.folders.map(({ key }) => key),
      [1, 2, 21, 22],
    );
    assert.notEqual((await run.plan())?.doneAt, null);
  });
});

describe('an outage of the reporting API', () => {
  it('multiplies no jobs, is told loudly, and is made good within two ticks', async () => {
    const company = memoryCompany(ACME);
    const run = weeklyRun(company, { now: SETTLED });
    await run.tick();
    company.isDown = true;
    // Workers fail as well; what they throw away has to be asked for again.
    await run.drain();
    const asked = run.sent.length;
    for (let hour = 0; hour < 24; hour += 1) {
      run.now += HOUR_MS;
      await assert.rejects(run.tick(), { code: 'UPSTREAM_UNAVAILABLE' });
    }
    assert.equal(run.sent.length, asked);
    company.isDown = false;
    for (let tick = 0; tick < 2; tick += 1) {
      run.now += HOUR_MS;
      await run.tick();
      await run.drain();
    }
    assert.deepEqual(await standing(run), all('complete 1'));
  });
});

describe('a partial report', () => {
  it('is tried again by itself, and its parents follow once it is better', async () => {
    const company = memoryCompany(ACME);
    const run = weeklyRun(company, { now: SETTLED });
    company.broken.add(211);
    await run.tick();
    await run.drain();
    assert.deepEqual(await standing(run), [
      'partial 1',
      'partial 1',
      'partial 1',
      'complete 1',
      'complete 1',
      'complete 1',
    ]);
    run.now += HOUR_MS;
    const looked = last(await run.tick());
    assert.equal(looked.enqueued, 1, 'the parents lack nothing of their own');
    assert.deepEqual([looked.partial, looked.partialPercent], [3, 50]);
    await run.drain();
    assert.deepEqual(
      (await standing(run)).slice(0, 3),
      all('partial 1', [1, 2, 21]),
      'nothing was gained',
    );

    assert.equal(last(await run.tick()).isDone, false);
    await run.drain();
    assert.equal((await run.plan())?.doneAt, null);

    company.broken.clear();
    run.now += HOUR_MS;
    await run.tick();
    await run.drain();
    assert.deepEqual(await standing(run), [
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

  it('keeps the week open also when nothing is left to try', async () => {
    const company = memoryCompany(ACME);
    const run = weeklyRun(company, { now: SETTLED });
    await run.tick();
    await run.drain();
    const { files } = (await run.manifest(21)) ?? assert.fail();
    await damage(run.store, files.json.key, new Uint8Array(1));
    // The child can't be made again, so its parents go on without it and miss nothing of their own.
    company.refused.add(21);
    run.queue.push({ week: WEEK, folder: 2, since: new Date(run.now).toISOString() });
    await run.drain();
    const states = [...all('partial 2', [1, 2]), 'complete 1'];
    assert.deepEqual(await standing(run, [1, 2, 21]), states);
    run.now += HOUR_MS;
    const { isDone, missing, behind, enqueued } = last(await run.tick());
    assert.deepEqual([isDone, missing, behind, enqueued], [false, 0, 0, 0]);
    assert.equal((await run.plan())?.doneAt, null);
  });

  it('is what a parent becomes when a child is missing for a day, until the child is there', async () => {
    const company = memoryCompany(ACME);
    const run = weeklyRun(company, { now: SETTLED });
    company.refused.add(31);
    const tickFor = async (hours: number): Promise<void> => {
      for (let hour = 0; hour < hours; hour += 1) {
        await run.tick();
        await run.drain();
        run.now = Math.ceil((run.now + 1) / HOUR_MS) * HOUR_MS;
      }
    };
    // The reports were due at 06:00 UTC, since all zones are UTC.
    await tickFor(12);
    assert.deepEqual(await standing(run, [1, 2, 3]), [null, 'complete 1', null]);
    assert.equal(run.now, Date.parse('2026-11-17T06:00:00Z'));
    await tickFor(2);
    assert.deepEqual(await standing(run, [1, 2, 3]), ['partial 1', 'complete 1', 'partial 1']);
    assert.deepEqual(
      (await run.manifest(3))?.problems.map(({ code, folder, missing }) => [code, folder, missing]),
      [['CHILD_MISSING', 31, true]],
    );
    company.refused.clear();
    await tickFor(2);
    assert.deepEqual(await standing(run), [
      'complete 2',
      'complete 1',
      'complete 1',
      'complete 1',
      'complete 2',
      'complete 1',
    ]);
  });
});

describe('a job', () => {
  it('that asks for everything anew remakes all below once, and nothing when it comes again', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: '2026-11-20T18:00:00Z' });
    await run.tick();
    await run.drain();
    await run.tick();
    run.now += HOUR_MS;
    const since = new Date(run.now).toISOString();
    run.queue.push({ week: WEEK, folder: 1, since });
    await run.drain();
    assert.deepEqual(await standing(run), all('complete 2'));
    run.queue.push({ week: WEEK, folder: 1, since });
    await run.drain();
    assert.deepEqual(await standing(run), all('complete 2'));
  });

  it('whose worker is never heard of again after its commit has its parents follow all the same', async () => {
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
      const won = await replace(key, ...rest);
      isDead ||= key.endsWith('/21/manifest.json');
      return won;
    };
    run.now += HOUR_MS;
    const since = new Date(run.now).toISOString();
    await assert.rejects(run.work({ week: WEEK, folder: 21, since }));
    isDead = false;
    run.queue.length = 0;
    for (let hour = 0; hour < 8; hour += 1) {
      run.now += HOUR_MS;
      await run.tick();
      await run.drain();
    }
    assert.deepEqual(await standing(run, [21, 2, 1, 3]), [
      'complete 2',
      'complete 2',
      'complete 2',
      'complete 1',
    ]);
  });

  it('asks for a child whose job was noted and never sent', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: SETTLED });
    const job = { week: WEEK, folder: 21, since: null };
    await recordQueued(run.planning.records, null, job, null, 'a');
    await run.work({ week: WEEK, folder: 2, since: null });
    assert.deepEqual(run.sent, [{ ...job, folder: 22 }], 'its sender may still be about to send');
    run.now += 5 * 60_000;
    await run.work({ week: WEEK, folder: 2, since: null });
    assert.deepEqual(run.sent.at(-1), job);
  });

  it('for a week that nobody has planned asks for the children first', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: '2026-12-20T18:00:00Z' });
    assert.deepEqual(await run.work({ week: WEEK, folder: 1, since: null }), {
      outcome: 'waiting',
      missing: 2,
    });
    // It comes again before the children are there.
    assert.deepEqual(await run.work({ week: WEEK, folder: 1, since: null }), {
      outcome: 'waiting',
      missing: 2,
    });
    await run.drain();
    assert.deepEqual(await standing(run), all('complete 1'));
  });

  it('for a folder that owes nothing says so and leaves nothing behind', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: SETTLED });
    assert.deepEqual(await run.work({ week: WEEK, folder: 4, since: null }), {
      outcome: 'nothing',
    });
    assert.equal(await run.manifest(4), null);
  });

  it('of a week that is still open fails, and is worth another try', async () => {
    const run = weeklyRun(memoryCompany(ACME), { now: '2026-11-15T18:00:00Z' });
    await assert.rejects(run.work({ week: WEEK, folder: 21, since: null }), {
      code: 'WEEK_NOT_CLOSED',
    });
  });
});

describe('many workers', () => {
  it('make one revision of each report, whoever is how slow', async () => {
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
        assert.deepEqual(await standing(run), all('complete 1'));
      }),
      { numRuns: 3 },
    );
  });
});

/** Three workers that begin together. */
async function someAtOnce(run: WeeklyRun): Promise<void> {
  await Promise.all(run.queue.slice(0, 3).map(() => run.drainOne()));
}

describe('requests that overlap', () => {
  it('leave every parent with what stands of its children, also where no planner looks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.array(fc.tuple(fc.constantFrom(...OWED), fc.nat({ max: 6 })), { maxLength: 5 }),
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
            repository,
            records,
            sender,
            sleep,
            random: randomFrom(seed),
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
  /** Runs tick and jobs with the n-th call of the store failing, then goes on without faults. Whether it came so far. */
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
      await standing(run),
      all('complete 1'),
      `call ${n}, ${after ? 'done' : 'not done'}`,
    );
    assert.notEqual((await run.plan())?.doneAt, null);
    return crashed;
  }

  it('at any call of the store loses nothing and doubles nothing', async () => {
    for (const after of [false, true]) {
      // Each call in its turn would take a minute; the steps of the two meet most kinds of calls.
      let n = after ? 1 : 4;
      while (await crashAt(n, after)) n += 7;
      assert(n > 100, `${n} calls`);
    }
  });
});

describe('what goes wrong with others', () => {
  const settled = (): WeeklyRun => weeklyRun(memoryCompany(ACME), { now: SETTLED });
  const hours = async (run: WeeklyRun, count: number): Promise<void> => {
    for (let hour = 0; hour < count; hour += 1) {
      await run.tick();
      await run.drain();
      run.now += HOUR_MS;
    }
  };

  it('costs one revision when a child’s file was damaged: the child is made again', async () => {
    const run = settled();
    await run.tick();
    while ((await run.manifest(31)) === null) await run.drainOne();
    const json = (await run.manifest(31))?.files.json.key ?? '';
    await run.store.remove(json);
    await run.store.create(json, new TextEncoder().encode('{}'), {
      contentType: 'application/json',
    });
    await hours(run, 4);
    assert.deepEqual(await standing(run, [1, 3, 31]), ['complete 1', 'complete 1', 'complete 2']);
    assert.equal((await run.report(1)).summary.responses, 60);
  });

  it('does not keep a parent partial for a child that owes nothing any more', async () => {
    const company = memoryCompany(ACME);
    const run = weeklyRun(company, { now: SETTLED });
    company.refused.add(31);
    await hours(run, 40);
    assert.deepEqual(await standing(run, [1, 3, 31]), ['partial 1', 'partial 1', null]);
    company.root = without(31);
    await hours(run, 4);
    assert.deepEqual(await standing(run, [1, 3, 31]), ['complete 2', 'empty 2', null]);
    assert.notEqual((await run.plan())?.doneAt, null);
  });

  it('does not keep those waiting who asked for a week long ago when a child fails', async () => {
    const company = memoryCompany(ACME);
    const run = weeklyRun(company, { now: '2026-12-20T18:00:00Z' });
    company.refused.add(31);
    run.queue.push({ week: WEEK, folder: 1, since: null });
    await run.drain();
    assert.deepEqual(await standing(run, [1, 2, 3, 31]), [
      'partial 1',
      'complete 1',
      'partial 1',
      null,
    ]);
  });

  it('does not make a folder vanish that one answer alone denies', async () => {
    const company = memoryCompany(ACME);
    const run = weeklyRun(company, { now: SETTLED });
    await run.tick();
    company.denied.add(31);
    await run.drain();
    company.denied.clear();
    await hours(run, 8);
    assert.deepEqual(await standing(run), all('complete 1'));
  });

  it('does not keep the parent from being made when nobody can be told of the child', async () => {
    const run = settled();
    run.announcing.failure = new Failure('SECRET_UNAVAILABLE');
    await run.tick();
    await run.drain();
    assert.deepEqual(await standing(run), all('complete 1'));
  });

  it('ends no newer request when an old message comes again', async () => {
    const run = settled();
    await hours(run, 2);
    const since = new Date(run.now).toISOString();
    const { records } = run.planning;
    const known = await findJob(records, { week: WEEK, folder: 21 });
    await recordQueued(records, known, { week: WEEK, folder: 21, since }, 1);
    assert.deepEqual((await run.work({ week: WEEK, folder: 21, since: null })).outcome, 'kept');
    const job = await findJob(records, { week: WEEK, folder: 21 });
    assert.equal(isPending(job, 1, records), true);
  });

  it('makes one revision of a request whose message comes five times', async () => {
    const run = settled();
    await hours(run, 2);
    const { records } = run.planning;
    const job = { week: WEEK, folder: 21, since: new Date(run.now).toISOString() };
    await recordQueued(records, await findJob(records, job), job, 1);
    run.queue.push(job, job, job, job, job);
    await run.drain();
    assert.deepEqual(await standing(run, [1, 2, 21, 22]), [
      'complete 2',
      'complete 2',
      'complete 2',
      'complete 1',
    ]);
  });

  it('believes the job that found nothing owed, not the list that goes on saying so', async () => {
    const odd = { key: 401, isActive: false, isListedActive: true, responses: 0 };
    const company = memoryCompany({
      key: 1,
      folders: [
        { key: 2, surveys: [{ key: 201 }] },
        { key: 4, surveys: [odd] },
      ],
    });
    const run = weeklyRun(company, { now: SETTLED });
    await hours(run, 6);
    assert.deepEqual(await standing(run, [1, 2, 4]), ['complete 1', 'complete 1', null]);
    assert.notEqual((await run.plan())?.doneAt, null);
    const asked = run.sent.filter(({ folder, week }) => folder === 4 && week === WEEK);
    assert.equal(asked.length, 1);
  });

  it('replaces a plan that can’t be read', async () => {
    const run = settled();
    await run.tick();
    await run.store.remove(`weeks/${WEEK}/plan.json`);
    await run.store.create(`weeks/${WEEK}/plan.json`, new TextEncoder().encode('{'), {
      contentType: 'application/json',
    });
    await hours(run, 8);
    assert.deepEqual(await standing(run), all('complete 1'));
    assert.notEqual((await run.plan())?.doneAt, null);
  });

  it('follows a folder that moves before all has settled', async () => {
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

/** The company without one of the folders below its regions. */
function without(gone: number): CompanyFolder {
  return {
    ...ACME,
    folders: (ACME.folders ?? []).map((region) => ({
      ...region,
      folders: (region.folders ?? []).filter(({ key }) => key !== gone),
    })),
  };
}
