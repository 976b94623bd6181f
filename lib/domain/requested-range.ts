// Counts rows that are outside the requested dates, and finds the days with responses. An API that ignores the requested dates would make a week look quiet.
import type { LocalDay } from './calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './calendar.ts';
import type { Alert, DayCounts, HourCounts, Instant } from './report-inputs.ts';

/** Half-open. */
interface RequestedRange {
  readonly start: Instant;
  readonly end: Instant;
}

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
