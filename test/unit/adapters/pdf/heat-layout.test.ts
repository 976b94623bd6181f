// The columns of the heat map have all lines in their order, are no higher than the page, and name the group of every line.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HeatLine } from '../../../../lib/adapters/pdf/folder/heat-layout.ts';
import { heatColumns, heightOfLines } from '../../../../lib/adapters/pdf/folder/heat-layout.ts';
import { fc } from '../../../support/property-settings.ts';

interface Line extends HeatLine {
  /** -1 for a head. */
  readonly row: number;
}

const ROW = 12;
const HEAD = 13;

function headOf(group: string): Line {
  return { group, isHead: true, isRest: false, height: HEAD, row: -1 };
}

/** Groups of so many rows, numbered over all groups. `hasRest`: whether the last of a group counts others. */
function linesOf(sizes: readonly number[], hasRest = false): readonly Line[] {
  let row = 0;
  return sizes.flatMap((size, i) => [
    headOf(`Group ${i}`),
    ...Array.from({ length: size }, (_, j) => {
      row += 1;
      const isRest = hasRest && j === size - 1;
      return { group: `Group ${i}`, isHead: false, isRest, height: ROW, row };
    }),
  ]);
}

describe('the columns of the heat map', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });
  const height = fc.integer({ min: 60, max: 700 });

  it('have every line once and in order, below the head of its group, within their height', () => {
    fc.assert(
      fc.property(sizes, fc.boolean(), height, height, (groups, hasRest, first, further) => {
        const lines = linesOf(groups, hasRest);
        const pages = heatColumns(lines, first, further, headOf);
        const columns = pages.flat().filter((column) => column.length > 0);
        assert.deepEqual(
          columns.flat().filter(({ isHead }) => !isHead),
          lines.filter(({ isHead }) => !isHead),
        );
        pages.forEach((page, i) => {
          for (const column of page)
            assert.ok(heightOfLines(column) <= (i === 0 ? first : further), 'too high');
        });
        for (const column of columns) {
          assert.equal(column[0]?.isHead, true);
          assert.equal(column.at(-1)?.isHead, false);
          // The count of others is not alone below a repeated head.
          const [head, second] = column;
          if (second?.isRest === true) assert.equal(lines[lines.indexOf(second) - 1], head);
        }
      }),
    );
  });

  it('are split between groups where they are about as high', () => {
    const [[left, right] = []] = heatColumns(linesOf([12, 12, 25]), 600, 600, headOf);
    assert.deepEqual([left?.length, right?.length], [26, 26]);
  });

  it('are split within a group, whose head is repeated, where groups differ much', () => {
    const [[left, right] = []] = heatColumns(linesOf([30]), 600, 600, headOf);
    assert.equal(left?.length, 16);
    assert.equal(right?.[0]?.isHead, true);
  });
});
