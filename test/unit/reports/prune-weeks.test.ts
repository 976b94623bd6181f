// Pruning of old weeks: safe for readers, complete after interruptions, and limited to the week.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Failure } from '../../../lib/shared/failure.ts';
import { listFolderKeys } from '../../../lib/reports/week-folders.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { firstWeekToKeep, pruneWeek, weeksToPrune } from '../../../lib/reports/prune-weeks.ts';
import { findStoredReport } from '../../../lib/reports/report-repository.ts';
import { mapConcurrent } from '../../../lib/shared/map-concurrent.ts';
import type { WeekStatusContext } from '../../../lib/jobs/week-status.ts';
import {
  openFolderArchive,
  commitTestReport,
  commitThreeReports,
  listKeys,
  storeJobRecord,
  STORE,
} from '../../support/archive.ts';
import { temporaryFolder } from '../../support/run-command.ts';
import { W46, requireWeek } from '../../support/test-facts.ts';
import { createReport } from '../../support/test-reports.ts';

const OLD = requireWeek('2025-W52');
const PLAIN = { contentType: 'application/json' } as const;
const REMOVE = { dryRun: false };

describe('firstWeekToKeep', () => {
  for (const [now, settleHours, week] of [
    // W45 is over everywhere on Monday 2026-11-09 at 12:00 UTC.
    ['2026-11-18T17:59:59.999Z', 6, '2026-W45'],
    ['2026-11-18T18:00:00.000Z', 6, '2026-W46'],
    ['2026-11-18T18:00:00.000Z', 168, '2026-W45'],
  ] as const) {
    it(`keeps ${week} at ${now} when weeks settle in ${settleHours} hours`, () => {
      assert.equal(firstWeekToKeep(Date.parse(now), settleHours).name, week);
    });
  }
});

describe('pruneWeek', () => {
  let archive: WeekStatusContext;
  let youngKeys: readonly string[];

  beforeEach(async (t) => {
    assert('after' in t);
    archive = openFolderArchive(await temporaryFolder(t));
    await commitThreeReports(archive, W46.name);
    await archive.store.create('links/abc.json', new Uint8Array([123, 125]), PLAIN);
    youngKeys = await listKeys(archive.store);
    await commitThreeReports(archive, OLD.name);
    await commitTestReport(archive, { ...createReport(STORE, { week: OLD.name }), revision: 2 });
    const at = '2026-01-02T08:00:00.000Z';
    const job = { week: OLD.name, since: null, supersedes: null, at, failure: null };
    await storeJobRecord(archive, { ...job, folder: 21, state: 'ended' });
    const receipt = `receipts/${OLD.name}/21/r1-event.json`;
    await archive.store.create(receipt, new Uint8Array([123, 125]), PLAIN);
  });

  it('removes all objects of a week and nothing else', async () => {
    assert.deepEqual(await pruneWeek(archive.store, OLD, REMOVE), {
      week: OLD.name,
      reports: 3,
      // Three manifests, four pairs of files, plan, job, receipt.
      objects: 14,
    });
    assert.deepEqual(await listKeys(archive.store), youngKeys);
    assert.deepEqual(await weeksToPrune(archive.store, W46), []);
  });

  it('pruneWeek only counts in a dry run, with the same result', async () => {
    const before = await listKeys(archive.store);
    const dryRunResult = await pruneWeek(archive.store, OLD, { dryRun: true });
    assert.deepEqual(await listKeys(archive.store), before);
    assert.deepEqual(await pruneWeek(archive.store, OLD, REMOVE), dryRunResult);
  });

  it('never leaves a manifest without its files, and completes an interrupted removal', async () => {
    for (let operations = 0, interrupted = true; interrupted; operations += 3) {
      interrupted = false;
      let remaining = operations;
      const fragile: ObjectStore = {
        ...archive.store,
        remove: async (key) => {
          if (remaining === 0) throw new Failure('STORE_UNAVAILABLE', { key });
          remaining -= 1;
          await archive.store.remove(key);
          await assertComplete(archive);
        },
      };
      try {
        for (const week of await weeksToPrune(fragile, W46)) await pruneWeek(fragile, week, REMOVE);
      } catch (error) {
        assert(error instanceof Failure);
        interrupted = true;
      }
      await assertComplete(archive);
    }
    assert.deepEqual(await listKeys(archive.store), youngKeys);
  });

  it('finds a week of which only a receipt or a job record is left', async () => {
    const { store } = archive;
    for (const key of await listKeys(store, `weeks/${OLD.name}/`)) await store.remove(key);
    assert.deepEqual(await weeksToPrune(store, W46), [OLD]);
    await store.remove(`requests/${OLD.name}/21.json`);
    assert.deepEqual(await weeksToPrune(store, W46), [OLD]);
    assert.deepEqual(await weeksToPrune(store, OLD), []);
    await pruneWeek(store, OLD, REMOVE);
    assert.deepEqual(await listKeys(store), youngKeys);
  });
});

describe('mapConcurrent', () => {
  it('runs eight at a time, returns results in order, and starts nothing after a failure', async () => {
    let [running, maxRunning, started] = [0, 0, 0];
    const work = async (item: number): Promise<number> => {
      started += 1;
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      for (let turn = 0; turn <= item % 5; turn += 1) await nextTurn();
      running -= 1;
      if (item === 40) throw new Failure('STORE_UNAVAILABLE');
      return item * 2;
    };
    const items = Array.from({ length: 40 }, (_, i) => i);
    assert.deepEqual(
      await mapConcurrent(items, work),
      items.map((i) => i * 2),
    );
    assert.equal(maxRunning, 8);
    started = 0;
    await assert.rejects(mapConcurrent([40, ...items], work), { code: 'STORE_UNAVAILABLE' });
    assert.equal(running, 0);
    assert.ok(started <= 16, `${started} started`);
  });
});

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Asserts that the files of every stored manifest exist. */
async function assertComplete(archive: WeekStatusContext): Promise<void> {
  for (const folder of await listFolderKeys(archive.store, OLD.name)) {
    const manifest = (await findStoredReport(archive, { week: OLD.name, folder }))?.value ?? null;
    if (manifest === null) continue;
    for (const { key } of Object.values(manifest.files)) {
      assert.notEqual(
        await archive.store.read(key),
        null,
        `${key} was removed before its manifest`,
      );
    }
  }
}
