// The columns of a table: what they hold, and how much room each has.
import type { Direction } from '../../i18n/text-direction.ts';
import type { Operation } from '../../charts/draw-operations.ts';
import type { TextStyle } from '../../charts/theme.ts';
import { textStyles } from '../../charts/theme.ts';
import type { Link } from './page-elements.ts';
import { widthOf } from './text/typesetter.ts';

/** Text (clean), text of its own style, which can lead somewhere, or something drawn into the cell's box with what it says. */
export type Cell =
  | string
  | { readonly text: string; readonly style: TextStyle; readonly link?: Link }
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
const MAX_GROWTH = { left: 1.5, right: 4 } as const;

export interface PlacedColumn<Row> {
  readonly column: Column<Row>;
  readonly x: number;
  readonly room: number;
}

export function layoutColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly TableRow<Row>[],
  width: number,
  direction: Direction,
): readonly PlacedColumn<Row>[] {
  const gutters = GUTTER * (columns.length - 1);
  const own = columns.map((column) => fixedWidth(column, rows));
  const fixed = own.reduce<number>((sum, room) => sum + (room ?? 0), 0);
  const shareOf = ({ width: room }: Column<Row>): number =>
    typeof room === 'object' && 'share' in room ? room.share : 0;
  const shares = columns.reduce((sum, column) => sum + shareOf(column), 0);
  const rest = Math.max(0, width - gutters - fixed);
  let x = 0;
  return columns.map((column, i) => {
    const room = own[i] ?? (rest * shareOf(column)) / shares;
    const placed = { column: alignedFor(column, direction), x, room };
    x += room + GUTTER;
    return placed;
  });
}

/** Units stand under units: a page that is turned over would put numbers to the wrong side of their column. */
function alignedFor<Row>(column: Column<Row>, direction: Direction): Column<Row> {
  return direction === 'rtl' ? { ...column, align: 'left' } : column;
}

/** Null for a column that takes what others leave. */
function fixedWidth<Row>(column: Column<Row>, rows: readonly TableRow<Row>[]): number | null {
  if (typeof column.width === 'number') return column.width;
  if ('share' in column.width) return null;
  const texts = rows.map((row) => {
    const cell = 'note' in row ? '' : column.cell(row.row);
    if (typeof cell === 'string') return widthOf(cell, textStyles.body);
    return 'draw' in cell ? 0 : widthOf(cell.text, cell.style);
  });
  const { least } = column.width;
  return Math.min(
    MAX_GROWTH[column.align] * least,
    Math.max(least, widthOf(column.head, textStyles.label), ...texts),
  );
}
