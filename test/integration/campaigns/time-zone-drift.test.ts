// Zone tables that differ from the reporting API's: its offsets win, and the report says that they differ.
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

/** In the week in which Europe's clocks go back, on its Sunday. */
const WEEK = '2026-W43';
const SURVEYS: readonly DriftingSurvey[] = [
  {
    key: 1001,
    timeZone: 'Asia/Tokyo',
    // An hour more than Tokyo has, from Wednesday to Friday.
    offsetHours: (instant) =>
      instant >= at('2026-10-21T00:00:00Z') && instant < at('2026-10-23T00:00:00Z') ? 10 : 9,
  },
  { key: 1002, timeZone: 'America/New_York', offsetHours: offsetHoursIn('America/Denver') },
  {
    key: 1003,
    timeZone: 'Europe/Helsinki',
    // The clocks went back a week before they do by our tables.
    offsetHours: (instant) => (instant < at('2026-10-18T01:00:00Z') ? 3 : 2),
  },
  {
    key: 1004,
    timeZone: 'Europe/Paris',
    // They go back on the Monday after.
    offsetHours: (instant) => (instant < at('2026-10-26T01:00:00Z') ? 2 : 1),
  },
  { key: 1005, timeZone: 'Europe/Helsinki', offsetHours: offsetHoursIn('Europe/Helsinki') },
];
const DRIFTED = [1001, 1002, 1003, 1004];

/** Every hour from four weeks before to ten days after, now and then two. */
const PRESSES = Array.from({ length: 24 * 38 }, (_, i) => ({
  ts: at('2026-09-28T00:00:00Z') + i * HOUR_MS + 10 * MINUTE_MS,
  r: (i * 7 + Math.floor(i / 24)) % 4,
}));

/** What the API's clock shows at each press of the week, by local date and hour. */
function cellsOf({ offsetHours }: DriftingSurvey): readonly object[] {
  const monday = parseWeek(WEEK)?.monday ?? assert.fail();
  const cells = new Map<number, number[]>();
  for (const { ts, r } of PRESSES) {
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

describe('a reporting API with other zone tables', () => {
  it('has its own offsets in every figure, and a note of them in the report, which lacks nothing', async (t) => {
    await using api = await startDriftingApi(SURVEYS, PRESSES);
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
      const own = report.surveys.find(({ key }) => key === survey.key) ?? assert.fail();
      assert.equal(own.timeZone, survey.timeZone);
      assert.deepEqual(own.hours, cellsOf(survey), String(survey.key));
      for (const { date, data } of own.days) {
        const hours = own.hours.filter((cell) => cell.date === date);
        assert.deepEqual(
          data,
          data.map((_, r) => hours.reduce((sum, cell) => sum + (cell.data[r] ?? 0), 0)),
        );
      }
      assert.equal(
        own.responses,
        own.days.reduce((sum, { responses }) => sum + responses, 0),
      );
    }
    // The last hour of one clock's week is the first of the other's next: none is counted twice or lost.
    assert.deepEqual(
      SURVEYS.map(({ key }) => report.surveys.find((one) => one.key === key)?.responses),
      [168, 168, 168, 168, 169],
    );
  });
});
