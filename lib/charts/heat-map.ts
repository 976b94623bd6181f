// The heat map of weekdays by hours: the colour shows the index, the number the responses, grey too few responses.
import { scaleLinear, scaleQuantize } from 'd3-scale';
import type { GroupKey } from '../domain/figures.ts';
import type { WeekdayHour } from '../domain/report.ts';
import { indexOf, responsesOf } from '../domain/scale.ts';
import type { Formats } from '../i18n/formats.ts';
import { indexRange } from '../i18n/report-texts/index-types.ts';
import type { Typesetter } from './chart-text.ts';
import type { Operation } from './draw-operations.ts';
import { filledRectangle } from './draw-operations.ts';
import type { Localization } from '../i18n/localization.ts';
import type { Colour } from './theme.ts';
import { HEAT, VOLUME, colours, withColour, textOn, textStyles } from './theme.ts';
import { hoursAltText } from './alt-texts.ts';
import type { ChartContext, Drawing } from './chart.ts';
import { fitCount } from './chart.ts';
import type { BestAndWorstHours } from './best-worst-hours.ts';
import { MIN_RESPONSES } from './best-worst-hours.ts';

/** The bounds of the width of the column with the day names. */
const DAY_LABEL = { least: 30, most: 52, gap: 6 } as const;
const CELL = 13;
const GAP = 1;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** The width of the column with the day names, in points. */
export function dayColumnWidth({
  formats,
  typesetter: { widthOf },
}: Pick<ChartContext, 'formats' | 'typesetter'>): number {
  const names = dayNames(formats).map((name) => widthOf(name, textStyles.label));
  return Math.min(DAY_LABEL.most, Math.max(DAY_LABEL.least, Math.max(...names) + DAY_LABEL.gap));
}

function dayNames(formats: Formats): readonly string[] {
  return WEEKDAYS.map((weekday) => formats.weekday(weekday, 'short'));
}

interface Colouring {
  of(cell: WeekdayHour): Colour;
  readonly steps: readonly Colour[];
  /** The labels of the first and the last step. */
  readonly ends: readonly [string, string];
}

export function heatMap(
  cells: readonly WeekdayHour[],
  group: GroupKey,
  weekIndex: number | null,
  bestAndWorst: BestAndWorstHours,
  width: number,
  context: ChartContext,
): { readonly grid: Drawing; readonly legend: Drawing | null } {
  const { formats, typesetter } = context;
  const { baselineIn, fitted, lineAt } = typesetter;
  const days = dayNames(formats);
  const dayLabel = dayColumnWidth(context);
  const column = (width - dayLabel) / 24;
  const cellBySlot = new Map(cells.map((cell) => [cell.weekday * 24 + cell.hour, cell]));
  const colouring =
    weekIndex === null ? byVolume(cells, context) : byIndex(cells, group, weekIndex, context);
  const coloured = cells.some((cell) => colouring.of(cell) !== colours.thin);
  const operations: Operation[] = [];

  for (let hour = 0; hour < 24; hour += 2) {
    const x = dayLabel + hour * column;
    operations.push(
      ...lineAt(
        formats.hourNumber(hour),
        textStyles.label,
        x + column / 2,
        baselineIn(0, 10, textStyles.label),
        'centre',
      ),
    );
  }
  WEEKDAYS.forEach((weekday, row) => {
    const y = 11 + row * CELL;
    const name = fitted(days[row] ?? '', textStyles.label, dayLabel - 4);
    operations.push(...lineAt(name, textStyles.label, 0, baselineIn(y, CELL, textStyles.label)));
    for (let hour = 0; hour < 24; hour += 1) {
      const x = dayLabel + hour * column;
      const cell = cellBySlot.get(weekday * 24 + hour);
      const responses = cell === undefined ? 0 : responsesOf(cell.data);
      if (cell === undefined || responses === 0) {
        operations.push(
          filledRectangle(x + column / 2 - 0.75, y + CELL / 2 - 0.75, 1.5, 1.5, colours.grid),
        );
        continue;
      }
      const colour = colouring.of(cell);
      const text = fitCount(responses, column - GAP, textStyles.cell, context);
      const ink = colour === colours.thin ? colours.muted : textOn(colour);
      operations.push(filledRectangle(x, y, column - GAP, CELL - GAP, colour));
      const style = withColour(textStyles.cell, ink);
      operations.push(
        ...lineAt(text, style, x + (column - GAP) / 2, baselineIn(y, CELL - GAP, style), 'centre'),
      );
    }
  });
  // The grid and the legend share an alternative text, because they form one figure.
  const altText = hoursAltText(cells, group, weekIndex === null, bestAndWorst, context);
  const ends = coloured ? ` ${context.words.alts.colours(...colouring.ends)}` : '';
  const alt = `${altText}${ends}`;
  const swatches = coloured ? legend(colouring, width, 2, typesetter) : [];
  return {
    grid: { width, height: 11 + 7 * CELL, alt, operations },
    // No legend when all hours have too few responses for a colour.
    legend: coloured ? { width, height: 12, alt, operations: swatches } : null,
  };
}

function byIndex(
  cells: readonly WeekdayHour[],
  group: GroupKey,
  weekIndex: number,
  { formats }: Localization,
): Colouring {
  const indexes = cells.flatMap(({ data }) => {
    const index = indexOf(data, group.indexType, group.feedbackScale);
    return index === null || responsesOf(data) < MIN_RESPONSES ? [] : [index];
  });
  const range = indexRange(group.indexType, cells[0]?.data.length ?? 0);
  const fullSpan = range === null ? 100 : range.high - range.low;
  const distances = indexes.map((index) => Math.abs(index - weekIndex)).sort((a, b) => a - b);
  // The scale ends at the 90th percentile; otherwise a few extreme hours would make all others pale.
  const typicalDistance = distances[Math.floor(distances.length * 0.9)] ?? 0;
  const span = Math.min(fullSpan * 0.3, Math.max(fullSpan * 0.08, typicalDistance));
  const low = weekIndex - span;
  const high = weekIndex + span;
  // The palest step, in the middle, is the index of the week.
  const step = scaleLinear()
    .domain([low, high])
    .range([0, HEAT.length - 1])
    .clamp(true);
  return {
    of({ data }) {
      const index = indexOf(data, group.indexType, group.feedbackScale);
      if (index === null || responsesOf(data) < MIN_RESPONSES) return colours.thin;
      return HEAT[Math.round(step(index))] ?? colours.thin;
    },
    steps: HEAT,
    ends: [
      formats.index(Math.max(range?.low ?? low, low), group.indexType),
      formats.index(Math.min(range?.high ?? high, high), group.indexType),
    ],
  };
}

function byVolume(cells: readonly WeekdayHour[], { formats }: Localization): Colouring {
  const maxResponses = Math.max(1, ...cells.map((cell) => responsesOf(cell.data)));
  const step = scaleQuantize<Colour>()
    .domain([0, maxResponses])
    .range([...VOLUME]);
  return {
    of: (cell) => step(responsesOf(cell.data)),
    steps: VOLUME,
    ends: [formats.count(1), formats.count(maxResponses)],
  };
}

function legend(
  colouring: Colouring,
  width: number,
  y: number,
  { baselineIn, lineAt, widthOf }: Typesetter,
): readonly Operation[] {
  const [low, high] = colouring.ends;
  const swatch = 14;
  const style = textStyles.label;
  const right = width - 1;
  const highX = right - widthOf(high, style);
  const swatches = highX - 5 - swatch * colouring.steps.length;
  return [
    ...lineAt(low, style, swatches - 5, baselineIn(y, 8, style), 'right'),
    ...colouring.steps.map((colour, i) =>
      filledRectangle(swatches + i * swatch, y, swatch - 1, 8, colour),
    ),
    ...lineAt(high, style, highX, baselineIn(y, 8, style)),
  ];
}
