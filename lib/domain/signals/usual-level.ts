// The usual level of a series of weekly indexes: how far ordinary weeks differ from each other, and since when the level lasts.
import type { GroupKey } from '../figures.ts';
import { standardError } from '../figures.ts';
import { indexOf, responsesOf } from '../scale.ts';
import { median, quantileType7 } from './statistics.ts';

/** A week of the trend as counts, worst first. */
export interface WeekCounts {
  readonly week: string;
  readonly data: readonly number[];
}

/** A week with enough responses. */
export interface MeasuredWeek {
  readonly week: string;
  /** Its place in the trend; weeks without enough responses leave gaps. */
  readonly position: number;
  readonly responses: number;
  readonly index: number;
  readonly error: number;
}

/** A lasting change of level between two weeks of the baseline. */
export interface LevelChange {
  /** The number of weeks before it. */
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** Limit of moving ranges in medians: 3.267 · 1.128 / 0.954, the upper limit of a moving range chart. */
const MAX_MOVING_RANGE = 3.865;
/** d₂: the mean distance of two values of a normal distribution with standard deviation 1. */
const MEAN_RANGE = 1.128;
/** The swing, as a share of the range, that is assumed before any week is known, and the number of weeks it counts as. */
const PRIOR_SWING = 0.02;
export const PRIOR_WEEKS = 4;

const MIN_WEEKS_OF_LEVEL = 4;
/** In typical standard deviations. */
const MIN_SAVING = 6.5;
const MIN_STEP = 1.5;
/** Savings that differ by less are equal: their sums may differ by rounding. */
const EQUAL_SAVING = 1e-9;

/** The weeks with enough responses and an index. */
export function measureWeeks(
  trend: readonly WeekCounts[],
  group: GroupKey,
  minResponses: number,
): readonly MeasuredWeek[] {
  return trend.flatMap(({ week, data }, position) => {
    const responses = responsesOf(data);
    const index = indexOf(data, group.indexType, group.feedbackScale);
    const error = standardError(data, group);
    return index === null || error === null || !isEnough(responses, minResponses)
      ? []
      : [{ week, position, responses, index, error }];
  });
}

/** A week without responses has no index, even if the minimum is 0. */
export function isEnough(responses: number, minResponses: number): boolean {
  return responses > 0 && responses >= minResponses;
}

/**
 * The variance between weeks beyond that of random presses, from the differences of neighbouring weeks. The largest ones are
 * left out, so that a bad week or a change of level does not widen it.
 */
export function extraVariance(baseline: readonly MeasuredWeek[], range: number): number {
  const { kept, sd } = ordinarySwing(baseline.map(({ index }) => index));
  const random = mean(
    kept.map((i) => ((baseline[i]?.error ?? 0) ** 2 + (baseline[i + 1]?.error ?? 0) ** 2) / 2),
  );
  return (
    (PRIOR_WEEKS * (PRIOR_SWING * range) ** 2 + kept.length * Math.max(0, sd ** 2 - random)) /
    (PRIOR_WEEKS + kept.length)
  );
}

/**
 * The standard deviation of values by the distances of neighbours, without the outliers among these. `kept` are the positions
 * of the earlier neighbours. Takes at least two values.
 */
export function ordinarySwing(values: readonly number[]): {
  readonly kept: readonly number[];
  readonly sd: number;
} {
  const distances = values.slice(1).map((value, i) => Math.abs(value - (values[i] ?? value)));
  const limit = MAX_MOVING_RANGE * median(distances);
  const keptIndexes = distances.flatMap((distance, i) => (distance <= limit ? [i] : []));
  return {
    kept: keptIndexes,
    sd: mean(distances.filter((distance) => distance <= limit)) / MEAN_RANGE,
  };
}

/** The change of level that explains the weeks best; null unless it is lasting and large. `typical` is a standard deviation. */
export function findLevelChange(indexes: readonly number[], typical: number): LevelChange | null {
  const before = spreadsOfFirst(indexes);
  const after = spreadsOfFirst(indexes.toReversed()).toReversed();
  const total = before.at(-1) ?? 0;
  const savings = before.slice(0, -1).map((spread, i) => total - spread - (after[i + 1] ?? 0));
  const greatest = Math.max(...savings);
  const at = savings.findIndex((saving) => saving >= greatest - EQUAL_SAVING) + 1;
  if (
    at < MIN_WEEKS_OF_LEVEL ||
    indexes.length - at < MIN_WEEKS_OF_LEVEL ||
    (savings[at - 1] ?? 0) <= MIN_SAVING * typical
  )
    return null;
  const change = { at, before: median(indexes.slice(0, at)), after: median(indexes.slice(at)) };
  return Math.abs(change.after - change.before) > MIN_STEP * typical ? change : null;
}

/** The sums of the distances from the median, of the first value, the first two values and so on. */
function spreadsOfFirst(values: readonly number[]): readonly number[] {
  const sorted: number[] = [];
  return values.map((value) => {
    let i = sorted.length;
    for (; i > 0 && (sorted[i - 1] ?? value) > value; i -= 1) sorted[i] = sorted[i - 1] ?? value;
    sorted[i] = value;
    const middle = quantileType7(sorted, 0.5);
    return sorted.reduce((sum, each) => sum + Math.abs(each - middle), 0);
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
