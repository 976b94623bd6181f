// The timing of calls: the deadline of each, when a failed request is retried, and how long it waits before. Time, sleep
// and random numbers are arguments.
import type { Instant } from '../../domain/report-inputs.ts';
import type { Clock } from '../../shared/clock.ts';

export const MAX_ATTEMPTS = 4;
const BASE_MS = 500;
const MAX_BACKOFF_MS = 20_000;
/**
 * The longest wait of a call. A call that would have to wait longer fails. On AWS its job is then retried after the pause, or
 * after MAX_MESSAGE_PAUSE_SECONDS of lib/jobs/retry-policy.ts if that is sooner.
 */
const MAX_WAIT_IN_CALL_MS = 60_000;
/**
 * The longest pause of all calls; each fails at once while more than MAX_WAIT_IN_CALL_MS of it is left. What a Retry-After asks
 * for beyond it is ignored: one in a far year must not block a long-running process for ever.
 */
const MAX_SHARED_PAUSE_MS = 24 * 60 * 60_000;
/** Second and later retries are limited to this share of the calls, plus a fixed number. */
const BUDGET_SHARE = 0.1;
const BUDGET_FLOOR = 10;

const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850_DATE = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Full jitter: uniform from 0 to min(20 s, 0.5 s · 2^retries). `random` is in [0, 1). */
export function backoffMs(retriesSoFar: number, random: number): number {
  return random * Math.min(MAX_BACKOFF_MS, BASE_MS * 2 ** retriesSoFar);
}

/** The milliseconds of a Retry-After header; null when absent, in the past or invalid (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | null, now: Instant): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = parseHttpDate(text);
  return date === null || date <= now ? null : date - now;
}

/** Null for anything but a date of HTTP (RFC 9110, 5.6.7). */
export function parseHttpDate(text: string): Instant | null {
  const isUtc = IMF_FIXDATE.test(text) || RFC_850_DATE.test(text);
  if (!isUtc && !ASCTIME_DATE.test(text)) return null;
  // asctime has no zone and means UTC; Date.parse would use the host's zone.
  const instant = Date.parse(isUtc ? text : `${text} GMT`);
  return Number.isNaN(instant) ? null : instant;
}

interface RetrySituation {
  /** Retries of this call so far. */
  readonly retriesSoFar: number;
  readonly retryAfterMs: number | null;
  /** Until the call's deadline. */
  readonly remainingMs: number;
  /** In [0, 1). */
  readonly random: number;
}

/** Milliseconds to wait before the next attempt; null for no further attempt. */
export function waitBeforeRetry(situation: RetrySituation): number | null {
  const { retriesSoFar, remainingMs, random } = situation;
  if (retriesSoFar + 1 >= MAX_ATTEMPTS) return null;
  const wait = Math.max(situation.retryAfterMs ?? 0, backoffMs(retriesSoFar, random));
  return canWait(wait, remainingMs) ? wait : null;
}

/** Whether a call with `remainingMs` before its deadline may wait for `ms` before it is sent. */
export function canWait(ms: number, remainingMs: number): boolean {
  return ms <= MAX_WAIT_IN_CALL_MS && ms < remainingMs;
}

/**
 * Whether one more further retry is allowed after this many calls and further retries: at most ten plus 10 % of the calls.
 * A call's first retry and retries at a time that the server named (Retry-After) are always allowed, so that a busy
 * server does not cost figures; the limit protects a server that is down.
 */
export function isWithinRetryBudget(calls: number, furtherRetries: number): boolean {
  return furtherRetries + 1 <= BUDGET_FLOOR + calls * BUDGET_SHARE;
}

/** Resolves after this many milliseconds; when the signal is aborted, it resolves or rejects early. */
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

/** The pause that the server has asked for with Retry-After. Clients of one server may share it. */
export interface RequestPause {
  /** No request is sent before. */
  until: Instant;
}

export function createRequestPause(): RequestPause {
  return { until: -Infinity };
}

/** What the retries of all calls share: their budget, and the pause that the server has asked for. */
export interface RetryControl {
  /** Counts a call that sends its first request. */
  countCall(): void;
  /** The end of a Retry-After, which holds for all calls. */
  pausedUntil(): Instant;
  /**
   * Milliseconds until a call's next attempt; null for none. A second or later retry without Retry-After uses up the budget.
   */
  decideWait(
    failure: { readonly isRetryable: boolean; readonly retryAfter: string | null },
    retriesSoFar: number,
    remainingMs: number,
  ): number | null;
}

export function createRetryControl({
  clock,
  random,
  pause,
}: {
  readonly clock: Clock;
  readonly random: () => number;
  readonly pause: RequestPause;
}): RetryControl {
  let calls = 0;
  let furtherRetries = 0;
  return {
    countCall: () => {
      calls += 1;
    },
    pausedUntil: () => pause.until,
    decideWait(failure, retriesSoFar, remainingMs) {
      if (!failure.isRetryable) return null;
      const now = clock();
      const requestedMs = retryAfterMs(failure.retryAfter, now);
      // Before this call's own wait is decided: the other calls have to wait even when this one gives up.
      if (requestedMs !== null) {
        pause.until = Math.max(pause.until, now + Math.min(requestedMs, MAX_SHARED_PAUSE_MS));
      }
      // A Retry-After of 0 names no time to wait for.
      const isFurther = retriesSoFar > 0 && (requestedMs ?? 0) === 0;
      if (isFurther && !isWithinRetryBudget(calls, furtherRetries)) return null;
      const wait = waitBeforeRetry({
        retriesSoFar,
        remainingMs,
        retryAfterMs: requestedMs,
        random: random(),
      });
      if (wait !== null && isFurther) furtherRetries += 1;
      return wait;
    },
  };
}
