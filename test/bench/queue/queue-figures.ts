// Input and figures of the worker in the queue benchmark.
import { z } from 'zod';
import { environmentShape, type CloudRequestCounts } from '../cloud/cloud-figures.ts';

export const workerInput = z.object({
  environment: environmentShape,
  /** Messages that are handled one at a time before the others are handled concurrently. */
  oneByOne: z.number(),
  /** Messages in flight. */
  messages: z.number(),
});

const phase = z.object({
  reports: z.number(),
  /** Of all messages. */
  handlerMs: z.number(),
  wallMs: z.number(),
  cpuMs: z.number(),
  /** Share of the wall time spent waiting for a CPU core; null if unknown. */
  waitedMs: z.number().nullable(),
  /** To the reporting API. */
  requests: z.number(),
});
export type Phase = z.infer<typeof phase>;

const cost = z.object({ wallMs: z.number(), cpuMs: z.number() });
const requests = z.object({ get: cost, put: cost });
const apart = z.object({
  /** Read from the bucket for it, with their files. */
  reports: z.number(),
  /** CPU time to render a report's JSON and PDF. */
  drawnCpuMs: z.number(),
  /** Per request, with many concurrent ones. Plain: node:http with presigned URLs. */
  plainly: requests,
  throughStore: requests,
});
export type PartTimes = z.infer<typeof apart>;

/** Milliseconds per step of one report without concurrency. */
const steps = z.object({ gather: z.number(), render: z.number(), commit: z.number() });
export type Steps = z.infer<typeof steps>;

export const workerFigures = z.object({
  /** One message at a time. */
  oneByOne: phase,
  /** Time of each step of a report of these. */
  steps,
  sideBySide: phase,
  apart,
  /** Jobs without a report. */
  idleJobs: z.number(),
  peakRssMb: z.number(),
});
export type WorkerFigures = z.infer<typeof workerFigures>;

export interface QueueRun {
  readonly figures: WorkerFigures;
  readonly counts: CloudRequestCounts;
}
