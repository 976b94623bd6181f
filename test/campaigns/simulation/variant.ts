// Where a wrong way of doing things can be put in the place of the right one.
import type { FeedbackSource } from '../../../lib/ports/feedback-source.ts';
import type { Codec, ObjectStore } from '../../../lib/ports/object-store.ts';
import type { Work } from '../../../functions/make-report/handler.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import type { Bucket, StoreVariant } from './simulated-bucket.ts';
import type { Paging } from './simulated-company.ts';

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
  readonly wrapReceipts?: (store: ObjectStore) => ObjectStore;
  readonly wrapPruned?: (store: ObjectStore) => ObjectStore;
}

export const RIGHT: Variant = { name: 'right' };
