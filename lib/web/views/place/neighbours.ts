// The places before and after one in a list.
import type { FolderView } from '../../../view/report-view.ts';

interface Neighbours {
  /** Null at the ends of the list. */
  readonly previous: number | null;
  readonly next: number | null;
}

/** Places with several rows are where their first row is; the first of the list follows one without a row. */
export function neighboursOf(sections: FolderView['sections'], folder: number): Neighbours {
  const rows = sections.flatMap((section) => section.rows);
  const folders = [...new Set(rows.map((row) => row.folder))];
  const position = folders.indexOf(folder);
  if (position === -1) return { previous: null, next: folders[0] ?? null };
  return { previous: folders[position - 1] ?? null, next: folders[position + 1] ?? null };
}
