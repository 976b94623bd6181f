// ISO weeks and local days in time zones, including days on which clocks change. A local week lasts from the first instant of
// its Monday to the first instant of the next Monday.
import { IANAZone } from 'luxon';
import { memoizeByNumber } from './memoize.ts';

/** Days from 1970-01-01 to a local calendar date. */
export type LocalDay = number;

/** An ISO week: its name, e.g. "2026-W46", and the local day of its Monday. */
export interface Week {
  readonly name: string;
  readonly monday: LocalDay;
}

/** A week in one zone, in milliseconds since 1970 UTC, half-open. */
export interface ZonedWeek {
  readonly start: number;
  readonly end: number;
  /** Length in hours: 168, or e.g. 167 or 169 when clocks change. */
  readonly hours: number;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** The last time zone is UTC−12: a day ends everywhere twelve hours after its end in UTC. */
const LAST_ZONE_DELAY_MS = 12 * HOUR_MS;

// ── weeks and days ──────────────────────────────────────────────────────────────────────────────

/** 9999-12-31: later dates have a longer ISO format. */
const LAST_DAY = 2_932_896;

/** Parses "2026-W46"; null for any other text, e.g. the 53rd week of a year that has 52. */
export function parseWeek(text: string): Week | null {
  const match = /^(\d{4})-W(\d{2})$/.exec(text);
  if (match === null) return null;
  const week = weekOf(mondayOfFirstWeek(Number(match[1])) + 7 * (Number(match[2]) - 1));
  return week.name === text && week.monday + 7 <= LAST_DAY ? week : null;
}

/** The week that a local day lies in. */
export function weekOf(day: LocalDay): Week {
  const monday = mondayOf(day);
  const year = new Date((monday + 3) * DAY_MS).getUTCFullYear();
  const number = (monday - mondayOfFirstWeek(year)) / 7 + 1;
  return {
    name: `${String(year).padStart(4, '0')}-W${String(number).padStart(2, '0')}`,
    monday,
  };
}

function mondayOf(day: LocalDay): LocalDay {
  // 1970-01-01 was a Thursday.
  return day - ((((day + 3) % 7) + 7) % 7);
}

/** The week `count` weeks later, or earlier when negative. */
export function weeksFrom(week: Week, count: number): Week {
  return weekOf(week.monday + 7 * count);
}

/** The seven days from a Monday on. */
export function daysFrom(monday: LocalDay): readonly LocalDay[] {
  return Array.from({ length: 7 }, (_, i) => monday + i);
}

/** "2026-11-09". */
export function dateOf(day: LocalDay): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** 1 = Monday … 7 = Sunday. */
export function weekdayOf(day: LocalDay): number {
  return day - mondayOf(day) + 1;
}

/** The local day of "2026-11-09". */
export function dayOf(date: string): LocalDay {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

function mondayOfFirstWeek(year: number): LocalDay {
  // ISO 8601: the first week is the one with the 4th of January.
  return mondayOf(Date.UTC(year, 0, 4) / DAY_MS);
}

// ── end of a week ───────────────────────────────────────────────────────────────────────────────

/** The instant at which the week has ended in every time zone: the next Monday at 12:00 UTC. */
export function endOfWeekEverywhere(week: Week): number {
  return (week.monday + 7) * DAY_MS + LAST_ZONE_DELAY_MS;
}

/** The instant at which the week begins in the first time zone (UTC+14). */
export function firstStartOfWeek(week: Week): number {
  return week.monday * DAY_MS - 14 * HOUR_MS;
}

/** The last week that ended everywhere at least `settleHours` ago. */
export function lastSettledWeek(now: number, settleHours: number): Week {
  const day = Math.floor((now - settleHours * HOUR_MS - LAST_ZONE_DELAY_MS) / DAY_MS);
  return weeksFrom(weekOf(day), -1);
}

/** When the late uploads of a week's last zone have arrived, `settleHours` after it has ended everywhere. */
export function settledEverywhereAt(week: Week, settleHours: number): number {
  return endOfWeekEverywhere(week) + settleHours * HOUR_MS;
}

// ── zones ───────────────────────────────────────────────────────────────────────────────────────

/** Whether the runtime knows the zone under this name. Offsets like "+02:00" are not zones. */
export function isKnownZone(timeZone: string): boolean {
  // Validating a zone takes as long as a hundred offset look-ups, and cached zones are valid.
  if (zones.has(timeZone)) return true;
  return /^[A-Za-z]/.test(timeZone) && IANAZone.isValidZone(timeZone);
}

/** The week in a valid time zone. */
export function zonedWeek(week: Week, timeZone: string): ZonedWeek {
  const start = firstInstantOf(week.monday, timeZone);
  const end = firstInstantOf(week.monday + 7, timeZone);
  return { start, end, hours: (end - start) / HOUR_MS };
}

/** The first instant of a local day: the earlier one of a repeated midnight, or the first existing one after a skipped one. */
export function firstInstantOf(day: LocalDay, timeZone: string): number {
  return firstInstantAt(day, 0, timeZone);
}

/**
 * The first instant at which the clock of a valid zone shows a local day and minute (0 to 1439): the earlier one of a repeated
 * time, or the first existing one after a skipped one.
 */
export function firstInstantAt(day: LocalDay, minute: number, timeZone: string): number {
  const local = day * DAY_MS + minute * MINUTE_MS;
  const offset = offsetsOf(timeZone);
  // The local time is within 14 hours of the same time in UTC, and no zone changes its clock twice within these two days.
  const before = offset(local - DAY_MS);
  const after = offset(local + DAY_MS);
  if (before === after) return local - before * MINUTE_MS;
  // A time repeats only when clocks go back, so the earlier one has the earlier offset.
  const exact = [before, after]
    .map((minutes) => local - minutes * MINUTE_MS)
    .find((instant) => instant + offset(instant) * MINUTE_MS === local);
  if (exact !== undefined) return exact;
  // The time was skipped: binary search for the instant at which the clock jumped.
  let early = local - DAY_MS;
  let late = local + DAY_MS;
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (middle + offset(middle) * MINUTE_MS >= local) late = middle;
    else early = middle;
  }
  return late;
}

/** The offset of a valid zone at an instant, in minutes east of UTC. */
export function offsetAt(timeZone: string, instant: number): number {
  return offsetsOf(timeZone)(instant);
}

/** ISO 8601 with a colon offset, e.g. "2026-11-09T00:00:00+02:00"; with milliseconds only when they are not 0. */
export function isoOf(instant: number, offsetMinutes: number): string {
  const local = new Date(instant + offsetMinutes * MINUTE_MS).toISOString();
  const dateTime = local.endsWith('.000Z') ? local.slice(0, 19) : local.slice(0, 23);
  const size = Math.abs(offsetMinutes);
  const sign = offsetMinutes < 0 ? '-' : '+';
  const hours = String(Math.floor(size / 60)).padStart(2, '0');
  const minutes = String(size % 60).padStart(2, '0');
  return `${dateTime}${sign}${hours}:${minutes}`;
}

/** An instant in a valid zone, as ISO 8601 with a colon offset. */
export function isoIn(timeZone: string, instant: number): string {
  return isoOf(instant, offsetAt(timeZone, instant));
}

type Offsets = (instant: number) => number;

const zones = new Map<string, Offsets>();

function offsetsOf(timeZone: string): Offsets {
  const cachedOffsets = zones.get(timeZone);
  if (cachedOffsets !== undefined) return cachedOffsets;
  const offsets = offsetsByDay(IANAZone.create(timeZone));
  zones.set(timeZone, offsets);
  return offsets;
}

/** A look-up takes 7 µs, and a survey needs thousands of them; on most days the offset does not change. */
function offsetsByDay(zone: IANAZone): Offsets {
  // A report needs about a hundred boundaries; the limit bounds the memory of a long-running process.
  const atBoundary = memoizeByNumber(10_000, (day) => zone.offset(day * DAY_MS));
  // Instants of days with a clock change, which are the same for all surveys of a zone.
  const within = memoizeByNumber(10_000, (instant) => zone.offset(instant));
  return (instant) => {
    const day = Math.floor(instant / DAY_MS);
    const before = atBoundary(day);
    return before === atBoundary(day + 1) ? before : within(instant);
  };
}
