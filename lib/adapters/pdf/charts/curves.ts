// The line of an index over time and its band of uncertainty, with a gap where there is no index.
import { area, line as lineShape } from 'd3-shape';
import type { Operation, PathCommand } from '../operations.ts';
import { filled } from '../operations.ts';
import { colours } from '../theme.ts';
import type { Axis } from './axis.ts';
import { PathRecorder, circle } from './canvas.ts';

export interface Point {
  readonly x: number;
  readonly index: number;
  readonly halfWidth: number;
}

const SHAPE = { kind: 'path' } as const;

/** `clamp` keeps what is uncertain within what is possible. */
export function bandOf(
  points: readonly (Point | null)[],
  axis: Axis,
  clamp: (value: number) => number,
): readonly Operation[] {
  const band = area<Point | null>()
    .defined((point) => point !== null)
    .x((point) => point?.x ?? 0)
    .y0((point) => axis.at(clamp((point?.index ?? 0) - (point?.halfWidth ?? 0))))
    .y1((point) => axis.at(clamp((point?.index ?? 0) + (point?.halfWidth ?? 0))));
  const commands = recorded((recorder) => {
    band.context(recorder)([...points]);
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
    return [filled(point.x - 2, high, 4, low - high, colours.band)];
  });
}

/** With a dot at every point, a full one at the last of all when it has an index. */
export function lineThrough(points: readonly (Point | null)[], axis: Axis): readonly Operation[] {
  const curve = lineShape<Point | null>()
    .defined((point) => point !== null)
    .x((point) => point?.x ?? 0)
    .y((point) => axis.at(point?.index ?? 0));
  const commands = recorded((recorder) => {
    curve.context(recorder)([...points]);
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

function recorded(draw: (recorder: PathRecorder) => void): readonly PathCommand[] {
  const recorder = new PathRecorder();
  draw(recorder);
  return recorder.commands;
}
