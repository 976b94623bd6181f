// Compares the places of one index type and scale with their common index and with each other: a funnel test for many
// places (Spiegelhalter 2005), and the ranks that their confidence intervals allow.
import type { GroupKey } from '../figures.ts';
import { standardError } from '../figures.ts';
import { compareInOrder } from '../order.ts';
import { createRankScore } from '../ranking.ts';
import { indexOf, responsesOf, sumCounts } from '../scale.ts';
import { normalP, quantileType7, Z_95 } from './statistics.ts';
import type { Leaf, SurveyPlace } from './why.ts';
import { comparePlaces } from './why.ts';

export interface LeaguePlace extends SurveyPlace {
  readonly index: number;
  readonly responses: number;
  /** Used only for the order. */
  readonly rankScore: number;
  /** The index drawn towards the target, the more so the fewer its responses; null where tau is null. */
  readonly shrunkIndex: number | null;
  /** Standard deviations from the target; z, p and funnel are null on the basis `intervals`. */
  readonly z: number | null;
  readonly p: number | null;
  readonly funnel: 'low' | 'high' | null;
  /** The best and the worst rank that the responses allow. */
  readonly rankFrom: number;
  readonly rankTo: number;
}

export interface League {
  /** `intervals`: too few places for a funnel test. */
  readonly basis: 'funnel' | 'intervals';
  /** The pooled index of all places. */
  readonly target: number;
  /** Standard deviation between the places beyond chance; null with too few places to estimate it. */
  readonly tau: number | null;
  /** By descending rank score, then by key. */
  readonly places: readonly LeaguePlace[];
}

/** The counts of one survey's week. */
export type LeagueLeaf = Pick<Leaf, 'folder' | 'survey' | 'data'>;

const MIN_FUNNEL_PLACES = 8;
const MIN_TAU_PLACES = 3;
/** Standard deviations beyond which a place lies outside the funnel. */
export const FUNNEL_LIMIT = 3;
/** Share of the places at each end whose distance from the target is limited, so that outliers do not widen the funnel. */
const WINSORISED_SHARE = 0.1;

/** An index with its standard error. */
interface Estimate {
  readonly index: number;
  readonly error: number;
}

interface MeasuredLeaf extends LeagueLeaf, Estimate {
  readonly responses: number;
}

/** Null for an unknown index type or scale, or without responses. The order of the leaves does not matter. */
export function buildLeague(leaves: readonly LeagueLeaf[], group: GroupKey): League | null {
  // Sums of floating-point numbers depend on their order.
  const measuredPlaces = measureLeaves(leaves, group).toSorted(comparePlaces);
  const target = indexOf(
    sumCounts(measuredPlaces.map(({ data }) => data)),
    group.indexType,
    group.feedbackScale,
  );
  if (target === null) return null;
  const variance =
    measuredPlaces.length < MIN_TAU_PLACES ? null : dispersionOf(measuredPlaces, target).tauSquared;
  const hasFunnel = measuredPlaces.length >= MIN_FUNNEL_PLACES;
  const rankScore = createRankScore(measuredPlaces);
  const places = measuredPlaces.map((leaf): LeaguePlace => {
    const { folder, survey, index, error, responses } = leaf;
    const z =
      variance === null || !hasFunnel ? null : (index - target) / Math.sqrt(error ** 2 + variance);
    return {
      folder,
      survey,
      index,
      responses,
      rankScore: rankScore(leaf) ?? index,
      shrunkIndex:
        variance === null ? null : target + (index - target) * (variance / (variance + error ** 2)),
      z,
      p: z === null ? null : normalP(z),
      funnel: z === null ? null : funnelOf(z),
      rankFrom: 1 + measuredPlaces.filter((other) => isClearlyBetter(other, leaf)).length,
      rankTo:
        measuredPlaces.length -
        measuredPlaces.filter((other) => isClearlyBetter(leaf, other)).length,
    };
  });
  return {
    basis: hasFunnel ? 'funnel' : 'intervals',
    target,
    tau: variance === null ? null : Math.sqrt(variance),
    places: places.toSorted((a, b) =>
      compareInOrder(b.rankScore - a.rankScore, comparePlaces(a, b)),
    ),
  };
}

/** The leaves with responses. */
function measureLeaves(leaves: readonly LeagueLeaf[], group: GroupKey): readonly MeasuredLeaf[] {
  return leaves.flatMap(({ folder, survey, data }) => {
    const index = indexOf(data, group.indexType, group.feedbackScale);
    const error = standardError(data, group);
    return index === null || error === null
      ? []
      : [{ folder, survey, data, index, error, responses: responsesOf(data) }];
  });
}

/**
 * How much more the places differ from the target than chance explains: φ is the ratio of the variances, τ² the variance
 * between places (DerSimonian and Laird), for at least two places.
 */
export function dispersionOf(
  estimates: readonly Estimate[],
  target: number,
): { readonly phi: number; readonly tauSquared: number } {
  const n = estimates.length;
  const zs = estimates.map(({ index, error }) => (index - target) / error);
  const sorted = zs.toSorted((a, b) => a - b);
  const low = quantileType7(sorted, WINSORISED_SHARE);
  const high = quantileType7(sorted, 1 - WINSORISED_SHARE);
  const phi = sum(zs.map((z) => Math.min(high, Math.max(low, z)) ** 2)) / n;
  const weights = estimates.map(({ error }) => 1 / error ** 2);
  const total = sum(weights);
  const scale = total - sum(weights.map((weight) => weight ** 2)) / total;
  return { phi, tauSquared: Math.max(0, (n * phi - (n - 1)) / scale) };
}

function funnelOf(z: number): 'low' | 'high' | null {
  if (z < -FUNNEL_LIMIT) return 'low';
  return z > FUNNEL_LIMIT ? 'high' : null;
}

function isClearlyBetter(a: Estimate, b: Estimate): boolean {
  return a.index - b.index > Z_95 * Math.sqrt(a.error ** 2 + b.error ** 2);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
