// The history of a survey: 61 weeks, of which the last 13 come from hourly and the others from daily results.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../../support/property-settings.ts';
import { dayOf, dateOf, firstInstantOf, offsetAt, weekOf } from '../../../lib/domain/calendar.ts';
import type { DayCounts, SurveyFacts } from '../../../lib/domain/report-inputs.ts';
import { daysToRequest } from '../../../lib/domain/requested-range.ts';
import { responsesOf } from '../../../lib/domain/scale.ts';
import type { FolderSurvey } from '../../../lib/domain/survey-week.ts';
import { buildSurveyWeek } from '../../../lib/domain/survey-week.ts';
import {
  createFacts,
  createHour,
  createSurvey,
  requireWeek,
  CONTEXT,
  RULES,
  W46,
} from '../../support/test-facts.ts';

/** A local day as the reporting API writes it: by its first instant. */
function createDay(date: string, data: readonly number[], timeZone = 'Europe/Helsinki'): DayCounts {
  const localDay = dayOf(date);
  const start = firstInstantOf(localDay, timeZone);
  const offsetMinutes = offsetAt(timeZone, start);
  const hour = new Date(start + offsetMinutes * 60_000).getUTCHours();
  return { localDay, hour, offsetMinutes, data };
}

function made(facts: Partial<SurveyFacts>, week = W46, rules = RULES): FolderSurvey {
  const survey = buildSurveyWeek(createFacts(facts), { ...CONTEXT, week, rules });
  assert.ok(survey !== null, 'the survey belongs in the week');
  return survey;
}

/** The weeks with responses. */
function weeksOf({ week: { history } }: FolderSurvey): Readonly<Record<string, readonly number[]>> {
  assert.ok(history !== null);
  return Object.fromEntries(
    history.flatMap(({ week, data }) => (responsesOf(data) === 0 ? [] : [[week, data]])),
  );
}

describe('the history of a survey', () => {
  it('has 61 weeks, oldest first, with zeros for weeks without results', () => {
    const { history } = made({ hours: [], history: [] }).week;
    assert.equal(history?.length, 61);
    assert.deepEqual(history[0], { week: '2025-W38', data: [0, 0, 0, 0] });
    assert.deepEqual(history[60], { week: '2026-W46', data: [0, 0, 0, 0] });
  });

  it('takes each week from hours or from days, never from both', () => {
    const survey = made({
      hours: [
        createHour('2026-11-15', 23, [0, 0, 0, 5]),
        createHour('2026-08-17', 0, [1, 0, 0, 0]),
        createHour('2026-08-16', 23, [9, 9, 9, 9]),
      ],
      history: [
        createDay('2026-08-17', [9, 9, 9, 9]),
        createDay('2026-08-16', [0, 1, 0, 0]),
        createDay('2026-08-10', [0, 1, 0, 0]),
        createDay('2025-09-15', [0, 0, 1, 0]),
        createDay('2025-09-14', [9, 9, 9, 9]),
      ],
    });
    assert.deepEqual(weeksOf(survey), {
      '2025-W38': [0, 0, 1, 0],
      '2026-W33': [0, 2, 0, 0],
      '2026-W34': [1, 0, 0, 0],
      '2026-W46': [0, 0, 0, 5],
    });
  });

  it('contains the 53rd week of a year', () => {
    const week = requireWeek('2022-W01');
    const survey = made(
      {
        hours: [],
        history: ['2020-12-28', '2021-01-03', '2021-01-04'].map((day) =>
          createDay(day, [1, 0, 0, 0]),
        ),
      },
      week,
    );
    assert.deepEqual(weeksOf(survey), { '2020-W53': [2, 0, 0, 0], '2021-W01': [1, 0, 0, 0] });
    assert.equal(survey.week.history?.[0]?.week, '2020-W46');
  });

  it('counts a day by its written date where clocks change and where midnight is skipped, without drift', () => {
    // Clocks in Santiago go from Saturday 24:00 to Sunday 01:00, in Havana from Sunday 01:00 back to 00:00.
    const cases = [
      ['America/Santiago', '2025-09-07', '2025-09-08', '2026-W44'],
      ['Europe/Helsinki', '2026-03-29', '2026-03-30', '2026-W46'],
      ['Australia/Lord_Howe', '2026-04-05', '2026-04-06', '2026-W46'],
      ['America/Havana', '2025-11-02', '2025-11-03', '2026-W46'],
    ] as const;
    for (const [timeZone, sunday, monday, name] of cases) {
      const survey = made(
        {
          survey: createSurvey({ timeZone }),
          hours: [],
          history: [
            createDay(sunday, [1, 0, 0, 0], timeZone),
            createDay(monday, [0, 1, 0, 0], timeZone),
          ],
        },
        requireWeek(name),
      );
      assert.deepEqual(weeksOf(survey), {
        [weekOf(dayOf(sunday)).name]: [1, 0, 0, 0],
        [weekOf(dayOf(monday)).name]: [0, 1, 0, 0],
      });
      assert.ok(
        survey.problems.every(({ code }) => code !== 'TZ_DRIFT'),
        timeZone,
      );
    }
    assert.equal(createDay('2025-09-07', [], 'America/Santiago').hour, 1);
  });

  it("uses the API's dates where its clock differs from the runtime's, and reports the drift", () => {
    const survey = made({
      history: [{ ...createDay('2026-03-02', [0, 0, 0, 1]), offsetMinutes: -600 }],
    });
    assert.deepEqual(weeksOf(survey)['2026-W10'], [0, 0, 0, 1]);
    const [problem] = survey.problems;
    assert.equal(problem?.code, 'TZ_DRIFT');
    assert.match(problem.message, /first on 2026-03-02/);
  });

  it('reverses, pads and cuts counts like those of hours', () => {
    const reversed = { survey: createSurvey({ feedbackScale: 'FIVE_REVERSED' }), hours: [] };
    const flip = { ...RULES, reversedScale: 'flip' as const };
    const flipped = made({ ...reversed, history: [createDay('2026-01-05', [5, 0, 1])] }, W46, flip);
    assert.deepEqual(weeksOf(flipped), { '2026-W02': [0, 0, 1, 0, 5] });
    const cut = made({ hours: [], history: [createDay('2026-01-05', [1, 0, 0, 0, 7])] });
    assert.deepEqual(weeksOf(cut), { '2026-W02': [1, 0, 0, 0] });
    assert.deepEqual(
      cut.problems.map(({ code, missing }) => [code, missing]),
      [['SCALE_MISMATCH', true]],
    );
    const unknown = made({
      survey: createSurvey({ feedbackScale: 'SIX' }),
      hours: [createHour('2026-11-09', 9, [1])],
      history: [
        createDay('2026-01-05', [0, 0, 0, 0, 0, 1]),
        createDay('2025-09-14', [0, 0, 0, 0, 0, 0, 1]),
      ],
    });
    assert.deepEqual(unknown.week.data, [1, 0, 0, 0, 0, 0]);
  });

  it('is null when it could not be read, and then nothing is compared with it', () => {
    const facts = { history: [createDay('2026-01-05', [1, 2, 3, 4])] };
    const { week, hours, quiet, problems } = made(facts);
    const unread = made({ history: null });
    const { level, history, volume, ...figures } = unread.week;
    const { level: _, history: __, volume: ___, ...allFigures } = week;
    assert.deepEqual(figures, allFigures);
    assert.deepEqual([unread.hours, unread.quiet, unread.problems], [hours, quiet, problems]);
    // Nothing is compared, but the number of responses with that of thirteen weeks.
    assert.deepEqual([level.state, level.usual, history], [null, null, null]);
    assert.equal(volume?.verdict, 'new');
  });

  it('keeps a survey without active periods in the reports of 60 weeks after a response', () => {
    const belongs = (facts: Partial<SurveyFacts>): boolean =>
      buildSurveyWeek(createFacts({ hours: [], ...facts }), CONTEXT) !== null;
    const periodless = createSurvey({ activePeriods: [] });
    const ended = createSurvey({ activePeriods: [{ start: 0, end: 1 }] });
    const byHour = { hours: [createHour('2026-11-08', 23, [0, 0, 0, 1])] };
    assert.deepEqual(
      [belongs({ survey: periodless, ...byHour }), belongs({ survey: ended, ...byHour })],
      [true, false],
    );
    const oldest = { history: [createDay('2025-09-15', [0, 0, 0, 1])] };
    assert.deepEqual(
      [belongs({ survey: periodless, ...oldest }), belongs({ survey: ended, ...oldest })],
      [true, false],
    );
    assert.equal(belongs({ survey: periodless, history: [createDay('2025-09-14', [1])] }), false);
    assert.equal(
      belongs({ survey: periodless, history: [createDay('2026-01-05', [0, 0, 0, 0])] }),
      false,
    );
    assert.equal(belongs({ survey: periodless, history: null }), false);
  });
});

describe('the days to request', () => {
  it("are the 48 weeks before the last 13 with a day's margin, in any zone", () => {
    const { start, end } = daysToRequest(W46, 'Europe/Helsinki');
    assert.equal(new Date(start).toISOString(), '2025-09-13T21:00:00.000Z');
    assert.equal(new Date(end).toISOString(), '2026-08-17T21:00:00.000Z');
    const zones = fc.constantFrom(
      'America/Santiago',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'Asia/Tehran',
      'Australia/Lord_Howe',
    );
    fc.assert(
      fc.property(
        zones,
        fc.integer({ min: dayOf('2000-01-01'), max: dayOf('2037-01-01') }),
        (timeZone, day) => {
          const week = weekOf(day);
          const range = daysToRequest(week, timeZone);
          const dateIn = (instant: number): string =>
            dateOf(Math.floor((instant + offsetAt(timeZone, instant) * 60_000) / 86_400_000));
          assert.ok(dateIn(range.start) < dateOf(week.monday - 60 * 7));
          assert.ok(dateIn(range.end) > dateOf(week.monday - 12 * 7 - 1));
        },
      ),
    );
  });
});
