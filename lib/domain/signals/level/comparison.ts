// Compares a week, and the four weeks that end in it, with what is usual (steps 6 to 8 of the rules).
import { errorOf } from './swing.ts';
import type {
  FourWeekComparison,
  LevelError,
  Reference,
  Swing,
  WeekComparison,
  WeekState,
} from './weeks.ts';
import { isCounted, medianIndex, pooledIndex, totalResponses, weeksBetween } from './weeks.ts';

/** Fewer responses say nothing. */
export const MIN_RESPONSES = 10;
const MIN_EARLIER_WEEKS = 2;

/** The counted ones of the four weeks that end at a position. */
export function fourWeeksOf(
  weeks: readonly WeekState[],
  position: number,
  isSmall: boolean,
): readonly WeekState[] {
  return weeksBetween(weeks, position - 3, position).filter((week) => isCounted(week, isSmall));
}

/** Whether there are enough responses for a verdict. */
export function isEnough(
  week: WeekState,
  fourWeeks: readonly WeekState[],
  isSmall: boolean,
): boolean {
  return isSmall ? totalResponses(fourWeeks) >= MIN_RESPONSES : week.isMeasured;
}

/** Null when the week is not measured. Keeps the error for later weeks. */
export function compareWeek(
  week: WeekState,
  reference: Reference,
  swing: Swing,
  isSmall: boolean,
): WeekComparison | null {
  if (!week.isMeasured) return null;
  const error = errorOf(week, reference);
  week.error = error;
  const sd = sdOf(error, swing.one);
  return { difference: error.difference, sd, z: isSmall ? null : error.difference / sd };
}

/** Null when too little is known of the four weeks. Keeps the error for later weeks. */
export function compareFourWeeks(
  week: WeekState,
  fourWeeks: readonly WeekState[],
  reference: Reference,
  swing: Swing,
  isSmall: boolean,
): FourWeekComparison | null {
  const responses = totalResponses(fourWeeks);
  const isKnown = isSmall
    ? responses >= MIN_RESPONSES
    : week.isMeasured && fourWeeks.length > MIN_EARLIER_WEEKS;
  if (!isKnown) return null;
  const index = isSmall ? pooledIndex(fourWeeks) : medianIndex(fourWeeks);
  const { usual, pressVariance, usualVariance, medianFactor } = reference;
  const error = {
    difference: index - usual,
    variance: (medianFactor * pressVariance) / responses + usualVariance,
  };
  week.error4 = error;
  const sd = sdOf(error, swing.four);
  return { index, responses, difference: error.difference, sd, z: error.difference / sd };
}

function sdOf({ variance }: LevelError, swing: number): number {
  return Math.sqrt(swing ** 2 + variance);
}
