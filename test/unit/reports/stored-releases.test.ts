// What earlier releases stored is read, also with fields of later ones and without those that were added since.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  deliveryCodecs,
  jobRecordCodec,
  jsonReader,
  jsonRenderer,
} from '../../../lib/adapters/json/index.ts';
import { parquetFiles } from '../../../lib/adapters/parquet/index.ts';
import { writeWeekTables } from '../../../lib/analytics/week-tables.ts';
import { FIGURE_GRAINS, FIGURE_PLACES, openFigures } from '../../../lib/analytics/figure-table.ts';
import { completeReport } from '../../../lib/domain/report-versions.ts';
import { readWeekStatus } from '../../../lib/jobs/week-status.ts';
import { createRevisionLink } from '../../../lib/links/make-link.ts';
import { openLink } from '../../../lib/links/open-link.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import {
  contentName,
  findManifest,
  JSON_ATTRIBUTES,
  manifestKey,
  readPlan,
  readReport,
  sha256Of,
} from '../../../lib/reports/report-repository.ts';
import { runWeek } from '../../../lib/reports/run-week.ts';
import { readManifests } from '../../../lib/reports/week-folders.ts';
import { isOutdated } from '../../../lib/reports/week-state.ts';
import { verifyWeek } from '../../../lib/reports/verify-week.ts';
import { openArchive } from '../../support/archive.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';
import { createTestApiOn, PUBLIC_URL } from '../../support/http/reports-api-context.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import type { MemoryStore } from '../../support/memory-store.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { collectPages } from '../../support/outcomes.ts';
import { RULES, W46 } from '../../support/test-facts.ts';

const RELEASES = join(import.meta.dirname, '../../fixtures/stored-reports');
const NOW = Date.parse('2026-11-19T08:00:00.000Z');
const FOLDERS = [1, 21, 22];
const WEEK = W46.name;

type Json = Readonly<Record<string, unknown>>;
type Change = (document: unknown) => unknown;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a release stored, each JSON document changed; hashes and names of files follow the changed bytes. */
async function openRelease(release: string, change: Change = (same) => same) {
  const store = memoryStore();
  const root = join(RELEASES, release);
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  const renamed = new Map<string, Json>();
  const write = async (name: string, document: unknown) => {
    const bytes = new TextEncoder().encode(JSON.stringify(change(document)));
    const sha256 = sha256Of(bytes);
    const key = /\/[0-9a-f]{24}\.json$/.test(name)
      ? name.replace(/[0-9a-f]{24}\.json$/, `${contentName(sha256)}.json`)
      : name;
    renamed.set(name, { key, bytes: bytes.byteLength, sha256 });
    await store.create(key, bytes, JSON_ATTRIBUTES);
  };
  const isManifest = (name: string) => name.endsWith('/manifest.json');
  for (const name of files.toSorted((a, b) => Number(isManifest(a)) - Number(isManifest(b)))) {
    const bytes = readFileSync(join(root, name));
    if (!name.endsWith('.json')) await store.create(name, bytes, JSON_ATTRIBUTES);
    else {
      const text = bytes.toString();
      await write(
        name,
        JSON.parse(text, (_, value: unknown) => withRenamedFile(value, renamed)),
      );
    }
  }
  return { store, archive: openArchive(store) };
}

function withRenamedFile(value: unknown, renamed: ReadonlyMap<string, Json>): unknown {
  return isObject(value) && typeof value['key'] === 'string'
    ? (renamed.get(value['key']) ?? value)
    : value;
}

/** Replaces each object, the innermost first. */
function mapObjects(value: unknown, map: (object: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, map));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(
    // Any field is known in parameters of alerts and facts of failures.
    ([name, member]) =>
      [name, ['parameters', 'facts'].includes(name) ? member : mapObjects(member, map)] as const,
  );
  return map(Object.fromEntries(members));
}

const withUnknownFields: Change = (document) =>
  mapObjects(document, (object) => ({ later: { figures: [1] }, ...object, evenLater: null }));

/** Without every field that a report or record may lack. */
const withoutOptionalFields: Change = (document) =>
  mapObjects(document, ({ sending, ...object }) => {
    const { survey, folder, reason, ...rest } = object;
    if ('missing' in object) return rest;
    if ('impact' in object) return { ...object, figures: {} };
    return 'createdBy' in object ? { folder, ...rest } : object;
  });

/** What is read of a release, by everything that reads. */
async function readAll({ store, archive }: Awaited<ReturnType<typeof openRelease>>) {
  const read = async (folder: number) => {
    const manifest = await manifestOf(archive, folder);
    return readReport(archive, manifest);
  };
  const reports = await Promise.all(FOLDERS.map(read));
  const figures = async () => {
    const context = { repository: archive, files: parquetFiles(), tree: noTree };
    const tables: unknown[] = [];
    for (const grain of FIGURE_GRAINS) {
      for (const places of FIGURE_PLACES) {
        const query = { from: W46, to: W46, below: null, grain, places };
        const { rows } = await openFigures(context, WHOLE_COMPANY, query);
        tables.push(await collectPages(rows));
      }
    }
    return tables;
  };
  const fromReports = await figures();
  await writeWeekTables({ repository: archive, files: parquetFiles() }, WEEK, { now: NOW });
  // Nothing is left of the files of earlier releases.
  assert.deepEqual(await store.children('facts/'), ['v2']);
  assert.deepEqual(await figures(), fromReports);
  const { mismatches, reports: verified } = await verifyWeek(archive, W46);
  assert.deepEqual([mismatches, verified], [[], FOLDERS.length]);
  const { folders } = await readWeekStatus(archive, W46, NOW);
  return {
    reports,
    figures: fromReports,
    plan: await readPlan(archive, WEEK),
    states: folders.map(({ folder, state, behind }) => [folder.key, state, behind]),
    signals: folders.map(({ signal }) => signal),
    ...(await readOverHttp(store)),
    subscription: deliveryCodecs.subscriptions.decode(objectBelow(store, 'subscriptions/')),
    receipt: deliveryCodecs.receipts.decode(objectBelow(store, 'receipts/')),
    job: jobRecordCodec.decode(objectBelow(store, 'requests/')),
  };
}

function noTree(): Promise<never> {
  return Promise.reject(new Error('the tree is not needed'));
}

function objectBelow({ objects }: MemoryStore, prefix: string): Uint8Array {
  const key = [...objects.keys()].find((name) => name.startsWith(prefix));
  return objects.get(key ?? '') ?? assert.fail(prefix);
}

/** What the page shows, and the message that a subscriber gets. */
async function readOverHttp(store: MemoryStore) {
  const api = createTestApiOn(store);
  const overview = await api.ask('GET', `/v1/weeks/${WEEK}`);
  const page = await Promise.all(
    FOLDERS.map(async (folder) => {
      const { text, status } = await api.ask('GET', `/v1/reports/${WEEK}/${folder}/content`);
      assert.equal(status, 200);
      return jsonReader().read(Buffer.from(JSON.stringify(completeReport(JSON.parse(text)))));
    }),
  );
  const key = [...store.objects.keys()].find((name) => name.startsWith('subscriptions/')) ?? '';
  const id = key.slice(key.lastIndexOf('/') + 1, -'.json'.length);
  const preview = await api.ask('GET', `/v1/subscriptions/${id}/preview`);
  assert.deepEqual([overview.status, preview.status], [200, 200]);
  return { overview: overview.body, page, preview: preview.text };
}

async function manifestOf(archive: ReturnType<typeof openArchive>, folder: number) {
  return (await findManifest(archive, { week: WEEK, folder })) ?? assert.fail(String(folder));
}

/** Whether the planner would make the report of the root again. */
async function isRootOutdated({ archive }: Awaited<ReturnType<typeof openRelease>>) {
  const plan = await readPlan(archive, WEEK);
  const manifests = await readManifests(archive, WEEK, FOLDERS);
  const root = manifests.get(1);
  assert(plan !== null && root !== undefined);
  const children = [...manifests.values()].filter((manifest) => manifest !== root);
  assert.equal(children.length, 2);
  return isOutdated(archive, root, { manifests: children, plan, isInCompany: () => true });
}

/** Runs the week over what a release stored; the surveys of folder 22 can't be read. Returns the folders of new revisions. */
async function runOver({ archive }: Awaited<ReturnType<typeof openRelease>>, force = false) {
  const company = memoryCompany({
    key: 1,
    folders: [
      { key: 21, surveys: [{ key: 211 }] },
      { key: 22, surveys: [{ key: 221 }] },
    ],
  });
  company.broken.add(221);
  const repository = {
    ...archive,
    childLinks: null,
    renderers: { json: jsonRenderer(), pdf: fakePdfRenderer },
  };
  const { source } = company;
  const outcomes = await runWeek(
    { source, repository, clock: () => NOW, rules: RULES, concurrency: 1 },
    { week: W46, folder: null, force },
  );
  return outcomes.flatMap(({ folder, report }) => (report?.outcome === 'made' ? [folder.key] : []));
}

for (const release of readdirSync(RELEASES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)) {
  describe(`what release ${release} stored`, () => {
    it('is read by everything that reads', async () => {
      const { reports, states, signals } = await readAll(await openRelease(release));
      assert.deepEqual(
        reports.map(({ status }) => status),
        ['partial', 'complete', 'partial'],
      );
      assert.deepEqual(
        states,
        FOLDERS.map((folder, i) => [folder, reports[i]?.status, []]),
      );
      // Reports of version "2" are read without levels, and are shown so.
      const levels = reports.flatMap(({ reportVersion, summary, surveys }) =>
        [...summary.groups, ...surveys].map(({ level }) => [reportVersion, level.state]),
      );
      assert.ok(levels.length > 0);
      for (const [version, state] of levels) if (version === '2') assert.equal(state, null);
      if (reports[0]?.reportVersion === '2') assert.deepEqual(signals, [null, null, null]);
    });

    it('is read the same with unknown fields in each object', async () => {
      const changed = await readAll(await openRelease(release, withUnknownFields));
      assert.deepEqual(changed, await readAll(await openRelease(release)));
    });

    it('is read without each field that it may lack, with the same figures', async () => {
      const { figures } = await readAll(await openRelease(release));
      const changed = await readAll(await openRelease(release, withoutOptionalFields));
      assert.deepEqual(changed.figures, figures);
    });

    for (const [what, change] of [
      ['as it is', undefined],
      ['with unknown fields', withUnknownFields],
      ['without optional fields', withoutOptionalFields],
    ] as const) {
      it(`is kept by planner and run ${what}, so that nothing is announced again`, async () => {
        const opened = await openRelease(release, change);
        const before = new Map(opened.store.objects);
        assert.equal(await isRootOutdated(opened), false);
        assert.deepEqual(await runOver(opened), []);
        assert.deepEqual(new Map(opened.store.objects), before);
      });
    }

    it('is merged by a parent of this release, together with reports of other releases', async () => {
      const opened = await openRelease(release, (document) =>
        isObject(document) && Reflect.get(Object(document['folder']), 'key') === 21
          ? withUnknownFields(document)
          : document,
      );
      const { reports } = await readAll(await openRelease(release));
      await opened.store.remove(manifestKey({ week: WEEK, folder: 1 }));
      assert.deepEqual(await runOver(opened), [1]);
      const manifest = await manifestOf(opened.archive, 1);
      const parent = await readReport(opened.archive, manifest);
      // Release 0.1.0 did not store in which subfolder a place is.
      const places = parent.summary.places.map(({ part, ...place }) => place);
      assert.deepEqual({ ...parent.summary, places }, reports[0]?.summary);
      // It says of which folders it has no levels, because their reports are of an earlier version.
      const withoutLevels = parent.problems.filter(({ code }) => code === 'SIGNALS_MISSING');
      assert.deepEqual(
        withoutLevels.map(({ folder }) => folder),
        [21, 22],
      );
      assert.deepEqual(
        parent.problems.filter((problem) => !withoutLevels.includes(problem)),
        reports[0]?.problems,
      );
    });
  });
}

for (const [what, change, code, mismatch] of [
  [
    'in a form that only a later release can read',
    (document: Json) => ({ reportVersion: '4', week: document['week'] }),
    'REPORT_NEWER',
    'the report can be read by a later release only',
  ],
  [
    'of version "1", which is no longer read',
    (document: Json) => ({ ...document, reportVersion: '1' }),
    'REPORT_OLDER',
    'the report is of a version that is no longer read: make it again with force',
  ],
] as const) {
  describe(`a report ${what}`, () => {
    const openOther = () =>
      openRelease('0.1.0', (document) =>
        isObject(document) && 'reportVersion' in document ? change(document) : document,
      );

    it('is reported by reading it, by verification and by the status of a parent', async () => {
      const { archive } = await openOther();
      await assert.rejects(readReport(archive, await manifestOf(archive, 21)), { code });
      const { mismatches } = await verifyWeek(archive, W46);
      assert.deepEqual(
        mismatches.map((found) => [found.folder, found.what]),
        FOLDERS.map((folder) => [folder, mismatch]),
      );
      const { folders } = await readWeekStatus(archive, W46, NOW);
      assert.deepEqual(
        folders.map(({ state }) => state),
        ['damaged', 'complete', 'partial'],
      );
    });

    it('is neither made again nor made a part of another', async () => {
      const opened = await openOther();
      const before = new Map(opened.store.objects);
      assert.equal(await isRootOutdated(opened), false);
      await assert.rejects(runOver(opened), { code });
      assert.deepEqual(new Map(opened.store.objects), before);
      await opened.store.remove(manifestKey({ week: WEEK, folder: 1 }));
      await assert.rejects(runOver(opened), { code });
      assert.equal(opened.store.objects.has(manifestKey({ week: WEEK, folder: 1 })), false);
    });

    it('is opened by links', async () => {
      const { archive, store } = await openOther();
      const { api } = createTestApiOn(store);
      const manifest = await manifestOf(archive, 21);
      const { url } = await createRevisionLink(api, manifest);
      const file = await openLink(api, url.slice(`${PUBLIC_URL}/d/`.length), 'json');
      assert.equal(file.key, manifest.files.json.key);
    });

    it(`is ${code === 'REPORT_OLDER' ? 'superseded' : 'kept'} by a forced run`, async () => {
      const opened = await openOther();
      const before = new Map(opened.store.objects);
      if (code === 'REPORT_NEWER') {
        await assert.rejects(runOver(opened, true), { code });
        assert.deepEqual(new Map(opened.store.objects), before);
        return;
      }
      const manifestsOf = () => Promise.all(FOLDERS.map((key) => manifestOf(opened.archive, key)));
      const superseded = await manifestsOf();
      assert.deepEqual((await runOver(opened, true)).toSorted(), FOLDERS);
      for (const [i, manifest] of (await manifestsOf()).entries()) {
        const { reportVersion, revision, changes } = await readReport(opened.archive, manifest);
        assert.deepEqual([reportVersion, changes], ['3', null]);
        assert.equal(revision, (superseded[i]?.revision ?? 0) + 1);
      }
    });
  });
}
