// The reads of an overview in a process with caches: only objects that changed.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { writePlan } from '../../../lib/reports/plan.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { createReportSummaryCache } from '../../../lib/http/queries/report-summary.ts';
import { manifestKey } from '../../../lib/reports/report-repository.ts';
import { createStoredQueue } from '../../../lib/jobs/requested-jobs.ts';
import type { WeekStatusContext } from '../../../lib/jobs/week-status.ts';
import type { OverviewContext } from '../../../lib/http/queries/week-overview.ts';
import { readWeekOverview } from '../../../lib/http/queries/week-overview.ts';
import {
  openArchive,
  commitTestReport,
  replaceBytes,
  storeJobRecord,
} from '../../support/archive.ts';
import { W46 } from '../../support/test-facts.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { createReport } from '../../support/test-reports.ts';

const WEEK = W46.name;
const NOW = Date.parse('2026-11-18T08:00:00Z');
const DUE_AT = '2026-11-16T13:00:00.000Z';
/** The root, and shops directly below it. */
const FOLDERS = [1, ...Array.from({ length: 30 }, (_, i) => 101 + i)];

/** A new process without cached data. */
function lookingAt(archive: WeekStatusContext): OverviewContext {
  const clock = (): number => NOW;
  return {
    repository: archive,
    tree: () => Promise.resolve({ root: 1, parents: new Map() }),
    jobs: createStoredQueue({
      hasPlanner: false,
      repository: archive,
      records: { ...archive, clock },
      sender: { send: () => Promise.resolve() },
      sleep: () => Promise.resolve(),
      random: () => 0,
    }),
    summaries: createReportSummaryCache(archive),
    clock,
  };
}

describe('the overview of a week', () => {
  let store: ObjectStore;
  let archive: WeekStatusContext;
  let context: OverviewContext;
  const storeCalls: { readonly reads: string[]; readonly listed: string[] } = {
    reads: [],
    listed: [],
  };

  const make = async (key: number, revision = 1): Promise<void> => {
    const report = createReport({ key, name: `Folder ${key}`, surveys: [] });
    await commitTestReport(archive, { ...report, revision });
  };
  const overview = (folders: readonly number[] | null = null) =>
    readWeekOverview(context, folders === null ? WHOLE_COMPANY : { folders }, W46);
  /** The keys of these that are read. */
  const askedWhile = async (
    work: () => Promise<unknown>,
  ): Promise<{
    readonly manifests: readonly string[];
    readonly jobs: readonly string[];
    readonly listed: readonly string[];
  }> => {
    storeCalls.reads.length = 0;
    storeCalls.listed.length = 0;
    await work();
    return {
      manifests: storeCalls.reads.filter((key) => key.endsWith('/manifest.json')).sort(),
      jobs: storeCalls.reads.filter((key) => key.startsWith('requests/')),
      // Job records are always listed, which costs no more than listing their folders.
      listed: storeCalls.listed.filter((prefix) => !prefix.startsWith('requests/')),
    };
  };
  const keyOf = (folder: number): string => manifestKey({ week: WEEK, folder });

  const begin = async (): Promise<void> => {
    const memory = memoryStore();
    store = {
      ...memory,
      read: (key) => {
        storeCalls.reads.push(key);
        return memory.read(key);
      },
      entries: (prefix, named) => {
        storeCalls.listed.push(prefix);
        return memory.entries(prefix, named);
      },
    };
    archive = openArchive(store);
    context = lookingAt(archive);
    const folders = FOLDERS.map((key) => ({ key, parent: key === 1 ? null : 1, dueAt: DUE_AT }));
    await writePlan(archive, { week: WEEK, folders, doneAt: null });
    for (const key of FOLDERS) await make(key);
  };
  beforeEach(begin);

  it('reads only the manifests that changed since the last overview', async () => {
    const first = await askedWhile(() => overview());
    assert.deepEqual(first.manifests, FOLDERS.map(keyOf).sort());
    assert.deepEqual((await askedWhile(() => overview())).manifests, []);
    await make(105, 2);
    await make(999);
    const { manifests } = await askedWhile(async () => {
      const { folders } = await overview();
      assert.equal(folders.find(({ key }) => key === 105)?.revision, 2);
      assert.equal(folders.find(({ key }) => key === 999)?.state, 'empty');
    });
    assert.deepEqual(manifests, [keyOf(105), keyOf(999)]);
  });

  it('reads only the job records that changed since the last overview', async () => {
    const note = (folder: number, at: string): Promise<void> => {
      const job = { week: WEEK, folder, since: null, supersedes: null, failure: null };
      return storeJobRecord(archive, { ...job, state: 'queued', at });
    };
    for (const key of FOLDERS) await note(key, DUE_AT);
    assert.equal((await askedWhile(() => overview())).jobs.length, FOLDERS.length);
    assert.deepEqual((await askedWhile(() => overview())).jobs, []);
    const key = `requests/${WEEK}/105.json`;
    await store.remove(key);
    await note(105, '2026-11-16T14:00:00.000Z');
    assert.deepEqual((await askedWhile(() => overview())).jobs, [key]);
  });

  it('lists no versions where reading a few manifests again costs less', async () => {
    assert.deepEqual((await askedWhile(() => overview([101, 102]))).listed, []);
    const secondReading = await askedWhile(() => overview([101, 102]));
    assert.deepEqual(
      [secondReading.manifests, secondReading.listed],
      [[keyOf(101), keyOf(102)], []],
    );
    // Most aren't cached: they have to be read anyway.
    assert.deepEqual((await askedWhile(() => overview())).listed, []);
    const { listed, manifests } = await askedWhile(() => overview([101, 102, 103, 104]));
    assert.deepEqual([listed, manifests], [[`weeks/${WEEK}/folders/`], []]);
  });

  it('ignores removed reports and objects that are not reports', async () => {
    await overview();
    await store.remove(keyOf(103));
    const emptyObject = new TextEncoder().encode('{}');
    for (const name of ['0105', '1e3', 'x', '105/more']) {
      const key = `weeks/${WEEK}/folders/${name}/manifest.json`;
      await store.create(key, emptyObject, { contentType: 'application/json' });
    }
    const { folders, totals } = await overview();
    assert.deepEqual([folders.length, totals.owed, totals.damaged], [FOLDERS.length, 1, 0]);
    // Nor for a folder whose visibility would depend on the tree.
    context = { ...context, tree: () => Promise.reject(new TypeError('unexpected call')) };
    assert.equal((await overview(FOLDERS.slice(1))).folders.length, FOLDERS.length - 1);
  });

  it('equals an overview without a cache after any changes', async () => {
    const folder = fc.constantFrom(1, 101, 102, 103, 900, 901);
    const at = new Date(NOW).toISOString();
    const archiveEvent = fc.oneof(
      fc.record({ what: fc.constant('made' as const), folder, revision: fc.nat({ max: 3 }) }),
      fc.record({ what: fc.constantFrom('removed', 'damaged', 'asked', 'failed'), folder }),
      fc.record({ what: fc.constant('seen'), folder }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(archiveEvent, { maxLength: 8 }), async (events) => {
        await begin();
        await overview();
        for (const event of events) {
          const key = keyOf(event.folder);
          if ('revision' in event) await make(event.folder, event.revision + 1);
          else if (event.what === 'removed') await store.remove(key);
          else if (event.what === 'seen') await overview([event.folder]);
          else if (event.what === 'damaged') {
            const isThere = (await store.read(key)) !== null;
            if (isThere) await replaceBytes(store, key, new TextEncoder().encode('{'));
          } else {
            const job = { week: WEEK, folder: event.folder, since: null, supersedes: null, at };
            await store.remove(`requests/${WEEK}/${event.folder}.json`);
            await storeJobRecord(
              archive,
              event.what === 'asked'
                ? { ...job, state: 'queued', failure: null }
                : { ...job, state: 'failed', failure: { code: 'JOB_FAILED', facts: {} } },
            );
          }
        }
        const freshOverview = await readWeekOverview(lookingAt(archive), WHOLE_COMPANY, W46);
        assert.deepEqual(await overview(), freshOverview);
      }),
      { numRuns: 20 },
    );
  });
});
