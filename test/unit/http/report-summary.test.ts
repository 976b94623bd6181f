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
import type { FolderSketch } from '../../support/test-reports.ts';
import { createReport } from '../../support/test-reports.ts';
import { readVersion2Report } from '../../support/version-2-reports.ts';

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
    const summary = await createReportSummaryCache(archive).read(north);
    assert(summary !== null);
    assert.equal(summary.figures.responses, report.summary.responses);
    assert.deepEqual([...summary.below.keys()], [21]);
    assert.equal(summary.below.get(21)?.figures.responses, createReport(STORE).summary.responses);
  });

  it('has the trend of each kind, without weeks of few responses, and what its stores lost', async () => {
    const archive = openArchive(memoryStore());
    const falling = (key: number, shift: number): FolderSketch => ({
      ...{ key, name: `Store ${key}` },
      surveys: [{ key: key * 10, name: 'How was it?', volume: 300, shift, silentWeeks: [3] }],
    });
    const region = { key: 2, name: 'Region', folders: [falling(21, -0.6), falling(22, 0)] };
    const report = createReport(region);
    const summary = await createReportSummaryCache(archive).read(
      await commitTestReport(archive, report),
    );
    assert(summary !== null);
    const [pooled] = summary.figures.groups;
    const [fallen, usual] = [21, 22].map((key) => summary.below.get(key)?.figures.groups[0]);
    assert.equal(pooled?.trend.length, 13);
    assert.equal(pooled.trend.filter((index) => index === null).length, 1);
    const [entry] = report.summary.attention.entries;
    assert.equal(entry?.state, 'new');
    // The only survey speaks for its place: known from the list of the region.
    assert.deepEqual(
      [fallen?.level.state, fallen?.level.usual, fallen?.level.lossTotal],
      ['new', entry.figures.usual, entry.figures.lossTotal],
    );
    assert.ok((fallen?.lost ?? 0) > 10);
    assert.equal(fallen?.lost, entry.figures.lossTotal);
    assert.equal(fallen.trend.length, 13);
    assert.deepEqual([usual?.level.state, usual?.lost], ['usual', 0]);
    assert.equal(pooled.lost, fallen.lost);
    assert.equal(summary.attention?.entries[0]?.folder.key, 21);
  });

  it('has the level of the only survey of a place, not that of its group', async () => {
    const archive = openArchive(memoryStore());
    const report = createReport({
      ...{ key: 21, name: 'Store 21' },
      surveys: [
        { key: 210, name: 'How was it?', volume: 300, levelChange: { weeksAgo: 5, mood: 0.4 } },
      ],
    });
    const summary = await createReportSummaryCache(archive).read(
      await commitTestReport(archive, report),
    );
    const level = summary?.figures.groups[0]?.level;
    const [survey] = report.surveys;
    assert.equal(level?.state, 'still');
    assert.deepEqual(level, {
      ...level,
      usual: survey?.level.usual,
      since: survey?.level.since,
      weeks: survey?.level.weeks,
      lossTotal: survey?.level.lossTotal,
    });
    assert.equal(summary?.figures.groups[0]?.lost, survey?.level.lossTotal);
  });

  it('has no states, losses or attention list of a report of version "2"', async () => {
    const archive = openArchive(memoryStore());
    const manifest = await commitTestReport(archive, readVersion2Report('region'));
    const summary = await createReportSummaryCache(archive).read(manifest);
    assert(summary !== null);
    assert.equal(summary.attention, null);
    const groups = [summary, ...summary.below.values()].flatMap(({ figures }) => figures.groups);
    assert.ok(groups.length > 1);
    assert.ok(groups.every(({ level, lost }) => level.state === null && lost === null));
  });

  it('reads each report once, and reads again for another revision', async () => {
    const { store, archive, north } = await three();
    const summaries = createReportSummaryCache(archive);
    const firstSummary = await summaries.read(north);
    await Promise.all([summaries.read(north), summaries.read(north)]);
    assert.deepEqual([store.calls.read, await summaries.read(north)], [1, firstSummary]);
    await summaries.read(await commitTestReport(archive, { ...createReport(NORTH), revision: 2 }));
    assert.equal((await summaries.read(north))?.figures, firstSummary?.figures);
  });

  it('stores at most the given number of folders', async () => {
    const { store, archive, store21, north, acme } = await three();
    // A report counts for its folder and those directly below: two and one, but not another two.
    const summaries = createReportSummaryCache(archive, 3);
    for (const manifest of [north, store21, north]) await summaries.read(manifest);
    assert.equal(store.calls.read, 2);
    // The shop was used longest ago; without it the limit is still exceeded, so North is evicted too.
    for (const manifest of [acme, store21, acme]) await summaries.read(manifest);
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
