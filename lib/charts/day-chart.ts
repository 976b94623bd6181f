// The seven days: the index of each day with its interval, on the axis of the trend, with the responses in a strip below.
import { halfWidthOf } from '../domain/figures.ts';
import type { SurveyDay } from '../domain/report.ts';
import type { Operation } from './draw-operations.ts';
import { filledRectangle, line } from './draw-operations.ts';
import { colours, withColour, textStyles } from './theme.ts';
import { daysAltText } from './alt-texts.ts';
import type { AxisDomain } from './axis.ts';
import { createAxis } from './axis.ts';
import type { Point } from './curves.ts';
import { gridLines, indexPoints, intervals, levelLine } from './curves.ts';
import type { ChartContext, Drawing } from './chart.ts';
import { fitCount } from './chart.ts';
import { drawnLevel } from './drawn-level.ts';
import type { IndexSeries } from './index-axes.ts';
import { MIN_RESPONSES } from './index-axes.ts';
import { PLOT, seriesChartHeight } from './trend-chart.ts';
import type { Columns } from './volume-strip.ts';
import { columnCentre, volumeStrip } from './volume-strip.ts';

/** The minimum distance between the names of two days. */
const LABEL_GAP = 2;

type DaySeries = Omit<IndexSeries, 'trend' | 'days'> & { readonly days: readonly SurveyDay[] };

/** `domain`: null for an unknown kind of index, which has the strip only. */
export function daysChart(
  series: DaySeries,
  domain: AxisDomain | null,
  width: number,
  plotHeight: number,
  context: ChartContext,
): Drawing {
  const { days } = series;
  const count = Math.max(1, days.length);
  const columns: Columns = { left: 0, width: width / count, count };
  const plotBottom = PLOT.top + plotHeight;
  const stripTop = domain === null ? PLOT.top : plotBottom + PLOT.gap;
  const stripHeight = domain === null ? plotHeight + PLOT.gap + PLOT.strip : PLOT.strip;
  const bottom = stripTop + stripHeight;
  const responses = days.map((day) => day.responses);
  return {
    width,
    height: seriesChartHeight(plotHeight),
    alt: daysAltText(days, series, domain !== null, context),
    operations: [
      ...(domain === null ? [] : dayPlot(series, domain, columns, [PLOT.top, plotBottom], context)),
      ...volumeStrip(responses, columns, stripTop, stripHeight),
      ...dayLabels(days, columns, bottom, context),
    ],
  };
}

function dayPlot(
  { days, level, ...group }: DaySeries,
  domain: AxisDomain,
  columns: Columns,
  [top, bottom]: readonly [number, number],
  { formats, typesetter: { lineAt, widthOf } }: ChartContext,
): readonly Operation[] {
  const axis = createAxis(domain, top, bottom);
  const right = columns.width * columns.count;
  const points = days.map(({ index, data, responses }, i): Point | null =>
    index === null
      ? null
      : {
          x: columnCentre(columns, i),
          index,
          halfWidth: responses < MIN_RESPONSES ? 0 : (halfWidthOf(data, group) ?? 0),
          isCertain: responses >= MIN_RESPONSES,
        },
  );
  const style = withColour(textStyles.labelStrong, colours.accent);
  return [
    ...gridLines(axis, 0, right),
    // The range is that of a whole week and would be too narrow for days.
    ...levelLine(drawnLevel(level), 0, right, axis),
    line([0, bottom], [right, bottom], colours.hairline, 0.5),
    ...intervals(points, axis),
    ...indexPoints(points, axis),
    ...points.flatMap((point) => {
      if (point === null) return [];
      const label = formats.index(point.index, group.indexType);
      // Above the interval, or below it where there is no space.
      const upper = axis.at(point.index + point.halfWidth) - 4;
      const lower = axis.at(point.index - point.halfWidth) + 9;
      const y = upper - 7.5 >= 0 || lower > bottom ? Math.max(7.5, upper) : lower;
      const shownStyle = point.isCertain ? style : textStyles.label;
      const labelWidth = widthOf(label, shownStyle) + 2;
      return [
        // The line of the usual level must not cross the number.
        filledRectangle(point.x - labelWidth / 2, y - 6.5, labelWidth, 7.5, colours.paper),
        ...lineAt(label, shownStyle, point.x, y, 'centre'),
      ];
    }),
  ];
}

/** The days and their responses, below the strip. */
function dayLabels(
  days: readonly SurveyDay[],
  columns: Columns,
  bottom: number,
  context: ChartContext,
): readonly Operation[] {
  const { lineIn } = context.typesetter;
  const names = dayNames(days, columns.width, context);
  const nameStyle = withColour(textStyles.label, colours.ink);
  return days.flatMap((day, i) => {
    const x = columnCentre(columns, i);
    const count = fitCount(day.responses, columns.width, textStyles.label, context);
    return [
      ...lineIn(names[i] ?? '', nameStyle, x, [bottom + 4, 9], 'centre'),
      ...lineIn(count, textStyles.label, x, [bottom + 13, 9], 'centre'),
    ];
  });
}

/** The longest form of the day names in which all of them fit. */
function dayNames(
  days: readonly SurveyDay[],
  availableWidth: number,
  { formats, typesetter }: ChartContext,
): readonly (string | undefined)[] {
  const labels = days.map(({ date }) => formats.dayLabels(date));
  const fits = (i: number): boolean =>
    labels.every(
      (forms) => typesetter.widthOf(forms[i] ?? '', textStyles.label) <= availableWidth - LABEL_GAP,
    );
  const longest = [0, 1].find(fits) ?? 2;
  return labels.map((forms) => forms[longest]);
}
