// Removal of another company's folders: only theirs, complete after interruptions, and never a whole store by mistake.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { companyCodec } from '../../../lib/adapters/json/index.ts';
import { findWeekTables } from '../../../lib/analytics/week-tables.ts';
import type { WeekStatusContext } from '../../../lib/jobs/week-status.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import type { CompanyRecord } from '../../../lib/ports/stored-records.ts';
import {
  cleanSubscriptions,
  cleanWeek,
  findForeignFolders,
} from '../../../lib/reports/clean-company.ts';
import { changePlan, writePlan } from '../../../lib/reports/plan.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import {
  commitTestReport,
  commitThreeReports,
  listKeys,
  openFolderArchive,
  storeJobRecord,
} from '../../support/archive.ts';
import { runCommand, temporaryFolder } from '../../support/run-command.ts';
import { W46, requireWeek } from '../../support/test-facts.ts';
import { createReport } from '../../support/test-reports.ts';
import type { FolderSketch } from '../../support/test-reports.ts';

/** A week of the other company alone; that of both is W46. */
const OTHER_WEEK = requireWeek('2026-W45');
const DUE = '2026-11-16T04:00:00.000Z';
const PLAIN = { contentType: 'application/json' } as const;
const EMPTY = new Uint8Array([123, 125]);

function sketch(key: number, folders: readonly FolderSketch[] = []): FolderSketch {
  const surveys = [{ key: key * 10, name: 'How was it?', volume: 200 }];
  return { key, name: `Folder ${key}`, surveys, folders: [...folders] };
}

const RECORD: CompanyRecord = {
  ...{ root: 1, name: 'Acme', apiHost: 'api.acme.example', client: 'acme' },
  ...{ runner: null, changes: [] },
};
const OTHER = { at: DUE, apiHost: 'api.other.example', client: 'other' };

describe('company clean', () => {
  let archive: WeekStatusContext;
  let root: string;
  let ownKeys: readonly string[];

  const setRecord = async (record: CompanyRecord): Promise<void> => {
    await archive.store.remove('company.json');
    await archive.store.create('company.json', companyCodec.encode(record), PLAIN);
  };
  const find = () => findForeignFolders({ repository: archive, companies: companyCodec });
  const put = (key: string) => archive.store.create(key, EMPTY, PLAIN);

  beforeEach(async (t) => {
    assert('after' in t);
    root = await temporaryFolder(t);
    archive = openFolderArchive(root);
    await setRecord(RECORD);
    await commitThreeReports(archive, W46.name);
    await put('subscriptions/21/21-aaaaaaaaaaaaaaaaaaaa.json');
    await put(`receipts/${W46.name}/21/21-aaaaaaaaaaaaaaaaaaaa.json`);
    ownKeys = await listKeys(archive.store);
    const others = [
      { key: 9, parent: null, dueAt: DUE },
      { key: 91, parent: 9, dueAt: DUE },
    ];
    for (const { name: week } of [W46, OTHER_WEEK]) {
      for (const folder of [sketch(91), sketch(9, [sketch(91)])]) {
        await commitTestReport(archive, createReport(folder, { week }));
      }
      await put(`receipts/${week}/91/91-aaaaaaaaaaaaaaaaaaaa.json`);
      const job = { week, since: null, supersedes: null, at: DUE, failure: null };
      await storeJobRecord(archive, { ...job, folder: 91, state: 'ended' });
    }
    await put('subscriptions/91/91-aaaaaaaaaaaaaaaaaaaa.json');
    await put('subscriptions/confirmations/91-aaaaaaaaaaaaaaaaaaaa.json');
    await changePlan(archive, W46.name, (plan) => ({
      ...plan,
      folders: [...plan.folders, ...others],
    }));
    await writePlan(archive, { week: OTHER_WEEK.name, folders: others, doneAt: null });
  });

  /** All that the command does, on this store. */
  async function clean(store: ObjectStore, dryRun = false) {
    const context = { ...archive, store };
    const foreign = await findForeignFolders({ repository: context, companies: companyCodec });
    const subscriptions = await cleanSubscriptions(store, foreign.folders, { dryRun });
    const writeTables = (): Promise<void> => Promise.resolve();
    const weeks = [];
    for (const week of foreign.weeks) {
      weeks.push(await cleanWeek(context, week, { dryRun, writeTables }));
    }
    return { subscriptions, weeks };
  }

  it('removes everything of folders below another root, and nothing else', async () => {
    const counts = { folders: 2, reports: 2, receipts: 1 };
    const result = {
      subscriptions: 1,
      weeks: [OTHER_WEEK, W46].map(({ name: week }) => ({ week, ...counts })),
    };
    const before = await listKeys(archive.store);
    assert.deepEqual(await clean(archive.store, true), result);
    assert.deepEqual(await listKeys(archive.store), before);
    assert.deepEqual(await clean(archive.store), result);
    assert.deepEqual(await listKeys(archive.store), ownKeys);
    assert.deepEqual(await find(), { weeks: [], folders: [], unreadable: [] });
  });

  it('leaves no rows of them in the fact tables, and prints a line for each week', async () => {
    const store = ['--store', `file:${root}`];
    const weeks = ['--from', OTHER_WEEK.name, '--to', W46.name];
    assert.equal((await runCommand('facts', [...weeks, ...store])).code, 0);
    const { code, stdout } = await runCommand('company', ['clean', '--json', ...store]);
    assert.equal(code, 0);
    assert.deepEqual(
      stdout
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
      [
        { subscriptions: 1, removed: true },
        ...[OTHER_WEEK, W46].map(({ name: week }) => ({
          ...{ week, folders: 2, reports: 2, receipts: 1, removed: true },
        })),
      ],
    );
    const tables = (await findWeekTables(archive, W46.name))?.value;
    assert.deepEqual(
      tables?.reports.map(({ folder }) => folder),
      [1, 2, 21],
    );
    assert.deepEqual(await listKeys(archive.store, `facts/v2/weeks/week=${OTHER_WEEK.name}/`), []);
    const again = await runCommand('company', ['clean', ...store]);
    assert.equal(again.stdout, 'The store has no folders below another root.\n');
  });

  it('completes what an interrupted call has begun, at every change', async () => {
    for (let operations = 0, isInterrupted = true; isInterrupted; operations += 1) {
      isInterrupted = false;
      let remaining = operations;
      const count = (): void => {
        if (remaining === 0) throw new Failure('STORE_UNAVAILABLE');
        remaining -= 1;
      };
      const fragile: ObjectStore = {
        ...archive.store,
        remove: async (key) => {
          count();
          await archive.store.remove(key);
        },
        replace: async (...args) => {
          count();
          return archive.store.replace(...args);
        },
      };
      try {
        await clean(fragile);
      } catch (error) {
        assert(error instanceof Failure);
        isInterrupted = true;
      }
    }
    assert.deepEqual(await listKeys(archive.store), ownKeys);
  });

  it('keeps folders below earlier roots of the same company, and not those of an adopted store', async () => {
    const earlier = { ...OTHER, root: 9, client: RECORD.client };
    await setRecord({ ...RECORD, changes: [earlier] });
    assert.deepEqual((await find()).weeks, []);
    await setRecord({ ...RECORD, changes: [{ ...OTHER, root: 9 }] });
    assert.deepEqual((await find()).folders, [9, 91]);
    // The client was replaced after the root had changed.
    const replaced = { at: DUE, root: 1, apiHost: RECORD.apiHost, client: 'acme-before' };
    await setRecord({
      ...RECORD,
      changes: [{ ...OTHER, root: 9, client: 'acme-before' }, replaced],
    });
    assert.deepEqual((await find()).weeks, []);
  });

  it('refuses a store without a company, or whose plans all have another root', async () => {
    await setRecord({ ...RECORD, root: 5 });
    await assert.rejects(find(), { code: 'STORE_UNIDENTIFIED' });
    await archive.store.remove('company.json');
    await assert.rejects(find(), { code: 'STORE_UNIDENTIFIED' });
  });

  it('names weeks whose plan is damaged, and leaves them', async () => {
    const key = `weeks/${OTHER_WEEK.name}/plan.json`;
    await archive.store.remove(key);
    await put(key);
    const { weeks, unreadable } = await find();
    assert.deepEqual(unreadable, [OTHER_WEEK.name]);
    assert.deepEqual(
      weeks.map(({ week }) => week),
      [W46.name],
    );
  });
});
