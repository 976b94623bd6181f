// What the surveys of a folder have in common in a week: the shift of all, and how far they spread around it.
import { compareInOrder } from '../order.ts';
import type { LevelRules } from './level/rules.ts';
import { exceeds } from './level/rules.ts';
import type { Common } from './model.ts';
import { MEDIAN_CHI_SQUARE, median } from './statistics.ts';

/** Fewer surveys than this are not compared with each other. */
export const MIN_PEERS = 8;
/** Half of all weights is reached in spite of rounding. */
const HALF = 0.5 * (1 - 1e-9);
/** The standard deviation of a sample is this multiple of its median absolute deviation. */
const MAD_TO_SD = 1.4826;
/** The standard error of a median as a multiple of that of a mean. */
const MEDIAN_ERROR = 1.25;
/** Surveys that an assumed spread of 1 counts as. */
const PRIOR_PEERS = 20;
const MIN_SPREAD = 0.25;
const MAX_SPREAD = 1.5;
/** Share of the range from which on a shift is said, and by which a subfolder differs when it is named. */
const SAID_SHARE = 0.02;
const NAMED_SHARE = 0.03;

/** A difference from the usual level with its standard deviation. */
export interface Measured {
  readonly value: number;
  readonly sd: number;
}

/** `shift` is the median drawn to 0 by its standard error; with fewer than 8 values it is 0 and the others are null. */
export interface Shift {
  readonly shift: number;
  readonly se: number | null;
  readonly median: number | null;
}

/** The shift of all values; their order does not matter. */
export function shiftOf(
  measured: readonly Measured[],
  rules: Pick<LevelRules, 'range' | 'priorSwing'>,
): Shift {
  if (measured.length < MIN_PEERS) return { shift: 0, se: null, median: null };
  const values = measured
    .map(({ value, sd }) => ({ value, weight: 1 / (rules.priorSwing ** 2 + sd * sd) }))
    .sort(compareWeighted);
  const middle = weightedMedian(values);
  const deviations = values
    .map(({ value, weight }) => ({ value: Math.abs(value - middle), weight }))
    .sort(compareWeighted);
  const squares = values.reduce((sum, { weight }) => sum + weight * weight, 0);
  const mad = MAD_TO_SD * weightedMedian(deviations);
  const se = (MEDIAN_ERROR * mad * Math.sqrt(squares)) / totalWeight(values);
  const shift = exceeds(Math.abs(middle), se, rules)
    ? middle * (1 - (se * se) / (middle * middle))
    : 0;
  return { shift, se, median: middle };
}

interface Weighted {
  readonly value: number;
  readonly weight: number;
}

function compareWeighted(a: Weighted, b: Weighted): number {
  return compareInOrder(a.value - b.value, a.weight - b.weight);
}

function totalWeight(values: readonly Weighted[]): number {
  return values.reduce((sum, { weight }) => sum + weight, 0);
}

/** Of sorted values the first at which the weights up to it reach half of all. */
function weightedMedian(sorted: readonly Weighted[]): number {
  const half = HALF * totalWeight(sorted);
  let sum = 0;
  for (const { value, weight } of sorted) {
    sum += weight;
    if (sum >= half) return value;
  }
  return NaN;
}

/** How far values spread around their shift, as a multiple of their variance: 0.25 to 1.5; 1 with fewer than 8 values. */
export function spreadOf(measured: readonly Measured[], shift: number): number {
  const n = measured.length;
  if (n < MIN_PEERS) return 1;
  const middle = median(measured.map(({ value, sd }) => ((value - shift) / sd) ** 2));
  const spread = (PRIOR_PEERS + (n * middle) / MEDIAN_CHI_SQUARE) / (PRIOR_PEERS + n);
  return Math.min(MAX_SPREAD, Math.max(MIN_SPREAD, spread));
}

/** What the differences of this week have in common; null with fewer than 8. */
export function commonOf(
  measured: readonly Measured[],
  rules: Pick<LevelRules, 'range' | 'priorSwing'>,
): Common | null {
  const { shift, se, median: middle } = shiftOf(measured, rules);
  if (se === null || middle === null) return null;
  const below = measured.filter(({ value }) => exceeds(0, value, rules)).length;
  return { shift, se, median: middle, places: measured.length, below };
}

/** Whether texts mention the shift. `range` is that of the index. */
export function isCommonSaid({ shift, se, median: middle }: Common, range: number): boolean {
  return (
    exceeds(Math.abs(middle), 3 * se, { range }) &&
    !exceeds(SAID_SHARE * range, Math.abs(shift), { range })
  );
}

/** Whether a direct subfolder is named because its surveys shifted by another amount than those of the folder. */
export function isSubfolderNamed(
  child: Pick<Common, 'shift' | 'se'>,
  folder: Pick<Common, 'shift' | 'se'>,
  range: number,
): boolean {
  const difference = Math.abs(child.shift - folder.shift);
  const se = Math.sqrt(child.se ** 2 + folder.se ** 2);
  return (
    exceeds(difference, 3 * se, { range }) && !exceeds(NAMED_SHARE * range, difference, { range })
  );
}
