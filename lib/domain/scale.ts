// Feedback scales and the indexes that are computed from counts by button.

/** The known feedback scales. */
export const SCALES = ['FOUR', 'FIVE', 'FIVE_REVERSED'] as const;

/** Buttons of each known feedback scale; worst first is index 0. */
const BUTTONS: ReadonlyMap<string, number> = new Map<(typeof SCALES)[number], number>([
  ['FOUR', 4],
  ['FIVE', 5],
  ['FIVE_REVERSED', 5],
]);

export const INDEX_TYPES = ['HAPPY', 'AVERAGE', 'NPS'] as const;
export type IndexType = (typeof INDEX_TYPES)[number];

export function isIndexType(text: string): text is IndexType {
  return INDEX_TYPES.some((type) => type === text);
}

/** The number of buttons of a scale, or null for a scale that this version doesn't know. */
export function buttonsOf(feedbackScale: string): number | null {
  return BUTTONS.get(feedbackScale) ?? null;
}

/** NPS groups by response index of a scale with k buttons: only the two best are not detractors. */
export function npsGroup(responseIndex: number, k: number): 'promoter' | 'passive' | 'detractor' {
  if (responseIndex === k - 1) return 'promoter';
  return responseIndex === k - 2 ? 'passive' : 'detractor';
}

/** The sum of counts. Called hundreds of times for a survey, so without an iterator. */
export function responsesOf(data: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < data.length; i += 1) sum += data[i] ?? 0;
  return sum;
}

/** Promoters, passives and detractors of counts, as counts. */
export function npsCounts(data: readonly number[]): {
  promoter: number;
  passive: number;
  detractor: number;
} {
  const counts = { promoter: 0, passive: 0, detractor: 0 };
  data.forEach((count, i) => {
    counts[npsGroup(i, data.length)] += count;
  });
  return counts;
}

/**
 * The index of counts, unrounded: HAPPY 0..100, AVERAGE 1..k, NPS −100..100.
 * `data` has one entry for each button. Null without responses, or for an unknown kind of index or scale.
 */
export function indexOf(
  data: readonly number[],
  indexType: string,
  feedbackScale: string,
): number | null {
  if (!isIndexType(indexType) || buttonsOf(feedbackScale) === null) return null;
  const n = responsesOf(data);
  if (n === 0) return null;
  switch (indexType) {
    case 'HAPPY':
      return (100 * weightedSum(data)) / ((data.length - 1) * n);
    case 'AVERAGE':
      return 1 + weightedSum(data) / n;
    case 'NPS': {
      const { promoter, detractor } = npsCounts(data);
      return (100 * (promoter - detractor)) / n;
    }
  }
}

/** The least and the greatest value of an index; null for an unknown kind of index or scale. */
export function indexLimits(
  indexType: string,
  feedbackScale: string,
): { readonly lower: number; readonly upper: number } | null {
  const buttons = buttonsOf(feedbackScale);
  if (!isIndexType(indexType) || buttons === null) return null;
  switch (indexType) {
    case 'HAPPY':
      return { lower: 0, upper: 100 };
    case 'AVERAGE':
      return { lower: 1, upper: buttons };
    case 'NPS':
      return { lower: -100, upper: 100 };
  }
}

/**
 * The mean of the buttons, worst 0 and best 100, unrounded: the scale on which lists compare places of all kinds. It equals the
 * index HAPPY. Null without responses.
 */
export function buttonScore(data: readonly number[]): number | null {
  const n = responsesOf(data);
  return n === 0 || data.length < 2 ? null : (100 * weightedSum(data)) / ((data.length - 1) * n);
}

/** Fewer responses of a week are not measured. */
const MEASURED = 10;

/** `buttonScore` of the responses of several kinds together; null with fewer than ten responses. */
export function buttonScoreOfKinds(kinds: readonly (readonly number[])[]): number | null {
  let [n, sum] = [0, 0];
  for (const data of kinds) {
    const responses = responsesOf(data);
    n += responses;
    sum += responses * (buttonScore(data) ?? 0);
  }
  return n < MEASURED ? null : sum / n;
}

/** An index on the scale of `buttonScore`; null for NPS, which does not depend on the mean alone, and for an unknown kind. */
export function toButtonScore(
  index: number,
  indexType: string,
  feedbackScale: string,
): number | null {
  const limits = indexLimits(indexType, feedbackScale);
  if (limits === null || indexType === 'NPS') return null;
  return (100 * (index - limits.lower)) / (limits.upper - limits.lower);
}

function weightedSum(data: readonly number[]): number {
  let sum = 0;
  data.forEach((count, i) => {
    sum += i * count;
  });
  return sum;
}

/**
 * Adds counts to a sum with one entry for each button, in reverse order with `flips`. Returns the number of responses
 * beyond the buttons, which are not added.
 */
export function addTo(sum: number[], data: readonly number[], flips = false): number {
  const lastIndex = sum.length - 1;
  let excluded = 0;
  for (let i = 0; i < data.length; i += 1) {
    const count = data[i] ?? 0;
    if (i > lastIndex) excluded += count;
    else {
      const button = flips ? lastIndex - i : i;
      sum[button] = (sum[button] ?? 0) + count;
    }
  }
  return excluded;
}

/** The sum of arrays of counts, with the length of the longest one. */
export function sumCounts(lists: Iterable<readonly number[]>): readonly number[] {
  const sum: number[] = [];
  for (const counts of lists) {
    for (let i = 0; i < counts.length; i += 1) sum[i] = (sum[i] ?? 0) + (counts[i] ?? 0);
  }
  return sum;
}

export function noCounts(k: number): readonly number[] {
  return Array.from({ length: k }, () => 0);
}
