// Cache of small decoded objects by key and version: an object that a listing shows in a cached version is not read
// again.
import { LRUCache } from 'lru-cache';
import type { Codec, ListedObject, ObjectStore } from '../ports/object-store.ts';
import type { KeyOf, SizedValue, StoredValue } from './report-repository.ts';
import { readValue } from './report-repository.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';

export interface ObjectCache<T> {
  /** How many of these keys are cached, in any version. */
  count(keys: readonly string[]): number;
  /**
   * Objects by key, without those that do not exist or that the listing lacks. `versions`: by key, from a listing that was
   * just made; null without a listing.
   */
  read(
    keys: readonly string[],
    versions: ReadonlyMap<string, string> | null,
  ): Promise<ReadonlyMap<string, StoredValue<T>>>;
}

/** Stored sizes with the overhead of each: about 8,000 manifests or job records. */
const MAX_BYTES = 12 * 1024 ** 2;
/** Estimated memory of an entry beyond its stored size. */
const ENTRY_OVERHEAD_BYTES = 1024;

/** `keyOf` is as in `readValue`; `maxBytes` bounds the cache; reads fail as the store does. */
export function createObjectCache<T>(
  store: Pick<ObjectStore, 'read'>,
  codec: Pick<Codec<T>, 'decode'>,
  keyOf: KeyOf<T> | null,
  maxBytes = MAX_BYTES,
): ObjectCache<T> {
  const cache = new LRUCache<string, SizedValue<T>>({
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => size + ENTRY_OVERHEAD_BYTES,
  });

  async function readOne(key: string): Promise<StoredValue<T> | null> {
    const object = await readValue(store, codec, key, keyOf);
    if (object === null) cache.delete(key);
    else cache.set(key, object);
    return object;
  }

  return {
    count: (keys) => keys.filter((key) => cache.has(key)).length,
    async read(keys, versions) {
      const objects = new Map<string, StoredValue<T>>();
      const listedKeys = versions === null ? keys : keys.filter((key) => versions.has(key));
      // Cached objects are taken first: reading the others may evict them.
      const missingKeys = listedKeys.filter((key) => {
        const cached = cache.peek(key);
        if (cached === undefined || cached.version !== versions?.get(key)) return true;
        objects.set(key, cached);
        cache.get(key);
        return false;
      });
      await mapConcurrent(
        missingKeys,
        async (key) => {
          const object = await readOne(key);
          if (object !== null) objects.set(key, object);
        },
        SMALL_OBJECT_CONCURRENCY,
      );
      return objects;
    },
  };
}

/** The versions of listed objects by folder, without objects whose key is not that of a folder. */
export function versionsByFolder(
  listedObjects: readonly ListedObject[],
  keyOf: (folder: number) => string,
): ReadonlyMap<number, string> {
  return new Map(
    listedObjects.flatMap(({ key, version }) => {
      const folder = Number(/\/([1-9]\d*)(?:\/manifest)?\.json$/.exec(key)?.[1]);
      return Number.isSafeInteger(folder) && keyOf(folder) === key
        ? [[folder, version] as const]
        : [];
    }),
  );
}

/** Reads one object for each folder. The listed versions and the result are by folder; folders without an object are left out. */
export async function readByFolder<T>(
  cache: ObjectCache<T>,
  folders: readonly number[],
  keyOf: (folder: number) => string,
  versions: ReadonlyMap<number, string> | null,
): Promise<ReadonlyMap<number, StoredValue<T>>> {
  const keys = new Map(folders.map((folder) => [folder, keyOf(folder)]));
  const versionsByKey =
    versions === null
      ? null
      : new Map(Array.from(versions, ([folder, version]) => [keyOf(folder), version]));
  const objects = await cache.read([...keys.values()], versionsByKey);
  return new Map(
    [...keys].flatMap(([folder, key]) => {
      const object = objects.get(key);
      return object === undefined ? [] : [[folder, object] as const];
    }),
  );
}
