// Compares the places of one index type and scale with their common index and with each other: a funnel test for many
// places (Spiegelhalter 2005), and the ranks that their confidence intervals allow.
import type { GroupKey } from '../figures.ts';
import { standardError } from '../figures.ts';
import { compareInOrder } from '../order.ts';
import { indexOf, responsesOf, sumCounts } from '../scale.ts';
import { quantileType7, thresholdOf, Z_95 } from './statistics.ts';

/** The counts of one survey's week. */
export interface RankedLeaf {
  readonly folder: number;
  readonly survey: number;
  readonly data: readonly number[];
}

export interface Standing {
  readonly folder: number;
  readonly survey: number;
  readonly index: number;
  readonly responses: number;
  /** Standard deviations from the common index; null with too few places. */
  readonly z: number | null;
  /** The best and the worst rank that the responses allow; null where it is not printed. */
  readonly rank: { readonly from: number; readonly to: number } | null;
}

export interface Ranking {
  /** The pooled index of all places. */
  readonly target: number;
  /** Standard deviation between the places beyond chance; null with too few places to estimate it. */
  readonly tau: number | null;
  /** By descending index, then by key. */
  readonly places: readonly Standing[];
}

const MIN_TESTED_PLACES = 8;
/** With more places, ranks are printed only of those that lie outside the funnel. */
const MAX_PRINTED_PLACES = 30;
/** Share of the places at each end whose distance from the target is limited, so that outliers do not widen the funnel. */
const WINSORISED_SHARE = 0.1;

interface Place {
  readonly leaf: RankedLeaf;
  readonly responses: number;
  readonly index: number;
  readonly error: number;
}

/** Null for an unknown index type or scale, or without responses. The order of the leaves does not matter. */
export function rankLeaves(leaves: readonly RankedLeaf[], kind: GroupKey): Ranking | null {
  const places = measuredPlaces(leaves, kind);
  const data = sumCounts(places.map(({ leaf }) => leaf.data));
  const target = indexOf(data, kind.indexType, kind.feedbackScale);
  if (target === null) return null;
  const variance = places.length < MIN_TESTED_PLACES ? null : varianceBetween(places, target);
  const isPrinted = (z: number | null): boolean =>
    places.length <= MAX_PRINTED_PLACES || (z !== null && Math.abs(z) > thresholdOf(places.length));
  const rankOf = createRanks(places);
  return {
    target,
    tau: variance === null ? null : Math.sqrt(variance),
    places: places.map((place, position): Standing => {
      const { leaf, index, error, responses } = place;
      const z = variance === null ? null : (index - target) / Math.sqrt(error ** 2 + variance);
      const rank = isPrinted(z) ? rankOf(position) : null;
      return { folder: leaf.folder, survey: leaf.survey, index, responses, z, rank };
    }),
  };
}

/** The places that lie clearly below the others, in the order of the ranking. */
export function standingLow({ places }: Ranking): readonly Standing[] {
  return places.filter((place) => sideOf(place, places.length) === 'low');
}

/** On which side of the funnel of so many places one lies; null within it. */
function sideOf({ z }: Standing, places: number): 'low' | 'high' | null {
  if (z === null || Math.abs(z) <= thresholdOf(places)) return null;
  return z < 0 ? 'low' : 'high';
}

/** The leaves with responses, best first. */
function measuredPlaces(leaves: readonly RankedLeaf[], kind: GroupKey): readonly Place[] {
  return leaves
    .flatMap((leaf) => {
      const index = indexOf(leaf.data, kind.indexType, kind.feedbackScale);
      const error = standardError(leaf.data, kind);
      if (index === null || error === null) return [];
      return [{ leaf, index, error, responses: responsesOf(leaf.data) }];
    })
    .sort((a, b) =>
      compareInOrder(
        b.index - a.index,
        a.leaf.survey - b.leaf.survey,
        a.leaf.folder - b.leaf.folder,
      ),
    );
}

/** How much the places differ from the target beyond chance (DerSimonian and Laird, with winsorised distances). */
function varianceBetween(places: readonly Place[], target: number): number {
  const zs = places.map(({ index, error }) => (index - target) / error);
  const sorted = zs.toSorted((a, b) => a - b);
  const low = quantileType7(sorted, WINSORISED_SHARE);
  const high = quantileType7(sorted, 1 - WINSORISED_SHARE);
  const squares = sum(zs.map((z) => Math.min(high, Math.max(low, z)) ** 2));
  const weights = places.map(({ error }) => 1 / error ** 2);
  const total = sum(weights);
  const scale = total - sum(weights.map((weight) => weight ** 2)) / total;
  return Math.max(0, (squares - (places.length - 1)) / scale);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * Returns the rank of a position of the places, which are sorted best first; null when it may be any. A difference beyond the
 * widest interval is clear, one within the narrowest is not: only places between these are compared one by one.
 */
function createRanks(places: readonly Place[]): (position: number) => Standing['rank'] {
  const count = places.length;
  const indexes = Float64Array.from(places, ({ index }) => index);
  // Differences are clear when their squares exceed the sum of these of both places.
  const limits = Float64Array.from(places, ({ error }) => (Z_95 * error) ** 2);
  const sortedLimits = limits.toSorted();
  const [least = NaN, greatest = NaN] = [sortedLimits[0], sortedLimits.at(-1)];
  return (position) => {
    const [index = NaN, limit = NaN] = [indexes[position], limits[position]];
    const narrowest = Math.sqrt(limit + least);
    const widest = Math.sqrt(limit + greatest);
    const firstWhere = (holds: (difference: number) => boolean): number =>
      firstPosition(count, (other) => holds((indexes[other] ?? NaN) - index));
    const countClear = (from: number, to: number): number => {
      let clear = 0;
      for (let other = from; other < to; other += 1) {
        const difference = (indexes[other] ?? NaN) - index;
        if (difference * difference > limit + (limits[other] ?? NaN)) clear += 1;
      }
      return clear;
    };
    const better = firstWhere((difference) => difference <= widest);
    const notBetter = firstWhere((difference) => difference <= narrowest);
    const notWorse = firstWhere((difference) => difference < -narrowest);
    const worse = firstWhere((difference) => difference < -widest);
    const from = 1 + better + countClear(better, notBetter);
    const to = worse - countClear(notWorse, worse);
    return from === 1 && to === count ? null : { from, to };
  };
}

/** The first of `count` positions for which a condition holds that holds for all later ones, too; `count` if none. */
function firstPosition(count: number, holds: (position: number) => boolean): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
