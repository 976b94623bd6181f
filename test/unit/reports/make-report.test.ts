// One folder's report: when it is made again, which revision is returned, and what its parent receives.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChildReport } from '../../../lib/domain/build-report.ts';
import { NO_SETTINGS } from '../../../lib/domain/signals/folder-settings.ts';
import { jsonRenderer } from '../../../lib/adapters/json/index.ts';
import { readCompany } from '../../../lib/jobs/company.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { gatherFolder } from '../../../lib/reports/gather-facts.ts';
import type { MadeReport, MakeReportOptions } from '../../../lib/reports/make-report.ts';
import {
  makeReport,
  readContained,
  readSuperseded,
  reuseStoredReport,
} from '../../../lib/reports/make-report.ts';
import { createNotesReader } from '../../../lib/reports/place-notes.ts';
import { createConcurrencyLimits } from '../../../lib/shared/concurrency-limits.ts';
import { findStoredReport, readReport } from '../../../lib/reports/report-repository.ts';
import { openArchive, replaceBytes } from '../../support/archive.ts';
import { RULES, W46 } from '../../support/test-facts.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { encodeText } from '../../support/object-store-contract.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';

const SETTLED = '2026-11-16T18:00:00Z';
/** The week has ended in UTC; until 06:00 devices may still upload. */
const SETTLING = '2026-11-16T01:00:00Z';

function setUp(responses = 20) {
  const rootOf = (count: number) => ({
    key: 1,
    folders: [{ key: 21, surveys: [{ key: 211, responses: count }] }, { key: 22 }],
  });
  const company = memoryCompany(rootOf(responses));
  const store = memoryStore();
  const renderers = { json: jsonRenderer(), pdf: fakePdfRenderer };
  const repository = { ...openArchive(store), childLinks: null, renderers };
  const { source } = company;
  return {
    company,
    source,
    store,
    repository,
    answer: (count: number): void => {
      company.root = rootOf(count);
    },
    make: async (job: Partial<MakeReportOptions> = {}, now = SETTLED, folder = 21) => {
      const place = (await readCompany(source)).get(folder);
      assert(place !== undefined);
      const facts = {
        ...{ folder: place.folder, path: place.path, settings: NO_SETTINGS },
        ...{ week: W46, asOf: Date.parse(now), rules: RULES },
      };
      const id = { week: W46.name, folder };
      const storedReport = await findStoredReport(repository, id);
      return makeReport(repository, {
        ...facts,
        isAlwaysDue: false,
        notes: [],
        gathered: await gatherFolder(place.folder, source, {
          ...facts,
          limits: createConcurrencyLimits(2),
        }),
        children: [],
        storedReport,
        readNotes: createNotesReader(repository),
        superseded: await readSuperseded(repository, id, storedReport, false),
        isReplaced: false,
        accepts: null,
        ...job,
      });
    },
  };
}

function shown(report: MadeReport | null): string | null {
  return report === null ? null : `${report.outcome} ${String(report.manifest.revision)}`;
}

/** A part with its hours and weeks as its report has them. */
function unpacked({ summary, ...part }: ChildReport) {
  const groups = summary.groups.map(({ hours, standard, ...group }) => ({
    ...group,
    hours: [...hours],
    standard: Array.from({ length: standard.length }, (_, i) => standard.at(i)),
  }));
  return { ...part, summary: { ...summary, groups } };
}

describe('a report that is not settled', () => {
  it('is made again for more responses, and reused otherwise', async () => {
    const { make, answer } = setUp();
    assert.equal(shown(await make({}, SETTLING)), 'made 1');
    for (const responses of [20, 15]) {
      answer(responses);
      assert.equal(shown(await make({}, SETTLING)), 'kept 1', `${String(responses)} responses`);
    }
    answer(21);
    assert.equal(shown(await make({}, SETTLING)), 'made 2');
  });

  it('is made again for more responses although other data are still missing', async () => {
    const { make, answer } = setUp();
    const notes = [
      { code: 'CHILD_MISSING', folder: 21, message: 'The report is missing.', missing: true },
    ] as const;
    await make({ notes }, SETTLING);
    answer(21);
    assert.equal(shown(await make({ notes }, SETTLING)), 'made 2');
  });

  it('is made again for any response when its JSON is damaged', async () => {
    const { make, store, answer } = setUp();
    const firstResult = await make({}, SETTLING);
    assert(firstResult !== null);
    await replaceBytes(store, firstResult.manifest.files.json.key, encodeText('{'));
    answer(1);
    assert.equal(shown(await make({}, SETTLING)), 'made 2');
  });
});

describe('a report that is partial for another reason', () => {
  it('is reused while the same data are missing, even with more responses', async () => {
    const { make, answer } = setUp();
    const notes = [
      { code: 'CHILD_MISSING', folder: 21, message: 'The report is missing.', missing: true },
    ] as const;
    assert.equal(shown(await make({ notes })), 'made 1');
    answer(30);
    assert.equal(shown(await make({ notes })), 'kept 1');
    assert.equal(shown(await make()), 'made 2');
  });
});

describe('a report that is replaced', () => {
  it('is made when `accepts` allows it or the stored report is damaged', async () => {
    const { make, store } = setUp();
    const firstResult = await make();
    assert(firstResult !== null);
    const isReplaced = true;
    assert.equal(shown(await make({ isReplaced, accepts: () => false })), 'kept 1');
    await replaceBytes(store, firstResult.manifest.files.json.key, encodeText('{'));
    const accepts = (): never => assert.fail('no call expected');
    assert.equal(shown(await make({ isReplaced, accepts })), 'made 2');
  });
});

describe('a report', () => {
  it('is that of the worker who committed first', async () => {
    const { make, answer } = setUp();
    await make();
    answer(30);
    assert.equal(shown(await make({ storedReport: null })), 'kept 1');
  });

  it('returns its part from memory once and then from the store', async () => {
    const { make, store, repository } = setUp();
    const madeReport = await make();
    assert(madeReport !== null);
    store.resetCalls();
    const part = unpacked(await madeReport.part());
    assert.equal(store.calls.read, 0);
    assert.deepEqual(unpacked(await madeReport.part()), part);
    assert.equal(store.calls.read, 1);
    const report = await readReport(repository, madeReport.manifest);
    assert.deepEqual(part.summary, report.summary);
    const reusedReport = reuseStoredReport(repository, madeReport.manifest);
    assert.equal(shown(reusedReport), 'kept 1');
    assert.deepEqual(unpacked(await reusedReport.part()), part);
  });

  it('is due for the parent of a damaged report, with a problem', async () => {
    const { make, repository } = setUp();
    assert.equal(await make({}, SETTLED, 22), null);
    const child = await make();
    assert(child !== null);
    const part = (): Promise<never> => Promise.reject(new Failure('REPORT_DAMAGED'));
    const parent = await make({ children: [await readContained({ ...child, part })] }, SETTLED, 22);
    assert.equal(shown(parent), 'made 1');
    assert(parent !== null);
    const { problems } = await readReport(repository, parent.manifest);
    assert.deepEqual(problems, [
      {
        code: 'REPORT_DAMAGED',
        folder: 21,
        message: 'The stored report of this folder is damaged; make it again with --force.',
        missing: true,
      },
    ]);
  });
});
