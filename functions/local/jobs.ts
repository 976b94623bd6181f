// The job queue of one process: a report asked for over HTTP is made in the background, one job after the other.
import pLimit from 'p-limit';
import { parseWeek } from '../../lib/domain/calendar.ts';
import { Failure } from '../../lib/app/failures.ts';
import type { Making } from '../../lib/app/make-week.ts';
import { makeWeek } from '../../lib/app/make-week.ts';
import type { JobQueue, JobState, ReportJob } from '../../lib/app/request-report.ts';

/** Failed jobs that are remembered, so that asking after one tells why. */
const MOST_FAILURES = 1_000;

/** Makes the asked folder's report, and first those below it that aren't there. Bugs go to `onBug`. */
export function localJobs(making: Making, onBug: (error: unknown) => void): JobQueue {
  const oneAfterTheOther = pLimit(1);
  const inWork = new Map<string, Promise<void>>();
  const failures = new Map<string, Failure>();

  const make = async (name: string, job: ReportJob): Promise<void> => {
    try {
      const week = parseWeek(job.week);
      if (week === null) throw new Failure('WEEK_INVALID');
      await makeWeek(making, { week, folder: job.folder, force: job.force });
      failures.delete(name);
    } catch (error) {
      if (!(error instanceof Failure)) onBug(error);
      failures.delete(name);
      failures.set(name, error instanceof Failure ? error : new Failure('JOB_FAILED', {}, error));
      for (const oldest of failures.keys()) {
        if (failures.size > MOST_FAILURES) failures.delete(oldest);
      }
    } finally {
      inWork.delete(name);
    }
  };
  return {
    enqueue(job) {
      const name = nameOf(job);
      // A job that waits or runs will make the revision that is asked for.
      if (!inWork.has(name)) {
        failures.delete(name);
        inWork.set(
          name,
          oneAfterTheOther(() => make(name, job)),
        );
      }
      return Promise.resolve();
    },
    stateOf(id): Promise<JobState | null> {
      const name = nameOf(id);
      const failure = failures.get(name);
      if (inWork.has(name)) return Promise.resolve({ state: 'queued' });
      return Promise.resolve(failure === undefined ? null : { state: 'failed', failure });
    },
    async settled(id, timeoutMs) {
      const job = inWork.get(nameOf(id));
      if (job === undefined) return;
      const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
      const timer = setTimeout(resolve, timeoutMs, undefined);
      await Promise.race([job, timeout]);
      clearTimeout(timer);
    },
  };
}

function nameOf({ week, folder }: { readonly week: string; readonly folder: number }): string {
  return `${week}/${folder}`;
}
