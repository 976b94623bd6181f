// How small places are compared with the level of their year, which single weeks don't have.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeRules, VOLUME_RULES } from '../../../../lib/domain/signals/level/rules.ts';
import type { JudgedWeek, WeekValue } from '../../../../lib/domain/signals/level/weeks.ts';
import { compareWithYear } from '../../../../lib/domain/signals/level/year.ts';
import { WEEKS } from './weekly-series.ts';

const NOW = WEEKS - 1;
const RULES = placeRules(100);
const YEAR = 80;
const USUAL = 65;

/**
 * Weeks of four responses with an index of 80 in so many of the weeks of the year, from position 9 to 56, and none in the
 * others of them; an index of 60 in the last four weeks and of 0 in those before the year.
 */
function valuesWith(weeksOfYear: number): readonly WeekValue[] {
  return Array.from({ length: WEEKS }, (_, position): WeekValue => {
    const isOfYear = position >= 9 && position <= 56;
    if (isOfYear && position >= 9 + weeksOfYear) {
      return { responses: 0, index: NaN, isMeasured: false };
    }
    const outside = position > 56 ? 60 : 0;
    return { responses: 4, index: isOfYear ? YEAR : outside, isMeasured: false };
  });
}

const REFERENCE = {
  ...{ from: 0, to: 40, weeks: 41, usual: USUAL },
  ...{ pressVariance: 2000, usualVariance: 1, medianFactor: 1.57 },
};

const tooFew = (position: number): JudgedWeek => ({
  ...{ position, verdict: 'tooFew', isSmall: true, comparison: null },
  ...{ before: { low: false, high: false }, first: null, basis: null, settledLowWeeks: null },
});

/** A week whose four weeks are so far below the level of the year. */
function weekBelow(
  position: number,
  fall: number,
  sd: number,
  changes: Partial<JudgedWeek> = {},
): JudgedWeek {
  const index = YEAR - fall;
  const difference = index - USUAL;
  return {
    ...tooFew(position),
    verdict: 'usual',
    comparison: {
      reference: REFERENCE,
      swing: { one: 2, four: 1.5 },
      week: { difference, sd, z: null },
      four: { index, responses: 16, difference, sd, z: difference / sd },
    },
    ...changes,
  };
}

/** This week after these weeks; all others have too few responses. */
function compareLast(weeks: readonly JudgedWeek[], values = valuesWith(48), rules = RULES) {
  const judged = Array.from({ length: WEEKS }, (_, position) => {
    return weeks.find((week) => week.position === position) ?? tooFew(position);
  });
  return compareWithYear(values, judged, rules).at(-1) ?? assert.fail();
}

describe('a small place below the level of its year', () => {
  it('is low since the first of the weeks in a row that are below it', () => {
    const level = compareLast([weekBelow(NOW, 20, 4)]);
    assert.deepEqual([level.verdict, level.basis, level.first], ['low', 'year', NOW - 3]);
    assert.deepEqual([level.usual, level.yearDifference, level.isBelowYear], [YEAR, -20, true]);
    assert.deepEqual(level.week, { difference: -20, sd: 4, z: null });
    assert.deepEqual([level.four?.difference, level.four?.z], [-20, -5]);
  });

  it('is compared from 26 weeks with responses on', () => {
    const weeks = [weekBelow(NOW, 20, 4)];
    assert.equal(compareLast(weeks, valuesWith(26)).basis, 'year');
    const { verdict, usual, yearDifference } = compareLast(weeks, valuesWith(25));
    assert.deepEqual([verdict, usual, yearDifference], ['usual', USUAL, null]);
  });

  it('is not compared where the rules have no year', () => {
    const { verdict, yearDifference } = compareLast(
      [weekBelow(NOW, 20, 4)],
      valuesWith(48),
      VOLUME_RULES,
    );
    assert.deepEqual([verdict, yearDifference], ['usual', null]);
  });

  it('is low by a tenth of the range and more than 3.3 standard deviations', () => {
    const verdictOf = (fall: number, sd: number) => compareLast([weekBelow(NOW, fall, sd)]).verdict;
    assert.deepEqual([verdictOf(10, 1), verdictOf(10.1, 1)], ['usual', 'low']);
    assert.deepEqual([verdictOf(33, 10), verdictOf(33, 9.9)], ['usual', 'low']);
  });
});

describe('a fall below the level of the year', () => {
  const begun = weekBelow(NOW - 2, 20, 4);
  const FIRST = NOW - 3;

  it('goes on by more than two standard deviations, over weeks with too few responses', () => {
    const isBelow = (sd: number) => compareLast([weekBelow(NOW, 8, sd)]).isBelowYear;
    assert.deepEqual([isBelow(8), isBelow(4), isBelow(3.9)], [false, false, true]);
    const firstAfter = (sd: number) => compareLast([begun, weekBelow(NOW, 8, sd)]).first;
    assert.deepEqual([firstAfter(4), firstAfter(3.9)], [null, FIRST]);
  });

  it('does not go on after a week that was low by itself', () => {
    const low = { verdict: 'low', basis: 'week', first: NOW - 2 } as const;
    const before = { ...tooFew(NOW - 2), ...low };
    assert.equal(compareLast([before, weekBelow(NOW, 8, 3)]).verdict, 'usual');
  });

  it('leaves a run as it is that is as old', () => {
    const runSince = (first: number) => {
      const low = { verdict: 'low', basis: 'fourWeeks', first } as const;
      const level = compareLast([begun, weekBelow(NOW, 20, 4, low)]);
      return [level.basis, level.first];
    };
    assert.deepEqual(runSince(FIRST - 5), ['fourWeeks', FIRST - 5]);
    assert.deepEqual(runSince(FIRST), ['fourWeeks', FIRST]);
    assert.deepEqual(runSince(FIRST + 1), ['year', FIRST]);
  });
});
