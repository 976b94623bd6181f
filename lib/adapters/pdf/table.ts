// Tables: aligned columns, one line a row, hairlines, a head that comes again on every page.
import type { Block, MovedPart } from './block.ts';
import { block } from './block.ts';
import type { Element, Operation } from './operations.ts';
import { element, line, moved } from './operations.ts';
import type { Setting } from './setting.ts';
import type { Direction } from './text/direction.ts';
import { baselineIn, fitted, lineAt, widthOf, wrapped } from './text/typesetter.ts';
import type { TextStyle } from './theme.ts';
import { ROW, colours, type } from './theme.ts';

/** Text (clean), text of its own style, or something drawn into the cell's box with what it says. */
export type Cell =
  | string
  | { readonly text: string; readonly style: TextStyle }
  | {
      readonly alt: string;
      readonly draw: (width: number, height: number) => readonly Operation[];
    };

export interface Column<Row> {
  readonly head: string;
  readonly align: 'left' | 'right';
  /** In points, a share of what the other columns leave, or as its widest text needs, between two bounds. */
  readonly width: number | { readonly share: number } | { readonly least: number };
  /** Text that doesn't fit goes on in a second line before it ends in an ellipsis. */
  readonly wraps?: boolean;
  /** Its cells say what their rows are about. */
  readonly namesRow?: boolean;
  cell(row: Row): Cell;
}

/** A row of the data, or a note across all columns in its place. */
export type TableRow<Row> = { readonly row: Row } | { readonly note: string };

const GUTTER = 10;
/** A column that grows with its texts must leave room for others; but a number is never cut. */
const MOST_GROWTH = { left: 1.5, right: 4 } as const;
const WRAPPED_LINES = 2;
const HEAD = 14;
/** Between the lines of a cell that wraps. */
const LINE = 11;

export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly TableRow<Row>[],
  width: number,
  { direction }: Setting,
): readonly Block[] {
  const placed = placedColumns(columns, rows, width).map((one) => ({
    ...one,
    column: turned(one.column, direction),
  }));
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
  const baseline = baselineIn(0, HEAD, type.label);
  const parent = element('TR', { parent: whole });
  const cells = columns.map(({ column, x, room }) => {
    const text = fitted(column.head, type.label, room);
    return part(
      element('TH', { parent, scope: 'Column' }),
      column.align === 'right'
        ? lineAt(text, type.label, x + room, baseline, 'right')
        : lineAt(text, type.label, x, baseline),
    );
  });
  const under = part(null, [line([0, HEAD], [width, HEAD], colours.hairline, 0.75)]);
  const parts = [...cells, under];
  const operations = parts.flatMap((one) => one.operations);
  const head = block(null, HEAD, operations, { keepWithNext: true });
  return [{ ...head, parts }, head];
}

function part(what: Element | null, operations: readonly Operation[]): MovedPart {
  return { element: what, operations, dx: 0, dy: 0 };
}

interface PlacedColumn<Row> {
  readonly column: Column<Row>;
  readonly x: number;
  readonly room: number;
}

function placedColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly TableRow<Row>[],
  width: number,
): readonly PlacedColumn<Row>[] {
  const gutters = GUTTER * (columns.length - 1);
  const own = columns.map((column) => ownWidth(column, rows));
  const fixed = own.reduce<number>((sum, room) => sum + (room ?? 0), 0);
  const shareOf = ({ width: room }: Column<Row>): number =>
    typeof room === 'object' && 'share' in room ? room.share : 0;
  const shares = columns.reduce((sum, column) => sum + shareOf(column), 0);
  const rest = Math.max(0, width - gutters - fixed);
  let x = 0;
  return columns.map((column, i) => {
    const room = own[i] ?? (rest * shareOf(column)) / shares;
    const placed = { column, x, room };
    x += room + GUTTER;
    return placed;
  });
}

/** Units stand under units: a page that is turned over would put numbers to the wrong side of their column. */
function turned<Row>(column: Column<Row>, direction: Direction): Column<Row> {
  return direction === 'rtl' ? { ...column, align: 'left' } : column;
}

/** Null for a column that takes what others leave. */
function ownWidth<Row>(column: Column<Row>, rows: readonly TableRow<Row>[]): number | null {
  if (typeof column.width === 'number') return column.width;
  if ('share' in column.width) return null;
  const texts = rows.map((row) => {
    const cell = 'note' in row ? '' : column.cell(row.row);
    if (typeof cell === 'string') return widthOf(cell, type.body);
    return 'draw' in cell ? 0 : widthOf(cell.text, cell.style);
  });
  const { least } = column.width;
  return Math.min(
    MOST_GROWTH[column.align] * least,
    Math.max(least, widthOf(column.head, type.label), ...texts),
  );
}

interface RowContent {
  readonly height: number;
  readonly parts: readonly MovedPart[];
}

/** A cell is an element even where it is empty, so that every row has as many as the table has columns. */
function cellsOf<Row>(
  columns: readonly PlacedColumn<Row>[],
  row: Row,
  parent: Element,
): RowContent {
  let height = ROW;
  const parts = columns.map(({ column, x, room }) => {
    const cell = column.cell(row);
    const what =
      column.namesRow === true
        ? element('TH', { parent, scope: 'Row' })
        : element('TD', { parent });
    if (typeof cell !== 'string' && 'draw' in cell) {
      const drawn = cell.draw(room, ROW).map((operation) => moved(operation, x, 0));
      return part(element('Figure', { parent: what, alt: cell.alt }), drawn);
    }
    const { text, style } = typeof cell === 'string' ? { text: cell, style: type.body } : cell;
    const lines =
      column.wraps === true
        ? wrapped(text, style, room, WRAPPED_LINES)
        : [fitted(text, style, room)];
    height = Math.max(height, ROW + (lines.length - 1) * LINE);
    const operations = lines.flatMap((shown, i) => {
      // A row stands on one line, whatever the sizes in it.
      const baseline = baselineIn(i * LINE, ROW, type.body);
      return column.align === 'right'
        ? lineAt(shown, style, x + room, baseline, 'right')
        : lineAt(shown, style, x, baseline);
    });
    return part(what, operations);
  });
  return { height, parts };
}

function noteIn(note: string, columns: number, parent: Element, width: number): RowContent {
  const baseline = baselineIn(0, ROW, type.quiet);
  const operations = lineAt(fitted(note, type.quiet, width), type.quiet, 0, baseline);
  return { height: ROW, parts: [part(element('TD', { parent, columns }), operations)] };
}

/** The first and the last rows of a long list with a note about the ones between. */
export function shortened<Row>(
  rows: readonly Row[],
  first: number,
  last: number,
  { words, formats }: Setting,
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
