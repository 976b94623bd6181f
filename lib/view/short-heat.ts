// The heat map on paper: of a large company the places that have news, the lowest of each group, and the number of the others.
import { keyOf } from '../domain/signals/folder-list.ts';
import type { FolderView, Heat, Row } from './report-view.ts';

export interface ShortHeatGroup {
  readonly name: string;
  readonly rows: readonly Row[];
  /** The number of the places that are left out. */
  readonly rest: number;
}

/** The most places that are all shown. */
const MOST_PLACES = 60;

/** Returns the groups by the number of the lowest places as usual that each of them has. */
export function shortHeat(
  { groups }: Heat,
  sections: FolderView['sections'],
): (lowest: number) => readonly ShortHeatGroup[] {
  const places = new Map(
    sections.flatMap(({ state, rows }) =>
      rows.map((row) => [keyOf(row), { row, isUsual: state === 'usual' }] as const),
    ),
  );
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const candidates = groups.map(({ name, rows }) => {
    const all = rows.flatMap((reference) => places.get(keyOf(reference)) ?? []);
    const lowestFirst = all
      .filter(({ isUsual, row }) => isUsual && row.values.now !== null)
      .toSorted((a, b) => (a.row.values.now ?? 0) - (b.row.values.now ?? 0));
    return { name, all, lowestFirst };
  });
  return (lowest) =>
    candidates.map(({ name, all, lowestFirst }) => {
      const lowestPlaces = new Set(lowestFirst.slice(0, lowest));
      const shown =
        count <= MOST_PLACES
          ? all
          : all.filter((place) => !place.isUsual || lowestPlaces.has(place));
      return { name, rows: shown.map(({ row }) => row), rest: all.length - shown.length };
    });
}
