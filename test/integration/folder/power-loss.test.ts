// The folder store on a disk that loses unsynced data: at every step of a call, with each single effect lost.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { FileSystem } from '../../../lib/adapters/folder/file-system.ts';
import { openFolderStore, openPrivateFile } from '../../../lib/adapters/folder/index.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { pruneWeek } from '../../../lib/reports/prune-weeks.ts';
import { findStoredReport, readFile, sha256Of } from '../../../lib/reports/report-repository.ts';
import type { WeekStatusContext } from '../../../lib/jobs/week-status.ts';
import { openArchive, commitTestReport } from '../../support/archive.ts';
import { W46 } from '../../support/test-facts.ts';
import { encodeText, PLAIN_TEXT, readText } from '../../support/object-store-contract.ts';
import { createReport } from '../../support/test-reports.ts';
import {
  DiskProcessKilled,
  powerLosses,
  createVolatileDisk,
  type VolatileDisk,
} from './volatile-disk.ts';

describe('folder store: a power loss', () => {
  let root: string;
  before(async () => {
    // A real directory for the lock only; on the simulated disk the store creates it.
    root = await mkdtemp(join(tmpdir(), 'folder-store-'));
  });
  after(() => rm(root, { recursive: true }));

  const newDisk = (): VolatileDisk => createVolatileDisk(dirname(dirname(root)));
  const storeOn = (files: FileSystem): ObjectStore => openFolderStore({ root, files });

  /** Runs the work in a process that is killed before its nth call; returns false when it was killed. */
  async function endsBefore(
    killedAt: number,
    disk: VolatileDisk,
    work: (store: ObjectStore) => Promise<unknown>,
  ): Promise<boolean> {
    try {
      await work(storeOn(disk.process(killedAt)));
      return true;
    } catch (error) {
      if (error instanceof DiskProcessKilled) return false;
      throw error;
    }
  }

  /** Runs the work on a new disk, killed before each of its calls in turn, and finally not killed. */
  async function killedAtEachCall(
    prepare: (store: ObjectStore) => Promise<void>,
    work: (store: ObjectStore) => Promise<unknown>,
    check: (disk: VolatileDisk, killedAt: number) => Promise<void>,
  ): Promise<void> {
    for (let killedAt = 0; ; killedAt += 1) {
      const disk = newDisk();
      await prepare(storeOn(disk.process()));
      const hasEnded = await endsBefore(killedAt, disk, work);
      await check(disk, killedAt);
      if (hasEnded) return;
    }
  }

  async function afterEachPowerLoss(
    disk: VolatileDisk,
    check: (store: ObjectStore, shown: string) => Promise<void>,
  ): Promise<void> {
    let number = 0;
    for (const loss of powerLosses(disk)) {
      number += 1;
      const lossLabel = `power loss ${number}, ${loss.written} of the unsynced bytes`;
      await check(storeOn(disk.afterPowerLoss(loss).process()), lossLabel);
    }
  }

  const create = (key: string, text: string) => async (store: ObjectStore) => {
    await store.create(key, encodeText(text), PLAIN_TEXT);
  };
  const replace = (key: string, text: string) => async (store: ObjectStore) => {
    const version = (await store.read(key))?.version ?? '';
    assert.equal(await store.replace(key, encodeText(text), version, PLAIN_TEXT), true);
  };
  const remove = (key: string) => (store: ObjectStore) => store.remove(key);

  it('undoes no finished create, replace or remove, and leaves no partial object', async () => {
    type Step = readonly [key: string, after: string | null, work: ReturnType<typeof create>];
    const steps: readonly Step[] = [
      ['w/a/x', 'first', create('w/a/x', 'first')],
      ['w/a/y', 'sibling', create('w/a/y', 'sibling')],
      ['w/a/x', 'first', create('w/a/x', 'never')],
      ['w/a/x', 'second', replace('w/a/x', 'second')],
      ['w/a/y', null, remove('w/a/y')],
      ['w/a/y', 'again', create('w/a/y', 'again')],
      ['w/a/x', null, remove('w/a/x')],
    ];
    let returnedCount = 0;
    await killedAtEachCall(
      () => Promise.resolve(),
      async (store) => {
        returnedCount = 0;
        for (const [, , work] of steps) {
          await work(store);
          returnedCount += 1;
        }
      },
      async (disk, killedAt) => {
        const storedTexts = new Map(
          steps.slice(0, returnedCount).map(([key, text]) => [key, text]),
        );
        const [open = null, text = null] = steps[returnedCount] ?? [];
        await afterEachPowerLoss(disk, async (store, shown) => {
          for (const key of ['w/a/x', 'w/a/y']) {
            const allowed = [storedTexts.get(key) ?? null, ...(key === open ? [text] : [])];
            const actual = await readText(store, key);
            const label = `${key} after step ${returnedCount}, killed at ${killedAt}, ${shown}`;
            assert(allowed.includes(actual), `${label}: ${actual}`);
          }
        });
      },
    );
    assert.equal(returnedCount, steps.length);
  });

  it('undoes nothing that a call has seen, even when its writer was killed before it synced', async () => {
    interface Case {
      readonly prepare: readonly ReturnType<typeof create>[];
      readonly killed: ReturnType<typeof create>;
      readonly then: ReturnType<typeof create>;
      readonly left: readonly (string | null)[];
    }
    const cases: readonly Case[] = [
      { prepare: [], killed: create('w/a', '1'), then: create('w/a', '2'), left: ['1', '2'] },
      {
        prepare: [create('w/a', '0')],
        killed: replace('w/a', '1'),
        then: async (store: ObjectStore) => {
          await store.replace('w/a', encodeText('2'), versionOf('0'), PLAIN_TEXT);
        },
        left: ['1', '2'],
      },
      { prepare: [create('w/a', '0')], killed: remove('w/a'), then: remove('w/a'), left: [null] },
    ];
    for (const [number, { prepare, killed, then, left: allowed }] of cases.entries()) {
      await killedAtEachCall(
        async (store) => {
          for (const work of prepare) await work(store);
        },
        killed,
        async (disk, killedAt) => {
          await then(storeOn(disk.process()));
          await afterEachPowerLoss(disk, async (store, shown) => {
            const actual = await readText(store, 'w/a');
            assert(allowed.includes(actual), `case ${number} at ${killedAt}, ${shown}: ${actual}`);
          });
        },
      );
    }
  });

  it('undoes no private file that a process has read, whichever process created it', async () => {
    for (let killedAt = 0; ; killedAt += 1) {
      const disk = newDisk();
      const open = (files: FileSystem) => openPrivateFile({ folder: root, name: '.key', files });
      const killed = await open(disk.process(killedAt))(() => encodeText('killed')).catch(
        (error: unknown) => {
          if (error instanceof DiskProcessKilled) return null;
          throw error;
        },
      );
      const otherBytes = await open(disk.process())(() => encodeText('next'));
      if (killed !== null) assert.deepEqual(otherBytes, killed);
      for (const loss of powerLosses(disk)) {
        const after = open(disk.afterPowerLoss(loss).process());
        assert.deepEqual(
          await after(() => encodeText('other')),
          otherBytes,
          `killed at ${killedAt}`,
        );
      }
      if (killed !== null) return;
    }
  });

  it('leaves no manifest without its files while reports are committed and removed', async () => {
    const firstReport = createReport({ key: 21, name: 'Store', surveys: [] });
    const id = { week: W46.name, folder: 21 };
    const codecs = openArchive(storeOn(newDisk().process()));
    const on = (store: ObjectStore): WeekStatusContext => ({ ...codecs, store });
    const secondReport = { ...firstReport, revision: 2 };
    const committed = (report: typeof firstReport) => async (store: ObjectStore) => {
      await commitTestReport(on(store), report);
    };
    const removeReports = async (store: ObjectStore) => {
      await pruneWeek(store, W46, { dryRun: false });
    };
    /** The revision of the manifest, after reading its files; null when there is none. */
    const revisionIn = async (store: ObjectStore): Promise<number | null> => {
      const standingReport = await findStoredReport(on(store), id);
      if (standingReport === null) return null;
      assert(standingReport.value !== null, 'the manifest can be read');
      const { files, revision } = standingReport.value;
      for (const file of [files.pdf, files.json]) await readFile(on(store), file);
      return revision;
    };
    const doNothing = (): Promise<void> => Promise.resolve();
    const cases = [
      { prepare: doNothing, work: committed(firstReport), before: null, after: 1 },
      {
        prepare: committed(firstReport),
        work: committed(secondReport),
        before: 1,
        after: 2,
      },
      {
        prepare: committed(firstReport),
        work: removeReports,
        before: 1,
        after: null,
      },
    ];
    for (const [number, { prepare, work, before, after }] of cases.entries()) {
      await killedAtEachCall(prepare, work, async (disk, killedAt) => {
        const check = (allowed: readonly (number | null)[]) =>
          afterEachPowerLoss(disk, async (store, shown) => {
            const label = `case ${number} at ${killedAt}, ${shown}`;
            try {
              assert(allowed.includes(await revisionIn(store)), label);
            } catch (error) {
              throw error instanceof Failure
                ? new assert.AssertionError({ message: `${label}: ${error.message}` })
                : error;
            }
          });
        await check([before, after]);
        // Another process finishes the work of the killed one.
        for (let steps = 0; steps < 4; steps += 1) {
          if (await endsBefore(steps, disk, work)) break;
          await check([before, after]);
        }
        await work(storeOn(disk.process()));
        await check([after]);
      });
    }
  });
});

/** The version, as the folder store computes it. */
function versionOf(text: string): string {
  return sha256Of(encodeText(text));
}
