// The trend of thirteen weeks: the index as a line over its usual range or level, with the responses in a strip below.
import type { GroupKey } from '../domain/figures.ts';
import { halfWidthOf } from '../domain/figures.ts';
import type { TrendWeek } from '../domain/report.ts';
import { weekNumber } from '../i18n/formats.ts';
import type { Operation } from './draw-operations.ts';
import { line } from './draw-operations.ts';
import type { TextStyle } from './theme.ts';
import { colours, withColour, textStyles } from './theme.ts';
import { trendAltText } from './alt-texts.ts';
import type { AxisDomain } from './axis.ts';
import { createAxis } from './axis.ts';
import type { Point } from './curves.ts';
import { gridLines, indexLine, indexPoints, intervals, levelLine, rangeBand } from './curves.ts';
import type { ChartContext, Drawing } from './chart.ts';
import { drawnLevel } from './drawn-level.ts';
import type { IndexSeries } from './index-axes.ts';
import { MIN_RESPONSES } from './index-axes.ts';
import type { Columns } from './volume-strip.ts';
import { columnCentre, volumeStrip } from './volume-strip.ts';

/** Distances of charts with a plot and a strip below it, in points. */
export const PLOT = { top: 8, gap: 6, strip: 18, labels: 24 } as const;
const GUTTER = 26;
const END = 30;

/** The height of a chart of weeks or days. */
export function seriesChartHeight(plotHeight: number): number {
  return PLOT.top + plotHeight + PLOT.gap + PLOT.strip + PLOT.labels;
}

/** `domain`: null for an unknown kind of index, which has the strip only. */
export function trendChart(
  series: Omit<IndexSeries, 'days'>,
  domain: AxisDomain | null,
  width: number,
  plotHeight: number,
  context: ChartContext,
): Drawing {
  const { trend, level } = series;
  const gutter = domain === null ? 0 : GUTTER;
  const end = domain === null ? 0 : END;
  const plotBottom = PLOT.top + plotHeight;
  const stripTop = domain === null ? PLOT.top : plotBottom + PLOT.gap;
  const stripHeight = domain === null ? plotHeight + PLOT.gap + PLOT.strip : PLOT.strip;
  const count = Math.max(1, trend.length);
  const columns: Columns = { left: gutter, width: (width - gutter - end) / count, count };
  const plot =
    domain === null ? [] : indexPlot(series, domain, columns, [PLOT.top, plotBottom], context);
  const responses = trend.map((week) => week.responses);
  const bottom = stripTop + stripHeight;
  return {
    width,
    height: seriesChartHeight(plotHeight),
    alt: trendAltText(trend, series, domain === null ? null : level, context),
    operations: [
      ...plot,
      ...volumeStrip(responses, columns, stripTop, stripHeight),
      ...weekLabels(trend, columns, width, bottom, context),
    ],
  };
}

function indexPlot(
  { trend, level, ...group }: Omit<IndexSeries, 'days'>,
  domain: AxisDomain,
  columns: Columns,
  [top, bottom]: readonly [number, number],
  { formats, typesetter: { lineAt } }: ChartContext,
): readonly Operation[] {
  const axis = createAxis(domain, top, bottom);
  const right = columns.left + columns.width * columns.count;
  const points = trendPoints(trend, columns, group);
  const last = points.at(-1) ?? null;
  const drawn = drawnLevel(level);
  const tickStyle = textStyles.label;
  const valueStyle = withColour(textStyles.strong, colours.accent);
  return [
    ...rangeBand(drawn, columns.left, right, axis),
    ...gridLines(axis, columns.left, right),
    ...levelLine(drawn, columns.left, right, axis),
    ...axis.ticks.flatMap((tick) =>
      lineAt(
        formats.index(tick, group.indexType),
        tickStyle,
        columns.left - 5,
        axis.at(tick) + 2.7,
        'right',
      ),
    ),
    line([columns.left, bottom], [right, bottom], colours.hairline, 0.5),
    ...intervals(
      points.map((point, i) => (i === points.length - 1 ? point : null)),
      axis,
    ),
    ...indexLine(points, axis),
    ...indexPoints(points, axis, points.length - 1),
    ...(last === null
      ? []
      : lineAt(
          formats.index(last.index, group.indexType),
          valueStyle,
          right + 2,
          axis.at(last.index) + 3.2,
        )),
  ];
}

function trendPoints(
  trend: readonly TrendWeek[],
  columns: Columns,
  group: GroupKey,
): readonly (Point | null)[] {
  return trend.map(({ index, data, responses }, i) =>
    index === null
      ? null
      : {
          x: columnCentre(columns, i),
          index,
          halfWidth: halfWidthOf(data, group) ?? 0,
          isCertain: responses >= MIN_RESPONSES,
        },
  );
}

/** The numbers of the weeks and their responses, below the strip. */
function weekLabels(
  weeks: readonly TrendWeek[],
  columns: Columns,
  width: number,
  bottom: number,
  { words, formats, typesetter }: ChartContext,
): readonly Operation[] {
  const { lineIn, widthOf } = typesetter;
  const small: TextStyle = { ...textStyles.label, size: 6.5 };
  const thisWeek: TextStyle = { ...small, face: 'bold', colour: colours.ink };
  const ticks = weeks.map((week) =>
    words.weekTick({ week: formats.numeral(weekNumber(week.week)) }),
  );
  const counts = weeks.map((week) => formats.count(week.responses));
  const widest = Math.max(0, ...[...ticks, ...counts].map((text) => widthOf(text, thisWeek)));
  const last = weeks.length - 1;
  // How far the first and last labels, which can be wider than their columns, move towards their neighbours.
  const overhang = Math.max(
    0,
    widest / 2 - columnCentre(columns, 0),
    widest / 2 - (width - columnCentre(columns, last)),
  );
  // Labels are skipped counting from the current week, which is always labelled.
  const step = Math.max(1, Math.ceil((widest + overhang + 3) / columns.width));
  const rows = [
    { texts: ticks, y: bottom + 4 },
    { texts: counts, y: bottom + 13 },
  ];
  return rows.flatMap(({ texts, y }) =>
    texts.flatMap((text, i) => {
      if ((last - i) % step !== 0) return [];
      const style = i === last ? thisWeek : small;
      const half = widthOf(text, style) / 2;
      const x = Math.min(width - half, Math.max(half, columnCentre(columns, i)));
      return lineIn(text, style, x, [y, 9], 'centre');
    }),
  );
}
