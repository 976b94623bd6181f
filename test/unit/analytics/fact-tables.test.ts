// Fact tables: the rows of a report, their Parquet files, and how files are written, kept current and removed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withChecksum } from '../../../lib/adapters/parquet/checksum.ts';
import { parquetFiles } from '../../../lib/adapters/parquet/index.ts';
import type { FactContext } from '../../../lib/analytics/fact-files.ts';
import {
  createFactWriter,
  factKey,
  repairFacts,
  TABLES,
  writeFacts,
} from '../../../lib/analytics/fact-files.ts';
import type { FigureQuery } from '../../../lib/analytics/figure-table.ts';
import { openFigures } from '../../../lib/analytics/figure-table.ts';
import { rowsOfReport } from '../../../lib/analytics/report-rows.ts';
import { isoIn } from '../../../lib/domain/calendar.ts';
import type { JudgedFigures, Report } from '../../../lib/domain/report.ts';
import type { Level, Reason } from '../../../lib/domain/signals/model.ts';
import { planWeek } from '../../../lib/jobs/plan-week.ts';
import type { FactTableName } from '../../../lib/ports/fact-tables.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { pruneWeek, weeksToPrune } from '../../../lib/reports/prune-weeks.ts';
import {
  areFactsCurrent,
  commitTestReport,
  listKeys,
  openArchive,
  replaceBytes,
  STORE,
} from '../../support/archive.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { collectPages } from '../../support/outcomes.ts';
import { weeklyRun } from '../../support/plan-and-worker.ts';
import { requireWeek, W46 } from '../../support/test-facts.ts';
import {
  createPartialReport,
  createReport,
  createStoreReport,
  listReportKinds,
} from '../../support/test-reports.ts';
import { readVersion2Report } from '../../support/version-2-reports.ts';

const STAMP = { revision: 1, json: 'a'.repeat(64) };
const files = parquetFiles();

describe('the files of the fact tables', () => {
  for (const [kind, report] of listReportKinds()) {
    it(`have all values of ${kind}, and the same bytes each time`, async () => {
      const rows = rowsOfReport(report);
      for (const table of TABLES) {
        const bytes = files.encode(table, rows[table], STAMP);
        assert.deepEqual(await files.decode(table, bytes), { rows: rows[table], stamp: STAMP });
        assert.deepEqual(files.readStamp(bytes), STAMP);
        assert.deepEqual(files.encode(table, rowsOfReport(report)[table], STAMP), bytes);
      }
    });
  }

  it('are refused when damaged, or of another table', async () => {
    const { weeks } = rowsOfReport(createStoreReport(1));
    const bytes = files.encode('weeks', weeks, STAMP);
    const isDamaged = { code: 'REPORT_DAMAGED' };
    await assert.rejects(files.decode('folders', bytes), isDamaged);
    await assert.rejects(files.decode('weeks', bytes.subarray(0, 200)), isDamaged);
    await assert.rejects(files.decode('weeks', new Uint8Array()), isDamaged);
    assert.equal(files.readStamp(bytes.subarray(0, -10)), null);
    const withHash = 'a question that names facts.sha256\u0018@' + '0'.repeat(64);
    const named = weeks.map((row) => ({ ...row, question_name: withHash }));
    assert.deepEqual(
      (await files.decode('weeks', files.encode('weeks', named, STAMP))).rows,
      named,
    );
  });
});

describe('a file with one flipped bit in any byte', () => {
  it('is refused before it is parsed', () => {
    const rows = rowsOfReport(createStoreReport(1));
    for (const table of TABLES) {
      const bytes = files.encode(table, rows[table], STAMP);
      for (let at = 0; at < bytes.byteLength; at += 1) {
        const flip = (): void => {
          bytes.set([(bytes[at] ?? 0) ^ (1 << (at % 8))], at);
        };
        flip();
        assert.equal(files.readStamp(bytes), null, `${table}, byte ${at}`);
        flip();
      }
      assert.deepEqual(files.readStamp(bytes), STAMP);
    }
  });
});

describe('the rows of a report', () => {
  it('name the start of each local hour, also in weeks in which clocks change', () => {
    for (const week of ['2026-W43', '2026-W13', '2026-W46']) {
      const sketch = { ...STORE, surveys: ['Europe/Helsinki', 'Asia/Kathmandu'].map(surveyIn) };
      const report = createReport(sketch, { week, asOf: '2026-12-01T00:00:00Z' });
      const zones = new Map(report.surveys.map(({ key, timeZone }) => [key, timeZone]));
      const { hours } = rowsOfReport(report);
      assert(hours.length > 100);
      for (const { survey, date, hour, start_utc } of hours) {
        const local = isoIn(zones.get(survey) ?? '', start_utc);
        assert.equal(local.slice(0, 13), `${date}T${String(hour).padStart(2, '0')}`);
      }
    }
  });

  it('add up to the figures of the report', () => {
    const report = createStoreReport(3);
    const { hours, weeks } = rowsOfReport(report);
    for (const survey of weeks) {
      const ownHours = hours.filter((hour) => hour.survey === survey.survey);
      const sum = ownHours.reduce((total, { responses }) => total + responses, 0);
      assert.equal(sum, survey.responses);
    }
    assert.equal(
      weeks.reduce((total, { responses }) => total + responses, 0),
      report.summary.responses,
    );
  });

  it('have the problems that the report found itself, not those of the reports below', () => {
    const problem = { code: 'TZ_DRIFT', survey: 211, message: 'drift', missing: false };
    const store = { ...STORE, problems: [{ ...problem, folder: 21 }] };
    const missing = { code: 'CHILD_MISSING', folder: 22, message: 'missing', missing: true };
    const region = createReport({ ...STORE, key: 2, name: 'North', surveys: [], folders: [store] });
    const withOwn = {
      ...region,
      problems: [...region.problems, missing],
      summary: {
        ...region.summary,
        places: [
          ...region.summary.places,
          { folder: { key: 22, name: 'Gone' }, path: ['North'], surveys: [] },
        ],
      },
    };
    assert.equal(region.problems.length, 1);
    assert.deepEqual(rowsOfReport(withOwn).problems, [
      {
        week: '2026-W46',
        week_start: '2026-11-09',
        folder: 22,
        survey: null,
        code: 'CHILD_MISSING',
        missing: true,
        message: 'missing',
      },
    ]);
    assert.equal(rowsOfReport(createReport(store)).problems.length, 1);
    assert.equal(rowsOfReport(createPartialReport()).folders[0]?.status, 'partial');
  });

  it('name the Monday of the week as a date', () => {
    const rows = rowsOfReport(createStoreReport(1));
    for (const table of TABLES) {
      for (const { week, week_start } of rows[table]) {
        assert.deepEqual([week, week_start], ['2026-W46', '2026-11-09']);
      }
    }
  });

  it('have the level that a state compares with, and what is lost while it is new or still low', () => {
    const level = { usual: 70, was: 50, lossTotal: 12, since: '2026-W44', weeks: 3 } as const;
    const expected = [
      ['new', 70, 12],
      ['still', 70, 12],
      ['better', 70, null],
      ['recovered', 50, null],
      ['silent', null, null],
      ['usual', null, null],
      ['newPlace', null, null],
      ['tooFew', null, null],
      [null, null, null],
    ] as const;
    for (const [state, was, lost] of expected) {
      const { weeks, folder_weeks } = rowsOfReport(withLevel({ ...level, state }));
      for (const row of [...weeks, ...folder_weeks]) {
        assert.deepEqual([row.state, row.was, row.lost], [state, was, lost]);
        assert.deepEqual([row.since, row.weeks, row.usual], ['2026-W44', 3, 70]);
      }
    }
  });

  it('have the reason of a state: an option, a weekday or six hours', () => {
    const cells = (reason: Reason | null) => {
      const report = createStoreReport(1);
      const surveys = report.surveys.map((survey) => ({ ...survey, reason }));
      const row = rowsOfReport({ ...report, surveys }).weeks[0];
      return [
        row?.reason,
        row?.reason_option,
        row?.reason_name,
        row?.reason_weekday,
        row?.reason_from_hour,
      ];
    };
    const option = { key: 7, name: 'Queue' };
    const presses = { presses: 9, previousPresses: 2, listPresses: 40 };
    const hours = { responses: 30, index: 40, usual: 60 };
    assert.deepEqual(cells({ kind: 'painPoint', option, ...presses }), [
      'painPoint',
      7,
      'Queue',
      null,
      null,
    ]);
    assert.deepEqual(cells({ kind: 'weekday', at: 7, ...hours }), ['weekday', null, null, 7, null]);
    assert.deepEqual(cells({ kind: 'part', at: 3, ...hours }), ['part', null, null, null, 18]);
    assert.deepEqual(cells(null), [null, null, null, null, null]);
  });

  it('have the first day of a silence as 1–7', () => {
    const report = createStoreReport(1);
    const silent = { fromDay: 4, days: 4, ongoing: true, expected: 80, p: 1e-6, weeks: null };
    const surveys = report.surveys.map((survey) => ({ ...survey, silent }));
    const [row] = rowsOfReport({ ...report, surveys }).weeks;
    assert.equal(row?.silence_from_weekday, 4);
    assert.deepEqual([row.silence_days, row.silence_weeks], [4, null]);
  });

  it('have no states where the report is of version "2"', () => {
    const { weeks, folder_weeks } = rowsOfReport(readVersion2Report('store'));
    assert(weeks.length > 0);
    for (const row of weeks) assert.deepEqual([row.volume_verdict, row.reason], [null, null]);
    for (const { state, was, since, basis, usual, lost } of [...weeks, ...folder_weeks]) {
      assert.deepEqual([state, was, since, basis, usual, lost], Array(6).fill(null));
    }
  });
});

/** A report all of whose places have this level. */
function withLevel(level: Partial<Level>): Report {
  const report = createStoreReport(1);
  const judge = <T extends JudgedFigures>(figures: T): T => ({
    ...figures,
    level: { ...figures.level, ...level },
  });
  return {
    ...report,
    surveys: report.surveys.map(judge),
    summary: { ...report.summary, groups: report.summary.groups.map(judge) },
  };
}

function surveyIn(timeZone: string, i: number) {
  return { key: 211 + i, name: 'How was it?', timeZone };
}

/** A store with one committed report, without tables. */
async function openStore() {
  const store = memoryStore();
  const repository = openArchive(store);
  const report = createStoreReport(1);
  const manifest = await commitTestReport(repository, report);
  return { store, repository, context: { repository, files }, report, manifest };
}

/** The second revision of a report, without alerts. */
function secondRevision(report: Report, manifest: Manifest) {
  const second = {
    ...report,
    revision: 2,
    surveys: report.surveys.map((survey) => ({ ...survey, alerts: [] })),
  };
  const json = { ...manifest.files.json, sha256: 'b'.repeat(64) };
  return { second, later: { ...manifest, revision: 2, files: { ...manifest.files, json } } };
}

function keyOf({ week, folder }: Manifest, table: FactTableName): string {
  return factKey(table, { week, folder: folder.key });
}

const BY_HOUR: FigureQuery = { from: W46, to: W46, below: null, grain: 'hour', places: 'surveys' };

async function figureRows(
  { repository }: FactContext,
  query: FigureQuery = BY_HOUR,
): Promise<readonly unknown[]> {
  const tree = () => Promise.reject(new Error('the tree is not needed'));
  const { rows } = await openFigures({ repository, files, tree }, WHOLE_COMPANY, query);
  return collectPages(rows);
}

describe('writing fact tables', () => {
  it('writes each table that has rows once, that of folders last', async () => {
    const { context, report, manifest, repository } = await openStore();
    assert.equal(await areFactsCurrent(context, manifest), false);
    const writer = createFactWriter(
      () => Promise.resolve(context),
      (error) => assert.fail(String(error)),
    );
    await writer(report, manifest);
    assert.equal(await areFactsCurrent(context, manifest), true);
    const rows = rowsOfReport(report);
    assert.deepEqual(
      await listKeys(repository.store, 'facts/'),
      TABLES.filter((table) => rows[table].length > 0)
        .map((table) => factKey(table, { week: '2026-W46', folder: report.folder.key }))
        .toSorted(),
    );
    assert.equal(await writeFacts(context, report, manifest), false);
  });

  it('replaces the tables of an earlier revision, and never those of a later one', async () => {
    const { context, report, manifest, repository } = await openStore();
    await writeFacts(context, report, manifest);
    const { second, later } = secondRevision(report, manifest);
    assert(rowsOfReport(report).alerts.length > 0);
    assert.equal(await writeFacts(context, second, later), true);
    const before = await contents(repository.store);
    assert.equal(await writeFacts(context, report, manifest), false);
    assert.deepEqual(await contents(repository.store), before);
    assert.equal(await areFactsCurrent(context, later), true);
    const alerts = await repository.store.read(
      factKey('alerts', { week: report.week, folder: report.folder.key }),
    );
    assert.deepEqual((await files.decode('alerts', alerts?.bytes ?? new Uint8Array())).rows, []);
  });

  it('passes a failure on, without failing the commit', async () => {
    const { context, report, manifest } = await openStore();
    const loggedFailures: unknown[] = [];
    const failing = () => Promise.reject(new Error('disk full'));
    const store = { ...context.repository.store, create: failing };
    const brokenContext = { ...context, repository: { ...context.repository, store } };
    await createFactWriter(
      () => Promise.resolve(brokenContext),
      (error, { week }) => loggedFailures.push(String(error), week),
    )(report, manifest);
    assert.deepEqual(loggedFailures, ['Error: disk full', '2026-W46']);
  });

  it('reads no table of a new report, and each one of a later revision', async () => {
    const { context, report, manifest, store } = await openStore();
    const writer = createFactWriter(
      () => Promise.resolve(context),
      (error) => assert.fail(String(error)),
    );
    store.resetCalls();
    await writer(report, manifest);
    assert.equal(store.calls.read, 0);
    const { second, later } = secondRevision(report, manifest);
    await writer(second, later);
    assert.equal(store.calls.read, TABLES.length);
    assert.equal(await areFactsCurrent(context, later), true);
  });

  it('tries five times to write a table that others change, and fails then', async () => {
    const { context, report, manifest, repository } = await openStore();
    const { store } = repository;
    const key = keyOf(manifest, 'folders');
    for (const [lost, isWritten] of [
      [4, true],
      [5, false],
    ] as const) {
      for (const stored of [null, manifest]) {
        await store.remove(key);
        if (stored !== null) await writeFacts(context, report, stored);
        const { second, later } = secondRevision(report, manifest);
        let left: number = lost;
        const loses = (at: string): boolean => at === key && left-- > 0;
        const contested = {
          ...store,
          create: (...args: Parameters<typeof store.create>) =>
            loses(args[0]) ? Promise.resolve(false) : store.create(...args),
          replace: (...args: Parameters<typeof store.replace>) =>
            loses(args[0]) ? Promise.resolve(false) : store.replace(...args),
        };
        const writing = writeFacts(
          { ...context, repository: { ...repository, store: contested } },
          second,
          later,
        );
        if (isWritten) assert.equal(await writing, true);
        else {
          await assert.rejects(writing, {
            code: 'STORE_UNAVAILABLE',
            facts: { key, reason: 'it changed during each attempt' },
          });
        }
        assert.equal(await areFactsCurrent(context, later), isWritten);
      }
    }
  });

  it('repairs the tables of at most 500 reports at once', async () => {
    const { context, manifest } = await openStore();
    const files = { ...manifest.files, json: { ...manifest.files.json, key: 'weeks/none.json' } };
    const manifests = Array.from({ length: 501 }, (_, i) => ({
      ...manifest,
      files,
      folder: { ...manifest.folder, key: 1_000 + i },
    }));
    assert.deepEqual(await repairFacts(context, manifests), { written: 0, damaged: 500, left: 1 });
  });

  it('repairs what is missing or older, and counts damaged reports', async () => {
    const { context, manifest, repository } = await openStore();
    assert.deepEqual(await repairFacts(context, [manifest]), { written: 1, damaged: 0, left: 0 });
    assert.deepEqual(await repairFacts(context, [manifest]), { written: 0, damaged: 0, left: 0 });
    await repository.store.remove(
      factKey('folders', { week: '2026-W46', folder: manifest.folder.key }),
    );
    await repository.store.remove(manifest.files.json.key);
    assert.deepEqual(await repairFacts(context, [manifest]), { written: 0, damaged: 1, left: 0 });
  });
});

describe('a table file that was lost', () => {
  it('is found and written again', async () => {
    const { context, report, manifest, repository } = await openStore();
    await writeFacts(context, report, manifest);
    await repository.store.remove(keyOf(manifest, 'hours'));
    assert.equal(await areFactsCurrent(context, manifest), false);
    assert.equal((await repairFacts(context, [manifest])).written, 1);
    assert.equal(await areFactsCurrent(context, manifest), true);
  });

  it('does not make its figures empty', async () => {
    const { context, report, manifest, repository } = await openStore();
    await writeFacts(context, report, manifest);
    const before = await figureRows(context);
    assert(before.length > 0);
    await repository.store.remove(keyOf(manifest, 'hours'));
    await repository.store.remove(keyOf(manifest, 'weeks'));
    assert.deepEqual(await figureRows(context), before);
  });
});

describe('a table file of an earlier revision, of a table without rows now', () => {
  it('is found and replaced by an empty one, once', async () => {
    const { context, report, manifest, repository } = await openStore();
    const { second, later } = secondRevision(report, manifest);
    await writeFacts(context, second, later);
    await writeFacts(context, report, manifest, true);
    assert.equal(await areFactsCurrent(context, later), false);
    await writeFacts(context, second, later);
    assert.equal(await areFactsCurrent(context, later), true);
    const storedTable = await repository.store.read(keyOf(manifest, 'alerts'));
    assert.deepEqual(
      (await files.decode('alerts', storedTable?.bytes ?? new Uint8Array())).rows,
      [],
    );
  });
});

describe('the table files of another report with the same revision, as of a week that was removed and made again', () => {
  it('are found and replaced, and never read for figures', async () => {
    const { context, report, manifest } = await openStore();
    const rows = await figureRows(context);
    assert(rows.length > 0);
    const { second, later } = secondRevision(report, manifest);
    const other = { ...second, revision: 1, surveys: [] };
    await writeFacts(context, other, { ...later, revision: 1 });
    assert.deepEqual(await figureRows(context), rows);
    assert.equal(await areFactsCurrent(context, manifest), false);
    assert.equal(await writeFacts(context, report, manifest), true);
    assert.equal(await areFactsCurrent(context, manifest), true);
    assert.deepEqual(await figureRows(context), rows);
  });
});

describe('a damaged table file', () => {
  /** Flips of one bit each, spread over a file. */
  const FLIPS = 16;

  it('never changes figures, and is written again', async () => {
    const { context, report, manifest, repository } = await openStore();
    const folders = { from: W46, to: W46, below: null, grain: 'week', places: 'folders' } as const;
    const read = async () => [await figureRows(context), await figureRows(context, folders)];
    const fromReport = await read();
    await writeFacts(context, report, manifest);
    const before = await contents(repository.store);
    let flips = 0;
    for (const [key, hex] of before) {
      const bytes = Buffer.from(hex, 'hex');
      for (let i = 0; i < FLIPS; i += 1) {
        const at = Math.floor(((i + 0.5) * bytes.byteLength) / FLIPS);
        const flipped = Uint8Array.from(bytes, (byte, n) =>
          n === at ? byte ^ (1 << (i % 8)) : byte,
        );
        await replaceBytes(repository.store, key, flipped);
        assert.deepEqual(await read(), fromReport, `${key}, bit ${i % 8} of byte ${at}`);
        flips += 1;
      }
      assert.equal(await writeFacts(context, report, manifest), true);
      assert.deepEqual(await contents(repository.store), before);
    }
    assert.equal(flips, before.size * FLIPS);
    assert(before.size >= 5);
  });

  it('is reported where its report is damaged too', async () => {
    const { context, report, manifest, repository } = await openStore();
    await writeFacts(context, report, manifest);
    const key = keyOf(manifest, 'hours');
    const object = await repository.store.read(key);
    await replaceBytes(repository.store, key, object?.bytes.subarray(1) ?? new Uint8Array());
    await repository.store.remove(manifest.files.json.key);
    await assert.rejects(figureRows(context), { code: 'REPORT_DAMAGED' });
  });
});

describe('a table file of an earlier version, which has no hash', () => {
  it('gives the figures of the report, until it is written again', async () => {
    const { context, report, manifest, repository } = await openStore();
    await writeFacts(context, report, manifest);
    const before = await contents(repository.store);
    const rows = await figureRows(context);
    const key = keyOf(manifest, 'folders');
    const text = Buffer.from(before.get(key) ?? '', 'hex').toString('latin1');
    const withoutHash = Buffer.from(text.replace('facts.sha256', 'facts.nohash'), 'latin1');
    await replaceBytes(repository.store, key, withoutHash);
    assert.equal(files.readStamp(withoutHash), null);
    assert.deepEqual(await figureRows(context), rows);
    assert.equal(await areFactsCurrent(context, manifest), false);
    assert.equal((await repairFacts(context, [manifest])).written, 1);
    assert.deepEqual(await contents(repository.store), before);
  });
});

describe('a table file of an earlier version of the columns', () => {
  it('gives the figures of the report, until it is written again', async () => {
    const { context, report, manifest, repository } = await openStore();
    await writeFacts(context, report, manifest);
    const before = await contents(repository.store);
    const rows = await figureRows(context);
    for (const [key, hex] of before) {
      const text = Buffer.from(hex, 'hex').toString('latin1');
      const older = text.replace('facts.version\u0018\u00012', 'facts.version\u0018\u00011');
      assert.notEqual(older, text);
      const bytes = withChecksum(Buffer.from(older, 'latin1'));
      assert.equal(files.readStamp(bytes), null);
      await replaceBytes(repository.store, key, bytes);
    }
    assert.deepEqual(await figureRows(context), rows);
    assert.equal(await areFactsCurrent(context, manifest), false);
    assert.equal((await repairFacts(context, [manifest])).written, 1);
    assert.deepEqual(await contents(repository.store), before);
  });
});

describe('the planner', () => {
  it('marks a week as done only when the tables of all reports are written', async () => {
    const company = memoryCompany({ key: 1, folders: [{ key: 21, surveys: [{ key: 211 }] }] });
    const run = weeklyRun(company, { now: '2026-11-20T18:00:00Z' });
    let left = 1;
    const planning = {
      ...run.planning,
      repairFacts: () => Promise.resolve({ written: 0, left }),
    };
    await run.tick();
    await run.drain();
    assert.equal((await planWeek(planning, W46, run.now)).isDone, false);
    left = 0;
    assert.equal((await planWeek(planning, W46, run.now)).isDone, true);
  });

  it('writes the tables of reports whose worker ended before it did', async () => {
    const company = memoryCompany({ key: 1, folders: [{ key: 21, surveys: [{ key: 211 }] }] });
    const run = weeklyRun(company, { now: '2026-11-20T18:00:00Z' });
    await run.tick();
    await run.drain();
    const context = { repository: openArchive(run.store), files };
    const manifests = [await run.manifest(1), await run.manifest(21)].flatMap((m) => m ?? []);
    assert.equal((await repairFacts(context, manifests)).written, 2);
    for (const manifest of manifests) assert(await areFactsCurrent(context, manifest));
  });
});

describe('pruning', () => {
  it('removes the tables of a week, also where nothing else is left of it', async () => {
    const { context, report, manifest, repository } = await openStore();
    await writeFacts(context, report, manifest);
    const next = requireWeek('2026-W47');
    const tables = await listKeys(repository.store, 'facts/');
    const prunedWeek = await pruneWeek(repository.store, W46, { dryRun: false });
    assert.equal(prunedWeek.objects, tables.length + 3);
    assert.deepEqual(await listKeys(repository.store), []);
    await writeFacts(context, report, manifest);
    assert.deepEqual(
      (await weeksToPrune(repository.store, next)).map(({ name }) => name),
      ['2026-W46'],
    );
  });
});

async function contents(
  store: Parameters<typeof listKeys>[0],
): Promise<ReadonlyMap<string, string>> {
  const keys = await listKeys(store, 'facts/');
  const objects = await Promise.all(keys.map((key) => store.read(key)));
  return new Map(keys.map((key, i) => [key, Buffer.from(objects[i]?.bytes ?? []).toString('hex')]));
}
