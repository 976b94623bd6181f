// Chance that can be repeated: every choice of a run follows from its seed.
import { randomFrom } from '../../support/test-reports.ts';

export interface Chance {
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  /** True once in so many times. */
  oneIn(times: number): boolean;
  /** A seed for something that is chosen by itself. */
  seed(): number;
}

export function chanceFrom(seed: number): Chance {
  const random = randomFrom(seed);
  const int = (least: number, most: number): number =>
    least + Math.floor(random() * (most - least + 1));
  return {
    int,
    pick: (from) => {
      const picked = from[int(0, from.length - 1)];
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
    oneIn: (times) => int(1, times) === 1,
    seed: () => int(0, 0x7fff_ffff),
  };
}
