// Tables: aligned columns, one line a row, hairlines, a head that comes again on every page.
import type { Block } from './block.ts';
import { block } from './block.ts';
import type { Operation } from './operations.ts';
import { line, moved } from './operations.ts';
import type { Setting } from './setting.ts';
import { baselineIn, fitted, lineAt, wrapped } from './text/typesetter.ts';
import type { TextStyle } from './theme.ts';
import { ROW, colours, type } from './theme.ts';

/** Text (clean), text of its own style, or something drawn into the cell's box. */
export type Cell =
  | string
  | { readonly text: string; readonly style: TextStyle }
  | { readonly draw: (width: number, height: number) => readonly Operation[] };

export interface Column<Row> {
  readonly head: string;
  readonly align: 'left' | 'right';
  /** In points, or a share of what the fixed columns leave. */
  readonly width: number | { readonly share: number };
  /** Text that doesn't fit goes on in a second line before it ends in an ellipsis. */
  readonly wraps?: boolean;
  cell(row: Row): Cell;
}

/** A row of the data, or a note across all columns in its place. */
export type TableRow<Row> = { readonly row: Row } | { readonly note: string };

const GUTTER = 10;
const WRAPPED_LINES = 2;
const HEAD = 14;
/** Between the lines of a cell that wraps. */
const LINE = 11;

export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly TableRow<Row>[],
  width: number,
): readonly Block[] {
  const placed = placedColumns(columns, width);
  const baseline = baselineIn(0, HEAD, type.label);
  const head = block(
    'TableHead',
    HEAD,
    [
      ...placed.flatMap(({ column, x, room }) => {
        const text = fitted(column.head, type.label, room);
        return column.align === 'right'
          ? lineAt(text, type.label, x + room, baseline, 'right')
          : lineAt(text, type.label, x, baseline);
      }),
      line([0, HEAD], [width, HEAD], colours.hairline, 0.75),
    ],
    { keepWithNext: true },
  );
  const body = rows.map((row, i) => {
    const { height, operations } =
      'note' in row ? noteIn(row.note, width) : cellsOf(placed, row.row);
    return block(
      'Row',
      height,
      [...operations, line([0, height], [width, height], colours.grid, 0.5)],
      // Two rows at least on either side of a page's turn.
      {
        repeatedHead: head,
        keepWithNext: rows.length > 1 && (i === 0 || i === rows.length - 2),
      },
    );
  });
  return [head, ...body];
}

interface PlacedColumn<Row> {
  readonly column: Column<Row>;
  readonly x: number;
  readonly room: number;
}

function placedColumns<Row>(
  columns: readonly Column<Row>[],
  width: number,
): readonly PlacedColumn<Row>[] {
  const gutters = GUTTER * (columns.length - 1);
  let fixed = 0;
  let shares = 0;
  for (const column of columns) {
    if (typeof column.width === 'number') fixed += column.width;
    else shares += column.width.share;
  }
  const rest = Math.max(0, width - gutters - fixed);
  let x = 0;
  return columns.map((column) => {
    const room =
      typeof column.width === 'number' ? column.width : (rest * column.width.share) / shares;
    const placed = { column, x, room };
    x += room + GUTTER;
    return placed;
  });
}

interface RowContent {
  readonly height: number;
  readonly operations: readonly Operation[];
}

function cellsOf<Row>(columns: readonly PlacedColumn<Row>[], row: Row): RowContent {
  let height = ROW;
  const operations = columns.flatMap(({ column, x, room }) => {
    const cell = column.cell(row);
    if (typeof cell !== 'string' && 'draw' in cell) {
      return cell.draw(room, ROW).map((operation) => moved(operation, x, 0));
    }
    const { text, style } = typeof cell === 'string' ? { text: cell, style: type.body } : cell;
    const lines =
      column.wraps === true
        ? wrapped(text, style, room, WRAPPED_LINES)
        : [fitted(text, style, room)];
    height = Math.max(height, ROW + (lines.length - 1) * LINE);
    return lines.flatMap((shown, i) => {
      // A row stands on one line, whatever the sizes in it.
      const baseline = baselineIn(i * LINE, ROW, type.body);
      return column.align === 'right'
        ? lineAt(shown, style, x + room, baseline, 'right')
        : lineAt(shown, style, x, baseline);
    });
  });
  return { height, operations };
}

function noteIn(note: string, width: number): RowContent {
  const baseline = baselineIn(0, ROW, type.quiet);
  return {
    height: ROW,
    operations: lineAt(fitted(note, type.quiet, width), type.quiet, 0, baseline),
  };
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
