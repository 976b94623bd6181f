// What the processes of the benchmark of fact tables tell each other.
import { z } from 'zod';

export const storeInput = z.object({
  root: z.string(),
  stores: z.number(),
  /** The last ones of a year. */
  weeks: z.array(z.string()),
  /** This process writes every n-th week. */
  part: z.number(),
  parts: z.number(),
});
export const storeFigures = z.object({
  /** By table, of all files. */
  bytes: z.record(z.string(), z.number()),
  files: z.record(z.string(), z.number()),
  surveyWeeks: z.number(),
  /** To make the rows and encode them. */
  cpuMs: z.number(),
});
export type StoreFigures = z.infer<typeof storeFigures>;

export const QUESTIONS = ['worst', 'trend', 'hours'] as const;
export type FactQuestion = (typeof QUESTIONS)[number];

export const queryInput = z.object({ root: z.string(), sql: z.string() });
export const queryFigures = z.object({
  wallMs: z.number(),
  peakRssMb: z.number(),
  rows: z.number(),
});
export type QueryFigures = z.infer<typeof queryFigures>;

export const questionInput = z.object({
  root: z.string(),
  weeks: z.array(z.string()),
  engine: z.enum(['duckdb', 'json']),
  question: z.enum(QUESTIONS),
});
export const questionFigures = z.object({
  wallMs: z.number(),
  peakRssMb: z.number(),
  /** The same of both engines where both read the same weeks. */
  answer: z.array(z.number()),
});
export type QuestionFigures = z.infer<typeof questionFigures>;

export const serverInput = z.object({ root: z.string() });
export const serverStarted = z.object({ url: z.url(), token: z.string() });

/** Keys of the simulated company. */
export const SURVEYS_IN_STORE = 2;
export const STORES_IN_REGION = 100;
export const ROOT_FOLDER = 1;
export const REGION = 2000;
export const STORE = 10_000;
