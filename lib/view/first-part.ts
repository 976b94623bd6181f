// What the page shows of a long list before it is unfolded: a tenth of the bytes of 2,000 places.
import type { FolderView, ReportView } from './report-view.ts';

export const VIEW_PARTS = ['first', 'all'] as const;
export type ViewPart = (typeof VIEW_PARTS)[number];

/** With more places, those that are as usual are folded. */
export const MAX_UNFOLDED = 100;

/** Without the rows that are folded and the cells of the heat map; `counts` has the numbers of all rows. */
export function firstPart(view: ReportView): ReportView {
  if (view.kind === 'place' || countOf(view) <= MAX_UNFOLDED) return view;
  return {
    ...view,
    sections: view.sections.map((section) =>
      section.state === 'usual' ? { ...section, rows: [] } : section,
    ),
    heat: view.heat === null ? null : { ...view.heat, groups: [] },
  };
}

/** Whether the view has all its rows. */
export function isWhole(view: ReportView): boolean {
  return (
    view.kind === 'place' ||
    view.sections.reduce((sum, { rows }) => sum + rows.length, 0) === countOf(view)
  );
}

export function countOf({ counts }: Pick<FolderView, 'counts'>): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}
