// What the surveys of a peer folder have in common, by the surveys that count for it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LevelMeasures, VolumeMeasures } from '../../../../lib/domain/signals/model.ts';
import {
  hasLevelPeers,
  hasVolumePeers,
  isUsual,
  levelPeers,
  meanDifference,
  NO_PEERS,
  volumePeers,
} from '../../../../lib/domain/signals/peer-folder.ts';

const RANGE = 100;
const UNKNOWN: LevelMeasures = {
  ...{ difference: null, sd: null, difference4: null, sd4: null },
  ...{ lastDifference: null, yearDifference: null },
};
const levels = (count: number, measures: Partial<LevelMeasures>): readonly LevelMeasures[] =>
  Array.from({ length: count }, () => ({ ...UNKNOWN, ...measures }));
const volumes = (count: number, difference: number | null): readonly VolumeMeasures[] =>
  Array.from({ length: count }, () => ({ difference, sd: 0.1, difference4: null, sd4: null }));

describe('a peer folder', () => {
  it('has eight surveys that are judged, by this week or by four', () => {
    const known = { difference: -1 };
    const known4 = { difference4: -1 };
    assert.equal(hasLevelPeers(levels(8, known)), true);
    assert.equal(hasLevelPeers(levels(8, known4)), true);
    assert.equal(hasLevelPeers([...levels(4, known), ...levels(4, known4)]), true);
    assert.equal(hasLevelPeers([...levels(7, known), ...levels(9, {})]), false);
  });

  it('has eight surveys whose numbers of responses are judged', () => {
    assert.equal(hasVolumePeers(volumes(8, -0.1)), true);
    assert.equal(hasVolumePeers([...volumes(7, -0.1), ...volumes(9, null)]), false);
  });
});

describe('the shifts of the surveys of a folder', () => {
  it('are each of the differences of their kind', () => {
    const large = levels(12, {
      ...{ difference: -20, sd: 1, difference4: -16, sd4: 1 },
      ...{ lastDifference: -12, yearDifference: -8 },
    });
    const { shift, shift4, shiftYear, shiftLast, shiftLastSmall } = levelPeers(large, RANGE);
    assert.ok(shift < shift4 && shift4 < shiftLast && shiftLast < shiftYear && shiftYear < 0);
    assert.equal(shiftLastSmall, 0);
  });

  it('of the last week are those of small surveys by their four weeks, and of the others', () => {
    const large = levels(12, { difference: -20, sd: 1, sd4: 1, lastDifference: 15 });
    const small = levels(12, { difference4: -16, sd4: 1, lastDifference: -12 });
    const both = levelPeers([...large, ...small], RANGE);
    assert.equal(both.shiftLast, levelPeers(large, RANGE).shiftLast);
    assert.equal(both.shiftLastSmall, levelPeers(small, RANGE).shiftLastSmall);
    assert.ok(both.shiftLast > 0 && both.shiftLastSmall < 0);
  });

  it('are those of the surveys whose values and errors are known', () => {
    const known = levels(12, { difference: -20, sd: 1, difference4: -16, sd4: 1 });
    const unknown = [...levels(12, { difference: 50 }), ...levels(12, { sd: 1, sd4: 1 })];
    assert.deepEqual(levelPeers([...known, ...unknown], RANGE), levelPeers(known, RANGE));
  });

  it('of numbers of responses are in logarithms, without a last week', () => {
    const { shift, shift4, shiftLast } = volumePeers(volumes(12, -0.5));
    assert.ok(shift < -0.2 && shift >= -0.5);
    assert.deepEqual([shift4, shiftLast], [0, 0]);
  });

  it('are none below a peer folder, where errors are as they are', () => {
    const { spread, spread4, ...shifts } = NO_PEERS;
    assert.deepEqual([spread, spread4], [1, 1]);
    assert.deepEqual(Object.entries(shifts), [
      ...['shift', 'shift4', 'shiftYear', 'shiftLast', 'shiftLastSmall'].map((name) => [name, 0]),
    ]);
  });
});

describe('the mean difference of a group in some weeks', () => {
  const standard = [
    [10, 20],
    [0, 0],
    [4, 16],
    [5, 0],
  ].map(([n = 0, sum = 0]) => ({ n, sum, variance: 1 }));

  it('is that of the weeks with responses, both ends included', () => {
    assert.equal(meanDifference(standard, 0, 2), 3);
    assert.equal(meanDifference(standard, 2, 3), 2);
  });

  it('is 0 without weeks or responses', () => {
    assert.equal(meanDifference(standard, 1, 1), 0);
    assert.equal(meanDifference(standard, null, 2), 0);
    assert.equal(meanDifference(standard, 0, null), 0);
  });
});

describe('a survey', () => {
  it('was as usual lately with two usual verdicts', () => {
    assert.equal(isUsual('usual', 'usual'), true);
    for (const [verdict, last] of [
      ['low', 'usual'],
      ['usual', 'low'],
      ['low', 'low'],
      ['usual', null],
      [null, 'usual'],
    ] as const)
      assert.equal(isUsual(verdict, last), false);
  });
});
