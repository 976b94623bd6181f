import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sumCounts } from '../../../../lib/domain/scale.ts';
import type { GroupCell } from '../../../../lib/domain/signals/hour-cells.ts';
import { groupCellsOf, judgeCells, mergeCells } from '../../../../lib/domain/signals/hour-cells.ts';
import { fc } from '../../../support/property-settings.ts';

const HAPPY_FOUR = { indexType: 'HAPPY', feedbackScale: 'FOUR' } as const;

interface Hour {
  readonly weekday: number;
  readonly hour: number;
  readonly data: readonly number[];
}

const HOURS_OF_WEEK = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
  Array.from({ length: 24 }, (_, hour) => ({ weekday, hour })),
);

function cellsOf(hours: readonly Hour[], group: { indexType: string; feedbackScale: string }) {
  const weekData = sumCounts([[0, 0, 0, 0], ...hours.map(({ data }) => data)]);
  return groupCellsOf(hours, weekData, group);
}

/** One hour in each of the 28 cells. */
function oneHourACell(dataOf: (weekday: number, part: number) => readonly number[]): Hour[] {
  return HOURS_OF_WEEK.filter(({ hour }) => hour % 6 === 3).map(({ weekday, hour }) => ({
    weekday,
    hour,
    data: dataOf(weekday, (hour - 3) / 6),
  }));
}

describe('the cells of a week', () => {
  it('keeps only the documented cell that differs', () => {
    const hours = oneHourACell((weekday, part) =>
      weekday === 1 && part === 0 ? [40, 0, 0, 20] : [18, 0, 0, 42],
    );
    const [monday, ...others] = judgeCells(cellsOf(hours, HAPPY_FOUR));
    assert.ok(monday !== undefined);
    assert.equal(monday.difference?.toFixed(4), '-35.3571');
    assert.equal(monday.p?.toExponential(3), '3.513e-9');
    assert.deepEqual(
      { ...monday, difference: 0, p: 0 },
      { weekday: 1, part: 0, responses: 60, difference: 0, p: 0, clear: true },
    );
    assert.equal(others.length, 27);
    for (const cell of others) {
      assert.equal(cell.difference?.toFixed(4), '1.3095');
      assert.equal(cell.p?.toFixed(4), '0.8269');
      assert.equal(cell.clear, false);
    }
  });

  it('compares nights with the places that are open then', () => {
    const hospital = cellsOf(
      oneHourACell(() => [80, 0, 0, 20]),
      HAPPY_FOUR,
    );
    const shop = cellsOf(
      oneHourACell((_, part) => (part === 1 || part === 2 ? [20, 0, 0, 80] : [0, 0, 0, 0])),
      HAPPY_FOUR,
    );
    const cells = judgeCells(mergeCells([hospital, shop]));
    assert.equal(cells.length, 28);
    for (const cell of cells) {
      assert.ok(Math.abs(cell.difference ?? NaN) < 1e-9);
      assert.equal(cell.clear, false);
    }
    assert.deepEqual([cells[0]?.responses, cells[1]?.responses], [100, 200]);
  });

  it('has parts of six hours from midnight, and only those with responses', () => {
    const hours = [
      { weekday: 2, hour: 23, data: [0, 0, 0, 1] },
      { weekday: 2, hour: 18, data: [1, 0, 0, 0] },
      { weekday: 2, hour: 17, data: [0, 0, 0, 2] },
      { weekday: 1, hour: 0, data: [0, 0, 0, 0] },
      { weekday: 1, hour: 5, data: [0, 0, 4, 0] },
    ];
    assert.deepEqual(
      cellsOf(hours, HAPPY_FOUR).map(({ weekday, part, n }) => [weekday, part, n]),
      [
        [1, 0, 4],
        [2, 2, 2],
        [2, 3, 2],
      ],
    );
  });

  it('tests cells of ten responses, and none when fewer than four have as many', () => {
    const hours = oneHourACell((weekday, part) => {
      if (part !== 0 || weekday > 5) return [0, 0, 0, 0];
      return weekday === 5 ? [9, 0, 0, 0] : [10, 0, 0, 90];
    });
    const isTested = (cells: readonly GroupCell[]): readonly boolean[] =>
      judgeCells(cells).map(({ p }) => p !== null);
    assert.deepEqual(isTested(cellsOf(hours, HAPPY_FOUR)), [true, true, true, true, false]);
    assert.deepEqual(isTested(cellsOf(hours.slice(4), HAPPY_FOUR)), [false, false, false, false]);
    const differences = judgeCells(cellsOf(hours.slice(4), HAPPY_FOUR)).map((c) => c.difference);
    assert.ok(differences.every((difference) => difference !== null));
  });

  it('compares cells that all vary with their own variation', () => {
    // Every second cell is 60, the others are 80: none stands out.
    const hours = oneHourACell((weekday, part) =>
      (weekday + part) % 2 === 0 ? [40, 0, 0, 60] : [20, 0, 0, 80],
    );
    const cells = judgeCells(cellsOf(hours, HAPPY_FOUR));
    assert.ok(cells.every(({ clear }) => !clear));
    assert.ok(cells.every(({ p }) => p !== null && Math.abs(p - 0.5) < 0.001));
  });

  it('has responses alone for an unknown kind of index', () => {
    const cells = cellsOf(
      oneHourACell(() => [5, 5, 5, 5]),
      { indexType: 'MOOD', feedbackScale: 'FOUR' },
    );
    const emptyFigures = { observed: null, expected: null, variance: null };
    assert.deepEqual(cells[0], { weekday: 1, part: 0, n: 20, ...emptyFigures });
    assert.deepEqual(mergeCells([cells, cells])[0], {
      weekday: 1,
      part: 0,
      n: 40,
      ...emptyFigures,
    });
    assert.deepEqual(judgeCells(cells)[0], {
      weekday: 1,
      part: 0,
      responses: 20,
      difference: null,
      p: null,
      clear: false,
    });
  });
});

const HOURS = fc.array(
  fc.record({
    weekday: fc.integer({ min: 1, max: 7 }),
    hour: fc.nat(23),
    data: fc.array(fc.nat(40), { minLength: 4, maxLength: 4 }),
  }),
  { maxLength: 60 },
);
const LIST = HOURS.map((hours) => cellsOf(hours, HAPPY_FOUR));

function assertNear(actual: readonly GroupCell[], expected: readonly GroupCell[]): void {
  assert.equal(actual.length, expected.length);
  actual.forEach((cell, i) => {
    const expectedCell = expected[i];
    assert.ok(expectedCell !== undefined);
    assert.deepEqual(
      [cell.weekday, cell.part, cell.n],
      [expectedCell.weekday, expectedCell.part, expectedCell.n],
    );
    for (const field of ['observed', 'expected', 'variance'] as const) {
      const size = Math.max(1, Math.abs(expectedCell[field] ?? NaN));
      assert.ok(Math.abs((cell[field] ?? NaN) - (expectedCell[field] ?? NaN)) <= 1e-9 * size);
    }
  });
}

describe('merging cells', () => {
  it('gives the same bytes in any order', () => {
    fc.assert(
      fc.property(fc.array(LIST, { maxLength: 5 }), (lists) => {
        assert.deepEqual(mergeCells(lists.toReversed()), mergeCells(lists));
        const [first, ...others] = lists;
        if (first !== undefined)
          assert.deepEqual(mergeCells([...others, first]), mergeCells(lists));
      }),
    );
  });

  it('is associative but for rounding, and leaves one list as it is', () => {
    fc.assert(
      fc.property(LIST, LIST, LIST, (a, b, c) => {
        assertNear(mergeCells([mergeCells([a, b]), c]), mergeCells([a, b, c]));
        assertNear(mergeCells([a, mergeCells([b, c])]), mergeCells([a, b, c]));
        assert.deepEqual(mergeCells([a]), a);
        assert.deepEqual(mergeCells([a, []]), a);
      }),
    );
  });

  it('keeps the sum of differences of a survey at zero', () => {
    fc.assert(
      fc.property(LIST, (cells) => {
        const judgedCells = judgeCells(cells);
        const total = judgedCells.reduce(
          (sum, cell) => sum + cell.responses * (cell.difference ?? 0),
          0,
        );
        assert.ok(Math.abs(total) < 1e-6);
        assert.ok(judgedCells.every(({ clear, p }) => !clear || (p !== null && p <= 0.1)));
      }),
    );
  });
});
