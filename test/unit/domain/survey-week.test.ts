import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import type { SurveyFacts } from '../../../lib/domain/report-inputs.ts';
import type { FolderSurvey } from '../../../lib/domain/survey-week.ts';
import { alertsToRequest, hoursToRequest } from '../../../lib/domain/requested-range.ts';
import { buildSurveyWeek } from '../../../lib/domain/survey-week.ts';
import { wilsonInterval } from '../../../lib/domain/signals/statistics.ts';
import { responsesOf } from '../../../lib/domain/scale.ts';
import {
  createAlert,
  createHour,
  arbitraryFacts,
  createSurvey,
  AS_OF,
  NO_FOLLOW_UPS,
  CONTEXT,
  RULES,
  createFacts,
  W46,
  requireWeek,
} from '../../support/test-facts.ts';

function made(facts: Partial<SurveyFacts>, week = W46, asOf = AS_OF): FolderSurvey {
  const surveyWeek = buildSurveyWeek(createFacts(facts), { ...CONTEXT, week, asOf });
  assert.ok(surveyWeek !== null, 'the survey belongs in the week');
  return surveyWeek;
}

const codes = (surveyWeek: FolderSurvey): readonly string[] =>
  surveyWeek.problems.map(({ code }) => code);

describe("a survey's week", () => {
  it('counts by the local date and hour written in ts, for this week and the twelve weeks before', () => {
    const { week } = made({
      hours: [
        createHour('2026-11-15', 23, [0, 0, 0, 5]),
        createHour('2026-11-16', 0, [9, 9, 9, 9]),
        createHour('2026-11-09', 0, [1, 0, 0, 0]),
        createHour('2026-11-08', 23, [0, 2, 0, 0]),
        createHour('2026-08-17', 12, [0, 0, 3, 0]),
        createHour('2026-08-16', 12, [9, 9, 9, 9]),
      ],
    });
    assert.deepEqual(week.data, [1, 0, 0, 5]);
    assert.deepEqual(week.previousData, [0, 2, 0, 0]);
    assert.deepEqual(
      week.trend.map(({ responses }) => responses),
      [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 6],
    );
    assert.deepEqual([week.trend[0]?.week, week.trend[12]?.week], ['2026-W34', '2026-W46']);
    assert.deepEqual(week.hours, [
      { date: '2026-11-09', hour: 0, data: [1, 0, 0, 0] },
      { date: '2026-11-15', hour: 23, data: [0, 0, 0, 5] },
    ]);
    assert.deepEqual(
      week.days.map(({ date, responses }) => [date, responses]),
      [
        ['2026-11-09', 1],
        ['2026-11-10', 0],
        ['2026-11-11', 0],
        ['2026-11-12', 0],
        ['2026-11-13', 0],
        ['2026-11-14', 0],
        ['2026-11-15', 5],
      ],
    );
    assert.equal(week.days[1]?.index, null);
  });

  it('adds the repeated hour of autumn into one cell of a 169-hour week', () => {
    const w43 = requireWeek('2026-W43');
    const doubled = { localDay: w43.monday + 6, hour: 3 };
    const { week, problems } = made(
      {
        hours: [
          { ...doubled, offsetMinutes: 180, data: [1, 0, 0, 0] },
          { ...doubled, offsetMinutes: 120, data: [0, 1, 0, 0] },
        ],
      },
      w43,
    );
    assert.deepEqual(week.hours, [{ date: '2026-10-25', hour: 3, data: [1, 1, 0, 0] }]);
    assert.deepEqual(problems, []);
    assert.equal(week.period.hours, 169);
    assert.deepEqual(week.period, {
      start: '2026-10-19T00:00:00+03:00',
      end: '2026-10-26T00:00:00+02:00',
      hours: 169,
    });
    assert.equal(week.previousPeriod.end, week.period.start);
  });

  it('does not report the half-hour change of Lord Howe as drift', () => {
    const w40 = requireWeek('2026-W40');
    const surveyWeek = made(
      {
        survey: createSurvey({ timeZone: 'Australia/Lord_Howe' }),
        hours: [{ localDay: w40.monday + 6, hour: 2, offsetMinutes: 660, data: [0, 0, 0, 1] }],
      },
      w40,
    );
    assert.deepEqual(codes(surveyWeek), []);
  });

  it("uses the API's offsets where the runtime's differ, and reports the drift without missing data", () => {
    const surveyWeek = made({
      hours: [{ ...createHour('2026-11-09', 9, [1, 2, 3, 4]), offsetMinutes: 180 }],
    });
    assert.deepEqual(surveyWeek.week.hours, [{ date: '2026-11-09', hour: 9, data: [1, 2, 3, 4] }]);
    assert.deepEqual(
      surveyWeek.problems.map(({ code, missing }) => [code, missing]),
      [['TZ_DRIFT', false]],
    );
  });

  it('pads short counts, and reports responses beyond the scale as missing', () => {
    const surveyWeek = made({
      hours: [createHour('2026-11-09', 9, [1, 1]), createHour('2026-11-10', 9, [0, 0, 0, 1, 2])],
    });
    assert.deepEqual(surveyWeek.week.data, [1, 1, 0, 1]);
    assert.deepEqual(
      surveyWeek.problems.map(({ code, missing, survey, folder }) => [
        code,
        missing,
        survey,
        folder,
      ]),
      [['SCALE_MISMATCH', true, 7, 3]],
    );
    assert.deepEqual(codes(made({ hours: [createHour('2026-11-09', 9, [1, 1, 1, 1, 0])] })), []);
  });

  it('counts a single response beyond the scale in the singular', () => {
    const [problem] = made({ hours: [createHour('2026-11-09', 9, [0, 0, 0, 1, 1])] }).problems;
    assert.equal(
      problem?.message,
      '1 response lies beyond the 4 buttons of the scale and is not counted.',
    );
  });

  it('has the counts of an unknown index type without an index, and reports the type', () => {
    const surveyWeek = made({
      survey: createSurvey({ indexType: 'SPARKLE', feedbackScale: 'SIX', surveyType: 'KIOSK' }),
      hours: [createHour('2026-11-09', 9, [1, 0, 0, 0, 0, 2]), createHour('2026-11-10', 9, [1])],
    });
    assert.deepEqual(surveyWeek.week.data, [2, 0, 0, 0, 0, 2]);
    assert.equal(surveyWeek.week.index, null);
    assert.equal(surveyWeek.week.halfWidth, null);
    assert.deepEqual(codes(surveyWeek), ['ENUM_UNKNOWN', 'ENUM_UNKNOWN', 'ENUM_UNKNOWN']);
    assert.ok(surveyWeek.problems.every(({ missing }) => !missing));
  });

  it('reverses only the counts of FIVE_REVERSED when they are stored best first', () => {
    const dataOf = (feedbackScale: string) =>
      buildSurveyWeek(
        createFacts({
          survey: createSurvey({ feedbackScale }),
          hours: [createHour('2026-11-09', 9, [1, 2, 3, 4])],
        }),
        { ...CONTEXT, rules: { ...RULES, reversedScale: 'flip' } },
      )?.week.data;
    assert.deepEqual(dataOf('FOUR'), [1, 2, 3, 4]);
    assert.deepEqual(dataOf('FIVE_REVERSED'), [0, 4, 3, 2, 1]);
  });

  it('lists no hour without responses, and ignores hours before its trend', () => {
    const surveyWeek = made({
      hours: [
        createHour('2026-11-10', 9, [0, 0, 0, 0]),
        createHour('2026-11-10', 10, [0, 0, 0, 1]),
        createHour('2026-08-16', 10, [0, 0, 0, 0, 5]),
      ],
    });
    assert.deepEqual(surveyWeek.week.hours, [{ date: '2026-11-10', hour: 10, data: [0, 0, 0, 1] }]);
    assert.deepEqual(surveyWeek.problems, []);
  });

  it('reports each unknown value, and the number of responses that are not counted', () => {
    const messages = (surveyWeek: FolderSurvey): readonly string[] =>
      surveyWeek.problems.map((problem) => problem.message);
    const kinds = { indexType: 'SPARKLE', feedbackScale: 'SIX', surveyType: 'KIOSK' };
    assert.deepEqual(messages(made({ survey: createSurvey(kinds) })), [
      'This version does not know the indexType SPARKLE.',
      'This version does not know the feedbackScale SIX.',
      'This version does not know the surveyType KIOSK.',
    ]);
    for (const surveyType of ['TERMINAL', 'TABLET', 'WEB']) {
      assert.deepEqual(messages(made({ survey: createSurvey({ surveyType }) })), []);
    }
    const option = { key: 5, name: 'Queue', data: [0, 0, 0, 0, 3] };
    const surveyWeek = made({
      hours: [
        createHour('2026-11-10', 9, [0, 0, 0, 1, 2]),
        createHour('2026-11-17', 9, [0, 0, 0, 0, 9]),
      ],
      followUps: { week: { painPoints: [option], highlights: [] }, previous: NO_FOLLOW_UPS },
    });
    assert.deepEqual(messages(surveyWeek), [
      '5 responses lie beyond the 4 buttons of the scale and are not counted.',
    ]);
  });

  it('assumes as many buttons for an unknown scale as the longest counts of its trend or follow-ups have', () => {
    const survey = createSurvey({ feedbackScale: 'SIX' });
    const kOf = (facts: Partial<SurveyFacts>): number | undefined =>
      made({ survey, ...facts }).week.days[0]?.data.length;
    const hours = [
      createHour('2026-11-09', 9, [1, 2, 3]),
      createHour('2026-11-17', 9, [1, 1, 1, 1, 1]),
    ];
    assert.equal(kOf({ hours }), 3);
    assert.equal(kOf({ hours: [...hours, createHour('2026-08-17', 9, [1, 1, 1, 1])] }), 4);
    const list = (data: readonly number[]) => [{ key: 5, name: 'Queue', data }];
    const week = { painPoints: [], highlights: list([0, 0, 0, 0, 0, 1]) };
    const previous = { painPoints: list([0, 0, 0, 0, 0, 0, 1]), highlights: [] };
    assert.equal(kOf({ hours, followUps: { week, previous: NO_FOLLOW_UPS } }), 6);
    assert.equal(kOf({ hours, followUps: { week, previous } }), 7);
    assert.equal(kOf({ hours, followUps: null }), 3);
  });

  it('reports the first day on which offsets differ, at whatever time of day the zone changes its clock', () => {
    const drifted = [
      { ...createHour('2026-11-12', 9, [1, 0, 0, 0]), offsetMinutes: 180 },
      { ...createHour('2026-11-10', 9, [1, 0, 0, 0]), offsetMinutes: 180 },
      createHour('2026-11-11', 9, [1, 0, 0, 0]),
    ];
    assert.deepEqual(
      made({ hours: drifted }).problems.map(({ message }) => message),
      [
        "The API's clock of Europe/Helsinki differs from this runtime's, first on 2026-11-10; the API's is used.",
      ],
    );
    const w43 = requireWeek('2026-W43');
    const localDay = w43.monday + 6;
    // Summer time ends at 04:00: both offsets are right on that day, each in its own hours.
    const hourAt = (hour: number, offsetMinutes: number) => ({
      localDay,
      hour,
      offsetMinutes,
      data: [1, 0, 0, 0],
    });
    for (const hour of [0, 1, 2, 3]) {
      assert.deepEqual(codes(made({ hours: [hourAt(hour, 180)] }, w43)), [], String(hour));
    }
    for (const hour of [3, 4, 12, 23]) {
      assert.deepEqual(codes(made({ hours: [hourAt(hour, 120)] }, w43)), [], String(hour));
    }
    assert.deepEqual(codes(made({ hours: [hourAt(12, 180)] }, w43)), ['TZ_DRIFT']);
    assert.deepEqual(codes(made({ hours: [hourAt(1, 120)] }, w43)), ['TZ_DRIFT']);
    // The hour before the change never has the offset after it.
    assert.deepEqual(codes(made({ hours: [hourAt(2, 120)] }, w43)), ['TZ_DRIFT']);
    // One minute into an hour the clock of St John's went back an hour: its first offset is right.
    const w44 = requireWeek('2010-W44');
    const shifted = { localDay: w44.monday + 6, hour: 0, offsetMinutes: -150, data: [1, 0, 0, 0] };
    const survey = createSurvey({ timeZone: 'America/St_Johns' });
    assert.deepEqual(codes(made({ survey, hours: [shifted] }, w44)), []);
    // One hour of a day does not speak for another offset on the same day.
    const mixedHours = [hourAt(12, 120), hourAt(13, 180)];
    assert.deepEqual(codes(made({ hours: mixedHours }, w43)), ['TZ_DRIFT']);
    const steady = [
      createHour('2026-11-11', 9, [1, 0, 0, 0]),
      { ...createHour('2026-11-11', 10, [1, 0, 0, 0]), offsetMinutes: 180 },
    ];
    assert.deepEqual(codes(made({ hours: steady })), ['TZ_DRIFT']);
    // Hours outside the trend say nothing.
    const outsideHour = { ...createHour('2026-11-16', 1, [1, 0, 0, 0]), offsetMinutes: 180 };
    assert.deepEqual(codes(made({ hours: [outsideHour] })), []);
  });

  it('changes no figure for an unknown surveyType', () => {
    const surveyWeek = made({ survey: createSurvey({ surveyType: 'KIOSK' }) });
    assert.notEqual(surveyWeek.week.index, null);
    assert.deepEqual(codes(surveyWeek), ['ENUM_UNKNOWN']);
  });

  it('reads FIVE_REVERSED as stored worst first unless it is configured to flip', () => {
    const facts = createFacts({
      survey: createSurvey({ feedbackScale: 'FIVE_REVERSED' }),
      hours: [createHour('2026-11-09', 9, [5, 0, 0, 0, 1])],
    });
    assert.deepEqual(buildSurveyWeek(facts, CONTEXT)?.week.data, [5, 0, 0, 0, 1]);
    const flipped = buildSurveyWeek(facts, {
      ...CONTEXT,
      rules: { ...RULES, reversedScale: 'flip' },
    });
    assert.deepEqual(flipped?.week.data, [1, 0, 0, 0, 5]);
  });

  it('exists when an active period intersects the week or there are responses in it', () => {
    const endedSurvey = (end: string) =>
      createSurvey({ activePeriods: [{ start: 0, end: Date.parse(end) }] });
    const belongs = (facts: Partial<SurveyFacts>) =>
      buildSurveyWeek(createFacts({ hours: [], ...facts }), CONTEXT) !== null;
    assert.equal(belongs({ survey: endedSurvey('2026-11-09T00:00:00+02:00') }), false);
    assert.equal(belongs({ survey: endedSurvey('2026-11-09T00:00:01+02:00') }), true);
    assert.equal(belongs({ survey: createSurvey({ activePeriods: [] }) }), false);
    assert.equal(
      belongs({
        survey: createSurvey({ activePeriods: [] }),
        hours: [createHour('2026-11-12', 1, [1])],
      }),
      true,
    );
  });

  it('is quiet when active with a silent day or few responses; days before its active period are not silent', () => {
    const everyDay = [9, 10, 11, 12, 13, 14, 15].map((day) =>
      createHour(`2026-11-${String(day).padStart(2, '0')}`, 9, [1, 1, 1, 1]),
    );
    assert.equal(made({ hours: everyDay }).quiet, null);
    assert.deepEqual(made({ hours: everyDay.slice(2) }).quiet, {
      folder: 3,
      survey: 7,
      silentDays: 2,
      responses: 20,
    });
    const late = createSurvey({
      activePeriods: [{ start: Date.parse('2026-11-11T00:00:00+02:00'), end: null }],
    });
    assert.equal(made({ survey: late, hours: everyDay.slice(2) }).quiet, null);
    assert.equal(made({ hours: [] }).quiet?.silentDays, 7);
    const fromNoon = createSurvey({
      activePeriods: [{ start: Date.parse('2026-11-11T12:00:00+02:00'), end: null }],
    });
    assert.equal(made({ survey: fromNoon, hours: everyDay.slice(3) }).quiet?.silentDays, 1);
    const inactive = createSurvey({ activePeriods: [] });
    assert.equal(made({ survey: inactive, hours: everyDay.slice(5) }).quiet, null);
  });

  it('is not quiet with the minimum of responses and none of its days silent', () => {
    const dates = [9, 10, 11, 12, 13, 14, 15].map(
      (day) => `2026-11-${String(day).padStart(2, '0')}`,
    );
    const quietWith = (total: number) =>
      made({
        hours: dates.map((date, i) => createHour(date, 9, [i === 0 ? total - 6 : 1, 0, 0, 0])),
      }).quiet;
    assert.equal(quietWith(RULES.minResponses), null);
    assert.deepEqual(quietWith(RULES.minResponses - 1), {
      folder: 3,
      survey: 7,
      silentDays: 0,
      responses: RULES.minResponses - 1,
    });
  });

  it('is not settled until the configured hours after its local end', () => {
    const end = Date.parse('2026-11-16T00:00:00+02:00');
    const settledAt = end + RULES.settleHours * 3_600_000;
    assert.deepEqual(codes(made({}, W46, settledAt)), []);
    assert.deepEqual(made({}, W46, settledAt - 1).problems, [
      {
        code: 'NOT_SETTLED',
        survey: 7,
        folder: 3,
        message: 'Devices may still upload responses of this week.',
        missing: true,
      },
    ]);
  });

  it("requests thirteen weeks with a day's margin on both sides", () => {
    const { start, end } = hoursToRequest(W46, 'Europe/Helsinki');
    assert.equal(new Date(start).toISOString(), '2026-08-15T21:00:00.000Z');
    assert.equal(new Date(end).toISOString(), '2026-11-16T22:00:00.000Z');
  });

  it('has the same counts by hour, by day, by week, in the trend and in the history, in any zone', () => {
    fc.assert(
      fc.property(arbitraryFacts(7, 3), (facts) => {
        const surveyWeek = buildSurveyWeek(facts, CONTEXT);
        if (surveyWeek === null) return;
        const { data, responses, days, hours, trend, history, previousData } = surveyWeek.week;
        const sum = (cells: readonly { data: readonly number[] }[]) =>
          data.map((_, i) => cells.reduce((total, cell) => total + (cell.data[i] ?? 0), 0));
        assert.deepEqual(sum(days), data);
        assert.deepEqual(sum(hours), data);
        assert.deepEqual(trend[12]?.data, data);
        assert.deepEqual(trend[11]?.data, previousData);
        assert.equal(responsesOf(data), responses);
        if (history !== null) {
          const lastWeeks = trend.map((past) => ({ week: past.week, data: past.data }));
          assert.deepEqual(history.slice(-13), lastWeeks);
        }
      }),
    );
  });

  it('does not depend on the order of hours, days, options and alerts', () => {
    fc.assert(
      fc.property(arbitraryFacts(7, 3), (facts) => {
        const reversedFacts: SurveyFacts = {
          ...facts,
          hours: [...facts.hours].toReversed(),
          history: facts.history === null ? null : [...facts.history].toReversed(),
          alerts: facts.alerts?.toReversed() ?? null,
        };
        assert.deepEqual(buildSurveyWeek(reversedFacts, CONTEXT), buildSurveyWeek(facts, CONTEXT));
      }),
    );
  });
});

describe('follow-ups of a week', () => {
  const option = (key: number, data: readonly number[]) => ({ key, name: `Option ${key}`, data });

  it('list every option with responses in either week by descending responses, then by key, with the shares of both weeks', () => {
    const { week } = made({
      followUps: {
        week: {
          painPoints: [option(4, [1, 0, 0, 0]), option(3, [1, 0, 0, 0]), option(2, [2])],
          highlights: [],
        },
        previous: {
          painPoints: [option(9, [3, 0, 0, 0]), option(2, [1, 0, 0, 0]), option(5, [0, 0, 0, 0])],
          highlights: [],
        },
      },
    });
    assert.deepEqual(
      week.painPoints?.map((o) => [o.key, o.data, o.share, o.previousShare]),
      [
        [2, [2, 0, 0, 0], 0.5, 0.25],
        [3, [1, 0, 0, 0], 0.25, 0],
        [4, [1, 0, 0, 0], 0.25, 0],
        [9, [0, 0, 0, 0], 0, 0.75],
      ],
    );
    assert.deepEqual(week.highlights, []);
  });

  it('add up an option that is listed twice, and leave out one without responses in either week', () => {
    const option = (key: number, data: readonly number[], name = `Option ${String(key)}`) => ({
      key,
      name,
      data,
    });
    const surveyWeek = made({
      followUps: {
        week: {
          painPoints: [option(2, [1, 0, 0, 0]), option(2, [0, 2, 0, 0]), option(3, [0, 0, 0, 0])],
          highlights: [],
        },
        previous: {
          painPoints: [option(2, [0, 1, 0, 0]), option(2, [3, 0, 0, 0]), option(4, [0, 0, 0, 4])],
          highlights: [],
        },
      },
    });
    assert.deepEqual(surveyWeek.week.painPoints, [
      {
        key: 2,
        name: 'Option 2',
        data: [1, 2, 0, 0],
        responses: 3,
        previousResponses: 4,
        share: 1,
        shareLower: wilsonInterval(3, 3)?.lower,
        shareUpper: 1,
        shareShown: false,
        previousShare: 0.5,
      },
      {
        key: 4,
        name: 'Option 4',
        data: [0, 0, 0, 0],
        responses: 0,
        previousResponses: 4,
        share: 0,
        shareLower: 0,
        shareUpper: wilsonInterval(0, 3)?.upper,
        shareShown: false,
        previousShare: 0.5,
      },
    ]);
  });

  it('have no share where the list has no responses', () => {
    const { week } = made({
      followUps: {
        week: { painPoints: [option(1, [1, 0, 0, 0])], highlights: [] },
        previous: NO_FOLLOW_UPS,
      },
    });
    assert.equal(week.painPoints?.[0]?.previousShare, null);
    const lastWeekOnly = made({
      followUps: {
        week: NO_FOLLOW_UPS,
        previous: { painPoints: [option(1, [1, 0, 0, 0])], highlights: [] },
      },
    });
    assert.equal(lastWeekOnly.week.painPoints?.[0]?.share, null);
  });

  it('follow-ups are null when they could not be read', () => {
    const { week } = made({ followUps: null });
    assert.equal(week.painPoints, null);
    assert.equal(week.highlights, null);
  });
});

describe('alerts of a week', () => {
  const weekOf = (...alerts: Parameters<typeof createAlert>[]) =>
    made({ alerts: alerts.map((args) => createAlert(...args)) }).week.alerts ?? [];

  it('includes alerts whose open period intersects the local week', () => {
    const start = '2026-11-09T00:00:00+02:00';
    const end = '2026-11-16T00:00:00+02:00';
    assert.equal(weekOf(['2026-11-08T23:00:00+02:00', start]).length, 0);
    assert.equal(weekOf([end, null]).length, 0);
    assert.equal(weekOf([start, start]).length, 1);
    assert.equal(weekOf([end, end]).length, 0);
    assert.equal(weekOf(['2026-11-08T23:00:00+02:00', '2026-11-09T00:00:01+02:00']).length, 1);
    assert.equal(weekOf(['2020-01-01T00:00:00+02:00', null]).length, 1);
    // One that ends before it begins is taken at its beginning.
    assert.equal(weekOf(['2026-11-10T00:00:00+02:00', '2026-11-01T00:00:00+02:00']).length, 1);
    assert.equal(weekOf(['2026-11-08T00:00:00+02:00', '2026-11-07T00:00:00+02:00']).length, 0);
  });

  it('sorts alerts by beginning, then by key, each with its end and whether it started in the week', () => {
    const at = '2026-11-09T00:00:00+02:00';
    const alerts = weekOf(
      ['2026-11-10T00:00:00+02:00', null, { key: 3 }],
      [at, '2026-11-09T00:01:00+02:00', { key: 9 }],
      [at, null, { key: 4 }],
    );
    assert.deepEqual(
      alerts.map(({ key, endTime, state, started }) => [key, endTime, state, started]),
      [
        [4, null, 'open', true],
        [9, '2026-11-09T00:01:00+02:00', 'closed', true],
        [3, null, 'open', true],
      ],
    );
  });

  it('have no problem when this version knows their type and threshold', () => {
    const knownAlerts = ['negative', 'indexThreshold', 'feedbackCount'].flatMap((alertType, i) =>
      ['under', 'over', 7].map((thresholdType, j) =>
        createAlert('2026-11-11T00:00:00+02:00', null, {
          key: i * 10 + j,
          alertType,
          parameters: { thresholdType },
        }),
      ),
    );
    assert.deepEqual(codes(made({ alerts: knownAlerts })), []);
    assert.equal(made({ alerts: null }).week.alerts, null);
    assert.deepEqual(codes(made({ alerts: null })), []);
  });

  it('requests alerts from before the first time zone begins until after the last one ends', () => {
    assert.deepEqual(alertsToRequest(W46), {
      start: Date.parse('2026-11-08T00:00:00Z'),
      end: Date.parse('2026-11-17T00:00:00Z'),
    });
  });

  it('an alert is either started or carried over, with the minutes inside the week', () => {
    const [over, started] = weekOf(
      ['2026-11-08T22:00:00+02:00', '2026-11-09T01:30:00+02:00'],
      ['2026-11-15T23:00:30+02:00', '2026-11-17T00:00:00+02:00', { key: 2 }],
    );
    assert.deepEqual([over?.started, over?.minutesInWeek, over?.state], [false, 90, 'closed']);
    assert.deepEqual([started?.started, started?.minutesInWeek], [true, 59.5]);
    assert.equal(over?.beginTime, '2026-11-08T22:00:00+02:00');
  });

  it('count the minutes of an open alert until asOf', () => {
    const asOf = Date.parse('2026-11-12T00:00:00+02:00');
    const surveyWeek = made(
      { alerts: [createAlert('2026-11-11T00:00:00+02:00', null)] },
      W46,
      asOf,
    );
    assert.equal(surveyWeek.week.alerts?.[0]?.minutesInWeek, 24 * 60);
    assert.equal(surveyWeek.week.alerts[0].state, 'open');
  });

  it('report exactly ten unknown values without a number of others', () => {
    const alerts = Array.from({ length: 10 }, (_, index) =>
      createAlert('2026-11-10T10:00:00Z', null, {
        key: index + 1,
        parameters: { thresholdType: `unknown ${index}` },
      }),
    );
    assert.equal(made({ alerts }).problems.length, 10);
  });

  it('report ten unknown values, cut to 100 characters, and the number of others', () => {
    const alerts = Array.from({ length: 40 }, (_, index) =>
      createAlert('2026-11-10T10:00:00Z', null, {
        key: index + 1,
        parameters: { thresholdType: `${index}${'x'.repeat(900)}` },
      }),
    );
    const messages = made({ alerts }).problems.map(({ message }) => message);
    assert.equal(messages.length, 11);
    assert.equal(messages.at(-1), 'This version does not know 30 more kinds of alerts.');
    assert.ok(messages.every((message) => message.length < 160));
  });

  it('have the name and the parameters of an unknown type', () => {
    const surveyWeek = made({
      alerts: [
        createAlert('2026-11-11T00:00:00+02:00', null, {
          alertType: 'hurricane',
          parameters: { thresholdType: 'sideways', knots: 80 },
        }),
      ],
    });
    assert.equal(surveyWeek.week.alerts?.[0]?.alertType, 'hurricane');
    assert.deepEqual(surveyWeek.week.alerts[0].parameters, {
      thresholdType: 'sideways',
      knots: 80,
    });
    assert.deepEqual(
      surveyWeek.problems.map(({ message }) => message),
      [
        'This version does not know the alertType hurricane.',
        'This version does not know the thresholdType sideways.',
      ],
    );
  });
});
