// The rows of a section: a table of places with their value, the level before, thirteen weeks and the reason.
import type { Row, SectionState } from '../../../view/report-view.ts';
import type { NothingLeft, RowOf } from '../../../view/view-parts.ts';
import { rowTrend } from '../../../charts/row-trend.ts';
import type { Operation } from '../../../charts/draw-operations.ts';
import { line } from '../../../charts/draw-operations.ts';
import type { TextStyle } from '../../../charts/theme.ts';
import { colours } from '../../../charts/theme.ts';
import type { Block } from '../block.ts';
import { block, deferredBlock } from '../block.ts';
import type { Element, Part } from '../page-elements.ts';
import { element, partOf } from '../page-elements.ts';
import { fitted, lineIn, widthOf, wrapBalanced, wrapText } from '../text/typesetter.ts';
import type { SheetContext } from '../sheet/sheet-context.ts';
import { CONTENT_WIDTH, millimetres } from '../sheet/sheet-context.ts';
import { sheetStyles } from '../sheet/sheet-styles.ts';

interface Column {
  readonly x: number;
  readonly width: number;
}

const GAP = millimetres(3);
const [PLACE, NOW, WAS, WEEKS, REASON] = columnsOf([52, 15, 10, 34].map(millimetres));

function columnsOf(widths: readonly number[]): readonly [Column, Column, Column, Column, Column] {
  let x = 0;
  const next = (width = CONTENT_WIDTH - x): Column => {
    const column = { x, width };
    x += width + GAP;
    return column;
  };
  return [next(widths[0]), next(widths[1]), next(widths[2]), next(widths[3]), next()];
}

export interface RowLayout {
  readonly isSlim: boolean;
  readonly isCompact: boolean;
}

const MIN_HEIGHT = 32;
const CHART_HEIGHT = { full: 24.75, slim: 18 } as const;
const REASON_LINES = 4;
const CARE_LINES = 2;
const NO_BREAK = '\u00a0';
/** In place of a value that is not measured. */
export const NONE = '–';

/** The column heads, which only the first table of a page draws. */
export function headRow(table: Element, { words }: SheetContext): Block {
  const parent = element('TR', { parent: table });
  const { label } = sheetStyles;
  const { columns } = words;
  const heads = [
    [columns.place, PLACE, 'left'],
    [columns.thisWeek, NOW, 'right'],
    [columns.was, WAS, 'right'],
    [columns.weeks, WEEKS, 'left'],
    [columns.reason, REASON, 'left'],
  ] as const;
  const lines = heads.map(([text, { width }]) => wrapBalanced(text, label, width, 2));
  const height = Math.max(...lines.map((texts) => texts.length)) * label.leading + 4;
  const parts = heads.map(([, column, align], i) =>
    partOf(
      element('TH', { parent, scope: 'Column' }),
      linesIn(lines[i] ?? [], label, column, height, align),
    ),
  );
  return { ...block(null, height, []), parts, keepWithNext: true };
}

export function placeRow(
  row: RowOf<'pdf'>,
  section: SectionState,
  table: Element,
  layout: RowLayout,
  context: SheetContext,
): Block {
  const { isSlim, isCompact } = layout;
  const padding = isCompact ? 2.5 : isSlim ? 3 : 4;
  const { reason, care, ...cells } = row;
  const reasonLines = reasonLinesOf(reason, care);
  const chartHeight = isSlim ? CHART_HEIGHT.slim : CHART_HEIGHT.full;
  const content = Math.max(22, chartHeight, heightOfLines(reasonLines), isSlim ? 0 : 25.5);
  const height = Math.max(isSlim ? 0 : MIN_HEIGHT, content + 2 * padding);
  const drawn = { height, chartHeight, reasonLines, isSlim };
  return deferredBlock(height, () => rowParts(cells, section, table, drawn, context));
}

interface DrawnRow extends Pick<RowLayout, 'isSlim'> {
  readonly height: number;
  readonly chartHeight: number;
  readonly reasonLines: readonly StyledLine[];
}

function rowParts(
  row: Omit<RowOf<'pdf'>, 'reason' | 'care'>,
  section: SectionState,
  table: Element,
  { height, chartHeight, reasonLines, isSlim }: DrawnRow,
  context: SheetContext,
): readonly Part[] {
  const { folder, name, suffix, path, state, now, own, was, trend, level, ...others } = row;
  others satisfies NothingLeft;
  const place = { folder, name, suffix, path };
  const parent = element('TR', { parent: table });
  const cell = (operations: readonly Operation[]): Part =>
    partOf(element('TD', { parent }), operations);
  const weeks = element('TD', { parent });
  const figure = element('Figure', { parent: weeks, alt: trendText(trend, context) });
  const chart = rowTrend({ trend, level, state }, WEEKS.width, chartHeight);
  return [
    partOf(null, [line([0, 0], [CONTENT_WIDTH, 0], colours.hairline, 0.5)]),
    placeCell(place, section, element('TH', { parent, scope: 'Row' }), height, context),
    cell(nowCell(now, own, isSlim, height)),
    cell(linesIn([was === '' ? NONE : was], sheetStyles.before, WAS, height, 'right')),
    partOf(figure, chart, WEEKS.x, (height - chartHeight) / 2),
    cell(reasonCell(reasonLines, height)),
  ];
}

interface StyledLine {
  readonly text: string;
  readonly style: TextStyle;
}

/**
 * The reason, and below it who is on it and the newest note. A number stays beside the word before it, but not after a
 * colon, and beside its unit: 'week 41', 'Prices: 31 presses'.
 */
function reasonLinesOf(reason: string, care: string): readonly StyledLine[] {
  const { reason: style, label } = sheetStyles;
  const bound = reason.replaceAll(/(?<!:) (?=\p{Nd})|(?<=\p{Nd}) (?=\p{L})/gu, NO_BREAK);
  return [
    ...wrapBalanced(bound, style, REASON.width, REASON_LINES).map((text) => ({
      text: text.replaceAll(NO_BREAK, ' '),
      style,
    })),
    ...wrapText(care, label, REASON.width, CARE_LINES).map((text) => ({ text, style: label })),
  ];
}

function heightOfLines(lines: readonly StyledLine[]): number {
  return sumOf(lines.map(({ style }) => style.leading));
}

function reasonCell(lines: readonly StyledLine[], height: number): readonly Operation[] {
  let y = (height - heightOfLines(lines)) / 2;
  return lines.flatMap(({ text, style }) => {
    const operations = lineIn(text, style, REASON.x, [y, style.leading]);
    y += style.leading;
    return operations;
  });
}

function placeCell(
  row: Pick<Row, 'folder' | 'name' | 'suffix' | 'path'>,
  section: SectionState,
  header: Element,
  height: number,
  { links }: SheetContext,
): Part {
  const link = links.get(row.folder);
  const { label, name, nameQuiet } = sheetStyles;
  const nameStyle = section === 'usual' || section === 'newPlace' ? nameQuiet : name;
  const lines = row.path === '' ? [nameStyle] : [nameStyle, label];
  const top = (height - sumOf(lines.map(({ leading }) => leading))) / 2;
  return partOf(link === undefined ? header : element('Link', { parent: header, link }), [
    ...nameLine(row, nameStyle, PLACE, [top, nameStyle.leading]),
    ...lineIn(fitted(row.path, label, PLACE.width), label, PLACE.x, [
      top + nameStyle.leading,
      label.leading,
    ]),
  ]);
}

/** The most of a name's line that a suffix takes. */
const SUFFIX_SHARE = 0.6;

/** A name of one line. What tells a survey of a place apart is cut only where it leaves no room for the name. */
export function nameLine(
  { name, suffix }: Pick<Row, 'name' | 'suffix'>,
  style: TextStyle,
  { x, width }: Column,
  band: readonly [number, number],
): readonly Operation[] {
  const { label } = sheetStyles;
  const suffixText = suffix === '' ? '' : fitted(` · ${suffix}`, label, SUFFIX_SHARE * width);
  const nameText = fitted(name, style, width - widthOf(suffixText, label));
  return [
    ...lineIn(nameText, style, x, band),
    ...lineIn(suffixText, label, x + widthOf(nameText, style), band),
  ];
}

/** '13 weeks: 67, 53, 29' */
function trendText(trend: Row['trend'], { words, formats }: SheetContext): string {
  const values = trend.map((value) => (value === null ? NONE : formats.index(value, 'HAPPY')));
  return `${words.columns.weeks}: ${values.join(', ')}`;
}

function nowCell(now: string, own: string, isSlim: boolean, height: number): readonly Operation[] {
  const { value, valueSlim, own: ownStyle } = sheetStyles;
  const style = isSlim ? valueSlim : value;
  const ownText = now === '' ? '' : fitted(own, ownStyle, NOW.width + GAP);
  const ownHeight = ownText === '' ? 0 : ownStyle.leading;
  const top = (height - style.leading - ownHeight) / 2;
  const right = NOW.x + NOW.width;
  const text = now === '' ? NONE : now;
  return [
    ...lineIn(text, style, right, [top, style.leading], 'right'),
    ...lineIn(ownText, ownStyle, right, [top + style.leading, ownStyle.leading], 'right'),
  ];
}

/** Lines in the middle of a cell. */
function linesIn(
  lines: readonly string[],
  style: TextStyle,
  { x, width }: Column,
  height: number,
  align: 'left' | 'right',
): readonly Operation[] {
  const top = (height - lines.length * style.leading) / 2;
  return lines.flatMap((text, i) =>
    lineIn(
      align === 'right' ? text.trimEnd() : text,
      style,
      align === 'right' ? x + width : x,
      [top + i * style.leading, style.leading],
      align,
    ),
  );
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
