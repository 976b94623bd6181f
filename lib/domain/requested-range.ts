// Which dates to request for a week. Counts rows that are outside of them, and finds the days with responses: an API that ignores the
// requested dates would make a week look quiet.
import type { LocalDay, Week } from './calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, weeksFrom, zonedWeek } from './calendar.ts';
import type { Alert, DayCounts, HourCounts, Instant } from './report-inputs.ts';
import { DAILY_WEEKS, TREND_WEEKS } from './weeks-of-survey.ts';

/** Half-open. */
interface RequestedRange {
  readonly start: Instant;
  readonly end: Instant;
}

/** The range to request hourly results for. */
export function hoursToRequest(week: Week, timeZone: string): RequestedRange {
  return rangeOfWeeks(weeksFrom(week, 1 - TREND_WEEKS), week, timeZone);
}

/** The range to request daily results for. */
export function daysToRequest(week: Week, timeZone: string): RequestedRange {
  const last = weeksFrom(week, -TREND_WEEKS);
  return rangeOfWeeks(weeksFrom(last, 1 - DAILY_WEEKS), last, timeZone);
}

/** The weeks from `first` to `last` in the zone, with a day's margin on both sides. */
export function rangeOfWeeks(first: Week, last: Week, timeZone: string): RequestedRange {
  return {
    start: zonedWeek(first, timeZone).start - DAY_MS,
    end: zonedWeek(last, timeZone).end + DAY_MS,
  };
}

/** The range that contains a week's alerts in every time zone. */
export function alertsToRequest(week: Week): RequestedRange {
  return { start: (week.monday - 1) * DAY_MS, end: (week.monday + 8) * DAY_MS };
}

// ── what was answered ───────────────────────────────────────────────────────────────────────────

/** The number of returned rows, and of those outside the requested dates. */
export interface RangeCheck {
  readonly rows: number;
  readonly outside: number;
}

/** Both in one pass: a survey has thousands of hours. */
export interface HourCheck extends RangeCheck {
  readonly daysWithResponses: ReadonlySet<LocalDay>;
}

/** A day of autumn has an hour more. */
const LONGEST_DAY_MS = DAY_MS + HOUR_MS;

/** An hour is in the range when any of it is: `ts` is its start, which may precede `date_start`. */
export function checkHours(hours: Iterable<HourCounts>, requested: RequestedRange): HourCheck {
  const daysWithResponses = new Set<LocalDay>();
  let rows = 0;
  let outsideCount = 0;
  let lastDay: LocalDay | null = null;
  for (const row of hours) {
    const { localDay, data } = row;
    rows += 1;
    if (!intersects(requested, startOf(row), HOUR_MS)) outsideCount += 1;
    if (localDay === lastDay || !data.some((count) => count > 0)) continue;
    lastDay = localDay;
    daysWithResponses.add(localDay);
  }
  return { rows, outside: outsideCount, daysWithResponses };
}

/** A day is in the range when any of it may be: its length is not known. */
export function checkDays(days: Iterable<DayCounts>, requested: RequestedRange): RangeCheck {
  let rows = 0;
  let outsideCount = 0;
  for (const row of days) {
    rows += 1;
    if (!intersects(requested, startOf(row), LONGEST_DAY_MS)) outsideCount += 1;
  }
  return { rows, outside: outsideCount };
}

function intersects({ start, end }: RequestedRange, at: Instant, lengthMs: number): boolean {
  return at < end && at + lengthMs > start;
}

function startOf({ localDay, hour, offsetMinutes }: HourCounts): Instant {
  return localDay * DAY_MS + hour * HOUR_MS - offsetMinutes * MINUTE_MS;
}

/** The API document does not define whether an alert that only touches the range is returned, so it counts as inside. */
export function checkAlertRange(alerts: readonly Alert[], requested: RequestedRange): RangeCheck {
  const isOutside = ({ beginTime, endTime }: Alert): boolean =>
    beginTime.at > requested.end ||
    (endTime !== null && Math.max(beginTime.at, endTime.at) < requested.start);
  return { rows: alerts.length, outside: alerts.filter(isOutside).length };
}
