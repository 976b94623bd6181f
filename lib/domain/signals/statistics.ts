// Statistical functions of the signals: medians, p values that stay accurate in the tails, false discovery rate, intervals.

/** Every p value is at least this: smaller ones would only measure the model. */
export const MIN_P = 1e-12;

/** 95 % of a normal distribution is within ± this many standard deviations. */
export const Z_95 = 1.96;
/** Variance of a median as a multiple of that of the mean: π/2. */
export const MEDIAN_VARIANCE = 1.57;
/** Median of the squares of a standard normal distribution. */
export const MEDIAN_CHI_SQUARE = 0.455;

/** The standardised difference that places of a list of so many must exceed, or chance alone would fill it. */
export function thresholdOf(places: number): number {
  return places === 0 ? 3 : Math.max(3, Math.sqrt(2 * Math.log(places)));
}

/** A sum that does not depend on the order of the values: rounding does. */
export function sumInAnyOrder(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b).reduce((total, value) => total + value, 0);
}

/** The middle value, or the mean of the two middle ones; NaN without values. */
export function median(values: readonly number[]): number {
  // Typed arrays are sorted by value without a comparison function, which takes a third of the time.
  return values.length <= SHORT
    ? medianOfShort([...values])
    : quantileType7(new Float64Array(values).sort(), 0.5);
}

/** Up to so many values are sorted faster by insertion. */
const SHORT = 24;

function medianOfShort(values: number[]): number {
  for (let i = 1; i < values.length; i += 1) {
    const value = values[i] ?? NaN;
    let j = i;
    for (; j > 0 && (values[j - 1] ?? NaN) > value; j -= 1) values[j] = values[j - 1] ?? NaN;
    values[j] = value;
  }
  return quantileType7(values, 0.5);
}

/** The quantile of ascending values by linear interpolation (type 7 of Hyndman and Fan); NaN without values. */
export function quantileType7(sorted: ArrayLike<number>, q: number): number {
  const position = (sorted.length - 1) * q;
  const below = Math.floor(position);
  const low = sorted[below] ?? NaN;
  const high = sorted[below + 1] ?? low;
  return low + (position - below) * (high - low);
}

/** The two-sided p of Student's t with 12 degrees of freedom: I₁₂/₍₁₂₊z²₎(6, ½), at least MIN_P. */
export function tTest12(z: number): number {
  const x = 12 / (12 + z * z);
  // √(1−x), which for small z would lose digits if it were computed from x.
  const root = Math.abs(z) / Math.sqrt(12 + z * z);
  return atLeastMinP(Math.abs(z) === Infinity ? 0 : incompleteBeta(x, root));
}

/**
 * I_x(6, ½). 1/√(1−x) = Σ cⱼxʲ, of which √(1−x)·Σ from j = 6 on is the result; the terms before it are its complement.
 */
function incompleteBeta(x: number, root: number): number {
  // cⱼxʲ with cⱼ = (2j)!/(j!²4ʲ)
  let term = 1;
  let j = 0;
  let head = 0;
  while (j < 6) {
    head += term;
    j += 1;
    term *= (x * (2 * j - 1)) / (2 * j);
  }
  // Here the result exceeds 0.06, so the complement loses no digits, and the series would converge slowly.
  if (x > 0.75) return 1 - root * head;
  let tail = 0;
  while (term > tail * Number.EPSILON) {
    tail += term;
    j += 1;
    term *= (x * (2 * j - 1)) / (2 * j);
  }
  return root * tail;
}

/** The two-sided p of a standard normal distribution: erfc(|z|/√2), at least MIN_P. */
export function normalP(z: number): number {
  return atLeastMinP(erfc(Math.abs(z) / Math.SQRT2));
}

/** Terms of the continued fraction of erfc that 1e-14 needs at x = 1, where it converges slowest. */
const FRACTION_TERMS = 200;

function erfc(x: number): number {
  if (x === Infinity) return 0;
  if (x < 1) {
    // erf(x) = 2/√π · Σ (−1)ʲ x^(2j+1)/(j!(2j+1)); here erfc exceeds 0.15, so the complement loses one digit at most.
    let power = x;
    let sum = x;
    for (let j = 1; Math.abs(power) > Number.EPSILON * sum; j += 1) {
      power *= -(x * x) / j;
      sum += power / (2 * j + 1);
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * sum;
  }
  let fraction = x;
  for (let j = FRACTION_TERMS; j >= 1; j -= 1) fraction = x + j / 2 / fraction;
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction);
}

function atLeastMinP(p: number): number {
  return Math.max(MIN_P, p);
}

/**
 * Which of the p values to keep at false discovery rate q (Benjamini and Hochberg 1995): the r smallest, with the largest r
 * for which p₍ᵣ₎ ≤ q·r/m. m is the number of tests made; `ps` may leave out tests that found nothing.
 */
export function benjaminiHochberg(
  ps: readonly number[],
  q: number,
  m: number = ps.length,
): readonly boolean[] {
  const limit = [...ps].sort((a, b) => a - b).findLast((p, i) => p <= (q * (i + 1)) / m);
  return ps.map((p) => limit !== undefined && p <= limit);
}

/** The Wilson 95 % interval of the share count/total; null without a total. */
export function wilsonInterval(
  count: number,
  total: number,
): { readonly lower: number; readonly upper: number } | null {
  if (total === 0) return null;
  const share = count / total;
  const square = Z_95 * Z_95;
  const centre = share + square / (2 * total);
  const half = Z_95 * Math.sqrt((share * (1 - share)) / total + square / (4 * total * total));
  const scale = 1 + square / total;
  // Rounding must not move a bound beyond 0 or 1.
  return {
    lower: count === 0 ? 0 : Math.max(0, (centre - half) / scale),
    upper: count === total ? 1 : Math.min(1, (centre + half) / scale),
  };
}
