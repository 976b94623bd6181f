// Bounded cache of what one process has read from the store, to save requests between jobs.
// It never decides whether a report is made: with an empty cache the outcome is the same, only later.
import { LRUCache } from 'lru-cache';
import type { Plan } from '../ports/stored-records.ts';

export interface CachedPlan {
  readonly plan: Plan;
  readonly version: string;
}

export interface ProcessCache {
  /** The plan that was read last, if it was read under this key. */
  findPlan(key: string): CachedPlan | null;
  storePlan(key: string, version: string, plan: Plan): void;

  /** Whether a manifest was read or written under this key; it still exists unless its week was pruned. */
  hasManifest(key: string): boolean;
  recordManifest(key: string, exists: boolean): void;

  /** Number of `enqueue` calls so far. */
  sequence(): number;
  /** The send operation of this job that was started after that sequence number; null when there is none. */
  enqueuedAfter(job: string, sequence: number): Promise<void> | null;
  /** Sends a job and remembers the operation. */
  enqueue(job: string, send: () => Promise<void>): Promise<void>;
}

/** One or two megabytes: four weeks of a large company. */
const MAX_MANIFESTS = 10_000;
/** Only sends that were started since the current job's are of use. */
const MAX_SENDS = 1_000;

export function createProcessCache(): ProcessCache {
  let lastPlan: ({ readonly key: string } & CachedPlan) | null = null;
  const manifests = new LRUCache<string, true>({ max: MAX_MANIFESTS });
  const sends = new LRUCache<string, { readonly sequence: number; readonly sent: Promise<void> }>({
    max: MAX_SENDS,
  });
  let sequence = 0;
  return {
    findPlan: (key) => (lastPlan?.key === key ? lastPlan : null),
    storePlan: (key, version, plan) => {
      lastPlan = { key, version, plan };
    },

    hasManifest: (key) => manifests.has(key),
    recordManifest: (key, exists) => {
      if (exists) manifests.set(key, true);
      else manifests.delete(key);
    },

    sequence: () => sequence,
    enqueuedAfter: (job, after) => {
      const send = sends.get(job);
      return send !== undefined && send.sequence > after ? send.sent : null;
    },
    enqueue: (job, send) => {
      sequence += 1;
      const sending = send();
      sends.set(job, { sequence, sent: sending });
      return sending;
    },
  };
}
