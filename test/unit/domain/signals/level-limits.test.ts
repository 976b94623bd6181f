// The limits of a level at their ends: how many responses are enough, which earlier weeks count, and when a target is met.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeGroup } from '../../../../lib/domain/signals/group-level.ts';
import { judgeLevel } from '../../../../lib/domain/signals/level.ts';
import { findEarlierOfSign } from '../../../../lib/domain/signals/level/run.ts';
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
