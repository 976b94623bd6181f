// The status of a week from the objects in the store: folders that are complete, missing, damaged or outdated.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import { changePlannerRecord, newPlannerRecord } from '../../../lib/jobs/planner-record.ts';
import type { PlannerRecord } from '../../../lib/ports/stored-records.ts';
import { writePlan } from '../../../lib/reports/plan.ts';
import { manifestKey, planKey } from '../../../lib/reports/report-repository.ts';
import type { WeekStatusContext, FolderStatus } from '../../../lib/jobs/week-status.ts';
import { readWeekStatus } from '../../../lib/jobs/week-status.ts';
import {
  ACME,
  openFolderArchive,
  commitTestReport,
  replaceBytes,
  commitThreeReports,
  storeJobRecord,
  NORTH,
  writePlanOfThree,
  STORE,
} from '../../support/archive.ts';
import { temporaryFolder } from '../../support/run-command.ts';
import { W46 } from '../../support/test-facts.ts';
import { createReport } from '../../support/test-reports.ts';

const WEEK = W46.name;
const THURSDAY = Date.parse('2026-11-19T08:00:00Z');
const NOTHING = new TextEncoder().encode('{');

describe('weekStatus', () => {
  let archive: WeekStatusContext;
  const status = (now = THURSDAY) => readWeekStatus(archive, W46, now);
  const folder = async (key: number): Promise<FolderStatus> => {
    const folderStatus = (await status()).folders.find(({ folder }) => folder.key === key);
    assert(folderStatus !== undefined);
    return folderStatus;
  };

  beforeEach(async (t) => {
    assert('after' in t);
    archive = openFolderArchive(await temporaryFolder(t));
  });

  it('returns each planned folder in the order of the plan, with its report', async () => {
    await commitThreeReports(archive, WEEK);
    const { folders, ...week } = await status();
    assert.deepEqual(week, {
      week: WEEK,
      plan: 'done',
      totals: { complete: 3, partial: 0, empty: 0, missing: 0, 'not due': 0, damaged: 0 },
      lacking: 0,
    });
    assert.deepEqual(
      folders.map(({ folder }) => folder.name),
      ['Acme', 'North', 'Store'],
    );
    assert.deepEqual(folders[2], {
      week: WEEK,
      folder: { key: 21, name: 'Store' },
      state: 'complete',
      lacking: false,
      revision: 1,
      parent: 2,
      dueAt: '2026-11-16T04:00:00.000Z',
      since: '2026-11-16T18:00:00Z',
      problems: 0,
      behind: [],
      job: null,
      signal: { state: 'usual', verdict: 'usual', since: null },
    });
  });

  it('has the states of current reports, also those of leaves, which only a parent’s report tells', async () => {
    await commitThreeReports(archive, WEEK);
    const states = async () => (await status()).folders.map(({ signal }) => signal?.state ?? null);
    assert.deepEqual(await states(), ['usual', 'usual', 'usual']);
    await commitTestReport(archive, { ...createReport(STORE), revision: 2 });
    assert.deepEqual(await states(), ['usual', 'usual', null], 'the parent has another revision');
    await archive.store.remove(manifestKey({ week: WEEK, folder: 21 }));
    assert.deepEqual(await states(), ['usual', 'usual', null], 'the report is missing');
  });

  it('finds a report missing from the instant at which it is due', async () => {
    await writePlanOfThree(archive, WEEK, false);
    const states = async (now: string) =>
      (await status(Date.parse(now))).folders.map(({ state }) => state);
    assert.deepEqual(await states('2026-11-16T03:59:59.999Z'), ['not due', 'not due', 'not due']);
    assert.deepEqual(await states('2026-11-16T04:00:00.000Z'), ['not due', 'not due', 'missing']);
    const { plan, lacking, folders } = await status();
    assert.deepEqual([plan, lacking], ['open', 3]);
    assert.deepEqual([folders[2]?.since, folders[2]?.folder.name], [folders[2]?.dueAt, null]);
  });

  it('counts a partial report as lacking only once it is due', async () => {
    await writePlanOfThree(archive, WEEK, false);
    const problems = [{ code: 'UPSTREAM_TIMEOUT', survey: 210, message: 'Late.', missing: true }];
    await commitTestReport(archive, createReport({ ...STORE, problems }));
    const { state, problems: count, lacking } = await folder(21);
    assert.deepEqual([state, count, lacking], ['partial', 1, true]);
    const early = await status(Date.parse('2026-11-16T03:00:00Z'));
    assert.deepEqual([early.lacking, early.totals.partial], [0, 1]);
  });

  it('returns the subfolders of which a report contains an older revision, or none', async () => {
    await commitThreeReports(archive, WEEK);
    await commitTestReport(archive, { ...createReport(STORE), revision: 2 });
    assert.deepEqual((await folder(2)).behind, [21]);
    assert.deepEqual((await folder(1)).behind, []);
    await commitTestReport(archive, { ...createReport({ ...NORTH, folders: [] }), revision: 2 });
    assert.deepEqual((await folder(2)).behind, [21]);
    assert.deepEqual((await folder(1)).behind, [2]);
  });

  it('lists a report that is not in the plan, and compares it with its subfolders too', async () => {
    for (const folder of [STORE, NORTH]) await commitTestReport(archive, createReport(folder));
    await commitTestReport(archive, { ...createReport(STORE), revision: 2 });
    const { plan, folders, lacking } = await status();
    assert.deepEqual([plan, lacking], ['none', 0]);
    assert.deepEqual(
      folders.map(({ folder, state, dueAt, behind }) => [folder.key, state, dueAt, behind]),
      [
        [2, 'complete', null, [21]],
        [21, 'complete', null, []],
      ],
    );
  });

  it('returns "damaged" for a manifest or a parent’s report that can’t be read', async () => {
    await commitThreeReports(archive, WEEK);
    const { files } = await commitTestReport(archive, createReport(ACME));
    await replaceBytes(archive.store, files.json.key, NOTHING);
    await replaceBytes(archive.store, manifestKey({ week: WEEK, folder: 21 }), NOTHING);
    const { totals, lacking } = await status();
    assert.deepEqual([totals.damaged, totals.complete, lacking], [2, 1, 2]);
    const { revision, folder: named } = await folder(21);
    assert.deepEqual([revision, named.name], [null, 'Store'], 'named by the parent’s report');
  });

  it('ignores objects of an unfinished commit or removal', async () => {
    await commitThreeReports(archive, WEEK);
    await writePlan(archive, { week: '2026-W45', folders: [], doneAt: null });
    await archive.store.remove(manifestKey({ week: WEEK, folder: 21 }));
    await archive.store.remove(planKey(WEEK));
    const { folders } = await status();
    assert.deepEqual(
      folders.map(({ folder }) => folder.key),
      [1, 2],
    );
  });

  it('distinguishes a damaged plan from a missing one', async () => {
    assert.equal((await status()).plan, 'none');
    await writePlanOfThree(archive, WEEK);
    await replaceBytes(archive.store, planKey(WEEK), NOTHING);
    assert.equal((await status()).plan, 'damaged');
  });

  it('returns the last job while it is pending or when it failed, and not one that made its revision', async () => {
    await writePlanOfThree(archive, WEEK, false);
    await commitTestReport(archive, createReport(NORTH));
    const job = { week: WEEK, since: null, supersedes: null, at: '2026-11-19T07:00:00.000Z' };
    await storeJobRecord(archive, { ...job, folder: 1, state: 'queued', failure: null });
    await storeJobRecord(archive, { ...job, folder: 2, state: 'queued', failure: null });
    const failure = { code: 'UPSTREAM_TIMEOUT', facts: {} };
    await storeJobRecord(archive, { ...job, folder: 21, state: 'failed', failure });
    assert.deepEqual(
      (await status()).folders.map(({ job }) => job),
      [
        { state: 'queued', at: job.at, code: null },
        null,
        { state: 'failed', at: job.at, code: 'UPSTREAM_TIMEOUT' },
      ],
    );
  });

  it('returns what the planner has sent until it has failed or was made', async () => {
    await writePlanOfThree(archive, WEEK, false);
    await commitTestReport(archive, createReport(NORTH));
    const { asOf } = createReport(NORTH);
    const sentAt = new Date(Date.parse(asOf) - HOUR_MS).toISOString();
    const laterAt = new Date(Date.parse(asOf) + HOUR_MS).toISOString();
    const store = async (sent: PlannerRecord['sent']): Promise<void> => {
      const context = { repository: archive, planner: archive.planner };
      await changePlannerRecord(context, WEEK, () => ({ ...newPlannerRecord(W46, asOf), sent }));
    };
    const failure = { code: 'UPSTREAM_TIMEOUT', facts: {} };
    const job = { week: WEEK, since: null, supersedes: null, at: asOf, failure };
    await storeJobRecord(archive, { ...job, folder: 21, state: 'failed' });
    const stateOf = async () => (await status()).folders.map((entry) => entry.job?.state ?? null);
    const sendAll = (at: string) => ({
      1: { at, tries: 1 },
      2: { at, tries: 1 },
      21: { at, tries: 2 },
    });
    await store(sendAll(sentAt));
    assert.deepEqual(await stateOf(), ['queued', null, 'failed']);
    await store(sendAll(laterAt));
    assert.deepEqual(await stateOf(), ['queued', 'queued', 'queued']);
  });
});
