// The figures that the cloud process of the benchmark returns.
import { z } from 'zod';
import { startChild, type Child } from '../child.ts';

/** Environment variables for child processes that use the cloud. */
export const environmentShape = z.record(z.string(), z.string());

export const cloudInput = z.object({ bucketMs: z.number() });
const startShape = z.object({ control: z.string(), environment: environmentShape });
const counts = z.object({
  /** Requests by method and kind of object, e.g. "PUT manifest". */
  s3: z.record(z.string(), z.number()),
  /** By operation. */
  sqs: z.record(z.string(), z.number()),
});
export type CloudRequestCounts = z.infer<typeof counts>;

export interface Cloud {
  readonly child: Child;
  readonly environment: z.infer<typeof environmentShape>;
  counts(): Promise<CloudRequestCounts>;
}

/** The bucket answers after `bucketMs`. */
export async function startCloud(bucketMs = 0): Promise<Cloud> {
  const child = await startChild(new URL('./cloud-server.ts', import.meta.url), { bucketMs });
  const { control, environment } = startShape.parse(JSON.parse(child.line));
  return {
    child,
    environment,
    counts: async () => counts.parse(await (await fetch(control)).json()),
  };
}

export function addCount(to: Map<string, number>, name: string): void {
  to.set(name, (to.get(name) ?? 0) + 1);
}

/** Total of all names with this prefix. */
export function countOf(by: Readonly<Record<string, number>>, prefix: string): number {
  return Object.entries(by)
    .filter(([name]) => name.startsWith(prefix))
    .reduce((sum, [, count]) => sum + count, 0);
}
