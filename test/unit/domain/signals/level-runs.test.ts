// When a week deviates, since when, when a run is the usual level, and what a recovery is measured by, at their limits.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeLevel } from '../../../../lib/domain/signals/level.ts';
import { compareFourWeeks } from '../../../../lib/domain/signals/level/comparison.ts';
import {
  groupRules,
  placeRules,
  VOLUME_RULES,
} from '../../../../lib/domain/signals/level/rules.ts';
import type { LevelRules } from '../../../../lib/domain/signals/level/rules.ts';
import type { Direction } from '../../../../lib/domain/signals/level/run.ts';
import {
  deviationOf,
  firstOfFourWeeks,
  isSettled,
} from '../../../../lib/domain/signals/level/run.ts';
import type {
  Comparison,
  FourWeekComparison,
  WeekComparison,
  WeekState,
} from '../../../../lib/domain/signals/level/weeks.ts';
import { insertSorted, removeSorted } from '../../../../lib/domain/signals/level/sorted-values.ts';
import { historyOf } from './weekly-series.ts';

const KIND = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;
const OPTIONS = { accepted: null, hasHistory: true, isSilent: false, target: null } as const;

const RULES = placeRules(100);
const USUAL = 70;
const REFERENCE = {
  ...{ from: 0, to: 5, weeks: 6, usual: USUAL },
  ...{ pressVariance: 2000, usualVariance: 1, medianFactor: 1.57 },
};
const SWING = { one: 2, four: 1.5 };

const weekOf = (difference: number, z: number): WeekComparison => ({ difference, sd: 1, z });
const fourOf = (difference: number, z: number): FourWeekComparison => ({
  ...{ index: USUAL + difference, responses: 400, difference, sd: 1, z },
});
const comparisonOf = (
  week: WeekComparison | null,
  four: FourWeekComparison | null,
): Comparison => ({ reference: REFERENCE, swing: SWING, week, four });

/** Weeks with 100 responses each; null: 5 responses, far below the others. */
const weeksOf = (indexes: readonly (number | null)[]): readonly WeekState[] =>
  indexes.map((index, position) => ({
    ...{ position, responses: index === null ? 5 : 100, index: index ?? 0 },
    ...{ isMeasured: index !== null, isOrdinary: true, sign: 0, first: position },
    ...{ error: null, error4: null, isJudged: true },
  }));

describe('a week', () => {
  const low = (
    week: WeekComparison | null,
    four: FourWeekComparison | null,
    follows = false,
    rules: LevelRules = RULES,
  ) => deviationOf(comparisonOf(week, four), false, -1, follows, rules);

  it('deviates by more than three standard deviations, its four weeks by more than 3.3', () => {
    assert.equal(low(weekOf(-20, -3), null), null);
    assert.deepEqual(low(weekOf(-20, -3.01), null), { basis: 'week', isOfFour: false });
    assert.equal(low(weekOf(-20, -2), fourOf(-10, -3.3)), null);
    assert.deepEqual(low(weekOf(-20, -2), fourOf(-10, -3.31)), {
      basis: 'fourWeeks',
      isOfFour: true,
    });
  });

  it('deviates by two after one that did, and in four weeks by a lasting change', () => {
    assert.equal(low(weekOf(-10, -2), null, true), null);
    assert.deepEqual(low(weekOf(-10, -2.01), null, true), { basis: 'week', isOfFour: false });
    assert.equal(low(weekOf(-10, -1), fourOf(-6, -2.01), true), null);
    assert.equal(low(weekOf(-10, -1), fourOf(-6.1, -2), true), null);
    assert.deepEqual(low(weekOf(-10, -1), fourOf(-6.1, -2.01), true), {
      basis: 'fourWeeks',
      isOfFour: false,
    });
  });

  it('deviates by its four weeks only where it is itself more than half as far away', () => {
    assert.equal(low(weekOf(-5, -1), fourOf(-10, -4)), null);
    assert.notEqual(low(weekOf(-5.1, -1), fourOf(-10, -4)), null);
    assert.equal(low(null, fourOf(-10, -4)), null);
  });

  it('does not deviate by a change that is too small, however clear it is', () => {
    const small = VOLUME_RULES.minChange - 0.01;
    const large = VOLUME_RULES.minChange + 0.01;
    const lowVolume = (
      week: WeekComparison,
      four: FourWeekComparison | null = null,
      follows = false,
    ) => low(week, four, follows, VOLUME_RULES) !== null;
    assert.deepEqual([lowVolume(weekOf(-small, -9)), lowVolume(weekOf(-large, -9))], [false, true]);
    assert.equal(lowVolume(weekOf(-small, -9), null, true), false);
    const inFourWeeks = (change: number, z: number, follows: boolean) =>
      lowVolume(weekOf(-large, -1), fourOf(-change, z), follows);
    assert.deepEqual([inFourWeeks(small, -9, false), inFourWeeks(large, -9, false)], [false, true]);
    assert.deepEqual([inFourWeeks(small, -3, true), inFourWeeks(large, -3, true)], [false, true]);
  });
});

describe('four weeks', () => {
  it('of a small place are compared with ten responses', () => {
    const comparedWith = (responses: number) => {
      const [week = assert.fail()] = weeksOf([60]);
      const four = [{ ...week, responses }];
      return compareFourWeeks(week, four, REFERENCE, SWING, true)?.responses;
    };
    assert.deepEqual([comparedWith(9), comparedWith(10)], [undefined, 10]);
  });

  it('of another are compared where this one and two earlier ones are measured', () => {
    const comparedWith = (weeks: readonly WeekState[], isMeasured = true) => {
      const [week = assert.fail()] = weeksOf([60]);
      return compareFourWeeks({ ...week, isMeasured }, weeks, REFERENCE, SWING, false)?.index;
    };
    assert.equal(comparedWith(weeksOf([60, 61, 62])), 61);
    assert.equal(comparedWith(weeksOf([60, 61])), undefined);
    assert.equal(comparedWith(weeksOf([60, 61, 62]), false), undefined);
  });

  it('begin with the earliest week since which all are more than half as far away', () => {
    const firstOf = (
      indexes: readonly (number | null)[],
      difference: number,
      direction: Direction = -1,
    ) =>
      firstOfFourWeeks(
        weeksOf(indexes),
        indexes.length - 1,
        comparisonOf(null, fourOf(difference, 4 * direction)),
        false,
        direction,
        RULES,
      );
    assert.equal(firstOf([50, 50, 50, 50, 50], -20), 1);
    assert.equal(firstOf([70, 70, 60, 59, 50], -20), 3);
    assert.equal(firstOf([70, 59, 60, 59, 50], -20), 3);
    assert.equal(firstOf([70, 50, null, 50, 50], -20), 1);
    assert.equal(firstOf([70, 70, 80, 81, 90], 20, 1), 3);
  });

  it('do not depend on later weeks', () => {
    const weeks = weeksOf([50, 50, 50, 50, 50, 70]);
    const comparison = comparisonOf(null, fourOf(-20, -4));
    assert.equal(firstOfFourWeeks(weeks, 4, comparison, false, -1, RULES), 1);
  });
});

interface RunOptions {
  readonly first?: number;
  readonly rules?: LevelRules;
  readonly direction?: Direction;
  readonly isSmall?: boolean;
}

describe('a run of weeks', () => {
  const settled = (
    indexes: readonly (number | null)[],
    { first = 0, rules = RULES, direction = -1, isSmall = false }: RunOptions = {},
  ) => {
    const position = indexes.length - 1;
    const difference = (indexes.at(-1) ?? NaN) - USUAL;
    const comparison = comparisonOf(weekOf(difference, direction), fourOf(difference, direction));
    return isSettled(weeksOf(indexes), first, position, comparison, isSmall, direction, rules);
  };
  const weeks = (count: number, index: number) => Array.from({ length: count }, () => index);

  it('is the usual level after twelve weeks of a small fall', () => {
    assert.deepEqual([settled(weeks(11, 66)), settled(weeks(12, 66))], [false, true]);
    assert.equal(settled([60, ...weeks(11, 66)], { first: 1 }), false);
  });

  it('is known by the weeks before these four that have enough responses', () => {
    const withFew = (few: number) =>
      settled([...weeks(few, 66).map(() => null), ...weeks(12 - few, 66)]);
    assert.deepEqual([withFew(7), withFew(8)], [true, false]);
  });

  it('is not after a fall by more than a lasting change, now or in the six weeks before these four', () => {
    assert.equal(settled([...weeks(11, 64), 64]), true, 'six points');
    assert.equal(settled([...weeks(11, 64), 63.9]), false);
    assert.equal(settled([...weeks(11, 63.9), 64]), false);
    assert.equal(settled([40, 40, ...weeks(10, 66)]), true);
    assert.equal(settled([...weeks(8, 40), ...weeks(6, 66), ...weeks(4, 66)]), true);
    assert.equal(settled([...weeks(8, 40), ...weeks(2, 66), ...weeks(4, 66)]), false);
  });

  it('is judged by this week alone where four weeks are not compared', () => {
    const settledWith = (difference: number) => {
      const comparison = comparisonOf(weekOf(difference, -1), null);
      return isSettled(weeksOf(weeks(12, 66)), 0, 11, comparison, false, -1, RULES);
    };
    assert.deepEqual([settledWith(-6), settledWith(-6.1)], [true, false]);
  });

  it('is after 45 weeks of any fall, of numbers of responses only then', () => {
    assert.deepEqual([settled(weeks(44, 30)), settled(weeks(45, 30))], [false, true]);
    const rules = { ...RULES, settlesLowEarly: false };
    assert.deepEqual(
      [settled(weeks(44, 66), { rules }), settled(weeks(45, 66), { rules })],
      [false, true],
    );
  });

  it('is after twelve weeks of a rise that keeps more than half of it', () => {
    const high = (last: number, isSmall = false) =>
      settled([...weeks(11, 90), last], { direction: 1, isSmall });
    assert.deepEqual([high(80), high(80.1), high(80.1, true)], [false, true, true]);
    assert.equal(settled(weeks(11, 90), { direction: 1 }), false);
  });

  it('does not depend on this week and later ones where the weeks before it are a rise', () => {
    const comparison = comparisonOf(weekOf(9, 1), fourOf(9, 1));
    const settledWith = (indexes: readonly number[]) =>
      isSettled(weeksOf(indexes), 0, 12, comparison, false, 1, RULES);
    const rise = [...weeks(6, 86), ...weeks(6, 90), 79];
    assert.equal(settledWith([...rise, 10]), settledWith([...rise, 99]));
  });

  it('can end in a week that begins a run of its own', () => {
    const { level } = judgeLevel(historyOf('1500', 'P,50*44,20,20'), KIND, OPTIONS);
    assert.deepEqual([level.verdict, level.weeks], ['low', 2]);
  });

  it('is said to be settled after a fall only', () => {
    const settledAfter = (x: string) => {
      const { level } = judgeLevel(historyOf('1500', x), KIND, OPTIONS);
      return [level.verdict, level.settled];
    };
    assert.deepEqual(settledAfter('P,P,65*12'), ['usual', true]);
    assert.deepEqual(settledAfter('P,P,90*12'), ['usual', false]);
  });
});

describe('the recovery of a place', () => {
  const judge = (n: string, x: string) =>
    judgeLevel(
      historyOf(n, x),
      { indexType: 'HAPPY', feedbackScale: 'FOUR' },
      { accepted: null, hasHistory: true, isSilent: false, target: null },
    ).level;

  it('is measured by the low weeks without those with few responses', () => {
    const { state, was } = judge('300*40,300,5,300,300', 'P*4,40,90,44,70');
    assert.deepEqual([state, was], ['recovered', 42]);
  });

  it('is measured by the low four weeks of a small place without those with few responses', () => {
    const { state, was } = judge('10*40,10*4,1*4,10,300', 'P*4,0*9,70');
    assert.deepEqual([state, was], ['recovered', 0]);
  });
});

describe('the rules of a folder', () => {
  it('are those of places with limits for sums of many', () => {
    assert.deepEqual(groupRules(4), {
      range: 4,
      priorSwing: 0.03,
      priorSwing4: 0.024,
      minLastingChange: 0.12,
      minChange: 0,
      settlesLowEarly: true,
      canBeSmall: false,
      year: { minFall: 0.2, minLaterFall: 0.14, minFallOfWeek: 0.1 },
    });
  });
});

describe('values in order', () => {
  it('stay in ascending order, whichever come and go', () => {
    const sorted: number[] = [];
    for (const value of [5, 3, 9, 3, 7, 1]) insertSorted(sorted, value);
    assert.deepEqual(sorted, [1, 3, 3, 5, 7, 9]);
    removeSorted(sorted, 3);
    assert.deepEqual(sorted, [1, 3, 5, 7, 9]);
  });
});
