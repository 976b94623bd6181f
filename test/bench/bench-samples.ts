// Medians with their spread, and the CPU time and memory of this process.
import { readFileSync } from 'node:fs';

/** Statistics of repeated measurements. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly times: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const { length } = sorted;
  const median = (at(Math.floor((length - 1) / 2)) + at(Math.ceil((length - 1) / 2))) / 2;
  return { median, least: at(0), most: at(length - 1), times: length };
}

/** "12.3 (11.9–13.1)"; the median alone when it was measured once; "unknown" where it could not be measured. */
export function shown({ median, least, most, times }: Spread, digits: number): string {
  if (Number.isNaN(median)) return 'unknown';
  const [middle, low, high] = [median, least, most].map((value) => value.toFixed(digits));
  return times === 1 ? `${middle}` : `${middle} (${low}–${high})`;
}

/** Processor time of this process so far, all threads, user and system. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Time that the main thread waited for a busy CPU core; null if Linux does not report it. */
export function waitedForCoreMs(): number | null {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return null;
  }
}

export function waitedSince(before: number | null): number | null {
  const now = waitedForCoreMs();
  return before === null || now === null ? null : now - before;
}

export function peakRssMb(): number {
  return process.resourceUsage().maxRSS / 1024;
}

/** CPU milliseconds per call of `work`, one figure per batch, so that garbage collection is included. */
export async function cpuPerCall(
  work: (call: number) => unknown,
  { warmUp, batches, batchSize }: { warmUp: number; batches: number; batchSize: number },
): Promise<readonly number[]> {
  for (let call = 0; call < warmUp; call += 1) await work(call);
  const figures: number[] = [];
  for (let batch = 0; batch < batches; batch += 1) {
    const start = cpuMs();
    for (let call = 0; call < batchSize; call += 1) await work(batch * batchSize + call);
    figures.push((cpuMs() - start) / batchSize);
  }
  return figures;
}
