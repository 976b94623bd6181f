// Statistical functions of the signals: medians, quantiles, thresholds of lists and intervals of shares.

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
