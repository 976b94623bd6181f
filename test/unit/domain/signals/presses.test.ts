import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { standardError } from '../../../../lib/domain/figures.ts';
import { responsesOf } from '../../../../lib/domain/scale.ts';
import { pressVariance, rangeOf } from '../../../../lib/domain/signals/presses.ts';
import { fc } from '../../../support/property-settings.ts';

const kind = (
  indexType: string,
  feedbackScale = 'FOUR',
): { readonly indexType: string; readonly feedbackScale: string } => ({
  indexType,
  feedbackScale,
});

function assertClose(actual: number, expected: number): void {
  assert.ok(
    Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected)),
    `${actual} instead of ${expected}`,
  );
}

describe('rangeOf', () => {
  it('is 100 for HAPPY, the number of buttons minus one for AVERAGE, 200 for NPS', () => {
    assert.equal(rangeOf(kind('HAPPY')), 100);
    assert.equal(rangeOf(kind('AVERAGE')), 3);
    assert.equal(rangeOf(kind('AVERAGE', 'FIVE_REVERSED')), 4);
    assert.equal(rangeOf(kind('NPS')), 200);
  });

  it('is null for an unknown index type or scale', () => {
    assert.equal(rangeOf(kind('STARS')), null);
    assert.equal(rangeOf(kind('HAPPY', 'SIX')), null);
  });
});

describe('pressVariance', () => {
  it('is that of one worst and one best response for a week without responses', () => {
    assertClose(pressVariance([0, 0, 0, 0], kind('HAPPY')), 2500);
    assertClose(pressVariance([0, 0, 0, 0], kind('AVERAGE')), 2.25);
    assertClose(pressVariance([0, 0, 0, 0], kind('NPS')), 10_000);
  });

  it('treats all buttons below the two best as the same for NPS', () => {
    assertClose(
      pressVariance([1, 2, 3, 4, 5], kind('NPS', 'FIVE')),
      pressVariance([6, 0, 0, 4, 5], kind('NPS', 'FIVE')),
    );
  });

  it('is NaN for an unknown index type or scale', () => {
    assert.equal(pressVariance([1, 2, 3, 4], kind('STARS')), NaN);
    assert.equal(pressVariance([1, 2, 3, 4], kind('HAPPY', 'SIX')), NaN);
  });

  it('belongs to the standard error of the counts with the two added responses', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(2000), { minLength: 5, maxLength: 5 }),
        fc.constantFrom('HAPPY', 'AVERAGE', 'NPS'),
        (counts, indexType) => {
          const smoothed = counts.map((count, i) => (i === 0 || i === 4 ? count + 1 : count));
          const error = standardError(smoothed, kind(indexType, 'FIVE')) ?? NaN;
          assertClose(
            pressVariance(counts, kind(indexType, 'FIVE')),
            error ** 2 * responsesOf(smoothed),
          );
        },
      ),
    );
  });
});
