// Input and figures of the processes of the service benchmark.
import { z } from 'zod';

export const writeInput = z.object({
  directory: z.string(),
  /** company: many surveys share the events; survey: one has them all. */
  kind: z.enum(['company', 'survey']),
  seed: z.number(),
  events: z.number(),
});
export type WriteInput = z.infer<typeof writeInput>;
export const writeFigures = z.object({ wallMs: z.number(), bytes: z.number() });
export type WriteFigures = z.infer<typeof writeFigures>;

export const openInput = z.object({
  directory: z.string(),
  /** postgres://…; null: the embedded engine. */
  database: z.string().nullable(),
});
export type OpenInput = z.infer<typeof openInput>;

export const openFigures = z.object({
  wallMs: z.number(),
  /** Time of it until the last line had been read and inserted. */
  readingMs: z.number(),
  events: z.number(),
  peakRssMb: z.number(),
});
export type OpenFigures = z.infer<typeof openFigures>;

export const floorInput = z.object({
  directory: z.string(),
  way: z.enum(['parsed', 'inserted']),
});
export type FloorInput = z.infer<typeof floorInput>;
export const floorFigures = z.object({ wallMs: z.number(), events: z.number() });
export type FloorFigures = z.infer<typeof floorFigures>;

export const WORKS = ['results', 'followup', 'folders'] as const;
export type Work = (typeof WORKS)[number];

export const loadInput = z.object({
  work: z.enum(WORKS),
  /** Base URLs, each measured in turn with the others. */
  urls: z.array(z.string()),
});
export const loadFigures = z.array(
  z.object({
    /** One request at a time. */
    p50Ms: z.number(),
    p99Ms: z.number(),
    /** Sixteen in flight. */
    perSecond: z.number(),
  }),
);
export type LoadFigures = z.infer<typeof loadFigures>[number];

export const bareInput = z.record(
  z.enum(WORKS),
  z.object({ bytes: z.number(), headers: z.record(z.string(), z.string()) }),
);
export type BareInput = z.infer<typeof bareInput>;

export const readAllInput = z
  .object({ seed: z.number(), events: z.number().default(1_000_000) })
  .nullable();
export const readAllFigures = z.object({
  seed: z.number(),
  expected: z.number(),
  read: z.number(),
  pages: z.number(),
  wallMs: z.number(),
  /** Peak memory of the client, which has one page at a time. */
  peakRssMb: z.number(),
});
export type ReadAllFigures = z.infer<typeof readAllFigures>;

export const slowInput = z.object({
  url: z.string(),
  /** Id of the process that answers. */
  pid: z.number(),
  readers: z.number(),
});
export const slowFigures = z.object({
  wallMs: z.number(),
  pageMb: z.number(),
  /** Growth of the answering process while the pages were read; NaN is null in JSON. */
  grownMb: z.number().nullable(),
});
export type SlowFigures = z.infer<typeof slowFigures>;
