// Draw operations as plain data, in points from the top left; drawn as PDF or as SVG.
import type { Colour, FaceName } from './theme.ts';
import { colours } from './theme.ts';

/** A line of text in one style; `y` is the baseline, `width` the advance without a trailing space. */
export interface TextRun {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly face: FaceName;
  readonly size: number;
  readonly colour: Colour;
  readonly width: number;
}

export interface Paint {
  readonly fill: Colour | null;
  readonly stroke: Colour | null;
  readonly lineWidth: number;
}

export interface Rectangle extends Paint {
  readonly kind: 'rect';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Line {
  readonly kind: 'line';
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly colour: Colour;
  readonly lineWidth: number;
}

export type PathCommand =
  | { readonly to: 'move' | 'line'; readonly x: number; readonly y: number }
  | {
      readonly to: 'curve';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly x: number;
      readonly y: number;
    }
  | { readonly to: 'close' };

export interface Path extends Paint {
  readonly kind: 'path';
  readonly commands: readonly PathCommand[];
}

export type Operation = TextRun | Rectangle | Line | Path;

export function filledRectangle(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: Colour,
): Rectangle {
  return { kind: 'rect', x, y, width, height, fill, stroke: null, lineWidth: 0 };
}

export function line(
  from: readonly [number, number],
  to: readonly [number, number],
  colour: Colour,
  lineWidth: number,
): Line {
  return { kind: 'line', x1: from[0], y1: from[1], x2: to[0], y2: to[1], colour, lineWidth };
}

/** A line through the points; null leaves a gap. */
export function polyline(
  points: readonly ({ readonly x: number; readonly y: number } | null)[],
  stroke: Colour,
  lineWidth: number,
): Path {
  const commands = points.flatMap((point, i): readonly PathCommand[] =>
    point === null ? [] : [{ to: (points[i - 1] ?? null) === null ? 'move' : 'line', ...point }],
  );
  return { kind: 'path', commands, fill: null, stroke, lineWidth };
}

/** The distance between the lines of a hatching. */
const HATCHING = 4;

/** Thin diagonal lines within a rectangle, which mark it also in grey print. */
export function hatching(x: number, y: number, width: number, height: number): Path {
  const count = Math.ceil((width + height) / HATCHING);
  const commands = Array.from({ length: count }, (_, i): readonly PathCommand[] => {
    // Where the line crosses the bottom edge, extended to both sides.
    const base = (i + 0.5) * HATCHING;
    const from = Math.max(0, base - width);
    const to = Math.min(height, base);
    if (from >= to) return [];
    return [
      { to: 'move', x: x + base - from, y: y + height - from },
      { to: 'line', x: x + base - to, y: y + height - to },
    ];
  }).flat();
  return { kind: 'path', commands, fill: null, stroke: colours.paper, lineWidth: 0.6 };
}

/** The distance of the control points of a quarter circle, by the radius. */
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

/** The commands as SVG path data. */
export function pathData(commands: readonly PathCommand[]): string {
  return commands.map(pathStep).join('');
}

function pathStep(command: PathCommand): string {
  switch (command.to) {
    case 'move':
      return `M${command.x} ${command.y}`;
    case 'line':
      return `L${command.x} ${command.y}`;
    case 'curve': {
      const { x1, y1, x2, y2, x, y } = command;
      return `C${x1} ${y1} ${x2} ${y2} ${x} ${y}`;
    }
    case 'close':
      return 'Z';
  }
}
