// An object store in memory that fulfils the store contract.
import type { ObjectStore } from '../../lib/ports/object-store.ts';
import { keySegments, prefixSegments } from '../../lib/ports/object-store.ts';
import { publishContent } from './open-temporary-store.ts';

type Operation = 'read' | 'create' | 'replace' | 'children' | 'entries' | 'remove';

const NO_CALLS: Readonly<Record<Operation, number>> = {
  read: 0,
  create: 0,
  replace: 0,
  children: 0,
  entries: 0,
  remove: 0,
};

export interface MemoryStore extends ObjectStore {
  /** Objects by key. */
  readonly objects: ReadonlyMap<string, Uint8Array>;
  /** Calls so far, by operation. */
  readonly calls: Readonly<Record<Operation, number>>;
  resetCalls(): void;
  /** Wraps every call: runs its work, or fails before or after it. */
  onCall: <T>(work: () => Promise<T>, key: string) => Promise<T>;
}

export function memoryStore(): MemoryStore {
  const objects = new Map<string, Uint8Array>();
  const versions = new Map<string, number>();
  const calls = { ...NO_CALLS };
  let writes = 0;
  const write = (key: string, bytes: Uint8Array): void => {
    writes += 1;
    publishContent(`${key} in memory`, bytes);
    objects.set(key, new Uint8Array(bytes));
    versions.set(key, writes);
  };
  // Every result is asynchronous, as over a network, so that callers interleave.
  const respond = <T>(operation: Operation, key: string, work: () => T): Promise<T> => {
    calls[operation] += 1;
    return store.onCall(
      () =>
        Promise.resolve().then(() => {
          if (operation === 'children' || operation === 'entries') prefixSegments(key);
          else keySegments(key);
          return work();
        }),
      key,
    );
  };
  const store: MemoryStore = {
    objects,
    calls,
    onCall: (work) => work(),
    resetCalls: () => {
      Object.assign(calls, NO_CALLS);
    },
    read: (key) =>
      respond('read', key, () => {
        const bytes = objects.get(key);
        return bytes === undefined
          ? null
          : { bytes: new Uint8Array(bytes), version: String(versions.get(key)) };
      }),
    // Counts as a read, as it is charged.
    readVersion: (key) =>
      respond('read', key, () => (objects.has(key) ? String(versions.get(key)) : null)),
    create: (key, bytes) => {
      const copy = new Uint8Array(bytes);
      return respond('create', key, () => {
        if (objects.has(key)) return false;
        write(key, copy);
        return true;
      });
    },
    replace: (key, bytes, version) => {
      const copy = new Uint8Array(bytes);
      return respond('replace', key, () => {
        if (!objects.has(key) || String(versions.get(key)) !== version) return false;
        write(key, copy);
        return true;
      });
    },
    children: (prefix) =>
      respond('children', prefix, () => {
        const keys = [...objects.keys()].filter((key) => key.startsWith(prefix));
        return [...new Set(keys.map((key) => key.slice(prefix.length).split('/')[0] ?? ''))].sort();
      }),
    entries: (prefix, lastSegment) =>
      respond('entries', prefix, () =>
        [...objects.keys()]
          .filter((key) => key.startsWith(prefix))
          .filter((key) => lastSegment === undefined || key.split('/').at(-1) === lastSegment)
          .sort()
          .map((key) => ({ key, version: String(versions.get(key)) })),
      ),
    remove: (key) =>
      respond('remove', key, () => {
        objects.delete(key);
      }),
  };
  return store;
}
