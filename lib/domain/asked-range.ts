// Whether what was answered is of the dates that were asked for. An API that ignores them would make a week look quiet.
import { DAY_MS, HOUR_MS, MINUTE_MS } from './calendar.ts';
import type { Alert, HourCounts, Instant } from './facts.ts';

/** Half-open. */
interface RequestedRange {
  readonly start: Instant;
  readonly end: Instant;
}

/** How many rows came, and how many of them are not of the dates that were asked for. */
export interface RangeAnswer {
  readonly rows: number;
  readonly outside: number;
}

/** An hour is in the range when any of it is: `ts` is its start, which may precede `date_start`. */
export function checkHourRange(hours: Iterable<HourCounts>, asked: RequestedRange): RangeAnswer {
  let rows = 0;
  let outside = 0;
  for (const { localDay, hour, offsetMinutes } of hours) {
    const start = localDay * DAY_MS + hour * HOUR_MS - offsetMinutes * MINUTE_MS;
    rows += 1;
    if (start >= asked.end || start + HOUR_MS <= asked.start) outside += 1;
  }
  return { rows, outside };
}

/** The API document does not say whether an alert that only touches the range is returned: it is in. */
export function checkAlertRange(alerts: readonly Alert[], asked: RequestedRange): RangeAnswer {
  const isOutside = ({ beginTime, endTime }: Alert): boolean =>
    beginTime.at > asked.end ||
    (endTime !== null && Math.max(beginTime.at, endTime.at) < asked.start);
  return { rows: alerts.length, outside: alerts.filter(isOutside).length };
}
