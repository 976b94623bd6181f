// The exact dates of every request for a week's reports. The expected instants come from Python's zoneinfo, so that they
// are independent of the calendar in lib/domain.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DateTime } from 'luxon';
import { jsonRenderer, repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import { runWeek } from '../../../lib/reports/run-week.ts';
import type { ActivePeriod } from '../../../lib/domain/report-inputs.ts';
import type { Range } from '../../../lib/ports/feedback-source.ts';
import { dateOf } from '../../../lib/domain/calendar.ts';
import { findPlannedFolders } from '../../../lib/reports/planned-folders.ts';
import { daysToCompare } from '../../../lib/domain/late-data.ts';
import { sendJson, startScriptedApi, type ReceivedRequest } from './scripted-server.ts';
import { openClientContext } from './client-context.ts';
import { UNUSED_SOURCE } from '../../campaigns/simulation/idle.ts';
import { RULES, requireWeek } from '../../support/test-facts.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { fakePdfRenderer } from '../../support/blank-pdf.ts';

const DAY = 86_400_000;
/** A period that ended before all weeks here. */
const ENDED = { start: 0, end: 1 };
const QUESTION = { key: 5, name: 'How was it?', locale: 'en' };

/** Local Monday 00:00 sixty, twelve weeks and one week before the week, at its start and at its end. */
type WeekBoundaries = readonly [
  history: string,
  trend: string,
  previous: string,
  start: string,
  end: string,
];

interface RangeCase {
  readonly week: string;
  /** The UTC week with a day before and after it, which contains the week of every time zone. */
  readonly alerts: readonly [start: string, end: string];
  readonly zones: Readonly<Record<string, WeekBoundaries>>;
}

const CASES: readonly RangeCase[] = [
  {
    week: '2026-W46',
    alerts: ['2026-11-08T00:00Z', '2026-11-17T00:00Z'],
    // prettier-ignore
    zones: {
      'Europe/Helsinki': ['2025-09-14T21:00Z', '2026-08-16T21:00Z', '2026-11-01T22:00Z', '2026-11-08T22:00Z', '2026-11-15T22:00Z'],
      'Pacific/Kiritimati': ['2025-09-14T10:00Z', '2026-08-16T10:00Z', '2026-11-01T10:00Z', '2026-11-08T10:00Z', '2026-11-15T10:00Z'],
      'Pacific/Pago_Pago': ['2025-09-15T11:00Z', '2026-08-17T11:00Z', '2026-11-02T11:00Z', '2026-11-09T11:00Z', '2026-11-16T11:00Z'],
      'Asia/Kathmandu': ['2025-09-14T18:15Z', '2026-08-16T18:15Z', '2026-11-01T18:15Z', '2026-11-08T18:15Z', '2026-11-15T18:15Z'],
      'Etc/GMT+12': ['2025-09-15T12:00Z', '2026-08-17T12:00Z', '2026-11-02T12:00Z', '2026-11-09T12:00Z', '2026-11-16T12:00Z'],
    },
  },
  {
    // Clocks go forward on its Sunday.
    week: '2026-W13',
    alerts: ['2026-03-22T00:00Z', '2026-03-31T00:00Z'],
    // prettier-ignore
    zones: {
      'Europe/Helsinki': ['2025-01-26T22:00Z', '2025-12-28T22:00Z', '2026-03-15T22:00Z', '2026-03-22T22:00Z', '2026-03-29T21:00Z'],
    },
  },
  {
    // Half an hour back at Lord Howe; in Helsinki the week before has 167 hours.
    week: '2026-W14',
    alerts: ['2026-03-29T00:00Z', '2026-04-07T00:00Z'],
    // prettier-ignore
    zones: {
      'Europe/Helsinki': ['2025-02-02T22:00Z', '2026-01-04T22:00Z', '2026-03-22T22:00Z', '2026-03-29T21:00Z', '2026-04-05T21:00Z'],
      'Australia/Lord_Howe': ['2025-02-02T13:00Z', '2026-01-04T13:00Z', '2026-03-22T13:00Z', '2026-03-29T13:00Z', '2026-04-05T13:30Z'],
    },
  },
  {
    week: '2026-W43',
    alerts: ['2026-10-18T00:00Z', '2026-10-27T00:00Z'],
    // prettier-ignore
    zones: {
      'Europe/Helsinki': ['2025-08-24T21:00Z', '2026-07-26T21:00Z', '2026-10-11T21:00Z', '2026-10-18T21:00Z', '2026-10-25T22:00Z'],
      'Australia/Lord_Howe': ['2025-08-24T13:30Z', '2026-07-26T13:30Z', '2026-10-11T13:00Z', '2026-10-18T13:00Z', '2026-10-25T13:00Z'],
    },
  },
  {
    week: '2026-W44',
    alerts: ['2026-10-25T00:00Z', '2026-11-03T00:00Z'],
    // prettier-ignore
    zones: {
      'America/St_Johns': ['2025-09-01T02:30Z', '2026-08-03T02:30Z', '2026-10-19T02:30Z', '2026-10-26T02:30Z', '2026-11-02T03:30Z'],
    },
  },
  {
    // It ends with a Monday that has no midnight.
    week: '2021-W11',
    alerts: ['2021-03-14T00:00Z', '2021-03-23T00:00Z'],
    // prettier-ignore
    zones: {
      'Asia/Tehran': ['2020-01-19T20:30Z', '2020-12-20T20:30Z', '2021-03-07T20:30Z', '2021-03-14T20:30Z', '2021-03-21T20:30Z'],
    },
  },
  {
    week: '2021-W12',
    alerts: ['2021-03-21T00:00Z', '2021-03-30T00:00Z'],
    // prettier-ignore
    zones: {
      'Asia/Tehran': ['2020-01-26T20:30Z', '2020-12-27T20:30Z', '2021-03-14T20:30Z', '2021-03-21T20:30Z', '2021-03-28T19:30Z'],
    },
  },
  {
    // Its Monday has two midnights.
    week: '2023-W51',
    alerts: ['2023-12-17T00:00Z', '2023-12-26T00:00Z'],
    // prettier-ignore
    zones: {
      'Antarctica/Vostok': ['2022-10-23T17:00Z', '2023-09-24T17:00Z', '2023-12-10T17:00Z', '2023-12-17T17:00Z', '2023-12-24T19:00Z'],
    },
  },
];

describe('the requests of a week', () => {
  for (const { week, alerts, zones } of CASES) {
    it(`${week} have exactly these dates in ${Object.keys(zones).join(', ')}`, async () => {
      const surveys = Object.keys(zones).map((timeZone, index) => ({
        key: index + 1,
        question: QUESTION,
        timeZone,
      }));
      const requests = await requestsOfWeek(week, surveys);
      const expected = Object.values(zones).flatMap(
        ([history, trend, previous, start, end], index) => {
          const path = `/v1/surveys/${index + 1}`;
          const hours = formatRange(Date.parse(trend) - DAY, Date.parse(end) + DAY);
          const days = formatRange(Date.parse(history) - DAY, Date.parse(trend) + DAY);
          return [
            path,
            `${path}/followup ${formatRange(previous, start)}`,
            `${path}/followup ${formatRange(start, end)}`,
            `${path}/results ${days} truncate=day`,
            `${path}/results ${hours} truncate=hour`,
          ];
        },
      );
      assert.deepEqual(requests, [
        '/v1/folders surveys=true',
        `/v1/folders/1/alerts ${formatRange(...alerts)} child_folders=false`,
        // Which surveys were active, for the plan.
        '/v1/questions/5/surveys offset=0 limit=100',
        ...expected,
      ]);
    });

    it(`${week} have these dates in a reconciliation and for folders without active surveys`, async () => {
      for (const [timeZone, [history, , previous, start, end]] of Object.entries(zones)) {
        const compared = daysToCompare(requireWeek(week), timeZone);
        const expected = formatRange(Date.parse(previous) - DAY, Date.parse(end) + DAY);
        assert.equal(formatRange(compared.start, compared.end), expected);
        const ofWeek = formatRange(Date.parse(start) - DAY, Date.parse(end) + DAY);
        const withHistory = formatRange(Date.parse(history) - DAY, Date.parse(end) + DAY);
        assert.deepEqual(await rangesOfDueFolders(week, timeZone, [ENDED]), [ofWeek]);
        assert.deepEqual(await rangesOfDueFolders(week, timeZone, []), [withHistory]);
      }
    });
  }
});

function formatRange(start: string | number, end: string | number): string {
  return `${new Date(start).toISOString()} ${new Date(end).toISOString()}`;
}

/** The requests, in order, of a run for a company whose root has these surveys. */
async function requestsOfWeek(
  week: string,
  surveys: readonly { readonly key: number; readonly timeZone: string }[],
): Promise<readonly string[]> {
  await using server = await startScriptedApi((response, { path }) => {
    const key = Number(path.split('/')[3]);
    const survey = surveys.find((item) => item.key === key);
    if (path === '/v1/folders') sendJson(response, { key: 1, name: 'Acme', surveys });
    else if (path.endsWith('/alerts')) sendJson(response, { meta: {}, data: [] });
    else if (path.endsWith('/surveys'))
      sendJson(response, { meta: { offset: 0, limit: 100, total: 0 }, data: [] });
    else if (path.endsWith('/results'))
      sendJson(response, wednesdaysOf(week, survey?.timeZone ?? 'UTC'));
    else if (path.endsWith('/followup'))
      sendJson(response, { meta: {}, data: { painPoints: [], highlights: [] } });
    else
      sendJson(response, {
        ...survey,
        folder: { key: 1, name: 'Acme' },
        activePeriods: [{ start: '2020-01-01T00:00:00Z' }],
        surveyType: 'TERMINAL',
        indexType: 'HAPPY',
        feedbackScale: 'FOUR',
      });
  });
  await using context = openClientContext({ baseUrl: server.url });
  await runWeek(
    {
      source: context.api.source,
      repository: {
        store: memoryStore(),
        ...repositoryCodecs,
        childLinks: null,
        renderers: { json: jsonRenderer(), pdf: fakePdfRenderer },
      },
      clock: () => Date.parse('2026-11-19T08:00:00Z'),
      rules: RULES,
      concurrency: 2,
    },
    { week: requireWeek(week), folder: null, force: false },
  );
  return server.requests.map(requestLine).toSorted((a, b) => (a < b ? -1 : 1));
}

/** An hour with responses in the week and in the one before: without any, no follow-ups are requested. */
function wednesdaysOf(week: string, zone: string): readonly unknown[] {
  const { monday } = requireWeek(week);
  return [monday - 5, monday + 2].map((day) => ({
    ts: DateTime.fromISO(`${dateOf(day)}T12:00`, { zone }).toISO({ suppressMilliseconds: true }),
    data: [0, 0, 1, 2],
  }));
}

function requestLine({ path, query }: ReceivedRequest): string {
  const { date_start: start, date_end: end, ...parameters } = Object.fromEntries(query);
  const dates = start === undefined && end === undefined ? [] : [String(start), String(end)];
  return [path, ...dates, ...Object.entries(parameters).map((entry) => entry.join('='))].join(' ');
}

/** The ranges that the planner requests for a survey that was not active. */
async function rangesOfDueFolders(
  week: string,
  timeZone: string,
  periods: readonly ActivePeriod[],
): Promise<readonly string[]> {
  const ranges: Range[] = [];
  const survey = { key: 7, question: QUESTION, timeZone };
  const folder = { key: 2, name: 'Store', folders: [], surveys: [survey] };
  await findPlannedFolders(
    {
      ...UNUSED_SOURCE,
      readActivePeriods: () => Promise.resolve(new Map([[survey.key, periods]])),
      readDailyCounts: (_key, range) => {
        ranges.push(range);
        return Promise.resolve([]);
      },
    },
    { root: { key: 1, name: 'Acme', folders: [folder], surveys: [] }, notes: [] },
    { week: requireWeek(week), settleHours: 6, limit: (work) => work(), checkResponses: true },
  );
  return ranges.map(({ start, end }) => formatRange(start, end));
}
