// Folders that the company no longer has after their reports were made, while what was below them has moved.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import { memoryCompany, type MemoryFolder } from '../../support/memory-company.ts';
import { WEEK, weeklyRun, type WeeklyRun } from '../../support/plan-and-worker.ts';

/** Reports of UTC are due; the week has not settled everywhere, so that the plan follows the company. */
const SETTLING = '2026-11-16T07:00:00Z';
const SETTLED = '2026-11-16T18:00:00Z';

const STORE: MemoryFolder = { key: 21, surveys: [{ key: 211 }] };
const LATE_STORE: MemoryFolder = { key: 21, surveys: [{ key: 211, late: 5 }] };
const REGION: MemoryFolder = { key: 2, folders: [STORE] };
const OTHER: MemoryFolder = { key: 31, surveys: [{ key: 311 }] };
const COMPANY: MemoryFolder = { key: 1, folders: [REGION, OTHER] };

async function hours(run: WeeklyRun, count: number): Promise<void> {
  for (let hour = 0; hour < count; hour += 1) {
    await run.tick();
    await run.drain();
    run.now += HOUR_MS;
  }
}

async function rootsAndResponses(run: WeeklyRun, folder: number) {
  const plan = await run.plan();
  const { summary, subfolders } = await run.report(folder);
  return {
    planned: plan?.folders.map(({ key, parent }) => [key, parent]),
    isDone: plan?.doneAt !== null,
    contained: subfolders.map(({ key }) => key).toSorted((a, b) => a - b),
    responses: summary.responses,
  };
}

describe('a removed folder whose report was made', () => {
  it('is in no other report while what it contained is elsewhere', async () => {
    const company = memoryCompany(COMPANY);
    const run = weeklyRun(company, { now: SETTLING });
    await hours(run, 1);
    company.root = { key: 1, folders: [STORE, OTHER] };
    run.now = Date.parse(SETTLED);
    await hours(run, 3);
    assert.deepEqual(await rootsAndResponses(run, 1), {
      planned: [
        [1, null],
        [21, 1],
        [31, 1],
      ],
      isDone: true,
      contained: [21, 31],
      responses: 40,
    });
    assert.equal((await run.manifest(2))?.revision, 1);
  });

  it('stays in the report above it otherwise', async () => {
    const company = memoryCompany(COMPANY);
    const run = weeklyRun(company, { now: SETTLING });
    await hours(run, 1);
    company.root = { key: 1, folders: [OTHER] };
    run.now = Date.parse(SETTLED);
    await hours(run, 3);
    const { isDone, contained, responses } = await rootsAndResponses(run, 1);
    assert.deepEqual(
      { isDone, contained, responses },
      {
        ...{ isDone: true, contained: [2, 31], responses: 40 },
      },
    );
  });

  it('does not keep its settled week from being done when a report below it has a new revision', async () => {
    const company = memoryCompany(COMPANY);
    const run = weeklyRun(company, { now: SETTLED });
    await hours(run, 2);
    company.root = { key: 1, folders: [STORE, OTHER] };
    run.queue.push({ week: WEEK, folder: 21, since: new Date(run.now).toISOString() });
    await hours(run, 2);
    assert.equal((await run.manifest(21))?.revision, 2);
    assert.equal((await rootsAndResponses(run, 1)).isDone, true);
    company.calls.clear();
    await hours(run, 4);
    assert.deepEqual([run.queue.length, company.calls.get('results')], [0, undefined]);
  });

  it('keeps the week from being done where it can be read alone', async () => {
    const company = memoryCompany(COMPANY);
    const run = weeklyRun(company, { now: SETTLED });
    await hours(run, 2);
    // A look makes nothing above its roots.
    company.root = { key: 1, folders: [{ key: 2, folders: [LATE_STORE] }, OTHER] };
    await run.work({ week: WEEK, folder: 21, since: null, look: new Date(run.now).toISOString() });
    company.denied.add(2);
    await hours(run, 2);
    assert.deepEqual(
      [(await run.manifest(21))?.revision, (await rootsAndResponses(run, 1)).isDone],
      [2, false],
    );
    company.denied.clear();
    await hours(run, 4);
    assert.equal((await run.manifest(2))?.revision, 2);
    assert.equal((await rootsAndResponses(run, 1)).isDone, true);
  });
});

describe('a company whose root is replaced', () => {
  it('has the reports below the new root, and the former one as it was', async () => {
    const company = memoryCompany(COMPANY);
    const run = weeklyRun(company, { now: SETTLING });
    await hours(run, 1);
    company.root = { ...COMPANY, key: 7 };
    run.now = Date.parse(SETTLED);
    await hours(run, 3);
    assert.deepEqual(await rootsAndResponses(run, 7), {
      planned: [
        [2, 7],
        [21, 2],
        [31, 7],
        [7, null],
      ],
      isDone: true,
      contained: [2, 31],
      responses: 40,
    });
    assert.equal((await run.manifest(1))?.revision, 1);
  });

  it('has them also in a settled week that gets another revision', async () => {
    for (const root of [
      { ...COMPANY, key: 7 },
      { key: 7, folders: [COMPANY] },
    ]) {
      const company = memoryCompany(COMPANY);
      const run = weeklyRun(company, { now: SETTLED });
      await hours(run, 2);
      company.root = root;
      run.queue.push({ week: WEEK, folder: 21, since: new Date(run.now).toISOString() });
      await hours(run, 4);
      const { isDone, responses } = await rootsAndResponses(run, 7);
      assert.deepEqual([isDone, responses], [true, 40]);
      assert.equal((await run.manifest(21))?.revision, 2);
      assert.equal((await run.manifest(31))?.revision, 1);
    }
  });
});
