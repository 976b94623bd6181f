// Which places count as closed in a week, and what is read to tell.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findClosedFolders } from '../../../lib/delivery/closed-folders.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { listManifestVersions } from '../../../lib/reports/week-folders.ts';
import { createDeliveryParts, storeReport, WEEK } from '../../support/delivery/delivery-parts.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { createStoreReport } from '../../support/test-reports.ts';

const sample = createStoreReport(1);

function reportOf(key: number, status: Report['status'], surveys: number): Report {
  const { folder, summary } = sample;
  return { ...sample, status, folder: { ...folder, key }, summary: { ...summary, surveys } };
}

async function closedAmong(...reports: readonly Report[]) {
  const store = memoryStore();
  const { context } = createDeliveryParts(store);
  const manifests = [];
  for (const report of reports) manifests.push(await storeReport(store, report));
  return {
    store,
    manifests,
    find: async () => {
      const folders = new Set(reports.map(({ folder }) => folder.key));
      const versions = await listManifestVersions(context.repository, WEEK);
      return [...(await findClosedFolders(context, WEEK, folders, versions))];
    },
  };
}

describe('a closed place', () => {
  it('is one whose report is empty because it had no survey', async () => {
    const { find } = await closedAmong(
      reportOf(41, 'empty', 0),
      reportOf(42, 'empty', 1),
      reportOf(43, 'complete', 1),
    );
    assert.deepEqual(await find(), [41]);
  });

  it('is not one whose report is damaged', async () => {
    const { find, store, manifests } = await closedAmong(reportOf(41, 'empty', 0));
    for (const { files } of manifests) await store.remove(files.json.key);
    assert.deepEqual(await find(), []);
  });

  it('is found without reading the reports that have responses', async () => {
    const { find, store } = await closedAmong(
      reportOf(41, 'complete', 1),
      reportOf(42, 'partial', 1),
    );
    await find();
    store.resetCalls();
    await find();
    assert.equal(store.calls.read, 0);
  });
});
