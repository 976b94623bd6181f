// The responses of each weekday by six-hour parts. Weekdays and parts of the day that differ have their difference, with a
// sign and a colour, below or beside their name.
import type { GroupKey } from '../domain/figures.ts';
import type { WeekPart } from '../domain/signals/model.ts';
import { HOURS_OF_PART, PARTS } from '../domain/signals/week-parts.ts';
import type { Operation } from './draw-operations.ts';
import { filledRectangle } from './draw-operations.ts';
import { colours, directionColours, textOn, textStyles, withColour } from './theme.ts';
import { weekPartsAltText } from './alt-texts.ts';
import type { ChartContext, Drawing } from './chart.ts';
import { fitCount } from './chart.ts';
import type { WeekHours } from './week-hours.ts';

const ROW = 14;
const HEAD = 12;
const GAP = 1;
const LABEL_GAP = 6;
const LEGEND = { top: 6, height: 10, swatch: 8, signGap: 4, gap: 10 } as const;
const ROWS = [0, 1, 2, 3] as const;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

export function weekPartsHeight({ parts }: WeekHours): number {
  const named = namedParts(parts);
  return bottomOf(named) + (named.length > 0 ? LEGEND.top + LEGEND.height : 0);
}

export function weekPartsChart(
  hours: WeekHours,
  group: GroupKey,
  width: number,
  context: ChartContext,
): Drawing {
  const { typesetter } = context;
  const named = namedParts(hours.parts);
  const rowNames = ROWS.map((part) => rowName(part, context));
  const labelWidth = Math.max(
    ...rowNames.map((name) => typesetter.widthOf(name, textStyles.label)),
  );
  const badge = Math.max(0, ...named.filter(isRow).map((part) => badgeWidth(part, group, context)));
  const left = labelWidth + LABEL_GAP + (badge === 0 ? 0 : badge + LABEL_GAP);
  const plot: Plot = { left, column: (width - left) / WEEKDAYS.length, top: headHeight(named) };
  const rows = ROWS.flatMap((part) => {
    const y = plot.top + part * ROW;
    const row = named.find((other) => other.part === part);
    return [
      ...typesetter.lineIn(rowNames[part] ?? '', textStyles.label, 0, [y, ROW - GAP]),
      ...(row === undefined ? [] : badgeAt(row, group, labelWidth + LABEL_GAP, y, badge, context)),
      ...WEEKDAYS.flatMap((weekday) => {
        const x = left + (weekday - 1) * plot.column;
        const n = hours.cells[(weekday - 1) * PARTS + part] ?? 0;
        return countOperations(n, x, y, plot.column - GAP, context);
      }),
    ];
  });
  const legend = named.length > 0 ? legendAt(bottomOf(named) + LEGEND.top, width, context) : [];
  return {
    width,
    height: weekPartsHeight(hours),
    alt: weekPartsAltText(hours, group, context),
    operations: [...heads(named, group, plot, context), ...rows, ...legend],
  };
}

/** Lengths in points. */
interface Plot {
  readonly left: number;
  readonly column: number;
  /** The upper end of the cells. */
  readonly top: number;
}

function namedParts(parts: readonly WeekPart[]): readonly WeekPart[] {
  return parts.filter(({ says }) => says !== null);
}

function isRow({ part }: WeekPart): boolean {
  return part !== null;
}

/** With a line for the differences of weekdays where one is named. */
function headHeight(named: readonly WeekPart[]): number {
  return HEAD + (named.every(isRow) ? 0 : ROW);
}

/** The lower end of the cells, above the legend. */
function bottomOf(named: readonly WeekPart[]): number {
  return headHeight(named) + PARTS * ROW;
}

/** The names of the weekdays, with the difference of each that is named below. */
function heads(
  named: readonly WeekPart[],
  group: GroupKey,
  { left, column }: Plot,
  context: ChartContext,
): readonly Operation[] {
  const { formats, typesetter } = context;
  return WEEKDAYS.flatMap((weekday) => {
    const x = left + (weekday - 1) * column;
    const name = typesetter.fitted(
      formats.weekday(weekday, 'short'),
      textStyles.label,
      column - GAP,
    );
    const part = named.find((other) => other.weekday === weekday);
    return [
      ...typesetter.lineIn(
        name,
        textStyles.label,
        left + (weekday - 0.5) * column,
        [0, HEAD - 2],
        'centre',
      ),
      ...(part === undefined ? [] : badgeAt(part, group, x, HEAD, column - GAP, context)),
    ];
  });
}

function rowName(part: number, { words, formats }: ChartContext): string {
  return words.signals.range({
    lower: formats.hourNumber(part * HOURS_OF_PART),
    upper: formats.hourNumber((part + 1) * HOURS_OF_PART),
  });
}

function badgeWidth(
  { difference }: WeekPart,
  { indexType }: GroupKey,
  { formats, typesetter }: ChartContext,
): number {
  return typesetter.widthOf(formats.change(difference, indexType), textStyles.cellStrong) + 6;
}

/** The difference of a named weekday or part of the day, on its colour. */
function badgeAt(
  part: WeekPart,
  { indexType }: GroupKey,
  x: number,
  y: number,
  width: number,
  { formats, typesetter }: ChartContext,
): readonly Operation[] {
  const fill = isWorse(part) ? directionColours.bad : directionColours.good;
  const style = withColour(textStyles.cellStrong, textOn(fill));
  const text = formats.change(part.difference, indexType);
  return [
    filledRectangle(x, y, width, ROW - GAP, fill),
    ...typesetter.lineIn(text, style, x + width / 2, [y, ROW - GAP], 'centre'),
  ];
}

/** A new difference is compared with the usual one, a constant one with the whole week. */
function isWorse({ says, difference, usual }: WeekPart): boolean {
  return says === 'new' ? difference < usual : difference < 0;
}

function countOperations(
  responses: number,
  x: number,
  y: number,
  width: number,
  context: ChartContext,
): readonly Operation[] {
  const { typesetter } = context;
  const height = ROW - GAP;
  if (responses === 0)
    return [
      filledRectangle(x + width / 2 - 0.75, y + height / 2 - 0.75, 1.5, 1.5, colours.hairline),
    ];
  const style = withColour(textStyles.cell, textOn(colours.calm));
  const count = fitCount(responses, width - 2, style, context);
  return [
    filledRectangle(x, y, width, height, colours.calm),
    ...typesetter.lineIn(count, style, x + width / 2, [y, height], 'centre'),
  ];
}

/** Worse, not clearly different, and better. */
function legendAt(y: number, width: number, context: ChartContext): readonly Operation[] {
  const { words, typesetter } = context;
  const { fitted, lineIn, widthOf } = typesetter;
  const { partLegend } = words.signals;
  const entries = [
    { colour: directionColours.bad, sign: '\u2212', text: partLegend.below },
    { colour: colours.calm, sign: '', text: partLegend.none },
    { colour: directionColours.good, sign: '+', text: partLegend.above },
  ];
  const signWidth = LEGEND.swatch + LEGEND.signGap;
  const wholeWidth = entries.reduce(
    (sum, { text }) => sum + signWidth + widthOf(text, textStyles.label),
    LEGEND.gap * (entries.length - 1),
  );
  // Each text is whole where all of them fit.
  const availableWidth = wholeWidth <= width ? width : width / entries.length - signWidth;
  let x = 0;
  return entries.flatMap(({ colour, sign, text }) => {
    const fittedText = fitted(text, textStyles.label, availableWidth);
    const strong = withColour(textStyles.cellStrong, textOn(colour));
    const textX = x + signWidth;
    const operations = [
      filledRectangle(x, y + 1, LEGEND.swatch, LEGEND.swatch, colour),
      ...lineIn(sign, strong, x + LEGEND.swatch / 2, [y + 1, LEGEND.swatch], 'centre'),
      ...lineIn(fittedText, textStyles.label, textX, [y, LEGEND.height]),
    ];
    x = textX + Math.min(availableWidth, widthOf(fittedText, textStyles.label)) + LEGEND.gap;
    return operations;
  });
}
