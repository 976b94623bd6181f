// The columns of a table: their cells and widths.
import type { Direction } from '../../i18n/text-direction.ts';
import type { SmallTrend } from '../../charts/small-trend.ts';
import type { TextStyle } from '../../charts/theme.ts';
import { textStyles } from '../../charts/theme.ts';
import type { Link } from './page-elements.ts';
import { widthOf } from './text/typesetter.ts';

export interface StyledCell {
  readonly text: string;
  readonly style: TextStyle;
  readonly link?: Link;
  /** A smaller line below the text. */
  readonly secondLine?: string;
}

/** Cleaned text, text with a style and an optional link, or a drawing with its alternative text. */
export type TableCell = string | StyledCell | SmallTrend;

export interface PdfColumn<Row> {
  readonly head: string;
  readonly align: 'left' | 'right';
  /** A width in points, a share of the remaining width, or the width of the widest text with a minimum. */
  readonly width: number | { readonly share: number } | { readonly min: number };
  /** The lines that a text may take before it is cut with an ellipsis; one by default. */
  readonly lines?: number;
  /** Its cells are the header cells of the rows. */
  readonly isRowHeader?: boolean;
  cell(row: Row): TableCell;
}

/** The column whose cells are the header cells of the rows. */
export function rowHeaderColumn<Row>(
  head: string,
  share: number,
  cell: (row: Row) => TableCell,
  lines = 2,
): PdfColumn<Row> {
  return { head, align: 'left', width: { share }, lines, isRowHeader: true, cell };
}

export function textColumn<Row>(
  head: string,
  layout: Pick<PdfColumn<Row>, 'width' | 'lines'>,
  cell: (row: Row) => TableCell,
): PdfColumn<Row> {
  return { head, align: 'left', ...layout, cell };
}

export function numberColumn<Row>(
  head: string,
  width: PdfColumn<Row>['width'],
  cell: (row: Row) => TableCell,
): PdfColumn<Row> {
  return { head, align: 'right', width, cell };
}

export function strongText(text: string): StyledCell {
  return { text, style: textStyles.strong };
}

/** A row of data, or a note across all columns. */
export type TableRow<Row> = { readonly data: Row } | { readonly note: string };

const GUTTER = 10;
/** The maximum width as a multiple of the minimum; larger for numbers, which should not be cut. */
const MAX_GROWTH = { left: 1.5, right: 4 } as const;

export interface PlacedColumn<Row> {
  readonly column: PdfColumn<Row>;
  readonly x: number;
  readonly availableWidth: number;
}

export function layoutColumns<Row>(
  columns: readonly PdfColumn<Row>[],
  rows: readonly TableRow<Row>[],
  width: number,
  direction: Direction,
): readonly PlacedColumn<Row>[] {
  const gutters = GUTTER * (columns.length - 1);
  const fixedWidths = columns.map((column) => fixedWidth(column, rows));
  const fixedTotal = fixedWidths.reduce<number>((sum, columnWidth) => sum + (columnWidth ?? 0), 0);
  const shareOf = ({ width: columnWidth }: PdfColumn<Row>): number =>
    typeof columnWidth === 'object' && 'share' in columnWidth ? columnWidth.share : 0;
  const shares = columns.reduce((sum, column) => sum + shareOf(column), 0);
  const remainingWidth = Math.max(0, width - gutters - fixedTotal);
  let x = 0;
  return columns.map((column, i) => {
    const availableWidth = fixedWidths[i] ?? (remainingWidth * shareOf(column)) / shares;
    const placedColumn = { column: alignedFor(column, direction), x, availableWidth };
    x += availableWidth + GUTTER;
    return placedColumn;
  });
}

/** Keeps units below units: mirroring a right-aligned column would align its numbers on the wrong side. */
function alignedFor<Row>(column: PdfColumn<Row>, direction: Direction): PdfColumn<Row> {
  return direction === 'rtl' ? { ...column, align: 'left' } : column;
}

/** Null for a column that gets a share of the remaining width. */
function fixedWidth<Row>(column: PdfColumn<Row>, rows: readonly TableRow<Row>[]): number | null {
  if (typeof column.width === 'number') return column.width;
  if ('share' in column.width) return null;
  const texts = rows.map((row) => {
    const cell = 'note' in row ? '' : column.cell(row.data);
    if (typeof cell === 'string') return widthOf(cell, textStyles.body);
    return 'draw' in cell ? 0 : widthOf(cell.text, cell.style);
  });
  const { min } = column.width;
  return Math.min(
    MAX_GROWTH[column.align] * min,
    Math.max(min, widthOf(column.head, textStyles.label), ...texts),
  );
}
