// The 61 weeks that a report knows of a survey, its own included: the last 13 are read by hour, the 48 before them by day.
import type { Week } from './calendar.ts';
import { weekOf, weeksFrom } from './calendar.ts';
import { memoizeByNumber } from './memoize.ts';

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
