// Hours and weeks of a group in little memory.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { packHours, packWeeks } from '../../../lib/domain/packed-series.ts';

describe('packed hours', () => {
  it('are the same at each reading, with any counts and numbers of buttons', () => {
    for (const large of [65_535, 65_536, Number.MAX_SAFE_INTEGER]) {
      const hours = [
        { weekday: 1, hour: 0, data: [0, 1, large, 3] },
        { weekday: 3, hour: 23, data: [] },
        { weekday: 7, hour: 12, data: [5, 4, 3, 2, 1] },
      ];
      const packed = packHours(hours);
      assert.deepEqual([...packed], hours);
      assert.deepEqual([...packed], hours);
    }
    assert.deepEqual([...packHours([])], []);
  });
});

describe('packed weeks', () => {
  it('are read by their position, as in an array', () => {
    const weeks = [
      { n: 0, sum: 0, variance: 0 },
      { n: 12, sum: -0.1, variance: 1e-300 },
      { n: Number.MAX_SAFE_INTEGER, sum: 1 / 3, variance: 7 },
    ];
    for (const some of [weeks, []]) {
      const packed = packWeeks(some);
      assert.equal(packed.length, some.length);
      for (const position of [-4, -3, -1, 0, 1, 2, 3]) {
        assert.deepEqual(packed.at(position), some.at(position), String(position));
      }
    }
  });
});
