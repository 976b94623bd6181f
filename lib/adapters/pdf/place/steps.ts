// The steps that make the sheet of a place fit, in their order.
import type { Block } from '../block.ts';
import { withSpaceAbove } from '../block.ts';

/** How the sheet of a place is laid out. */
export interface PlaceLayout {
  /** Space above a section, in points. */
  readonly section: number;
  readonly hasFootnote: boolean;
  /** Whether a survey that is as usual beside others has its charts. */
  readonly hasUsualCharts: boolean;
  /** The height of plots, in points. */
  readonly plot: number;
}

const START: PlaceLayout = { section: 12, hasFootnote: true, hasUsualCharts: true, plot: 114 };

const STEPS: readonly ((layout: PlaceLayout) => PlaceLayout)[] = [
  (layout) => ({ ...layout, section: 8 }),
  (layout) => ({ ...layout, hasFootnote: false }),
  (layout) => ({ ...layout, hasUsualCharts: false }),
  (layout) => ({ ...layout, plot: 66 }),
];

export const PLACE_STEPS = STEPS.length;

/** The layout after the first `count` steps. */
export function placeLayout(count: number): PlaceLayout {
  return STEPS.slice(0, count).reduce((layout, step) => step(layout), START);
}

/** A part of the sheet, prepared once and laid out for each step. */
export type LayOut<Layout = PlaceLayout> = (layout: Layout) => readonly Block[];

/** A section of the same blocks after each step. */
export function sectionOf(blocks: readonly Block[]): LayOut<Pick<PlaceLayout, 'section'>> {
  const [first, ...others] = blocks;
  return ({ section }) => (first === undefined ? [] : [withSpaceAbove(first, section), ...others]);
}
