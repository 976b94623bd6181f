import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  benjaminiHochberg,
  median,
  MIN_P,
  normalP,
  quantileType7,
  tTest12,
  wilsonInterval,
} from '../../../../lib/domain/signals/statistics.ts';
import { fc } from '../../../support/property-settings.ts';

/** z, I₁₂/₍₁₂₊z²₎(6, ½) and erfc(z/√2), computed with 40 digits by mpmath 1.3. */
const P_VALUES: readonly (readonly [number, number, number])[] = [
  [0, 1.0, 1.0],
  [1e-9, 0.999999999218547389, 0.999999999202115439],
  [0.001, 0.999218547530649469, 0.999202115572177874],
  [0.1, 0.921995570456825855, 0.920344325445942032],
  [0.5, 0.626117476225324081, 0.617075077451973792],
  [1, 0.337049057953584471, 0.317310507862914102],
  [1.5, 0.159457503513207006, 0.133614402537716132],
  [1.9, 0.081724282359788092, 0.05743311963200361],
  [1.99, 0.069869328925516542, 0.046590935500423644],
  [2, 0.068655014038085937, 0.045500263896358414],
  [2.01, 0.06746027219881473, 0.044431188858862972],
  [2.5, 0.027915399571325253, 0.01241933065155227],
  [3, 0.011066695686033694, 0.002699796063260189],
  [3.4641, 0.004681618698144311, 0.000532008699499949],
  [5, 0.000309311211283888, 5.733031437583878e-7],
  [8, 3.759898224750257e-6, 1.244192114854356e-15],
  [12, 4.835928486645685e-8, 3.552964224155357e-33],
  [15, 3.886432138657414e-9, 7.341932398625501e-51],
  [20, 1.394788599251148e-10, 5.507248237212467e-89],
  [25, 1.016479761546631e-11, 6.113393412765121e-138],
  [27, 4.097568546754679e-12, 1.477896201377003e-160],
  [1.41, 0.183929032178165652, 0.158539682906784806],
  [1.4142, 0.182720653945306274, 0.157303187988451066],
  [1.415, 0.182491240905042137, 0.157068496034096198],
  [1.42, 0.181062862936363154, 0.155607681053092807],
  [2.5, 0.027915399571325253, 0.01241933065155227],
  [6, 0.000062167388648585, 1.973175290075396e-9],
  [7, 0.000014343521967634, 2.55962508777167e-12],
  [7.1, 0.000012476990649905, 1.247568892666318e-12],
];

const P_VALUE = fc.double({ min: 0, max: 1, noNaN: true });

describe('p values', () => {
  it('have a relative error below 1e-12 from the middle to the tails', () => {
    for (const [z, t, normal] of P_VALUES) {
      assert.ok(Math.abs(tTest12(z) / Math.max(MIN_P, t) - 1) < 1e-12, `t of ${z}`);
      assert.ok(Math.abs(normalP(z) / Math.max(MIN_P, normal) - 1) < 1e-12, `normal of ${z}`);
      assert.equal(tTest12(-z), tTest12(z));
      assert.equal(normalP(-z), normalP(z));
    }
  });

  it('is 0.0111 for three standard deviations with 12 degrees of freedom', () => {
    assert.equal(tTest12(3).toFixed(4), '0.0111');
  });

  it('is at least 1e-12 however large z is', () => {
    for (const p of [tTest12, normalP]) {
      assert.equal(p(1e6), 1e-12);
      assert.equal(p(-Infinity), 1e-12);
    }
  });

  it('decreases as z grows', () => {
    const z = fc.double({ min: 0, max: 30, noNaN: true });
    fc.assert(
      fc.property(z, z, (a, b) => {
        const [small, large] = [Math.min(a, b), Math.max(a, b)];
        // Where two methods of computation meet, rounding may differ in the last digits.
        assert.ok(tTest12(large) <= tTest12(small) * (1 + 1e-13));
        assert.ok(normalP(large) <= normalP(small) * (1 + 1e-13));
      }),
    );
  });
});

describe('a quantile', () => {
  it('interpolates between values and takes the mean of two middle ones', () => {
    assert.equal(median([3, 1, 2]), 2);
    assert.equal(median([4, 1, 3, 2]), 2.5);
    assert.equal(quantileType7([1, 2, 3, 4], 0.1), 1.3);
    assert.equal(quantileType7([7], 0.9), 7);
    assert.equal(quantileType7([1, 2], 1), 2);
  });
});

describe('the false discovery rate', () => {
  it('keeps the documented three of ten', () => {
    assert.deepEqual(benjaminiHochberg([0.001, 0.02, 0.03, 0.5], 0.1, 10), [
      true,
      true,
      true,
      false,
    ]);
  });

  it('keeps a p above its own limit when a larger one is within its limit', () => {
    assert.deepEqual(benjaminiHochberg([0.09, 0.06, 0.08], 0.1), [true, true, true]);
    assert.deepEqual(benjaminiHochberg([0.09, 0.06, 0.5], 0.1), [false, false, false]);
  });

  it('keeps equal values together', () => {
    assert.deepEqual(benjaminiHochberg([0.05, 0.9, 0.05], 0.1), [true, false, true]);
    assert.deepEqual(benjaminiHochberg([0.05, 0.9, 0.05], 0.1, 5), [false, false, false]);
    assert.deepEqual(benjaminiHochberg([], 0.1), []);
  });

  it('keeps, with p values in any order, the smallest r of the definition', () => {
    fc.assert(
      fc.property(fc.array(P_VALUE, { maxLength: 12 }), (ps) => {
        const keeps = benjaminiHochberg(ps, 0.1);
        const sorted = [...ps].sort((a, b) => a - b);
        let r = 0;
        sorted.forEach((p, i) => {
          if (p <= (0.1 * (i + 1)) / ps.length) r = i + 1;
        });
        assert.equal(keeps.filter((keep) => keep).length, r);
        ps.forEach((p, i) => {
          assert.equal(keeps[i], r > 0 && p <= (sorted[r - 1] ?? NaN));
        });
      }),
    );
  });

  it('keeps no more when a p rises, and no fewer of the others when a kept p falls', () => {
    const cases = fc
      .array(P_VALUE, { minLength: 1, maxLength: 12 })
      .chain((ps) => fc.tuple(fc.constant(ps), fc.nat(ps.length - 1), P_VALUE));
    fc.assert(
      fc.property(cases, ([ps, at, other]) => {
        const keepsLow = benjaminiHochberg(ps.with(at, Math.min(ps[at] ?? 0, other)), 0.1);
        const keepsHigh = benjaminiHochberg(ps.with(at, Math.max(ps[at] ?? 0, other)), 0.1);
        // What is kept with the higher value is kept with the lower one.
        keepsHigh.forEach((keep, i) => {
          assert.ok(!keep || keepsLow[i] === true);
        });
        // A value that rises and is still kept costs no other its place.
        if (keepsHigh[at] === true) assert.deepEqual(keepsHigh, keepsLow);
      }),
    );
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
