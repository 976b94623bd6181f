// Reproducible random choices from a seed.
import { createRandom } from '../../support/test-reports.ts';

export interface RandomChoices {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  /** True with probability 1 / `times`. */
  isOneIn(times: number): boolean;
  /** A seed for independent choices. */
  seed(): number;
}

export function createRandomChoices(seed: number): RandomChoices {
  const random = createRandom(seed);
  const int = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1));
  return {
    int,
    pick: (items) => {
      const item = items[int(0, items.length - 1)];
      if (item === undefined) throw new RangeError('no items to pick from');
      return item;
    },
    isOneIn: (times) => int(1, times) === 1,
    seed: () => int(0, 0x7fff_ffff),
  };
}
