// What a commit writes, and which report wins when several workers commit the same revision.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { changePlan, completePlan, reopenPlan, writePlan } from '../../../lib/reports/plan.ts';
import { commitReport } from '../../../lib/reports/commit.ts';
import type { ObjectAttributes, ObjectStore } from '../../../lib/ports/object-store.ts';
import {
  findManifest,
  findStoredPlan,
  findStoredReport,
  isStoredFileKey,
  manifestKey,
  planKey,
  readFile,
  readFileNamedByHash,
  readPlan,
} from '../../../lib/reports/report-repository.ts';
import { createProcessCache } from '../../../lib/reports/process-cache.ts';
import type { Plan } from '../../../lib/ports/stored-records.ts';
import { openArchive, replaceBytes, STORE } from '../../support/archive.ts';
import { W46 } from '../../support/test-facts.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { encodeText } from '../../support/object-store-contract.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';
import { createReport } from '../../support/test-reports.ts';

const ID = { week: W46.name, folder: STORE.key };
const JSON_TYPE = { contentType: 'application/json' };
const REPORT = createReport(STORE);
const LATER = { ...REPORT, asOf: '2026-11-18T08:00:00.000Z' };
/** Of a run that replaced and removed no folder. */
const NONE = { replaced: new Set<number>(), removed: new Set<number>() };

/** A store that notes the attributes of each object, and what commits and plans are written with. */
function setUp() {
  const attributes = new Map<string, ObjectAttributes>();
  const memory = memoryStore();
  const store: ObjectStore = {
    ...memory,
    create: (key, bytes, objectAttributes) => {
      attributes.set(key, objectAttributes);
      return memory.create(key, bytes, objectAttributes);
    },
    replace: (key, bytes, version, objectAttributes) => {
      attributes.set(key, objectAttributes);
      return memory.replace(key, bytes, version, objectAttributes);
    },
  };
  const renderers = { json: jsonRenderer(), pdf: fakePdfRenderer };
  const on = (overrides: Partial<ObjectStore> = {}) => ({
    ...openArchive({ ...store, ...overrides }),
    childLinks: null,
    renderers,
    cache: createProcessCache(),
  });
  return { store, attributes, on };
}

/** A renderer of these bytes. */
function pdfOf(text: string): typeof fakePdfRenderer {
  return {
    render: async (...args) => ({
      ...(await fakePdfRenderer.render(...args)),
      bytes: encodeText(text),
    }),
  };
}

describe('commitReport', () => {
  it('stores files with their type and download name', async () => {
    const { on, attributes } = setUp();
    const { manifest, won } = await commitReport(on(), REPORT, null);
    assert(won);
    assert.deepEqual(Object.fromEntries(attributes), {
      [manifest.files.pdf.key]: {
        contentType: 'application/pdf',
        fileName: { text: '2026-W46 Store.pdf', ascii: '2026-W46-store-21.pdf' },
      },
      [manifest.files.json.key]: {
        ...JSON_TYPE,
        fileName: { text: '2026-W46 Store.json', ascii: '2026-W46-store-21.json' },
      },
      [manifestKey(ID)]: JSON_TYPE,
    });
    assert(isStoredFileKey(manifest.files.pdf.key) && isStoredFileKey(manifest.files.json.key));
    assert.deepEqual(await findManifest(on(), ID), manifest);
  });

  it('notes in the manifest which release made the report, and in no file of it', async () => {
    const [by1, by2] = await Promise.all(
      ['0.1.0+70e080f0fa4b', '0.2.0'].map((release) =>
        commitReport({ ...setUp().on(), release }, REPORT, null),
      ),
    );
    assert.equal(by1?.manifest.madeBy, '0.1.0+70e080f0fa4b');
    assert.deepEqual({ ...by1.manifest, madeBy: '0.2.0' }, by2?.manifest);
  });

  it('notes in the manifest which revisions of the folders directly below the report contains', async () => {
    const region = createReport({ key: 2, name: 'North', folders: [STORE] });
    const manifests = await Promise.all(
      [REPORT, region].map(
        async (report) => (await commitReport(setUp().on(), report, null)).manifest,
      ),
    );
    assert.deepEqual(
      manifests.map(({ contains }) => contains),
      [{}, { [STORE.key]: 1 }],
    );
  });

  it('wins when the response to its own write was lost', async () => {
    const { on, store } = setUp();
    const lostAnswer = {
      create: async (...args: Parameters<ObjectStore['create']>) => {
        await store.create(...args);
        return false;
      },
    };
    assert.equal((await commitReport(on(lostAnswer), REPORT, null)).won, true);
  });

  it('returns the manifest of another worker that was first, and does not win', async () => {
    for (const otherReport of [LATER, { ...REPORT, revision: 2 }]) {
      const { on } = setUp();
      const firstCommit = await commitReport(on(), otherReport, null);
      const secondCommit = await commitReport(on(), REPORT, null);
      assert.deepEqual(secondCommit, { manifest: firstCommit.manifest, won: false });
    }
  });

  it('does not win with one identical and one different file', async () => {
    const cases = [
      { report: REPORT, pdf: pdfOf('%PDF-another%%EOF') },
      { report: LATER, pdf: pdfOf('%PDF-the same%%EOF') },
    ];
    for (const { report, pdf } of cases) {
      const { on } = setUp();
      const repository = on();
      const { json } = repository.renderers;
      const firstArchive = { ...repository, renderers: { json, pdf: pdfOf('%PDF-the same%%EOF') } };
      const { manifest } = await commitReport(firstArchive, REPORT, null);
      const secondCommit = await commitReport(
        { ...repository, renderers: { json, pdf } },
        report,
        null,
      );
      assert.deepEqual(secondCommit, { manifest, won: false });
    }
  });

  it('stores nothing for a PDF that was cut off', async () => {
    const { on, attributes } = setUp();
    const repository = on();
    for (const text of ['', '%PDF-1.7\n', 'whole%%EOF']) {
      const renderers = { ...repository.renderers, pdf: pdfOf(text) };
      await assert.rejects(commitReport({ ...repository, renderers }, REPORT, null), {
        code: 'RENDERING_FAILED',
        facts: { ...ID, reason: 'the PDF has no end' },
      });
    }
    assert.equal(attributes.size, 0);
  });

  it('replaces the manifest that it supersedes, and no other', async () => {
    const { on } = setUp();
    await commitReport(on(), REPORT, null);
    const firstReport = await findStoredReport(on(), ID);
    const secondCommit = await commitReport(on(), { ...LATER, revision: 2 }, firstReport);
    assert.equal(secondCommit.won, true);
    const third = await commitReport(on(), { ...REPORT, revision: 2 }, firstReport);
    assert.deepEqual(third, { manifest: secondCommit.manifest, won: false });
  });

  it('fails when the winner’s manifest was removed or is damaged', async () => {
    const { on, store } = setUp();
    const refusingStore = { create: () => Promise.resolve(false) };
    await assert.rejects(commitReport(on(refusingStore), REPORT, null), {
      code: 'STORE_UNAVAILABLE',
      facts: { key: manifestKey(ID), reason: 'the manifest was removed meanwhile' },
    });
    await commitReport(on(), REPORT, null);
    await replaceBytes(store, manifestKey(ID), encodeText('{'));
    await assert.rejects(commitReport(on(), REPORT, null), {
      code: 'REPORT_DAMAGED',
      facts: { ...ID, what: 'manifest' },
    });
  });
});

describe('a stored file', () => {
  it('has a key of the report’s folder and 24 digits of its hash, and no other key is valid', () => {
    const file = `weeks/2026-W46/folders/21/${'0a'.repeat(12)}.pdf`;
    for (const key of [file, file.replace('pdf', 'json'), file.replace('21', '1'.repeat(16))]) {
      assert(isStoredFileKey(key), key);
    }
    const invalidKeys = [
      `x${file}`,
      `${file}x`,
      file.replace('0a', '0A'),
      file.replace('0a', '0'),
      file.replace('21', '1'.repeat(17)),
      file.replace('21', 'x'),
      file.replace('2026', '226'),
      file.replace('W46', 'W4'),
      file.replace('2026', 'year'),
      file.replace('46', 'xx'),
      file.replace('pdf', 'html'),
      file.replace('.', ''),
      manifestKey(ID),
    ];
    for (const key of invalidKeys) assert(!isStoredFileKey(key), key);
  });

  it('is damaged when it is missing or does not match its manifest', async () => {
    const { on, store } = setUp();
    const { manifest } = await commitReport(on(), REPORT, null);
    const { pdf } = manifest.files;
    const failure = (reason: string) => ({
      code: 'REPORT_DAMAGED',
      facts: { key: pdf.key, reason },
    });
    await replaceBytes(store, pdf.key, encodeText('%'));
    await assert.rejects(readFile(on(), pdf), failure('other bytes'));
    await store.remove(pdf.key);
    await assert.rejects(readFile(on(), pdf), failure('missing'));
  });

  it('is read by its key with its hash; null when it is missing, damaged when the hash differs', async () => {
    const { store } = setUp();
    const sha256 = 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb';
    const key = `weeks/2026-W46/folders/21/${sha256.slice(0, 24)}.pdf`;
    assert.equal(await readFileNamedByHash(store, key), null);
    await store.create(key, encodeText('a'), JSON_TYPE);
    assert.deepEqual(await readFileNamedByHash(store, key), { bytes: encodeText('a'), sha256 });
    await replaceBytes(store, key, encodeText('b'));
    await assert.rejects(readFileNamedByHash(store, key), {
      code: 'REPORT_DAMAGED',
      facts: { key, reason: 'other bytes' },
    });
  });
});

describe('a plan', () => {
  const folder = (key: number) => ({ key, parent: null, dueAt: '2026-11-16T13:00:00.000Z' });
  const DONE = '2026-11-16T18:00:00.000Z';
  const LATE = '2026-11-17T18:00:00.000Z';
  const plan = (keys: readonly number[], doneAt: string | null): Plan => ({
    week: W46.name,
    folders: keys.map(folder),
    doneAt,
  });

  it('is completed with the folders of a run, and done when the run’s plan is', async () => {
    const cases = [
      [plan([1], null), plan([1, 2], null), plan([1, 2], null)],
      // Folder 1 has no report yet.
      [plan([1, 2], null), plan([2], DONE), plan([1, 2], null)],
      [plan([1], DONE), plan([1], LATE), plan([1], DONE)],
      [plan([1], DONE), plan([1], null), plan([1], null)],
      [plan([1], DONE), plan([2], LATE), plan([1, 2], DONE)],
      [plan([1], null), plan([1], DONE), plan([1], DONE)],
    ] as const;
    for (const [before, run, after] of cases) {
      const { on, attributes } = setUp();
      await completePlan(on(), before, NONE);
      assert.deepEqual(await readPlan(on(), W46.name), before);
      await completePlan(on(), run, NONE);
      assert.deepEqual(await readPlan(on(), W46.name), after);
      assert.deepEqual(attributes.get(planKey(W46.name)), JSON_TYPE);
    }
  });

  it('is done only when the reports of folders outside the run are complete', async () => {
    for (const status of ['complete', 'partial'] as const) {
      const { on } = setUp();
      await commitReport(on(), { ...REPORT, status }, null);
      await completePlan(on(), plan([STORE.key, 2], null), NONE);
      await completePlan(on(), plan([2], DONE), NONE);
      const after = await readPlan(on(), W46.name);
      assert.equal(after?.doneAt, status === 'complete' ? DONE : null);
    }
  });

  it('drops the folders that the run removed', async () => {
    for (const doneAt of [null, DONE]) {
      const { on } = setUp();
      await completePlan(on(), plan([1, 2], null), NONE);
      await completePlan(on(), plan([2], doneAt), { ...NONE, removed: new Set([1]) });
      assert.deepEqual(await readPlan(on(), W46.name), plan([2], doneAt));
    }
  });

  it('is not written again where a run adds nothing, nor reopened where it is open', async () => {
    const { on } = setUp();
    await completePlan(on(), plan([1], null), NONE);
    const unwritableContext = on({ replace: () => assert.fail('written') });
    await completePlan(unwritableContext, plan([1], null), NONE);
    await reopenPlan(unwritableContext, W46.name);
  });

  it('is read and decoded once for a cached version', async () => {
    const { on } = setUp();
    const archive = on();
    await completePlan(archive, plan([1], null), NONE);
    const firstPlan = await findStoredPlan(archive, W46.name);
    const plans = { ...archive.plans, decode: () => assert.fail('decoded') };
    assert.deepEqual(await findStoredPlan({ ...archive, plans }, W46.name), firstPlan);
    const store = { ...archive.store, read: () => assert.fail('read') };
    assert.deepEqual(await findStoredPlan({ ...archive, store }, W46.name), firstPlan);
    await changePlan(archive, W46.name, (current) => ({ ...current, folders: [] }));
    assert.deepEqual((await findStoredPlan(archive, W46.name))?.value?.folders, []);
  });

  it('replaces a damaged plan only', async () => {
    const { on, store, attributes } = setUp();
    assert.equal(await writePlan(on(), plan([1], null)), true);
    assert.equal(await writePlan(on(), plan([2], null)), false);
    await replaceBytes(store, planKey(W46.name), encodeText('{'));
    assert.equal(await changePlan(on(), W46.name, () => assert.fail('no change expected')), null);
    assert.equal(await writePlan(on(), plan([2], null)), true);
    assert.deepEqual(await readPlan(on(), W46.name), plan([2], null));
    assert.deepEqual(attributes.get(planKey(W46.name)), JSON_TYPE);
  });

  it('is not written by a run when it is removed between two reads', async () => {
    const { on } = setUp();
    const refusingStore = { create: () => Promise.resolve(false) };
    assert.equal(await writePlan(on(refusingStore), plan([1], null)), false);
    await completePlan(on(refusingStore), plan([1], null), NONE);
    assert.equal(await readPlan(on(), W46.name), null);
    assert.equal(await changePlan(on(), W46.name, () => assert.fail('no change expected')), null);
  });
});
