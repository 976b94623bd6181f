// Shares as they are printed, in per cent, so that their sum is right for a reader who adds them up.
import { responsesOf } from './scale.ts';

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
