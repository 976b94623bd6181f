// A stored list of what people have set, changed by conditional writes that lose no change of another writer.
import type { Codec, ObjectStore } from '../ports/object-store.ts';
import type { SettingsRecord } from '../ports/settings.ts';
import { Failure } from '../shared/failure.ts';
import { readValue, updateRecord } from './report-repository.ts';

export interface StoredList<T> {
  readonly store: ObjectStore;
  readonly codec: Codec<SettingsRecord<T>>;
  readonly key: string;
}

/** Null when the list is damaged. Fails as the store does. */
export async function readEntries<T>({
  store,
  codec,
  key,
}: StoredList<T>): Promise<readonly T[] | null> {
  const stored = await readValue(store, codec, key, null);
  return stored === null ? [] : (stored.value?.entries ?? null);
}

/** Fails with SETTINGS_UNREADABLE, or as the store does. */
export async function readIntactEntries<T>(list: StoredList<T>): Promise<readonly T[]> {
  const entries = await readEntries(list);
  if (entries === null) throw unreadable(list);
  return entries;
}

/**
 * Returns the stored entries; nothing is written when `change` returns its argument. `wasChanged`: whether an attempt has
 * changed them. A conditional write whose response was lost and that was retried is followed by one that changes nothing.
 */
export async function changeEntries<T>(
  list: StoredList<T>,
  change: (entries: readonly T[]) => readonly T[],
): Promise<{ readonly entries: readonly T[]; readonly wasChanged: boolean }> {
  const result: { entries: readonly T[]; wasChanged: boolean } = { entries: [], wasChanged: false };
  await updateRecord(
    list.store,
    list.codec,
    list.key,
    (record) => {
      const current = record?.entries ?? [];
      const entries = change(current);
      result.entries = entries;
      if (entries === current) return record;
      result.wasChanged = true;
      return { entries };
    },
    () => readList(list),
  );
  return result;
}

/** Null when there is none. A damaged one is never replaced: it may be restored. */
async function readList<T>(list: StoredList<T>) {
  const stored = await readValue(list.store, list.codec, list.key, null);
  if (stored === null) return null;
  const { value, version } = stored;
  if (value === null) throw unreadable(list);
  return { value, version };
}

function unreadable({ key }: StoredList<unknown>): Failure {
  return new Failure('SETTINGS_UNREADABLE', { key });
}
