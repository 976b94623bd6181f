// Hides when a failed request is tried again and how long to wait. Pure: time and chance come as arguments.
import type { Instant } from '../../domain/facts.ts';

export const MAX_ATTEMPTS = 4;
const BASE_MS = 500;
const MAX_BACKOFF_MS = 20_000;
const MAX_RETRY_AFTER_MS = 60_000;
/** A Retry-After in a far year must not keep a process that runs for months from asking ever again. */
const MAX_QUIET_MS = 24 * 60 * 60_000;
/** Further retries than a call's first are made for this share of the calls only, apart from the first few. */
const BUDGET_SHARE = 0.1;
const BUDGET_FLOOR = 10;

const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850_DATE = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Full jitter: anything from nothing up to min(20 s, 0.5 s · 2^retries). `chance` is in [0, 1). */
export function backoffMs(retriesSoFar: number, chance: number): number {
  return chance * Math.min(MAX_BACKOFF_MS, BASE_MS * 2 ** retriesSoFar);
}

/** Milliseconds that a Retry-After header asks for; null for none, one in the past or nonsense (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | null, now: Instant): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = parseHttpDate(text);
  return date === null || date <= now ? null : date - now;
}

function parseHttpDate(text: string): Instant | null {
  const isUtc = IMF_FIXDATE.test(text) || RFC_850_DATE.test(text);
  if (!isUtc && !ASCTIME_DATE.test(text)) return null;
  // asctime has no zone and means UTC, where Date.parse would take the host's.
  const instant = Date.parse(isUtc ? text : `${text} GMT`);
  return Number.isNaN(instant) ? null : instant;
}

export interface RetrySituation {
  /** Retries of this call that were made. */
  readonly retriesSoFar: number;
  readonly retryAfterMs: number | null;
  /** Until the call's deadline. */
  readonly remainingMs: number;
  /** In [0, 1). */
  readonly chance: number;
}

/** How long to wait before the next attempt; null when there should be none. */
export function waitBeforeRetry(situation: RetrySituation): number | null {
  const { retriesSoFar, remainingMs, chance } = situation;
  if (retriesSoFar + 1 >= MAX_ATTEMPTS) return null;
  const wait = Math.max(situation.retryAfterMs ?? 0, backoffMs(retriesSoFar, chance));
  return canWait(wait, remainingMs) ? wait : null;
}

/** Whether a call with so much time left may wait for so long before it is sent. */
export function canWait(ms: number, remainingMs: number): boolean {
  return ms <= MAX_RETRY_AFTER_MS && ms < remainingMs;
}

/** Until when nothing is sent, by a Retry-After of so many milliseconds. */
export function quietUntil(retryAfter: number, now: Instant): Instant {
  return now + Math.min(retryAfter, MAX_QUIET_MS);
}

/**
 * Whether one more further retry fits a client that made so many calls and further retries: 10 % of the calls
 * and ten. A call's first retry is always made, and so is one at the time that the server itself named:
 * a server that is busy, or wakes up, must not cost figures; one that is down must not be hammered.
 */
export function fitsBudget(calls: number, furtherRetries: number): boolean {
  return furtherRetries + 1 <= BUDGET_FLOOR + calls * BUDGET_SHARE;
}
