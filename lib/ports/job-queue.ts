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

/** Groups of folders, each for one job; an empty group has none. */
export interface RootsOfJobs {
  /** Of jobs that make all reports below their roots, too. */
  readonly jobs: readonly (readonly number[])[];
  /** Of jobs that make only the reports of their roots. */
  readonly only: readonly (readonly number[])[];
}

/** Jobs for these roots, which are otherwise as the job. */
export function createJobs(
  { week, since, look }: Pick<ReportJob, 'week' | 'since' | 'look'>,
  { jobs, only }: RootsOfJobs,
): readonly ReportJob[] {
  const create = (
    [folder, ...others]: readonly number[],
    isOnly: boolean,
  ): readonly ReportJob[] => {
    if (folder === undefined) return [];
    return [
      {
        ...{ week, folder },
        ...(others.length === 0 ? {} : { others }),
        ...(isOnly ? { only: true } : {}),
        ...{ since },
        ...(look === undefined ? {} : { look }),
      },
    ];
  };
  return [
    ...jobs.flatMap((roots) => create(roots, false)),
    ...only.flatMap((roots) => create(roots, true)),
  ];
}
