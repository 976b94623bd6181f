// Ranks places by an index that is weighted towards the mean, so that a place with few responses does not win at random.
import type { Figures, GroupKey } from './figures.ts';
import { compareText, compareInOrder } from './order.ts';

/** A direct subfolder or a survey of the folder. `rankScore` is used only for the order. */
export interface RankedPlace extends GroupKey {
  /** Either `folder` or `survey` is present. */
  readonly folder?: number;
  readonly survey?: number;
  readonly name: string;
  readonly index: number | null;
  readonly responses: number;
  readonly change: number | null;
  /** RS = (WAI·W + I·R)/(W + R); null where there is no index. */
  readonly rankScore: number | null;
}

interface RankCandidate extends Pick<RankedPlace, 'folder' | 'survey' | 'name'> {
  readonly figures: Figures & GroupKey;
}

export function compareGroups(a: GroupKey, b: GroupKey): number {
  return compareInOrder(
    compareText(a.indexType, b.indexType),
    compareText(a.feedbackScale, b.feedbackScale),
  );
}

/** An identifier of a group, for use as a map key. */
export function groupName({ indexType, feedbackScale }: GroupKey): string {
  return JSON.stringify([indexType, feedbackScale]);
}

/** Sorts places by group, then by descending rank score, then by key. Places without responses are left out. */
export function rankPlaces(places: readonly RankCandidate[]): readonly RankedPlace[] {
  const withResponses = places.filter((place) => place.figures.responses > 0);
  const groups = Map.groupBy(withResponses, ({ figures }) => groupName(figures));
  return [...groups.values()]
    .flatMap((group) => {
      const rankScore = createRankScore(group.map((place) => place.figures));
      return group.map(({ figures, ...place }) => ({
        ...place,
        indexType: figures.indexType,
        feedbackScale: figures.feedbackScale,
        index: figures.index,
        responses: figures.responses,
        change: figures.change,
        rankScore: rankScore(figures),
      }));
    })
    .sort((a, b) =>
      compareInOrder(
        compareGroups(a, b),
        (b.rankScore ?? -Number.MAX_VALUE) - (a.rankScore ?? -Number.MAX_VALUE),
        keyOf(a) - keyOf(b),
      ),
    );
}

interface IndexSample {
  readonly index: number | null;
  readonly responses: number;
}

/** Rank score of a place among the places of its group, including itself. All of them have responses. */
export function createRankScore(
  peers: readonly IndexSample[],
): (sample: IndexSample) => number | null {
  let weighted = 0;
  let responses = 0;
  for (const peer of peers) {
    weighted += (peer.index ?? 0) * peer.responses;
    responses += peer.responses;
  }
  const mean = weighted / responses;
  const perPlace = responses / peers.length;
  return ({ index, responses: count }) =>
    index === null ? null : (mean * perPlace + index * count) / (perPlace + count);
}

function keyOf(place: RankedPlace): number {
  return place.folder ?? place.survey ?? 0;
}
