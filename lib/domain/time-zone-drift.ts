// Finds results whose offsets in `ts` differ from this runtime's time zone data.
import type { LocalDay } from './calendar.ts';
import { dateOf, DAY_MS, HOUR_MS, MINUTE_MS, offsetAt } from './calendar.ts';
import type { HourCounts } from './report-inputs.ts';

interface DriftDetector {
  /** Checks the start of an hour or a day. */
  check(row: HourCounts): void;
  message(): string | null;
}

export function createDriftDetector(timeZone: string): DriftDetector {
  let firstDriftDay: LocalDay | null = null;
  // Most days have the same offset all day, so checking one hour of such a day is enough.
  let steadyDay: LocalDay | null = null;
  let steadyOffset = 0;
  return {
    check: (hour) => {
      const { localDay, offsetMinutes } = hour;
      if (localDay === steadyDay && offsetMinutes === steadyOffset) return;
      if (isSteady(timeZone, hour)) {
        steadyDay = localDay;
        steadyOffset = offsetMinutes;
      } else if (!isOffsetOf(timeZone, hour)) {
        firstDriftDay = firstDriftDay === null ? localDay : Math.min(firstDriftDay, localDay);
      }
    },
    message: () =>
      firstDriftDay === null
        ? null
        : `The API's clock of ${timeZone} differs from this runtime's, first on ${dateOf(firstDriftDay)}; the API's is used.`,
  };
}

/** Whether the offset is valid during the whole day. */
function isSteady(timeZone: string, { localDay, offsetMinutes }: HourCounts): boolean {
  const start = localDay * DAY_MS - offsetMinutes * MINUTE_MS;
  return (
    offsetAt(timeZone, start) === offsetMinutes &&
    offsetAt(timeZone, start + DAY_MS) === offsetMinutes
  );
}

/** Whether the zone has the offset at the beginning or at the end of the hour: clocks may change within it. */
function isOffsetOf(timeZone: string, { localDay, hour, offsetMinutes }: HourCounts): boolean {
  const start = localDay * DAY_MS + hour * HOUR_MS - offsetMinutes * MINUTE_MS;
  return (
    offsetAt(timeZone, start) === offsetMinutes ||
    offsetAt(timeZone, start + HOUR_MS - 1) === offsetMinutes
  );
}
