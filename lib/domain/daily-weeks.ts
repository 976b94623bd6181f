// The weeks of a survey by day, with the days that are outside its active periods.
import type { LocalDay } from './calendar.ts';
import { DAY_MS, daysFrom, MINUTE_MS, offsetAt } from './calendar.ts';
import type { ActivePeriod, Instant } from './report-inputs.ts';
import type { DailyWeek } from './signals/silence.ts';

/** `responsesOn` returns the responses of a local day. A day is outside when there are periods and none touches it. */
export function dailyWeeks(
  mondays: readonly LocalDay[],
  responsesOn: (day: LocalDay) => number,
  periods: readonly ActivePeriod[],
  timeZone: string,
): readonly DailyWeek[] {
  const touched = periods.map(({ start, end }) => ({
    first: localDayAt(start, timeZone),
    // The end is not part of a period.
    last: end === null ? Infinity : localDayAt(end - 1, timeZone),
  }));
  const isOutside = (day: LocalDay): boolean =>
    touched.length > 0 && !touched.some(({ first, last }) => first <= day && day <= last);
  return mondays.map((monday) => {
    const days = daysFrom(monday);
    return { responses: days.map(responsesOn), outside: days.map(isOutside) };
  });
}

function localDayAt(instant: Instant, timeZone: string): LocalDay {
  return Math.floor((instant + offsetAt(timeZone, instant) * MINUTE_MS) / DAY_MS);
}
