// Fits a page by steps: while it overflows, the next step is applied. After the last one it flows on to another page.
import type { Block } from '../block.ts';
import { heightOf } from '../page-flow.ts';

/**
 * `build`: the blocks of the page after the first steps; with each step they are lower or as high. Returns those of the fewest
 * steps that are at most `height`, and those of all `steps` where none are.
 */
export function fitSheet(
  height: number,
  steps: number,
  build: (steps: number) => readonly Block[],
): readonly Block[] {
  const spacious = build(0);
  if (heightOf(spacious) <= height) return spacious;
  let fitting: readonly Block[] | null = null;
  let [low, high] = [1, steps];
  while (low < high) {
    const middle = (low + high) >> 1;
    const blocks = build(middle);
    if (heightOf(blocks) <= height) [fitting, high] = [blocks, middle];
    else low = middle + 1;
  }
  return fitting ?? build(steps);
}
