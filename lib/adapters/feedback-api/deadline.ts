// Hides how a call's time runs out: on the clock and the sleep that were passed in.
import type { Clock } from '../../shared/clock.ts';

/** Resolves after so many milliseconds; ends early, either way, when the signal is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export interface Deadline {
  readonly signal: AbortSignal;
  readonly remainingMs: () => number;
  readonly cancel: () => void;
}

export interface Timing {
  readonly totalMs: number;
  readonly clock: Clock;
  readonly sleep: Sleep;
}

export function startDeadline({ totalMs, clock, sleep }: Timing): Deadline {
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
      // With a reason of its own: the usual one is an error with a stack, made for every call.
      cancelled.abort('done');
    },
  };
}
