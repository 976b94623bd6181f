// Rounds numbers as formats print them.

/** Halves away from zero, as ICU rounds them; never −0. */
export function roundedHalfAway(value: number, decimals = 0): number {
  const factor = 10 ** decimals;
  const size = Math.round(Math.abs(value) * factor) / factor;
  return value < 0 && size > 0 ? -size : size;
}
