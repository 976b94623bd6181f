// The hours of a survey's week by weekday.
import { dayOf, weekdayOf } from './calendar.ts';
import { memoize } from './memoize.ts';
import type { HourCell, WeekdayHour } from './report.ts';

/** Parsing a date takes longer than everything else about an hour; a year of dates is kept. */
const weekdayOfDate = memoize(366 * '2026-11-09'.length, (date) => weekdayOf(dayOf(date)));

export function weekdayHours(hours: readonly HourCell[]): readonly WeekdayHour[] {
  return hours.map(({ date, hour, data }) => ({ weekday: weekdayOfDate(date), hour, data }));
}
