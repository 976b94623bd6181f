// Reports asked for over HTTP where many processes answer: a record in the store makes of many askers one job,
// and the queue carries it. It hides when a job that was noted but perhaps never sent is sent again.
import { parseWeek } from '../domain/calendar.ts';
import { Failure, isFailureCode } from './failures.ts';
import type { JobRecords } from './job-records.ts';
import { findJob, isPending, noteEnded, noteQueued } from './job-records.ts';
import type { JobSender } from './ports.ts';
import type { JobQueue, JobState } from './request-report.ts';
import type { ReportId, Shelf } from './shelf.ts';
import { findStanding } from './shelf.ts';

export interface StoredJobs {
  readonly shelf: Shelf;
  readonly records: JobRecords;
  readonly sender: JobSender;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Whoever asks again after this long sends the job again: its sender may have ended between noting and sending. */
const SEND_AGAIN_AFTER_MS = 5 * 60_000;
const LOOK_EVERY_MS = 1_000;

export function storedJobs({ shelf, records, sender, sleep }: StoredJobs): JobQueue {
  const revisionOf = async (id: ReportId): Promise<number | null> =>
    (await findStanding(shelf, id))?.manifest?.revision ?? null;

  async function stateOf(id: ReportId): Promise<JobState | null> {
    const [known, revision] = await Promise.all([findJob(records, id), revisionOf(id)]);
    if (isPending(known, revision, records)) return { state: 'queued' };
    const failure = known?.record?.failure ?? null;
    if (known?.record?.state !== 'failed' || failure === null) return null;
    if (known.record.supersedes !== revision) return null;
    const { code, facts } = failure;
    return {
      state: 'failed',
      failure: isFailureCode(code) ? new Failure(code, facts) : new Failure('JOB_FAILED'),
    };
  }

  return {
    async enqueue({ week, folder, force, supersedes }) {
      if (parseWeek(week) === null) throw new Failure('WEEK_INVALID');
      const known = await findJob(records, { week, folder });
      const now = records.clock();
      const since = force ? new Date(now).toISOString() : null;
      if (isPending(known, supersedes, records) && known?.record !== null && known !== null) {
        const isOld = now >= Date.parse(known.record.at) + SEND_AGAIN_AFTER_MS;
        if (isOld) await sender.send([{ week, folder, since: known.record.since }]);
        return;
      }
      const job = { week, folder, since };
      // Noted before it is sent: of many who ask at the same time one sends.
      if (!(await noteQueued(records, known, job, supersedes))) return;
      try {
        await sender.send([job]);
      } catch (error) {
        await noteEnded(records, job, error instanceof Failure ? error : null);
        throw error;
      }
    },
    stateOf,
    async settled(id, timeoutMs) {
      for (let waited = 0; waited < timeoutMs; waited += LOOK_EVERY_MS) {
        if ((await stateOf(id))?.state !== 'queued') return;
        await sleep(Math.min(LOOK_EVERY_MS, timeoutMs - waited));
      }
    },
  };
}
