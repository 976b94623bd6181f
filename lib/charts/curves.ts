// The line of an index over time and its band of uncertainty, with a gap where there is no index.
import type { Operation, PathCommand } from './draw-operations.ts';
import { circle, filledRectangle } from './draw-operations.ts';
import { colours } from './theme.ts';
import type { Axis } from './axis.ts';

export interface Point {
  readonly x: number;
  readonly index: number;
  readonly halfWidth: number;
}

const SHAPE = { kind: 'path' } as const;

/** `clamp` keeps what is uncertain within what is possible. */
export function uncertaintyBand(
  points: readonly (Point | null)[],
  axis: Axis,
  clamp: (value: number) => number,
): readonly Operation[] {
  const edge = (point: Point, side: 1 | -1): readonly [number, number] => [
    point.x,
    axis.at(clamp(point.index + side * point.halfWidth)),
  ];
  const commands = unbroken(points).flatMap((run): readonly PathCommand[] => {
    const there = run.map((point) => edge(point, 1));
    const back = run.map((point) => edge(point, -1)).reverse();
    return [...through([...there, ...back]), { to: 'close' }];
  });
  const path = { ...SHAPE, commands, fill: colours.band, stroke: null, lineWidth: 0 };
  return [...(commands.length > 0 ? [path] : []), ...lonelyBands(points, axis, clamp)];
}

/** A week between two gaps has no area: its band is an upright bar. */
function lonelyBands(
  points: readonly (Point | null)[],
  axis: Axis,
  clamp: (value: number) => number,
): readonly Operation[] {
  return points.flatMap((point, i) => {
    const hasNeighbour = (points[i - 1] ?? null) !== null || (points[i + 1] ?? null) !== null;
    if (point === null || hasNeighbour) return [];
    const high = axis.at(clamp(point.index + point.halfWidth));
    const low = axis.at(clamp(point.index - point.halfWidth));
    return [filledRectangle(point.x - 2, high, 4, low - high, colours.band)];
  });
}

/** With a dot at every point, a full one at the last of all when it has an index. */
export function indexLine(points: readonly (Point | null)[], axis: Axis): readonly Operation[] {
  const commands = unbroken(points).flatMap((run): readonly PathCommand[] => {
    const drawn = through(run.map(({ x, index }) => [x, axis.at(index)]));
    return run.length > 1 ? drawn : [...drawn, { to: 'close' }];
  });
  const path = { ...SHAPE, commands, fill: null, stroke: colours.accent, lineWidth: 1.4 };
  const dots = points.flatMap((point, i): readonly Operation[] => {
    if (point === null) return [];
    const isLast = i === points.length - 1;
    return [
      {
        ...SHAPE,
        commands: circle(point.x, axis.at(point.index), isLast ? 3 : 1.9),
        fill: isLast ? colours.accent : colours.paper,
        stroke: colours.accent,
        lineWidth: 1,
      },
    ];
  });
  return [...(commands.length > 0 ? [path] : []), ...dots];
}

/** The points between gaps. */
function unbroken(points: readonly (Point | null)[]): readonly (readonly Point[])[] {
  const runs: Point[][] = [];
  let run: Point[] = [];
  for (const point of [...points, null]) {
    if (point !== null) run.push(point);
    else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  return runs;
}

function through(points: readonly (readonly [number, number])[]): readonly PathCommand[] {
  return points.map(([x, y], i) => ({ to: i === 0 ? 'move' : 'line', x, y }));
}
