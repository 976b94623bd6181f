// A stored week whose reports are of version "1": it is listed, verified, linked, removed, superseded and merged.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { readWeekStatus } from '../../../lib/jobs/week-status.ts';
import { createRevisionLink } from '../../../lib/links/make-link.ts';
import { openLink } from '../../../lib/links/open-link.ts';
import { pruneWeek } from '../../../lib/reports/prune-weeks.ts';
import { findManifest, manifestKey, readReport } from '../../../lib/reports/report-repository.ts';
import { runWeek } from '../../../lib/reports/run-week.ts';
import { verifyWeek } from '../../../lib/reports/verify-week.ts';
import { openArchive } from '../../support/archive.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';
import { createTestApiOn, PUBLIC_URL } from '../../support/http/reports-api-context.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { RULES, W46 } from '../../support/test-facts.ts';
import { createRegionReport, createStoreReport } from '../../support/test-reports.ts';
import { downgradeReports, fieldPaths, toVersion1 } from '../../support/version-1-week.ts';

const NOW = Date.parse('2026-11-19T08:00:00.000Z');
const FOLDERS = [1, 21, 22];

/** The week of a company, made by this version and then replaced by reports of version "1". */
async function setUp() {
  const { source } = memoryCompany({
    key: 1,
    folders: [
      { key: 21, surveys: [{ key: 211 }] },
      { key: 22, surveys: [{ key: 221 }] },
    ],
  });
  const store = memoryStore();
  const renderers = { json: jsonRenderer(), pdf: fakePdfRenderer };
  const archive = { ...openArchive(store), childLinks: null, renderers };
  const making = { source, repository: archive, clock: () => NOW, rules: RULES, concurrency: 1 };
  const run = (folder: number | null, force: boolean) =>
    runWeek(making, { week: W46, folder, force });
  await run(null, false);
  await downgradeReports(archive, W46.name, FOLDERS);
  const read = async (folder: number) => {
    const manifest = await findManifest(archive, { week: W46.name, folder });
    assert(manifest !== null);
    return readReport(archive, manifest);
  };
  return { archive, store, run, read };
}

describe('a week of version "1"', () => {
  it('is made of reports with exactly the fields of those that version wrote', async () => {
    for (const [name, report] of [
      ['store', createStoreReport(1)],
      ['region', createRegionReport(1)],
    ] as const) {
      const file = new URL(`../adapters/json/version-1/${name}.json`, import.meta.url);
      const storedReport: unknown = JSON.parse(readFileSync(file, 'utf8'));
      const { bytes } = await jsonRenderer().render(report);
      const current: unknown = JSON.parse(new TextDecoder().decode(bytes));
      assert(typeof current === 'object' && current !== null);
      assert.deepEqual(
        [...fieldPaths(toVersion1({ ...current }))].toSorted(),
        [...fieldPaths(storedReport)].toSorted(),
      );
    }
  });

  it('is listed as complete, and matches its manifests', async () => {
    const { archive, read } = await setUp();
    assert.equal((await read(21)).reportVersion, '1');
    const { folders, lacking } = await readWeekStatus(archive, W46, NOW);
    assert.deepEqual(
      folders.map(({ folder, state, behind }) => [folder.key, state, behind]),
      FOLDERS.map((key) => [key, 'complete', []]),
    );
    assert.equal(lacking, 0);
    const { reports, mismatches } = await verifyWeek(archive, W46);
    assert.deepEqual([reports, mismatches], [FOLDERS.length, []]);
  });

  it('is opened by links', async () => {
    const { store, archive } = await setUp();
    const { api } = createTestApiOn(store);
    const manifest = await findManifest(archive, { week: W46.name, folder: 21 });
    assert(manifest !== null);
    const { url } = await createRevisionLink(api, manifest);
    const openedFile = await openLink(api, url.slice(`${PUBLIC_URL}/d/`.length), 'json');
    assert.equal(openedFile.key, manifest.files.json.key);
  });

  it('is kept by a run, and superseded by a forced run', async () => {
    const { run, read } = await setUp();
    const keptFolders = await run(null, false);
    assert.deepEqual(
      keptFolders.map(({ report }) => report?.outcome),
      FOLDERS.map(() => 'kept'),
    );
    assert.equal((await keptFolders[0]?.report?.part())?.reportVersion, '1');
    await run(null, true);
    for (const folder of FOLDERS) {
      const { reportVersion, revision, status, changes, summary, problems } = await read(folder);
      assert.deepEqual([reportVersion, revision, status], ['3', 2, 'complete']);
      assert.deepEqual(changes?.groups, []);
      assert.equal(summary.groups[0]?.level.state, 'tooFew');
      assert.deepEqual(problems, []);
    }
  });

  it('is merged by a parent of this version, which is complete and names the reports without verdicts', async () => {
    const { store, run, read } = await setUp();
    await store.remove(manifestKey({ week: W46.name, folder: 1 }));
    await run(null, false);
    const parent = await read(1);
    assert.deepEqual([parent.reportVersion, parent.status], ['3', 'complete']);
    assert.deepEqual(
      parent.problems.map(({ code, folder, missing }) => [code, folder, missing]),
      [21, 22].map((folder) => ['SIGNALS_MISSING', folder, false]),
    );
    assert.equal(parent.summary.responses, 40);
  });

  it('is removed', async () => {
    const { store } = await setUp();
    const { reports } = await pruneWeek(store, W46, { dryRun: false });
    assert.equal(reports, FOLDERS.length);
    assert.deepEqual(await store.children(`weeks/${W46.name}/`), []);
  });
});
