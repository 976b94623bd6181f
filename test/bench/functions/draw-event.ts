// The event of the two functions that draw one report, with prepared files, so that both have the same input.
import * as z from 'zod';

export const drawEvent = z.object({
  /** Path of the report's JSON. */
  report: z.string(),
  /** Path of the finished layout, for functions without a layout. */
  pages: z.string(),
  fonts: z.object({ regular: z.string(), bold: z.string() }),
  /** In the bucket `reports`. */
  key: z.string(),
});
export type DrawEvent = z.infer<typeof drawEvent>;

/** Answer of the handler: the size of the PDF. */
export const drawnShape = z.object({ bytes: z.number() });
export type Drawn = z.infer<typeof drawnShape>;
