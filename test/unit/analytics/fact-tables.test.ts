// Rows of the fact tables: what each says of a report.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rowsOfReport } from '../../../lib/analytics/report-rows.ts';
import { isoIn } from '../../../lib/domain/calendar.ts';
import type { JudgedFigures, Report } from '../../../lib/domain/report.ts';
import type { Level, Reason } from '../../../lib/domain/signals/model.ts';
import { FACT_TABLE_NAMES } from '../../../lib/ports/fact-tables.ts';
import { STORE } from '../../support/archive.ts';
import {
  createPartialReport,
  createReport,
  createStoreReport,
} from '../../support/test-reports.ts';
import { readVersion2Report } from '../../support/version-2-reports.ts';

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
    for (const table of FACT_TABLE_NAMES) {
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
