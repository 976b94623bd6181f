// Of which weeks and folders a store keeps anything, be it a report or what is left of one.
import type { Week } from '../domain/calendar.ts';
import { parseWeek } from '../domain/calendar.ts';
import type { ObjectStore } from '../ports/object-store.ts';

/** Below which every week has its own. */
export type WeekPrefix = 'weeks/' | 'requests/' | 'receipts/';

/** The weeks of which something lies below one of these, oldest first. */
export async function storedWeeks(
  store: ObjectStore,
  roots: readonly WeekPrefix[],
): Promise<readonly Week[]> {
  const names = new Set<string>();
  for (const root of roots) {
    for (const name of await store.children(root)) names.add(name);
  }
  return [...names]
    .flatMap((name) => parseWeek(name) ?? [])
    .toSorted((a, b) => a.monday - b.monday);
}

/** The folders of which a week keeps something, by key; not all of them need have a report. */
export async function storedFolders(store: ObjectStore, week: string): Promise<readonly number[]> {
  return parseFolderKeys(await store.children(`weeks/${week}/folders/`));
}

/** Names that are keys of folders, as keys in their order. */
export function parseFolderKeys(names: readonly string[]): readonly number[] {
  return names
    .filter((name) => /^[1-9]\d{0,15}$/.test(name))
    .map(Number)
    .toSorted((a, b) => a - b);
}
