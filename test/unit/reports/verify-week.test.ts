// Verification finds every difference between a store and its manifests, and nothing else.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { manifestKey, planKey, sha256Of } from '../../../lib/reports/report-repository.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import type { WeekStatusContext } from '../../../lib/jobs/week-status.ts';
import type { Mismatch } from '../../../lib/reports/verify-week.ts';
import { verifyWeek } from '../../../lib/reports/verify-week.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import {
  openFolderArchive,
  openArchive,
  commitTestReport,
  replaceBytes,
  commitThreeReports,
  NORTH,
  STORE,
} from '../../support/archive.ts';
import { temporaryFolder } from '../../support/run-command.ts';
import { W46 } from '../../support/test-facts.ts';
import { createReport } from '../../support/test-reports.ts';

const WEEK = W46.name;
const STORE_ID = { week: WEEK, folder: 21 };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('verifyWeek', () => {
  let archive: WeekStatusContext;
  let manifest: Manifest;

  beforeEach(async (t) => {
    assert('after' in t);
    archive = openFolderArchive(await temporaryFolder(t));
    await commitThreeReports(archive, WEEK);
    manifest = await commitTestReport(archive, createReport(STORE));
  });

  /** Replaces the store's manifest. */
  const claim = (changed: Partial<Manifest>): Promise<void> =>
    replaceBytes(
      archive.store,
      manifestKey(STORE_ID),
      archive.manifests.encode({ ...manifest, ...changed }),
    );
  const findMismatches = async (): Promise<
    readonly (readonly [number | null, Mismatch['what']])[]
  > => (await verifyWeek(archive, W46)).mismatches.map(({ folder, what }) => [folder, what]);

  it('finds no mismatch in intact reports, and counts what it read', async () => {
    const progress: number[] = [];
    const { verified, ...rest } = await verifyWeek(archive, W46, {
      onProgress: (verifiedCount) => progress.push(verifiedCount),
    });
    assert.deepEqual(rest, {
      week: WEEK,
      reports: 3,
      others: { files: 0, bytes: 0 },
      mismatches: [],
    });
    assert.equal(verified.files, 6);
    assert.ok(verified.bytes > manifest.files.json.bytes);
    assert.deepEqual(progress, [1, 2, 3]);
  });

  it('finds nothing in a week without objects', async () => {
    const { reports, mismatches } = await verifyWeek(archive, { name: '2026-W01', monday: 20_451 });
    assert.deepEqual([reports, mismatches], [0, []]);
  });

  for (const file of ['pdf', 'json'] as const) {
    it(`finds a ${file} that is missing, shorter or changed`, async () => {
      const { key } = manifest.files[file];
      const wholeFile = (await archive.store.read(key))?.bytes ?? bytes('');
      await replaceBytes(archive.store, key, wholeFile.subarray(1));
      assert.deepEqual(await findMismatches(), [[21, 'the file has another size']]);
      await replaceBytes(
        archive.store,
        key,
        Uint8Array.from(wholeFile, (byte, i) => byte ^ Number(i === 7)),
      );
      assert.deepEqual(await findMismatches(), [[21, 'the file has other bytes']]);
      await archive.store.remove(key);
      assert.deepEqual(await findMismatches(), [[21, 'the file is missing']]);
    });
  }

  it('finds a PDF without its end although its hash matches', async () => {
    const key = `weeks/${WEEK}/folders/21/${'a'.repeat(24)}.pdf`;
    await archive.store.create(key, bytes('%PDF-1.7\n'), { contentType: 'application/pdf' });
    const pdf = { key, bytes: 9, sha256: sha256Of(bytes('%PDF-1.7\n')) };
    await claim({ files: { ...manifest.files, pdf } });
    assert.deepEqual(await findMismatches(), [[21, 'the PDF has no end']]);
  });

  it('finds a JSON that is not a report although its hash matches', async () => {
    await claim({ files: { ...manifest.files, json: manifest.files.pdf } });
    assert.deepEqual(await findMismatches(), [[21, 'the report cannot be read']]);
  });

  for (const [changed, what] of [
    [{ revision: 2 }, 'the report has another revision'],
    [{ status: 'empty' }, 'the report has another status'],
    [{ asOf: '2026-11-16T18:00:01Z' }, 'the report has another asOf'],
    [
      { problems: [{ code: 'NOT_SETTLED', message: 'Early.', missing: true }] },
      'the report has other problems',
    ],
  ] as const) {
    it(`finds that ${what} than its manifest`, async () => {
      await claim(changed);
      assert.deepEqual(await findMismatches(), [[21, what]]);
    });
  }

  it('finds a manifest that is damaged, of another report, or names other folders’ files', async () => {
    await replaceBytes(archive.store, manifestKey(STORE_ID), bytes('{}'));
    assert.deepEqual(await findMismatches(), [[21, 'the manifest cannot be read']]);
    await claim({ folder: { key: 22, name: 'Store' } });
    assert.deepEqual(await findMismatches(), [
      [21, 'the manifest is that of another report'],
      [21, 'the report has another folder'],
    ]);
    const { files } = await commitTestReport(archive, createReport(NORTH));
    await claim({ files: { ...manifest.files, pdf: files.pdf } });
    assert.deepEqual(await findMismatches(), [
      [21, 'the manifest names a file that is not of this folder'],
    ]);
  });

  it('finds a damaged plan, and one that is done without a report', async () => {
    await archive.store.remove(manifestKey(STORE_ID));
    assert.deepEqual(await findMismatches(), [[21, 'the plan is done, but there is no report']]);
    await replaceBytes(archive.store, planKey(WEEK), bytes('[]'));
    assert.deepEqual(await findMismatches(), [[null, 'the plan cannot be read']]);
  });

  describe('finds a plan that has a folder below another one than the reports', () => {
    const planWith = async (store: number | null, north: number | null = 1): Promise<void> => {
      const dueAt = '2026-11-16T13:00:00.000Z';
      const folders = [
        { key: 1, parent: null, dueAt },
        { key: 2, parent: north, dueAt },
        { key: 21, parent: store, dueAt },
      ];
      const plan = archive.plans.encode({ week: WEEK, folders, doneAt: null });
      await replaceBytes(archive.store, planKey(WEEK), plan);
    };
    const what = 'the plan has the folder below another one than the reports';

    it('or none', async () => {
      await planWith(2);
      assert.deepEqual(await findMismatches(), []);
      await planWith(1);
      assert.deepEqual(await findMismatches(), [[21, what]]);
      await planWith(2, 21);
      assert.deepEqual(await findMismatches(), [[2, what]]);
    });

    it('but not one that has moved since its report was made, which the new parent contains', async () => {
      const path = [{ key: 3, name: 'South' }];
      await commitTestReport(archive, { ...createReport({ ...STORE, path }), revision: 2 });
      await planWith(2);
      assert.deepEqual(await findMismatches(), []);
      await planWith(1);
      assert.deepEqual(await findMismatches(), [[21, what]]);
      await planWith(null);
      assert.deepEqual(await findMismatches(), [[21, what]]);
    });
  });

  it('finds the plan of another week', async () => {
    const plan = archive.plans.encode({ week: '2026-W45', folders: [], doneAt: null });
    await replaceBytes(archive.store, planKey(WEEK), plan);
    assert.deepEqual(await findMismatches(), [[null, 'the plan is that of another week']]);
  });

  it('counts files of earlier revisions and of unfinished commits', async () => {
    await commitTestReport(archive, { ...createReport(STORE), revision: 2 });
    const unfinishedKey = `weeks/${WEEK}/folders/22/${'a'.repeat(24)}.pdf`;
    await archive.store.create(unfinishedKey, bytes('%PDF'), { contentType: 'application/pdf' });
    const { others: otherFiles, reports, mismatches } = await verifyWeek(archive, W46);
    assert.deepEqual(otherFiles, {
      files: 3,
      bytes: manifest.files.pdf.bytes + manifest.files.json.bytes + 4,
    });
    assert.deepEqual([reports, mismatches], [3, []]);
    assert.notEqual(await archive.store.read(unfinishedKey), null);
  });

  it('reports no mismatch for a concurrent removal', async () => {
    const { store } = archive;
    const prunedStore: ObjectStore = {
      ...store,
      read: async (key) => {
        if (key === manifest.files.pdf.key) {
          await store.remove(manifestKey(STORE_ID));
          await store.remove(planKey(WEEK));
          await store.remove(key);
        }
        return store.read(key);
      },
    };
    const { mismatches, reports } = await verifyWeek(openArchive(prunedStore), W46);
    assert.deepEqual([mismatches, reports], [[], 2]);
  });
});
