// The totals of a report, with expected values calculated by hand.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildReport, type FolderPart } from '../../../lib/domain/build-report.ts';
import { NO_SETTINGS } from '../../../lib/domain/signals/folder-settings.ts';
import { buildSurveyWeek, type FolderSurvey } from '../../../lib/domain/survey-week.ts';
import type { SurveyFacts } from '../../../lib/domain/report-inputs.ts';
import type { Report } from '../../../lib/domain/report.ts';
import {
  createAlert,
  createHour,
  AS_OF,
  createSurvey,
  CONTEXT,
  RULES,
  createFacts,
  W46,
} from '../../support/test-facts.ts';

function own(key: number, facts: readonly SurveyFacts[], asOf = AS_OF): FolderPart {
  return {
    folder: { key, name: `Folder ${key}`, path: [] },
    week: W46,
    asOf: new Date(asOf).toISOString(),
    surveys: facts
      .map((surveyFacts) => buildSurveyWeek(surveyFacts, CONTEXT))
      .filter((surveyWeek): surveyWeek is FolderSurvey => surveyWeek !== null),
    failed: [],
    absent: [],
    settings: NO_SETTINGS,
    problems: [],
  };
}

function reportOf(part: FolderPart, children: readonly Report[] = []): Report {
  return buildReport(part, children, null, RULES);
}

/** Survey 8: 12 responses this week and 6 last week, three alerts of which two are open. */
const WITH_ALERTS = createFacts({
  survey: createSurvey({ key: 8, folder: { key: 4, name: 'Kiosk' } }),
  hours: [createHour('2026-11-10', 9, [3, 3, 3, 3]), createHour('2026-11-03', 9, [1, 2, 3, 0])],
  alerts: [
    createAlert('2026-11-11T10:00:00Z', null, { key: 33, survey: 8 }),
    createAlert('2026-11-01T10:00:00Z', null, { key: 32, survey: 8, alertSpecification: 12 }),
    createAlert('2026-11-12T10:00:00Z', '2026-11-12T11:30:00Z', { key: 31, survey: 8 }),
  ],
});
/** Survey 7: one alert that opened at the same instant as number 33 of survey 8. */
const ONE_ALERT = createFacts({
  alerts: [createAlert('2026-11-11T10:00:00Z', null, { key: 5 })],
});
const SILENT = createFacts({
  survey: createSurvey({ key: 6, folder: { key: 2, name: 'Yard' } }),
  hours: [],
});

describe('a report', () => {
  it('has its version, its week from Monday to Monday, and the previous week', () => {
    const { reportVersion, revision, week, from, to, previousWeek } = reportOf(own(3, []));
    assert.deepEqual([reportVersion, revision, week], ['3', 1, '2026-W46']);
    assert.deepEqual([from, to, previousWeek], ['2026-11-09', '2026-11-16', '2026-W45']);
  });

  it('counts alerts by whether they started in the week, and lists open ones by beginning, then key', () => {
    const { summary } = reportOf(own(3, [WITH_ALERTS, ONE_ALERT, SILENT]));
    assert.deepEqual(summary.alerts, { started: 3, carriedOver: 1, open: 3 });
    const unreadReport = reportOf(own(3, [createFacts({ alerts: null })]));
    assert.deepEqual(unreadReport.summary.alerts, { started: 0, carriedOver: 0, open: 0 });
    assert.deepEqual(summary.openAlerts, [
      {
        key: 32,
        folder: 4,
        survey: 8,
        alertSpecification: 12,
        alertType: 'negative',
        beginTime: '2026-11-01T12:00:00+02:00',
        minutesInWeek: 7 * 24 * 60,
      },
      {
        key: 5,
        folder: 3,
        survey: 7,
        alertSpecification: 11,
        alertType: 'negative',
        beginTime: '2026-11-11T12:00:00+02:00',
        minutesInWeek: 108 * 60,
      },
      {
        key: 33,
        folder: 4,
        survey: 8,
        alertSpecification: 11,
        alertType: 'negative',
        beginTime: '2026-11-11T12:00:00+02:00',
        minutesInWeek: 108 * 60,
      },
    ]);
  });

  it('sums responses of both weeks, counts surveys with responses, and lists quiet surveys by folder', () => {
    const { summary } = reportOf(own(3, [WITH_ALERTS, ONE_ALERT, SILENT]));
    assert.equal(summary.surveys, 3);
    assert.equal(summary.surveysWithResponses, 2);
    assert.deepEqual([summary.responses, summary.previousResponses], [22, 6]);
    assert.deepEqual(summary.quiet, [
      { folder: 2, survey: 6, silentDays: 7, responses: 0 },
      { folder: 3, survey: 7, silentDays: 6, responses: 10 },
      { folder: 4, survey: 8, silentDays: 6, responses: 12 },
    ]);
  });

  it('has the totals of its subfolders', () => {
    const children = [own(12, [WITH_ALERTS]), own(11, [ONE_ALERT, SILENT])].map((part) =>
      reportOf(part),
    );
    const wholeReport = reportOf(own(3, [WITH_ALERTS, ONE_ALERT, SILENT]));
    const parent = reportOf(own(3, []), children);
    // The parts that places are in are those of the parent alone.
    const places = parent.summary.places.map(({ part, ...place }) => place);
    assert.deepEqual({ ...parent.summary, places }, wholeReport.summary);
    assert.deepEqual(
      parent.subfolders.map(({ key }) => key),
      [11, 12],
    );
  });

  it('adds the trends of its surveys week by week', () => {
    const [group] = reportOf(own(3, [WITH_ALERTS, ONE_ALERT])).summary.groups;
    const lastWeeks = group?.trend
      .slice(-3)
      .map(({ week, data, responses }) => [week, data, responses]);
    assert.deepEqual(lastWeeks, [
      ['2026-W44', [0, 0, 0, 0], 0],
      ['2026-W45', [1, 2, 3, 0], 6],
      ['2026-W46', [4, 5, 6, 7], 22],
    ]);
    assert.equal(group?.trend.length, 13);
  });

  it('lists surveys by key', () => {
    const { surveys } = reportOf(own(3, [WITH_ALERTS, SILENT, ONE_ALERT]));
    assert.deepEqual(
      surveys.map(({ key }) => key),
      [6, 7, 8],
    );
  });

  it('has the earliest asOf of its parts', () => {
    const early = AS_OF - 1000;
    for (const [mine, theirs] of [
      [AS_OF, early],
      [early, AS_OF],
    ] as const) {
      const child = reportOf(own(11, [ONE_ALERT], theirs));
      assert.equal(reportOf(own(3, [], mine), [child]).asOf, new Date(early).toISOString());
    }
  });

  it('lists the changes of every figure, index type and survey in a later revision', () => {
    const before = reportOf(own(3, [ONE_ALERT, createFacts({ survey: createSurvey({ key: 9 }) })]));
    const nps = createSurvey({ key: 10, indexType: 'NPS', feedbackScale: 'FIVE' });
    const after = own(
      3,
      [
        createFacts({ survey: nps, hours: [createHour('2026-11-10', 9, [0, 0, 0, 1, 3])] }),
        { ...ONE_ALERT, hours: [createHour('2026-11-09', 9, [1, 2, 3, 6])] },
        WITH_ALERTS,
      ],
      AS_OF + 60_000,
    );
    const { changes } = buildReport(after, [], { revision: 4, report: before }, RULES);
    assert.deepEqual(changes, {
      revision: 1,
      asOf: new Date(AS_OF).toISOString(),
      status: { before: 'complete', after: 'complete' },
      responses: { before: 20, after: 28 },
      previousResponses: { before: 0, after: 6 },
      openAlerts: { before: 1, after: 3 },
      groups: [
        {
          indexType: 'HAPPY',
          feedbackScale: 'FOUR',
          responses: { before: 20, after: 24 },
          index: {
            before: (100 * (0 * 2 + 1 * 4 + 2 * 6 + 3 * 8)) / (3 * 20),
            after: (100 * (0 * 4 + 1 * 5 + 2 * 6 + 3 * 9)) / (3 * 24),
          },
        },
        {
          indexType: 'NPS',
          feedbackScale: 'FIVE',
          responses: { before: null, after: 4 },
          index: { before: null, after: 75 },
        },
      ],
      surveys: [
        {
          key: 7,
          responses: { before: 10, after: 12 },
          index: { before: (100 * 20) / 30, after: (100 * 26) / 36 },
        },
        { key: 8, responses: { before: null, after: 12 }, index: { before: null, after: 50 } },
        {
          key: 9,
          responses: { before: 10, after: null },
          index: { before: (100 * 20) / 30, after: null },
        },
        { key: 10, responses: { before: null, after: 4 }, index: { before: null, after: 75 } },
      ],
      problemsSolved: [],
      problemsArisen: [],
    });
  });

  it('lists changed index types by name, and problems without a folder or survey first', () => {
    const nps = createFacts({ survey: createSurvey({ indexType: 'NPS', feedbackScale: 'FOUR' }) });
    const { changes } = buildReport(
      own(3, [ONE_ALERT]),
      [],
      { revision: 1, report: reportOf(own(3, [nps])) },
      RULES,
    );
    assert.deepEqual(
      changes?.groups.map(({ indexType }) => indexType),
      ['HAPPY', 'NPS'],
    );
    const problems = [
      { code: 'A', folder: 1, survey: 1, message: '', missing: false },
      { code: 'B', folder: 1, message: '', missing: false },
      { code: 'C', message: '', missing: false },
    ];
    for (const order of [problems, problems.toReversed()]) {
      assert.deepEqual(
        reportOf({ ...own(3, []), problems: order }).problems.map(({ code }) => code),
        ['C', 'B', 'A'],
      );
    }
  });
});
