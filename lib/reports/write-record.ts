// Conditional writes of records: of two writers at once, the second finds out.
import type { Codec, ObjectStore } from '../ports/object-store.ts';
import { JSON_TYPE, readValue } from './report-repository.ts';

/** Creates a record (`version` null) or replaces it in this version; false when another writer was first. */
export function writeRecord<T>(
  store: Pick<ObjectStore, 'create' | 'replace'>,
  codec: Pick<Codec<T>, 'encode'>,
  key: string,
  record: T,
  version: string | null,
): Promise<boolean> {
  const bytes = codec.encode(record);
  return version === null
    ? store.create(key, bytes, JSON_TYPE)
    : store.replace(key, bytes, version, JSON_TYPE);
}

/**
 * Writes what `change` returns for the stored record, which is null when it is missing or damaged; computed again when another
 * writer was first. Returns what was written; null, from `change` too, leaves the record as it is.
 */
export async function updateRecord<T>(
  store: Pick<ObjectStore, 'read' | 'create' | 'replace'>,
  codec: Codec<T>,
  key: string,
  change: (record: T | null) => T | null,
): Promise<T | null> {
  for (;;) {
    const stored = await readValue(store, codec, key);
    const record = change(stored?.value ?? null);
    if (record === null) return null;
    if (await writeRecord(store, codec, key, record, stored?.version ?? null)) return record;
  }
}
