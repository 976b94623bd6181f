// Records what d3-shape draws as path commands, so that its curves stay plain data.
import type { PathCommand } from '../operations.ts';

/** The part of a canvas context that lines and areas use. */
export class PathRecorder {
  readonly commands: PathCommand[] = [];

  beginPath(): void {
    // a recorder holds one path
  }
  moveTo(x: number, y: number): void {
    this.commands.push({ to: 'move', x, y });
  }
  lineTo(x: number, y: number): void {
    this.commands.push({ to: 'line', x, y });
  }
  closePath(): void {
    this.commands.push({ to: 'close' });
  }
  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.commands.push({ to: 'curve', x1, y1, x2, y2, x, y });
  }
  arc(): void {
    throw new Error('no chart draws arcs through d3');
  }
  arcTo(): void {
    throw new Error('no chart draws arcs through d3');
  }
  quadraticCurveTo(): void {
    throw new Error('no chart draws quadratic curves');
  }
  rect(): void {
    throw new Error('rectangles are operations of their own');
  }
}

const CIRCLE = 0.5523;

/** A circle of four curves. */
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
