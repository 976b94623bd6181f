// Small objects of a store as values, remembered by key and version: of what a listing tells in a version that was
// read before, nothing is read again. It hides how much is remembered.
import type { Codec, ObjectStore } from '../ports/object-store.ts';
import type { StoredValue } from './report-repository.ts';
import { readValue } from './report-repository.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';

export type CachedObject<T> = Pick<StoredValue<T>, 'value' | 'version'>;

/** What a listing has just told: the versions of objects, by key; null where there was no listing. */
export type ListedVersions = ReadonlyMap<string, string> | null;

export interface ObjectCache<T> {
  /** How many of these are remembered, in whatever version. */
  count(keys: readonly string[]): number;
  /** By key, without those that aren't there: none that is missing from a listing, if there was one. */
  read(keys: readonly string[], versions: ListedVersions): Promise<ReadonlyMap<string, CachedObject<T>>>;
}

/** As stored, with a kilobyte each for keeping them: some 8,000 manifests or job records. */
const MOST_BYTES = 12 * 1024 ** 2;
const KEEPING_BYTES = 1024;

/** `most`: bytes that are remembered. Reading fails as the store does. */
export function createObjectCache<T>(
  store: Pick<ObjectStore, 'read'>,
  codec: Pick<Codec<T>, 'decode'>,
  most = MOST_BYTES,
): ObjectCache<T> {
  const known = new Map<string, StoredValue<T>>();
  let size = 0;

  function forget(key: string): void {
    size -= known.get(key)?.size ?? 0;
    known.delete(key);
  }

  async function readOne(key: string): Promise<CachedObject<T> | null> {
    const found = await readValue(store, codec, key);
    forget(key);
    if (found === null) return null;
    const one = { ...found, size: found.size + KEEPING_BYTES };
    known.set(key, one);
    size += one.size;
    for (const oldest of known.keys()) {
      if (size <= most) break;
      forget(oldest);
    }
    return one;
  }

  return {
    count: (keys) => keys.filter((key) => known.has(key)).length,
    async read(keys, versions) {
      const found = new Map<string, CachedObject<T>>();
      const there = versions === null ? keys : keys.filter((key) => versions.has(key));
      // First what is remembered: reading the others may push it out.
      const unknown = there.filter((key) => {
        const one = known.get(key);
        if (one === undefined || one.version !== versions?.get(key)) return true;
        // What was asked for last comes last.
        known.delete(key);
        known.set(key, one);
        found.set(key, one);
        return false;
      });
      await mapConcurrent(
        unknown,
        async (key) => {
          const one = await readOne(key);
          if (one !== null) found.set(key, one);
        },
        SMALL_OBJECT_CONCURRENCY,
      );
      return found;
    },
  };
}

/** What there is of one object for each folder, by folder and in the shape that its readers know. */
export async function readByFolder<T, U>(
  known: ObjectCache<T>,
  {
    folders,
    keyOf,
    versions,
  }: {
    readonly folders: readonly number[];
    readonly keyOf: (folder: number) => string;
    readonly versions: ListedVersions;
  },
  shaped: (object: CachedObject<T>) => U,
): Promise<ReadonlyMap<number, U>> {
  const keys = new Map(folders.map((folder) => [folder, keyOf(folder)]));
  const found = await known.read([...keys.values()], versions);
  return new Map(
    [...keys].flatMap(([folder, key]) => {
      const object = found.get(key);
      return object === undefined ? [] : [[folder, shaped(object)] as const];
    }),
  );
}
