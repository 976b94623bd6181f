// Tables: aligned columns, hairlines between rows, and a head that repeats on every page.
import type { Operation } from '../../charts/draw-operations.ts';
import { line } from '../../charts/draw-operations.ts';
import type { TextStyle } from '../../charts/theme.ts';
import { colours, textStyles } from '../../charts/theme.ts';
import type { Block } from './block.ts';
import { block } from './block.ts';
import type { PdfColumn, PlacedColumn, StyledCell, TableRow } from './table-columns.ts';
import { layoutColumns } from './table-columns.ts';
import type { Element, Part } from './page-elements.ts';
import { element } from './page-elements.ts';
import { ROW_HEIGHT } from './layout-context.ts';
import type { LayoutContext } from './layout-context.ts';
import { baselineIn, fitted, lineAt, lineIn, wrapText } from './text/typesetter.ts';

const HEAD_HEIGHT = 14;
/** The line height in a cell that wraps. */
const LINE_HEIGHT = 11;
/** The distance from the baseline of a link to its underline. */
const UNDERLINE_OFFSET = 1.5;

export function table<Row>(
  columns: readonly PdfColumn<Row>[],
  rows: readonly TableRow<Row>[],
  width: number,
  { direction }: LayoutContext,
): readonly Block[] {
  const placedColumns = layoutColumns(columns, rows, width, direction);
  const tableElement = element('Table');
  const [head, repeatedHead] = headerRows(placedColumns, tableElement, width);
  const body = rows.map((row, i): Block => {
    const parent = element('TR', { parent: tableElement });
    const { height, parts } =
      'note' in row
        ? noteRow(row.note, columns.length, parent, width)
        : cellsRow(placedColumns, row.data, parent);
    const rule = part(null, [line([0, height], [width, height], colours.grid, 0.5)]);
    return {
      ...block(null, height, []),
      parts: [...parts, rule],
      // At least two rows before and after a page break.
      repeatedHead,
      keepWithNext: rows.length > 1 && (i === 0 || i === rows.length - 2),
    };
  });
  return [head, ...body];
}

/** The head, and a copy as decoration for further pages: a table has only one head in the structure tree. */
function headerRows<Row>(
  columns: readonly PlacedColumn<Row>[],
  tableElement: Element,
  width: number,
): readonly [Block, Block] {
  const baseline = baselineIn(0, HEAD_HEIGHT, textStyles.label);
  const parent = element('TR', { parent: tableElement });
  const cells = columns.map(({ column, x, availableWidth }) => {
    const text = fitted(column.head, textStyles.label, availableWidth);
    return part(
      element('TH', { parent, scope: 'Column' }),
      column.align === 'right'
        ? lineAt(text, textStyles.label, x + availableWidth, baseline, 'right')
        : lineAt(text, textStyles.label, x, baseline),
    );
  });
  const rule = part(null, [line([0, HEAD_HEIGHT], [width, HEAD_HEIGHT], colours.hairline, 0.75)]);
  const parts = [...cells, rule];
  const operations = parts.flatMap((operation) => operation.operations);
  const head = block(null, HEAD_HEIGHT, operations, { keepWithNext: true });
  return [{ ...head, parts }, head];
}

function part(cellElement: Element | null, operations: readonly Operation[], dx = 0): Part {
  return { element: cellElement, operations, dx, dy: 0 };
}

interface RowContent {
  readonly height: number;
  readonly parts: readonly Part[];
}

/** Empty cells are elements too, so that every row has an element for each column. */
function cellsRow<Row>(
  columns: readonly PlacedColumn<Row>[],
  row: Row,
  parent: Element,
): RowContent {
  let height = ROW_HEIGHT;
  const parts = columns.map(({ column, x, availableWidth }) => {
    const cell = column.cell(row);
    const cellElement =
      column.isRowHeader === true
        ? element('TH', { parent, scope: 'Row' })
        : element('TD', { parent });
    if (typeof cell !== 'string' && 'draw' in cell) {
      const figure = element('Figure', { parent: cellElement, alt: cell.alt });
      return part(figure, cell.draw(availableWidth, ROW_HEIGHT), x);
    }
    const styledCell: StyledCell =
      typeof cell === 'string' ? { text: cell, style: textStyles.body } : cell;
    const { text, style, link, secondLine = '' } = styledCell;
    const { lines: maxLines = 1 } = column;
    const lines =
      maxLines > 1
        ? wrapText(text, style, availableWidth, maxLines)
        : [fitted(text, style, availableWidth)];
    const lineCount = lines.length + (secondLine === '' ? 0 : 1);
    height = Math.max(height, ROW_HEIGHT + (lineCount - 1) * LINE_HEIGHT);
    const drawLine = (shown: string, lineStyle: TextStyle, i: number): readonly Operation[] => {
      // All cells of a row share a baseline, even with different font sizes.
      const baseline = baselineIn(i * LINE_HEIGHT, ROW_HEIGHT, textStyles.body);
      return column.align === 'right'
        ? lineAt(shown, lineStyle, x + availableWidth, baseline, 'right')
        : lineAt(shown, lineStyle, x, baseline);
    };
    const operations = lines.flatMap((shown, i) => drawLine(shown, style, i));
    const linkElement = link === undefined ? null : element('Link', { parent: cellElement, link });
    const shownText = linkElement === null ? operations : underline(operations);
    const secondLineOperations =
      secondLine === ''
        ? []
        : drawLine(
            fitted(secondLine, textStyles.label, availableWidth),
            textStyles.label,
            lines.length,
          );
    return part(
      linkElement ?? cellElement,
      secondLineOperations.length === 0 ? shownText : [...shownText, ...secondLineOperations],
    );
  });
  return { height, parts };
}

function underline(operations: readonly Operation[]): readonly Operation[] {
  return operations.flatMap((operation): readonly Operation[] => {
    if (operation.kind !== 'text') return [operation];
    const y = operation.y + UNDERLINE_OFFSET;
    return [
      operation,
      line([operation.x, y], [operation.x + operation.width, y], operation.colour, 0.5),
    ];
  });
}

function noteRow(note: string, columns: number, parent: Element, width: number): RowContent {
  const text = fitted(note, textStyles.quiet, width);
  const operations = lineIn(text, textStyles.quiet, 0, [0, ROW_HEIGHT]);
  return { height: ROW_HEIGHT, parts: [part(element('TD', { parent, columns }), operations)] };
}

/** The first and last rows of a long list, with a note about the rows between them. */
export function truncateRows<Row>(
  rows: readonly Row[],
  first: number,
  last: number,
  { words }: LayoutContext,
): readonly TableRow<Row>[] {
  const asRows = (dataRows: readonly Row[]): TableRow<Row>[] => dataRows.map((data) => ({ data }));
  // A note in place of a single row would save no space.
  if (rows.length <= first + last + 1) return asRows(rows);
  return [
    ...asRows(rows.slice(0, first)),
    { note: words.moreInJson({ n: rows.length - first - last }) },
    ...(last === 0 ? [] : asRows(rows.slice(-last))),
  ];
}

/** The height of a table whose rows have one line each and are truncated to `first`; 0 without rows. */
export function leastTableHeight(count: number, first: number): number {
  const rows = Math.min(count, first + 1);
  return rows === 0 ? 0 : HEAD_HEIGHT + rows * ROW_HEIGHT;
}

/** The name of a folder, as a link when its own report can be opened. */
export function placeCell(
  folder: number,
  { links, names }: LayoutContext,
  secondLine = '',
): StyledCell {
  const text = names.folder(folder);
  const link = links.get(folder);
  return link === undefined
    ? { text, style: textStyles.body, secondLine }
    : { text, style: textStyles.link, link, secondLine };
}
