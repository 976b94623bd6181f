/** Points of the scale from 0 to 100 from which a week counts as away, and as far away, from its level. */
const NEAR = 8;
const FAR = 20;

/** −2 to 2: far below, below, within, above, far above; null for a week that is not measured, 0 without a level. */
export function heatClass(value: number | null, level: number | null): number | null {
  if (value === null) return null;
  const difference = level === null ? 0 : Math.round(value - level);
  const size = Math.abs(difference) >= FAR ? 2 : Math.abs(difference) >= NEAR ? 1 : 0;
  return difference < 0 ? -size : size;
}
