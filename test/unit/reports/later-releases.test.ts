// What a later release stored, with values of enumerations that this one does not know, is read by everything that reads, and is made
// a part of the reports above without other counts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonRenderer, repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import { parquetFiles } from '../../../lib/adapters/parquet/index.ts';
import { openFigures } from '../../../lib/analytics/figure-table.ts';
import { writeWeekTables } from '../../../lib/analytics/week-tables.ts';
import type { Report } from '../../../lib/domain/report.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import {
  contentName,
  findManifest,
  folderPrefix,
  JSON_ATTRIBUTES,
  manifestKey,
  readReport,
  sha256Of,
} from '../../../lib/reports/report-repository.ts';
import { runWeek } from '../../../lib/reports/run-week.ts';
import { verifyWeek } from '../../../lib/reports/verify-week.ts';
import { openArchive, replaceBytes } from '../../support/archive.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';
import { createTestApiOn } from '../../support/http/reports-api-context.ts';
import { asLaterRelease, LATER } from '../../support/later-values.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { collectPages } from '../../support/outcomes.ts';
import { RULES, W46 } from '../../support/test-facts.ts';

const NOW = Date.parse('2026-11-19T08:00:00.000Z');
const WEEK = W46.name;
const FOLDERS = [1, 2, 21, 22];

/** 1 → 2 → 21, 22: what this release stored of a week. */
async function openWeek() {
  const store = memoryStore();
  const archive = openArchive(store);
  const places = [21, 22].map((key) => ({ key, surveys: [{ key: key * 10, late: key }] }));
  const { source } = memoryCompany({ key: 1, folders: [{ key: 2, folders: places }] });
  const repository = {
    ...archive,
    childLinks: null,
    renderers: { json: jsonRenderer(), pdf: fakePdfRenderer },
  };
  const run = async () => {
    const outcomes = await runWeek(
      { source, repository, clock: () => NOW, rules: RULES, concurrency: 1 },
      { week: W46, folder: null, force: false },
    );
    return outcomes.flatMap(({ folder, report }) =>
      report?.outcome === 'made' ? [folder.key] : [],
    );
  };
  const manifestOf = async (folder: number) =>
    (await findManifest(archive, { week: WEEK, folder })) ?? assert.fail(String(folder));
  const reportOf = async (folder: number) => readReport(archive, await manifestOf(folder));
  assert.deepEqual((await run()).toSorted(), FOLDERS);
  return { store, archive, run, manifestOf, reportOf };
}

type OpenedWeek = Awaited<ReturnType<typeof openWeek>>;

/** Replaces a report by one of a later release. */
async function storeLater({ store, manifestOf, reportOf }: OpenedWeek, folder: number) {
  const manifest = await manifestOf(folder);
  const document = asLaterRelease(JSON.parse(JSON.stringify(await reportOf(folder))));
  assert.match(JSON.stringify(document), new RegExp(LATER));
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  const sha256 = sha256Of(bytes);
  const id = { week: WEEK, folder };
  const json = {
    key: `${folderPrefix(id)}${contentName(sha256)}.json`,
    bytes: bytes.length,
    sha256,
  };
  await store.create(json.key, bytes, JSON_ATTRIBUTES);
  const changed = { ...manifest, files: { ...manifest.files, json } };
  await replaceBytes(store, manifestKey(id), repositoryCodecs.manifests.encode(changed));
}

async function openLaterWeek(): Promise<OpenedWeek> {
  const opened = await openWeek();
  for (const folder of FOLDERS) await storeLater(opened, folder);
  return opened;
}

describe('reports with values of a later release', () => {
  it('are kept by a run, so that nothing is announced again', async () => {
    const { store, archive, run } = await openLaterWeek();
    const before = new Map(store.objects);
    assert.deepEqual(await run(), []);
    assert.deepEqual(new Map(store.objects), before);
    assert.deepEqual((await verifyWeek(archive, W46)).mismatches, []);
  });

  it('are answered over HTTP: the bytes as they are, and views and overview without what is not known', async () => {
    const { store } = await openLaterWeek();
    const api = createTestApiOn(store);
    const overview = await api.ask('GET', `/v1/weeks/${WEEK}`);
    assert.equal(overview.status, 200);
    assert.match(overview.text, /"complete":4,.*"damaged":0/);
    assert.doesNotMatch(overview.text, new RegExp(LATER));
    for (const folder of FOLDERS) {
      const content = await api.ask('GET', `/v1/reports/${WEEK}/${folder}/content`);
      const view = await api.ask('GET', `/v1/reports/${WEEK}/${folder}/view?language=en`);
      assert.deepEqual([content.status, view.status], [200, 200]);
      assert.match(content.text, new RegExp(LATER));
      assert.doesNotMatch(view.text, new RegExp(LATER));
      assert.match(view.text, /"finding":\{"state":"unknown","label":""/);
    }
  });

  it('have the same numbers in tables, and no states', async () => {
    const [before, after] = await Promise.all([openWeek(), openLaterWeek()]);
    const rowsOf = async ({ archive }: OpenedWeek) => {
      const context = { repository: archive, files: parquetFiles() };
      await writeWeekTables(context, WEEK, { now: NOW });
      const query = { from: W46, to: W46, below: null, grain: 'week', places: 'surveys' } as const;
      const tree = () => Promise.reject(new Error('the tree is not needed'));
      const { rows } = await openFigures({ ...context, tree }, WHOLE_COMPANY, query);
      return collectPages(rows);
    };
    assert.deepEqual(
      await rowsOf(after),
      (await rowsOf(before)).map((row) => ({ ...row, state: null, basis: null })),
    );
  });

  it('are made parts of a report of this release with all counts, which every release reads', async () => {
    const opened = await openWeek();
    const before = await opened.reportOf(1);
    for (const folder of [21, 22]) await storeLater(opened, folder);
    for (const folder of [1, 2]) await opened.store.remove(manifestKey({ week: WEEK, folder }));
    assert.deepEqual((await opened.run()).toSorted(), [1, 2]);
    for (const folder of [1, 2]) {
      const { files } = await opened.manifestOf(folder);
      const text = new TextDecoder().decode((await opened.store.read(files.json.key))?.bytes);
      assert.doesNotMatch(text, new RegExp(LATER));
    }
    assert.deepEqual(withoutStates(await opened.reportOf(1)), withoutStates(before));
  });
});

/** Without what enumerations say, and what follows from it. */
function withoutStates({ summary, ...report }: Report): unknown {
  return JSON.parse(
    JSON.stringify({ ...report, summary }, (name, value: unknown) =>
      ['state', 'verdict', 'basis', 'last', 'reason'].includes(name) ? null : value,
    ),
  );
}
