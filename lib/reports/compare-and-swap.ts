// Changing what several may change at the same time: by compare and swap, again for whoever came second.
import { Failure } from '../shared/failure.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import { JSON_TYPE } from './report-repository.ts';

/** Of writers of one object at the same time, each of whom makes one win. */
const MOST_TRIES = 20;

/** An object as a value, and how it is read and written. */
export interface SwappableValue<T> {
  readonly key: string;
  /** What stands; null when there is nothing to change. */
  readonly read: () => Promise<{ readonly value: T; readonly version: string } | null>;
  readonly encode: (value: T) => Uint8Array;
}

/**
 * Changes what stands, and gives what stands then; null where nothing does. `change` is asked again when somebody else
 * was quicker, and gives back the very value when there is nothing to do.
 */
export async function compareAndSwap<T>(
  store: Pick<ObjectStore, 'replace'>,
  { key, read, encode }: SwappableValue<T>,
  change: (standing: T) => T,
): Promise<T | null> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const standing = await read();
    if (standing === null) return null;
    const changed = change(standing.value);
    if (changed === standing.value) return changed;
    if (await store.replace(key, encode(changed), standing.version, JSON_TYPE)) return changed;
  }
  throw new Failure('STORE_UNAVAILABLE', { key, reason: 'too many writers' });
}
