// The signals of a survey's week from its facts: what is judged by which weeks, and what an entry of a list has.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { weeksFrom } from '../../../lib/domain/calendar.ts';
import type { Week } from '../../../lib/domain/calendar.ts';
import { dateOf } from '../../../lib/domain/calendar.ts';
import type { DayCounts, HourCounts, SurveyDetails } from '../../../lib/domain/report-inputs.ts';
import type { Accepted } from '../../../lib/domain/signals/accepted.ts';
import { NO_SETTINGS, type FolderSettings } from '../../../lib/domain/signals/folder-settings.ts';
import type { FolderSurvey } from '../../../lib/domain/survey-week.ts';
import { buildSurveyWeek } from '../../../lib/domain/survey-week.ts';
import {
  CONTEXT,
  createAlert,
  createFacts,
  createHour,
  createSurvey,
  W46,
} from '../../support/test-facts.ts';

/** Presses of the worst and of the best button on each day of a week. */
type Press = readonly [worst: number, best: number];

const USUAL: Press = [9, 21];
const LOW: Press = [18, 12];
const NONE: Press = [0, 0];
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

/** Facts of 61 weeks: `pressesOf` gives those of each day, `back` weeks before W46. */
function factsOf(
  pressesOf: (back: number, day: number) => Press,
  survey: Partial<SurveyDetails> = {},
): {
  readonly hours: readonly HourCounts[];
  readonly history: readonly DayCounts[];
  readonly survey: SurveyDetails;
} {
  const rowsOf = (week: Week, back: number): readonly HourCounts[] =>
    WEEKDAYS.map((day) => {
      const [worst, best] = pressesOf(back, day);
      return createHour(dateOf(week.monday + day), 9, [worst, 0, 0, best]);
    });
  const weeks = Array.from({ length: 61 }, (_, back) => rowsOf(weeksFrom(W46, -back), back));
  return {
    survey: createSurvey(survey),
    hours: weeks.slice(0, 13).flat(),
    history: weeks.slice(13).flat(),
  };
}

function judged(
  facts: Parameters<typeof createFacts>[0],
  settings: Partial<FolderSettings> = {},
): FolderSurvey | null {
  return buildSurveyWeek(createFacts(facts), {
    ...CONTEXT,
    settings: { ...NO_SETTINGS, ...settings },
  });
}

function accepted(kind: Accepted['kind'], week: string, survey = 7): Accepted {
  return { folder: 3, survey, kind, week, by: 'shell', at: '2026-11-16T08:00:00.000Z' };
}

describe('the signals of a survey', () => {
  const fallenFor = (weeks: number) => factsOf((back) => (back < weeks ? LOW : USUAL));

  it('compare a fall with the level before it, for 44 weeks', () => {
    for (const weeks of [1, 2, 20, 44]) {
      const level = judged(fallenFor(weeks))?.week.level;
      assert.equal(level?.state, weeks === 1 ? 'new' : 'still', `${String(weeks)} weeks`);
      assert.deepEqual([level.usual, level.weeks], [70, weeks]);
    }
    const settled = judged(fallenFor(45))?.week.level;
    assert.deepEqual([settled?.state, settled?.settled, settled?.usual], ['usual', true, 40]);
  });

  it('give lists the usual range as it is printed', () => {
    const survey = judged(factsOf((back) => (back % 2 === 0 ? [9, 22] : USUAL)));
    const { lower = null, upper = null } = survey?.week.level ?? {};
    assert.ok(lower !== null && upper !== null && !Number.isInteger(lower));
    const { listed } = survey?.own ?? {};
    assert.deepEqual([listed?.lower, listed?.upper], [Math.round(lower), Math.round(upper)]);
  });

  it('give lists the mean of the buttons of thirteen weeks', () => {
    const facts = factsOf((back) => (back === 0 ? [10, 0] : back === 2 ? NONE : USUAL));
    const { listed } = judged(facts)?.own ?? {};
    assert.deepEqual(listed?.trend, [...Array.from({ length: 10 }, () => 70), null, 70, 0]);
    assert.equal(listed.usualScore, null);
  });

  it('give lists the mean of the buttons in the usual weeks of an NPS', () => {
    const survey = createSurvey({ indexType: 'NPS' });
    const { own, week } = judged({ ...fallenFor(2), survey }) ?? {};
    assert.equal(week?.level.state, 'still');
    assert.equal(own?.listed?.usualScore, 70);
    assert.equal(own.listed.trend.at(-1), 40);
  });

  it('take an NPS’s usual mean of the buttons from all weeks that the usual level comes from', () => {
    const facts = factsOf((back) => (back < 2 ? LOW : back === 4 ? [8, 22] : USUAL));
    const survey = createSurvey({ indexType: 'NPS' });
    const { listed } = judged({ ...facts, survey })?.own ?? {};
    assert.equal(listed?.usualScore, (100 * (5 * 21 + 22)) / (6 * 30));
  });

  it('give lists no limits where nothing is usual yet', () => {
    const { listed } = judged(factsOf((back) => (back < 3 ? USUAL : NONE)))?.own ?? {};
    assert.deepEqual([listed?.lower, listed?.upper, listed?.usualScore], [null, null, null]);
  });

  it('give lists the limits of an average with two decimals', () => {
    const facts = factsOf((back) => (back % 2 === 0 ? [9, 22] : USUAL));
    const survey = judged({ ...facts, survey: createSurvey({ indexType: 'AVERAGE' }) });
    const { lower = null } = survey?.week.level ?? {};
    assert.ok(lower !== null && lower > 1);
    assert.equal(survey?.own.listed?.lower, Math.round(lower * 100) / 100);
    assert.ok(!Number.isInteger(survey.own.listed.lower));
  });

  it('give an entry the index of the last four weeks of a small place only', () => {
    const small = judged(factsOf((_, day) => (day < 3 ? [1, 3] : NONE)));
    assert.equal(small?.own.facts.figures.fourWeeksIndex, 75);
    const large = judged(factsOf(() => USUAL));
    assert.ok(large !== null && !('fourWeeksIndex' in large.own.facts.figures));
  });

  it('count an accepted level from its week on, of this survey only, and not before that week', () => {
    const stateWith = (entry: Accepted) => judged(fallenFor(12), { accepted: [entry] })?.week.level;
    const level = stateWith(accepted('level', '2026-W35'));
    assert.deepEqual([level?.state, level?.usual], ['usual', 40]);
    assert.deepEqual(level?.accepted, { kind: 'level', week: '2026-W35', by: 'shell' });
    assert.equal(stateWith(accepted('level', '2026-W35', 8))?.state, 'still');
    assert.equal(stateWith(accepted('level', '2026-W47'))?.state, 'still');
  });

  it('compare with the target of the kind of index', () => {
    const target = { folder: 1, indexType: 'HAPPY', feedbackScale: 'FOUR', value: 50 };
    const [met, missed, other] = [
      judged(
        factsOf(() => USUAL),
        { targets: [target] },
      ),
      judged(fallenFor(20), { targets: [target] }),
      judged(
        factsOf(() => USUAL),
        { targets: [{ ...target, feedbackScale: 'FIVE' }] },
      ),
    ].map((survey) => survey?.week.level.target);
    assert.deepEqual(met, { value: 50, met: true, assurance: 'passes' });
    assert.deepEqual([missed?.value, missed?.met], [50, false]);
    assert.equal(other, null);
  });

  it('tell a device that died on Thursday, with the index of the days before', () => {
    const survey = judged(factsOf((back, day) => (back === 0 && day >= 3 ? NONE : USUAL)));
    assert.equal(survey?.week.level.state, 'silent');
    assert.deepEqual([survey.week.silent?.fromDay, survey.week.silent?.days], [4, 4]);
    assert.deepEqual([survey.week.index, survey.week.responses], [70, 90]);
    const { figures } = survey.own.facts;
    assert.deepEqual([figures.fromDay, figures.expected, figures.silentWeeks], [4, 120, null]);
  });

  it('tell a dead device for 60 weeks, also without active periods', () => {
    for (const weeks of [1, 13, 48, 54]) {
      const survey = judged(
        factsOf((back) => (back < weeks ? NONE : USUAL), { activePeriods: [] }),
      );
      assert.equal(survey?.week.level.state, 'silent', `${String(weeks)} weeks`);
      assert.equal(survey.week.silent?.weeks, weeks);
    }
    // Too few weeks are left that tell what is usual.
    const forgotten = judged(factsOf((back) => (back < 58 ? NONE : USUAL), { activePeriods: [] }));
    assert.equal(forgotten?.week.level.state, 'tooFew');
    assert.equal(
      judged(factsOf((back) => (back < 61 ? NONE : USUAL), { activePeriods: [] })),
      null,
    );
  });

  it('say nothing of a place that was said to be closed until it has a response', () => {
    const closed = { accepted: [accepted('closed', '2026-W40')] };
    const silentFor = (weeks: number, survey: Partial<SurveyDetails>) =>
      judged(
        factsOf((back) => (back < weeks ? NONE : USUAL), survey),
        closed,
      );
    assert.equal(silentFor(8, { activePeriods: [] }), null);
    const withPeriod = silentFor(8, {});
    assert.deepEqual([withPeriod?.week.silent, withPeriod?.week.level.state], [null, 'tooFew']);
    // Also with responses until the week that was said.
    for (const weeks of [6, 8]) {
      const { level } = silentFor(weeks, {})?.week ?? {};
      assert.deepEqual(level?.accepted, { kind: 'closed', week: '2026-W40', by: 'shell' });
    }
    // A response after that week: open again, and silent since, also without active periods.
    for (const survey of [{}, { activePeriods: [] }]) {
      const reopened = silentFor(2, survey)?.week.level;
      assert.deepEqual([reopened?.state, reopened?.accepted], ['silent', null]);
    }
  });

  it('have no level without the history, but silence and the number of responses of 13 weeks', () => {
    const facts = { ...factsOf((back) => (back === 0 ? [4, 6] : USUAL)), history: null };
    const survey = judged(facts);
    assert.equal(survey?.week.level.state, null);
    assert.deepEqual([survey.week.level.usual, survey.week.level.last], [null, null]);
    assert.deepEqual([survey.week.volume?.verdict, survey.own.historyMissing], ['low', true]);
    const silent = { ...factsOf((back) => (back === 0 ? NONE : USUAL)), history: null };
    assert.equal(judged(silent)?.week.level.state, 'silent');
  });

  it('count a place as closed with the last response in the week that was said, also without the history', () => {
    const closed = { accepted: [accepted('closed', '2026-W40')] };
    const isSilent = (weeks: number, history: { readonly history?: null }): boolean => {
      const facts = factsOf((back) => (back < weeks ? NONE : USUAL));
      return judged({ ...facts, ...history }, closed)?.week.level.state === 'silent';
    };
    for (const history of [{}, { history: null }]) {
      assert.deepEqual(
        [2, 5, 6].map((weeks) => isSilent(weeks, history)),
        [true, true, false],
      );
    }
  });

  it('judge no number of responses of a week in which a period ends', () => {
    const facts = factsOf((back, day) => (back === 0 && day >= 3 ? NONE : USUAL));
    const thursday = Date.parse('2026-11-11T22:00:00Z');
    const verdictUntil = (end: number | null) => {
      const survey = createSurvey({ activePeriods: [{ start: 0, end }] });
      return judged({ ...facts, survey })?.week.volume?.verdict;
    };
    assert.equal(verdictUntil(null), 'low');
    assert.notEqual(verdictUntil(thursday), 'low');
  });

  it('count an accepted number of responses from its week on, and tell of it', () => {
    const facts = factsOf((back) => (back < 12 ? [4, 11] : USUAL));
    const settings = { accepted: [accepted('volume', '2026-W35')] };
    const [before, after] = [judged(facts)?.week, judged(facts, settings)?.week];
    assert.deepEqual([before?.volume?.verdict, after?.volume?.verdict], ['low', 'usual']);
    assert.deepEqual(before?.level.accepted, null);
    assert.deepEqual(after?.level.accepted, { kind: 'volume', week: '2026-W35', by: 'shell' });
  });

  it('give the folder the counts of this week, and its closures by time zone', () => {
    const survey = judged(factsOf((back, day) => (back > 0 ? USUAL : day === 2 ? NONE : LOW)));
    assert.deepEqual(survey?.own.data, [6 * 18, 0, 0, 6 * 12]);
    assert.equal(survey.standard.length, 61);
    assert.deepEqual(survey.closures, [
      {
        timeZone: 'Europe/Helsinki',
        open: [1, 1, 1, 1, 1, 1, 1],
        empty: [0, 0, 1, 0, 0, 0, 0],
        shared: [],
      },
    ]);
  });

  it('give an entry the weeks of a fall, what it lost, the minutes of alerts and the weeks of silence', () => {
    const low = judged({
      ...fallenFor(12),
      alerts: [createAlert('2026-11-10T08:00:00Z', '2026-11-10T08:30:00Z')],
    });
    const figures = low?.own.facts.figures;
    assert.deepEqual([figures?.weeks, figures?.badMinutes, figures?.was], [12, 30, null]);
    assert.equal(figures?.lossTotal, low?.week.level.lossTotal);
    const dead = judged(factsOf((back) => (back < 3 ? NONE : USUAL)))?.own.facts.figures;
    assert.deepEqual([dead?.silentWeeks, dead?.days, dead?.ongoing], [3, 7, true]);
  });

  it('give the reason of a fall', () => {
    const monday = judged(factsOf((back, day) => (back === 0 && day === 0 ? [90, 0] : USUAL)));
    assert.equal(monday?.week.reason?.kind, 'weekday');
  });

  it('give an entry the low weeks of a place that recovered', () => {
    const survey = judged(factsOf((back) => (back > 0 && back < 9 ? LOW : USUAL)));
    const { level } = survey?.week ?? {};
    assert.deepEqual([level?.state, level?.was, level?.lowWeeks], ['recovered', 40, 8]);
    const { figures } = survey?.own.facts ?? {};
    assert.deepEqual([figures?.was, figures?.weeks, figures?.usual], [40, 8, 70]);
    // 8 weeks of 210 responses, 30 of a hundred lower.
    assert.ok(Math.abs((figures?.lossTotal ?? 0) - 8 * 210 * 0.3) < 1e-9);
  });
});
