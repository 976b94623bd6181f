// The clock as a parameter: what depends on the time is given it.
import { MINUTE_MS } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';

export type Clock = () => Instant;

/** How far the clocks of two machines may be apart. */
const CLOCK_DIFFERENCE_MS = MINUTE_MS;

/** Whether a UTC instant that was stored as the present one comes from a wrong clock, so that it must not be waited for. */
export function isAhead(storedInstant: string, now: Instant): boolean {
  return Date.parse(storedInstant) > now + CLOCK_DIFFERENCE_MS;
}

interface TimedCache<T> {
  /** The load that was started at `notBefore` or later and has not expired, pending or complete; null otherwise. */
  current(notBefore?: Instant): Promise<T> | null;
  /** The loaded value that has not expired; null otherwise. */
  currentValue(): T | null;
  /** Starts a load, whose result replaces the cached one. */
  load(load: () => Promise<T>): Promise<T>;
}

export function createTimedCache<T>(clock: Clock, ttlMs: number): TimedCache<T> {
  interface CacheEntry {
    readonly startedAt: Instant;
    readonly result: Promise<T>;
    value: T | null;
  }
  let entry: CacheEntry | null = null;
  const findEntry = (notBefore: Instant): CacheEntry | null =>
    entry !== null && entry.startedAt >= notBefore && clock() - entry.startedAt < ttlMs
      ? entry
      : null;
  return {
    current: (notBefore = -Infinity) => findEntry(notBefore)?.result ?? null,
    currentValue: () => findEntry(-Infinity)?.value ?? null,
    load(load) {
      const newEntry: CacheEntry = { startedAt: clock(), result: load(), value: null };
      entry = newEntry;
      newEntry.result.then(
        (value) => {
          newEntry.value = value;
        },
        () => {
          if (entry === newEntry) entry = null;
        },
      );
      return newEntry.result;
    },
  };
}
