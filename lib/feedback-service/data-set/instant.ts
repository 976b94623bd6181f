// Parses the timestamps of data files. Files hold millions of them, so the common ISO 8601 formats have
// a fast path.
import { parseTimestamp } from '../timestamp.ts';

const plus = 0x2b;
const minus = 0x2d;
const dot = 0x2e;
const colon = 0x3a;
const letterT = 0x54;
const letterZ = 0x5a;

/** Returns the same as parseTimestamp, several times faster for common formats. */
export function readInstant(text: string): number | undefined {
  return readCommonFormat(text) ?? parseTimestamp(text);
}

/** `2026-11-09T07:30:00`, with `.000` or without, then `Z`, `+0200` or `+02:00`; else undefined. */
function readCommonFormat(text: string): number | undefined {
  const isSeparated =
    text.charCodeAt(4) === minus &&
    text.charCodeAt(7) === minus &&
    text.charCodeAt(10) === letterT &&
    text.charCodeAt(13) === colon &&
    text.charCodeAt(16) === colon;
  if (!isSeparated) return undefined;
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  const hasFraction = text.charCodeAt(19) === dot;
  const ms = hasFraction ? 10 * twoDigits(text, 20) + digit(text, 22) : 0;
  const offset = offsetMinutes(text, hasFraction ? 23 : 19);
  // parseTimestamp handles years before 1000, days after the 28th and invalid text: NaN fails every
  // comparison.
  const isCommon =
    year >= 1000 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 28 &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59;
  if (!isCommon) return undefined;
  const instant = Date.UTC(year, month - 1, day, hour, minute - offset, second, ms);
  return Number.isNaN(instant) ? undefined : instant;
}

/** The offset that begins at `from` and ends the text; NaN when it has no common format. */
function offsetMinutes(text: string, from: number): number {
  const sign = text.charCodeAt(from);
  if (sign === letterZ) return text.length === from + 1 ? 0 : NaN;
  if (sign !== plus && sign !== minus) return NaN;
  const minutesAt = text.charCodeAt(from + 3) === colon ? from + 4 : from + 3;
  const hours = twoDigits(text, from + 1);
  const minutes = twoDigits(text, minutesAt);
  if (text.length !== minutesAt + 2 || hours > 18 || minutes > 59) return NaN;
  return sign === plus ? hours * 60 + minutes : -(hours * 60 + minutes);
}

function twoDigits(text: string, at: number): number {
  return 10 * digit(text, at) + digit(text, at + 1);
}

function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 0x30;
  return value >= 0 && value <= 9 ? value : NaN;
}
