// Formats and parses the timestamps of the API and of data files, which are ISO 8601 date-times.
import type { TimeZone } from './time-zone.ts';

/** Matches the format only: the date need not exist. */
export const absolutePattern =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/;
export const localPattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?$/;
const minuteMs = 60_000;
const dayMs = 86_400_000;

/** `2026-11-09T00:00:00.000+0200`, and `Z` where the offset is 0. */
export function formatTimestamp(instant: number, zone: TimeZone): string {
  const offset = zone.offsetAt(instant);
  const wall = instant + offset;
  const day = Math.floor(wall / dayMs);
  const time = wall - day * dayMs;
  return formatDate(day) + formatTime(time) + (offset === 0 ? 'Z' : formatOffset(offset));
}

/** Parses the time of an event, a date-time with an offset, as UTC ms; undefined when it is invalid. */
export function parseTimestamp(text: string): number | undefined {
  return parseAbsolute(text, Math.floor);
}

/** Parses the bound of a range likewise. */
export function parseBound(text: string): number | undefined {
  // Events are whole milliseconds: rounding up keeps both `>=` and `<` exact for finer bounds.
  return readCommonFormat(text) ?? parseAbsolute(text, Math.ceil);
}

/** Parses a bound without an offset, in ms as if it were UTC; undefined when it is invalid. */
export function parseLocalBound(text: string): number | undefined {
  const match = localPattern.exec(text);
  return match === null ? undefined : wallClock(match, Math.ceil);
}

const firstInstant = Date.parse('0001-01-02T00:00:00Z');
const endInstant = Date.parse('9998-12-31T00:00:00Z');

/** Parses the time of an event without an offset likewise. */
export function parseLocalTime(text: string): number | undefined {
  const match = localPattern.exec(text);
  return match === null ? undefined : wallClock(match, Math.floor);
}

/** Whether the year of the instant has four digits in every time zone. */
export function hasFourDigitYear(instant: number): boolean {
  return instant >= firstInstant && instant < endInstant;
}

type Round = (ms: number) => number;

function parseAbsolute(text: string, round: Round): number | undefined {
  const match = absolutePattern.exec(text);
  if (match === null) return undefined;
  const wall = wallClock(match, round);
  if (wall === undefined) return undefined;
  const hours = Number(match[9] ?? '0');
  const minutes = Number(match[10] ?? '0');
  // No zone on Earth was ever further from UTC than 16 hours.
  if (hours > 18 || minutes > 59) return undefined;
  const offset = (hours * 60 + minutes) * minuteMs;
  return match[8] === '-' ? wall + offset : wall - offset;
}

function wallClock(match: RegExpExecArray, round: Round): number | undefined {
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
  const fraction = round(Number((match[7] ?? '0').padEnd(9, '0')) / 1e6);
  return date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + fraction;
}

// Items of an answer often have the same day, and Date takes most of the time of a large answer.
let lastDay = NaN;
let lastDate = '';

/** `day` counts from 1970-01-01. */
function formatDate(day: number): string {
  if (day !== lastDay) {
    lastDate = new Date(day * dayMs).toISOString().slice(0, -'T00:00:00.000Z'.length);
    lastDay = day;
  }
  return lastDate;
}

const minuteTexts: string[] = [];

/** The time of the day, ms, as `T07:30:00.000`. */
function formatTime(time: number): string {
  const minute = Math.floor(time / minuteMs);
  const text = (minuteTexts[minute] ??=
    `T${twoDigitText(Math.floor(minute / 60))}:${twoDigitText(minute % 60)}:00.000`);
  const millis = time - minute * minuteMs;
  if (millis === 0) return text;
  return text.slice(0, -'00.000'.length) + (millis / 1000).toFixed(3).padStart(6, '0');
}

function twoDigitText(number: number): string {
  return String(number).padStart(2, '0');
}

const offsetTexts = new Map<number, string>();

function formatOffset(offset: number): string {
  const cachedText = offsetTexts.get(offset);
  if (cachedText !== undefined) return cachedText;
  const minutes = Math.abs(offset) / minuteMs;
  const text =
    (offset < 0 ? '-' : '+') + twoDigitText(Math.floor(minutes / 60)) + twoDigitText(minutes % 60);
  offsetTexts.set(offset, text);
  return text;
}

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
