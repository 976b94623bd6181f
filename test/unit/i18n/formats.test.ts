// Indexes are printed as ICU rounds them, and ranges of dates without what is the same.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { roundedHalfAway } from '../../../lib/domain/rounding.ts';
import { formatsFor } from '../../../lib/i18n/formats.ts';
import { fc } from '../../support/property-settings.ts';

const MINUS = '\u2212';

describe('an index as a whole number', () => {
  const value = fc.oneof(
    fc.double({ min: -100, max: 100, noNaN: true }),
    fc.integer({ min: -200, max: 200 }).map((halves) => halves / 2),
  );

  for (const [indexType, signDisplay] of [
    ['HAPPY', 'negative'],
    ['NPS', 'exceptZero'],
  ] as const) {
    it(`is rounded as ICU rounds it: ${indexType}`, () => {
      const icu = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0, signDisplay });
      const formats = formatsFor('en-GB');
      fc.assert(
        fc.property(value, (n) => {
          assert.equal(formats.index(n, indexType), icu.format(n).replaceAll('-', MINUS));
        }),
      );
    });
  }
});

describe('an index that is rounded as it is printed', () => {
  for (const [indexType, decimals, min, max] of [
    ['HAPPY', 0, 0, 100],
    ['NPS', 0, -100, 100],
    ['AVERAGE', 2, 1, 5],
  ] as const) {
    it(`is printed as it would be without rounding, and rounded again is the same: ${indexType}`, () => {
      const formats = formatsFor('en-GB');
      fc.assert(
        fc.property(fc.double({ min, max, noNaN: true }), (n) => {
          const rounded = roundedHalfAway(n, decimals);
          assert.equal(formats.index(rounded, indexType), formats.index(n, indexType));
          assert.equal(roundedHalfAway(rounded, decimals), rounded);
        }),
      );
    });
  }
});

describe('a range of dates', () => {
  it('names the year once where it comes first', () => {
    const formats = formatsFor('ja');
    assert.equal(formats.dateRange('2026-11-09', '2026-11-16'), '2026年11月9日–15日');
    assert.equal(formats.dateRange('2026-11-30', '2026-12-07'), '2026年11月30日–12月6日');
    assert.equal(formats.dateRange('2026-12-28', '2027-01-04'), '2026年12月28日–2027年1月3日');
  });
});

describe('the label of a day', () => {
  it('is short, in Arabic without the article', () => {
    const labelsIn = (locale: string): readonly string[] =>
      ['2026-11-16', '2026-11-22'].map((date) => formatsFor(locale).dayLabel(date));
    assert.deepEqual(labelsIn('en'), ['Mon', 'Sun']);
    assert.deepEqual(labelsIn('ar'), ['اثنين', 'أحد']);
  });
});
