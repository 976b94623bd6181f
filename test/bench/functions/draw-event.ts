// What those two are asked for that draw one report: files made beforehand, so that both are given the same.
import * as z from 'zod';

export const drawEvent = z.object({
  /** Path of the report's JSON. */
  report: z.string(),
  /** Path of its finished pages, for those who can't lay out. */
  pages: z.string(),
  fonts: z.object({ regular: z.string(), bold: z.string() }),
  /** In the bucket `reports`. */
  key: z.string(),
});
export type DrawEvent = z.infer<typeof drawEvent>;

/** Of the PDF. */
export const drawn = z.object({ bytes: z.number() });
export type Drawn = z.infer<typeof drawn>;
