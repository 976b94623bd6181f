// The fact tables of a week: what is written when, what readers get while tables are missing, older or damaged, and what
// several writers leave.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parquetFiles } from '../../../lib/adapters/parquet/index.ts';
import type { FigureGrain } from '../../../lib/analytics/figure-table.ts';
import { FIGURE_GRAINS, FIGURE_PLACES, openFigures } from '../../../lib/analytics/figure-table.ts';
import { createKeptRows } from '../../../lib/analytics/kept-rows.ts';
import { openWeekTables } from '../../../lib/analytics/read-week-tables.ts';
import { rowsOfReport } from '../../../lib/analytics/report-rows.ts';
import {
  findWeekTables,
  replaceOldFiles,
  tableKey,
  writeWeekTables,
} from '../../../lib/analytics/week-tables.ts';
import { HOUR_MS } from '../../../lib/domain/calendar.ts';
import { planWeek } from '../../../lib/jobs/plan-week.ts';
import type { CellRow, FactTableName } from '../../../lib/ports/fact-tables.ts';
import { FACT_TABLE_NAMES, FACTS_VERSION } from '../../../lib/ports/fact-tables.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import type { Caller } from '../../../lib/reports/access.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { pruneWeek, weeksToPrune } from '../../../lib/reports/prune-weeks.ts';
import {
  findManifest,
  manifestKey,
  readReport,
  sha256Of,
  weekTablesKey,
} from '../../../lib/reports/report-repository.ts';
import {
  ACME,
  commitTestReport,
  commitThreeReports,
  listKeys,
  NORTH,
  openArchive,
  replaceBytes,
  STORE,
} from '../../support/archive.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { collectPages } from '../../support/outcomes.ts';
import { weeklyRun } from '../../support/plan-and-worker.ts';
import { requireWeek, W46 } from '../../support/test-facts.ts';
import { createReport, listReportKinds } from '../../support/test-reports.ts';

const WEEK = W46.name;
const NOW = Date.parse('2026-11-19T08:00:00Z');
const files = parquetFiles();
const TABLE_KEYS = FACT_TABLE_NAMES.map((table) => tableKey(table, WEEK)).toSorted();

/** The reports of folders 21, 2 and 1, without tables. */
async function openStore() {
  const store = memoryStore();
  const repository = openArchive(store);
  await commitThreeReports(repository, WEEK);
  return { store, repository, context: { repository, files } };
}

type Store = Awaited<ReturnType<typeof openStore>>;

const write = ({ context }: Pick<Store, 'context'>, options = {}) =>
  writeWeekTables(context, WEEK, { now: NOW, ...options });

/** Commits the second revision of a report, without its surveys. */
async function commitSecond({ repository }: Store, folder = 21): Promise<void> {
  const manifest = await findManifest(repository, { week: WEEK, folder });
  assert(manifest !== null);
  const report = await readReport(repository, manifest);
  await commitTestReport(repository, { ...report, revision: 2, surveys: [] });
}

async function figuresOf(
  store: ObjectStore,
  caller: Caller = WHOLE_COMPANY,
  grains: readonly FigureGrain[] = FIGURE_GRAINS,
) {
  const context = { repository: openArchive(store), files, tree: noTree };
  const tables: (readonly CellRow[])[] = [];
  for (const grain of grains) {
    for (const places of FIGURE_PLACES) {
      const query = { from: W46, to: W46, below: null, grain, places };
      tables.push(await collectPages((await openFigures(context, caller, query)).rows));
    }
  }
  return tables;
}

function noTree(): Promise<never> {
  return Promise.reject(new Error('the tree is not needed'));
}

async function rowsIn(store: ObjectStore, table: FactTableName): Promise<readonly unknown[]> {
  const object = await store.read(tableKey(table, WEEK));
  assert(object !== null);
  return collectPages(files.readTable(table, object.bytes, () => true));
}

async function contents(store: ObjectStore) {
  const objects = await Promise.all(TABLE_KEYS.map((key) => store.read(key)));
  return objects.map((object) => sha256Of(object?.bytes ?? new Uint8Array()));
}

/** Fails unless the stored tables match their record, and have exactly the current reports. */
async function assertCurrent({ store, repository, context }: Store): Promise<void> {
  assert.deepEqual(await write({ context }), { written: 0, current: 3, damaged: 0 });
  const reports = await Promise.all(
    [1, 2, 21].map(async (folder) => {
      const manifest = await findManifest(repository, { week: WEEK, folder });
      assert(manifest !== null);
      return rowsOfReport(await readReport(repository, manifest));
    }),
  );
  for (const table of FACT_TABLE_NAMES) {
    assert.deepEqual(
      await rowsIn(store, table),
      reports.flatMap((rows): readonly CellRow[] => rows[table]),
      table,
    );
  }
}

describe('the tables of a week', () => {
  it('are seven files with the rows of all reports by folder, and a record of what they are', async () => {
    const opened = await openStore();
    const { store, repository } = opened;
    assert.deepEqual(await write(opened), { written: 3, current: 0, damaged: 0 });
    assert.deepEqual(await listKeys(store, 'facts/'), TABLE_KEYS);
    await assertCurrent(opened);
    const record = (await findWeekTables(repository, WEEK))?.value ?? assert.fail();
    const manifests = await Promise.all(
      [1, 2, 21].map((folder) => findManifest(repository, { week: WEEK, folder })),
    );
    assert.deepEqual(
      record.reports,
      manifests.map((manifest) => ({
        folder: manifest?.folder.key,
        revision: 1,
        json: manifest?.files.json.sha256,
        jsonBytes: manifest?.files.json.bytes,
        hasRows: true,
      })),
    );
    const lines = manifests.map((manifest) => {
      const { folder, revision, files: stored } = manifest ?? assert.fail();
      return `${folder.key} ${revision} ${stored.json.sha256}\n`;
    });
    assert.equal(record.stamp, sha256Of(Buffer.from(lines.join(''))));
    assert.deepEqual([record.week, record.factsVersion], [WEEK, FACTS_VERSION]);
    assert.equal(record.at, new Date(NOW).toISOString());
    for (const table of FACT_TABLE_NAMES) {
      const bytes = store.objects.get(tableKey(table, WEEK)) ?? new Uint8Array();
      const rows = (await rowsIn(store, table)).length;
      assert.deepEqual(record.tables[table], {
        bytes: bytes.byteLength,
        sha256: sha256Of(bytes),
        rows,
      });
    }
  });

  for (const [kind, report] of listReportKinds()) {
    it(`have all values of ${kind}`, async () => {
      const store = memoryStore();
      const repository = openArchive(store);
      await commitTestReport(repository, report);
      const { week } = report;
      await writeWeekTables({ repository, files }, week, { now: NOW });
      const rows = rowsOfReport(report);
      for (const table of FACT_TABLE_NAMES) {
        const bytes = store.objects.get(tableKey(table, week)) ?? new Uint8Array();
        const stored = await collectPages(files.readTable(table, bytes, () => true));
        assert.deepEqual(stored, rows[table]);
      }
    });

    it(`are the same from kept rows of ${kind}, which is not read`, async () => {
      const store = memoryStore();
      const repository = openArchive(store);
      const manifest = await commitTestReport(repository, report);
      const { week } = report;
      const kept = createKeptRows();
      kept.keep(report, manifest);
      store.resetCalls();
      const options = { now: NOW, made: [manifest], kept };
      const counts = await writeWeekTables({ repository, files }, week, options);
      assert.deepEqual(counts, { written: 1, current: 0, damaged: 0 });
      // The record before all and once again for each table, and the tables.
      assert.equal(store.calls.read, 2 + 2 * FACT_TABLE_NAMES.length);
      const again = await writeWeekTables({ repository, files }, week, {
        now: NOW,
        isForced: true,
      });
      assert.deepEqual(again, { written: 0, current: 1, damaged: 0 });
    });
  }

  it('are made of kept rows only where all fit into the memory for them, and only once', async () => {
    const opened = await openStore();
    const { repository } = opened;
    const manifests = await Promise.all(
      [1, 2, 21].map((folder) => findManifest(repository, { week: WEEK, folder })),
    );
    let kept = createKeptRows();
    const taken: number[] = [];
    const keepAll = async (): Promise<void> => {
      for (const manifest of manifests) {
        assert(manifest !== null);
        kept.keep(await readReport(repository, manifest), manifest);
      }
    };
    await keepAll();
    const take: typeof kept.take = (manifest) => {
      const rows = kept.take(manifest);
      if (rows !== null) taken.push(manifest.folder.key);
      return rows;
    };
    await write(opened, { kept: { take } });
    assert.deepEqual(taken, [1, 2, 21]);
    await assertCurrent(opened);
    await write(opened, { kept: { take }, isForced: true });
    assert.deepEqual(taken.splice(0), [1, 2, 21]);
    kept = createKeptRows(5000);
    await keepAll();
    await write(opened, { kept: { take }, isForced: true });
    assert.deepEqual(taken, []);
    kept.clear();
    await keepAll();
    await write(opened, { kept: { take }, isForced: true });
    assert.deepEqual(taken, []);
  });

  it('have the same bytes in any store, and are not written again', async () => {
    const opened = await openStore();
    await write(opened);
    const other = await openStore();
    await write(other, { now: NOW + 1 });
    assert.deepEqual(await contents(other.store), await contents(opened.store));
    opened.store.resetCalls();
    await write(opened);
    // Manifests, the record and the tables, but no reports.
    assert.equal(opened.store.calls.read, 3 + 1 + FACT_TABLE_NAMES.length);
    assert.deepEqual(await write(opened, { isForced: true }), {
      written: 0,
      current: 3,
      damaged: 0,
    });
    const { create, replace, remove } = opened.store.calls;
    assert.deepEqual([create, replace, remove], [0, 0, 0]);
  });

  it('follow a new revision', async () => {
    const opened = await openStore();
    await write(opened);
    await commitSecond(opened);
    assert.deepEqual(await write(opened), { written: 1, current: 2, damaged: 0 });
    await assertCurrent(opened);
  });

  it('are written once in an hour while more reports are to come, and the first time at once', async () => {
    const opened = await openStore();
    const later = (now: number) => write(opened, { now, isWorkOutstanding: true });
    assert.equal((await later(NOW)).written, 3);
    await commitSecond(opened);
    assert.equal((await later(NOW + HOUR_MS - 1)).written, 0);
    assert.equal((await later(NOW + HOUR_MS)).written, 1);
    await commitSecond(opened, 2);
    assert.equal((await write(opened, { now: NOW + HOUR_MS + 1 })).written, 1);
    await assertCurrent(opened);
  });

  it('lack the rows of a damaged report until it can be read', async () => {
    const opened = await openStore();
    const { store, repository } = opened;
    const manifest = (await findManifest(repository, { week: WEEK, folder: 21 })) ?? assert.fail();
    const { key } = manifest.files.json;
    const bytes = store.objects.get(key) ?? new Uint8Array();
    await store.remove(key);
    for (const written of [2, 0]) {
      assert.deepEqual(await write(opened), { written, current: 2 - written, damaged: 1 });
      assert.equal((await rowsIn(store, 'folders')).length, 2);
      await assert.rejects(figuresOf(store), { code: 'REPORT_DAMAGED' });
    }
    await store.create(key, bytes, { contentType: 'application/json' });
    assert.deepEqual(await write(opened), { written: 1, current: 2, damaged: 0 });
    await assertCurrent(opened);
  });

  it('lack the rows of a report whose manifest is damaged, which is counted', async () => {
    const opened = await openStore();
    await replaceBytes(opened.store, manifestKey({ week: WEEK, folder: 21 }), new Uint8Array([1]));
    assert.deepEqual(await write(opened), { written: 2, current: 0, damaged: 1 });
    assert.equal((await rowsIn(opened.store, 'folders')).length, 2);
  });

  it('are repaired at once when a file is missing, also while more reports are to come', async () => {
    const opened = await openStore();
    await write(opened);
    await opened.store.remove(tableKey('weeks', WEEK));
    const { written } = await write(opened, { now: NOW + 1, isWorkOutstanding: true });
    assert.equal(written, 3);
    await assertCurrent(opened);
  });

  it('of other columns are not read, and made again', async () => {
    const opened = await openStore();
    const { store, repository } = opened;
    const fromReports = await figuresOf(store);
    await write(opened);
    const record = (await findWeekTables(repository, WEEK))?.value ?? assert.fail();
    const bytes = Buffer.from('other columns');
    const weeks = { bytes: bytes.byteLength, sha256: sha256Of(bytes), rows: 1 };
    const tables = { ...record.tables, weeks };
    const older = { ...record, factsVersion: FACTS_VERSION - 1, tables };
    for (const hasChanged of [false, true]) {
      await replaceBytes(store, weekTablesKey(WEEK), repository.weekTables.encode(older));
      await replaceBytes(store, tableKey('weeks', WEEK), bytes);
      assert.deepEqual(await figuresOf(store), fromReports);
      if (hasChanged) await commitSecond(opened);
      assert.deepEqual(await write(opened), { written: 3, current: 0, damaged: 0 });
      await assertCurrent(opened);
    }
  });

  it('are made again where their record contradicts itself', async () => {
    const opened = await openStore();
    const { store, repository } = opened;
    await write(opened);
    const record = (await findWeekTables(repository, WEEK))?.value ?? assert.fail();
    const contradicting = { ...record, reports: record.reports.slice(1) };
    await replaceBytes(store, weekTablesKey(WEEK), repository.weekTables.encode(contradicting));
    assert.equal((await findWeekTables(repository, WEEK))?.value, null);
    assert.equal((await write(opened, { isForced: true })).damaged, 0);
    await assertCurrent(opened);
  });

  it('have no rows of a report that is gone', async () => {
    const opened = await openStore();
    const { store, repository } = opened;
    await write(opened);
    for (const folders of [[1, 2], [1], []]) {
      for (const folder of [1, 2, 21]) {
        if (!folders.includes(folder)) await store.remove(manifestKey({ week: WEEK, folder }));
      }
      await write(opened);
      const rows = await rowsIn(store, 'folders');
      assert.equal(rows.length, folders.length);
      const record = await findWeekTables(repository, WEEK);
      const reports = record?.value?.reports.map(({ folder }) => folder);
      assert.deepEqual(reports, folders);
    }
  });

  it('need no manifest that was read just now', async () => {
    const opened = await openStore();
    const { store, repository } = opened;
    const manifests = await Promise.all(
      [21, 2].map((folder) => findManifest(repository, { week: WEEK, folder })),
    );
    const known = manifests.map((manifest) => manifest ?? assert.fail());
    const read: string[] = [];
    const watched: ObjectStore = {
      ...store,
      read: (key) => {
        if (key.endsWith('manifest.json')) read.push(key);
        return store.read(key);
      },
    };
    await write({ context: { repository: openArchive(watched), files } }, { known });
    assert.deepEqual(read, [manifestKey({ week: WEEK, folder: 1 })]);
    const record = (await findWeekTables(repository, WEEK))?.value;
    assert.deepEqual(
      record?.reports.map(({ folder }) => folder),
      [1, 2, 21],
    );
    await assertCurrent(opened);
  });

  it('check again only reports that the process has not made', async () => {
    const opened = await openStore();
    const { repository } = opened;
    const made = (await findManifest(repository, { week: WEEK, folder: 21 })) ?? assert.fail();
    const checked: number[] = [];
    const reader: typeof repository.reader = {
      read: (bytes, isOwn = false) => {
        const report = repository.reader.read(bytes, isOwn);
        if (!isOwn) checked.push(report.folder.key);
        return report;
      },
    };
    await write({ context: { repository: { ...repository, reader }, files } }, { made: [made] });
    assert.deepEqual(checked, [1, 2]);
    await assertCurrent(opened);
  });

  it('do not exist without reports', async () => {
    const store = memoryStore();
    const context = { repository: openArchive(store), files };
    assert.deepEqual(await write({ context }), { written: 0, current: 0, damaged: 0 });
    assert.equal(store.objects.size, 0);
  });

  it('of a planned week are written before it is done', async () => {
    const company = memoryCompany({ key: 1, folders: [{ key: 21, surveys: [{ key: 211 }] }] });
    const run = weeklyRun(company, { now: '2026-11-20T18:00:00Z' });
    await run.tick();
    await run.drain();
    let isFailing = true;
    const written: boolean[] = [];
    const planning = {
      ...run.planning,
      writeTables: (_week: string, options: { readonly isWorkOutstanding: boolean }) => {
        written.push(options.isWorkOutstanding);
        return isFailing ? Promise.reject(new Error('disk full')) : Promise.resolve(2);
      },
    };
    const tick = { now: run.now, isScheduled: false };
    const failed = await planWeek(planning, W46, tick);
    assert.match(String(failed.tablesError), /disk full/);
    const { planned } = failed;
    assert.deepEqual([planned?.isDone, planned?.due, planned?.missing], [false, 2, 0]);
    isFailing = false;
    const second = (await planWeek(planning, W46, tick)).planned;
    assert.deepEqual([second?.isDone, second?.factsWritten, written], [true, 2, [false, false]]);
    assert.equal((await planWeek(planning, W46, tick)).planned?.isDone, true);
    assert.equal(written.length, 2);
  });
});

describe('figures', () => {
  it('are those of the reports, read from the tables alone', async () => {
    const opened = await openStore();
    const { store, repository } = opened;
    const fromReports = await figuresOf(store);
    await write(opened);
    assert.deepEqual(await figuresOf(store), fromReports);
    for (const folder of [1, 2, 21]) {
      const manifest = await findManifest(repository, { week: WEEK, folder });
      await store.remove(manifest?.files.json.key ?? '');
    }
    const context = { repository, files, tree: noTree };
    for (const grain of FIGURE_GRAINS) {
      const query = { from: W46, to: W46, below: null, grain, places: 'surveys' } as const;
      const { rows } = await openFigures(context, WHOLE_COMPANY, query);
      assert.deepEqual(await collectPages(rows), fromReports[2 * FIGURE_GRAINS.indexOf(grain)]);
    }
  });

  it('of a caller have the rows of its folders only', async () => {
    const opened = await openStore();
    await write(opened);
    for (const [folders, seen] of [
      [[1], [1, 2, 21]],
      [[2], [2, 21]],
      [[21], [21]],
    ] as const) {
      for (const rows of await figuresOf(opened.store, { folders })) {
        assert.deepEqual(new Set(rows.map((row) => row['folder'])), new Set(seen));
      }
    }
  });

  it('come from the reports where these are less to read than the tables', async () => {
    const opened = await openStore();
    const { store, repository } = opened;
    await write(opened);
    const record = (await findWeekTables(repository, WEEK))?.value ?? assert.fail();
    const reportBytes = record.reports.reduce((sum, { jsonBytes }) => sum + jsonBytes, 0);
    const readTables = async (weeksBytes: number, reports = record.reports) => {
      const read: string[] = [];
      const { weeks } = record.tables;
      const tables = { ...record.tables, weeks: { ...weeks, bytes: weeksBytes } };
      const changed = repository.weekTables.encode({ ...record, tables, reports });
      await replaceBytes(store, weekTablesKey(WEEK), changed);
      const watched: ObjectStore = {
        ...store,
        read: (key) => {
          if (key === tableKey('weeks', WEEK)) read.push(key);
          return store.read(key);
        },
      };
      await figuresOf(watched, WHOLE_COMPANY, ['week']);
      return read.length > 0;
    };
    const others = record.tables.folders.bytes;
    assert.equal(await readTables(reportBytes - others), true);
    assert.equal(await readTables(reportBytes - others + 1), false);
    // Of large reports too, a table of more than 256 MiB is not read.
    const large = record.reports.map((report) => ({ ...report, jsonBytes: 2 ** 30 }));
    assert.equal(await readTables(2 ** 28, large), true);
    assert.equal(await readTables(2 ** 28 + 1, large), false);
  });

  it('have the rows of any one folder, and none of a folder that the tables lack', async () => {
    const opened = await openStore();
    const { repository, context } = opened;
    await write(opened);
    for (const folder of [1, 2, 21]) {
      const reader = await openWeekTables(context, WEEK, [folder], ['folders']);
      const manifest = await findManifest(repository, { week: WEEK, folder });
      assert(reader !== null && manifest !== null);
      const { folders } = rowsOfReport(await readReport(repository, manifest));
      assert.deepEqual((await reader.rowsOf(folder)).folders, folders);
      assert.ok(reader.has(manifest));
      assert.ok(!reader.has({ ...manifest, folder: { key: 22, name: 'New' } }));
    }
  });

  it('come from the report where the tables have an earlier revision of it', async () => {
    const opened = await openStore();
    await write(opened);
    await commitSecond(opened);
    const fromTables = await figuresOf(opened.store);
    for (const key of TABLE_KEYS) await opened.store.remove(key);
    assert.deepEqual(fromTables, await figuresOf(opened.store));
  });

  it('come from the report where the tables have another one of the same revision', async () => {
    const opened = await openStore();
    await write(opened);
    const other = await openStore();
    const { repository, store } = other;
    await pruneWeek(store, W46, { dryRun: false });
    for (const sketch of [STORE, NORTH, ACME]) {
      await commitTestReport(repository, createReport(sketch, { week: WEEK, seed: 9 }));
    }
    const fromReports = await figuresOf(store);
    for (const [key, bytes] of opened.store.objects) {
      if (key.startsWith('facts/') || key === weekTablesKey(WEEK)) {
        await store.create(key, bytes, { contentType: 'text/plain' });
      }
    }
    assert.deepEqual(await figuresOf(store), fromReports);
    assert.equal((await write(other)).written, 3);
    assert.deepEqual(await figuresOf(store), fromReports);
  });
});

describe('a damaged file of the tables, or of their record', () => {
  /** Flips of one bit each, spread over a file. */
  const FLIPS = 8;

  it('never changes figures, and is written again', async () => {
    const opened = await openStore();
    const { store } = opened;
    const figures = () => figuresOf(store, WHOLE_COMPANY, ['week', 'hour']);
    const fromReports = await figures();
    await write(opened);
    const before = await contents(store);
    for (const key of [...TABLE_KEYS, weekTablesKey(WEEK)]) {
      const bytes = store.objects.get(key) ?? new Uint8Array();
      for (let i = 0; i < FLIPS; i += 1) {
        const at = Math.floor(((i + 0.5) * bytes.byteLength) / FLIPS);
        const flipped = Uint8Array.from(bytes, (byte, n) =>
          n === at ? byte ^ (1 << (i % 8)) : byte,
        );
        await replaceBytes(store, key, flipped);
        assert.deepEqual(await figures(), fromReports, `${key}, byte ${at}, bit ${i % 8}`);
      }
      await write(opened);
      assert.deepEqual(await contents(store), before);
      await assertCurrent(opened);
      await store.remove(key);
      assert.deepEqual(await figures(), fromReports);
      await write(opened);
      await assertCurrent(opened);
    }
  });
});

describe('two writers', () => {
  /** Runs `interrupt` before the call of this number that changes the store. */
  function interrupted(store: ObjectStore, at: number, interrupt: () => Promise<void>) {
    let calls = 0;
    const count = async (): Promise<void> => {
      calls += 1;
      if (calls === at) await interrupt();
    };
    const wrapped: ObjectStore = {
      ...store,
      create: async (...args) => count().then(() => store.create(...args)),
      replace: async (...args) => count().then(() => store.replace(...args)),
    };
    return { repository: openArchive(wrapped), calls: () => calls };
  }

  /** A store with tables of the first revisions, and a second revision of folder 21. */
  async function openOutdated(): Promise<Store> {
    const opened = await openStore();
    await write(opened);
    await commitSecond(opened);
    return opened;
  }

  it('leave the tables of the current reports, wherever one interrupts the other', async () => {
    for (let at = 1; ; at += 1) {
      const opened = await openOutdated();
      const { repository, calls } = interrupted(opened.store, at, async () => {
        await commitSecond(opened, 2);
        await write(opened);
      });
      const manifest = await findManifest(opened.repository, { week: WEEK, folder: 2 });
      await write({ context: { repository, files } }, { known: [manifest ?? assert.fail()] });
      if (calls() < at) {
        assert(at > 4);
        break;
      }
      await assertCurrent(opened);
    }
  });

  it('leave the tables of the current reports when one stops for long before a table, and dies with the next change', async () => {
    for (const table of FACT_TABLE_NAMES) {
      const opened = await openOutdated();
      let isOvertaken = false;
      const dieAfter = async (change: Promise<boolean>): Promise<boolean> => {
        const isChanged = await change;
        if (isOvertaken) throw new Error('killed');
        return isChanged;
      };
      const store: ObjectStore = {
        ...opened.store,
        read: async (key) => {
          if (key === tableKey(table, WEEK) && !isOvertaken) {
            await commitSecond(opened, 2);
            await write(opened);
            isOvertaken = true;
          }
          return opened.store.read(key);
        },
        create: (...args) => dieAfter(opened.store.create(...args)),
        replace: (...args) => dieAfter(opened.store.replace(...args)),
      };
      await write({ context: { repository: openArchive(store), files } }).catch(() => undefined);
      assert(isOvertaken, table);
      await assertCurrent(opened);
    }
  });

  it('leave the tables of the current reports when the manifests of one were read long before', async () => {
    const opened = await openOutdated();
    const known = await findManifest(opened.repository, { week: WEEK, folder: 2 });
    await commitSecond(opened, 2);
    await write(opened);
    assert.deepEqual(await write(opened, { known: [known ?? assert.fail()] }), {
      ...{ written: 0, current: 3, damaged: 0 },
    });
    await assertCurrent(opened);
  });

  it('leave the current tables when one that writes the same again is overtaken', async () => {
    const opened = await openStore();
    await write(opened);
    let isOvertaken = false;
    const store: ObjectStore = {
      ...opened.store,
      read: async (key) => {
        const object = await opened.store.read(key);
        if (
          !isOvertaken &&
          /folders\/21\/[^/]+\.json$/.test(key) &&
          !key.endsWith('manifest.json')
        ) {
          isOvertaken = true;
          await commitSecond(opened);
          await write(opened);
        }
        return object;
      },
    };
    const context = { repository: openArchive(store), files };
    await writeWeekTables(context, WEEK, { now: NOW, isForced: true });
    assert(isOvertaken);
    await assertCurrent(opened);
  });

  it('of which both die leave figures that are right, and tables that the next one repairs', async () => {
    const dying = () => Promise.reject(new Error('killed'));
    for (let first = 1, isPast = false; !isPast; first += 1) {
      for (let second = 1, isPastSecond = false; !isPastSecond; second += 1) {
        const opened = await openOutdated();
        const one = interrupted(opened.store, first, async () => {
          await commitSecond(opened, 2);
          const other = interrupted(opened.store, second, dying);
          await write({ context: { repository: other.repository, files } }).catch(() => undefined);
          isPastSecond = other.calls() < second;
          await dying();
        });
        await write({ context: { repository: one.repository, files } }).catch(() => undefined);
        isPast = one.calls() < first;
        isPastSecond ||= isPast;
        const fromTables = await figuresOf(opened.store);
        await write(opened);
        await assertCurrent(opened);
        await opened.store.remove(weekTablesKey(WEEK));
        assert.deepEqual(fromTables, await figuresOf(opened.store), `${first}, ${second}`);
      }
    }
  });

  it('of which another is always first end with a failure', async () => {
    for (const lost of [weekTablesKey(WEEK), tableKey('hours', WEEK)]) {
      const opened = await openOutdated();
      const replace: ObjectStore['replace'] = (key, ...args) =>
        key === lost ? Promise.resolve(false) : opened.store.replace(key, ...args);
      const context = { repository: openArchive({ ...opened.store, replace }), files };
      await assert.rejects(write({ context }), {
        code: 'STORE_UNAVAILABLE',
        facts: { key: lost, reason: 'too many writers' },
      });
    }
  });
});

describe('files of earlier releases', () => {
  const OLD_KEYS = ['weeks', 'folders', 'groups'].flatMap((table) =>
    [1, 21].map((folder) => `facts/${table}/week=${WEEK}/folder=${folder}.parquet`),
  );

  async function openOldStore(): Promise<Store> {
    const opened = await openStore();
    for (const key of OLD_KEYS) {
      await opened.store.create(key, Buffer.from('old'), { contentType: 'text/plain' });
    }
    return opened;
  }

  it('are removed when the tables of the week are stored', async () => {
    const opened = await openOldStore();
    const { store } = opened;
    const removed: number[] = [];
    const remove: ObjectStore['remove'] = async (key) => {
      removed.push(store.objects.has(weekTablesKey(WEEK)) ? 1 : 0);
      await store.remove(key);
    };
    await write({ context: { repository: openArchive({ ...store, remove }), files } });
    assert.deepEqual(
      removed,
      OLD_KEYS.map(() => 1),
    );
    assert.deepEqual(await listKeys(store, 'facts/'), TABLE_KEYS);
  });

  it('are removed later where a writer died before it', async () => {
    for (const isReplaced of [false, true]) {
      const opened = await openOldStore();
      const { store, context } = opened;
      const remove = () => Promise.reject(new Error('killed'));
      const dying = { repository: openArchive({ ...store, remove }), files };
      await assert.rejects(write({ context: dying }), /killed/);
      if (isReplaced) assert.equal(await replaceOldFiles(context, NOW), WEEK);
      else assert.equal((await write(opened)).written, 0);
      assert.deepEqual(await listKeys(store, 'facts/'), TABLE_KEYS);
    }
  });

  it('are kept where a report can not be read, and do not hold up those of older weeks', async () => {
    const { store, context } = await openOldStore();
    const oldKey = 'facts/weeks/week=2026-W40/folder=1.parquet';
    await store.create(oldKey, Buffer.from('old'), { contentType: 'text/plain' });
    const manifest = await findManifest(context.repository, { week: WEEK, folder: 21 });
    await store.remove(manifest?.files.json.key ?? assert.fail());
    assert.equal(await replaceOldFiles(context, NOW), WEEK);
    assert.equal(await replaceOldFiles(context, NOW), '2026-W40');
    assert.equal(await replaceOldFiles(context, NOW), null);
    const old = (await listKeys(store, 'facts/')).filter((key) => !key.startsWith('facts/v2/'));
    assert.deepEqual(old.toSorted(), OLD_KEYS.toSorted());
  });

  it('are replaced one week at a time, the newest first, also of weeks without reports', async () => {
    const { store, context } = await openOldStore();
    const oldKey = 'facts/weeks/week=2026-W40/folder=1.parquet';
    await store.create(oldKey, Buffer.from('old'), { contentType: 'text/plain' });
    assert.equal(await replaceOldFiles(context, NOW), WEEK);
    assert.deepEqual(await listKeys(store, 'facts/'), [...TABLE_KEYS, oldKey].toSorted());
    assert.equal(await replaceOldFiles(context, NOW), '2026-W40');
    assert.equal(await replaceOldFiles(context, NOW), null);
    assert.deepEqual(await listKeys(store, 'facts/'), TABLE_KEYS);
  });
});

describe('pruning', () => {
  it('removes the tables of a week, also where nothing else is left of it', async () => {
    const opened = await openStore();
    const { store } = opened;
    await write(opened);
    const tables = TABLE_KEYS.map((key) => [key, store.objects.get(key)] as const);
    const objects = store.objects.size;
    assert.equal((await pruneWeek(store, W46, { dryRun: false })).objects, objects);
    assert.deepEqual(await listKeys(store), []);
    for (const [key, bytes] of tables) {
      await store.create(key, bytes ?? new Uint8Array(), { contentType: 'text/plain' });
    }
    const weeks = await weeksToPrune(store, requireWeek('2026-W47'));
    assert.deepEqual(
      weeks.map(({ name }) => name),
      [WEEK],
    );
  });
});
