// Reports with cases that the realistic ones of test/support lack: missing names, long lists, odd weeks, busy hours.
import { compareRevisions } from '../../../../../lib/domain/report-changes.ts';
import type { ReportProblem, Report } from '../../../../../lib/domain/report.ts';
import { createReport, createStoreReport } from '../../../../support/test-reports.ts';

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
  const more = [
    'Asia/Tokyo',
    'Europe/Paris',
    'Asia/Dubai',
    'America/Lima',
    'Asia/Dhaka',
    'Asia/Tehran',
  ];
  const most = ['America/Bogota', 'Asia/Kabul', 'Africa/Cairo'];
  return createReport({
    key: 54,
    name: 'Around the World',
    surveys: [...zones, ...more, ...most].map((timeZone, i) => ({
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
  const again = createStoreReport(2, { ...autumn, seed: 4 });
  return [
    createStoreReport(1, newYear),
    { ...again, revision: 2, changes: compareRevisions(before, again) },
  ];
}

/** Hours with more responses than fit into a cell in full. */
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
