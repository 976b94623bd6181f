// Timestamps as the API writes and reads them. It hides ISO 8601: which spellings are taken,
// and that a date must exist.
import type { Zone } from './zone.ts';

const absolute =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/;
const local = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?$/;
const minuteMs = 60_000;

/** `2026-11-09T00:00:00.000+0200`, and `Z` where the offset is 0. */
export function formatTimestamp(instant: number, zone: Zone): string {
  const offset = zone.offsetAt(instant);
  const wall = new Date(instant + offset).toISOString();
  return offset === 0 ? wall : wall.slice(0, -1) + formatOffset(offset);
}

/** A date-time with an offset as UTC ms, or undefined when it is not one. */
export function parseTimestamp(text: string): number | undefined {
  const match = absolute.exec(text);
  if (match === null) return undefined;
  const wall = wallClock(match);
  if (wall === undefined) return undefined;
  const hours = Number(match[9] ?? '0');
  const minutes = Number(match[10] ?? '0');
  // No zone on Earth was ever further from UTC than 16 hours.
  if (hours > 18 || minutes > 59) return undefined;
  const offset = (hours * 60 + minutes) * minuteMs;
  return match[8] === '-' ? wall + offset : wall - offset;
}

/** A date-time without an offset as ms as if it were UTC, or undefined when it is not one. */
export function parseLocalTimestamp(text: string): number | undefined {
  const match = local.exec(text);
  return match === null ? undefined : wallClock(match);
}

function wallClock(match: RegExpExecArray): number | undefined {
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((i) =>
    Number(match[i] ?? '0'),
  );
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (hour === undefined || minute === undefined || second === undefined) return undefined;
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) {
    return undefined;
  }
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCDate() !== day) return undefined;
  // Events are whole milliseconds: rounding up keeps both `>=` and `<` exact for finer bounds.
  const fraction = Math.ceil(Number((match[7] ?? '0').padEnd(9, '0')) / 1e6);
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + fraction;
}

const offsetTexts = new Map<number, string>();

function formatOffset(offset: number): string {
  const known = offsetTexts.get(offset);
  if (known !== undefined) return known;
  const minutes = Math.abs(offset) / minuteMs;
  const text =
    (offset < 0 ? '-' : '+') +
    String(Math.floor(minutes / 60)).padStart(2, '0') +
    String(minutes % 60).padStart(2, '0');
  offsetTexts.set(offset, text);
  return text;
}
