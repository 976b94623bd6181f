// What is accepted and the targets change after the reports of a week were made: each report concerned is made again once.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Accepted } from '../../../lib/domain/signals/accepted.ts';
import type { StoredTarget } from '../../../lib/ports/settings.ts';
import {
  acceptedId,
  removeAccepted,
  setAccepted,
  setTarget,
} from '../../../lib/reports/change-settings.ts';
import { ACCEPTED_KEY } from '../../../lib/reports/report-settings.ts';
import { verifyWeek } from '../../../lib/reports/verify-week.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { memoryCompany, type MemoryFolder } from '../../support/memory-company.ts';
import { encodeText, PLAIN_TEXT } from '../../support/object-store-contract.ts';
import { fc } from '../../support/property-settings.ts';
import { W46 } from '../../support/test-facts.ts';
import { WEEK, weeklyRun, type WeeklyRun } from '../../support/plan-and-worker.ts';

const SETTLED = '2026-11-16T18:00:00Z';
const HOUR_MS = 3_600_000;

/** Root 1 → North 2 → 21, 22; South 3 → 31. */
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
  ],
};
const FOLDERS = [1, 2, 21, 22, 3, 31] as const;
type FolderKey = (typeof FOLDERS)[number];
const PATHS: Readonly<Record<FolderKey, readonly number[]>> = {
  1: [1],
  2: [1, 2],
  21: [1, 2, 21],
  22: [1, 2, 22],
  3: [1, 3],
  31: [1, 3, 31],
};

const ACCEPTED: Accepted = {
  ...{ folder: 21, survey: 211, kind: 'level', week: WEEK },
  ...{ by: 'shell', at: '2026-11-16T19:00:00.000Z' },
};

function target(folder: number, value: number): StoredTarget {
  const { by, at } = ACCEPTED;
  return { folder, indexType: 'HAPPY', feedbackScale: 'FOUR', value, by, at };
}

async function finishedWeek(company = memoryCompany(ACME), seed = 1): Promise<WeeklyRun> {
  const run = weeklyRun(company, { now: SETTLED, seed });
  await hours(run, 2);
  assert.deepEqual(await revisions(run), [1, 1, 1, 1, 1, 1]);
  assert.notEqual((await run.plan())?.doneAt, null);
  return run;
}

/** Ticks an hour apart, each with all of its jobs. */
async function hours(run: WeeklyRun, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    await run.tick();
    await run.drain();
    run.now += HOUR_MS;
  }
}

function revisions(run: WeeklyRun): Promise<readonly (number | undefined)[]> {
  return Promise.all(FOLDERS.map(async (folder) => (await run.manifest(folder))?.revision));
}

/** Whether a target of a folder changes a report: of the folder, and those below and above it. */
function isConcerned(key: FolderKey, folder: FolderKey): boolean {
  return PATHS[key].includes(folder) || PATHS[folder].includes(key);
}

/** The call of the store with this number fails, before or after it had its effect. */
function failOnce({ store }: WeeklyRun, failing: number, when: 'before' | 'after'): void {
  let calls = 0;
  store.onCall = async (work) => {
    const isFault = calls === failing;
    calls += 1;
    if (isFault && when === 'before') throw new Failure('STORE_UNAVAILABLE');
    const result = await work();
    if (isFault) throw new Failure('STORE_UNAVAILABLE');
    return result;
  };
}

describe('settings that change after the reports of a week', () => {
  it('make the folder of an accepted entry and those above it again, once, and the week done', async () => {
    const run = await finishedWeek();
    await setAccepted(run.planning.repository, ACCEPTED);
    await hours(run, 4);
    assert.deepEqual(await revisions(run), [2, 2, 2, 1, 1, 1]);
    assert.notEqual((await run.plan())?.doneAt, null);
    assert.equal((await run.manifest(22))?.settings, undefined);
    assert.notEqual((await run.manifest(21))?.settings, undefined);
  });

  it('make them again when an entry is removed', async () => {
    const run = await finishedWeek();
    await setAccepted(run.planning.repository, ACCEPTED);
    await hours(run, 3);
    await removeAccepted(run.planning.repository, acceptedId(ACCEPTED));
    await hours(run, 3);
    assert.deepEqual(await revisions(run), [3, 3, 3, 1, 1, 1]);
    assert.equal((await run.manifest(21))?.settings, undefined);
    assert.equal((await run.plan())?.settings, undefined);
  });

  it('make every folder that a target counts in again, and those above, each once', async () => {
    const run = await finishedWeek();
    await setTarget(run.planning.repository, target(1, 80));
    await hours(run, 4);
    assert.deepEqual(await revisions(run), [2, 2, 2, 2, 2, 2]);
    // Nearer targets stay; the root is above what has changed.
    await setTarget(run.planning.repository, target(2, 70));
    await hours(run, 4);
    assert.deepEqual(await revisions(run), [3, 3, 3, 3, 2, 2]);
    assert.notEqual((await run.plan())?.doneAt, null);
  });

  it('make no report again for the same value, for a later week or in an earlier week', async () => {
    const run = await finishedWeek();
    await setAccepted(run.planning.repository, { ...ACCEPTED, week: '2026-W47' });
    await hours(run, 2);
    assert.deepEqual(await revisions(run), [1, 1, 1, 1, 1, 1]);
    await setTarget(run.planning.repository, target(3, 80));
    await hours(run, 3);
    await setTarget(run.planning.repository, { ...target(3, 80), by: 'other' });
    await hours(run, 2);
    assert.deepEqual(await revisions(run), [2, 1, 1, 1, 2, 2]);
    // The next week has settled everywhere.
    run.now = Date.parse('2026-11-23T18:00:00Z');
    await setTarget(run.planning.repository, target(3, 90));
    await hours(run, 3);
    assert.deepEqual(await revisions(run), [2, 1, 1, 1, 2, 2]);
    assert.equal((await run.manifest(3, '2026-W47'))?.revision, 1);
  });

  const anyFolder = fc.constantFrom(...FOLDERS);

  it('make each report again exactly once, in whatever order the jobs run', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), anyFolder, async (seed, folder) => {
        const run = await finishedWeek(memoryCompany(ACME), seed);
        await setTarget(run.planning.repository, target(folder, 80));
        await hours(run, 5);
        const expected = FOLDERS.map((key) => (isConcerned(key, folder) ? 2 : 1));
        assert.deepEqual(await revisions(run), expected);
        assert.notEqual((await run.plan())?.doneAt, null);
      }),
      { numRuns: 40 },
    );
  });

  it('reach every report concerned and no other when a call of the store fails', async () => {
    const cases = fc.record({
      seed: fc.nat(),
      failing: fc.nat({ max: 150 }),
      when: fc.constantFrom('before' as const, 'after' as const),
      folder: anyFolder,
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ seed, failing, when, folder }) => {
        const run = await finishedWeek(memoryCompany(ACME), seed);
        await setTarget(run.planning.repository, target(folder, 80));
        failOnce(run, failing, when);
        for (let i = 0; i < 30; i += 1) {
          await run.tick().catch((error: unknown) => {
            assert.ok(error instanceof Failure);
          });
          await run.drain();
          run.now += HOUR_MS;
        }
        assert.deepEqual(
          (await revisions(run)).map((revision) => (revision ?? 0) > 1),
          FOLDERS.map((key) => isConcerned(key, folder)),
        );
        const { mismatches } = await verifyWeek(run.planning.repository, W46);
        assert.deepEqual(mismatches, []);
        const { subfolders } = await run.report(1);
        for (const { key, revision } of subfolders) {
          assert.equal((await run.manifest(key))?.revision, revision);
        }
        assert.notEqual((await run.plan())?.doneAt, null);
      }),
      { numRuns: 60 },
    );
  });

  it('do not keep a folder above waiting for one that can not be made again', async () => {
    const company = memoryCompany(ACME);
    const run = await finishedWeek(company);
    company.broken.add(211);
    await setTarget(run.planning.repository, target(1, 80));
    await hours(run, 6);
    assert.equal((await run.manifest(21))?.revision, 1);
    const [root, north] = await revisions(run);
    assert.ok((root ?? 0) > 1 && (north ?? 0) > 1);
    company.broken.clear();
    await hours(run, 4);
    assert.equal((await run.manifest(21))?.settings, (await run.manifest(22))?.settings);
    assert.notEqual((await run.plan())?.doneAt, null);
  });
});

describe('settings that can not be read', () => {
  it('are a problem of the reports, which are made again once when they can be read', async () => {
    const company = memoryCompany(ACME);
    const run = weeklyRun(company, { now: SETTLED });
    await run.store.create(ACCEPTED_KEY, encodeText('{'), PLAIN_TEXT);
    await hours(run, 3);
    for (const folder of FOLDERS) {
      const manifest = await run.manifest(folder);
      assert.equal(manifest?.status, 'partial');
      assert.deepEqual(
        manifest.problems.map(({ code, missing }) => [code, missing]),
        [['SETTINGS_UNREADABLE', true]],
      );
    }
    company.calls.clear();
    await hours(run, 3);
    assert.equal(company.calls.get('results'), undefined, 'no report is made again meanwhile');
    await run.store.remove(ACCEPTED_KEY);
    await hours(run, 4);
    assert.deepEqual(
      await Promise.all(FOLDERS.map(async (folder) => (await run.manifest(folder))?.status)),
      FOLDERS.map(() => 'complete'),
    );
    assert.notEqual((await run.plan())?.doneAt, null);
  });

  it('make no report of a week that is done outdated', async () => {
    const run = await finishedWeek();
    await run.store.create(ACCEPTED_KEY, encodeText('{'), PLAIN_TEXT);
    await hours(run, 3);
    assert.deepEqual(await revisions(run), [1, 1, 1, 1, 1, 1]);
  });
});
