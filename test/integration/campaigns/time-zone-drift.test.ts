// Reports use the offsets of the reporting API when its time zone tables differ, and list the difference as a problem.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openServices } from '../../../lib/composition/compose.ts';
import { DEFAULTS } from '../../../lib/composition/config.ts';
import { runWeek } from '../../../lib/reports/run-week.ts';
import { DAY_MS, dateOf, HOUR_MS, MINUTE_MS, parseWeek } from '../../../lib/domain/calendar.ts';
import { temporaryFolder } from '../../support/run-command.ts';
import { CLIENT_ID, TOKEN } from '../../support/test-company.ts';
import { storedReports } from '../../support/stored-documents.ts';
import type { DriftingSurvey } from '../../campaigns/survival/time-zone-drift.ts';
import { NOW, offsetHoursIn, startDriftingApi } from '../../campaigns/survival/time-zone-drift.ts';

const at = (text: string): number => Date.parse(text);

/** Daylight saving time ends in Europe on the Sunday of this week. */
const WEEK = '2026-W43';
const SURVEYS: readonly DriftingSurvey[] = [
  {
    key: 1001,
    timeZone: 'Asia/Tokyo',
    // One hour too much from Wednesday to Friday.
    offsetHours: (instant) =>
      instant >= at('2026-10-21T00:00:00Z') && instant < at('2026-10-23T00:00:00Z') ? 10 : 9,
  },
  { key: 1002, timeZone: 'America/New_York', offsetHours: offsetHoursIn('America/Denver') },
  {
    key: 1003,
    timeZone: 'Europe/Helsinki',
    // The clock changes a week too early.
    offsetHours: (instant) => (instant < at('2026-10-18T01:00:00Z') ? 3 : 2),
  },
  {
    key: 1004,
    timeZone: 'Europe/Paris',
    // The clock changes on the Monday after the week.
    offsetHours: (instant) => (instant < at('2026-10-26T01:00:00Z') ? 2 : 1),
  },
  { key: 1005, timeZone: 'Europe/Helsinki', offsetHours: offsetHoursIn('Europe/Helsinki') },
];
const DRIFTED = [1001, 1002, 1003, 1004];

/** One response per hour, from four weeks before the week to ten days after. */
const FEEDBACK = Array.from({ length: 24 * 38 }, (_, i) => ({
  ts: at('2026-09-28T00:00:00Z') + i * HOUR_MS + 10 * MINUTE_MS,
  r: (i * 7 + Math.floor(i / 24)) % 4,
}));

/** Responses of the week by the local date and hour of the API. */
function cellsOf({ offsetHours }: DriftingSurvey): readonly object[] {
  const monday = parseWeek(WEEK)?.monday ?? assert.fail();
  const cells = new Map<number, number[]>();
  for (const { ts, r } of FEEDBACK) {
    const hour = Math.floor((ts + offsetHours(ts) * HOUR_MS) / HOUR_MS);
    const day = Math.floor(hour / 24);
    if (day < monday || day >= monday + 7) continue;
    const data = cells.get(hour) ?? [0, 0, 0, 0];
    data[r] = (data[r] ?? 0) + 1;
    cells.set(hour, data);
  }
  return [...cells].map(([hour, data]) => ({
    date: dateOf(Math.floor((hour * HOUR_MS) / DAY_MS)),
    hour: hour % 24,
    data,
  }));
}

describe('a reporting API with different time zone tables', () => {
  it('determines the offsets of all figures, and the complete report lists a problem for each survey', async (t) => {
    await using api = await startDriftingApi(SURVEYS, FEEDBACK);
    const folder = await temporaryFolder(t);
    const services = openServices(
      { ...DEFAULTS, store: { kind: 'file', folder } },
      {
        url: api.url,
        auth: 'basic',
        headerPrefix: 'X-SVC',
        credentials: { clientId: CLIENT_ID, apiToken: TOKEN },
      },
      { clock: () => NOW, random: () => 0.5 },
    );
    t.after(() => services.close());
    const week = parseWeek(WEEK) ?? assert.fail();
    await runWeek(services.making, { week, folder: null, force: false });

    const { manifest, report } = (await storedReports(folder, WEEK)).get(1) ?? assert.fail();
    assert.equal(manifest.status, 'complete');
    assert.deepEqual(
      report.problems.map(({ code, survey, missing }) => [code, survey, missing]),
      DRIFTED.map((key) => ['TZ_DRIFT', key, false]),
    );
    assert.deepEqual(manifest.problems, report.problems);
    for (const survey of SURVEYS) {
      const reportedSurvey = report.surveys.find(({ key }) => key === survey.key) ?? assert.fail();
      assert.equal(reportedSurvey.timeZone, survey.timeZone);
      assert.deepEqual(reportedSurvey.hours, cellsOf(survey), String(survey.key));
      for (const { date, data } of reportedSurvey.days) {
        const hours = reportedSurvey.hours.filter((cell) => cell.date === date);
        assert.deepEqual(
          data,
          data.map((_, r) => hours.reduce((sum, cell) => sum + (cell.data[r] ?? 0), 0)),
        );
      }
      assert.equal(
        reportedSurvey.responses,
        reportedSurvey.days.reduce((sum, { responses }) => sum + responses, 0),
      );
    }
    // The week boundaries differ, but no response is lost or counted twice.
    assert.deepEqual(
      SURVEYS.map(({ key }) => report.surveys.find((survey) => survey.key === key)?.responses),
      [168, 168, 168, 168, 169],
    );
  });
});
