// Runs one part of the survival campaign and prints its result.
import { performance } from 'node:perf_hooks';

export interface CampaignResult {
  readonly violations: readonly string[];
  /** Number of occurrences by event. */
  readonly counts: ReadonlyMap<string, number>;
  /** One line. */
  readonly summary: string;
}

/** Maximum number of printed violations. */
const MAX_PRINTED_VIOLATIONS = 20;

/** Returns whether the part passed. */
export async function runPart(name: string, run: () => Promise<CampaignResult>): Promise<boolean> {
  const startedAt = performance.now();
  const { violations, counts, summary } = await run();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(formatCounts(counts));
  for (const violation of violations.slice(0, MAX_PRINTED_VIOLATIONS))
    console.log(`${name}: ${violation}`);
  console.log(`${name}: ${summary}; ${violations.length} violations; ${seconds} s`);
  return violations.length === 0;
}

function formatCounts(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, times]) => `${String(times).padStart(8)} ${what}`)
    .join('\n');
}
