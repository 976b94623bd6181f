// Fits a page by steps: while it overflows, the next step is applied. After the last one it flows on to another page.
import type { Block } from '../block.ts';
import { heightOf } from '../page-flow.ts';

/**
 * `build`: the blocks of the page after the first `steps` steps; called until they are at most `height`, and not drawn before.
 */
export function fitSheet(
  height: number,
  steps: number,
  build: (steps: number) => readonly Block[],
): readonly Block[] {
  for (let step = 0; step < steps; step += 1) {
    const blocks = build(step);
    if (heightOf(blocks) <= height) return blocks;
  }
  return build(steps);
}
