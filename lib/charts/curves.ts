// The parts of a chart of an index over time: line, points, intervals, the usual level with its limits, and gridlines.
import type { Signal } from '../domain/signals/signal.ts';
import type { Operation, PathCommand } from './draw-operations.ts';
import { circle, filledRectangle, line, polyline } from './draw-operations.ts';
import { colours } from './theme.ts';
import type { Axis } from './axis.ts';

export interface Point {
  readonly x: number;
  readonly index: number;
  /** Half the width of the interval, in the unit of the index. */
  readonly halfWidth: number;
  /** Whether there are enough responses; otherwise the point is hollow and not part of the line. */
  readonly isCertain: boolean;
}

const DASH = 3;

export function gridLines(axis: Axis, left: number, right: number): readonly Operation[] {
  return axis.ticks.map((tick) =>
    line([left, axis.at(tick)], [right, axis.at(tick)], colours.grid, 0.5),
  );
}

/** The line, with gaps where there are no points or too few responses. */
export function indexLine(points: readonly (Point | null)[], axis: Axis): readonly Operation[] {
  const certainPoints = points.map((point) =>
    point?.isCertain === true ? { x: point.x, y: axis.at(point.index) } : null,
  );
  const path = polyline(certainPoints, colours.accent, 1.4);
  return path.commands.length > 1 ? [path] : [];
}

/** A dot for each point; `emphasized` is the number of the largest one. */
export function indexPoints(
  points: readonly (Point | null)[],
  axis: Axis,
  emphasized: number | null = null,
): readonly Operation[] {
  return points.flatMap((point, i) =>
    point === null
      ? []
      : [dot(point.x, axis.at(point.index), i === emphasized ? 3 : 2, point.isCertain)],
  );
}

/** The dot of an index. Hollow for an uncertain value or a place inside the funnel. */
export function dot(x: number, y: number, radius: number, isFilled: boolean): Operation {
  return {
    kind: 'path',
    commands: circle(x, y, radius),
    fill: isFilled ? colours.accent : colours.paper,
    stroke: colours.accent,
    lineWidth: 0.9,
  };
}

/** The interval of each point as a vertical line; an end beyond the axis has no stroke across. */
export function intervals(points: readonly (Point | null)[], axis: Axis): readonly Operation[] {
  const cap = 2.5;
  const colour = colours.interval;
  return points.flatMap((point) => {
    if (point === null || point.halfWidth === 0) return [];
    const { x, index, halfWidth } = point;
    const ends = [index + halfWidth, index - halfWidth];
    const [top = 0, bottom = 0] = ends.map((value) => axis.at(value));
    const [beyondTop, beyondBottom] = ends.map((value) => axis.isBeyond(value));
    return [
      line([x, top], [x, bottom], colour, 1),
      ...(beyondTop === true ? [] : [line([x - cap, top], [x + cap, top], colour, 1)]),
      ...(beyondBottom === true ? [] : [line([x - cap, bottom], [x + cap, bottom], colour, 1)]),
    ];
  });
}

/** The usual level as a line from `from` to `to`, in points; nothing without a usual level. */
export function levelLine(
  { usual }: Signal,
  from: number,
  to: number,
  axis: Axis,
): readonly Operation[] {
  return usual === null
    ? []
    : [line([from, axis.at(usual)], [to, axis.at(usual)], colours.muted, 0.8)];
}

/** The limits around the usual level; nothing without a usual level. */
export function limitsBand(
  { lower, upper }: Signal,
  from: number,
  to: number,
  axis: Axis,
): readonly Operation[] {
  if (lower === null || upper === null) return [];
  const [top, bottom] = [axis.at(upper), axis.at(lower)];
  return [
    filledRectangle(from, top, to - from, Math.max(1, bottom - top), colours.usual),
    ...[top, bottom].map((y) => line([from, y], [to, y], colours.usualEdge, 0.5)),
  ];
}

/** The earlier level from `start` to the change at `at`, in points; nothing when the level did not change. */
export function levelChange(
  { usual, earlierUsual }: Signal,
  start: number,
  at: number,
  axis: Axis,
): readonly Operation[] {
  if (usual === null || earlierUsual === null) return [];
  const [earlier, level] = [axis.at(earlierUsual), axis.at(usual)];
  return [
    ...dashedLine([start, earlier], [at, earlier]),
    ...dashedLine([at, Math.min(earlier, level)], [at, Math.max(earlier, level)]),
  ];
}

/** A horizontal or vertical line of dashes. */
function dashedLine(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
): readonly Operation[] {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return [];
  const commands = Array.from({ length: Math.ceil(length / (2 * DASH)) }, (_, i) => {
    const ends = [i * 2 * DASH, Math.min(length, (i * 2 + 1) * DASH)];
    return ends.map((distance, end): PathCommand => ({
      to: end === 0 ? 'move' : 'line',
      x: x1 + ((x2 - x1) * distance) / length,
      y: y1 + ((y2 - y1) * distance) / length,
    }));
  }).flat();
  return [{ kind: 'path', commands, fill: null, stroke: colours.muted, lineWidth: 0.8 }];
}
