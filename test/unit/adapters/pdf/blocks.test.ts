// Blocks whose parts are drawn when they are read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { block, deferredBlock, stackBlocks } from '../../../../lib/adapters/pdf/block.ts';
import { heightOf } from '../../../../lib/adapters/pdf/page-flow.ts';
import { filledRectangle } from '../../../../lib/charts/draw-operations.ts';
import { colours } from '../../../../lib/charts/theme.ts';

const { parts } = block(null, 0, [filledRectangle(0, 0, 10, 10, colours.ink)]);

describe('a deferred block', () => {
  it('is measured without being drawn, and drawn once', () => {
    let drawings = 0;
    const deferred = deferredBlock(
      10,
      () => {
        drawings += 1;
        return parts;
      },
      { before: 3 },
    );
    assert.equal(heightOf([deferred, deferred]), 23);
    assert.equal(drawings, 0);
    assert.deepEqual(stackBlocks([deferred, deferred]).parts, [
      ...parts,
      ...parts.map((part) => ({ ...part, dy: 13 })),
    ]);
    assert.equal(drawings, 1);
  });
});
