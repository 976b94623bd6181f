import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  commonOf,
  isCommonSaid,
  isSubfolderNamed,
  shiftOf,
  spreadOf,
} from '../../../../lib/domain/signals/common-week.ts';
import { placeRules } from '../../../../lib/domain/signals/level/rules.ts';
import { fc } from '../../../support/property-settings.ts';
import { assertResults, parseSeries, vectorsOf } from './vectors.ts';

const RANGE = 100;
const SCALE = placeRules(RANGE);

function numbersOf(text: string | undefined): readonly number[] {
  return parseSeries(text ?? '').flatMap((value) => (value === null ? [] : [value]));
}

function pairOf(text: string | undefined): { readonly shift: number; readonly se: number } {
  const [shift = NaN, se = NaN] = numbersOf(text);
  return { shift, se };
}

describe('what surveys have in common', () => {
  for (const vector of vectorsOf('common')) {
    it(vector.title, () => {
      const sds = numbersOf(vector.arguments.get('sd'));
      const measured = numbersOf(vector.arguments.get('d')).map((value, i) => ({
        value,
        sd: sds[i] ?? sds[0] ?? NaN,
      }));
      const common = commonOf(measured, SCALE);
      assertResults(vector, {
        ...shiftOf(measured, SCALE),
        places: common?.places,
        below: common?.below,
        said: common !== null && isCommonSaid(common, RANGE),
      });
    });
  }

  for (const vector of vectorsOf('named')) {
    it(vector.title, () => {
      const child = pairOf(vector.arguments.get('child'));
      const folder = pairOf(vector.arguments.get('folder'));
      assertResults(vector, { named: isSubfolderNamed(child, folder, RANGE) });
    });
  }

  it('names a subfolder by the standard errors of both shifts together', () => {
    const named = (shift: number) => isSubfolderNamed({ shift, se: 4 }, { shift: 0, se: 3 }, 100);
    assert.deepEqual([named(-14.9), named(-15.1)], [false, true]);
  });

  const measuredValues = fc.array(
    fc.record({
      value: fc.integer({ min: -300, max: 300 }).map((value) => value / 10),
      sd: fc.integer({ min: 5, max: 60 }).map((sd) => sd / 10),
    }),
    { minLength: 8, maxLength: 40 },
  );

  it('does not depend on the order of the surveys', () => {
    fc.assert(
      fc.property(measuredValues, (measured) => {
        const reversed = measured.toReversed();
        assert.deepEqual(commonOf(reversed, SCALE), commonOf(measured, SCALE));
        assert.equal(spreadOf(reversed, 1), spreadOf(measured, 1));
      }),
    );
  });

  it('has a shift between 0 and the median', () => {
    fc.assert(
      fc.property(measuredValues, (measured) => {
        const common = commonOf(measured, SCALE);
        assert.ok(common !== null);
        assert.ok(Math.abs(common.shift) <= Math.abs(common.median));
        assert.ok(common.shift * common.median >= 0);
      }),
    );
  });
});
