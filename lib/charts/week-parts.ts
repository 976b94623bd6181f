// The responses of each weekday by six-hour parts. Only parts that clearly differ from the week are coloured, with a sign.
import type { GroupKey } from '../domain/figures.ts';
import type { SurveyCell } from '../domain/signals/hour-cells.ts';
import type { Operation } from './draw-operations.ts';
import { filledRectangle } from './draw-operations.ts';
import { colours, directionColours, textOn, textStyles, withColour } from './theme.ts';
import type { Colour } from './theme.ts';
import { weekPartsAltText } from './alt-texts.ts';
import type { ChartContext, Drawing } from './chart.ts';
import { fitCount } from './chart.ts';

const ROW = 14;
const HEAD = 12;
const GAP = 1;
const LABEL_GAP = 6;
const LEGEND = { top: 6, height: 10, swatch: 8, signGap: 4, gap: 10 } as const;
const PARTS = [0, 1, 2, 3] as const;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HOURS_OF_PART = 6;
/** The lower end of the parts, above the legend. */
const BOTTOM = HEAD + PARTS.length * ROW;

export function weekPartsHeight(cells: readonly SurveyCell[]): number {
  return BOTTOM + (cells.some(({ clear }) => clear) ? LEGEND.top + LEGEND.height : 0);
}

export function weekPartsChart(
  cells: readonly SurveyCell[],
  group: GroupKey,
  width: number,
  context: ChartContext,
): Drawing {
  const { formats, typesetter } = context;
  const { fitted, lineIn, widthOf } = typesetter;
  const rowNames = PARTS.map((part) => partName(part, context));
  const left = Math.max(...rowNames.map((name) => widthOf(name, textStyles.label))) + LABEL_GAP;
  const column = (width - left) / WEEKDAYS.length;
  const heads = WEEKDAYS.flatMap((weekday, i) =>
    lineIn(
      fitted(formats.weekday(weekday, 'short'), textStyles.label, column - GAP),
      textStyles.label,
      left + (i + 0.5) * column,
      [0, HEAD - 2],
      'centre',
    ),
  );
  const rows = PARTS.flatMap((part) => {
    const y = HEAD + part * ROW;
    return [
      ...lineIn(rowNames[part] ?? '', textStyles.label, 0, [y, ROW - GAP]),
      ...WEEKDAYS.flatMap((weekday, i) => {
        const cell = cells.find((other) => other.weekday === weekday && other.part === part);
        return cellOperations(cell, group, left + i * column, y, column - GAP, context);
      }),
    ];
  });
  const height = weekPartsHeight(cells);
  const legend = height > BOTTOM ? legendAt(BOTTOM + LEGEND.top, width, context) : [];
  return {
    width,
    height,
    alt: weekPartsAltText(cells, group, context),
    operations: [...heads, ...rows, ...legend],
  };
}

function partName(part: number, { words, formats }: ChartContext): string {
  return words.signals.range({
    lower: formats.hourNumber(part * HOURS_OF_PART),
    upper: formats.hourNumber((part + 1) * HOURS_OF_PART),
  });
}

function cellOperations(
  cell: SurveyCell | undefined,
  { indexType }: GroupKey,
  x: number,
  y: number,
  width: number,
  context: ChartContext,
): readonly Operation[] {
  const { formats, typesetter } = context;
  const { baselineIn, lineAt, widthOf } = typesetter;
  const height = ROW - GAP;
  if (cell === undefined || cell.responses === 0) {
    return [
      filledRectangle(x + width / 2 - 0.75, y + height / 2 - 0.75, 1.5, 1.5, colours.hairline),
    ];
  }
  const fill = colourOf(cell);
  const ink = textOn(fill);
  const countStyle = withColour(textStyles.cell, ink);
  const strong = withColour(textStyles.cellStrong, ink);
  const difference = cell.clear ? formats.change(cell.difference, indexType) : '';
  const differenceWidth = widthOf(difference, strong);
  const count = fitCount(
    cell.responses,
    width - (difference === '' ? 2 : differenceWidth + 8),
    countStyle,
    context,
  );
  const background = filledRectangle(x, y, width, height, fill);
  const baseline = baselineIn(y, height, countStyle);
  if (difference === '' || count === '') {
    const text = difference === '' ? count : difference;
    const style = difference === '' ? countStyle : strong;
    return [background, ...lineAt(text, style, x + width / 2, baseline, 'centre')];
  }
  return [
    background,
    ...lineAt(count, countStyle, x + 3, baseline),
    ...lineAt(difference, strong, x + width - 3, baseline, 'right'),
  ];
}

function colourOf({ clear, difference }: SurveyCell): Colour {
  if (!clear || difference === null) return colours.calm;
  return difference < 0 ? directionColours.bad : directionColours.good;
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
