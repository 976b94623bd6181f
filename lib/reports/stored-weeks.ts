// Which weeks and folders have objects in the store, with or without a complete report.
import type { Week } from '../domain/calendar.ts';
import { parseWeek } from '../domain/calendar.ts';
import type { ObjectStore } from '../ports/object-store.ts';

/** Key prefixes that are divided by week. */
export type WeekPrefix = 'weeks/' | 'requests/' | 'receipts/';

/** The weeks with objects under any of these prefixes, oldest first. */
export async function storedWeeks(
  store: ObjectStore,
  prefixes: readonly WeekPrefix[],
): Promise<readonly Week[]> {
  const names = new Set<string>();
  for (const prefix of prefixes) {
    for (const name of await store.children(prefix)) names.add(name);
  }
  return [...names]
    .flatMap((name) => parseWeek(name) ?? [])
    .toSorted((a, b) => a.monday - b.monday);
}

/** The folders with objects in a week, ascending; not all of them have a report. */
export async function storedFolders(store: ObjectStore, week: string): Promise<readonly number[]> {
  return parseFolderKeys(await store.children(`weeks/${week}/folders/`));
}

/** The names that are keys of folders, as numbers, ascending. */
export function parseFolderKeys(names: readonly string[]): readonly number[] {
  return names
    .filter((name) => /^[1-9]\d{0,15}$/.test(name))
    .map(Number)
    .toSorted((a, b) => a - b);
}
