// Reports with cases that the realistic ones of test/support lack: missing names, long lists, odd weeks, busy hours.
import { compareRevisions } from '../../../../lib/domain/report-changes.ts';
import type { ReportProblem, Report } from '../../../../lib/domain/report.ts';
import type { SurveySketch } from '../../../support/test-reports.ts';
import { createReport, createStoreReport } from '../../../support/test-reports.ts';

/** Every type of alert, also with missing parameters. */
export function alertsReport(): Report {
  const parameters = { actual: 54.17, threshold: 50, responses: 1240, windowMin: 95 };
  const { actual, threshold, responses, windowMin } = parameters;
  const types = [
    { alertType: 'negative', parameters },
    { alertType: 'negative', parameters: { actual, threshold } },
    { alertType: 'negative', parameters: { responses, windowMin } },
    { alertType: 'indexThreshold', parameters: { ...parameters, actual: -3.456 } },
    { alertType: 'indexThreshold', parameters: { threshold, windowMin } },
    { alertType: 'feedbackCount', parameters: { ...parameters, countThreshold: 1000 } },
    { alertType: 'feedbackCount', parameters: { countThreshold: 25 } },
    { alertType: 'trend2Break', parameters: { slope: -2.5, over: '3 days', windows: [15, 60] } },
  ];
  return createReport({
    key: 51,
    name: 'Alarming Store 24',
    surveys: [
      {
        key: 511,
        name: 'Was it good?',
        volume: 160,
        followUps: { painPoints: [], highlights: [] },
        alerts: types.map((type, i) => ({
          ...type,
          from: 13.3 * i - 9,
          to: i % 3 === 0 ? null : 13.3 * i + 1.7,
        })),
      },
    ],
  });
}

/** A report without names, so that everything is identified by its key. */
export function namelessReport(): Report {
  const followUps = { painPoints: [''], highlights: ['Tills 3–5'] };
  const survey = { name: '', volume: 90, silentDays: [2, 6] };
  return createReport({
    key: 52,
    name: '',
    path: [{ key: 7, name: '' }],
    surveys: [
      { ...survey, key: 521, followUps, alerts: [{ alertType: 'negative', from: 50, to: 52 }] },
      { ...survey, key: 522, volume: 0, followUps: { painPoints: [], highlights: [] } },
    ],
  });
}

/** More missing data and more problems than a page can show. */
export function missingReport(): Report {
  const problems = Array.from({ length: 25 }, (_, i): ReportProblem => {
    const message =
      i % 2 === 0 ? `It answered with ${400 + i}.` : `Seen ${i} times by 10:${10 + i}.`;
    return {
      code: 'UPSTREAM_UNAVAILABLE',
      folder: 53,
      survey: 530 + i,
      message,
      missing: i % 2 === 0,
    };
  });
  return createReport({
    key: 53,
    name: 'Store of Gaps',
    problems,
    surveys: [{ key: 531, name: 'Any 2 questions?', volume: 60 }],
  });
}

export function zonesReport(): Report {
  const zones = [
    'Asia/Kathmandu',
    'America/St_Johns',
    'Pacific/Chatham',
    'Etc/GMT+5',
    'Africa/Lagos',
  ];
  const moreZones = [
    'Asia/Tokyo',
    'Europe/Paris',
    'Asia/Dubai',
    'America/Lima',
    'Asia/Dhaka',
    'Asia/Tehran',
  ];
  const lastZones = ['America/Bogota', 'Asia/Kabul', 'Africa/Cairo'];
  return createReport({
    key: 54,
    name: 'Around the World',
    surveys: [...zones, ...moreZones, ...lastZones].map((timeZone, i) => ({
      key: 541 + i,
      name: `Gate ${i}`,
      timeZone,
      volume: 60,
      followUps: { painPoints: [], highlights: [] },
    })),
  });
}

/** Thirty buttons, and names with invisible characters and characters that no font has. */
export function buttonsReport(): Report {
  const followUps = {
    painPoints: ['\u{e000}\u{f0000} queue'],
    highlights: ['\u{e001}', 'Ti\u200blls \u202e'],
  };
  return createReport({
    key: 55,
    name: 'Buttons \u{e000}',
    surveys: [
      {
        key: 551,
        name: 'Which?',
        feedbackScale: 'THIRTY',
        indexType: 'LIKE7',
        buttons: 30,
        volume: 900,
        followUps,
      },
    ],
  });
}

/** More surveys than the maximum number of survey pages. */
export function crowdReport(): Report {
  return createReport({
    key: 56,
    name: 'Hall of Terminals',
    surveys: Array.from({ length: 112 }, (_, i) => ({
      key: 600 + i,
      name: `Terminal ${i}`,
      volume: 40,
      followUps: { painPoints: [], highlights: [] },
    })),
  });
}

/** Weeks with a clock change and with a change of year, and a report with a second revision. */
export function oddWeeks(): readonly Report[] {
  const newYear = { week: '2026-W53', asOf: '2027-01-04T18:00:00Z' };
  const autumn = { week: '2026-W43', asOf: '2026-10-27T06:30:00.500Z' };
  const before = createStoreReport(2, { ...autumn, seed: 3 });
  const secondReport = createStoreReport(2, { ...autumn, seed: 4 });
  return [
    createStoreReport(1, newYear),
    { ...secondReport, revision: 2, changes: compareRevisions(before, secondReport) },
  ];
}

/** Places in trouble of every kind, more than a page lists, in two areas; the level of the whole falls. */
export function troubledReport(): Report {
  const shops: readonly Partial<SurveySketch>[] = [
    ...Array.from({ length: 7 }, () => ({ shift: -0.25 })),
    { levelChange: { weeksAgo: 6, mood: 0.35 } },
    { levelChange: { weeksAgo: 5, mood: 0.4 }, shift: 0.2 },
    { levelChange: { weeksAgo: 7, mood: 0.4 }, shift: 0.32 },
    { levelChange: { weeksAgo: 2, mood: 0.55 } },
    { levelChange: { weeksAgo: 8, mood: 0.9 } },
    { alerts: [{ alertType: 'negative', from: 20, to: 95.5 }] },
    { silentDays: [2, 3] },
    { silentDays: [5, 6, 7] },
    { silentDays: [1, 2, 3, 4, 5] },
    { volume: 9 },
    { silentWeeks: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
  ];
  const folders = shops.map((shop, i) => ({
    key: 570 + i,
    name: `Shop ${i + 1}`,
    surveys: [{ key: 5700 + i, name: 'Question 3?', volume: 300 + 20 * i, ...shop }],
  }));
  return createReport({
    key: 57,
    name: 'Region 5',
    path: [{ key: 7, name: 'Company 4' }],
    folders: [
      { key: 58, name: 'Area 1', folders: folders.slice(0, 9) },
      { key: 59, name: 'Area 2', folders: folders.slice(9) },
    ],
  });
}

/** Surveys of one store whose levels changed or whose week deviates, of every kind of index. */
export function levelsReport(): Report {
  const surveys: readonly Partial<SurveySketch>[] = [
    { levelChange: { weeksAgo: 6, mood: 0.35 } },
    { levelChange: { weeksAgo: 5, mood: 0.4 }, shift: 0.2 },
    { levelChange: { weeksAgo: 7, mood: 0.4 }, shift: 0.32 },
    { levelChange: { weeksAgo: 2, mood: 0.55 } },
    { levelChange: { weeksAgo: 8, mood: 0.9 }, indexType: 'AVERAGE' },
    { levelChange: { weeksAgo: 6, mood: 0.5 }, indexType: 'NPS', feedbackScale: 'FIVE' },
    { shift: 0.2, indexType: 'NPS', feedbackScale: 'FIVE' },
    { shift: -0.2, indexType: 'AVERAGE' },
    { shift: -0.1 },
    { silentDays: [2, 3] },
    { silentDays: [1, 2, 3, 4, 5] },
    { silentWeeks: [0] },
    { silentWeeks: [8, 9, 10, 11, 12] },
  ];
  return createReport({
    key: 65,
    name: 'Store of Levels',
    surveys: surveys.map((survey, i) => ({
      key: 651 + i,
      name: `Level ${i + 1}?`,
      volume: 300 + 50 * i,
      ...survey,
    })),
  });
}

/** Steady places, of which two are too small or too new for a verdict. */
export function steadyReport(): Report {
  const shops: readonly Partial<SurveySketch>[] = [
    {},
    { indexType: 'AVERAGE' },
    { volume: 9 },
    { silentWeeks: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
  ];
  return createReport({
    key: 61,
    name: 'Steady Region',
    folders: shops.map((shop, i) => ({
      key: 610 + i,
      name: `Shop ${i + 1}`,
      surveys: [{ key: 6100 + i, name: 'Any 3 wishes?', volume: 300, ...shop }],
    })),
  });
}

/** Alerts of one specification on both sides of a limit. */
export function limitsReport(): Report {
  const reached = [
    { thresholdType: 'under', actual: 31.5 },
    { thresholdType: 'over', actual: 96 },
    { thresholdType: 'under', actual: 12 },
    { thresholdType: 'over', actual: 95 },
    { thresholdType: 'under', actual: 42 },
  ];
  return createReport({
    key: 64,
    name: 'Store 7',
    surveys: [
      {
        key: 641,
        name: 'Any good?',
        volume: 300,
        followUps: { painPoints: [], highlights: [] },
        // Every other alert is of the same specification.
        alerts: reached.flatMap((values, i) => [
          {
            alertType: 'indexThreshold',
            from: 20 * i + 3,
            to: i === 3 ? null : 20 * i + 5,
            parameters: { ...values, threshold: 50, responses: 24, windowMin: 60 },
          },
          { alertType: 'negative', from: 20 * i, to: 20 * i + 1 },
        ]),
      },
    ],
  });
}

/** A region of which more places got better than the list shows in full, and one fell. */
export function improvedReport(): Report {
  const shifts = [-0.35, 0.35, 0.35, 0.35, 0.35, 0.35];
  return createReport({
    key: 63,
    name: 'Improved Region',
    folders: Array.from({ length: 30 }, (_, i) => ({
      key: 630 + i,
      name: `Shop ${i + 1}`,
      surveys: [{ key: 6300 + i, name: 'How?', volume: 600, mood: 0.5, shift: shifts[i] ?? 0 }],
    })),
  });
}

/** A region of which more places could not be read than a page lists. */
export function unreadReport(): Report {
  const shops = Array.from({ length: 9 }, (_, i) => ({
    key: 620 + i,
    name: `Shop ${i + 1}`,
    surveys: [
      {
        key: 6200 + i,
        name: 'How?',
        volume: 300,
        alerts: i < 3 ? [{ alertType: 'negative', from: 10 * i, to: 25 }] : [],
      },
    ],
  }));
  return createReport({
    key: 62,
    name: 'Unread Region',
    folders: shops.map((shop, i) =>
      i === 0
        ? shop
        : {
            ...shop,
            failed: 1,
            problems: [
              {
                code: 'UPSTREAM_UNAVAILABLE',
                folder: shop.key,
                survey: 9001,
                message: 'The survey is missing: status 503.',
                missing: true,
              },
            ],
          },
    ),
  });
}

/** A folder with a subfolder and with surveys of its own, one of them without anything to show. */
export function mixedReport(): Report {
  const followUps = { painPoints: [], highlights: [] };
  return createReport({
    key: 64,
    name: 'Mall 2',
    folders: [{ key: 641, name: 'Shop 1', surveys: [{ key: 6411, name: 'How?', volume: 300 }] }],
    surveys: [
      { key: 642, name: 'Clean?', volume: 400 },
      { key: 643, name: 'Safe?', silentWeeks: [0], followUps },
    ],
  });
}

/** A week without responses that nothing else was expected of. */
export function closedReport(): Report {
  const survey = {
    silentWeeks: Array.from({ length: 61 }, (_, week) => week),
    followUps: { painPoints: [], highlights: [] },
  };
  return createReport({
    key: 63,
    name: 'Closed Store',
    surveys: Array.from({ length: 12 }, (_, i) => ({
      ...survey,
      key: 631 + i,
      name: `How was rink ${i}?`,
    })),
  });
}

/** Hours with more responses than fit into a part of the week in full. */
export function crowdedReport(): Report {
  const report = createStoreReport(1);
  return {
    ...report,
    surveys: report.surveys.map((survey) => ({
      ...survey,
      hours: survey.hours.map((cell) => ({ ...cell, data: cell.data.map((n) => n * 1_234) })),
    })),
  };
}
