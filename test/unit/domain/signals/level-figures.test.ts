// The figures of a level as reports print them, from weeks that are judged already.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LevelContext } from '../../../../lib/domain/signals/level/figures.ts';
import { describeLevel, emptyLevel } from '../../../../lib/domain/signals/level/figures.ts';
import { placeRules } from '../../../../lib/domain/signals/level/rules.ts';
import type { WeekValue } from '../../../../lib/domain/signals/level/weeks.ts';
import type { WeekLevel } from '../../../../lib/domain/signals/level/year.ts';
import { WEEK_NAMES, WEEKS } from './weekly-series.ts';

const NOW = WEEKS - 1;
const USUAL = 70;

/** The weeks from position 1 to 6 have an index of 60, those from 7 to 9 of 80, and all others of 70. */
const VALUES: readonly WeekValue[] = WEEK_NAMES.map((_, position) => ({
  responses: 100,
  index: position >= 1 && position <= 6 ? 60 : position >= 7 && position <= 9 ? 80 : USUAL,
  isMeasured: true,
}));

/** A week that is usually 70, with this difference from it and a standard deviation of 2. */
function levelAt(
  position: number,
  verdict: WeekLevel['verdict'],
  difference: number,
  changes: Partial<WeekLevel> = {},
): WeekLevel {
  const week = { difference, sd: 2, z: difference / 2 };
  const four = { ...week, index: USUAL + difference, responses: 400 };
  const isRun = verdict === 'low' || verdict === 'high';
  const [basis, first] = isRun ? (['week', position] as const) : [null, null];
  const reference = {
    ...{ from: 0, to: 5, weeks: 6, usual: USUAL },
    ...{ pressVariance: 2000, usualVariance: 1, medianFactor: 1.57 },
  };
  return {
    judged: {
      ...{ position, verdict, isSmall: false, first, basis, settledLowWeeks: null },
      comparison: { reference, swing: { one: 1, four: 1 }, week, four },
      before: { low: false, high: false },
    },
    ...{ verdict, basis, first, usual: USUAL, week, four },
    ...{ yearDifference: null, isBelowYear: false },
    ...changes,
  };
}

/** `now` is this week, `last` the week before. */
function describeWith(now: WeekLevel | null, last: WeekLevel, changes: Partial<LevelContext> = {}) {
  const before = Array.from({ length: NOW - 1 }, (_, i) => levelAt(i, 'usual', 0));
  return describeLevel({
    names: WEEK_NAMES,
    values: VALUES,
    levels: now === null ? [] : [...before, last, now],
    rules: placeRules(100),
    limits: { lower: 0, upper: 100 },
    ...{ offset: 0, target: 75, accepted: null, isSilent: false },
    ...changes,
  });
}

const LAST = levelAt(NOW - 1, 'usual', -3);
const withUsual = (changes: Partial<LevelContext>) =>
  describeWith(levelAt(NOW, 'usual', -1), LAST, changes);

describe('a level without figures', () => {
  it('has its target and what was accepted', () => {
    const accepted = { kind: 'level', week: '2026-W40', by: 'someone' } as const;
    const level = emptyLevel('tooFew', 'tooFew', { target: 75, accepted });
    const { state, verdict, target, settled, swings, ...others } = level;
    assert.deepEqual([state, verdict], ['tooFew', 'tooFew']);
    assert.deepEqual(target, { value: 75, met: null, assurance: null });
    assert.deepEqual([settled, swings, others.accepted], [false, false, accepted]);
    const unknown = Object.entries(others).filter(([, value]) => value !== null);
    assert.deepEqual(unknown, [['accepted', accepted]]);
    assert.equal(emptyLevel('tooFew', 'tooFew', { target: null, accepted }).target, null);
  });

  it('is that of no weeks', () => {
    const options = { target: 75, accepted: null };
    assert.deepEqual(describeWith(null, LAST), emptyLevel(null, null, options));
  });

  it('is not compared where it is new or has too few responses, but says what is usual', () => {
    for (const verdict of ['new', 'tooFew'] as const) {
      const level = describeWith(levelAt(NOW, verdict, -20), LAST);
      assert.deepEqual([level.verdict, level.usual, level.weeksUsed], [verdict, USUAL, 6]);
      const { lower, difference, fourWeeks, lastYear } = level;
      assert.deepEqual([lower, difference, fourWeeks, lastYear], [null, null, null, null], verdict);
    }
  });
});

describe('the last judged week', () => {
  it('has its name, verdict, usual level and differences', () => {
    const { last } = withUsual({ offset: 2 });
    assert.deepEqual(last, {
      week: WEEK_NAMES[NOW - 1],
      verdict: 'usual',
      usual: USUAL + 2,
      difference: -3,
      difference4: -3,
    });
  });

  it('has no differences where it was not compared', () => {
    const { last } = describeWith(
      levelAt(NOW, 'usual', -1),
      levelAt(NOW - 1, 'new', 0, { usual: null, week: null, four: null }),
    );
    assert.deepEqual([last?.usual, last?.difference, last?.difference4], [null, null, null]);
  });
});

describe('the limits of ordinary weeks', () => {
  it('are three standard deviations from what is usual', () => {
    const { lower, upper, target } = withUsual({});
    assert.deepEqual([lower, upper], [64, 76]);
    assert.deepEqual(target, { value: 75, met: false, assurance: 'hitOrMiss' });
  });

  it('are not known without a level that can be printed, or a measured week', () => {
    const unprinted = withUsual({ offset: null });
    assert.deepEqual([unprinted.lower, unprinted.upper, unprinted.fourWeeks], [null, null, null]);
    assert.deepEqual(unprinted.target, { value: 75, met: null, assurance: null });
    const unmeasured = describeWith(levelAt(NOW, 'usual', 0, { week: null }), LAST);
    assert.deepEqual([unmeasured.lower, unmeasured.upper], [null, null]);
  });

  it('are far apart where a place swings', () => {
    const swingOf = (one: number) => {
      const now = levelAt(NOW, 'usual', 0);
      const { comparison } = now.judged;
      assert.ok(comparison !== null);
      const judged = { ...now.judged, comparison: { ...comparison, swing: { one, four: 1 } } };
      const { swing, swings } = describeWith({ ...now, judged }, LAST);
      return [swing, swings];
    };
    assert.deepEqual(
      [swingOf(6.6), swingOf(6.7)],
      [
        [6.6, false],
        [6.7, true],
      ],
    );
    const { judged, ...now } = levelAt(NOW, 'new', 0);
    const level = describeWith({ ...now, judged: { ...judged, comparison: null } }, LAST);
    assert.deepEqual([level.swing, level.swings, level.weeksUsed], [null, false, null]);
  });
});

describe('a recovered level', () => {
  it('is compared with the level before its fall', () => {
    const last = levelAt(NOW - 1, 'low', -20, { usual: 80 });
    const values = VALUES.with(NOW - 1, { responses: 100, index: 50, isMeasured: true });
    const level = describeWith(levelAt(NOW, 'usual', 5), last, {
      values: values.with(NOW, { responses: 100, index: 75, isMeasured: true }),
    });
    assert.deepEqual([level.state, level.usual, level.was], ['recovered', 80, 50]);
    assert.deepEqual([level.difference, level.z, level.lower], [-5, null, null]);
    assert.deepEqual([level.fourWeeks?.difference, level.fourWeeks?.z], [-5, null]);
    const withoutFour = describeWith(levelAt(NOW, 'usual', 5, { four: null }), last, { values });
    assert.deepEqual([withoutFour.state, withoutFour.fourWeeks], ['recovered', null]);
  });
});

describe('a change as in these weeks of last year', () => {
  const asLastYear = (verdict: WeekLevel['verdict'], difference: number, values = VALUES) =>
    describeWith(levelAt(NOW, verdict, difference), LAST, { values }).asLastYear;

  it('is at most twice that change, in its direction', () => {
    assert.equal(withUsual({}).lastYear, 20);
    assert.deepEqual([asLastYear('high', 40), asLastYear('high', 40.1)], [true, false]);
    assert.equal(asLastYear('low', -10), false);
  });

  it('is not said of usual weeks, without that change, or of a week that is not measured', () => {
    assert.equal(asLastYear('usual', 10), null);
    const young = VALUES.map((value, i) => ({ ...value, isMeasured: i >= 10 }));
    assert.equal(asLastYear('high', 10, young), null);
    assert.equal(describeWith(levelAt(NOW, 'high', 10, { week: null }), LAST).asLastYear, null);
    const same = VALUES.map((value) => ({ ...value, index: USUAL }));
    assert.equal(asLastYear('high', 0, same), false);
  });
});
