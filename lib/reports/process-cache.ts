// Bounded cache of what one process has read from the store, to save requests between jobs.
// It never decides whether a report is made: with an empty cache the outcome is the same, only later.
import type { Plan } from '../ports/stored-records.ts';

export interface CachedPlan {
  readonly plan: Plan;
  readonly version: string;
}

export interface ProcessCache {
  /** The plan that was read last, if it was read under this key. */
  findPlan(key: string): CachedPlan | null;
  storePlan(key: string, version: string, plan: Plan): void;
}

export function createProcessCache(): ProcessCache {
  let lastPlan: ({ readonly key: string } & CachedPlan) | null = null;
  return {
    findPlan: (key) => (lastPlan?.key === key ? lastPlan : null),
    storePlan: (key, version, plan) => {
      lastPlan = { key, version, plan };
    },
  };
}
