// What a measured way of rendering says of itself.
import { z } from 'zod';

export const renderInput = z.object({ way: z.enum(['pdf', 'layout', 'json', 'naive']) });
export type Way = z.infer<typeof renderInput>['way'];

export const renderFigures = z.object({
  /** From the import of the renderer to the end of the first report, in a fresh process. */
  firstMs: z.number(),
  /** Processor milliseconds for each report when warm, batch by batch. */
  warmCpuMs: z.array(z.number()),
  peakRssMb: z.number(),
  /** Of the first report. */
  bytes: z.number(),
  pages: z.number(),
  textRuns: z.number(),
});
export type RenderFigures = z.infer<typeof renderFigures>;
