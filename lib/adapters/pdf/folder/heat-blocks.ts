// The heat map: places and thirteen weeks, in two columns.
import type { Heat, Row } from '../../../view/report-view.ts';
import type { ShortHeatGroup } from '../../../view/short-heat.ts';
import { heatCell } from '../../../charts/heat-cell.ts';
import type { Operation } from '../../../charts/draw-operations.ts';
import type { Block } from '../block.ts';
import { block, moveParts } from '../block.ts';
import type { Element, Part } from '../page-elements.ts';
import { element } from '../page-elements.ts';
import { fitted, lineIn, widthOf } from '../text/typesetter.ts';
import { sectionHead } from '../sheet/section-head.ts';
import type { SheetContext } from '../sheet/sheet-context.ts';
import { CONTENT_WIDTH, millimetres } from '../sheet/sheet-context.ts';
import { sheetStyles } from '../sheet/sheet-styles.ts';
import type { HeatColumns, HeatLine } from './heat-layout.ts';
import { heatColumns, heightOfLines } from './heat-layout.ts';
import type { FolderLayout } from './steps.ts';
import { nameLine, NONE } from './place-rows.ts';

const GAP = millimetres(6);
const COLUMN_WIDTH = (CONTENT_WIDTH - GAP) / 2;
const NAME_WIDTH = millimetres(38.5);
const NAME_GAP = millimetres(1);
const CELL_GAP = millimetres(0.25);
/** Before this week. */
const WEEK_GAP = millimetres(0.9);
const GROUP_HEIGHT = millimetres(4.6);
const ROW_HEIGHT = { normal: millimetres(4.25), dense: millimetres(3.9) } as const;
const WEEKS_HEIGHT = 10;
/** Weeks between two that are numbered. */
const WEEK_STEP = 4;
const SAMPLE = { width: millimetres(7), height: millimetres(3.6), gap: 3 } as const;
const LEGEND_GAP = millimetres(4);
const LEGEND_LINE = 12;

type Line = HeatLine &
  (
    | { readonly kind: 'group' }
    | { readonly kind: 'row'; readonly row: Row }
    | { readonly kind: 'rest'; readonly text: string }
  );

/** Columns that would be lower than this begin on a page of their own. */
const MIN_HEIGHT = 100;

export function heatBlocks(
  { title, note, weeks, legend }: Heat,
  groups: readonly ShortHeatGroup[],
  { isDense, room: { first, further } }: Pick<FolderLayout, 'isDense' | 'room'>,
  context: SheetContext,
): readonly Block[] {
  const rowHeight = isDense ? ROW_HEIGHT.dense : ROW_HEIGHT.normal;
  const head = sectionHead(title, CONTENT_WIDTH, { note, before: 10 });
  const samples = legendBlock(legend, context);
  const above = head.before + head.height + samples.before + samples.height + WEEKS_HEIGHT + 3;
  const isOnFirst = first - above >= MIN_HEIGHT;
  const lines = groups.flatMap((group) => linesOf(group, rowHeight, context));
  const pages = heatColumns(
    lines,
    (isOnFirst ? first : further) - above,
    further - WEEKS_HEIGHT,
    (group) => (group === '' ? null : groupLine(group)),
  );
  const table = element('Table');
  return [
    { ...head, startsPage: !isOnFirst },
    samples,
    ...pages.map((columns, i) => columnsOf(columns, weeks, i, table, context)),
  ];
}

function groupLine(group: string): Line {
  return { kind: 'group', group, isHead: true, height: GROUP_HEIGHT };
}

function linesOf(
  { name, rows, rest }: ShortHeatGroup,
  rowHeight: number,
  { words }: SheetContext,
): readonly Line[] {
  const group = { group: name, isHead: false, height: rowHeight };
  return [
    ...(name === '' ? [] : [groupLine(name)]),
    ...rows.map((row) => ({ ...group, kind: 'row', row }) as const),
    ...(rest === 0
      ? []
      : [{ ...group, kind: 'rest', text: words.signals.folder.more({ n: rest }) } as const]),
  ];
}

function legendBlock(legend: Heat['legend'], { typesetter }: SheetContext): Block {
  const { label } = sheetStyles;
  let x = 0;
  let top = 0;
  const operations = legend.flatMap(({ value, text, sample }) => {
    const width = SAMPLE.width + SAMPLE.gap + widthOf(text, label);
    if (x > 0 && x + width > CONTENT_WIDTH) [x, top] = [0, top + LEGEND_LINE];
    const cell = { x, y: top + (LEGEND_LINE - SAMPLE.height) / 2, ...SAMPLE };
    const drawn = [
      ...heatCell(value, sample, cell, typesetter),
      ...lineIn(text, label, x + SAMPLE.width + SAMPLE.gap, [top, LEGEND_LINE]),
    ];
    x += width + LEGEND_GAP;
    return drawn;
  });
  return block(element('P'), top + LEGEND_LINE, operations, { before: 2, keepWithNext: true });
}

/** The columns of a page; the first has the heads of the table, which are repeated as decoration. */
function columnsOf(
  columns: HeatColumns<Line>,
  weeks: Heat['weeks'],
  page: number,
  table: Element,
  context: SheetContext,
): Block {
  const height = WEEKS_HEIGHT + Math.max(...columns.map((column) => heightOfLines(column)));
  const parts = columns.flatMap((column, i) => {
    if (column.length === 0) return [];
    const heads =
      page === 0 && i === 0 ? weekHeads(weeks, table) : [decoration(weekHeads(weeks, table))];
    let y = WEEKS_HEIGHT;
    const rows = column.flatMap((line) => {
      const lineParts = moveParts(partsOfLine(line, table, context), 0, y);
      y += line.height;
      return lineParts;
    });
    return moveParts([...heads, ...rows], i * (COLUMN_WIDTH + GAP), 0);
  });
  return { ...block(null, height, []), parts, before: 3, startsPage: page > 0 };
}

function weekHeads(weeks: Heat['weeks'], table: Element): readonly Part[] {
  const parent = element('TR', { parent: table });
  const { label } = sheetStyles;
  const last = weeks.length - 1;
  const heads = weeks.map((week, i): Part => {
    const style = i === last ? sheetStyles.labelStrong : label;
    const { x, width } = cellOf(i, weeks.length);
    const isShown = (last - i) % WEEK_STEP === 0;
    return part(
      element('TH', { parent, scope: 'Column', ...(isShown ? {} : { alt: week }) }),
      isShown ? lineIn(week, style, x + width / 2, [0, WEEKS_HEIGHT], 'centre') : [],
    );
  });
  return [part(element('TH', { parent, scope: 'Column' }), []), ...heads];
}

function decoration(parts: readonly Part[]): Part {
  return part(
    null,
    parts.flatMap(({ operations }) => operations),
  );
}

function partsOfLine(line: Line, table: Element, context: SheetContext): readonly Part[] {
  const parent = element('TR', { parent: table });
  switch (line.kind) {
    case 'group':
      return [noteCell(line.group, sheetStyles.labelStrong, line.height, parent)];
    case 'rest':
      return [noteCell(line.text, sheetStyles.label, line.height, parent)];
    case 'row':
      return rowParts(line.row, line.height, parent, context);
  }
}

/** A cell across all columns. */
function noteCell(
  text: string,
  style: (typeof sheetStyles)['label'],
  height: number,
  parent: Element,
): Part {
  const columns = 14;
  return part(
    element('TD', { parent, columns }),
    lineIn(fitted(text, style, COLUMN_WIDTH), style, 0, [0, height]),
  );
}

function rowParts(
  row: Row,
  height: number,
  parent: Element,
  { links, formats, typesetter, words }: SheetContext,
): readonly Part[] {
  const header = element('TH', { parent, scope: 'Row' });
  const link = links.get(row.folder);
  const name = { x: 0, width: NAME_WIDTH - NAME_GAP };
  const last = row.trend.length - 1;
  const area = { y: CELL_GAP / 2, height: height - CELL_GAP };
  /** Cells without a figure are decoration. */
  const blank: Operation[] = [];
  const cells: Part[] = [];
  /** The figures of cells in a row that print none: one cell for who can't see them. */
  let values: string[] = [];
  const endBlank = (): void => {
    const columns = values.length;
    const alt = values.every((value) => value === NONE)
      ? words.signals.states.tooFew
      : values.join(', ');
    if (columns > 0) cells.push(part(element('TD', { parent, columns, alt }), []));
    values = [];
  };
  row.trend.forEach((value, i) => {
    const heat = row.heat[i] ?? null;
    const text = value === null ? '' : formats.index(value, 'HAPPY');
    const isShown = text !== '' && (heat !== 0 || i === last);
    const cell = { ...cellOf(i, row.trend.length), ...area };
    const operations = heatCell(heat, isShown ? text : '', cell, typesetter);
    if (isShown) {
      endBlank();
      cells.push(part(element('TD', { parent }), operations));
    } else {
      values.push(text === '' ? NONE : text);
      blank.push(...operations);
    }
  });
  endBlank();
  return [
    part(
      link === undefined ? header : element('Link', { parent: header, link }),
      nameLine(row, sheetStyles.labelInk, name, [0, height]),
    ),
    part(null, blank),
    ...cells,
  ];
}

/** The horizontal place of a week within a column. */
function cellOf(week: number, weeks: number): { readonly x: number; readonly width: number } {
  const step = (COLUMN_WIDTH - NAME_WIDTH - WEEK_GAP) / weeks;
  const x = NAME_WIDTH + week * step + (week === weeks - 1 ? WEEK_GAP : 0);
  return { x, width: step - CELL_GAP };
}

function part(cellElement: Element | null, operations: readonly Operation[]): Part {
  return { element: cellElement, operations, dx: 0, dy: 0 };
}
