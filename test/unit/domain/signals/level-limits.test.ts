// The limits of a level at their ends: how many responses are enough, which earlier weeks count, and when a target is met.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeGroup } from '../../../../lib/domain/signals/group-level.ts';
import { judgeLevel } from '../../../../lib/domain/signals/level.ts';
import { findEarlierOfSign } from '../../../../lib/domain/signals/level/run.ts';
import { placeRules } from '../../../../lib/domain/signals/level/rules.ts';
import { stateOf } from '../../../../lib/domain/signals/level/state.ts';
import type { WeekLevel } from '../../../../lib/domain/signals/level/year.ts';
import type { WeekState } from '../../../../lib/domain/signals/level/weeks.ts';
import { historyOf, WEEK_NAMES } from './weekly-series.ts';

const KIND = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;
const OPTIONS = { accepted: null, hasHistory: true, isSilent: false, target: null };

describe('the level of a small place', () => {
  /** Four responses a week, and these in the last four weeks. */
  const judge = (last: string, target: number | null = null) =>
    judgeLevel(historyOf(`4*36,${last}`, 'P*4'), KIND, { ...OPTIONS, target }).level;

  it('is known with ten responses in four weeks', () => {
    assert.equal(judge('3,2,3,2').verdict, 'usual');
    assert.equal(judge('3,2,3,1').verdict, 'tooFew');
  });

  it('says nothing of a target with fewer, or without any', () => {
    for (const last of ['3,2,3,1', '0,0,0,0'])
      assert.deepEqual(judge(last, 60).target, { value: 60, met: null, assurance: null });
    assert.equal(judge('3,2,3,2', 60).target?.met, true);
    assert.equal(judge('3,2,3,2', 80).target?.met, false);
  });
});

describe('the target of a group', () => {
  const { known } = judgeLevel(historyOf('300', 'P*4'), KIND, OPTIONS);
  const metWith = (index: number | null, target: number) => {
    const standard = known?.standard ?? assert.fail();
    const options = { accepted: null, target };
    return judgeGroup({ ...KIND, names: WEEK_NAMES, standard, index }, options).level.target?.met;
  };

  it('is met by the index that is printed, and not known without one', () => {
    assert.deepEqual([metWith(70, 70), metWith(70, 70.1)], [true, false]);
    assert.equal(metWith(null, 70), null);
  });
});

describe('the change in these weeks of last year', () => {
  /** `before`: responses of the six weeks before last year's, `then`: of the three around it. */
  const lastYearWith = (before: string, then: string) =>
    judgeLevel(historyOf(`300,${before},${then},300*51`, '70,60*6,70*3,70*51'), KIND, OPTIONS).level
      .lastYear;

  it('is known from four measured weeks before it and two of it', () => {
    assert.equal(lastYearWith('300*4,0*2', '300*2,0'), 10);
    assert.equal(lastYearWith('300*3,0*3', '300*2,0'), null);
    assert.equal(lastYearWith('300*4,0*2', '300,0*2'), null);
    assert.equal(lastYearWith('300*3,5*3', '300*3'), null, 'weeks with few responses');
  });
});

describe('a long fall below the year’s level', () => {
  const NOW = 19;
  const VALUES = Array.from({ length: NOW + 1 }, () => ({
    ...{ responses: 100, index: 60, isMeasured: true },
  }));
  const weekLevel = (position: number, changes: Partial<WeekLevel>): WeekLevel => ({
    judged: {
      position,
      verdict: 'usual',
      isSmall: false,
      comparison: null,
      before: { low: false, high: false },
      ...{ first: null, basis: null, settledLowWeeks: null },
    },
    ...{ verdict: 'usual', basis: null, first: null, usual: 70, week: null, four: null },
    ...{ yearDifference: null, isBelowYear: false },
    ...changes,
  });
  /** The state of a usual week after a run of so many weeks. */
  const stateAfter = (
    weeks: number,
    run: Partial<WeekLevel> = { verdict: 'low', basis: 'year' },
    now: Partial<WeekLevel> = {},
  ) => {
    const levels = VALUES.map((_, position) => weekLevel(position, {}));
    const ofNow = weekLevel(NOW, now);
    const last = weekLevel(NOW - 1, { ...run, first: NOW - weeks });
    const all = levels.toSpliced(NOW - 1, 2, last, ofNow);
    const { state, lowWeeks, settled } = stateOf(VALUES, all, ofNow, false, placeRules(100));
    return [state, lowWeeks, settled];
  };

  it('is the usual level after twelve weeks, unless this week is still below the year’s', () => {
    assert.deepEqual(stateAfter(12), ['usual', 12, true]);
    assert.deepEqual(stateAfter(13), ['usual', 13, true]);
    assert.deepEqual(stateAfter(11), ['usual', null, false]);
    assert.deepEqual(stateAfter(12, undefined, { isBelowYear: true }), ['usual', null, false]);
  });

  it('continues a low week, and is continued by one', () => {
    const stateOfLow = (now: 'week' | 'year', last: 'week' | 'year') =>
      stateAfter(3, { verdict: 'low', basis: last }, { verdict: 'low', basis: now })[0];
    assert.deepEqual([stateOfLow('year', 'week'), stateOfLow('week', 'year')], ['still', 'still']);
    assert.equal(stateOfLow('week', 'week'), 'new');
  });

  it('is another run than a fall within weeks, or a rise', () => {
    for (const verdict of ['low', 'high'] as const)
      assert.deepEqual(stateAfter(12, { verdict, basis: 'week' }), ['usual', null, false]);
  });
});

describe('the earlier week that a week follows', () => {
  const POSITION = 6;
  /** Its position; `signs` are those of judged weeks by position. */
  const earlierOf = (signs: Readonly<Record<number, -1 | 0 | 1>>): number | null => {
    const weeks = Array.from({ length: 9 }, (_, position): WeekState => ({
      position,
      ...{ responses: 100, index: 50, isMeasured: true, isOrdinary: true },
      sign: signs[position] ?? 0,
      ...{ first: 0, error: null, error4: null },
      isJudged: position in signs,
    }));
    return findEarlierOfSign(weeks, POSITION, -1)?.position ?? null;
  };

  it('is one of the four before', () => {
    assert.equal(earlierOf({ 2: -1 }), 2);
    assert.equal(earlierOf({ 1: -1 }), null);
    assert.equal(earlierOf({ 7: -1, 6: -1 }), null);
  });

  it('is the later one of the two latest that are judged', () => {
    assert.equal(earlierOf({ 3: -1, 5: -1 }), 5);
    assert.equal(earlierOf({ 3: -1, 5: 0 }), 3);
    assert.equal(earlierOf({ 2: -1, 3: 1, 5: 0 }), null);
  });
});
