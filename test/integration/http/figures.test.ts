// GET /v1/figures: the rows of stored reports as one table, as a database reads it.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { fc } from '../../support/property-settings.ts';
import { parquetFiles } from '../../../lib/adapters/parquet/index.ts';
import { FIGURE_TABLES } from '../../../lib/analytics/figure-table.ts';
import { tableKey, writeWeekTables } from '../../../lib/analytics/week-tables.ts';
import { openTableWriter } from '../../../lib/analytics/table-formats.ts';
import { dateOf } from '../../../lib/domain/calendar.ts';
import type { Report, SurveyWeek } from '../../../lib/domain/report.ts';
import { createReportsApi } from '../../../lib/http/api.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { column } from '../../../lib/ports/fact-tables.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import { findManifest } from '../../../lib/reports/report-repository.ts';
import { commitTestReport, openArchive } from '../../support/archive.ts';
import { commitWeek, PLANNED_FOLDERS, shop, SHOP } from '../../support/http/company-week.ts';
import {
  createTestApi,
  createTestApiOn,
  objectIn,
  type ReportsApiTestContext,
  type TestRequest,
} from '../../support/http/reports-api-context.ts';
import { temporaryFolder } from '../../support/run-command.ts';
import { requireWeek } from '../../support/test-facts.ts';
import { createReport } from '../../support/test-reports.ts';

const WEEKS = ['2026-W45', '2026-W46'] as const;
const NOW = Date.parse('2026-11-19T08:00:00Z');
const RANGE = 'from=2026-W40&to=2026-W46';
const files = parquetFiles();
const north: TestRequest = { caller: { folders: [2] } };

interface Company extends ReportsApiTestContext {
  readonly reports: readonly Report[];
  /** Writes the fact tables of the reports that are stored now. */
  storeFacts(): Promise<void>;
}

/** Two weeks of six reports without fact tables. */
async function company(t: TestContext): Promise<Company> {
  const testApi = await createTestApi(t);
  const reports: Report[] = [];
  for (const week of WEEKS) {
    await testApi.plan(week, PLANNED_FOLDERS);
    reports.push(...(await commitWeek(testApi, week)).values());
  }
  const storeFacts = async (): Promise<void> => {
    for (const week of WEEKS) await storeTables(testApi.store, week);
  };
  return { ...testApi, reports, storeFacts };
}

async function storeTables(store: ObjectStore, week: string): Promise<void> {
  await writeWeekTables({ repository: openArchive(store), files }, week, { now: NOW });
}

type Rows = readonly Readonly<Record<string, unknown>>[];

async function figures(
  testApi: ReportsApiTestContext,
  query = '',
  options: TestRequest = {},
): Promise<Rows> {
  const path = `/v1/figures?${RANGE}&format=ndjson${query}`;
  const { status, text } = await testApi.ask('GET', path, options);
  assert.equal(status, 200, text);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => objectIn(line));
}

const placeOf = ({ week, folder }: Report): string => `${week}/${folder.key}`;
const placesOf = (rows: Rows): readonly string[] => [
  ...new Set(rows.map(({ week, folder }) => `${String(week)}/${String(folder)}`)),
];

/** The rows that a database reads from a file. */
async function query(t: TestContext, bytes: Uint8Array, name: string, sql: string): Promise<Rows> {
  const path = join(await temporaryFolder(t), name);
  await writeFile(path, bytes);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql.replace('$FILE', `'${path}'`))).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function mondayOf(week: string): string {
  return dateOf(requireWeek(week).monday);
}

/** What a row says of the level of a survey. */
function levelCells({ level, reason }: SurveyWeek): Rows[number] {
  const { state } = level;
  const isLow = state === 'new' || state === 'still';
  const option = reason !== null && 'option' in reason ? reason.option : null;
  return {
    state,
    was: state === 'recovered' ? level.was : isLow || state === 'better' ? level.usual : null,
    basis: level.basis,
    since: level.since,
    weeks: level.weeks,
    lost: isLow ? level.lossTotal : null,
    reason: reason?.kind ?? null,
    reason_option: option?.key ?? null,
    reason_name: option?.name ?? null,
    reason_weekday: reason?.kind === 'weekday' ? reason.at : null,
    reason_from_hour: reason?.kind === 'part' ? 6 * reason.at : null,
    usual: level.usual,
    lower: level.lower,
    upper: level.upper,
  };
}

describe('figures of surveys', () => {
  it('have a row for each survey and week with the figures of its report', async (t) => {
    const { reports, ...testApi } = await company(t);
    const rows = await figures(testApi);
    const expected = reports
      .filter(({ surveys }) => surveys.length > 0)
      .toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)))
      .flatMap(({ week, folder, revision, status, surveys }) =>
        surveys.map((survey) => ({
          week,
          week_start: mondayOf(week),
          place: 'survey',
          folder: folder.key,
          folder_name: folder.name,
          path: folder.path.map(({ name }) => name).join(' / '),
          survey: survey.key,
          question_name: survey.question.name,
          time_zone: survey.timeZone,
          surveys: 1,
          status,
          revision,
          index_type: survey.indexType,
          feedback_scale: survey.feedbackScale,
          ...Object.fromEntries(
            ['c0', 'c1', 'c2', 'c3', 'c4'].map((c, i) => [c, survey.data[i] ?? null]),
          ),
          responses: survey.responses,
          score: survey.index,
          half_width: survey.halfWidth,
          previous_responses: survey.previousResponses,
          previous_score: survey.previousIndex,
          change: survey.change,
          change_half_width: survey.changeHalfWidth,
          change_is_clear: survey.changeIsClear,
          ...levelCells(survey),
        })),
      );
    assert.equal(expected.length, 6);
    assert.deepEqual(rows, expected);
    for (const row of rows) assert.deepEqual(Object.keys(row), Object.keys(FIGURE_TABLES.week));
  });

  it('add up to the same sums by hour, day and week, which are those of the folders', async (t) => {
    const testApi = await company(t);
    const sum = async (more: string): Promise<number> =>
      (await figures(testApi, more)).reduce((total, row) => total + Number(row['responses']), 0);
    const total = await sum('');
    assert.ok(total > 0);
    for (const extraQuery of ['&grain=day', '&grain=hour'])
      assert.equal(await sum(extraQuery), total, extraQuery);
    // Each survey is in its shop, in the region above and in the root.
    for (const grain of ['week', 'day', 'hour']) {
      assert.equal(await sum(`&places=folders&grain=${grain}`), 3 * total, grain);
    }
  });

  it('has the surveys of a folder by key, and their hours by time, in any order of the report', async (t) => {
    const testApi = await createTestApi(t);
    await testApi.plan('2026-W46', [[21, null]]);
    const surveys = [212, 210, 211].map((key) => ({ key, name: `Question ${key}`, volume: 60 }));
    const report = createReport({ ...SHOP, path: [], surveys }, { week: '2026-W46' });
    const [first, ...others] = report.surveys;
    assert.ok(first !== undefined);
    const reordered = {
      ...report,
      surveys: [...others, { ...first, hours: first.hours.toReversed() }].toReversed(),
    };
    await commitTestReport(openArchive(testApi.store), reordered);
    const rows = await figures(testApi);
    assert.deepEqual(
      rows.map(({ survey }) => survey),
      [210, 211, 212],
    );
    const keyOf = ({ survey, start_utc: start }: Rows[number]) =>
      `${String(survey)} ${String(start)}`;
    const hours = (await figures(testApi, '&grain=hour')).map(keyOf);
    assert.ok(hours.length > 100);
    assert.deepEqual(hours, hours.toSorted());
  });

  it('orders figures by time within a survey, with the index of each period', async (t) => {
    const { reports, ...testApi } = await company(t);
    const rows = await figures(testApi, '&grain=day&below=21');
    const [survey] = reports.find(({ folder }) => folder.key === 21)?.surveys ?? [];
    const expected = survey?.days.filter(({ responses }) => responses > 0) ?? [];
    assert.ok(expected.length > 1);
    assert.deepEqual(
      rows.slice(0, expected.length).map(({ date, responses, score }) => [date, responses, score]),
      expected.map(({ date, responses, index }) => [date, responses, index]),
    );
    const hours = (await figures(testApi, '&grain=hour&below=21')).map(({ start_utc: start }) =>
      String(start),
    );
    assert.deepEqual(hours, hours.toSorted());
  });

  it('returns the same bytes from the fact tables as from the stored JSON', async (t) => {
    const testApi = await company(t);
    for (const extraQuery of ['', '&grain=day', '&grain=hour', '&places=folders']) {
      const path = `/v1/figures?${RANGE}${extraQuery}`;
      const { text: fromJson, headers } = await testApi.ask('GET', path);
      await testApi.storeFacts();
      const { text: fromTables, headers: later } = await testApi.ask('GET', path);
      assert.equal(fromTables, fromJson);
      assert.equal(later.get('ETag'), headers.get('ETag'));
    }
    // They were read: without the JSON nothing else is left.
    for (const report of testApi.reports) {
      const id = { week: report.week, folder: report.folder.key };
      const manifest = await findManifest(openArchive(testApi.store), id);
      await testApi.store.remove(manifest?.files.json.key ?? '');
    }
    assert.equal((await figures(testApi)).length, 6);
  });

  it('come from one revision, also when a newer one is stored between two reads', async (t) => {
    const testApi = await company(t);
    await testApi.storeFacts();
    const before = await figures(testApi);
    const newer = shop(SHOP, { week: '2026-W46', seed: 99 });
    const { store } = testApi;
    let isCommitted = false;
    const read: ObjectStore['read'] = async (key) => {
      // The tables and the manifest of this report are replaced after its manifest was read.
      if (key === tableKey('folders', '2026-W46') && !isCommitted) {
        isCommitted = true;
        const { revision } = await commitTestReport(openArchive(store), { ...newer, revision: 2 });
        assert.equal(revision, 2);
        await storeTables(store, '2026-W46');
      }
      return store.read(key);
    };
    const routes = createTestApiOn({ ...store, read });
    assert.deepEqual(await figures(routes), before);
    assert.ok(isCommitted);
    const after = await figures(routes);
    assert.deepEqual(
      after.map(({ revision }) => revision),
      [1, 1, 1, 2, 1, 1],
    );
    assert.notDeepEqual(after[3], before[3]);
  });
});

describe('a table of figures', () => {
  it('is read by a database as the same rows, from CSV, NDJSON and Parquet', async (t) => {
    const testApi = await company(t);
    const routes = createReportsApi(testApi.api);
    const readAs = async (format: string, reader: string): Promise<Rows> => {
      const url = `http://host.example/v1/figures?${RANGE}&grain=hour&format=${format}`;
      const response = await routes.fetch(new Request(url), { caller: WHOLE_COMPANY });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const sql = `SELECT COLUMNS(* EXCLUDE (start_utc))::VARCHAR, epoch_ms(start_utc) AS start FROM ${reader}`;
      return query(t, bytes, `figures.${format}`, sql);
    };
    const parquet = await readAs('parquet', 'read_parquet($FILE)');
    assert.ok(parquet.length > 100);
    assert.deepEqual(Object.keys(parquet[0] ?? {}), [
      ...Object.keys(FIGURE_TABLES.hour).filter((name) => name !== 'start_utc'),
      'start',
    ]);
    assert.deepEqual(await readAs('csv', 'read_csv($FILE)'), parquet);
    assert.deepEqual(await readAs('ndjson', 'read_json($FILE)'), parquet);
  });

  it('keeps every text in CSV, but for what is made harmless', async (t) => {
    const texts = fc.sample(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.string({
          unit: fc.constantFrom('"', ',', ';', '\n', '\r', ' ', "'", '=', 'x', 'å', '\t'),
        }),
      ),
      300,
    );
    const columns = { row: column('int32', 'Position'), name: column('string', 'A text') };
    const writer = openTableWriter('csv', columns, files);
    const bytes = Buffer.concat([
      writer.write(texts.map((name, row) => ({ row, name }))),
      writer.end(),
    ]);
    const sql = `SELECT name FROM read_csv($FILE, all_varchar = true, allow_quoted_nulls = false) ORDER BY CAST(row AS INTEGER)`;
    const cells = (await query(t, bytes, 'texts.csv', sql)).map(({ name }) => name);
    const harmless = (text: string): string =>
      text
        .replace(/([;\t\r\n][ "]*)(?=[=+\-@＝＋－＠])/gu, "$1'")
        .replace(/^(?=[=+\-@\t\r\n＝＋－＠])/u, "'");
    assert.deepEqual(cells, texts.map(harmless));
  });

  it('has a readable name and is compressed where that is accepted, but not Parquet', async (t) => {
    const testApi = await company(t);
    const ask = async (more: string) => {
      const headers = { 'Accept-Encoding': 'gzip' };
      const url = `http://host.example/v1/figures?${RANGE}${more}`;
      const routes = createReportsApi(testApi.api);
      return routes.fetch(new Request(url, { headers }), { caller: WHOLE_COMPANY });
    };
    const csv = await ask('&below=2');
    assert.equal(
      csv.headers.get('Content-Disposition'),
      'attachment; filename="figures-2-2026-W40-2026-W46.csv"',
    );
    assert.equal(csv.headers.get('Content-Type'), 'text/csv; charset=utf-8');
    assert.equal(csv.headers.get('Content-Encoding'), 'gzip');
    assert.match(csv.headers.get('ETag') ?? '', /^"[0-9a-f]{64}-gzip"$/);
    const plainAnswer = await testApi.ask('GET', `/v1/figures?${RANGE}&below=2`);
    assert.equal(gunzipSync(await csv.arrayBuffer()).toString(), `\uFEFF${plainAnswer.text}`);
    const parquet = await ask('&format=parquet');
    assert.equal(parquet.headers.get('Content-Encoding'), null);
    assert.equal(parquet.headers.get('Content-Type'), 'application/vnd.apache.parquet');
  });

  it('has the format that Accept prefers where none is asked for', async (t) => {
    const testApi = await company(t);
    const typeFor = async (accept: string, more = ''): Promise<string | null> =>
      (
        await testApi.ask('GET', `/v1/figures?${RANGE}${more}`, { headers: { Accept: accept } })
      ).headers.get('Content-Type');
    assert.equal(await typeFor('application/x-ndjson'), 'application/x-ndjson');
    assert.equal(await typeFor('text/csv;q=0.5, application/x-ndjson'), 'application/x-ndjson');
    assert.equal(await typeFor('text/html, */*'), 'text/csv; charset=utf-8');
    assert.equal(await typeFor('text/*', '&format=ndjson'), 'application/x-ndjson');
    assert.equal(await typeFor('application/json'), 'application/problem+json');
  });

  it('is not sent to a caller that has it, until a report or the caller’s folders change', async (t) => {
    const testApi = await company(t);
    const path = `/v1/figures?${RANGE}`;
    const tag = (await testApi.ask('GET', path)).headers.get('ETag') ?? '';
    const askAgain = (options: TestRequest = {}, more = '') =>
      testApi.ask('GET', `${path}${more}`, { headers: { 'If-None-Match': tag }, ...options });
    const { status, headers, text } = await askAgain();
    assert.deepEqual([status, headers.get('ETag'), text], [304, tag, '']);
    for (const extraQuery of ['&grain=day', '&format=ndjson', '&places=folders', '&below=2']) {
      assert.equal((await askAgain({}, extraQuery)).status, 200, extraQuery);
    }
    const otherRequest = { ...north, headers: { 'If-None-Match': tag } };
    assert.equal((await testApi.ask('GET', path, otherRequest)).status, 200);
    const newer = shop(SHOP, { week: '2026-W46', seed: 99 });
    await commitTestReport(openArchive(testApi.store), { ...newer, revision: 2 });
    assert.equal((await askAgain()).status, 200);
  });
});

describe('the ETag of a table', () => {
  it('differs by weeks, grain, places and what the caller sees, and is the same for the same table', async (t) => {
    const testApi = await company(t);
    const tagOf = async (query: string, options: TestRequest = {}): Promise<string | null> =>
      (await testApi.ask('GET', `/v1/figures?${query}`, options)).headers.get('etag');
    const tags = await Promise.all([
      tagOf(RANGE),
      tagOf(RANGE, north),
      tagOf('from=2026-W41&to=2026-W46'),
      tagOf('from=2026-W40&to=2026-W47'),
      ...['grain=day', 'grain=hour', 'places=folders', 'below=21', 'below=22'].map((more) =>
        tagOf(`${RANGE}&${more}`),
      ),
    ]);
    assert.equal(new Set(tags).size, tags.length);
    assert.equal(await tagOf(`${RANGE}&grain=week&places=surveys`), tags[0]);
  });
});

describe('the range of figures', () => {
  it('has the newest stored week and the twelve before it by default', async (t) => {
    const testApi = await createTestApi(t);
    const name = async (more: string): Promise<string | null> =>
      (await testApi.ask('GET', `/v1/figures?${more}`)).headers.get('Content-Disposition');
    assert.match((await name('')) ?? '', /figures-2026-W34-2026-W46\.csv/, 'of an empty store');
    await testApi.plan('2026-W20', [[1, null]]);
    assert.match((await name('')) ?? '', /figures-2026-W08-2026-W20\.csv/);
    assert.match((await name('to=2026-W20&from=2026-W20')) ?? '', /figures-2026-W20\.csv/);
    const { text } = await testApi.ask('GET', '/v1/figures');
    assert.equal(text.trimEnd(), Object.keys(FIGURE_TABLES.week).join(','));
  });

  it('is refused where it has no meaning', async (t) => {
    const testApi = await company(t);
    const refusedQueries = [
      ['from=2026-W47&to=2026-W46', 400, 'RANGE_INVALID'],
      ['from=2027-W01', 400, 'RANGE_INVALID'],
      ['from=2024-W44&to=2026-W46', 400, 'RANGE_INVALID'],
      ['from=2026-W54', 422, 'WEEK_INVALID'],
      ['to=2026-11-09', 422, 'WEEK_INVALID'],
      ['from=', 422, 'WEEK_INVALID'],
      ['below=0', 400, 'FOLDER_KEY_INVALID'],
      ['below=north', 400, 'FOLDER_KEY_INVALID'],
      ['below=87', 404, 'FOLDER_NOT_FOUND'],
      ['grain=month', 400, 'FIELD_INVALID'],
      ['places=shops', 400, 'FIELD_INVALID'],
      ['format=xlsx', 400, 'FIELD_INVALID'],
      ['format=csv&format=csv', 400, 'FIELD_REPEATED'],
      ['cursor=x', 400, 'FIELD_UNKNOWN'],
    ] as const;
    for (const [more, status, code] of refusedQueries) {
      const response = await testApi.ask('GET', `/v1/figures?${more}`);
      assert.deepEqual([response.status, response.body['code']], [status, code], more);
    }
    const longest = await testApi.ask('GET', '/v1/figures?from=2024-W45&to=2026-W46');
    assert.equal(longest.status, 200);
  });
});

describe('the scope of figures', () => {
  it('is what the caller sees, and below a folder the part of it there', async (t) => {
    const testApi = await company(t);
    const places = async (more: string, options: TestRequest = {}): Promise<readonly string[]> =>
      placesOf(await figures(testApi, `&places=folders${more}`, options));
    const inBoth = (keys: readonly number[]): readonly string[] =>
      WEEKS.flatMap((week) => keys.map((key) => `${week}/${key}`));
    assert.deepEqual(await places(''), inBoth([1, 2, 3, 21, 22, 31]));
    assert.deepEqual(await places('', north), inBoth([2, 21, 22]));
    assert.deepEqual(await places('&below=2'), inBoth([2, 21, 22]));
    assert.deepEqual(await places('&below=22', north), inBoth([22]));
    assert.deepEqual(await places('', { caller: { folders: [] } }), []);
    const hiddenAnswer = await testApi.ask('GET', `/v1/figures?${RANGE}&below=1`, north);
    assert.equal(hiddenAnswer.body['code'], 'FOLDER_NOT_FOUND', 'the root is above its folders');
  });

  it('is both ends of the range and the weeks between', async (t) => {
    const testApi = await company(t);
    for (const [range, weeks] of [
      ['from=2026-W45&to=2026-W45', ['2026-W45']],
      ['from=2026-W46&to=2026-W47', ['2026-W46']],
      ['from=2026-W44&to=2026-W46', WEEKS],
    ] as const) {
      const { text } = await testApi.ask('GET', `/v1/figures?${range}&below=21&format=ndjson`);
      const rows = text.split('\n').slice(0, -1).map(objectIn);
      assert.deepEqual([...new Set(rows.map(({ week }) => week))], weeks);
    }
  });

  it('is empty below a folder without reports, and hides one that the caller does not see', async (t) => {
    const testApi = await company(t);
    const below = (folder: number) =>
      testApi.ask(
        'GET',
        `/v1/figures?from=2026-W10&to=2026-W12&below=${folder}&format=ndjson`,
        north,
      );
    for (const folder of [2, 21]) {
      const { status, text } = await below(folder);
      assert.deepEqual([status, text], [200, '']);
    }
    for (const folder of [1, 3, 31, 87]) {
      const { status, body } = await below(folder);
      assert.deepEqual([status, body['code']], [404, 'FOLDER_NOT_FOUND']);
    }
  });

  it('follows the plan of each week where a folder has moved', async (t) => {
    const testApi = await createTestApi(t);
    const from = (week: string, folders: typeof PLANNED_FOLDERS) =>
      testApi.plan(week, folders).then(() => commitWeek(testApi, week));
    await from('2026-W46', PLANNED_FOLDERS);
    await testApi.plan(
      '2026-W45',
      PLANNED_FOLDERS.map(([key, parent]) => [key, key === 22 ? 3 : parent]),
    );
    await commitWeek(testApi, '2026-W45');
    assert.deepEqual(placesOf(await figures(testApi, '', north)), [
      '2026-W45/21',
      '2026-W46/21',
      '2026-W46/22',
    ]);
  });
});

describe('a damaged report', () => {
  it('is a problem, and no table without it', async (t) => {
    const testApi = await company(t);
    const manifest = await findManifest(openArchive(testApi.store), { week: WEEKS[0], folder: 21 });
    await testApi.store.remove(manifest?.files.json.key ?? '');
    const { status, body } = await testApi.ask('GET', `/v1/figures?${RANGE}`);
    assert.deepEqual([status, body['code']], [500, 'REPORT_DAMAGED']);
    assert.equal(testApi.faults.length, 1);
  });
});
