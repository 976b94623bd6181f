// The places that a reader compares.
import type { FolderView, Row } from '../../../view/report-view.ts';

/** The first row of each folder, in the order of `folders`; folders without a row are left out. */
export function comparedRows(
  sections: FolderView['sections'],
  folders: readonly number[],
): readonly Row[] {
  const rows = sections.flatMap((section) => section.rows);
  return folders.flatMap((folder) => rows.find((row) => row.folder === folder) ?? []);
}

/** Rows that can be added, each folder once. */
export function addableRows(
  sections: FolderView['sections'],
  folders: readonly number[],
): readonly Row[] {
  const seen = new Set(folders);
  return sections
    .flatMap((section) => section.rows)
    .filter(({ folder }) => {
      if (seen.has(folder)) return false;
      seen.add(folder);
      return true;
    });
}
