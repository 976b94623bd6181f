// Parses and writes the API's instants: ISO 8601 with `+0200`, `+02:00` or `Z`, with or without fractions.
// Stricter than Date.parse: no 30 February, no missing offset, no host time zone.
import type { Instant, OffsetInstant } from '../../domain/report-inputs.ts';

/** An instant with its local date and wall-clock hour. */
export interface Timestamp extends OffsetInstant {
  /** Days from 1970-01-01 to the local date. */
  readonly localDay: number;
  readonly hour: number;
}

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;

/** The largest UTC offset in use, in minutes. */
export const MAX_OFFSET_MINUTES = 14 * 60;
/** Years outside this range are placeholders or errors. */
const MIN_YEAR = 1970;
const MAX_YEAR = 2199;

const SHAPE =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):?(\d{2}))$/;

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function monthLength(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);
}

/** Days since 1970-01-01 of a date of the proleptic Gregorian calendar; null when there is no such date. */
export function dayNumber(year: number, month: number, day: number): number | null {
  if (year < MIN_YEAR || year > MAX_YEAR || day < 1 || day > monthLength(year, month)) return null;
  return Date.UTC(year, month - 1, day) / MS_PER_DAY;
}

/** Null when it is not a timestamp. Fractions of a millisecond are dropped. */
export function parseTimestamp(text: string): Timestamp | null {
  const match = SHAPE.exec(text);
  if (match === null) return null;
  const part = (index: number): number => Number(match[index] ?? 0);

  const localDay = dayNumber(part(1), part(2), part(3));
  const [hour, minute, second] = [part(4), part(5), part(6)];
  if (localDay === null || hour > 23 || minute > 59 || second > 59) return null;

  const distance = part(9) * 60 + part(10);
  if (part(10) > 59 || distance > MAX_OFFSET_MINUTES) return null;
  const offsetMinutes = match[8] === '-' ? 0 - distance : distance;

  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const local = localDay * MS_PER_DAY + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
  return { at: local - offsetMinutes * MS_PER_MINUTE, offsetMinutes, localDay, hour };
}

/** An instant as a query parameter: UTC with `Z` and milliseconds, since an unescaped `+` means a space. */
export function formatUtc(instant: Instant): string {
  return new Date(instant).toISOString();
}
