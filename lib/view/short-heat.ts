// The heat map on paper: of a large company the places that have news, the lowest of each group, and the number of the others.
import type { FolderView, Heat, Row } from './report-view.ts';

export interface ShortHeatGroup {
  readonly name: string;
  readonly rows: readonly Row[];
  /** The number of the places that are left out. */
  readonly rest: number;
}

/** The most places that are all shown. */
const MOST_PLACES = 60;

/** `lowest`: the number of the lowest places as usual that each group has. */
export function shortHeat(
  { groups }: Heat,
  sections: FolderView['sections'],
  lowest: number,
): readonly ShortHeatGroup[] {
  const rows = new Map(
    sections.flatMap(({ state, rows: sectionRows }) =>
      sectionRows.map((row) => [keyOf(row), { row, isUsual: state === 'usual' }] as const),
    ),
  );
  const count = groups.reduce((sum, group) => sum + group.rows.length, 0);
  return groups.map(({ name, rows: references }) => {
    const all = references.flatMap((reference) => rows.get(keyOf(reference)) ?? []);
    if (count <= MOST_PLACES) return { name, rows: all.map(({ row }) => row), rest: 0 };
    const lowestPlaces = new Set(
      all
        .filter(({ isUsual, row }) => isUsual && row.values.now !== null)
        .toSorted((a, b) => (a.row.values.now ?? 0) - (b.row.values.now ?? 0))
        .slice(0, lowest),
    );
    const shown = all.filter((place) => !place.isUsual || lowestPlaces.has(place));
    return { name, rows: shown.map(({ row }) => row), rest: all.length - shown.length };
  });
}

function keyOf({ folder, survey }: Pick<Row, 'folder' | 'survey'>): string {
  return `${folder}.${survey}`;
}
