// The thirteen weeks of a row, without an axis: all rows have the same scale.
import type { Row } from '../view/report-view.ts';
import type { Operation } from './draw-operations.ts';
import { line } from './draw-operations.ts';
import { dot, scaleOf, seriesLine } from './series-plot.ts';
import { lineColour } from './state-glyph.ts';
import { colours } from './theme.ts';

/** Values outside are drawn at the ends. */
const SCALE = { min: 15, max: 85 } as const;
const INSET = { left: 3, right: 3.75, top: 2.25 } as const;
const RADIUS = 2.25;

/** Nothing without a value. */
export function rowTrend(
  { trend, level, state }: Pick<Row, 'trend' | 'level' | 'state'>,
  width: number,
  height: number,
): readonly Operation[] {
  if (trend.every((value) => value === null)) return [];
  const scale = scaleOf(SCALE, INSET.top, height - INSET.top);
  const step = (width - INSET.left - INSET.right) / Math.max(1, trend.length - 1);
  const points = trend.map((value, i) => ({
    x: INSET.left + i * step,
    y: value === null ? null : scale(value),
  }));
  const colour = lineColour(state);
  const last = points.at(-1);
  return [
    ...(level === null
      ? []
      : [
          line([0.75, scale(level)], [width - 0.75, scale(level)], colours.faint, 0.75, [1.5, 1.5]),
        ]),
    ...seriesLine(points, colour, 1.15),
    ...(last === undefined || last.y === null ? [] : [dot(last.x, last.y, RADIUS, colour)]),
  ];
}
