import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decompose, explainChange, mergeLeaves } from '../../../../lib/domain/signals/why.ts';
import type { ChangedPart, Leaf } from '../../../../lib/domain/signals/why.ts';
import { indexOf, responsesOf, sumCounts } from '../../../../lib/domain/scale.ts';
import { fc } from '../../../support/property-settings.ts';

const HAPPY_FOUR = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;

/** Counts of `n` responses whose HAPPY index is `index`. */
function countsOf(n: number, index: number): readonly number[] {
  const best = (n * index) / 100;
  return [n - best, 0, 0, best];
}

function part(survey: number, before: [number, number], after: [number, number]): ChangedPart {
  const level = ([responses, index]: [number, number]) => ({
    responses,
    index: responses === 0 ? null : index,
  });
  return { folder: 1, survey, before: level(before), after: level(after) };
}

/** A leaf whose usual level comes from a different number of weeks for each survey. */
function leaf(survey: number, before: [number, number], after: [number, number]): Leaf {
  const weeks = 3 + survey;
  const hasUsual = before[0] > 0;
  return {
    folder: 1,
    survey,
    data: countsOf(...after),
    previousData: countsOf(...before),
    usualData: hasUsual ? countsOf(weeks * before[0], before[1]) : null,
    usualWeeks: hasUsual ? weeks : null,
  };
}

function close(actual: number | undefined, expected: number, within = 5e-5): void {
  assert.ok(
    actual !== undefined && Math.abs(actual - expected) <= within,
    `${actual} is not ${expected}`,
  );
}

describe('the decomposition of a change', () => {
  it('has the contributions of the documented example', () => {
    const result = decompose([
      part(1, [100, 70], [100, 60]),
      part(2, [100, 50], [300, 50]),
      part(3, [0, 0], [20, 80]),
    ]);
    assert.ok(result !== null);
    close(result.change, -6.1905);
    const [a, b, c] = result.parts;
    close(a?.rate, -3.6905);
    close(a?.mix, -2.1202);
    assert.equal(b?.rate, 0);
    close(b.mix, -1.4796);
    assert.equal(c?.rate, 0);
    close(c.mix, 1.0998);
  });

  it('has no mix when the shares have not changed, and no negative zero', () => {
    const result = decompose([part(1, [10, 50], [20, 60])]);
    assert.deepEqual(result, {
      change: 10,
      parts: [{ folder: 1, survey: 1, rate: 10, mix: 0 }],
    });
    const falling = decompose([part(1, [10, 50], [10, 40]), part(2, [10, 80], [10, 80])]);
    assert.ok(falling !== null);
    assert.ok(falling.parts.every(({ mix }) => Object.is(mix, 0)));
  });

  it('is null when a side has no responses, and leaves out parts without any', () => {
    assert.equal(decompose([]), null);
    assert.equal(decompose([part(1, [10, 50], [0, 0])]), null);
    assert.equal(decompose([part(1, [0, 0], [10, 50])]), null);
    assert.deepEqual(
      decompose([part(1, [10, 50], [10, 50]), part(2, [0, 0], [0, 0])])?.parts.map(
        ({ survey }) => survey,
      ),
      [1],
    );
  });

  it('adds up to the change of the pooled index', () => {
    const counts = fc.array(fc.nat(300), { minLength: 5, maxLength: 5 });
    const sides = fc.array(fc.tuple(counts, counts), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(sides, fc.constantFrom('HAPPY', 'AVERAGE', 'NPS'), (pairs, indexType) => {
        const level = (data: readonly number[]) => ({
          responses: responsesOf(data),
          index: indexOf(data, indexType, 'FIVE'),
        });
        const pooled = (lists: readonly (readonly number[])[]): number | null =>
          indexOf(sumCounts(lists), indexType, 'FIVE');
        const result = decompose(
          pairs.map(([before, after], i) => ({
            folder: 1,
            survey: i + 1,
            before: level(before),
            after: level(after),
          })),
        );
        const x0 = pooled(pairs.map(([before]) => before));
        const x1 = pooled(pairs.map(([, after]) => after));
        if (x0 === null || x1 === null) {
          assert.equal(result, null);
          return;
        }
        assert.ok(result !== null);
        const sum = result.parts.reduce((total, { rate, mix }) => total + rate + mix, 0);
        close(sum, x1 - x0, 1e-9);
        close(result.change, x1 - x0, 1e-9);
      }),
    );
  });
});

describe('the explanation of a change', () => {
  const example = [
    leaf(1, [100, 70], [100, 60]),
    leaf(2, [100, 50], [300, 50]),
    leaf(3, [0, 0], [20, 80]),
  ];

  it('compares this week with an average week of the usual level, largest contribution first', () => {
    const why = explainChange(example, HAPPY_FOUR, 'worse');
    assert.deepEqual(
      why?.map(({ survey }) => survey),
      [1, 2, 3],
    );
    close(why[0]?.rate, -3.6905);
    close(why[0]?.mix, -2.1202);
    close(why[2]?.mix, 1.0998);
  });

  it('names only parts with at least 10 % of the sizes of all contributions', () => {
    // Equal shares of the responses, so that each contribution is half of the fall: 2 of 22 is less than 10 %, 3 of 23 is more.
    const names = (falls: readonly number[]): readonly number[] | undefined =>
      explainChange(
        falls.map((fall, i) => leaf(i + 1, [1000, 50], [1000, 50 - fall])),
        HAPPY_FOUR,
        'worse',
      )?.map(({ survey }) => survey);
    assert.deepEqual(names([20, 2]), [1]);
    assert.deepEqual(names([20, 3]), [1, 2]);
  });

  it('names at most 5 parts, and of equal contributions those with the smallest key', () => {
    const equal = [7, 3, 6, 1, 5, 4, 2].map((survey) => leaf(survey, [100, 50], [100, 40]));
    assert.deepEqual(
      explainChange(equal, HAPPY_FOUR, 'worse')?.map(({ survey }) => survey),
      [1, 2, 3, 4, 5],
    );
  });

  it('names nothing unless the verdict is better or worse, or when nothing has changed', () => {
    assert.deepEqual(explainChange(example, HAPPY_FOUR, 'usual'), []);
    assert.deepEqual(explainChange(example, HAPPY_FOUR, 'tooFew'), []);
    assert.equal(explainChange(example, HAPPY_FOUR, 'better')?.length, 3);
    assert.deepEqual(explainChange([leaf(1, [9, 50], [9, 50])], HAPPY_FOUR, 'better'), []);
  });

  it('is null when no leaf has a usual level, without responses, or for an unknown index type', () => {
    assert.equal(explainChange([leaf(1, [0, 0], [20, 80])], HAPPY_FOUR, 'worse'), null);
    assert.equal(explainChange([leaf(1, [20, 80], [0, 0])], HAPPY_FOUR, 'worse'), null);
    const unknown = { indexType: 'SPARKLE', feedbackScale: 'FOUR' };
    assert.equal(explainChange(example, unknown, 'worse'), null);
  });
});

describe('the leaves of a tree', () => {
  const sizes = fc.array(fc.nat(3), { maxLength: 1100 });
  const leavesOf = (counts: readonly number[]): readonly Leaf[] =>
    counts.map((n, i) => ({
      folder: 1,
      survey: i + 1,
      data: [n, 0, 0, n],
      previousData: [1, 0, n, 0],
      usualData: null,
      usualWeeks: null,
    }));

  it('orders leaves by responses, then by key', () => {
    const { leaves, otherLeaves } = mergeLeaves([leavesOf([1, 2]), []], [null]);
    assert.deepEqual(
      leaves.map(({ survey }) => survey),
      [2, 1],
    );
    assert.equal(otherLeaves, null);
  });

  it('keeps at most 500 leaves, with the sums of all others', () => {
    const { leaves, otherLeaves } = mergeLeaves(
      [leavesOf(Array.from({ length: 502 }, () => 1))],
      [{ data: [5, 6, 7, 8], previousData: [1, 1, 1, 1] }],
    );
    assert.equal(leaves.length, 500);
    assert.equal(leaves[499]?.survey, 500);
    assert.deepEqual(otherLeaves, { data: [7, 6, 7, 10], previousData: [3, 1, 3, 1] });
  });

  it('returns the same leaves when parts are merged first, in any order', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 5 }), (counts, partCount) => {
        const all = leavesOf(counts);
        const parts = Array.from({ length: partCount }, (_, i) =>
          mergeLeaves([all.filter(({ survey }) => survey % partCount === i)], []),
        ).toReversed();
        assert.deepEqual(
          mergeLeaves(
            parts.map(({ leaves }) => leaves),
            parts.map(({ otherLeaves }) => otherLeaves),
          ),
          mergeLeaves([all], []),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('explains leaves the same in another order', () => {
    const side = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.nat(100));
    fc.assert(
      fc.property(fc.array(fc.tuple(side, side), { minLength: 1, maxLength: 12 }), (pairs) => {
        const leaves = pairs.map(([before, after], i) => leaf(i + 1, before, after));
        assert.deepEqual(
          explainChange(leaves.toReversed(), HAPPY_FOUR, 'worse'),
          explainChange(leaves, HAPPY_FOUR, 'worse'),
        );
      }),
    );
  });
});
