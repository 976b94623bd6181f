// Explains a change of a group's index by its surveys: what their own indexes contributed (rate) and what their shares of the
// responses contributed (mix). The contributions add up to the change exactly (Kitagawa 1955).
import type { GroupKey } from '../figures.ts';
import { compareInOrder } from '../order.ts';
import { indexOf, responsesOf, sumCounts } from '../scale.ts';
import { isDeviation } from './signal.ts';

/** The keys of a survey and its folder. */
export interface SurveyPlace {
  readonly folder: number;
  readonly survey: number;
}

/** The counts of one survey that its folder and all folders above need. */
export interface Leaf extends SurveyPlace {
  readonly data: readonly number[];
  readonly previousData: readonly number[];
  /** Counts of all weeks that its usual level is taken from, and their number; null without a usual level. */
  readonly usualData: readonly number[] | null;
  readonly usualWeeks: number | null;
}

/** The sums of leaves that are left out. */
export type OtherLeaves = Pick<Leaf, 'data' | 'previousData'>;

export interface WhyPart extends SurveyPlace {
  /** Contributions to the change, in the unit of the index. */
  readonly rate: number;
  readonly mix: number;
}

/** Responses and index; the index is null without responses. */
interface Level {
  readonly responses: number;
  readonly index: number | null;
}

/** A part of a whole before and after a change. */
export interface ChangedPart extends SurveyPlace {
  readonly before: Level;
  readonly after: Level;
}

/** Limits the size of stored reports. */
const MAX_LEAVES = 500;
/** A part is named when its contribution is at least this share of the sizes of all contributions. */
const MIN_NAMED_SHARE = 0.1;
const MAX_NAMED = 5;

/**
 * The surveys that contributed most to a change from the usual level, largest contribution first; none for a verdict that is
 * no change. Null where usual levels or responses are missing, or for an unknown index type or scale.
 */
export function explainChange(
  leaves: readonly Leaf[],
  group: GroupKey,
  verdict: string,
): readonly WhyPart[] | null {
  const explained = changeFromUsual(leaves, group);
  if (explained === null) return null;
  if (!isDeviation(verdict)) return [];
  const sizes = explained.parts.map(sizeOf).reduce((total, size) => total + size, 0);
  return explained.parts
    .filter((part) => sizeOf(part) > 0 && sizeOf(part) >= MIN_NAMED_SHARE * sizes)
    .toSorted((a, b) => compareInOrder(sizeOf(b) - sizeOf(a), comparePlaces(a, b)))
    .slice(0, MAX_NAMED);
}

/** The named parts of a group's change, the sum of its other parts, null without any, and the sum of all. */
export function contributionsOf(group: ExplainedGroup): {
  readonly named: readonly WhyPart[];
  readonly others: Contribution | null;
  readonly all: Contribution;
} | null {
  const { why, leaves } = group;
  const wholeChange = changeFromUsual(leaves, group);
  if (why === null || why.length === 0 || wholeChange === null) return null;
  const [named, all] = [sumOf(why), sumOf(wholeChange.parts)];
  return {
    named: why,
    others:
      leaves.length > why.length ? { rate: all.rate - named.rate, mix: all.mix - named.mix } : null,
    all,
  };
}

export type Contribution = Pick<WhyPart, 'rate' | 'mix'>;

interface ExplainedGroup extends GroupKey {
  readonly why: readonly WhyPart[] | null;
  readonly leaves: readonly Leaf[];
}

function sumOf(parts: readonly Contribution[]): Contribution {
  return {
    rate: parts.reduce((total, { rate }) => total + rate, 0),
    mix: parts.reduce((total, { mix }) => total + mix, 0),
  };
}

/** The change of the pooled index from a usual week of all leaves, as `decompose` splits it. */
function changeFromUsual(leaves: readonly Leaf[], group: GroupKey): ReturnType<typeof decompose> {
  return decompose(leaves.map((leaf) => toChangedPart(leaf, group)));
}

/**
 * Splits the change of a pooled index into its parts' contributions, ordered by key. Parts without responses on both sides
 * contribute nothing and are left out. Null when no part has responses on one side.
 */
export function decompose(
  parts: readonly ChangedPart[],
): { readonly change: number; readonly parts: readonly WhyPart[] } | null {
  // Sums of floating-point numbers depend on their order.
  const sorted = parts.toSorted(comparePlaces);
  const before = pool(sorted.map((part) => part.before));
  const after = pool(sorted.map((part) => part.after));
  if (before.index === null || after.index === null) return null;
  const middle = (before.index + after.index) / 2;
  return {
    change: after.index - before.index,
    parts: sorted.flatMap((part) => {
      // Without responses on one side, the contribution is all due to the mix.
      const x0 = part.before.index ?? part.after.index;
      const x1 = part.after.index ?? part.before.index;
      if (x0 === null || x1 === null) return [];
      const w0 = part.before.responses / before.responses;
      const w1 = part.after.responses / after.responses;
      return [
        {
          folder: part.folder,
          survey: part.survey,
          // Adding 0 turns −0, which JSON does not preserve, into 0.
          rate: ((w0 + w1) / 2) * (x1 - x0) + 0,
          mix: (w1 - w0) * ((x0 + x1) / 2 - middle) + 0,
        },
      ];
    }),
  };
}

function pool(levels: readonly Level[]): Level {
  let responses = 0;
  let weighted = 0;
  for (const level of levels) {
    if (level.index === null) continue;
    responses += level.responses;
    weighted += level.responses * level.index;
  }
  return { responses, index: responses === 0 ? null : weighted / responses };
}

/** Compares this week with an average week of the leaf's usual level. */
function toChangedPart(leaf: Leaf, group: GroupKey): ChangedPart {
  const usualData = leaf.usualData ?? [];
  return {
    folder: leaf.folder,
    survey: leaf.survey,
    before: {
      responses: responsesOf(usualData) / (leaf.usualWeeks ?? 1),
      index: indexOf(usualData, group.indexType, group.feedbackScale),
    },
    after: {
      responses: responsesOf(leaf.data),
      index: indexOf(leaf.data, group.indexType, group.feedbackScale),
    },
  };
}

/**
 * Combines the leaves of disjoint sets of surveys: the largest ones, and the sums of all others. Merging merged lists gives
 * exactly what merging all leaves at once gives, in any order.
 */
export function mergeLeaves(
  lists: readonly (readonly Leaf[])[],
  others: readonly (OtherLeaves | null)[],
): { readonly leaves: readonly Leaf[]; readonly otherLeaves: OtherLeaves | null } {
  const sorted = lists
    .flat()
    .map((leaf) => ({ leaf, responses: responsesOf(leaf.data) }))
    .sort((a, b) => compareInOrder(b.responses - a.responses, comparePlaces(a.leaf, b.leaf)))
    .map(({ leaf }) => leaf);
  const leftOut = [...sorted.slice(MAX_LEAVES), ...others.filter((other) => other !== null)];
  return {
    leaves: sorted.slice(0, MAX_LEAVES),
    otherLeaves:
      leftOut.length === 0
        ? null
        : {
            data: sumCounts(leftOut.map(({ data }) => data)),
            previousData: sumCounts(leftOut.map(({ previousData }) => previousData)),
          },
  };
}

function sizeOf({ rate, mix }: WhyPart): number {
  return Math.abs(rate + mix);
}

export function comparePlaces(a: SurveyPlace, b: SurveyPlace): number {
  return compareInOrder(a.survey - b.survey, a.folder - b.folder);
}
