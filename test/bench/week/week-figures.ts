// Figures of a measured run of the week.
import { z } from 'zod';

export const runInput = z.object({
  url: z.string(),
  concurrency: z.number(),
  surveys: z.number(),
  /**
   * whole: like `npm run report`; withoutFacts: without fact tables; oneThread: that, rendered on the thread that requests;
   * gathered: everything but rendering; plain: only the requests.
   */
  way: z.enum(['whole', 'withoutFacts', 'oneThread', 'gathered', 'plain']),
});
export type RunInput = z.infer<typeof runInput>;

export const runFigures = z.object({
  wallMs: z.number(),
  cpuMs: z.number(),
  /** Share of the wall time spent waiting for a CPU core; null if unknown. */
  waitedMs: z.number().nullable(),
  peakRssMb: z.number(),
  requests: z.number(),
  reports: z.number(),
});
export type RunFigures = z.infer<typeof runFigures>;
