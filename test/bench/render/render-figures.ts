// Input and figures of a measured renderer.
import { z } from 'zod';

export const WAYS = [
  'pdf',
  'layout',
  'json',
  'deflate',
  'pdfkit',
  'pdfmake',
  'react-pdf',
  'chromium',
  'chromium-cold',
] as const;
export type WayName = (typeof WAYS)[number];

export const LANGUAGES = ['en', 'ja', 'ar'] as const;
export type BenchLanguage = (typeof LANGUAGES)[number];

/** Among the peers, only Chromium sets Arabic and Latin letters without being told which font has which. */
export function waysFor(language: BenchLanguage, ways: readonly WayName[]): readonly WayName[] {
  return language === 'ar' ? ways.filter((way) => ARABIC_WAYS.includes(way)) : ways;
}

const ARABIC_WAYS: readonly WayName[] = ['pdf', 'layout', 'json', 'deflate', 'chromium'];

/** Seeds of five different reports. */
export const SEEDS = [1, 2, 3, 4, 5] as const;

const calmShape = z.object({ warmUp: z.number(), batches: z.number(), batchSize: z.number() });
export type Calm = z.infer<typeof calmShape>;

export const renderInput = z.object({
  way: z.enum(WAYS),
  language: z.enum(LANGUAGES),
  /** Where the work is. */
  folder: z.string(),
  calm: calmShape,
});

export const renderFigures = z.object({
  /** From the start of the process to the end of the first report. */
  firstMs: z.number(),
  /** Processor milliseconds for each report when warm, batch by batch. */
  warmCpuMs: z.array(z.number()),
  peakMb: z.number(),
  /** Size of the first report. */
  bytes: z.number(),
  /** Size of the same without its attachment. */
  ownBytes: z.number(),
});
export type RenderFigures = z.infer<typeof renderFigures>;

export const shape = z.object({ pages: z.number(), textRuns: z.number(), shapes: z.number() });
export const shapes = z.record(z.enum(LANGUAGES), shape);
export type Shape = z.infer<typeof shape>;
