// A store in memory that keeps what every store promises; for tests of what is built on stores.
import { segmentsOf, segmentsOfPrefix } from '../../lib/shared/object-key.ts';
import type { ObjectStore } from '../../lib/ports/object-store.ts';
import { keep } from './open-temporary-store.ts';

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
  /** Stands between every call and its work: to do it, or to fail before or after. */
  onCall: <T>(work: () => Promise<T>) => Promise<T>;
}

export function memoryStore(): MemoryStore {
  const objects = new Map<string, Uint8Array>();
  const versions = new Map<string, number>();
  const calls = { ...NO_CALLS };
  let writes = 0;
  const write = (key: string, bytes: Uint8Array): void => {
    writes += 1;
    keep(`${key} in memory`, bytes);
    objects.set(key, new Uint8Array(bytes));
    versions.set(key, writes);
  };
  // Every answer comes later, as over a wire, so that callers interleave.
  const answer = <T>(operation: Operation, key: string, work: () => T): Promise<T> => {
    calls[operation] += 1;
    return store.onCall(() =>
      Promise.resolve().then(() => {
        if (operation === 'children' || operation === 'entries') segmentsOfPrefix(key);
        else segmentsOf(key);
        return work();
      }),
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
      answer('read', key, () => {
        const bytes = objects.get(key);
        return bytes === undefined
          ? null
          : { bytes: new Uint8Array(bytes), version: String(versions.get(key)) };
      }),
    create: (key, bytes) => {
      const given = new Uint8Array(bytes);
      return answer('create', key, () => {
        if (objects.has(key)) return false;
        write(key, given);
        return true;
      });
    },
    replace: (key, bytes, version) => {
      const given = new Uint8Array(bytes);
      return answer('replace', key, () => {
        if (!objects.has(key) || String(versions.get(key)) !== version) return false;
        write(key, given);
        return true;
      });
    },
    children: (prefix) =>
      answer('children', prefix, () => {
        const below = [...objects.keys()].filter((key) => key.startsWith(prefix));
        return [
          ...new Set(below.map((key) => key.slice(prefix.length).split('/')[0] ?? '')),
        ].sort();
      }),
    entries: (prefix, named) =>
      answer('entries', prefix, () =>
        [...objects.keys()]
          .filter((key) => key.startsWith(prefix))
          .filter((key) => named === undefined || key.split('/').at(-1) === named)
          .sort()
          .map((key) => ({ key, version: String(versions.get(key)) })),
      ),
    remove: (key) =>
      answer('remove', key, () => {
        objects.delete(key);
      }),
  };
  return store;
}
