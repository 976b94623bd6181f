// Ranks and the funnel of places, computed from the counts of the leaves by the rules and independently of the report.
import type { Counts, SurveyGroup } from '../../../../../lib/domain/report.ts';
import type { GroupKey } from '../../../../../lib/domain/figures.ts';
import { halfWidthOf, indexOf, rangeOf, sum } from './recomputed.ts';

interface Place {
  readonly folder: number;
  readonly survey: number;
  readonly index: number;
  readonly error: number;
  readonly responses: number;
}

const FUNNEL_PLACES = 8;

function measuredLeaves(group: SurveyGroup): readonly Place[] {
  const { leaves } = group;
  return leaves.data.flatMap((data, i) => {
    const [folder = 0, survey = 0] = [leaves.folder[i], leaves.survey[i]];
    const [index, error] = [indexOf(data, group), errorOf(data, group)];
    return index === null || error === null
      ? []
      : [{ folder, survey, index, error, responses: sum(data) }];
  });
}

/** The standard error of the index. */
function errorOf(data: Counts, group: GroupKey): number | null {
  const half = halfWidthOf(data, group);
  return half === null ? null : half / 1.96;
}

export interface RankedPlace extends Place {
  readonly rankFrom: number;
  readonly rankTo: number;
  readonly side: 'low' | 'high' | null;
}

/** The places of the ranking, best first; of many only those outside the funnel. */
export function rankedPlaces(group: SurveyGroup): readonly RankedPlace[] {
  const places = measuredLeaves(group);
  const [tau, pooled, limit] = [tauOf(group), indexOf(group.data, group) ?? 0, limitOf(places)];
  return places
    .map((place) => {
      const isClearlyBetter = (a: Place, b: Place): boolean =>
        a.index - b.index > 1.96 * Math.hypot(a.error, b.error);
      const z = tau === null ? 0 : (place.index - pooled) / Math.hypot(place.error, tau);
      return {
        ...place,
        rankFrom: 1 + places.filter((other) => isClearlyBetter(other, place)).length,
        rankTo: places.length - places.filter((other) => isClearlyBetter(place, other)).length,
        side: z > limit ? ('high' as const) : z < -limit ? ('low' as const) : null,
      };
    })
    .filter(({ side }) => places.length <= 30 || side !== null)
    .toSorted((a, b) => (a.index === b.index ? a.survey - b.survey : b.index - a.index));
}

/** The number of places that are ranked, also those that are not printed. */
export function countPlaces(group: SurveyGroup): number {
  return measuredLeaves(group).length;
}

/** How many standard deviations from the others are told among so many. */
function limitOf({ length }: readonly Place[]): number {
  return Math.max(3, Math.sqrt(2 * Math.log(length)));
}

/** The standard deviation between places beyond chance; null with fewer than eight. */
function tauOf(group: SurveyGroup): number | null {
  const places = measuredLeaves(group);
  const pooled = indexOf(group.data, group);
  if (places.length < FUNNEL_PLACES || pooled === null) return null;
  const zs = places.map(({ index, error }) => (index - pooled) / error);
  const [low, high] = [quantile(zs, 0.1), quantile(zs, 0.9)];
  const n = places.length;
  const excess = sum(zs.map((z) => Math.min(high, Math.max(low, z)) ** 2)) - (n - 1);
  const weights = places.map(({ error }) => error ** -2);
  const squares = sum(weights.map((weight) => weight ** 2));
  return Math.sqrt(Math.max(0, excess / (sum(weights) - squares / sum(weights))));
}

/** By linear interpolation between the two nearest values. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = share * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? 0;
  return below + (above - below) * (position - Math.floor(position));
}

/** The indexes of the places and the ends of the funnel at the smallest one, and the responses of the largest. */
export function funnelExtent(group: SurveyGroup): {
  readonly indexes: readonly number[];
  readonly most: number;
} {
  const places = measuredLeaves(group);
  const range = rangeOf(group, group.data.length);
  const [pooled, error, tau] = [
    indexOf(group.data, group),
    errorOf(group.data, group),
    tauOf(group),
  ];
  if (range === null || pooled === null || error === null || tau === null) {
    return { indexes: [], most: 0 };
  }
  const counts = places.map(({ responses }) => responses);
  const ofOne = error * Math.sqrt(sum(group.data));
  const half = limitOf(places) * Math.hypot(ofOne / Math.sqrt(Math.min(...counts)), tau);
  const ends = [pooled - half, pooled + half].map((end) =>
    Math.min(range.high, Math.max(range.low, end)),
  );
  return { indexes: [...places.map(({ index }) => index), ...ends], most: Math.max(...counts) };
}
