// Parses a week as a user types it: a week name or any date in the week.
import type { Week } from '../../../domain/calendar.ts';
import { dateOf, dayOf, parseWeek, weekOf, weeksFrom } from '../../../domain/calendar.ts';
import type { WeekDates } from '../../../http/responses.ts';

/**
 * - empty, incomplete: no message yet; invalid: neither a week nor a date.
 * - noSuchWeek, noSuchDate: does not exist in that year or month; future: the week has not begun in any time zone.
 */
export type WeekEntry =
  | { readonly kind: 'week'; readonly week: WeekDates }
  | {
      readonly kind: 'empty' | 'incomplete' | 'invalid' | 'noSuchWeek' | 'noSuchDate' | 'future';
    };

/**
 * Accepts "2026-W40", "2026w40", "W40" of the current year, "2026-10-03" and "3.10.2026". `open`: name of the
 * current week.
 */
export function parseWeekEntry(text: string, open: string): WeekEntry {
  const typedText = text.normalize('NFKC').replaceAll(/\s+/g, '').toUpperCase();
  if (typedText === '') return { kind: 'empty' };
  const weekMatch = /^(?:(\d{4})-?)?W(\d{1,2})$/.exec(typedText);
  if (weekMatch !== null) {
    const [, year = open.slice(0, 4), number = ''] = weekMatch;
    const week = parseWeek(`${year}-W${number.padStart(2, '0')}`);
    if (week !== null) return toWeekEntry(week, open);
    return { kind: number === '0' ? 'incomplete' : 'noSuchWeek' };
  }
  const date = normalizeDate(typedText);
  if (date !== null) {
    const day = dayOf(date);
    // Rejects dates such as 31 February, which `dayOf` would carry over to March.
    const exists = !Number.isNaN(day) && dateOf(day) === date;
    if (exists) return toWeekEntry(weekOf(day), open);
    return { kind: /[-.]0$/.test(typedText) ? 'incomplete' : 'noSuchDate' };
  }
  return { kind: isIncomplete(typedText) ? 'incomplete' : 'invalid' };
}

/** First and last day of a week; null when the name is invalid. */
export function weekDates(name: string): WeekDates | null {
  const week = parseWeek(name);
  return week === null ? null : toWeekDates(week);
}

/** Name of the week `count` weeks later; null when the name is invalid. */
export function addWeeks(name: string, count: number): string | null {
  const week = parseWeek(name);
  return week === null ? null : weeksFrom(week, count).name;
}

function toWeekEntry(week: Week, open: string): WeekEntry {
  return week.name > open ? { kind: 'future' } : { kind: 'week', week: toWeekDates(week) };
}

function toWeekDates({ name, monday }: Week): WeekDates {
  return { week: name, from: dateOf(monday), to: dateOf(monday + 7) };
}

function normalizeDate(typed: string): string | null {
  const isoMatch = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  // All locales that write dates with dots put the day first.
  const dottedMatch = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(typed);
  const [year, month, day] = isoMatch?.slice(1) ?? dottedMatch?.slice(1).toReversed() ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Whether more characters could complete the text to a week or a date. */
function isIncomplete(typed: string): boolean {
  return (
    /^\d{1,4}$/.test(typed) ||
    /^(?:\d{4}-?)?W?$/.test(typed) ||
    /^\d{4}-\d{1,2}(?:-\d?)?$/.test(typed) ||
    /^\d{1,2}\.(?:\d{1,2}(?:\.\d{0,3})?)?$/.test(typed)
  );
}
