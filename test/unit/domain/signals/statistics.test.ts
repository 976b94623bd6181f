import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  median,
  quantileType7,
  wilsonInterval,
} from '../../../../lib/domain/signals/statistics.ts';
import { fc } from '../../../support/property-settings.ts';

describe('a quantile', () => {
  it('interpolates between values and takes the mean of two middle ones', () => {
    assert.equal(median([3, 1, 2]), 2);
    assert.equal(median([4, 1, 3, 2]), 2.5);
    assert.equal(quantileType7([1, 2, 3, 4], 0.1), 1.3);
    assert.equal(quantileType7([7], 0.9), 7);
    assert.equal(quantileType7([1, 2], 1), 2);
  });
});

describe('the interval of a share', () => {
  it('has the documented bounds', () => {
    const bounds = (count: number, total: number): readonly string[] => {
      const interval = wilsonInterval(count, total);
      return [interval?.lower.toFixed(4) ?? '', interval?.upper.toFixed(4) ?? ''];
    };
    assert.deepEqual(bounds(60, 100), ['0.5020', '0.6906']);
    assert.deepEqual(bounds(2, 2), ['0.3424', '1.0000']);
    assert.equal(wilsonInterval(0, 0), null);
  });

  it('contains the share and lies within 0 and 1', () => {
    const cases = fc
      .integer({ min: 1, max: 100_000 })
      .chain((total) => fc.tuple(fc.nat(total), fc.constant(total)));
    fc.assert(
      fc.property(cases, ([count, total]) => {
        const interval = wilsonInterval(count, total);
        assert.ok(interval !== null);
        assert.ok(0 <= interval.lower && interval.lower <= count / total);
        assert.ok(count / total <= interval.upper && interval.upper <= 1);
        assert.ok(interval.lower < interval.upper);
      }),
    );
  });
});
