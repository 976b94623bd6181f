// Seven days on the scale of the weeks: the value of each with its 95 % interval, and the responses below.
import type { DaysView } from '../view/report-view.ts';
import type { Typesetter } from './chart-text.ts';
import type { Operation } from './draw-operations.ts';
import { filledRectangle, hatching, line } from './draw-operations.ts';
import type { PlotPoint, Scale, SeriesDrawing } from './series-plot.ts';
import {
  dot,
  gridLines,
  hollowDot,
  PLOT_TOP,
  scaleOf,
  seriesHeight,
  usualBand,
} from './series-plot.ts';
import { colours, textStyles } from './theme.ts';
import type { PlotSize } from './trend.ts';

type Day = DaysView['days'][number];

const SIDE = 3;
const RADIUS = 2.7;
const INTERVAL = 3.75;
const VALUE = { ...textStyles.labelStrong, size: 7.65 } as const;
const NAME = { ...textStyles.label, colour: colours.ink } as const;
/** From the bottom of the drawing to the baselines of the names and of the responses. */
const BASELINES = { name: 11.5, responses: 2.3 } as const;
const SILENT = { colour: colours.noSignal, lineWidth: 0.75, step: 6.4 } as const;

export function daysChart(
  view: DaysView,
  { width, plotHeight }: PlotSize,
  typesetter: Typesetter,
): SeriesDrawing {
  const { axis, days, band, usual } = view;
  const plot = { top: PLOT_TOP, bottom: PLOT_TOP + plotHeight };
  const scale = scaleOf(axis, plot.top, plot.bottom);
  const column = (width - 2 * SIDE) / Math.max(1, days.length);
  const points = days.map(({ value }, i) => ({
    x: SIDE + (i + 0.5) * column,
    y: value === null ? null : scale(value),
  }));
  const height = seriesHeight(plotHeight);
  return {
    width,
    height,
    alt: view.description,
    points,
    plot,
    operations: [
      ...gridLines(axis.ticks, scale, 0, width),
      ...(band === null ? [] : usualBand(band, scale, 0, width)),
      ...(usual === null
        ? []
        : [line([0, scale(usual)], [width, scale(usual)], colours.ink, 0.75)]),
      ...silentSpans(days).flatMap(([first, count]) => {
        const left = SIDE + first * column;
        const span = { x: left, y: plot.top, width: count * column, height: plotHeight };
        return [
          filledRectangle(left, plot.top, span.width, plotHeight, colours.noSignalPaper),
          hatching(span, SILENT),
        ];
      }),
      ...days.flatMap((day, i) => dayMark(day, points[i], view, scale, typesetter)),
      ...days.flatMap((day, i) => dayLabels(day, points[i]?.x ?? 0, column, height, typesetter)),
    ],
  };
}

/** The first day and the length of each spell without responses. */
function silentSpans(days: readonly Day[]): readonly (readonly [first: number, count: number])[] {
  return days.flatMap(({ isSilent }, i) => {
    if (!isSilent || days[i - 1]?.isSilent === true) return [];
    const end = days.findIndex((day, k) => k > i && !day.isSilent);
    return [[i, (end === -1 ? days.length : end) - i] as const];
  });
}

/** The interval, the dot and the value of a day. */
function dayMark(
  { value, text, lower, upper, isFew }: Day,
  point: PlotPoint | undefined,
  { axis, usual }: DaysView,
  scale: Scale,
  { lineAt }: Typesetter,
): readonly Operation[] {
  if (point === undefined || point.y === null || value === null) return [];
  const { x, y } = point;
  const [top, bottom] = [scale(upper ?? value), scale(lower ?? value)];
  const level = usual === null ? null : scale(usual);
  return [
    ...(lower === null || upper === null
      ? []
      : [filledRectangle(x - INTERVAL / 2, top, INTERVAL, bottom - top, colours.interval)]),
    (isFew ? hollowDot : dot)(x, y, RADIUS, colours.accent),
    ...lineAt(
      text,
      VALUE,
      x,
      valueBaseline(
        Math.min(top, y - RADIUS),
        Math.max(bottom, y + RADIUS),
        level,
        scale(axis.min),
      ),
      'centre',
    ),
  ];
}

/** Above the interval, or below it where the line of the usual level or the end of the plot is in the way. */
function valueBaseline(top: number, bottom: number, level: number | null, end: number): number {
  const above = top - 3.5;
  const below = bottom + 9;
  const isTaken = (baseline: number): boolean =>
    level !== null && level > baseline - 7 && level < baseline + 2;
  const isAboveFree = above - 6 >= 0 && !isTaken(above);
  return isAboveFree || below > end + 6 || isTaken(below) ? Math.max(6, above) : below;
}

function dayLabels(
  { label, responsesText }: Day,
  x: number,
  column: number,
  height: number,
  { lineAt, fitted }: Typesetter,
): readonly Operation[] {
  const row = (text: string, style: typeof NAME | typeof textStyles.label, bottom: number) =>
    lineAt(fitted(text, style, column), style, x, height - bottom, 'centre');
  return [
    ...row(label, NAME, BASELINES.name),
    ...row(responsesText, textStyles.label, BASELINES.responses),
  ];
}
