// Shares as they are printed: their sum, and the NPS that they give.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { npsPercents, wholePercents } from '../../../lib/domain/printed-shares.ts';
import { indexOf, npsCounts, responsesOf } from '../../../lib/domain/scale.ts';
import { formatsFor } from '../../../lib/i18n/formats.ts';
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

describe('detractors, passives and promoters in per cent', () => {
  it('add up to 100 and give the NPS as it is printed', () => {
    const formats = formatsFor('en');
    fc.assert(
      fc.property(COUNTS, (counts) => {
        // Five buttons: the lower ones are detractors.
        const data = [0, 0, ...counts.slice(-3)];
        if (responsesOf(data) === 0) return;
        const percents = npsPercents(data);
        const [detractors = NaN, passives = NaN, promoters = NaN] = percents;
        assert.equal(detractors + passives + promoters, 100);
        const nps = indexOf(data, 'NPS', 'FIVE');
        assert.equal(formats.index(promoters - detractors, 'NPS'), formats.index(nps, 'NPS'));
        const { detractor, passive, promoter } = npsCounts(data);
        for (const [i, count] of [detractor, passive, promoter].entries()) {
          const percent = percents[i] ?? NaN;
          assert.ok(percent >= 0 && (count > 0 || percent === 0));
          assert.ok(Math.abs(percent - (100 * count) / responsesOf(data)) <= 1.5);
          assert.ok(Number.isInteger(percent) || passive === 0);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('are halves where only these give an odd NPS without passives', () => {
    assert.deepEqual(npsPercents([0, 0, 1, 0, 2]), [33.5, 0, 66.5]);
    assert.deepEqual(npsPercents([0, 0, 1, 0, 1]), [50, 0, 50]);
    assert.deepEqual(npsPercents([0, 0, 0, 0, 0]), [0, 0, 0]);
  });
});
