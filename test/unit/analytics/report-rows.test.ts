// The rows of a report state its own figures, by the names of the fields in the report.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rowsOfReport } from '../../../lib/analytics/report-rows.ts';
import type { Report, ReportProblem, SurveyWeek } from '../../../lib/domain/report.ts';
import { createReport, createStoreReport, listReportKinds } from '../../support/test-reports.ts';
import { STORE } from '../../support/archive.ts';

/** "usualData" as in a table: "usual_data". */
const columnName = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Checks that a row has the values of those fields that are columns; returns their number. */
function compareFields(row: object, fields: object | null, prefix = ''): number {
  const cells = new Map(Object.entries(row));
  let compared = 0;
  for (const [field, value] of Object.entries(fields ?? {})) {
    const name = `${prefix}${columnName(field)}`;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!cells.has(name) || isObject) continue;
    assert.deepEqual(cells.get(name), value, name);
    compared += value === null ? 0 : 1;
  }
  return compared;
}

const SHARES = { responses: 3, share: 0.75, previousResponses: 1, previousShare: 0.5 };
const OPTION = { ...SHARES, shareLower: 0.3, shareUpper: 0.95, shareShown: true };

function storeWith(changes: Partial<SurveyWeek>): Report {
  const report = createStoreReport(1);
  return { ...report, surveys: report.surveys.map((survey) => ({ ...survey, ...changes })) };
}

describe('the rows of a report', () => {
  it('have the figures and signals of each survey and kind of index', () => {
    let compared = 0;
    for (const [, report] of listReportKinds()) {
      const { weeks, folder_weeks } = rowsOfReport(report);
      for (const [rows, figures] of [
        [weeks, report.surveys],
        [folder_weeks, report.summary.groups],
      ] as const) {
        assert.equal(rows.length, figures.length);
        for (const [i, row] of rows.entries()) {
          const { level = null, index = null } = figures[i] ?? {};
          const { was: _, ...ownLevel } = level ?? { was: null };
          compared += compareFields(row, figures[i] ?? null) + compareFields(row, ownLevel);
          assert.equal(row.score, index);
        }
      }
    }
    assert(compared > 100, `${compared} values`);
  });

  it('have how usual the number of responses is, and a silence, or null', () => {
    const volume = {
      verdict: 'low',
      basis: 'week',
      usual: 120,
      ratio: 0.5,
      z: -3,
      since: '2026-W44',
      weeks: 3,
      settled: false,
      asLastYear: true,
    } as const;
    const silent = { fromDay: 2, days: 4, ongoing: true, expected: 80, p: 0.001, weeks: null };
    const rowOf = (changes: Partial<SurveyWeek>) =>
      rowsOfReport(storeWith(changes)).weeks[0] ?? assert.fail();
    const row = rowOf({ volume, silent });
    assert.equal(compareFields(row, volume, 'volume_'), 4);
    assert.equal(row.silence_from_weekday, 2);
    const { fromDay: _, ...rest } = silent;
    assert.equal(compareFields(row, rest, 'silence_'), 4);
    const unknown = rowOf({ volume: null, silent: null });
    assert.deepEqual([unknown.volume_usual, unknown.silence_days], [null, null]);
  });

  it('have the pain points and highlights with their counts', () => {
    const queue = { ...OPTION, key: 701, name: 'Queue', data: [2, 1, 0, 0] };
    const staff = { ...OPTION, key: 702, name: 'Staff', data: [0, 0, 1, 2] };
    const report = storeWith({ painPoints: [queue], highlights: [staff] });
    const rows = rowsOfReport(report).follow_ups;
    assert.deepEqual(
      rows.map(({ kind, option, name, c0, c3, c4 }) => [kind, option, name, c0, c3, c4]),
      [
        ['painPoint', 701, 'Queue', 2, 0, null],
        ['highlight', 702, 'Staff', 0, 2, null],
      ],
    );
    for (const row of rows) assert.equal(compareFields(row, SHARES), 4);
    assert.deepEqual(
      rowsOfReport(storeWith({ painPoints: null, highlights: null })).follow_ups,
      [],
    );
  });

  it('have the end of an alert, or null while it is open', () => {
    const report = createStoreReport(1);
    const alerts = report.surveys.flatMap((survey) => survey.alerts ?? []);
    const [alert = assert.fail()] = alerts;
    const endTime = '2026-11-12T10:00:00+02:00';
    const rows = rowsOfReport(
      storeWith({
        alerts: [
          { ...alert, endTime },
          { ...alert, endTime: null },
        ],
      }),
    ).alerts;
    assert.deepEqual(
      rows.map(({ end_utc }) => end_utc),
      [Date.parse(endTime), null],
    );
  });

  it('have the folder directly above, and all above from the root on', () => {
    const report = createStoreReport(1);
    const pathOf = (...keys: readonly number[]) =>
      keys.map((key) => ({ key, name: `Folder ${key}` }));
    const rowOf = (...keys: readonly number[]) =>
      rowsOfReport({ ...report, folder: { ...report.folder, path: pathOf(...keys) } }).folders[0];
    const { parent, depth, path_keys } = rowOf(1, 2, 5) ?? assert.fail();
    assert.deepEqual([parent, depth, path_keys], [5, 3, [1, 2, 5]]);
    assert.deepEqual([rowOf()?.parent, rowOf()?.depth], [null, 0]);
  });
});

describe('a quiet survey', () => {
  it('is one of the folder itself, not one of the same key below', () => {
    const report = createStoreReport(1);
    const [survey = assert.fail()] = report.surveys;
    const rowIn = (folder: number) => {
      const quiet = [{ folder, survey: survey.key, silentDays: 3, responses: 12 }];
      const summary = { ...report.summary, quiet };
      const { is_active, silent_days } =
        rowsOfReport({ ...report, summary }).weeks[0] ?? assert.fail();
      return [is_active, silent_days];
    };
    assert.deepEqual(rowIn(report.folder.key), [true, 3]);
    assert.deepEqual(rowIn(report.folder.key + 1), [null, 0]);
  });
});

describe('the problems of a report', () => {
  it('are its own, and those of a folder directly below that its own report cannot say', () => {
    const store = { ...STORE, key: 21 };
    const folders = [store, { ...STORE, key: 22, surveys: [] }];
    const region = createReport({ ...STORE, key: 2, name: 'North', surveys: [], folders });
    assert.equal(region.subfolders.length, 2);
    const problemIn = (code: ReportProblem['code'], folder?: number): ReportProblem => ({
      code,
      message: 'a message',
      missing: false,
      ...(folder === undefined ? {} : { folder }),
    });
    const codes = (...problems: readonly ReportProblem[]) =>
      rowsOfReport({ ...region, problems }).problems.map(({ code, folder }) => [code, folder]);
    assert.deepEqual(codes(problemIn('CLOCK_DIFFERS')), [['CLOCK_DIFFERS', 2]]);
    assert.deepEqual(codes(problemIn('SIGNALS_MISSING', 2)), [['SIGNALS_MISSING', 2]]);
    assert.deepEqual(codes(problemIn('SIGNALS_MISSING', 21)), [['SIGNALS_MISSING', 21]]);
    assert.deepEqual(codes(problemIn('SIGNALS_MISSING', 211)), []);
    assert.deepEqual(codes(problemIn('CHILD_MISSING', 21)), []);
    assert.deepEqual(codes(problemIn('CHILD_MISSING', 99)), []);
  });
});
