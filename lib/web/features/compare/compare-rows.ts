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

/** The compared places by their states, in the order of the list: 'Still low' and those that are. '' for states not compared. */
export function comparedStates(
  { sections, counts }: Pick<FolderView, 'sections' | 'counts'>,
  compared: readonly Row[],
): readonly { readonly title: string; readonly rows: readonly Row[] }[] {
  const isCompared = ({ state }: Row): boolean => state !== 'few' && state !== 'unknown';
  const titled = sections.map(({ state, title, rows }) => ({
    title: state === 'usual' ? (counts.at(-1)?.shortTitle ?? '') : title,
    rows: compared.filter((row) => rows.includes(row) && isCompared(row)),
  }));
  const others = { title: '', rows: compared.filter((row) => !isCompared(row)) };
  return [...titled, others].filter(({ rows }) => rows.length > 0);
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
