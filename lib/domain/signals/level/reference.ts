// The weeks that say what is usual, and the usual level (steps 1 to 3 of the rules).
import { MEDIAN_VARIANCE } from '../statistics.ts';
import type { Reference, WeekState } from './weeks.ts';
import { isCounted, medianIndex, pooledIndex, totalResponses } from './weeks.ts';

/** The variance of a press's score in weeks, given by their positions. */
export type PressVarianceOf = (positions: readonly number[]) => number;

const MIN_WEEKS = 6;
const MAX_WEEKS = 6;
const MAX_WEEKS_OF_SMALL = 24;
const MIN_RESPONSES_OF_SMALL = 60;
/** The latest weeks are what is compared. */
const DISTANCE = 4;

/** The latest ordinary weeks from `floor` on, or from the oldest on, oldest first; null when there are too few. */
export function findReferenceWeeks(
  weeks: readonly WeekState[],
  position: number,
  floor: number,
  isSmall: boolean,
): readonly WeekState[] | null {
  const sinceFloor = latestOrdinaryWeeks(weeks, position, floor, isSmall);
  if (isEnough(sinceFloor, isSmall)) return sinceFloor;
  const all = floor === 0 ? sinceFloor : latestOrdinaryWeeks(weeks, position, 0, isSmall);
  return isEnough(all, isSmall) ? all : null;
}

function latestOrdinaryWeeks(
  weeks: readonly WeekState[],
  position: number,
  floor: number,
  isSmall: boolean,
): readonly WeekState[] {
  const most = isSmall ? MAX_WEEKS_OF_SMALL : MAX_WEEKS;
  const latest: WeekState[] = [];
  for (let i = position - DISTANCE; i >= floor && latest.length < most; i -= 1) {
    const week = weeks[i];
    if (week?.isOrdinary === true && isCounted(week, isSmall)) latest.push(week);
  }
  return latest.reverse();
}

function isEnough(reference: readonly WeekState[], isSmall: boolean): boolean {
  return (
    reference.length >= MIN_WEEKS &&
    (!isSmall || totalResponses(reference) >= MIN_RESPONSES_OF_SMALL)
  );
}

export function describeReference(
  reference: readonly WeekState[],
  isSmall: boolean,
  pressVarianceOf: PressVarianceOf,
): Reference {
  const positions = reference.map(({ position }) => position);
  const pressVariance = pressVarianceOf(positions);
  const medianFactor = isSmall ? 1 : MEDIAN_VARIANCE;
  return {
    from: positions[0] ?? NaN,
    to: positions.at(-1) ?? NaN,
    weeks: positions.length,
    usual: isSmall ? pooledIndex(reference) : medianIndex(reference),
    pressVariance,
    usualVariance: (medianFactor * pressVariance) / totalResponses(reference),
    medianFactor,
  };
}
