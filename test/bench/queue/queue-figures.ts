// What the worker of the queue's bench is asked for, and what it says of itself.
import { z } from 'zod';
import { environmentShape } from '../cloud/cloud-figures.ts';

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

const cost = z.object({ wallMs: z.number(), cpuMs: z.number() });
const requests = z.object({ get: cost, put: cost });
const apart = z.object({
  /** Read from the bucket for it, with their files. */
  reports: z.number(),
  /** Of a report's JSON and PDF. */
  drawnCpuMs: z.number(),
  /** Of one request, many side by side. Plainly: node:http, signed beforehand. */
  plainly: requests,
  throughStore: requests,
});
export type PartTimes = z.infer<typeof apart>;

/** Milliseconds of one report's way when no other is made. */
const steps = z.object({ gather: z.number(), render: z.number(), commit: z.number() });
export type Steps = z.infer<typeof steps>;

export const workerFigures = z.object({
  /** One message at a time. */
  oneByOne: phase,
  /** How long the handler took for each of these. */
  durationsMs: z.array(z.number()),
  /** Of these, each by itself. */
  steps,
  sideBySide: phase,
  apart,
  /** In which no report was made: its children's were not there yet, or it stood already. */
  idleJobs: z.number(),
  peakRssMb: z.number(),
});
export type WorkerFigures = z.infer<typeof workerFigures>;
