// The queue of report jobs; the queue adapter implements it.
import * as z from 'zod';
import type { ValueOf } from './common-schemas.ts';
import { key, utcInstant, week } from './common-schemas.ts';

export const reportJobSchema = z.object({
  week,
  /** The first root: its report and all below it are made. */
  folder: key,
  /** Further roots, none of which is below another one. Earlier releases ignore them. */
  others: z.array(key).exactOptional(),
  /** Present when only the reports of the roots are made, not those below them. Earlier releases ignore it. */
  only: z.literal(true).exactOptional(),
  /** A report whose data were read before this instant is made again; null: a complete report is reused. */
  since: utcInstant.nullable(),
  /**
   * Present for a reconciliation job: a complete report whose data were read before this instant is made again only when the
   * reporting API's counts have changed.
   */
  look: utcInstant.exactOptional(),
});
/** A request to make some reports. Repeating it does no harm: a complete report that is recent enough is reused. */
export type ReportJob = ValueOf<typeof reportJobSchema>;

/** A queue delivers a message no more than so many times: `maxReceiveCount` in the template. */
export const MAX_RECEIVES = 5;

export interface JobSender {
  /** Sends jobs, each at least once. Fails with QUEUE_UNAVAILABLE when some could not be sent. */
  send(jobs: readonly ReportJob[]): Promise<void>;
}

/** The roots of a job, each once, in its order. */
export function rootsOf({ folder, others = [] }: ReportJob): readonly number[] {
  return [...new Set([folder, ...others])];
}

/** The same job for other roots. */
export function withRoots(
  job: ReportJob,
  [folder, ...others]: readonly [number, ...(readonly number[])],
): ReportJob {
  const { others: _, ...rest } = job;
  return { ...rest, folder, ...(others.length === 0 ? {} : { others }) };
}

/** The same job for each of these groups of roots; an empty group has none. */
export function createJobs(
  job: Omit<ReportJob, 'folder' | 'others'>,
  groups: readonly (readonly number[])[],
): readonly ReportJob[] {
  return groups.flatMap(([folder, ...others]) =>
    folder === undefined ? [] : [withRoots({ ...job, folder }, [folder, ...others])],
  );
}
