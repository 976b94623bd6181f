// The cache of report summaries: each report is read once, and the least recently used one is evicted first.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReportSummaryCache } from '../../../lib/http/queries/report-summary.ts';
import {
  ACME,
  openArchive,
  commitTestReport,
  replaceBytes,
  NORTH,
  STORE,
} from '../../support/archive.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { createReport } from '../../support/test-reports.ts';

async function three() {
  const store = memoryStore();
  const archive = openArchive(store);
  const store21 = await commitTestReport(archive, createReport(STORE));
  const north = await commitTestReport(archive, createReport(NORTH));
  const acme = await commitTestReport(archive, createReport(ACME));
  store.resetCalls();
  return { store, archive, store21, north, acme };
}

describe('the cache of report summaries', () => {
  it('returns the figures of the report and of the folders directly below', async () => {
    const { archive, north } = await three();
    const report = createReport(NORTH);
    const glance = await createReportSummaryCache(archive).read(north);
    assert(glance !== null);
    assert.equal(glance.figures.responses, report.summary.responses);
    assert.deepEqual([...glance.below.keys()], [21]);
    assert.equal(glance.below.get(21)?.figures.responses, createReport(STORE).summary.responses);
  });

  it('reads each report once, and reads again for another revision', async () => {
    const { store, archive, north } = await three();
    const summaries = createReportSummaryCache(archive);
    const first = await summaries.read(north);
    await Promise.all([summaries.read(north), summaries.read(north)]);
    assert.deepEqual([store.calls.read, await summaries.read(north)], [1, first]);
    await summaries.read(await commitTestReport(archive, { ...createReport(NORTH), revision: 2 }));
    assert.equal((await summaries.read(north))?.figures, first?.figures);
  });

  it('stores at most the given number of folders', async () => {
    const { store, archive, store21, north, acme } = await three();
    // A report counts for its folder and those directly below: two and one, but not another two.
    const summaries = createReportSummaryCache(archive, 3);
    for (const one of [north, store21, north]) await summaries.read(one);
    assert.equal(store.calls.read, 2);
    // The shop was used longest ago; without it the limit is still exceeded, so North is evicted too.
    for (const one of [acme, store21, acme]) await summaries.read(one);
    assert.equal(store.calls.read, 4);
    await summaries.read(north);
    assert.equal(store.calls.read, 5);
  });

  it('returns null for a damaged report and doesn’t cache it', async () => {
    const { store, archive, north } = await three();
    const { key } = north.files.json;
    const sound = store.objects.get(key);
    assert(sound !== undefined);
    await replaceBytes(store, key, new TextEncoder().encode('{}'));
    const summaries = createReportSummaryCache(archive);
    assert.equal(await summaries.read(north), null);
    await replaceBytes(store, key, sound);
    assert.notEqual(await summaries.read(north), null);
  });
});
