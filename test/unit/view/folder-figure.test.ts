// The figure of a folder: its usual level and range from those of its kinds of index, and the axis that it is drawn on.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Level } from '../../../lib/domain/signals/model.ts';
import { folderFigure, scoreAxis } from '../../../lib/view/folder-figure.ts';

type Kind = Parameters<typeof folderFigure>[0][number];
type KindLevel = Pick<Level, 'state' | 'usual' | 'lower' | 'upper'>;

const UNKNOWN: KindLevel = { state: 'tooFew', usual: null, lower: null, upper: null };

/** A mean of the buttons of 40. */
function happy(level: Partial<KindLevel>, responses = 300): Kind {
  return {
    indexType: 'HAPPY',
    feedbackScale: 'FOUR',
    data: [0, (9 / 10) * responses, 0, responses / 10],
    responses,
    index: 40,
    level: { state: 'usual', usual: 40, lower: 34, upper: 46, ...level },
  };
}

/** An NPS of 0, whose buttons have a mean of 75. */
function nps(level: Partial<KindLevel>, responses = 100): Kind {
  return {
    indexType: 'NPS',
    feedbackScale: 'FIVE',
    data: [0, 0, (3 / 10) * responses, (4 / 10) * responses, (3 / 10) * responses],
    responses,
    index: 0,
    level: { state: 'usual', usual: 0, lower: -20, upper: 20, ...level },
  };
}

function assertClose(actual: number | null | undefined, expected: number): void {
  assert.ok(Math.abs((actual ?? NaN) - expected) < 1e-9, `${String(actual)} for ${expected}`);
}

describe('the figure of a folder', () => {
  it('is the mean of the buttons, and null with fewer than ten responses', () => {
    assert.deepEqual(folderFigure([happy({}), nps({})]), {
      value: (300 * 40 + 100 * 75) / 400,
      usual: (300 * 40 + 100 * 75) / 400,
      range: folderFigure([happy({}), nps({})])?.range,
    });
    assert.equal(folderFigure([happy({}, 9)]), null);
    assert.equal(folderFigure([happy({}, 10)])?.value, 40);
    assert.equal(folderFigure([]), null);
  });

  it('of one kind has the level and the range of that kind', () => {
    const figure = folderFigure([happy({ usual: 42, lower: 36, upper: 48 })]);
    assertClose(figure?.usual, 42);
    assertClose(figure?.range?.lower, 36);
    assertClose(figure?.range?.upper, 48);
  });

  it('adds the differences of its kinds in parts of their scales, by their responses', () => {
    // 2 points of 100 for three quarters, and 8 points of 200 for one.
    const figure = folderFigure([
      happy({ usual: 38, lower: 32, upper: 44 }),
      nps({ usual: -8, lower: -28, upper: 12 }),
    ]);
    const value = (300 * 40 + 100 * 75) / 400;
    const usual = value - (0.75 * 2 + 0.25 * 4);
    const half = Math.hypot(0.75 * 6, 0.25 * 10);
    assertClose(figure?.value, value);
    assertClose(figure?.usual, usual);
    assertClose(figure?.range?.lower, usual - half);
    assertClose(figure?.range?.upper, usual + half);
  });

  it('has no level where kinds with more than a tenth of the responses have none', () => {
    const tenth = folderFigure([happy({ usual: 38 }, 900), nps(UNKNOWN, 100)]);
    assertClose(tenth?.usual, (900 * 40 + 100 * 75) / 1000 - 0.9 * 2);
    for (const kinds of [
      [happy({ usual: 38 }, 890), nps(UNKNOWN, 110)],
      [happy(UNKNOWN), nps({})],
      [{ ...happy({}), index: null }],
      [{ ...happy({}), indexType: 'CES' }],
    ]) {
      const figure = folderFigure(kinds);
      assert.ok(figure !== null && figure.value > 0);
      assert.deepEqual([figure.usual, figure.range], [null, null]);
    }
  });

  it('weighs the ranges of those kinds alone that have a level', () => {
    const figure = folderFigure([
      happy({ usual: 40, lower: 30, upper: 50 }, 950),
      nps(UNKNOWN, 50),
    ]);
    const { lower = 0, upper = 0 } = figure?.range ?? {};
    assertClose(upper - lower, 20);
  });

  it('has a range only where the kind with the most responses and the figure are as usual', () => {
    const rangeOf = (...kinds: readonly Kind[]) => folderFigure(kinds)?.range ?? null;
    assert.equal(rangeOf(happy({ state: 'new' })), null);
    assert.equal(rangeOf(happy({ state: 'new' }), nps({})), null);
    assert.notEqual(rangeOf(happy({}), nps({ state: 'new' })), null);
    assert.notEqual(rangeOf(nps({ state: 'new' }), happy({})), null);
    assert.equal(rangeOf(happy({ usual: 50, lower: 45, upper: 55 })), null);
    assert.equal(rangeOf(happy({ usual: 30, lower: 25, upper: 35 })), null);
    assert.equal(rangeOf(happy({ lower: null })), null);
    assert.equal(rangeOf(happy({ upper: null })), null);
  });

  it('is in a range that ends at it', () => {
    assert.deepEqual(folderFigure([happy({ usual: 36, lower: 32, upper: 40 })])?.range, {
      lower: 32,
      upper: 40,
    });
    assert.deepEqual(folderFigure([happy({ usual: 44, lower: 40, upper: 48 })])?.range, {
      lower: 40,
      upper: 48,
    });
  });

  it('has a level and a range within the scale', () => {
    const best = { data: [0, 0, 0, 100], responses: 100, index: 100 };
    const level = { state: 'usual', usual: 97, lower: 90, upper: 104 } as const;
    assert.deepEqual(folderFigure([{ ...happy({}), ...best, level }])?.range, {
      lower: 90,
      upper: 100,
    });
    const worst = { data: [100, 0, 0, 0], responses: 100, index: 0 };
    const low = { state: 'usual', usual: 3, lower: -4, upper: 10 } as const;
    assert.deepEqual(folderFigure([{ ...happy({}), ...worst, level: low }])?.range, {
      lower: 0,
      upper: 10,
    });
    assert.equal(
      folderFigure([{ ...happy({}), ...worst, level: { ...low, usual: -3 } }])?.usual,
      0,
    );
  });
});

describe('the axis of folders', () => {
  it('begins at 40, and at 0 where a value is lower', () => {
    const axisOf = (values: readonly (number | null)[]) => {
      const { min, max, ticks } = scoreAxis(values, (value) => `(${value})`);
      return [min, max, ticks.map(({ text }) => text).join(' ')];
    };
    assert.deepEqual(axisOf([70, null, 40]), [40, 100, '(40) (70) (100)']);
    assert.deepEqual(axisOf([70, 39.9]), [0, 100, '(0) (50) (100)']);
    assert.deepEqual(axisOf([70, 0]), [0, 100, '(0) (50) (100)']);
    assert.deepEqual(axisOf([]), [40, 100, '(40) (70) (100)']);
    assert.deepEqual(
      scoreAxis([70], String).ticks.map(({ value }) => value),
      [40, 70, 100],
    );
  });
});
