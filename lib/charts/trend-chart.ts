// The trend of thirteen weeks: the index as a line in its uncertainty band, with bars for responses behind it.
import type { GroupKey } from '../domain/figures.ts';
import { halfWidthOf } from '../domain/figures.ts';
import type { TrendWeek } from '../domain/report.ts';
import { weekNumber } from '../i18n/formats.ts';
import { indexRange } from '../i18n/report-texts/index-types.ts';
import type { Operation, Rectangle } from './draw-operations.ts';
import { filledRectangle, line } from './draw-operations.ts';
import type { TextStyle } from './theme.ts';
import { colours, withColour, textStyles } from './theme.ts';
import { seriesAltText } from './alt-texts.ts';
import { createAxis } from './axis.ts';
import type { Point } from './curves.ts';
import { uncertaintyBand, indexLine } from './curves.ts';
import type { ChartContext, Drawing } from './chart.ts';

const LABELS = 24;
/** The part of the plot that the tallest bar fills. */
const BAR_SHARE = 0.42;
/** The approximate distance between gridlines. */
const TICK_SPACING = 18;

export function trendChart(
  weeks: readonly TrendWeek[],
  group: GroupKey,
  width: number,
  plotHeight: number,
  context: ChartContext,
): Drawing {
  const { words, formats, typesetter } = context;
  const { lineAt } = typesetter;
  const buttonCount = Math.max(0, ...weeks.map((week) => week.data.length));
  const indexed = weeks.some((week) => week.index !== null);
  const range = indexed ? indexRange(group.indexType, buttonCount) : null;
  const gutter = range === null ? 0 : 26;
  const end = range === null ? 0 : 30;
  const top = 6;
  const bottom = top + plotHeight;
  const column = (width - gutter - end) / Math.max(1, weeks.length);
  const xOf = (i: number): number => gutter + (i + 0.5) * column;

  const maxResponses = Math.max(1, ...weeks.map((week) => week.responses));
  const barWidth = column * 0.62;
  const operations: Operation[] = [];
  const bars = weeks.flatMap((week, i): readonly Rectangle[] => {
    if (week.responses === 0) return [];
    const share = range === null ? 0.92 : BAR_SHARE;
    const height = Math.max(0.75, (week.responses / maxResponses) * plotHeight * share);
    return [filledRectangle(xOf(i) - barWidth / 2, bottom - height, barWidth, height, colours.bar)];
  });

  const points = weeks.map((week, i): Point | null =>
    week.index === null
      ? null
      : { x: xOf(i), index: week.index, halfWidth: halfWidthOf(week.data, group) ?? 0 },
  );
  if (range === null) {
    operations.push(...bars);
  } else {
    const clamp = (value: number): number => Math.min(range.high, Math.max(range.low, value));
    const values = points.flatMap((point) =>
      point === null
        ? []
        : [clamp(point.index - point.halfWidth), clamp(point.index + point.halfWidth)],
    );
    const axis = createAxis(
      values,
      range,
      top,
      bottom,
      Math.max(2, Math.round(plotHeight / TICK_SPACING)),
    );
    for (const tick of axis.ticks) {
      const y = axis.at(tick);
      const label = formats.index(tick, group.indexType);
      operations.push(
        line([gutter, y], [width - end, y], colours.grid, 0.5),
        ...lineAt(label, textStyles.label, gutter - 5, y + 2.7, 'right'),
      );
    }
    // Outlines above the band keep the height of the bars visible.
    const outlines = bars.map((bar) => ({
      ...bar,
      fill: null,
      stroke: colours.bar,
      lineWidth: 0.6,
    }));
    operations.push(
      ...bars,
      ...uncertaintyBand(points, axis, clamp),
      ...outlines,
      ...indexLine(points, axis),
    );
    const last = points.at(-1);
    if (last !== undefined && last !== null) {
      const style = withColour(textStyles.strong, colours.accent);
      const label = formats.index(last.index, group.indexType);
      operations.push(...lineAt(label, style, width - end + 2, axis.at(last.index) + 3.2));
    }
  }
  operations.push(line([gutter, bottom], [width - end, bottom], colours.hairline, 0.75));
  operations.push(...labels(weeks, xOf, width, column, bottom, context));
  const altPoints = weeks.map(({ week, index, responses }) => ({
    when: words.alts.week(formats.numeral(weekNumber(week))),
    index,
    responses,
  }));
  const alt = seriesAltText('trend', altPoints, group, range !== null, context);
  return { width, height: bottom + LABELS, alt, operations };
}

function labels(
  weeks: readonly TrendWeek[],
  xOf: (i: number) => number,
  width: number,
  column: number,
  bottom: number,
  { words, formats, typesetter }: ChartContext,
): readonly Operation[] {
  const { baselineIn, lineAt, widthOf } = typesetter;
  const small: TextStyle = { ...textStyles.label, size: 6.5 };
  const thisWeek: TextStyle = { ...small, face: 'bold', colour: colours.ink };
  const ticks = weeks.map((week) => words.weekTick(formats.numeral(weekNumber(week.week))));
  const counts = weeks.map((week) => formats.count(week.responses));
  const widest = Math.max(0, ...[...ticks, ...counts].map((text) => widthOf(text, thisWeek)));
  // How far the first and last labels, which can be wider than their columns, move towards their neighbours.
  const overhang = Math.max(0, widest / 2 - xOf(0), widest / 2 - (width - xOf(weeks.length - 1)));
  // Labels are skipped counting from the current week, which is always labelled.
  const step = Math.max(1, Math.ceil((widest + overhang + 3) / column));
  const rows = [
    { texts: ticks, y: bottom + 4 },
    { texts: counts, y: bottom + 13 },
  ];
  const last = weeks.length - 1;
  return rows.flatMap(({ texts, y }) =>
    texts.flatMap((text, i) => {
      if ((last - i) % step !== 0) return [];
      const style = i === last ? thisWeek : small;
      const half = widthOf(text, style) / 2;
      const x = Math.min(width - half, Math.max(half, xOf(i)));
      return lineAt(text, style, x, baselineIn(y, 9, style), 'centre');
    }),
  );
}
