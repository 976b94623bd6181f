// Renders a report with 10,000 of everything in a separate process with a bounded heap.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

export const HEAP_MB = 230;

const script = fileURLToPath(
  new URL('../../../integration/pdf/print-long-report.ts', import.meta.url),
);
const run = promisify(execFile);
const outcome = z.strictObject({
  pages: z.int(),
  /** Lines with the number of omitted items. */
  notes: z.array(z.string()),
  bytes: z.int(),
  /** The time to render both files. */
  seconds: z.number(),
  peakMb: z.number(),
});
export type LongReportResult = z.infer<typeof outcome>;

/** Throws when the heap is too small. */
export async function renderLongReport(): Promise<LongReportResult> {
  const heap = [`--max-old-space-size=${String(HEAP_MB)}`, '--max-semi-space-size=8'];
  const { stdout } = await run(process.execPath, [...heap, script]);
  return outcome.parse(JSON.parse(stdout));
}
