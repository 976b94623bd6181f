// The line of an index over time and its uncertainty band, with gaps where there is no index.
import type { Operation, PathCommand } from './draw-operations.ts';
import { circle, filledRectangle } from './draw-operations.ts';
import { colours } from './theme.ts';
import type { Axis } from './axis.ts';

export interface Point {
  readonly x: number;
  readonly index: number;
  readonly halfWidth: number;
}

const PATH = { kind: 'path' } as const;

/** `clamp` limits the band to the range of the index. */
export function uncertaintyBand(
  points: readonly (Point | null)[],
  axis: Axis,
  clamp: (value: number) => number,
): readonly Operation[] {
  const edge = (point: Point, side: 1 | -1): readonly [number, number] => [
    point.x,
    axis.at(clamp(point.index + side * point.halfWidth)),
  ];
  const commands = splitAtGaps(points).flatMap((run): readonly PathCommand[] => {
    const upperEdge = run.map((point) => edge(point, 1));
    const lowerEdge = run.map((point) => edge(point, -1)).reverse();
    return [...pathThrough([...upperEdge, ...lowerEdge]), { to: 'close' }];
  });
  const path = { ...PATH, commands, fill: colours.band, stroke: null, lineWidth: 0 };
  return [...(commands.length > 0 ? [path] : []), ...isolatedBands(points, axis, clamp)];
}

/** The band of a point between two gaps has no area, so it is drawn as a vertical bar. */
function isolatedBands(
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

/** The line with a dot at every point; the dot of the last week is filled. */
export function indexLine(points: readonly (Point | null)[], axis: Axis): readonly Operation[] {
  const commands = splitAtGaps(points).flatMap((run): readonly PathCommand[] => {
    const line = pathThrough(run.map(({ x, index }) => [x, axis.at(index)]));
    return run.length > 1 ? line : [...line, { to: 'close' }];
  });
  const path = { ...PATH, commands, fill: null, stroke: colours.accent, lineWidth: 1.4 };
  const dots = points.flatMap((point, i): readonly Operation[] => {
    if (point === null) return [];
    const isLast = i === points.length - 1;
    return [
      {
        ...PATH,
        commands: circle(point.x, axis.at(point.index), isLast ? 3 : 1.9),
        fill: isLast ? colours.accent : colours.paper,
        stroke: colours.accent,
        lineWidth: 1,
      },
    ];
  });
  return [...(commands.length > 0 ? [path] : []), ...dots];
}

/** The runs of points between gaps. */
function splitAtGaps(points: readonly (Point | null)[]): readonly (readonly Point[])[] {
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

function pathThrough(points: readonly (readonly [number, number])[]): readonly PathCommand[] {
  return points.map(([x, y], i) => ({ to: i === 0 ? 'move' : 'line', x, y }));
}
