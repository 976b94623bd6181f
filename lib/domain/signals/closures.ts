// Weekdays on which many places of a time zone had no response though they usually have: one closure, not many silences.
import { compareText } from '../order.ts';
import type { ClosureCounts, EntryFigures, EntryFacts } from './model.ts';
import type { DailyWeek, Silence, SpellDays } from './silence.ts';
import { isProven, spellOf } from './silence.ts';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** A closure is shared by at least so many surveys, and by this share of the open ones; in tenths: exact. */
const MIN_SHARED_SURVEYS = 3;
const MIN_SHARED_TENTHS = 3;

/** The counts of one survey; `week` is this week. A survey whose week before was empty counts on no day. */
export function closureCountsOf(
  timeZone: string,
  week: DailyWeek,
  { usual, weekBeforeEmpty }: Pick<Silence, 'usual' | 'weekBeforeEmpty'>,
): readonly ClosureCounts[] {
  const open = usual.map((count) => (count === null || weekBeforeEmpty ? 0 : 1));
  const empty = open.map((count, day) => (week.responses[day] === 0 ? count : 0));
  return mergeClosureCounts([[{ timeZone, open, empty, shared: [] }]]);
}

/** Adds the counts of disjoint sets of surveys by time zone, in any order; zones without open surveys are left out. */
export function mergeClosureCounts(
  lists: readonly (readonly ClosureCounts[])[],
): readonly ClosureCounts[] {
  const byZone = Map.groupBy(lists.flat(), ({ timeZone }) => timeZone);
  return [...byZone]
    .map(([timeZone, parts]) => {
      const open = sumByDay(parts.map((part) => part.open));
      const empty = sumByDay(parts.map((part) => part.empty));
      return { timeZone, open, empty, shared: sharedDays(open, empty) };
    })
    .filter(({ open }) => open.some((count) => count > 0))
    .sort((a, b) => compareText(a.timeZone, b.timeZone));
}

/** The weekdays that are empty for enough of the open surveys, 1 = Monday. */
export function sharedDays(open: readonly number[], empty: readonly number[]): readonly number[] {
  return WEEKDAYS.filter((_, day) => {
    const surveys = empty[day] ?? 0;
    return surveys >= MIN_SHARED_SURVEYS && 10 * surveys >= MIN_SHARED_TENTHS * (open[day] ?? 0);
  });
}

/** An ongoing spell as its entry has it. */
export type OngoingSpell = Pick<EntryFacts, 'usual' | 'p'> & {
  readonly fromDay: number;
  readonly weekBeforeEmpty: EntryFigures['weekBeforeEmpty'];
};

/**
 * An ongoing spell judged without the shared weekdays of its time zone; null when they explain it. A spell that has none of
 * them, or whose week before was empty, stays as it is.
 */
export function withoutSharedDays(
  { fromDay, usual, p, weekBeforeEmpty }: OngoingSpell,
  shared: readonly number[],
): SpellDays | null {
  const days = WEEKDAYS.filter((day) => day >= fromDay && usual[day - 1] !== null);
  const otherDays = weekBeforeEmpty ? days : days.filter((day) => !shared.includes(day));
  const spell = spellOf(otherDays, usual, p);
  return spell !== null && (otherDays.length === days.length || isProven(spell)) ? spell : null;
}

function sumByDay(lists: readonly (readonly number[])[]): readonly number[] {
  return WEEKDAYS.map((_, day) => lists.reduce((sum, counts) => sum + (counts[day] ?? 0), 0));
}
