// Asking for reports: jobs are sent and then noted, so that a crash in between costs a second message and loses nothing.
import type { JobRecords, KnownJob } from './job-records.ts';
import { mergeWithQueued, recordQueued } from './job-records.ts';
import type { JobSender, ReportJob } from '../ports/job-queue.ts';
import { mapConcurrent, SMALL_OBJECTS } from '../shared/map-concurrent.ts';

export interface JobRequest {
  readonly job: ReportJob;
  /** What was known of the report's last job. */
  readonly known: KnownJob | null;
  /** The revision that stands; null when there is none. */
  readonly revision: number | null;
}

/** Few enough that a process which is ended between sending and noting leaves few to be sent twice. */
const SENT_AT_ONCE = 100;

export async function enqueueJobs(
  { sender, records }: { readonly sender: JobSender; readonly records: JobRecords },
  wishes: readonly JobRequest[],
): Promise<void> {
  const wanted = wishes.map((wish) => ({ ...wish, job: mergeWithQueued(wish.job, wish.known) }));
  for (let i = 0; i < wanted.length; i += SENT_AT_ONCE) {
    const some = wanted.slice(i, i + SENT_AT_ONCE);
    await sender.send(some.map(({ job }) => job));
    await mapConcurrent(
      some,
      ({ job, known, revision }) => recordQueued(records, known, job, revision),
      SMALL_OBJECTS,
    );
  }
}
