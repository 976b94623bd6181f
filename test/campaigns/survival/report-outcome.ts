// What a campaign says: lines for people, the violations that make it fail, and how long it took.
import { performance } from 'node:perf_hooks';

export interface Campaign {
  readonly violations: readonly string[];
  /** How often what happened. */
  readonly counts: ReadonlyMap<string, number>;
  /** What was done, in one line. */
  readonly told: string;
}

/** A rule was broken; the first of many are enough. */
const MOST_SHOWN = 20;

/** Runs a campaign, prints what it tells, and gives whether it holds. */
export async function tell(name: string, run: () => Promise<Campaign>): Promise<boolean> {
  const started = performance.now();
  const { violations, counts, told } = await run();
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(asText(counts));
  for (const violation of violations.slice(0, MOST_SHOWN)) console.log(`${name}: ${violation}`);
  console.log(`${name}: ${told}; ${violations.length} violations; ${seconds} s`);
  return violations.length === 0;
}

function asText(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, times]) => `${String(times).padStart(8)} ${what}`)
    .join('\n');
}
