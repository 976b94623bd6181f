// What the worker of the queue's bench is asked for, and what it says of itself.
import { z } from 'zod';
import { environmentShape } from '../cloud/figures.ts';

export const workerInput = z.object({
  environment: environmentShape,
  /** Reports that are made one after the other before the others are made side by side. */
  oneByOne: z.number(),
  /** Messages in flight. */
  messages: z.number(),
});

const phase = z.object({
  reports: z.number(),
  wallMs: z.number(),
  cpuMs: z.number(),
  /** Part of the wall time in which others had the cores; null where it isn't known. */
  waitedMs: z.number().nullable(),
  /** To the reporting API. */
  requests: z.number(),
});
export type Phase = z.infer<typeof phase>;

export const workerFigures = z.object({
  /** One message at a time. */
  oneByOne: phase,
  /** How long the handler took for each of these. */
  durationsMs: z.array(z.number()),
  sideBySide: phase,
  /** In which no report was made: its children's were not there yet, or it stood already. */
  idleJobs: z.number(),
  peakRssMb: z.number(),
});
export type WorkerFigures = z.infer<typeof workerFigures>;
