// Open days without a response that chance does not explain, from the responses of each day of up to 61 weeks.
import { responsesOf } from '../scale.ts';
import type { Spell } from './model.ts';
import { median, MEDIAN_CHI_SQUARE, MIN_P } from './statistics.ts';

/** Seven days from Monday. */
export interface DailyWeek {
  readonly responses: readonly number[];
  /** Days that no active period touches; none of a survey without periods. */
  readonly outside: readonly boolean[];
}

/** What a survey's own week and the folders above need; all lists have seven values from Monday. */
export interface Silence {
  /** The ongoing spell, or else the longest of the week; null without one that chance does not explain. */
  readonly spell: Spell | null;
  /** Whether the latest earlier week with an open day or a response has no response. */
  readonly weekBeforeEmpty: boolean;
  /** Usual responses of the days that are open this week, null for the others. */
  readonly usual: readonly (number | null)[];
  /** The chance of no response on the open days that usually have at least three, null for the others. */
  readonly p: readonly (number | null)[];
}

const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;
const NO_DAYS: readonly null[] = DAYS.map(() => null);

const REFERENCE_WEEKS = 12;
const MIN_REFERENCE_WEEKS = 6;
/** Fewer usual responses prove nothing. */
const MIN_PROVING = 3;
const MAX_P_OF_SPELL = 0.001;
/** A survey whose earlier weeks are empty more often than this may be empty by chance. */
const MAX_SHARE_OF_EMPTY_WEEKS = 0.05;
/** Below this dispersion the distribution is practically Poisson's, and its formula avoids a division by 0. */
const POISSON_DISPERSION = 1.0001;

/**
 * Weeks oldest first; the last one is this week. Empty weeks before the first response have no effect. No spell is reported
 * for a place that was said to be closed until it has a response after that week, `closedIn`: its position in `weeks`, which
 * is negative for a week before them.
 */
export function findSilence(weeks: readonly DailyWeek[], closedIn: number | null = null): Silence {
  const week = weeks.at(-1);
  const earlier = weeks.slice(0, -1);
  const reference = earlier.filter(hasResponse).slice(-REFERENCE_WEEKS);
  if (week === undefined || reference.length < MIN_REFERENCE_WEEKS) {
    return { spell: null, weekBeforeEmpty: false, usual: NO_DAYS, p: NO_DAYS };
  }
  const usualDays = DAYS.map((day) => usualOf(day, reference));
  const chances = chancesOfNone(usualDays, reference);
  const usual = DAYS.map((day) => (isOpen(week, day, usualDays) ? (usualDays[day] ?? 0) : null));
  const p = DAYS.map((day) => (usual[day] === null ? null : (chances[day] ?? null)));
  const counted = earlier.filter((past) => hasResponse(past) || hasOpenDay(past, usualDays));
  const emptyBefore = counted.length - 1 - counted.findLastIndex(hasResponse);
  const isEmpty = !hasResponse(week);
  const isClosed = closedIn !== null && weeks.findLastIndex(hasResponse) <= closedIn;
  const isRare = (): boolean => !week.outside.includes(true) && isEmptyWeekRare(usualDays, counted);
  const spells = isClosed
    ? []
    : spellsOf(week, usual, p).filter(
        (spell) => isProven(spell) || (isEmpty && (emptyBefore > 0 || isRare())),
      );
  const spell = spells.find(({ ongoing }) => ongoing) ?? longestOf(spells);
  return {
    spell: spell === null ? null : { ...spell, weeks: isEmpty ? emptyBefore + 1 : null },
    weekBeforeEmpty: emptyBefore > 0,
    usual,
    p,
  };
}

/** Days with a usual number of responses, their sum, and their chance of no response. */
export type SpellDays = Pick<Spell, 'fromDay' | 'days' | 'expected' | 'p'>;

export function isProven({ p }: Pick<Spell, 'p'>): boolean {
  return p < MAX_P_OF_SPELL;
}

/** A spell of these weekdays, ascending; null without any. The more days, the smaller p. */
export function spellOf(
  weekdays: readonly number[],
  usual: readonly (number | null)[],
  p: readonly (number | null)[],
): SpellDays | null {
  const fromDay = weekdays[0];
  if (fromDay === undefined) return null;
  const chance = weekdays.reduce((product, weekday) => product * (p[weekday - 1] ?? 1), 1);
  return {
    fromDay,
    days: weekdays.length,
    expected: weekdays.reduce((sum, weekday) => sum + (usual[weekday - 1] ?? 0), 0),
    p: Math.max(MIN_P, chance),
  };
}

/** The runs of open days without a response. Days that are not open don't end a run unless they have responses. */
function spellsOf(
  { responses }: DailyWeek,
  usual: readonly (number | null)[],
  p: readonly (number | null)[],
): readonly Omit<Spell, 'weeks'>[] {
  const runs: number[][] = [[]];
  for (const day of DAYS) {
    if ((responses[day] ?? 0) > 0) runs.push([]);
    else if (usual[day] !== null) runs.at(-1)?.push(day + 1);
  }
  return runs.flatMap((weekdays, i) => {
    const spell = spellOf(weekdays, usual, p);
    return spell === null ? [] : [{ ...spell, ongoing: i === runs.length - 1 }];
  });
}

/** The earliest of the longest spells. */
function longestOf<S extends Pick<Spell, 'days'>>(spells: readonly S[]): S | null {
  return spells.toSorted((a, b) => b.days - a.days)[0] ?? null;
}

/** The median of a weekday, 0 where it is never inside an active period. */
function usualOf(day: number, reference: readonly DailyWeek[]): number {
  const counts = reference
    .filter(({ outside }) => outside[day] !== true)
    .map(({ responses }) => responses[day] ?? 0);
  return counts.length === 0 ? 0 : median(counts);
}

/**
 * The chance of no response by weekday, null for days that prove nothing: by a negative binomial distribution with the
 * dispersion of the counts, but not less than the share of the proving days that had none.
 */
function chancesOfNone(
  usualDays: readonly number[],
  reference: readonly DailyWeek[],
): readonly (number | null)[] {
  const deviations: number[] = [];
  let provingDays = 0;
  let zeroDays = 0;
  for (const past of reference) {
    for (const day of DAYS) {
      if (!isOpen(past, day, usualDays)) continue;
      const count = past.responses[day] ?? 0;
      const usual = usualDays[day] ?? 0;
      deviations.push((count - usual) ** 2 / usual);
      if (usual < MIN_PROVING) continue;
      provingDays += 1;
      if (count === 0) zeroDays += 1;
    }
  }
  const dispersion =
    deviations.length === 0 ? 1 : Math.max(1, median(deviations) / MEDIAN_CHI_SQUARE);
  const shareOfZeros = (zeroDays + 0.5) / (provingDays + 1);
  return usualDays.map((usual) =>
    usual < MIN_PROVING ? null : Math.max(chanceOfNone(usual, dispersion), shareOfZeros),
  );
}

function chanceOfNone(usual: number, dispersion: number): number {
  return dispersion <= POISSON_DISPERSION
    ? Math.exp(-usual)
    : dispersion ** (-usual / (dispersion - 1));
}

/** Whether the survey usually has responses every week, judged by the weeks from its first to its last response. */
function isEmptyWeekRare(usualDays: readonly number[], counted: readonly DailyWeek[]): boolean {
  const weeks = counted.slice(
    counted.findIndex(hasResponse),
    counted.findLastIndex(hasResponse) + 1,
  );
  const emptyWeeks = weeks.filter((past) => !hasResponse(past)).length;
  return (
    responsesOf(usualDays) >= MIN_PROVING &&
    (emptyWeeks + 0.5) / (weeks.length + 1) < MAX_SHARE_OF_EMPTY_WEEKS
  );
}

function hasResponse({ responses }: DailyWeek): boolean {
  return responses.some((count) => count > 0);
}

function hasOpenDay(week: DailyWeek, usualDays: readonly number[]): boolean {
  return DAYS.some((day) => isOpen(week, day, usualDays));
}

function isOpen({ outside }: DailyWeek, day: number, usualDays: readonly number[]): boolean {
  return (usualDays[day] ?? 0) > 0 && outside[day] !== true;
}
