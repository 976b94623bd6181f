// Ranks, the funnel and the contributions of places, computed from the counts of the leaves by the rules and independently
// of the report.
import assert from 'node:assert/strict';
import type { Counts, SurveyGroup } from '../../../../../lib/domain/report.ts';
import type { LeaguePlace } from '../../../../../lib/domain/signals/league.ts';
import { agreed, indexOf, rangeOf, sum } from './recomputed.ts';
import { errorOf } from './usual-levels.ts';

interface Place {
  readonly survey: number;
  readonly index: number;
  readonly error: number;
  readonly responses: number;
}

const FUNNEL_PLACES = 8;

function measuredLeaves(group: SurveyGroup): readonly Place[] {
  return group.leaves.flatMap(({ survey, data }) => {
    const [index, error] = [indexOf(data, group), errorOf(data, group)];
    return index === null || error === null ? [] : [{ survey, index, error, responses: sum(data) }];
  });
}

/** The places of the league in the JSON; throws when their figures do not follow from the leaves. */
export function rankedPlaces(group: SurveyGroup): readonly LeaguePlace[] {
  const { league } = group;
  if (league === null) return [];
  const places = measuredLeaves(group);
  const tau = tauOf(group);
  const pooled = agreed(league.target, indexOf(group.data, group), 'the index of all places') ?? 0;
  assert.equal(league.places.length, places.length);
  return league.places.map((place) => {
    const of = places.find(({ survey }) => survey === place.survey);
    assert.ok(of !== undefined, `survey ${place.survey} is no leaf`);
    const clearlyBetter = (a: Place, b: Place): boolean =>
      a.index - b.index > 1.96 * Math.hypot(a.error, b.error);
    const better = places.filter((other) => clearlyBetter(other, of)).length;
    const worse = places.filter((other) => clearlyBetter(of, other)).length;
    agreed(place.index, of.index, 'the index of a place');
    agreed(place.responses, of.responses, 'the responses of a place');
    agreed(place.rankFrom, 1 + better, 'the best rank of a place');
    agreed(place.rankTo, places.length - worse, 'the worst rank of a place');
    const z =
      tau === null || places.length < FUNNEL_PLACES
        ? 0
        : (of.index - pooled) / Math.hypot(of.error, tau);
    assert.equal(place.funnel, z > 3 ? 'high' : z < -3 ? 'low' : null);
    return place;
  });
}

/** The standard deviation between places beyond chance; null with fewer than three. */
function tauOf(group: SurveyGroup): number | null {
  const places = measuredLeaves(group);
  const pooled = indexOf(group.data, group);
  if (places.length < 3 || pooled === null) return null;
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
  const half = 3 * Math.hypot(ofOne / Math.sqrt(Math.min(...counts)), tau);
  const ends = [pooled - half, pooled + half].map((end) =>
    Math.min(range.high, Math.max(range.low, end)),
  );
  return { indexes: [...places.map(({ index }) => index), ...ends], most: Math.max(...counts) };
}

interface Contribution {
  readonly survey: number | null;
  readonly rate: number;
  readonly mix: number;
}

interface Side {
  readonly responses: number;
  readonly index: number | null;
}

/** The contributions of the named places as in the JSON, of the others in sum, and of all. */
export function contributions(group: SurveyGroup): readonly Contribution[] {
  const { why, leaves } = group;
  if (why === null || why.length === 0) return [];
  const side = (data: Counts | null, weeks: number): Side => ({
    responses: sum(data ?? []) / weeks,
    index: data === null ? null : indexOf(data, group),
  });
  const parts = leaves.map(({ survey, data, usualData, usualWeeks }) => ({
    survey,
    before: side(usualData, usualWeeks ?? 1),
    after: side(data, 1),
  }));
  const [before, after] = [poolOf(parts.map((p) => p.before)), poolOf(parts.map((p) => p.after))];
  const all = parts.flatMap((part): readonly Contribution[] => {
    const x0 = part.before.index ?? part.after.index;
    const x1 = part.after.index ?? part.before.index;
    if (x0 === null || x1 === null) return [];
    const [w0, w1] = [
      part.before.responses / before.responses,
      part.after.responses / after.responses,
    ];
    return [
      {
        survey: part.survey,
        rate: ((w0 + w1) / 2) * (x1 - x0),
        mix: (w1 - w0) * ((x0 + x1) / 2 - (before.index + after.index) / 2),
      },
    ];
  });
  const namedParts = why.map((part) => {
    const samePart = all.find(({ survey }) => survey === part.survey);
    agreed(part.rate, samePart?.rate ?? null, 'the contribution of a place’s own result');
    agreed(part.mix, samePart?.mix ?? null, 'the contribution of a place’s share');
    return part;
  });
  const wholeTotal = totalOf(all);
  agreed(wholeTotal.rate + wholeTotal.mix, after.index - before.index, 'the sum of contributions');
  const ofNamed = totalOf(namedParts);
  const otherParts = {
    survey: null,
    rate: wholeTotal.rate - ofNamed.rate,
    mix: wholeTotal.mix - ofNamed.mix,
  };
  return [...namedParts, otherParts, wholeTotal];
}

function totalOf(parts: readonly Contribution[]): Contribution {
  return {
    survey: null,
    rate: sum(parts.map(({ rate }) => rate)),
    mix: sum(parts.map(({ mix }) => mix)),
  };
}

function poolOf(sides: readonly Side[]): { readonly responses: number; readonly index: number } {
  const knownSides = sides.flatMap(({ responses, index }) =>
    index === null ? [] : [{ responses, index }],
  );
  const responses = sum(knownSides.map((side) => side.responses));
  return {
    responses,
    index: sum(knownSides.map((side) => side.responses * side.index)) / responses,
  };
}
