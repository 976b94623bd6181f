// Weeks while they are judged one after another. Positions count from the oldest week, 0.
import type { LevelBasis, LevelVerdict } from '../model.ts';
import { median } from '../statistics.ts';

export type Sign = -1 | 0 | 1;

export interface WeekValue {
  readonly responses: number;
  /** NaN without responses. */
  readonly index: number;
  /** Whether the index alone says something. */
  readonly isMeasured: boolean;
}

/** A difference from the usual level and the variance of its random part. */
export interface LevelError {
  readonly difference: number;
  readonly variance: number;
}

/** The weeks that the usual level is taken from, and what they say. */
export interface Reference {
  /** Positions of the first and the last one. */
  readonly from: number;
  readonly to: number;
  readonly weeks: number;
  readonly usual: number;
  /** Variance of a press's score. */
  readonly pressVariance: number;
  /** Variance of `usual`. */
  readonly usualVariance: number;
  /** Variance of the median of weeks, as a multiple of that of their mean. */
  readonly medianFactor: number;
}

/** Standard deviations between weeks, and between four weeks, beyond the random part. */
export interface Swing {
  readonly one: number;
  readonly four: number;
}

export interface WeekComparison {
  readonly difference: number;
  readonly sd: number;
  /** Null for small places. */
  readonly z: number | null;
}

/** Four weeks that end in a week. */
export interface FourWeekComparison {
  readonly index: number;
  readonly responses: number;
  readonly difference: number;
  readonly sd: number;
  readonly z: number;
}

/** What a week is judged by; null without a usual level. */
export interface Comparison {
  readonly reference: Reference;
  readonly swing: Swing;
  /** Null when the week is not measured. */
  readonly week: WeekComparison | null;
  readonly four: FourWeekComparison | null;
}

export interface JudgedWeek {
  readonly position: number;
  readonly verdict: LevelVerdict;
  readonly isSmall: boolean;
  readonly comparison: Comparison | null;
  /** Whether one of the two latest judged weeks of the four before was low, high. */
  readonly before: { readonly low: boolean; readonly high: boolean };
  /** First week of the run of weeks that is low or high. */
  readonly first: number | null;
  readonly basis: LevelBasis | null;
  /** Weeks of a low run that became usual in this week. */
  readonly settledLowWeeks: number | null;
}

/** A week with what later weeks need of it. */
export interface WeekState extends WeekValue {
  readonly position: number;
  /** Ordinary weeks say what is usual. */
  isOrdinary: boolean;
  sign: Sign;
  /** First week of the run when `sign` is not 0. */
  first: number;
  error: LevelError | null;
  error4: LevelError | null;
  isJudged: boolean;
}

/** Counted weeks say what is usual: for small places all with responses. */
export function isCounted(week: WeekValue, isSmall: boolean): boolean {
  return isSmall ? week.responses > 0 : week.isMeasured;
}

/** The weeks of the positions `from` to `to`, both included; those before the oldest one are left out. */
export function weeksBetween<W>(weeks: readonly W[], from: number, to: number): readonly W[] {
  return weeks.slice(Math.max(0, from), Math.max(0, to + 1));
}

/** The index of all presses of weeks; NaN without any. */
export function pooledIndex(weeks: readonly WeekValue[]): number {
  let responses = 0;
  let total = 0;
  for (const week of weeks) {
    if (week.responses === 0) continue;
    responses += week.responses;
    total += week.responses * week.index;
  }
  return total / responses;
}

/** The median of the weeks' indexes; NaN without any. */
export function medianIndex(weeks: readonly WeekValue[]): number {
  return median(weeks.map(({ index }) => index));
}

export function totalResponses(weeks: readonly WeekValue[]): number {
  let total = 0;
  for (const { responses } of weeks) total += responses;
  return total;
}
