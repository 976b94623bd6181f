// The heat map: places and thirteen weeks, in two columns.
import type { Heat, Row } from '../../../view/report-view.ts';
import type { ShortHeatGroup } from '../../../view/short-heat.ts';
import { heatCell } from '../../../charts/heat-cell.ts';
import type { Block } from '../block.ts';
import { block, deferredBlock } from '../block.ts';
import type { Element, Part } from '../page-elements.ts';
import { element } from '../page-elements.ts';
import { lineIn, widthOf } from '../text/typesetter.ts';
import { sectionHead } from '../sheet/section-head.ts';
import type { SheetContext } from '../sheet/sheet-context.ts';
import { CONTENT_WIDTH, millimetres } from '../sheet/sheet-context.ts';
import { sheetStyles } from '../sheet/sheet-styles.ts';
import type { HeatColumns, HeatLine } from './heat-layout.ts';
import { heatColumns, heightOfLines } from './heat-layout.ts';
import type { FolderLayout } from './steps.ts';
import type { LinePlace } from './heat-rows.ts';
import { COLUMN_STEP, heatRow, noteCell, weekHeads, WEEKS_HEIGHT } from './heat-rows.ts';

const GROUP_HEIGHT = millimetres(4.6);
const ROW_HEIGHT = { normal: millimetres(4.25), dense: millimetres(3.9) } as const;
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
  return { kind: 'group', group, isHead: true, isRest: false, height: GROUP_HEIGHT };
}

function linesOf(
  { name, rows, rest }: ShortHeatGroup,
  rowHeight: number,
  { words }: SheetContext,
): readonly Line[] {
  const moreText = (n: number): string => words.signals.folder.more({ n });
  const group = { group: name, isHead: false, isRest: false, height: rowHeight };
  return [
    ...(name === '' ? [] : [groupLine(name)]),
    ...rows.map((row) => ({ ...group, kind: 'row', row }) as const),
    ...(rest === 0
      ? []
      : [{ ...group, isRest: true, kind: 'rest', text: moreText(rest) } as const]),
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
  const draw = (): readonly Part[] => partsOfColumns(columns, weeks, page, table, context);
  return deferredBlock(height, draw, { before: 3, startsPage: page > 0 });
}

function partsOfColumns(
  columns: HeatColumns<Line>,
  weeks: Heat['weeks'],
  page: number,
  table: Element,
  context: SheetContext,
): readonly Part[] {
  return columns.flatMap((column, i) => {
    if (column.length === 0) return [];
    const x = i * COLUMN_STEP;
    const heads = weekHeads(weeks, { x, y: 0 }, table);
    let y = WEEKS_HEIGHT;
    const rows = column.flatMap((line) => {
      const lineParts = partsOfLine(line, { x, y }, table, context);
      y += line.height;
      return lineParts;
    });
    return [...(page === 0 && i === 0 ? heads : [decoration(heads, x)]), ...rows];
  });
}

function decoration(parts: readonly Part[], dx: number): Part {
  const operations = parts.flatMap((part) => part.operations);
  return { element: null, operations, dx, dy: 0 };
}

function partsOfLine(
  line: Line,
  place: LinePlace,
  table: Element,
  context: SheetContext,
): readonly Part[] {
  const { height } = line;
  const parent = element('TR', { parent: table });
  switch (line.kind) {
    case 'group':
      return [noteCell(line.group, sheetStyles.labelStrong, height, place, parent)];
    case 'rest':
      return [noteCell(line.text, sheetStyles.label, height, place, parent)];
    case 'row':
      return heatRow(line.row, height, place, parent, context);
  }
}
