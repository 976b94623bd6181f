// The deadline of a call, on the clock and the sleep function that are passed in.
import type { Clock } from '../../shared/clock.ts';

/** Resolves after so many milliseconds; when the signal is aborted, it resolves or rejects early. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export interface Deadline {
  readonly signal: AbortSignal;
  readonly remainingMs: () => number;
  readonly cancel: () => void;
}

export interface DeadlineOptions {
  readonly totalMs: number;
  readonly clock: Clock;
  readonly sleep: Sleep;
}

export function startDeadline({ totalMs, clock, sleep }: DeadlineOptions): Deadline {
  const end = clock() + totalMs;
  const expired = new AbortController();
  const cancelled = new AbortController();
  void sleep(totalMs, cancelled.signal)
    .then(() => {
      if (!cancelled.signal.aborted) expired.abort();
    })
    .catch(() => undefined);
  return {
    signal: expired.signal,
    remainingMs: () => end - clock(),
    cancel: () => {
      // A constant reason: the default is an error with a stack trace for every call.
      cancelled.abort('done');
    },
  };
}
