// The steps that make the first page of a folder fit, in their order. A place that loses its row is named in a line.
import type { SectionState } from '../../../view/report-view.ts';

/** How the pages of a folder are laid out. */
export interface FolderLayout {
  /** Less space between and within sections. */
  readonly isCompact: boolean;
  /** Rows by section; the places after them are named in a line. */
  readonly rows: Readonly<Record<SectionState, number>>;
  /** Whether the title of a section without rows is in its line. */
  readonly hasTitleInLine: boolean;
  readonly slim: ReadonlySet<SectionState>;
  /** Whether the parts of the difference from usual are a line. */
  readonly isMovedLine: boolean;
  readonly hasFootnote: boolean;
  /** Lower rows and shorter causes on the second page. */
  readonly isDense: boolean;
  /** The number of the lowest places of each part that the heat map of a large company has. */
  readonly lowest: number;
  /** The heights for the heat map on the second and on further pages. */
  readonly room: { readonly first: number; readonly further: number };
}

const START: FolderLayout = {
  isCompact: false,
  rows: {
    new: 7,
    noSignal: 7,
    still: 5,
    recovered: Infinity,
    better: Infinity,
    newPlace: Infinity,
    usual: Infinity,
  },
  slim: new Set(['noSignal', 'recovered', 'better', 'newPlace', 'usual']),
  hasTitleInLine: false,
  isMovedLine: false,
  hasFootnote: true,
  isDense: false,
  lowest: 3,
  room: { first: 0, further: 0 },
};

const STEPS: readonly ((layout: FolderLayout) => FolderLayout)[] = [
  (layout) => ({ ...layout, isCompact: true }),
  withRows({ recovered: 0, better: 0, newPlace: 0 }),
  (layout) => ({ ...layout, hasTitleInLine: true }),
  (layout) => ({ ...layout, slim: new Set([...layout.slim, 'still']) }),
  (layout) => ({ ...layout, isMovedLine: true }),
  withRows({ still: 3 }),
  withRows({ new: 6 }),
  withRows({ new: 5 }),
  withRows({ still: 0 }),
  (layout) => ({ ...layout, hasFootnote: false }),
  withRows({ new: 4 }),
  withRows({ noSignal: 3 }),
  withRows({ usual: 0 }),
  withRows({ noSignal: 0 }),
  withRows({ new: 2 }),
];

/** Where no step makes the page fit, so many of them are applied, and it flows on to further pages. */
const STEPS_OF_LONG_PAGES = 4;

/** The steps, and the one to further pages. */
export const FRONT_STEPS = STEPS.length + 1;

/** The layout of the first page after the first `count` steps. */
export function frontLayout(count: number): FolderLayout {
  const steps = count === FRONT_STEPS ? STEPS_OF_LONG_PAGES : count;
  return STEPS.slice(0, steps).reduce((layout, step) => step(layout), START);
}

const SECOND: readonly Partial<FolderLayout>[] = [
  {},
  { isDense: true },
  { isDense: true, lowest: 2 },
  { isDense: true, lowest: 1 },
  { isDense: true, lowest: 0 },
];

export const SECOND_STEPS = SECOND.length - 1;

/** The layout of the second page after the first `count` steps. */
export function secondLayout(count: number): FolderLayout {
  return { ...START, ...SECOND[count] };
}

function withRows(rows: Partial<FolderLayout['rows']>): (layout: FolderLayout) => FolderLayout {
  return (layout) => ({ ...layout, rows: { ...layout.rows, ...rows } });
}

/** The space above a section. */
export function sectionGap({ isCompact }: Pick<FolderLayout, 'isCompact'>): number {
  return isCompact ? 8 : 12;
}
