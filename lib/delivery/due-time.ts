// When the message about a week is due, and when one that is known not to have gone out is tried again.
import type { Week } from '../domain/calendar.ts';
import {
  DAY_MS,
  endOfWeekEverywhere,
  firstInstantAt,
  firstStartOfWeek,
  HOUR_MS,
  weekOf,
  weeksFrom,
  MINUTE_MS,
} from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { DeliveryReceipt } from '../ports/deliveries.ts';
import type { Subscription } from '../ports/subscriptions.ts';

/** A message is sent for the first time within this time after it was due. */
const DELIVERY_PERIOD_MS = 7 * DAY_MS;
/** A week is the last complete one until its successor has settled: up to a day longer. */
const READY_PERIOD_MS = DELIVERY_PERIOD_MS + DAY_MS;
/** Half-open. */
interface DeliveryPeriod {
  readonly from: Instant;
  readonly until: Instant;
}

/**
 * The time in which the message about a week can be sent for the first time: seven days from the local time after the week at
 * which it is due. "ready": from the end of the week in the first time zone until eight days after its end in the last one.
 */
export function deliveryPeriod(week: Week, when: Subscription['when']): DeliveryPeriod {
  if (when === 'ready') {
    return {
      from: firstStartOfWeek(weeksFrom(week, 1)),
      until: endOfWeekEverywhere(week) + READY_PERIOD_MS,
    };
  }
  const { weekday, time, timeZone } = when;
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const from = firstInstantAt(week.monday + 7 + weekday - 1, 60 * hour + minute, timeZone);
  return { from, until: from + DELIVERY_PERIOD_MS };
}

export function isWithin({ from, until }: DeliveryPeriod, now: Instant): boolean {
  return from <= now && now < until;
}

/** A message without a final receipt is late this long after it could be sent. */
const LATE_MS = 2 * HOUR_MS;

/** `since`: UTC instant from which a message could be sent. */
export function isLate(since: string, now: Instant): boolean {
  return now >= Date.parse(since) + LATE_MS;
}

/** The weeks about which messages can be due at an instant, attempts that are repeated included; oldest first. */
export function weeksToDeliver(now: Instant): readonly Week[] {
  // At one instant two zones can be in different weeks.
  const latest = weekOf(Math.floor(now / DAY_MS) + 1);
  // The last local time is that of a Sunday, in the last zone.
  const lastEnd = (week: Week): Instant =>
    endOfWeekEverywhere(week) + 7 * DAY_MS + DELIVERY_PERIOD_MS + RETRY_PERIOD_MS;
  return [-4, -3, -2, -1, 0]
    .map((count) => weeksFrom(latest, count))
    .filter((week) => deliveryPeriod(week, 'ready').from <= now && now < lastEnd(week));
}

/** A message is tried again for this long after the first attempt. */
export const RETRY_PERIOD_MS = DAY_MS;
const MAX_DELAY_MINUTES = 60;

/**
 * The instant of the next attempt after so many attempts: after 1, 2, 4, … 60 minutes, shortened by up to a half at random, or
 * when the receiver says if that is later: one that says "at once" would be asked all day. Null when that is more than a day
 * after the first attempt.
 */
export function nextAttemptAt(
  { attempts, firstAttemptAt }: Pick<DeliveryReceipt, 'attempts' | 'firstAttemptAt'>,
  retryAfterSeconds: number | null,
  now: Instant,
  random: () => number,
): Instant | null {
  const backoffMs = MINUTE_MS * Math.min(MAX_DELAY_MINUTES, 2 ** (attempts - 1));
  const delayMs = Math.max(backoffMs * (1 - random() / 2), 1000 * (retryAfterSeconds ?? 0));
  const next = now + Math.ceil(delayMs);
  return next < Date.parse(firstAttemptAt) + RETRY_PERIOD_MS ? next : null;
}

/** Whole seconds until an instant, at least one. */
export function secondsUntil(instant: Instant, now: Instant): number {
  return Math.max(1, Math.ceil((instant - now) / 1000));
}
