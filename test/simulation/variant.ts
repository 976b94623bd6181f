// Where a wrong way of doing things can be put in the place of the right one.
import type { Codec, FeedbackSource, ObjectStore } from '../../lib/app/ports.ts';
import type { Work } from '../../functions/make-report/door.ts';
import type { Manifest } from '../../lib/domain/stored.ts';
import type { Bucket, StoreVariant } from './bucket.ts';
import type { Paging } from './company.ts';

/** A wrong way of doing things, put in the place of a right one. */
export interface Variant {
  readonly name: string;
  readonly store?: StoreVariant;
  readonly wrapStore?: (store: ObjectStore, bucket: Bucket) => ObjectStore;
  readonly manifests?: Codec<Manifest>;
  readonly wrapWork?: (work: Work, store: ObjectStore) => Work;
  readonly wrapSource?: (source: FeedbackSource, now: () => number) => FeedbackSource;
  readonly paging?: Paging;
  readonly acknowledgesFirst?: boolean;
  readonly answersFirst?: boolean;
  readonly tellsWithoutReceipt?: boolean;
  readonly prunesFilesFirst?: boolean;
}

export const RIGHT: Variant = { name: 'right' };

/** Finds no receipt, and writes none. */
export function forgetful(store: ObjectStore): ObjectStore {
  return { ...store, read: () => Promise.resolve(null), create: () => Promise.resolve(true) };
}

/** Manifests are kept until their files are gone. */
export function filesFirst(store: ObjectStore): ObjectStore {
  const last: string[] = [];
  return {
    ...store,
    remove: async (key) => {
      if (key.endsWith('manifest.json')) last.push(key);
      else await store.remove(key);
    },
    children: async (prefix) => {
      for (const key of prefix.startsWith('requests/') ? last.splice(0) : [])
        await store.remove(key);
      return store.children(prefix);
    },
  };
}
