// The shapes of states, which tell them apart without colour.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PathCommand } from '../../../lib/charts/draw-operations.ts';
import { stateGlyph } from '../../../lib/charts/state-glyph.ts';

/** All x and y of a path, with those that shape its curves. */
function pointsOf(commands: readonly PathCommand[]): readonly (readonly [number, number])[] {
  return commands.flatMap((command) => {
    if (command.to === 'close') return [];
    const end = [command.x, command.y] as const;
    return command.to === 'curve'
      ? [[command.x1, command.y1] as const, [command.x2, command.y2] as const, end]
      : [end];
  });
}

describe('the glyph of a partial week', () => {
  it('is a ring whose half at the end side is filled', () => {
    const [ring, half, ...others] = stateGlyph('partial', 10, 20, 24);
    assert.ok(ring?.kind === 'path' && half?.kind === 'path' && others.length === 0);
    assert.deepEqual([ring.fill, half.stroke, ring.stroke === half.fill], [null, null, true]);
    const [left, right] = [10 + 2 * (6 - 4.4), 10 + 2 * (6 + 4.4)];
    const [top, bottom] = [20 + 2 * (6 - 4.4), 20 + 2 * (6 + 4.4)];
    const bounds = (commands: readonly PathCommand[]): readonly number[] => {
      const points = pointsOf(commands);
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
      return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)].map(
        (value) => Math.round(value * 100) / 100,
      );
    };
    assert.deepEqual(bounds(ring.commands), [left, right, top, bottom]);
    assert.deepEqual(bounds(half.commands), [22, right, top, bottom]);
  });
});
