// What all blocks of a report are laid out with: page size, spacing, texts, formats and names.
import type { IndexAxes } from '../../charts/index-axes.ts';
import type { Paper, SheetContext } from './sheet/sheet-context.ts';

/** The language is English when the reader's language has no translation. */
export interface LayoutContext extends SheetContext {
  readonly pageSize: PageSize;
  /** The axis of each kind of index, the same on all pages. */
  readonly axes: IndexAxes;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  /** The body is between these two; header and footer are outside. */
  readonly top: number;
  readonly bottom: number;
}

const SIZES = {
  A4: { width: 595.28, height: 841.89 },
  Letter: { width: 612, height: 792 },
} as const;

const SIDE = 48;

/** Margins that everything on a page respects, including header and footer. */
export const MARGIN = { side: SIDE, top: 28, bottom: 28 } as const;

export function pageSizeFor(paper: Paper): PageSize {
  const { width, height } = SIZES[paper];
  return { width, height, left: SIDE, right: width - SIDE, top: 50, bottom: height - 54 };
}

/** Vertical distances, in multiples of 4 points. */
export const SPACING = { section: 16, block: 12, small: 8, tiny: 4 } as const;
export const ROW_HEIGHT = 15;
/** Between two columns of a page. */
export const COLUMN_GAP = 24;
