// How far a week is from the level of its place, in five classes.

/** Limits between the classes, in points of a scale of a hundred. */
const FAR = 20;
const NEAR = 8;

/** −2 (far below) to 2 (far above); 0 without a level, null where the week is not measured. `range`: of the scale. */
export function heatClass(value: number | null, level: number | null, range = 100): number | null {
  if (value === null) return null;
  if (level === null) return 0;
  const difference = Math.round((100 * (value - level)) / range);
  const size = Math.abs(difference) >= FAR ? 2 : Math.abs(difference) >= NEAR ? 1 : 0;
  return size === 0 || difference > 0 ? size : -size;
}
