// The 61 weeks that a report knows of a survey, its own included: the last 13 are read by hour, the 48 before them by day.
import type { Week } from './calendar.ts';
import { DAY_MS, weekOf, weeksFrom, zonedWeek } from './calendar.ts';
import { memoizeByNumber } from './memoize.ts';
import type { Instant } from './report-inputs.ts';

/** Weeks that are read by hour, this one included. */
export const TREND_WEEKS = 13;
/** Weeks before them, which are read by day. */
export const DAILY_WEEKS = 48;

const weeksUntil = memoizeByNumber(100, (monday): readonly Week[] =>
  weeksOf(weekOf(monday), DAILY_WEEKS + TREND_WEEKS),
);

/** The 61 weeks that end with this one, oldest first. */
export function historyWeeks(week: Week): readonly Week[] {
  return weeksUntil(week.monday);
}

/** The thirteen weeks that end with this one, oldest first. */
export function trendWeeks(week: Week): readonly Week[] {
  return historyWeeks(week).slice(-TREND_WEEKS);
}

function weeksOf(last: Week, count: number): readonly Week[] {
  return Array.from({ length: count }, (_, i) => weeksFrom(last, i + 1 - count));
}

/** Half-open. */
interface InstantRange {
  readonly start: Instant;
  readonly end: Instant;
}

/** The range to request hourly results for. */
export function hoursToRequest(week: Week, timeZone: string): InstantRange {
  return rangeOfWeeks(weeksFrom(week, 1 - TREND_WEEKS), week, timeZone);
}

/** The range to request daily results for. */
export function daysToRequest(week: Week, timeZone: string): InstantRange {
  const last = weeksFrom(week, -TREND_WEEKS);
  return rangeOfWeeks(weeksFrom(last, 1 - DAILY_WEEKS), last, timeZone);
}

/** The weeks from `first` to `last` in the zone, with a day's margin on both sides. */
export function rangeOfWeeks(first: Week, last: Week, timeZone: string): InstantRange {
  return {
    start: zonedWeek(first, timeZone).start - DAY_MS,
    end: zonedWeek(last, timeZone).end + DAY_MS,
  };
}
