// A report with 10,000 of everything, rendered in a process of its own whose heap is bounded: how it came out.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

export const HEAP_MB = 150;

const script = fileURLToPath(new URL('../../../integration/pdf/print-long-report.ts', import.meta.url));
const run = promisify(execFile);
const outcome = z.strictObject({
  pages: z.int(),
  /** Lines that say how much more there is. */
  notes: z.array(z.string()),
  bytes: z.int(),
  /** To render both files. */
  seconds: z.number(),
  peakMb: z.number(),
});
export type Flood = z.infer<typeof outcome>;

/** Fails when the heap does not do. */
export async function renderFlood(): Promise<Flood> {
  const heap = [`--max-old-space-size=${String(HEAP_MB)}`, '--max-semi-space-size=8'];
  const { stdout } = await run(process.execPath, [...heap, script]);
  return outcome.parse(JSON.parse(stdout));
}
