// Whether a survey has as many responses as usual, and whether it fell silent on days on which it usually has some.
import { responsesOf } from '../scale.ts';
import { median, MEDIAN_CHI_SQUARE, MEDIAN_VARIANCE, MIN_P, tTest12 } from './statistics.ts';
import { ordinarySwing, PRIOR_WEEKS } from './usual-level.ts';

export interface Volume {
  readonly verdict: 'low' | 'high' | 'usual' | 'new';
  /** Responses of a usual week. The numbers are null when the verdict is `new`. */
  readonly usual: number | null;
  /** responses / usual */
  readonly ratio: number | null;
  readonly z: number | null;
  readonly p: number | null;
}

/** Open days in a row without a response. */
export interface Silence {
  /** 0 = Monday … 6 */
  readonly fromDay: number;
  /** The open days of the spell. */
  readonly days: number;
  /** Whether no open day follows. */
  readonly ongoing: boolean;
  /** Responses that these days usually have. */
  readonly expected: number;
  readonly p: number;
}

export interface EarlierWeek {
  /** Responses by day, from Monday. */
  readonly days: readonly number[];
  /** Whether an active period intersects the week; true for a survey without periods. */
  readonly active: boolean;
}

export interface WeekDay {
  readonly responses: number;
  /** Whether an active period intersects the day; true for a survey without periods. */
  readonly active: boolean;
}

const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;

const MIN_WEEKS = 6;
const MIN_USUAL = 10;
/** A low week has at most this share of the usual responses, and in a high week the usual ones are at most this share. In tenths: exact. */
const MAX_TENTHS = 7;
const OUTSIDE = 3;
/** The variance between weeks that is assumed before any is known, as a share of the squared mean. */
const PRIOR_VARIANCE = 0.01;
const MAX_P_OF_SPELL = 0.001;
const MAX_P_OF_SILENT_WEEK = 0.05;
/** Below this dispersion the distribution is practically Poisson's, and its formula avoids a division by 0. */
const POISSON_DISPERSION = 1.0001;

/** The counts of the earlier weeks by weekday, oldest first: the weeks since the first press, without inactive ones. */
export function usualDaysOf(weeks: readonly EarlierWeek[]): readonly (readonly number[])[] {
  const first = weeks.findIndex(({ days }) => responsesOf(days) > 0);
  const since = first === -1 ? [] : weeks.slice(first).filter(({ active }) => active);
  return DAYS.map((day) => since.map(({ days }) => days[day] ?? 0));
}

/** Compares this week's responses with those of the usual weeks; `week` has seven days. */
export function computeVolume(
  usualDays: readonly (readonly number[])[],
  week: readonly WeekDay[],
  isWholeWeekActive: boolean,
): Volume {
  const totals = (usualDays[0] ?? []).map((_, i) =>
    responsesOf(usualDays.map((counts) => counts[i] ?? 0)),
  );
  const usualTotal = median(totals);
  if (!isWholeWeekActive || totals.length < MIN_WEEKS || usualTotal < MIN_USUAL) {
    return { verdict: 'new', usual: null, ratio: null, z: null, p: null };
  }
  const { kept, sd } = ordinarySwing(totals);
  const dispersion = Math.max(
    1,
    (PRIOR_WEEKS * (1 + PRIOR_VARIANCE * usualTotal) + (kept.length * sd ** 2) / usualTotal) /
      (PRIOR_WEEKS + kept.length),
  );
  const responses = responsesOf(week.map((day) => day.responses));
  const z =
    (responses - usualTotal) /
    Math.sqrt(dispersion * usualTotal * (1 + MEDIAN_VARIANCE / totals.length));
  return {
    verdict: verdictOf(z, responses, usualTotal),
    usual: usualTotal,
    ratio: responses / usualTotal,
    z,
    p: tTest12(z),
  };
}

function verdictOf(z: number, responses: number, usual: number): 'low' | 'high' | 'usual' {
  if (z < -OUTSIDE && 10 * responses <= MAX_TENTHS * usual) return 'low';
  return z > OUTSIDE && 10 * usual <= MAX_TENTHS * responses ? 'high' : 'usual';
}

/** The days without a response that random variation does not explain; null without any. `week` has seven days. */
export function findSilence(
  usualDays: readonly (readonly number[])[],
  week: readonly WeekDay[],
  volume: Volume,
): Silence | null {
  const provenSpells = spellsOf(usualDays, week).filter(({ p }) => p < MAX_P_OF_SPELL);
  // Among spells of the same length, the earliest is first.
  const longest = provenSpells.toSorted((a, b) => b.days - a.days)[0];
  const spell = provenSpells.find(({ ongoing }) => ongoing) ?? longest;
  if (spell !== undefined) return { ...spell, p: Math.max(MIN_P, spell.p) };

  const isSilentWeek = week.every(({ responses }) => responses === 0);
  const { usual, p } = volume;
  return isSilentWeek && usual !== null && p !== null && p < MAX_P_OF_SILENT_WEEK
    ? { fromDay: 0, days: week.length, ongoing: true, expected: usual, p }
    : null;
}

/** The runs of open days without a response. Closed days don't end a run unless they have responses. */
function spellsOf(
  usualDays: readonly (readonly number[])[],
  week: readonly WeekDay[],
): readonly Silence[] {
  const spells: Silence[] = [];
  let spell: Silence | null = null;
  for (const [day, { responses, active }] of week.entries()) {
    if (responses > 0) {
      if (spell !== null) spells.push({ ...spell, ongoing: false });
      spell = null;
      continue;
    }
    const counts = usualDays[day] ?? [];
    const usualCount = counts.length < MIN_WEEKS ? 0 : median(counts);
    if (active && usualCount > 0) {
      spell ??= { fromDay: day, days: 0, ongoing: true, expected: 0, p: 1 };
      spell = {
        ...spell,
        days: spell.days + 1,
        expected: spell.expected + usualCount,
        p: spell.p * chanceOfNone(counts, usualCount),
      };
    }
  }
  return spell === null ? spells : [...spells, spell];
}

/** The probability of a day without responses, by a negative binomial distribution with the dispersion of the counts. */
function chanceOfNone(counts: readonly number[], usual: number): number {
  const deviations = counts.map((count) => (count - usual) ** 2 / usual);
  const dispersion = Math.max(1, median(deviations) / MEDIAN_CHI_SQUARE);
  return dispersion <= POISSON_DISPERSION
    ? Math.exp(-usual)
    : dispersion ** (-usual / (dispersion - 1));
}
