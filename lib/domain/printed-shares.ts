// Shares as they are printed, in per cent, so that their sum is right for a reader who adds them up.
import { npsCounts, responsesOf } from './scale.ts';

/** Equal remainders may differ by less than one part of this many. */
const PRECISION = 1e9;

/**
 * Whole per cents that add up to the rounded sum of the shares, by the largest remainders: each is less than one away from
 * its share. Shares of a whole add up to 100.
 */
export function wholePercents(shares: readonly number[]): readonly number[] {
  const exact = shares.map((share) => 100 * share);
  const sum = Math.round(responsesOf(exact));
  const missing = sum - responsesOf(exact.map(Math.floor));
  const byRemainder = exact
    .map((value, i) => ({ i, remainder: Math.round(PRECISION * (value - Math.floor(value))) }))
    .sort((a, b) => b.remainder - a.remainder);
  const increased = new Set(byRemainder.slice(0, missing).map(({ i }) => i));
  return exact.map((value, i) => Math.floor(value) + (increased.has(i) ? 1 : 0));
}

/**
 * Detractors, passives and promoters in per cent: they add up to 100, and promoters minus detractors are the NPS as it is
 * printed. Without passives, an odd NPS needs halves. All are 0 without responses.
 */
export function npsPercents(data: readonly number[]): readonly number[] {
  const counts = npsCounts(data);
  const total = responsesOf(data);
  if (total === 0) return [0, 0, 0];
  const exactNps = (100 * (counts.promoter - counts.detractor)) / total;
  const nps = Math.sign(exactNps) * Math.round(Math.abs(exactNps));
  const exact = [counts.detractor, counts.passive, counts.promoter].map(
    (count) => (100 * count) / total,
  );
  const [detractors = 0] = exact;
  const candidates =
    counts.detractor === 0 || counts.promoter === 0
      ? [Math.max(0, -nps)]
      : counts.passive === 0
        ? [(100 - nps) / 2]
        : [Math.floor(detractors), Math.ceil(detractors)];
  const [best = []] = candidates
    .map((detractor) => [detractor, 100 - 2 * detractor - nps, detractor + nps])
    .filter((percents) => percents.every((percent) => percent >= 0))
    .sort((a, b) => farthest(a, exact) - farthest(b, exact));
  return best;
}

function farthest(percents: readonly number[], exact: readonly number[]): number {
  return Math.max(...percents.map((percent, i) => Math.abs(percent - (exact[i] ?? 0))));
}
