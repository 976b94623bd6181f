// Seven days on the scale of the weeks: the value of each with its 95 % interval, and the responses below.
import type { DaysView } from '../view/report-view.ts';
import type { Typesetter } from './chart-text.ts';
import type { Operation, Rectangle } from './draw-operations.ts';
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
import type { TextStyle } from './theme.ts';
import { colours, textStyles } from './theme.ts';
import type { PlotSize } from './trend.ts';

type Day = DaysView['days'][number];

const SIDE = 3;
const RADIUS = 2.7;
const INTERVAL = 3.75;
const VALUE = { ...textStyles.labelStrong, size: 7.65 } as const;
const NAME = { ...textStyles.label, colour: colours.ink } as const;
const SMALL_NAME = 7;
/** Between the numbers of two days. */
const COUNT_GAP = 2;
/** From the bottom of the drawing to the baselines of the names and of the responses. */
const BASELINES = { name: 11.5, responses: 2.3 } as const;
/** Widths of the bars and lines of numbers of responses, and the space above the longest. */
const COUNT = { bar: 10.5, line: 16.5, above: 10.5 } as const;
const SILENT = { colour: colours.noSignal, lineWidth: 0.5, step: 6.4 } as const;

export function daysChart(
  view: DaysView,
  { width, plotHeight }: PlotSize,
  typesetter: Typesetter,
): SeriesDrawing {
  const { axis, days } = view;
  const plot = { top: PLOT_TOP, bottom: PLOT_TOP + plotHeight };
  const scale = scaleOf(axis, plot.top, plot.bottom);
  const column = (width - 2 * SIDE) / Math.max(1, days.length);
  const points = days.map(({ value }, i) => ({
    x: SIDE + (i + 0.5) * column,
    y: value === null ? null : scale(value),
  }));
  const height = seriesHeight(plotHeight);
  const names = nameStyle(days, column, typesetter);
  const parts = { view, points, column, scale, plot };
  return {
    width,
    height,
    alt: view.description,
    points: view.showsCounts ? points.map(({ x }) => ({ x, y: null })) : points,
    plot,
    operations: [
      ...(view.showsCounts ? countPlot(parts, width) : indexPlot(parts, width, typesetter)),
      ...days.flatMap(({ label }, i) =>
        typesetter.lineAt(
          typesetter.fitted(label, names, column),
          names,
          points[i]?.x ?? 0,
          height - BASELINES.name,
          'centre',
        ),
      ),
      ...countLabels(days, points, { width, column, height }, typesetter),
    ],
  };
}

interface PlotParts {
  readonly view: DaysView;
  readonly points: readonly PlotPoint[];
  /** The width of a day. */
  readonly column: number;
  readonly scale: Scale;
  readonly plot: SeriesDrawing['plot'];
}

/** The value of each day with its interval; days without responses or not read as areas. */
function indexPlot(
  { view, points, column, scale, plot }: PlotParts,
  width: number,
  typesetter: Typesetter,
): readonly Operation[] {
  const { axis, days, band, usual } = view;
  const spanOf = (first: number, count: number): Area => ({
    x: SIDE + first * column,
    y: plot.top,
    width: count * column,
    height: plot.bottom - plot.top,
  });
  return [
    ...gridLines(axis.ticks, scale, 0, width),
    ...(band === null ? [] : usualBand(band, scale, 0, width)),
    ...(usual === null ? [] : [line([0, scale(usual)], [width, scale(usual)], colours.ink, 0.75)]),
    ...silentSpans(days).flatMap(([first, count]) => {
      const span = spanOf(first, count);
      return [{ ...span, ...AREA, fill: colours.noSignalPaper }, hatching(span, SILENT)];
    }),
    ...days.flatMap(({ isMissing }, i) => (isMissing ? [missingFrame(spanOf(i, 1))] : [])),
    ...days.flatMap((day, i) => dayMark(day, points[i], view, scale, typesetter)),
  ];
}

type Area = Pick<Rectangle, 'x' | 'y' | 'width' | 'height'>;

const AREA = { kind: 'rect', stroke: null, lineWidth: 0 } as const;

/** Narrower than the day, so that the frames of two days are apart. */
function missingFrame({ x, y, width, height }: Area): Rectangle {
  const inset = 2.25;
  return {
    ...{ kind: 'rect', x: x + inset, y, width: width - 2 * inset, height },
    ...{ fill: colours.notice, stroke: colours.noticeEdge, lineWidth: 0.75, dash: [2.25, 1.5] },
  };
}

/** Responses as bars, with the usual number of each day as a line. */
function countPlot(
  { view: { days }, points, column, plot }: PlotParts,
  width: number,
): readonly Operation[] {
  const most = Math.max(1, ...days.flatMap((day) => [day.responses, day.usualCount ?? 0]));
  const lengthOf = (n: number): number => (n / most) * (plot.bottom - plot.top - COUNT.above);
  const half = {
    bar: Math.min(COUNT.bar, column * 0.4) / 2,
    line: Math.min(COUNT.line, column * 0.7) / 2,
  };
  return [
    line([0, plot.bottom], [width, plot.bottom], colours.faint, 0.75),
    ...days.flatMap(({ responses, usualCount }, i) => {
      const x = points[i]?.x ?? 0;
      const height = lengthOf(responses);
      const usual = plot.bottom - lengthOf(usualCount ?? 0);
      return [
        filledRectangle(
          x - half.bar,
          plot.bottom - height,
          2 * half.bar,
          height,
          colours.volumeNow,
        ),
        ...(usualCount === null
          ? []
          : [line([x - half.line, usual], [x + half.line, usual], colours.ink, 1.1)]),
      ];
    }),
  ];
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

/** Names are in a smaller size where one of them would be cut. */
function nameStyle(days: readonly Day[], column: number, { widthOf }: Typesetter): TextStyle {
  const isWide = days.some(({ label }) => widthOf(label, NAME) > column);
  return isWide ? { ...NAME, size: SMALL_NAME } : NAME;
}

/** Numbers of responses are left out where they would touch another: a cut number misleads. */
function countLabels(
  days: readonly Day[],
  points: readonly PlotPoint[],
  {
    width,
    column,
    height,
  }: { readonly width: number; readonly column: number; readonly height: number },
  { lineAt, widthOf }: Typesetter,
): readonly Operation[] {
  const style = textStyles.label;
  const widths = days.map(({ countText }) => widthOf(countText, style));
  return days.flatMap(({ countText }, i) => {
    const x = points[i]?.x ?? 0;
    const half = (widths[i] ?? 0) / 2;
    const neighbour = Math.max(widths[i - 1] ?? 0, widths[i + 1] ?? 0) / 2;
    const hasRoom = half + neighbour + COUNT_GAP <= column && x - half >= 0 && x + half <= width;
    return hasRoom ? lineAt(countText, style, x, height - BASELINES.responses, 'centre') : [];
  });
}
