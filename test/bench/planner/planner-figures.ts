// The figures of each tick in the planner benchmark.
import { z } from 'zod';
import { environmentShape } from '../cloud/cloud-figures.ts';

export const TICKS = ['first', 'unchanged', 'all made', 'done'] as const;
export const STORES = ['memory', 'S3'] as const;

export const plannerInput = z.object({ environment: environmentShape, rounds: z.number() });

const tick = z.object({
  store: z.enum(STORES),
  tick: z.enum(TICKS),
  wallMs: z.number(),
  cpuMs: z.number(),
  reads: z.number(),
  writes: z.number(),
  /** To the reporting API. */
  calls: z.number(),
  jobs: z.number(),
});
export type Tick = z.infer<typeof tick>;

export const plannerFigures = z.object({
  ticks: z.array(tick),
  folders: z.number(),
  surveys: z.number(),
  peakRssMb: z.number(),
});
