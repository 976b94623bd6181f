// Reconciliation of finished weeks: late data lead to revisions, and unchanged reports stay as they are.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Failure } from '../../../lib/shared/failure.ts';
import { planWeek } from '../../../lib/jobs/plan-week.ts';
import { weeksToPlan } from '../../../lib/jobs/weeks-to-plan.ts';
import { pruneWeek } from '../../../lib/reports/prune-weeks.ts';
import { DAY_MS, HOUR_MS, parseWeek } from '../../../lib/domain/calendar.ts';
import type { MemoryFolder, CompanySurvey, MemoryCompany } from '../../support/memory-company.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { WEEK, weeklyRun, type WeeklyRun } from '../../support/plan-and-worker.ts';

const SETTLED = Date.parse('2026-11-16T18:00:00Z');

/** Root 1 → North 2 → 21, 22; South 3 → 31. */
const ACME: MemoryFolder = {
  key: 1,
  folders: [
    {
      key: 2,
      folders: [
        { key: 21, surveys: [{ key: 211 }, { key: 212 }] },
        { key: 22, surveys: [{ key: 221 }] },
      ],
    },
    { key: 3, folders: [{ key: 31, surveys: [{ key: 311 }] }] },
  ],
};
const ALL = [1, 2, 21, 22, 3, 31];

/** The company with surveys changed. */
function changed(
  folder: MemoryFolder,
  to: (survey: CompanySurvey) => readonly CompanySurvey[],
): MemoryFolder {
  return {
    key: folder.key,
    surveys: (folder.surveys ?? []).flatMap(to),
    folders: (folder.folders ?? []).map((below) => changed(below, to)),
  };
}

function arrives(company: MemoryCompany, ...surveys: readonly number[]): void {
  company.root = changed(company.root, (folder) => [
    surveys.includes(folder.key) ? { ...folder, late: 5 } : folder,
  ]);
}

/** Creates a week at the time of its only look: all reports are made, and the plan is done. */
async function finishedWeek(
  company: MemoryCompany,
  { days = 3, seed = 1 }: { readonly days?: number | null; readonly seed?: number } = {},
): Promise<WeeklyRun> {
  const lookDelaysMs = days === null ? [] : [days * DAY_MS];
  const run = weeklyRun(company, { now: new Date(SETTLED).toISOString(), seed, lookDelaysMs });
  await hours(run, 2);
  assert.notEqual((await run.plan())?.doneAt, null);
  run.now = SETTLED + (days ?? 3) * DAY_MS;
  return run;
}

/** Returns the number of jobs of looks, and of folders that were abandoned, at each tick with any. */
async function hours(run: WeeklyRun, count: number): Promise<readonly (readonly number[])[]> {
  const looks: (readonly number[])[] = [];
  for (let hour = 0; hour < count; hour += 1) {
    const planned = (await run.tick()).find(({ week }) => week === WEEK);
    if (planned !== undefined && planned.looks + planned.abandoned > 0) {
      looks.push([planned.looks, planned.abandoned]);
    }
    await run.drain();
    run.now = Math.ceil((run.now + 1) / HOUR_MS) * HOUR_MS;
  }
  return looks;
}

async function revisions(run: WeeklyRun, folders: readonly number[] = ALL) {
  return Promise.all(folders.map(async (key) => (await run.manifest(key))?.revision ?? null));
}

describe('late data', () => {
  it('lead to a revision with its changes, and to one of each report above', async () => {
    const company = memoryCompany(ACME);
    const run = await finishedWeek(company);
    const firstManifest = await run.manifest(21);
    arrives(company, 211, 221);
    assert.deepEqual(await hours(run, 4), [[1, 0]]);
    assert.deepEqual(await revisions(run), [2, 2, 2, 2, 1, 1]);
    const { changes, summary } = await run.report(21);
    assert.deepEqual(changes?.responses, { before: 40, after: 45 });
    assert.deepEqual(
      changes.surveys.map(({ key, responses }) => [key, responses]),
      [[211, { before: 20, after: 25 }]],
    );
    assert.deepEqual([changes.revision, changes.asOf], [1, firstManifest?.asOf]);
    assert.equal(summary.responses, 45);
    const root = await run.report(1);
    assert.deepEqual(root.changes?.responses, { before: 80, after: 90 });
    assert.notEqual((await run.plan())?.doneAt, null);
    // The files of revision 1 are there as they were.
    for (const { key } of Object.values(firstManifest?.files ?? {}))
      assert(run.store.objects.has(key));
  });

  it('lead to one revision of a folder with surveys above the parts of a divided job', async () => {
    const company = memoryCompany({ ...ACME, surveys: [{ key: 111 }] });
    const run = await finishedWeek(company);
    arrives(company, 111, 211);
    await run.tick();
    const [job, ...others] = run.queue.splice(0);
    assert(job !== undefined && others.length === 0);
    await run.work(job, { receives: 2 });
    assert(run.queue.length > 1);
    // The parts of a job run at the same time.
    await Promise.all(run.queue.splice(0).map((part) => run.work(part)));
    await hours(run, 3);
    const [root] = await revisions(run);
    assert.equal(root, 2);
    assert.equal((await run.report(1)).changes?.surveys.length, 1);
  });

  it('late data of the previous week lead to a revision as well', async () => {
    const company = memoryCompany(ACME);
    const run = await finishedWeek(company);
    const before = { ...company.source };
    type Read = typeof before.readDailyCounts;
    const withLate = (survey: number, rows: Awaited<ReturnType<Read>>) =>
      [...rows].map((row, i) =>
        survey === 311 && i === 0 ? { ...row, data: [9, 0, 0, 20] } : row,
      );
    Object.assign(company.source, {
      readHourlyCounts: async (...args: Parameters<Read>) =>
        withLate(args[0], await before.readHourlyCounts(...args)),
      readDailyCounts: async (...args: Parameters<Read>) =>
        withLate(args[0], await before.readDailyCounts(...args)),
    });
    await hours(run, 4);
    assert.deepEqual(await revisions(run), [2, 1, 1, 1, 2, 2]);
    assert.deepEqual((await run.report(31)).changes?.previousResponses, { before: 20, after: 29 });
  });

  it('finds late data of a parent when its subfolders have none', async () => {
    const company = memoryCompany({ ...ACME, surveys: [{ key: 11 }] });
    const run = await finishedWeek(company);
    arrives(company, 11);
    assert.deepEqual(await hours(run, 4), [[1, 0]]);
    assert.deepEqual(await revisions(run), [2, 1, 1, 1, 1, 1]);
  });

  it('late data that are in a forced revision already lead to no further request', async () => {
    const company = memoryCompany(ACME);
    const run = await finishedWeek(company);
    arrives(company, 211);
    run.queue.push({ week: WEEK, folder: 1, since: new Date(run.now).toISOString() });
    await run.drain();
    company.calls.clear();
    await hours(run, 3);
    assert.equal(company.calls.get('history'), undefined);
    assert.deepEqual(await revisions(run), [2, 2, 2, 2, 2, 2]);
  });
});

describe('a week without changes', () => {
  it('is compared no sooner than it is due, and never where looks are switched off', async () => {
    for (const days of [3, null]) {
      const company = memoryCompany(ACME);
      const run = await finishedWeek(company, { days });
      arrives(company, 211);
      if (days !== null) run.now -= 1;
      company.calls.clear();
      await run.tick();
      assert.equal(run.queue.length + company.calls.size, 0);
    }
  });
});

describe('weeks with looks', () => {
  const weeksAt = (now: string, ...days: readonly number[]): readonly string[] =>
    weeksToPlan(
      Date.parse(now),
      6,
      days.map((day) => day * DAY_MS),
    ).map(({ name }) => name);

  it('are planned from the due time of a look until nine days later', () => {
    assert.deepEqual(weeksAt('2026-12-16T18:00:00Z', 1, 30), [
      ...['2026-W45', '2026-W46'],
      ...['2026-W49', '2026-W50'],
    ]);
    assert.deepEqual(weeksAt('2026-11-24T18:00:01Z', 3), ['2026-W46', '2026-W47']);
    assert.deepEqual(weeksAt('2026-11-28T18:00:00Z', 3), ['2026-W46', '2026-W47']);
    assert.deepEqual(weeksAt('2026-11-28T18:00:01Z', 3), ['2026-W47']);
    assert.deepEqual(weeksAt('2026-12-16T17:59:59Z', 30), ['2026-W45', '2026-W50']);
    assert.deepEqual(weeksAt('2026-12-16T18:00:00Z', 30), ['2026-W45', '2026-W46', '2026-W50']);
    assert.deepEqual(weeksAt('2026-12-25T18:00:01Z', 30)[0], '2026-W47');
    assert.deepEqual(weeksAt('2027-11-17T18:00:00Z', 366).slice(0, 2), ['2026-W45', '2026-W46']);
  });

  it('may be older than the planning window: reports above a revision are made', async () => {
    for (const days of [1, 30]) {
      const company = memoryCompany(ACME);
      const run = await finishedWeek(company, { days });
      arrives(company, 211);
      await hours(run, 4);
      assert.deepEqual(await revisions(run), [2, 2, 2, 1, 1, 1], `${days} days`);
      assert.notEqual((await run.plan())?.doneAt, null);
    }
  });

  it('are late a day after the look has begun, however late that was', async () => {
    const run = await finishedWeek(memoryCompany(ACME));
    const week = parseWeek(WEEK) ?? assert.fail();
    run.now += 5 * DAY_MS;
    const isLateAfter = async (ms: number): Promise<boolean | null> => {
      const tick = { now: run.now + ms, isScheduled: false };
      return (await planWeek(run.planning, week, tick)).isLookLate;
    };
    assert.deepEqual(
      [await isLateAfter(0), await isLateAfter(DAY_MS - 1), await isLateAfter(DAY_MS)],
      [false, false, true],
    );
    await run.drain();
    assert.equal(await isLateAfter(DAY_MS), false);
  });

  it('do not restore a pruned week', async () => {
    const company = memoryCompany(ACME);
    const run = await finishedWeek(company, { days: 30 });
    arrives(company, 211);
    await run.tick();
    const week = parseWeek(WEEK);
    assert(week !== null);
    await pruneWeek(run.store, week, { dryRun: false });
    await run.drain();
    await hours(run, 3);
    assert.deepEqual(
      await revisions(run),
      ALL.map(() => null),
    );
    assert(![...run.store.objects.keys()].some((key) => key.includes(WEEK)));
  });
});

describe('a reconciliation with faults', () => {
  it('is repeated after twelve hours for the folder whose survey can’t be read, three times in all', async () => {
    const company = memoryCompany(ACME);
    const run = await finishedWeek(company);
    arrives(company, 211, 311);
    company.broken.add(212);
    await run.tick();
    const outcomes = await run.drain();
    assert(outcomes.every(({ error }) => error === null));
    assert.deepEqual(await hours(run, 11), []);
    assert.deepEqual(await revisions(run), [2, 1, 1, 1, 2, 2]);
    company.broken.clear();
    assert.deepEqual(await hours(run, 3), [[1, 0]]);
    assert.deepEqual(await revisions(run), [3, 2, 2, 1, 2, 2]);

    const failingRun = await finishedWeek(company);
    company.broken.add(212);
    assert.deepEqual(await hours(failingRun, 48), [
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 1],
    ]);
    assert.deepEqual(await revisions(failingRun), [1, 1, 1, 1, 1, 1]);
    assert.notEqual((await failingRun.plan())?.doneAt, null);
  });

  it('is repeated after twelve hours for the folder whose report could not be stored five times', async () => {
    const company = memoryCompany(ACME);
    const run = await finishedWeek(company);
    arrives(company, 221);
    const { onCall } = run.store;
    run.store.onCall = (work, key) =>
      key.includes('/folders/22/') && key.endsWith('.pdf')
        ? Promise.reject(new Failure('STORE_UNAVAILABLE'))
        : onCall(work, key);
    assert.deepEqual(await hours(run, 13), [
      [1, 0],
      [1, 0],
    ]);
    assert.deepEqual(await revisions(run), [1, 1, 1, 1, 1, 1]);
    run.store.onCall = onCall;
    assert.deepEqual(await hours(run, 13), [[1, 0]]);
    assert.deepEqual(await revisions(run), [2, 2, 1, 2, 1, 1]);
  });

  it('waits for a reporting API that is down, and is not planned any more after nine days', async () => {
    const company = memoryCompany(ACME);
    const run = await finishedWeek(company);
    arrives(company, 211);
    company.isDown = true;
    run.now += 8 * DAY_MS;
    await assert.rejects(run.tick(), { code: 'UPSTREAM_UNAVAILABLE' });
    company.isDown = false;
    await hours(run, 2);
    assert.deepEqual(await revisions(run), [2, 2, 2, 1, 1, 1]);
  });

  it('does not replace a report with one that has fewer counts', async () => {
    const company = memoryCompany(ACME);
    const run = await finishedWeek(company);
    arrives(company, 211);
    const before = { ...company.source };
    const fails = { isOn: true };
    Object.assign(company.source, {
      readFollowUps: (...args: Parameters<typeof before.readFollowUps>) =>
        fails.isOn
          ? Promise.reject(new Failure('UPSTREAM_TIMEOUT'))
          : before.readFollowUps(...args),
    });
    await hours(run, 3);
    assert.deepEqual(await revisions(run), [1, 1, 1, 1, 1, 1]);
    fails.isOn = false;
    await hours(run, 12);
    assert.deepEqual(await revisions(run), [2, 2, 2, 1, 1, 1]);
    assert.equal((await run.report(1)).status, 'complete');
  });

  it('leaves a report unchanged whose survey can’t be read any more, without retries', async () => {
    const company = memoryCompany(ACME);
    const run = await finishedWeek(company);
    arrives(company, 211);
    company.root = changed(company.root, (folder) => (folder.key === 212 ? [] : [folder]));
    assert.deepEqual(await hours(run, 24), [[1, 0]]);
    assert.deepEqual(await revisions(run), [1, 1, 1, 1, 1, 1]);
  });

  it('retries when one response denies a survey that the company’s tree contains', async () => {
    const company = memoryCompany(ACME);
    const run = await finishedWeek(company);
    arrives(company, 311);
    const { source } = company;
    const before = { ...source };
    let denials = 0;
    Object.assign(source, {
      readDailyCounts: (...args: Parameters<typeof before.readDailyCounts>) => {
        if (args[0] !== 311 || denials > 0) return before.readDailyCounts(...args);
        denials += 1;
        return Promise.reject(new Failure('UPSTREAM_NOT_FOUND', { path: '/surveys/311' }));
      },
    });
    await hours(run, 14);
    assert.equal(denials, 1);
    assert.deepEqual(await revisions(run), [2, 1, 1, 1, 2, 2]);
  });

  it('leaves partial reports to the planner', async () => {
    const company = memoryCompany(ACME);
    company.broken.add(212);
    const run = weeklyRun(company, {
      now: new Date(SETTLED).toISOString(),
      lookDelaysMs: [3 * DAY_MS],
    });
    await hours(run, 2);
    run.now = SETTLED + 3 * DAY_MS;
    arrives(company, 211, 311);
    await hours(run, 4);
    assert.deepEqual(await revisions(run), [2, 1, 1, 1, 2, 2]);
  });
});

describe('repeated reconciliation jobs', () => {
  it('do not replace a revision that was made in the meantime', async () => {
    const company = memoryCompany(ACME);
    const run = await finishedWeek(company);
    arrives(company, 211);
    const before = { ...company.source };
    let isFirst = true;
    Object.assign(company.source, {
      readDailyCounts: async (...args: Parameters<typeof before.readDailyCounts>) => {
        const counts = await before.readDailyCounts(...args);
        if (!isFirst) return counts;
        isFirst = false;
        run.now += 1_000;
        await run.work({ week: WEEK, folder: 21, since: new Date(run.now).toISOString() });
        return counts;
      },
    });
    const look = new Date(run.now).toISOString();
    const { reports } = await run.work({ week: WEEK, folder: 21, since: null, look });
    assert.deepEqual(
      reports.map(({ result }) => result.outcome),
      ['kept'],
    );
    assert.deepEqual(await revisions(run, [21]), [2]);
  });

  it('lose and duplicate nothing after a crash at any store call', async () => {
    /** Whether the fault was met. A message whose worker crashed comes again. */
    const crashAt = async (n: number, after: boolean): Promise<boolean> => {
      const company = memoryCompany({ ...ACME, surveys: [{ key: 11 }] });
      const run = await finishedWeek(company);
      arrives(company, 11, 211);
      let calls = 0;
      run.store.onCall = async (work) => {
        calls += 1;
        if (calls !== n) return work();
        if (after) await work();
        throw new Failure('STORE_UNAVAILABLE');
      };
      for (let hour = 0; hour < 8; hour += 1) {
        await run.tick().catch(() => undefined);
        while (run.queue.length > 0) {
          const job = run.queue.shift();
          assert(job !== undefined);
          run.now += 1_000;
          await run.work(job).catch(() => run.queue.push(job));
        }
        // A look is repeated after twelve hours.
        run.now += 6 * HOUR_MS;
      }
      const isMet = calls >= n;
      calls = Infinity;
      const description = `call ${n}, ${after ? 'done' : 'not done'}`;
      const [root, north, ...stores] = await revisions(run);
      assert.deepEqual([north, ...stores], [2, 2, 1, 1, 1], description);
      // A crash between the two levels may part what else comes at once.
      assert(root === 2 || root === 3, description);
      assert.equal((await run.report(1)).summary.responses, 110, description);
      assert.notEqual((await run.plan())?.doneAt, null, description);
      return isMet;
    };
    for (const after of [false, true]) {
      // Testing every call would take half a minute.
      let n = after ? 9 : 1;
      while (await crashAt(n, after)) n += 19;
      assert(n > 100, `${n} calls`);
    }
  });
});
