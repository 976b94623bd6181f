// Shares as they are printed, and their sum.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wholePercents } from '../../../lib/domain/printed-shares.ts';
import { responsesOf } from '../../../lib/domain/scale.ts';
import { fc } from '../../support/property-settings.ts';

const COUNTS = fc
  .array(fc.oneof(fc.nat(12), fc.nat(5000), fc.constant(0)), { minLength: 3, maxLength: 11 })
  .filter((counts) => responsesOf(counts) > 0);

function sharesOf(counts: readonly number[]): readonly number[] {
  return counts.map((count) => count / responsesOf(counts));
}

describe('shares of a whole as whole per cents', () => {
  it('add up to 100, less than one away from each share, and 0 for nothing', () => {
    fc.assert(
      fc.property(COUNTS, (counts) => {
        const shares = sharesOf(counts);
        const percents = wholePercents(shares);
        assert.equal(responsesOf(percents), 100);
        for (const [i, percent] of percents.entries()) {
          assert.ok(Number.isInteger(percent));
          assert.ok(Math.abs(percent - 100 * (shares[i] ?? NaN)) < 1);
          if (counts[i] === 0) assert.equal(percent, 0);
        }
      }),
    );
  });

  it('increase those with the largest remainders, the first of equal ones', () => {
    assert.deepEqual(wholePercents([1 / 3, 1 / 3, 1 / 3]), [34, 33, 33]);
    assert.deepEqual(wholePercents([0.29, 0.29, 0.42]), [29, 29, 42]);
    assert.deepEqual(wholePercents([0.124, 0.238, 0.638]), [12, 24, 64]);
    assert.deepEqual(wholePercents([]), []);
    assert.deepEqual(wholePercents([0, 0]), [0, 0]);
  });

  it('add up to the rounded sum of shares that are not all of the whole', () => {
    assert.deepEqual(wholePercents([0.205, 0.105, 0.105]), [21, 11, 10]);
  });
});
