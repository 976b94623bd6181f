// The weeks that a tick of the planner looks at.
import type { Week } from '../domain/calendar.ts';
import {
  firstStartOfWeek,
  DAY_MS,
  HOUR_MS,
  endOfWeekEverywhere,
  settledEverywhereAt,
  weekOf,
  weeksFrom,
} from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';

/** Missing reports are made for this long after a week has settled. */
const PLANNING_WINDOW_MS = 8 * DAY_MS;
/** Whether missing reports of the week are no longer made. */
export function isOld(week: Week, now: Instant, settleHours: number): boolean {
  return now > settledEverywhereAt(week, settleHours) + PLANNING_WINDOW_MS;
}

/** A look may take this long, if the reporting API can't be read; then a day remains for the reports above. */
const LOOK_WINDOW_MS = 9 * DAY_MS;

/**
 * Oldest first: those from the time when they have settled in the first zone until eight days after they have settled
 * everywhere, and again from each look on, which is due `lookDelaysMs` after they have settled.
 */
export function weeksToPlan(
  now: Instant,
  settleHours: number,
  lookDelaysMs: readonly number[] = [],
): readonly Week[] {
  const settleMs = settleHours * HOUR_MS;
  const weeks = [
    ...weeksWithinWindow(now, settleMs, PLANNING_WINDOW_MS).filter(
      (week) => firstStartOfWeek(weeksFrom(week, 1)) + settleMs <= now,
    ),
    ...lookDelaysMs.flatMap((delayMs) =>
      weeksWithinWindow(now - delayMs, settleMs, LOOK_WINDOW_MS).filter(
        (week) => endOfWeekEverywhere(week) + settleMs + delayMs <= now,
      ),
    ),
  ];
  const byName = new Map(weeks.map((week) => [week.name, week]));
  return [...byName.values()].toSorted((a, b) => a.monday - b.monday);
}

/** The weeks that settled everywhere at most `windowMs` ago or have not settled yet. */
function weeksWithinWindow(now: Instant, settleMs: number, windowMs: number): readonly Week[] {
  // At one instant two zones can be in different weeks.
  const latest = weekOf(Math.floor(now / DAY_MS) + 1);
  const count = Math.ceil((windowMs + settleMs) / (7 * DAY_MS)) + 2;
  return Array.from({ length: count + 1 }, (_, i) => weeksFrom(latest, i - count)).filter(
    (week) => now <= endOfWeekEverywhere(week) + settleMs + windowMs,
  );
}
