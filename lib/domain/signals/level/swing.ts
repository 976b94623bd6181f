// How much ordinary weeks differ beyond the random part (steps 4 and 5 of the rules).
import type { LevelRules } from './rules.ts';
import type { LevelError, Reference, Swing, WeekState } from './weeks.ts';

/** √(π/2): the standard deviation of a normal distribution as a multiple of its mean distance. */
const SD_OF_MEAN_DISTANCE = 1.2533;
const WEEKS = 48;
/** The number of weeks, and of independent groups of four, that the assumed swing counts as. */
const PRIOR_WEEKS = 8;
const PRIOR_FOURS = 4;

/** The errors of all earlier weeks, of the week in which a usual level is first known. */
export function setFirstErrors(weeks: readonly WeekState[], reference: Reference): void {
  for (const week of weeks) {
    if (week.isMeasured) week.error = errorOf(week, reference);
  }
}

export function errorOf(
  { index, responses }: Pick<WeekState, 'index' | 'responses'>,
  { usual, pressVariance, usualVariance }: Reference,
): LevelError {
  return { difference: index - usual, variance: pressVariance / responses + usualVariance };
}

/** The swing by the ordinary weeks before a position. */
export function swingBefore(
  weeks: readonly WeekState[],
  position: number,
  { priorSwing, priorSwing4 }: LevelRules,
): Swing {
  const one: ErrorSums = { count: 0, distances: 0, variances: 0 };
  const four: ErrorSums = { count: 0, distances: 0, variances: 0 };
  // Every week looks back at 48 others: without copies of them.
  for (let i = Math.max(0, position - WEEKS); i < position; i += 1) {
    const week = weeks[i];
    if (week?.isOrdinary !== true) continue;
    if (week.error !== null) addError(one, week.error);
    if (week.error4 !== null) addError(four, week.error4);
  }
  // Four weeks overlap with the next ones, so that four of them tell as much as one.
  return {
    one: swingOf(one, priorSwing, PRIOR_WEEKS, one.count),
    four: swingOf(four, priorSwing4, PRIOR_FOURS, four.count / 4),
  };
}

interface ErrorSums {
  count: number;
  distances: number;
  variances: number;
}

function addError(sums: ErrorSums, { difference, variance }: LevelError): void {
  sums.count += 1;
  sums.distances += Math.abs(difference);
  sums.variances += variance;
}

function swingOf(
  { count, distances, variances }: ErrorSums,
  prior: number,
  priorWeight: number,
  weight: number,
): number {
  const extra =
    count === 0
      ? 0
      : Math.max(0, ((SD_OF_MEAN_DISTANCE * distances) / count) ** 2 - variances / count);
  return Math.sqrt((priorWeight * prior ** 2 + weight * extra) / (priorWeight + weight));
}
