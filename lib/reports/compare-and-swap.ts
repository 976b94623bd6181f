// Changes an object that several writers may change at the same time, with optimistic concurrency control.
import { Failure } from '../shared/failure.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import { JSON_TYPE } from './report-repository.ts';

/** In each round one of the competing writers succeeds. */
const MAX_ATTEMPTS = 20;

/** How a stored object is read and written as a value. */
export interface SwappableValue<T> {
  readonly key: string;
  /** The current value; null when there is nothing to change. */
  readonly read: () => Promise<{ readonly value: T; readonly version: string } | null>;
  readonly encode: (value: T) => Uint8Array;
}

/**
 * Applies `change` to the current value and returns the value that is stored then; null when there is none. `change`
 * is called again after another writer came first, and returns its argument itself when there is nothing to do.
 */
export async function compareAndSwap<T>(
  store: Pick<ObjectStore, 'replace'>,
  { key, read, encode }: SwappableValue<T>,
  change: (current: T) => T,
): Promise<T | null> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const current = await read();
    if (current === null) return null;
    const changed = change(current.value);
    if (changed === current.value) return changed;
    if (await store.replace(key, encode(changed), current.version, JSON_TYPE)) return changed;
  }
  throw new Failure('STORE_UNAVAILABLE', { key, reason: 'too many writers' });
}
