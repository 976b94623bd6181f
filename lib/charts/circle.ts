// A circle of four curves, which is what paths are made of.
import type { PathCommand } from './draw-operations.ts';

/** How far a curve's handles lie from its ends, by the radius. */
const CIRCLE = 0.5523;

export function circle(x: number, y: number, r: number): readonly PathCommand[] {
  const c = r * CIRCLE;
  return [
    { to: 'move', x: x + r, y },
    { to: 'curve', x1: x + r, y1: y + c, x2: x + c, y2: y + r, x, y: y + r },
    { to: 'curve', x1: x - c, y1: y + r, x2: x - r, y2: y + c, x: x - r, y },
    { to: 'curve', x1: x - r, y1: y - c, x2: x - c, y2: y - r, x, y: y - r },
    { to: 'curve', x1: x + c, y1: y - r, x2: x + r, y2: y - c, x: x + r, y },
    { to: 'close' },
  ];
}
