// When a message that is known not to have gone out is tried again.
import { DAY_MS, MINUTE_MS } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';

/** A message is tried again for this long after the first attempt. */
export const RETRY_PERIOD_MS = DAY_MS;
const MAX_DELAY_MINUTES = 60;

/**
 * The instant of the next attempt after so many attempts: after 1, 2, 4, … 60 minutes, shortened by up to a half at random, or
 * when the receiver says if that is later: one that says "at once" would be asked all day. Null when that is more than a day
 * after the first attempt.
 */
export function nextAttemptAt(
  {
    attempts,
    firstAttemptAt,
    retryAfterSeconds,
  }: {
    readonly attempts: number;
    readonly firstAttemptAt: Instant;
    readonly retryAfterSeconds: number | null;
  },
  now: Instant,
  random: () => number,
): Instant | null {
  const backoffMs = MINUTE_MS * Math.min(MAX_DELAY_MINUTES, 2 ** (attempts - 1));
  const delayMs = Math.max(backoffMs * (1 - random() / 2), 1000 * (retryAfterSeconds ?? 0));
  const next = now + Math.ceil(delayMs);
  return next < firstAttemptAt + RETRY_PERIOD_MS ? next : null;
}

/** Whole seconds until an instant, at least one. */
export function secondsUntil(instant: Instant, now: Instant): number {
  return Math.max(1, Math.ceil((instant - now) / 1000));
}
