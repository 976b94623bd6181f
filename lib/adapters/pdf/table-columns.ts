// The columns of a table: their cells and widths.
import type { Direction } from '../../i18n/text-direction.ts';
import type { Operation } from '../../charts/draw-operations.ts';
import type { TextStyle } from '../../charts/theme.ts';
import { textStyles } from '../../charts/theme.ts';
import type { Link } from './page-elements.ts';
import { widthOf } from './text/typesetter.ts';

export interface StyledCell {
  readonly text: string;
  readonly style: TextStyle;
  readonly link?: Link;
  /** A smaller line below the text. */
  readonly under?: string;
}

/** Cleaned text, text with a style and an optional link, or a drawing with its alternative text. */
export type TableCell =
  | string
  | StyledCell
  | {
      readonly alt: string;
      readonly draw: (width: number, height: number) => readonly Operation[];
    };

export interface PdfColumn<Row> {
  readonly head: string;
  readonly align: 'left' | 'right';
  /** A width in points, a share of the remaining width, or the width of the widest text with a minimum. */
  readonly width: number | { readonly share: number } | { readonly least: number };
  /** The lines that a text may take before it is cut with an ellipsis; one by default. */
  readonly lines?: number;
  /** Its cells are the header cells of the rows. */
  readonly namesRow?: boolean;
  cell(row: Row): TableCell;
}

/** A row of data, or a note across all columns. */
export type TableRow<Row> = { readonly row: Row } | { readonly note: string };

const GUTTER = 10;
/** How far a column may grow beyond its minimum; numbers get more, because they are never cut. */
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
