// Which week a person means by what they type: its name, or any date in it.
import type { Week } from '../../../domain/calendar.ts';
import { dateOf, dayOf, parseWeek, weekOf, weeksFrom } from '../../../domain/calendar.ts';
import type { WeekDates } from '../../../http/responses.ts';

/**
 * empty and unfinished: nothing to say yet; unreadable: neither a week nor a date; noSuchWeek, noSuchDate: the year or
 * the month has no such; future: not begun anywhere yet.
 */
export type WeekEntry =
  | { readonly kind: 'week'; readonly week: WeekDates }
  | {
      readonly kind: 'empty' | 'unfinished' | 'unreadable' | 'noSuchWeek' | 'noSuchDate' | 'future';
    };

/** "2026-W40", "2026w40", "W40" of the running year, "2026-10-03", "3.10.2026". `open`: the name of the running week. */
export function weekEntryOf(text: string, open: string): WeekEntry {
  const typed = text.normalize('NFKC').replaceAll(/\s+/g, '').toUpperCase();
  if (typed === '') return { kind: 'empty' };
  const named = /^(?:(\d{4})-?)?W(\d{1,2})$/.exec(typed);
  if (named !== null) {
    const [, year = open.slice(0, 4), number = ''] = named;
    const week = parseWeek(`${year}-W${number.padStart(2, '0')}`);
    if (week !== null) return entryOf(week, open);
    return { kind: number === '0' ? 'unfinished' : 'noSuchWeek' };
  }
  const date = dateIn(typed);
  if (date !== null) {
    const day = dayOf(date);
    // 31 February is none, whatever it is counted as.
    const exists = !Number.isNaN(day) && dateOf(day) === date;
    if (exists) return entryOf(weekOf(day), open);
    return { kind: /[-.]0$/.test(typed) ? 'unfinished' : 'noSuchDate' };
  }
  return { kind: isBeginning(typed) ? 'unfinished' : 'unreadable' };
}

/** The week's name and days; null for a name that is none. */
export function weekDatesOf(name: string): WeekDates | null {
  const week = parseWeek(name);
  return week === null ? null : datesOf(week);
}

/** The name of the week `count` weeks later; null for a name that is none. */
export function weekBeside(name: string, count: number): string | null {
  const week = parseWeek(name);
  return week === null ? null : weeksFrom(week, count).name;
}

function entryOf(week: Week, open: string): WeekEntry {
  return week.name > open ? { kind: 'future' } : { kind: 'week', week: datesOf(week) };
}

function datesOf({ name, monday }: Week): WeekDates {
  return { week: name, from: dateOf(monday), to: dateOf(monday + 7) };
}

function dateIn(typed: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  // With dots the day comes first wherever they are used.
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(typed);
  const [year, month, day] = iso?.slice(1) ?? dotted?.slice(1).toReversed() ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Whether something could still follow that makes it a week or a date. */
function isBeginning(typed: string): boolean {
  return (
    /^\d{1,4}$/.test(typed) ||
    /^(?:\d{4}-?)?W?$/.test(typed) ||
    /^\d{4}-\d{1,2}(?:-\d?)?$/.test(typed) ||
    /^\d{1,2}\.(?:\d{1,2}(?:\.\d{0,3})?)?$/.test(typed)
  );
}
