// Figures of simulations with their standard errors. Weeks and places of one company are not independent; companies are.

/** `error` is the standard error of `value`. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly error: number;
}

/** What one company, or one repetition, adds to a rate. */
export interface Count {
  readonly hits: number;
  readonly total: number;
}

/** A rate in percent. Its error is at least that of independent cases. */
export function rateOf(name: string, counts: readonly Count[]): Measurement {
  const hits = counts.reduce((sum, count) => sum + count.hits, 0);
  const total = counts.reduce((sum, count) => sum + count.total, 0);
  const rate = hits / total;
  const squares = counts.reduce((sum, count) => sum + (count.hits - rate * count.total) ** 2, 0);
  const between =
    counts.length < 2 ? 0 : Math.sqrt((squares * counts.length) / (counts.length - 1)) / total;
  // No hit in a few cases does not prove that there is never one.
  const cautious = (hits + 0.5) / (total + 1);
  const within = Math.sqrt((cautious * (1 - cautious)) / total);
  return { name, value: 100 * rate, error: 100 * Math.max(between, within) };
}

export function countOf(values: readonly boolean[]): Count {
  return { hits: values.filter((value) => value).length, total: values.length };
}

export function meanOf(name: string, values: readonly number[]): Measurement {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const error = values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1) / values.length);
  return { name, value: mean, error };
}

/** A change as names of figures have it. */
export function minus(change: number): string {
  return `−${String(-change)}`;
}

export function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** An experiment's measurements; `repetitions` is the number of companies, or of what stands for them. */
export interface Experiment {
  readonly name: string;
  /** Repetitions of the quick and of the full size. */
  readonly quick: number;
  readonly full: number;
  readonly run: (repetitions: number, random: () => number) => readonly Measurement[];
}
