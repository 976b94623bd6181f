// The order of places: small samples are pulled towards the mean, so that three lucky presses don't win.
import type { Figures, GroupKey } from './figures.ts';
import { compareText, firstDifference } from './order.ts';

/** A direct subfolder or an own survey, with its own figures; `rankScore` only orders. */
export interface RankedPlace extends GroupKey {
  /** Exactly one of the two is present. */
  readonly folder?: number;
  readonly survey?: number;
  readonly name: string;
  readonly index: number | null;
  readonly responses: number;
  readonly change: number | null;
  /** RS = (WAI·W + I·R)/(W + R); null where there is no index. */
  readonly rankScore: number | null;
}

export interface RankCandidate {
  readonly folder?: number;
  readonly survey?: number;
  readonly name: string;
  readonly group: GroupKey;
  readonly figures: Figures;
}

export function compareGroups(a: GroupKey, b: GroupKey): number {
  return firstDifference(
    compareText(a.indexType, b.indexType),
    compareText(a.feedbackScale, b.feedbackScale),
  );
}

/** A group's name, for finding those alike. */
export function rankedName({ indexType, feedbackScale }: GroupKey): string {
  return JSON.stringify([indexType, feedbackScale]);
}

/** Ranks places within their group: by group, then rank score descending, then key. Silent places are left out. */
export function rankPlaces(places: readonly RankCandidate[]): readonly RankedPlace[] {
  const heard = places.filter((place) => place.figures.responses > 0);
  const groups = Map.groupBy(heard, ({ group }) => rankedName(group));
  return [...groups.values()]
    .flatMap((group) => {
      const scoreOf = rankScoreAmong(group.map((place) => place.figures));
      return group.map((place) => ({
        ...(place.folder === undefined ? {} : { folder: place.folder }),
        ...(place.survey === undefined ? {} : { survey: place.survey }),
        name: place.name,
        indexType: place.group.indexType,
        feedbackScale: place.group.feedbackScale,
        index: place.figures.index,
        responses: place.figures.responses,
        change: place.figures.change,
        rankScore: scoreOf(place.figures),
      }));
    })
    .sort((a, b) =>
      firstDifference(
        compareGroups(a, b),
        (b.rankScore ?? -Number.MAX_VALUE) - (a.rankScore ?? -Number.MAX_VALUE),
        keyOf(a) - keyOf(b),
      ),
    );
}

interface Sample {
  readonly index: number | null;
  readonly responses: number;
}

/** RS of places among their peers, all of one group and with responses; the places are peers themselves. */
export function rankScoreAmong(peers: readonly Sample[]): (own: Sample) => number | null {
  let weighted = 0;
  let responses = 0;
  for (const peer of peers) {
    weighted += (peer.index ?? 0) * peer.responses;
    responses += peer.responses;
  }
  const mean = weighted / responses;
  const perPlace = responses / peers.length;
  return (own) =>
    own.index === null
      ? null
      : (mean * perPlace + own.index * own.responses) / (perPlace + own.responses);
}

function keyOf(place: RankedPlace): number {
  return place.folder ?? place.survey ?? 0;
}
