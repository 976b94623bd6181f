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
  /** Lengths of dashes and gaps by turns; a solid line without it. */
  readonly dash?: readonly number[];
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
  readonly dash?: readonly number[];
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

/** A filled circle; (x, y) is its centre. */
export interface Dot {
  readonly kind: 'dot';
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: Colour;
}

export type Operation = TextRun | Rectangle | Line | Path | Dot;

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
  dash?: readonly number[],
): Line {
  const [[x1, y1], [x2, y2]] = [from, to];
  return {
    kind: 'line',
    x1,
    y1,
    x2,
    y2,
    colour,
    lineWidth,
    ...(dash === undefined ? {} : { dash }),
  };
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

/** The colour, width and horizontal distance of the lines of a hatching. */
export interface Hatch {
  readonly colour: Colour;
  readonly lineWidth: number;
  readonly step: number;
}

const THIN_HATCH: Hatch = { colour: colours.paper, lineWidth: 0.6, step: 4 };

/** Diagonal lines within a rectangle, which mark it also in grey print. */
export function hatching(
  { x, y, width, height }: Pick<Rectangle, 'x' | 'y' | 'width' | 'height'>,
  { colour, lineWidth, step }: Hatch = THIN_HATCH,
): Path {
  const count = Math.ceil((width + height) / step);
  const commands = Array.from({ length: count }, (_, i): readonly PathCommand[] => {
    // Where the line crosses the bottom edge, extended to both sides, from the right.
    const base = (i + 0.5) * step;
    const from = Math.max(0, base - width);
    const to = Math.min(height, base);
    if (from >= to) return [];
    return [
      { to: 'move', x: x + width - base + from, y: y + height - from },
      { to: 'line', x: x + width - base + to, y: y + height - to },
    ];
  }).flat();
  return { kind: 'path', commands, fill: null, stroke: colour, lineWidth };
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

/** The command with all its positions moved by these functions. */
export function mapCommand(
  command: PathCommand,
  xOf: (x: number) => number,
  yOf: (y: number) => number,
): PathCommand {
  if (command.to === 'close') return command;
  const end = { x: xOf(command.x), y: yOf(command.y) };
  if (command.to !== 'curve') return { ...command, ...end };
  const { x1, y1, x2, y2 } = command;
  return { to: 'curve', x1: xOf(x1), y1: yOf(y1), x2: xOf(x2), y2: yOf(y2), ...end };
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
