// What surveys and subfolders contribute to the difference of a group.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  contributionsOf,
  namedContributions,
} from '../../../../lib/domain/signals/contributions.ts';
import type { WhyPart } from '../../../../lib/domain/signals/model.ts';

const FOLDER = 1;
const survey = (key: number, n: number, sum: number) => ({
  ...{ folder: FOLDER, survey: key, why: [] },
  standard: [{ n, sum, variance: 1 }],
});
const subfolder = (folder: number, n: number, sum: number, why: readonly WhyPart[]) => ({
  ...{ folder, survey: null, why },
  standard: [{ n, sum, variance: 1 }],
});
const part = (folder: number, key: number | null, rate: number): WhyPart => ({
  folder,
  survey: key,
  rate,
});

describe('the contributions to a difference', () => {
  it('are those of direct children, and of surveys below them by the responses of their subfolder', () => {
    const below = [part(2, null, -9), part(2, 21, -8), part(3, 31, 4)];
    assert.deepEqual(
      contributionsOf([survey(11, 20, -60), subfolder(2, 80, -400, below)]),
      [part(3, 31, 3.2), part(2, null, -4), part(2, 21, -6.4), part(1, 11, -0.6)].toSorted(
        (a, b) => Math.abs(b.rate) - Math.abs(a.rate),
      ),
    );
  });

  it('name each survey once, and ten surveys besides the direct children', () => {
    const below = Array.from({ length: 15 }, (_, i) => part(2, 20 + i, 1 + i));
    const parts = contributionsOf([survey(11, 50, 500), subfolder(2, 50, 100, below)]);
    assert.equal(parts.filter(({ survey: key }) => key === 11).length, 1);
    assert.equal(parts.filter(({ folder, survey: key }) => folder === 2 && key !== null).length, 9);
    assert.deepEqual(
      parts.map(({ rate }) => rate),
      [7.5, 7, 6.5, 6, 5.5, 5, 5, 4.5, 4, 3.5, 1].toSorted((a, b) => b - a),
    );
  });

  it('have ten surveys besides a subfolder with a larger part', () => {
    const below = Array.from({ length: 12 }, (_, i) => part(2, 20 + i, 1 + i));
    const parts = contributionsOf([subfolder(2, 50, 5000, below)]);
    assert.equal(parts.filter(({ survey: key }) => key !== null).length, 10);
  });

  it('are none without responses', () => {
    assert.deepEqual(
      contributionsOf([survey(11, 0, 0), { ...survey(12, 0, 0), standard: [] }]),
      [],
    );
  });
});

describe('the children that explain a change', () => {
  const WHY = [part(FOLDER, 11, -4), part(2, null, 3), part(2, 21, -9), part(3, null, 0)];

  it('are the direct ones with a part of it, largest first', () => {
    for (const verdict of ['low', 'high'] as const) {
      assert.deepEqual(namedContributions(WHY.toReversed(), FOLDER, verdict), [
        part(FOLDER, 11, -4),
        part(2, null, 3),
      ]);
    }
    assert.deepEqual(namedContributions([part(3, null, 0)], FOLDER, 'low'), []);
  });

  it('are none of a group that is as usual', () => {
    for (const verdict of ['usual', 'tooFew', 'new', null] as const)
      assert.deepEqual(namedContributions(WHY, FOLDER, verdict), []);
  });

  it('have a tenth of the sizes at least, and are five at most', () => {
    const rates = (...values: readonly number[]) =>
      namedContributions(
        values.map((rate, i) => part(2 + i, null, rate)),
        FOLDER,
        'low',
      ).map(({ rate }) => rate);
    assert.deepEqual(rates(9, 1), [9, 1]);
    assert.deepEqual(rates(9.1, 0.9), [9.1]);
    assert.deepEqual(rates(5, 6, 7, 8, 9, 10), [10, 9, 8, 7, 6]);
  });
});
