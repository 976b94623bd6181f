// The compared ways to parse the hourly rows of one survey.
import { z } from 'zod';

export const WAYS = ['json', 'rows', 'week', 'schema'] as const;
export type Way = (typeof WAYS)[number];

const cpuMs = z.array(z.number());
export const parseFigures = z.object({
  rows: z.number(),
  bytes: z.number(),
  /** Processor milliseconds for each body, batch by batch. */
  cpuMs: z.record(z.enum(WAYS), cpuMs),
});
