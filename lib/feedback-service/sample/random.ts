// Reproducible random numbers, which depend on their arguments only.

/** Mixes whole numbers into one of 32 bits. */
export function hashNumbers(...numbers: readonly number[]): number {
  let mixed = 0x9e3779b9;
  for (const number of numbers) {
    // Large numbers contribute both their halves.
    mixed = scramble(mixed ^ (number | 0));
    mixed = scramble(mixed + Math.floor(number / 0x1_0000_0000));
  }
  return mixed >>> 0;
}

/** A number from 0 to 1 that is determined by the arguments. */
export function randomFraction(...numbers: readonly number[]): number {
  return hashNumbers(...numbers) / 0x1_0000_0000;
}

/** A sequence of numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

function scramble(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
