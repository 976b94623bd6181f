// Input and figures of the processes that measure how companies affect each other.
import { z } from 'zod';

export const companiesInput = z.object({
  directory: z.string(),
  /** The number of small companies. */
  companies: z.number(),
  /** The directory of the large company. */
  large: z.string().nullable(),
});

/** Client id and token of a small company. */
export function nameOf(index: number): string {
  return `company-${index}`;
}

export const othersInput = z.object({
  url: z.string(),
  /** Id of the process that answers. */
  pid: z.number(),
  companies: z.number(),
  /** Clients that read long answers of the large company slowly meanwhile. */
  readers: z.number(),
});
export const othersFigures = z.object({
  /** Of the answering process for a request; without meaning while others read. */
  processorMs: z.number().nullable(),
  p50Ms: z.number(),
  p99Ms: z.number(),
});
export type OthersFigures = z.infer<typeof othersFigures>;
