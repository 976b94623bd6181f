// The thirteen weeks of a folder below, on the scale of all panels of a page.
import type { ChildPanel } from '../view/report-view.ts';
import type { Operation } from './draw-operations.ts';
import { dot, gridLines, scaleOf, seriesLine, usualBand } from './series-plot.ts';
import { lineColour } from './state-glyph.ts';

export interface PanelAxis {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
}

const UPPER: PanelAxis = { min: 40, max: 100, ticks: [40, 70, 100] };
const WHOLE: PanelAxis = { min: 0, max: 100, ticks: [0, 50, 100] };
const INSET = { left: 3, right: 6, top: 6, bottom: 4.5 } as const;

/** From 40 on unless a value is lower. */
export function panelAxis(panels: readonly Pick<ChildPanel, 'trend'>[]): PanelAxis {
  const isLow = (value: number | null): boolean => value !== null && value < UPPER.min;
  return panels.some(({ trend }) => trend.some(isLow)) ? WHOLE : UPPER;
}

export function childTrend(
  { trend, band, state }: Pick<ChildPanel, 'trend' | 'band' | 'state'>,
  axis: PanelAxis,
  width: number,
  height: number,
): readonly Operation[] {
  const scale = scaleOf(axis, INSET.top, height - INSET.bottom);
  const right = width - INSET.right;
  const step = (right - INSET.left) / Math.max(1, trend.length - 1);
  const points = trend.map((value, i) => ({
    x: INSET.left + i * step,
    y: value === null ? null : scale(value),
  }));
  const colour = lineColour(state);
  const ticks = axis.ticks.map((value) => ({ value }));
  return [
    ...gridLines(ticks, scale, INSET.left, right),
    ...(band === null ? [] : usualBand(band, scale, 0, right + INSET.left)),
    ...seriesLine(points, colour, 1.3),
    ...points.flatMap(({ x, y }, i) =>
      y === null ? [] : [dot(x, y, i === points.length - 1 ? 3.15 : 1.65, colour)],
    ),
  ];
}
