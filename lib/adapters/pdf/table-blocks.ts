// Tables: aligned columns, one line a row, hairlines, a head that comes again on every page.
import type { Operation } from '../../charts/draw-operations.ts';
import { line, translateOperation } from '../../charts/draw-operations.ts';
import { colours, textStyles } from '../../charts/theme.ts';
import type { Block, BlockPart } from './block.ts';
import { block } from './block.ts';
import type { Cell, Column, PlacedColumn, TableRow } from './table-columns.ts';
import { layoutColumns } from './table-columns.ts';
import type { Element } from './page-elements.ts';
import { element } from './page-elements.ts';
import { ROW_HEIGHT } from './layout-context.ts';
import type { LayoutContext } from './layout-context.ts';
import { baselineIn, fitted, lineAt, wrapText } from './text/typesetter.ts';

const WRAPPED_LINES = 2;
const HEAD = 14;
/** Between the lines of a cell that wraps. */
const LINE = 11;
/** From a link's baseline to the line below it. */
const UNDER = 1.5;

export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly TableRow<Row>[],
  width: number,
  { direction }: LayoutContext,
): readonly Block[] {
  const placed = layoutColumns(columns, rows, width, direction);
  const whole = element('Table');
  const [head, repeatedHead] = heads(placed, whole, width);
  const body = rows.map((row, i): Block => {
    const parent = element('TR', { parent: whole });
    const { height, parts } =
      'note' in row
        ? noteIn(row.note, columns.length, parent, width)
        : cellsOf(placed, row.row, parent);
    const under = block(null, height, [line([0, height], [width, height], colours.grid, 0.5)]);
    return {
      ...under,
      parts: [...parts, ...under.parts],
      // Two rows at least on either side of a page's turn.
      repeatedHead,
      keepWithNext: rows.length > 1 && (i === 0 || i === rows.length - 2),
    };
  });
  return [head, ...body];
}

/** The head, and the same as decoration: a table that goes on is still one table, with one head. */
function heads<Row>(
  columns: readonly PlacedColumn<Row>[],
  whole: Element,
  width: number,
): readonly [Block, Block] {
  const baseline = baselineIn(0, HEAD, textStyles.label);
  const parent = element('TR', { parent: whole });
  const cells = columns.map(({ column, x, room }) => {
    const text = fitted(column.head, textStyles.label, room);
    return part(
      element('TH', { parent, scope: 'Column' }),
      column.align === 'right'
        ? lineAt(text, textStyles.label, x + room, baseline, 'right')
        : lineAt(text, textStyles.label, x, baseline),
    );
  });
  const under = part(null, [line([0, HEAD], [width, HEAD], colours.hairline, 0.75)]);
  const parts = [...cells, under];
  const operations = parts.flatMap((one) => one.operations);
  const head = block(null, HEAD, operations, { keepWithNext: true });
  return [{ ...head, parts }, head];
}

function part(what: Element | null, operations: readonly Operation[]): BlockPart {
  return { element: what, operations, dx: 0, dy: 0 };
}

interface RowContent {
  readonly height: number;
  readonly parts: readonly BlockPart[];
}

/** A cell is an element even where it is empty, so that every row has as many as the table has columns. */
function cellsOf<Row>(
  columns: readonly PlacedColumn<Row>[],
  row: Row,
  parent: Element,
): RowContent {
  let height = ROW_HEIGHT;
  const parts = columns.map(({ column, x, room }) => {
    const cell = column.cell(row);
    const what =
      column.namesRow === true
        ? element('TH', { parent, scope: 'Row' })
        : element('TD', { parent });
    if (typeof cell !== 'string' && 'draw' in cell) {
      const drawn = cell
        .draw(room, ROW_HEIGHT)
        .map((operation) => translateOperation(operation, x, 0));
      return part(element('Figure', { parent: what, alt: cell.alt }), drawn);
    }
    const shownCell = typeof cell === 'string' ? { text: cell, style: textStyles.body } : cell;
    const { text, style, link } = { link: undefined, ...shownCell };
    const lines =
      column.wraps === true
        ? wrapText(text, style, room, WRAPPED_LINES)
        : [fitted(text, style, room)];
    height = Math.max(height, ROW_HEIGHT + (lines.length - 1) * LINE);
    const operations = lines.flatMap((shown, i) => {
      // A row stands on one line, whatever the sizes in it.
      const baseline = baselineIn(i * LINE, ROW_HEIGHT, textStyles.body);
      return column.align === 'right'
        ? lineAt(shown, style, x + room, baseline, 'right')
        : lineAt(shown, style, x, baseline);
    });
    return link === undefined
      ? part(what, operations)
      : part(element('Link', { parent: what, link }), underlined(operations));
  });
  return { height, parts };
}

function underlined(operations: readonly Operation[]): readonly Operation[] {
  return operations.flatMap((one): readonly Operation[] => {
    if (one.kind !== 'text') return [one];
    const y = one.y + UNDER;
    return [one, line([one.x, y], [one.x + one.width, y], one.colour, 0.5)];
  });
}

function noteIn(note: string, columns: number, parent: Element, width: number): RowContent {
  const baseline = baselineIn(0, ROW_HEIGHT, textStyles.quiet);
  const operations = lineAt(fitted(note, textStyles.quiet, width), textStyles.quiet, 0, baseline);
  return { height: ROW_HEIGHT, parts: [part(element('TD', { parent, columns }), operations)] };
}

/** The first and the last rows of a long list with a note about the ones between. */
export function truncateRows<Row>(
  rows: readonly Row[],
  first: number,
  last: number,
  { words, formats }: LayoutContext,
): readonly TableRow<Row>[] {
  const asRows = (some: readonly Row[]): TableRow<Row>[] => some.map((row) => ({ row }));
  // A note that stands for one row would save nothing.
  if (rows.length <= first + last + 1) return asRows(rows);
  return [
    ...asRows(rows.slice(0, first)),
    { note: words.moreInJson(formats.count(rows.length - first - last)) },
    ...(last === 0 ? [] : asRows(rows.slice(-last))),
  ];
}

/** `folder`: undefined for a place that is none. */
export function placeCell(
  folder: number | undefined,
  name: string,
  { links }: LayoutContext,
): Cell {
  const link = folder === undefined ? undefined : links.get(folder);
  return link === undefined ? name : { text: name, style: textStyles.link, link };
}
