// Which point of a chart a reader chooses by pointer or key.

/** The number of the point whose centre is nearest; null without points. */
export function nearestPoint(points: readonly { readonly x: number }[], x: number): number | null {
  let nearest: number | null = null;
  let least = Infinity;
  points.forEach((point, i) => {
    const distance = Math.abs(point.x - x);
    if (distance >= least) return;
    least = distance;
    nearest = i;
  });
  return nearest;
}

/** The point after a key press; null for a key without a meaning. Points run in reading direction. */
export function pointAfterKey(
  key: string,
  current: number,
  count: number,
  isRtl: boolean,
): number | null {
  if (count === 0) return null;
  const clamp = (point: number): number => Math.min(count - 1, Math.max(0, point));
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return clamp(current + (isRtl && key === 'ArrowRight' ? -1 : 1));
    case 'ArrowLeft':
    case 'ArrowDown':
      return clamp(current - (isRtl && key === 'ArrowLeft' ? -1 : 1));
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
