// The calendar of the sample company: quarters, counted from year 0, weeks, and the opening hours and
// weekly patterns of places; and random numbers that depend on their arguments only.

export type Quarter = number;

const dayMs = 86_400_000;

export function quarterOf(instant: number): Quarter {
  const date = new Date(instant);
  return date.getUTCFullYear() * 4 + Math.floor(date.getUTCMonth() / 3);
}

export function yearOf(quarter: Quarter): number {
  return Math.floor(quarter / 4);
}

/** Midnight of the quarter's first day, in ms as if UTC. */
export function firstDayOf(quarter: Quarter): number {
  return Date.UTC(yearOf(quarter), (quarter % 4) * 3, 1);
}

/** Days from 1970-01-01 in local or UTC time, as the milliseconds given are. */
export function dayNumber(ms: number): number {
  return Math.floor(ms / dayMs);
}

/** The number of the week, which begins on Monday. */
export function weekNumber(day: number): number {
  // 1970-01-01 was a Thursday.
  return Math.floor((day + 3) / 7);
}

/** The Monday of a week, in days since 1970-01-01. */
export function mondayOf(week: number): number {
  return 7 * week - 3;
}

/** 0 for Monday. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

export type RhythmName =
  | 'airport'
  | 'shop'
  | 'mall'
  | 'hospital'
  | 'emergency'
  | 'campus'
  | 'restaurant'
  | 'office'
  | 'online';

interface Rhythm {
  /** Factors from Monday to Sunday. */
  readonly week: readonly number[];
  /** The shares of the day's responses in its 24 hours. */
  readonly shares: readonly number[];
}

function rhythm(week: readonly number[], hours: readonly number[]): Rhythm {
  const total = hours.reduce((sum, weight) => sum + weight, 0);
  return { week, shares: hours.map((weight) => weight / total) };
}

/** Weights of the hours from `from` on; the place is closed in the other hours. */
function open(from: number, ...weights: readonly number[]): readonly number[] {
  return Array.from({ length: 24 }, (_, hour) => weights[hour - from] ?? 0);
}

const aroundTheClock = [
  3, 2, 2, 3, 5, 8, 10, 10, 9, 8, 7, 7, 7, 7, 7, 8, 9, 10, 10, 9, 8, 6, 5, 4,
] as const;

export const rhythms: Readonly<Record<RhythmName, Rhythm>> = {
  airport: rhythm([1.05, 0.95, 0.95, 1.05, 1.15, 0.9, 0.95], aroundTheClock),
  emergency: rhythm(
    [1.05, 1, 0.95, 0.95, 1, 1.05, 1],
    [4, 3, 3, 3, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 7, 6, 6, 5],
  ),
  shop: rhythm([0.8, 0.8, 0.85, 0.95, 1.2, 1.5, 0.9], open(10, 4, 5, 8, 8, 7, 7, 9, 10, 8, 5)),
  mall: rhythm([0.8, 0.8, 0.85, 0.9, 1.2, 1.4, 1.05], open(9, 2, 4, 6, 8, 8, 7, 7, 8, 10, 9, 7, 4)),
  hospital: rhythm([1.3, 1.2, 1.15, 1.15, 1, 0.1, 0.08], open(7, 4, 10, 10, 9, 7, 6, 8, 7, 5, 2)),
  campus: rhythm([1.15, 1.2, 1.2, 1.15, 0.95, 0.25, 0.1], open(8, 4, 6, 8, 12, 13, 8, 6, 5, 4, 2)),
  restaurant: rhythm(
    [0.75, 0.8, 0.9, 1, 1.3, 1.35, 0.9],
    open(11, 6, 10, 9, 4, 2, 3, 6, 10, 11, 8, 4),
  ),
  office: rhythm([1.2, 1.25, 1.2, 1.2, 1.1, 0.03, 0.02], open(7, 3, 7, 8, 6, 12, 10, 6, 6, 5, 3)),
  online: rhythm(
    [1.05, 1, 1, 1, 0.95, 0.95, 1.05],
    [2, 1, 1, 1, 1, 2, 3, 5, 6, 6, 6, 6, 7, 6, 6, 6, 6, 7, 8, 9, 9, 8, 6, 4],
  ),
};

/** Mixes whole numbers into one of 32 bits. */
export function hashNumbers(...numbers: readonly number[]): number {
  let hash = 0x9e3779b9;
  for (const number of numbers) {
    // Large numbers contribute both their halves.
    hash = scramble(hash ^ (number | 0));
    hash = scramble(hash + Math.floor(number / 0x1_0000_0000));
  }
  return hash >>> 0;
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
    let hash = Math.imul(state ^ (state >>> 15), 1 | state);
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
    return ((hash ^ (hash >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

function scramble(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
