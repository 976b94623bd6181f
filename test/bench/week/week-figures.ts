// What a measured run of the week says of itself.
import { z } from 'zod';

export const runInput = z.object({
  url: z.string(),
  concurrency: z.number(),
  surveys: z.number(),
  /** whole: as `npm run report` does it; gathered: everything but rendering; plain: the requests alone. */
  way: z.enum(['whole', 'gathered', 'plain']),
});
export type RunInput = z.infer<typeof runInput>;

export const runFigures = z.object({
  wallMs: z.number(),
  cpuMs: z.number(),
  /** Part of the wall time in which others had the cores; null where it isn't known. */
  waitedMs: z.number().nullable(),
  peakRssMb: z.number(),
  requests: z.number(),
  reports: z.number(),
});
export type RunFigures = z.infer<typeof runFigures>;
