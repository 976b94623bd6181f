// Thirteen weeks: the value of each week over its usual range and levels, with the responses in a strip below.
import type { Trend, TrendPoint } from '../view/report-view.ts';
import type { Typesetter } from './chart-text.ts';
import type { Operation } from './draw-operations.ts';
import { filledRectangle, line } from './draw-operations.ts';
import type { LabelPlace, PlotPoint, Scale, SeriesDrawing } from './series-plot.ts';
import {
  dot,
  gridLines,
  hollowDot,
  LabelPlaces,
  MIN_RESPONSES,
  PLOT_TOP,
  scaleOf,
  seriesHeight,
  seriesLine,
  tickLabels,
  usualBand,
  weekLabels,
} from './series-plot.ts';
import type { TextStyle } from './theme.ts';
import { colours, textStyles } from './theme.ts';

const TICK_GAP = 4.5;
/** Between the last point and its value. */
const VALUE_GAP = 6;
const STRIP_GAP = 7.5;
const STRIP = 13.5;
const BAR = { most: 10.5, share: 0.62, least: 0.75 } as const;
/** How far bands and levels reach beyond their first and last week. */
const OVERHANG = 3;
const DASH = [2.25, 1.9] as const;
/** Between two labelled weeks, counted from the last; the first that has room for the labels. */
const WEEK_STEPS = [4, 6, 12] as const;

const VALUE: TextStyle = { face: 'bold', size: 10, leading: 12, colour: colours.accent };
const WEEK = textStyles.label;
const THIS_WEEK = textStyles.labelStrong;

/** The width and the height of the plot, in points. */
export interface PlotSize {
  readonly width: number;
  readonly plotHeight: number;
}

export function trendChart(
  trend: Trend,
  { width, plotHeight }: PlotSize,
  typesetter: Typesetter,
): SeriesDrawing {
  const { axis, points: weeks } = trend;
  const plot = { top: PLOT_TOP, bottom: PLOT_TOP + plotHeight };
  const scale = scaleOf(axis, plot.top, plot.bottom);
  const edges = edgesOf(trend, width, typesetter);
  const step = (edges.right - edges.left) / Math.max(1, weeks.length - 1);
  const points = weeks.map(({ value }, i) => ({
    x: edges.left + i * step,
    y: value === null ? null : scale(value),
  }));
  const height = seriesHeight(plotHeight);
  return {
    width,
    height,
    alt: trend.description,
    points,
    plot,
    operations: [
      ...gridLines(axis.ticks, scale, edges.left, edges.right),
      ...tickLabels(axis.ticks, scale, edges.left - TICK_GAP, typesetter),
      ...levelsAndLabels(trend, points, scale, { ...plot, ...edges, end: width }, typesetter),
      ...seriesLine(points, colours.accent, 1.3),
      ...weekDots(weeks, points),
      ...lastValue(weeks, points, typesetter),
      ...responseBars(weeks, points, step, plot.bottom + STRIP_GAP),
      ...weekLabels(
        weeks.map(({ label }) => label),
        points,
        WEEK_STEPS,
        height - 2.3,
        typesetter,
      ),
    ],
  };
}

interface Edges {
  readonly left: number;
  readonly right: number;
}

/** The places of the first and the last week: labels of the axis and the last value are outside. */
function edgesOf({ axis, points }: Trend, width: number, { widthOf }: Typesetter): Edges {
  const ticks = axis.ticks.map(({ text }) => widthOf(text, WEEK) + TICK_GAP);
  const halfLabel = (week: TrendPoint | undefined): number =>
    Math.max(BAR.most, widthOf(week?.label ?? '', THIS_WEEK)) / 2;
  const value = VALUE_GAP + widthOf(points.at(-1)?.text ?? '', VALUE);
  return {
    left: Math.max(...ticks, halfLabel(points[0])),
    right: width - Math.max(value, halfLabel(points.at(-1))),
  };
}

/** The usual range and the levels, each with its label. */
function levelsAndLabels(
  { band, levels, points: weeks }: Trend,
  points: readonly PlotPoint[],
  scale: Scale,
  { end, ...bounds }: Edges & SeriesDrawing['plot'] & { readonly end: number },
  typesetter: Typesetter,
): readonly Operation[] {
  const labels = new LabelPlaces(points, bounds, typesetter);
  const last = points.at(-1);
  if (last !== undefined && last.y !== null) {
    labels.keepFree({ left: last.x - 4, right: end, top: last.y - 5, bottom: last.y + 5 });
  }
  const drawn = levels.flatMap((level) => {
    const span = spanOf(weeks, points, level.fromWeek, level.toWeek);
    return span === null ? [] : [{ ...level, ...span, y: scale(level.value) }];
  });
  for (const { left, right, y } of drawn) {
    labels.keepFree({ left, right, top: y - 0.5, bottom: y + 0.5 });
  }
  const bandSpan = band === null ? null : spanOf(weeks, points, band.fromWeek, '9999');
  return [
    ...(band === null || bandSpan === null
      ? []
      : [
          ...usualBand(band, scale, bandSpan.left, bandSpan.right),
          ...labels.place(
            band.label,
            aroundBand(bandSpan, scale(band.upper), scale(band.lower), typesetter, band.label),
          ),
        ]),
    ...drawn.flatMap(({ label, left, right, y }) => [
      line([left, y], [right, y], colours.ink, 0.75, DASH),
      ...labels.place(label, aroundLine({ left, right }, y, typesetter, label)),
    ]),
  ];
}

/** The part of the plot of these weeks; null where none of them is drawn. */
function spanOf(
  weeks: readonly TrendPoint[],
  points: readonly PlotPoint[],
  fromWeek: string,
  toWeek: string,
): Edges | null {
  const first = points[weeks.findIndex(({ week }) => week >= fromWeek)];
  const last = points[weeks.findLastIndex(({ week }) => week <= toWeek)];
  if (first === undefined || last === undefined || last.x < first.x) return null;
  return { left: first.x - OVERHANG, right: last.x + OVERHANG };
}

/** Above or below the range, at its start or its end. */
function aroundBand(
  { left, right }: Edges,
  top: number,
  bottom: number,
  { widthOf }: Typesetter,
  label: string,
): readonly LabelPlace[] {
  const end = right - widthOf(label, WEEK) - 2;
  return [left + 2, end].flatMap((x) => [
    { x, y: top - 3 },
    { x, y: bottom + 8.5 },
  ]);
}

/** Above or below the line: in its middle, at its start or its end. */
function aroundLine(
  { left, right }: Edges,
  y: number,
  { widthOf }: Typesetter,
  label: string,
): readonly LabelPlace[] {
  const width = widthOf(label, WEEK);
  return [(left + right - width) / 2, left, right - width].flatMap((x) => [
    { x, y: y - 4.5 },
    { x, y: y + 9.5 },
  ]);
}

function weekDots(
  weeks: readonly TrendPoint[],
  points: readonly PlotPoint[],
): readonly Operation[] {
  return points.flatMap(({ x, y }, i) => {
    if (y === null) return [];
    const radius = i === points.length - 1 ? 3.15 : 1.65;
    const isFew = (weeks[i]?.responses ?? 0) < MIN_RESPONSES;
    return [(isFew ? hollowDot : dot)(x, y, radius, colours.accent)];
  });
}

function lastValue(
  weeks: readonly TrendPoint[],
  points: readonly PlotPoint[],
  { lineAt }: Typesetter,
): readonly Operation[] {
  const last = points.at(-1);
  if (last === undefined || last.y === null) return [];
  return lineAt(weeks.at(-1)?.text ?? '', VALUE, last.x + VALUE_GAP, last.y + 3.5);
}

function responseBars(
  weeks: readonly TrendPoint[],
  points: readonly PlotPoint[],
  step: number,
  top: number,
): readonly Operation[] {
  const most = Math.max(1, ...weeks.map(({ responses }) => responses));
  const width = Math.min(BAR.most, step * BAR.share);
  return points.flatMap(({ x }, i) => {
    const responses = weeks[i]?.responses ?? 0;
    if (responses === 0) return [];
    const height = Math.max(BAR.least, (responses / most) * STRIP);
    const colour = i === points.length - 1 ? colours.volumeNow : colours.volume;
    return [filledRectangle(x - width / 2, top + STRIP - height, width, height, colour)];
  });
}
