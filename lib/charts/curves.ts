// The parts of a chart of an index over time: line, points, intervals, the usual level with its range, and gridlines.
import type { DrawnLevel } from './drawn-level.ts';
import type { Operation } from './draw-operations.ts';
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

/** The level compared with as a line from `from` to `to`, in points; nothing without one. */
export function levelLine(
  { usual }: DrawnLevel,
  from: number,
  to: number,
  axis: Axis,
): readonly Operation[] {
  return usual === null
    ? []
    : [line([from, axis.at(usual)], [to, axis.at(usual)], colours.muted, 0.8)];
}

/** The usual range from `from` to `to`, in points; nothing without one. */
export function rangeBand(
  { range }: DrawnLevel,
  from: number,
  to: number,
  axis: Axis,
): readonly Operation[] {
  if (range === null) return [];
  const [top, bottom] = [axis.at(range.upper), axis.at(range.lower)];
  return [
    filledRectangle(from, top, to - from, Math.max(1, bottom - top), colours.band),
    ...[top, bottom].map((y) => line([from, y], [to, y], colours.bandEdge, 0.5)),
  ];
}
