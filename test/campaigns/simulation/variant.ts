// Replaceable parts of the simulated deployment; a mutant replaces one with a wrong implementation.
import type { FeedbackSource } from '../../../lib/ports/feedback-source.ts';
import type { Codec, ObjectStore } from '../../../lib/ports/object-store.ts';
import type { JobRun } from '../../../functions/make-report/handler.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import type { SimulatedBucket, StoreVariant } from './simulated-bucket.ts';
import type { Paging } from './simulated-company.ts';

export interface Variant {
  readonly name: string;
  readonly store?: StoreVariant;
  readonly wrapStore?: (store: ObjectStore, bucket: SimulatedBucket) => ObjectStore;
  readonly manifests?: Codec<Manifest>;
  readonly wrapWork?: (work: JobRun, store: ObjectStore) => JobRun;
  readonly wrapSource?: (source: FeedbackSource, now: () => number) => FeedbackSource;
  readonly paging?: Paging;
  readonly acknowledgesBeforeWork?: boolean;
  readonly answersBeforeWork?: boolean;
  readonly wrapReceipts?: (store: ObjectStore) => ObjectStore;
  readonly ignoresFailedAnnouncements?: boolean;
  readonly wrapPrunedStore?: (store: ObjectStore) => ObjectStore;
  readonly skipsLastTables?: boolean;
}

export const CORRECT_VARIANT: Variant = { name: 'correct' };
