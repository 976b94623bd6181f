// The last answer to a question, remembered for a while and shared by whoever asks meanwhile. It hides when it is old,
// and that only what was answered is remembered, not that it couldn't be.
import type { Instant } from '../domain/facts.ts';
import type { Clock } from './clock.ts';

export interface TimedCache<T> {
  /** What was begun at that instant or later and is not old, answered or not; null when there is no such thing. */
  fresh(notBefore?: Instant): Promise<T> | null;
  /** What was answered and is not old; null when there is nothing. */
  known(): T | null;
  /** Asks in any case, for everybody from now on. */
  begin(ask: () => Promise<T>): Promise<T>;
}

export function createTimedCache<T>(clock: Clock, forMs: number): TimedCache<T> {
  let last: { readonly at: Instant; readonly answer: Promise<T>; value: T | null } | null = null;
  const current = (notBefore: Instant): typeof last =>
    last !== null && last.at >= notBefore && clock() - last.at < forMs ? last : null;
  return {
    fresh: (notBefore = -Infinity) => current(notBefore)?.answer ?? null,
    known: () => current(-Infinity)?.value ?? null,
    begin(ask) {
      const own: NonNullable<typeof last> = { at: clock(), answer: ask(), value: null };
      last = own;
      own.answer.then(
        (value) => {
          own.value = value;
        },
        () => {
          if (last === own) last = null;
        },
      );
      return own.answer;
    },
  };
}
