// What every block of a report is set with: the paper, and the words, formats and names that go onto it.
import type { ChartSetting } from '../../charts/chart.ts';
import type { Link } from './page-elements.ts';

/** Its language is English where the reader's has no words. */
export interface LayoutContext extends ChartSetting {
  readonly pageSize: PageSize;
  /** Of the body. */
  readonly width: number;
  /** To the reports of direct children, by folder; empty where links are not made. */
  readonly links: ReadonlyMap<number, Link>;
}

export type Paper = 'A4' | 'Letter';

export interface PageSize {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  /** Where the body starts and must end; running head and footer lie outside of it. */
  readonly top: number;
  readonly bottom: number;
}

const SIZES = {
  A4: { width: 595.28, height: 841.89 },
  Letter: { width: 612, height: 792 },
} as const;

const SIDE = 48;

/** The box that nothing on a page may leave, running head and footer included. */
export const MARGIN = { side: SIDE, top: 28, bottom: 28 } as const;

export function pageSizeFor(paper: Paper): PageSize {
  const { width, height } = SIZES[paper];
  return { width, height, left: SIDE, right: width - SIDE, top: 50, bottom: height - 54 };
}

/** Vertical distances; everything is a multiple of the grid's 4 points. */
export const SPACING = { section: 16, block: 12, small: 8, tiny: 4 } as const;
export const ROW_HEIGHT = 15;
