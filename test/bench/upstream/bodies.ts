// Prepared bodies of the reporting API for the company of the benchmark.
import {
  firstInstantOf,
  isoIn,
  offsetAt,
  parseWeek,
  weeksFrom,
  zonedWeek,
  type Week,
} from '../../../lib/domain/calendar.ts';
import { createRandom } from '../../support/test-reports.ts';
import type { BenchFolder, SurveyKind } from './upstream-company.ts';
import { kindOf, WEEK } from './upstream-company.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OPENS = 8;
const CLOSES = 22;

const PAIN_POINTS = [
  'Queueing time',
  'Cleanliness',
  'Product not found',
  'Staff helpfulness',
  'Prices',
  'Parking',
  'Opening hours',
];
const HIGHLIGHTS = ['Friendly staff', 'Selection', 'Quick service', 'Tidy shop', 'Good prices'];

export function folderBody(folder: BenchFolder): string {
  return JSON.stringify(folderEntry(folder));
}

function folderEntry({ key, name, folders, surveys }: BenchFolder): object {
  return {
    key,
    name,
    ...(folders.length === 0 ? {} : { folders: folders.map(folderEntry) }),
    ...(surveys.length === 0
      ? {}
      : {
          surveys: surveys.map((survey) => ({
            key: survey,
            question: questionOf(survey),
            timeZone: kindOf(survey).timeZone,
          })),
        }),
  };
}

export function surveyBody(survey: number, { key, name }: BenchFolder): string {
  const { timeZone, feedbackScale } = kindOf(survey);
  return JSON.stringify({
    key: survey,
    question: questionOf(survey),
    folder: { key, name },
    timeZone,
    activePeriods: [{ start: '2024-03-01T00:00:00+0200', end: '2031-01-01T00:00:00+0200' }],
    surveyType: 'TERMINAL',
    indexType: 'HAPPY',
    feedbackScale,
  });
}

/** Hourly sums of thirteen weeks and a day on either side, for any requested range. */
export function resultsBody(kind: SurveyKind): string {
  const { timeZone, isRoundTheClock, buttons } = kind;
  const random = createRandom(kind.kind + 1);
  const start = zonedWeek(weeksFrom(benchWeek(), -12), timeZone).start - DAY_MS;
  const end = zonedWeek(benchWeek(), timeZone).end + DAY_MS;
  const rows: object[] = [];
  for (let at = start; at < end; at += HOUR_MS) {
    const hour = new Date(at + offsetAt(timeZone, at) * 60_000).getUTCHours();
    if (!isRoundTheClock && (hour < OPENS || hour >= CLOSES)) continue;
    const data = Array.from({ length: buttons }, (_, i) => Math.floor(random() * (3 + 4 * i)));
    rows.push({ ts: isoIn(timeZone, at), data });
  }
  return JSON.stringify(rows);
}

/** Daily sums of the 48 weeks before and a day on either side, for any requested range. */
export function historyBody({ kind, timeZone, isRoundTheClock, buttons }: SurveyKind): string {
  const random = createRandom(kind + 201);
  const hours = isRoundTheClock ? 24 : CLOSES - OPENS;
  const last = weeksFrom(benchWeek(), -12).monday;
  const rows = Array.from({ length: 48 * 7 + 2 }, (_, i) => {
    const start = firstInstantOf(last - 48 * 7 - 1 + i, timeZone);
    const data = Array.from({ length: buttons }, (_unused, button) =>
      Math.floor(random() * hours * (3 + 4 * button)),
    );
    return { ts: isoIn(timeZone, start), data };
  });
  return JSON.stringify(rows);
}

export function followUpsBody({ kind, buttons }: SurveyKind): string {
  const random = createRandom(kind + 101);
  const listOf = (names: readonly string[], firstKey: number): object[] =>
    names.map((name, i) => {
      const data = Array.from({ length: buttons }, () => Math.floor((random() * 60) / (i + 1)));
      const percentages = data.map((count) => count / 1000);
      return { key: firstKey + i, name, data, percentages };
    });
  return JSON.stringify({
    meta: {},
    data: { painPoints: listOf(PAIN_POINTS, 1), highlights: listOf(HIGHLIGHTS, 101) },
  });
}

/** Two alerts of a store: one within the week, one still open. */
export function alertsBody({ key, name, surveys }: BenchFolder): string {
  const data = surveys.slice(0, 2).map((survey, i) => {
    const { timeZone } = kindOf(survey);
    const { start } = zonedWeek(benchWeek(), timeZone);
    return {
      key: key * 10 + i,
      alertType: 'negative',
      survey: {
        key: survey,
        question: questionOf(survey),
        folder: { key, name },
        timezone: timeZone,
      },
      alertSpecification: { key: key * 10 + 5 + i },
      beginTime: isoIn(timeZone, start + (30 + 20 * i) * HOUR_MS),
      ...(i === 0 ? { endTime: isoIn(timeZone, start + 33 * HOUR_MS) } : {}),
      parameters: {
        negative: true,
        windowMin: 60,
        responses: 41,
        actual: 48.8,
        threshold: 40,
        negativeResponses: 20,
        countThreshold: 10,
      },
    };
  });
  return JSON.stringify({ meta: {}, data });
}

function questionOf(survey: number): object {
  return { key: 500 + (survey % 7), name: 'How was your visit today?', locale: 'en' };
}

export function benchWeek(): Week {
  const week = parseWeek(WEEK);
  if (week === null) throw new Error('not a week');
  return week;
}
