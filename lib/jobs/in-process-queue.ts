// The job queue of one process: a report asked for over HTTP is made in the background, one job after the other.
import pLimit from 'p-limit';
import { parseWeek } from '../domain/calendar.ts';
import { Failure } from '../shared/failure.ts';
import type { ReportId } from '../reports/report-repository.ts';
import { findManifest } from '../reports/report-repository.ts';
import type { ReportMaking } from '../reports/run-week.ts';
import { runWeek } from '../reports/run-week.ts';
import type { JobQueue, JobState, ReportRequest } from './request-report.ts';

/** Failed jobs that are remembered, so that asking after one tells why. */
const MOST_FAILURES = 1_000;

export interface InProcessQueue extends JobQueue {
  /** Forgets the jobs that wait; resolves when the one that runs has ended. */
  close(): Promise<void>;
}

/** Makes the asked folder's report, and first those below it that aren't there. Bugs go to `onBug`. */
export function createInProcessQueue(
  making: ReportMaking,
  onBug: (error: unknown) => void,
): InProcessQueue {
  const oneAfterTheOther = pLimit(1);
  const inWork = new Map<string, { readonly report: string; readonly done: Promise<void> }>();
  const failures = new Map<string, Failure>();

  async function make(job: ReportRequest): Promise<void> {
    const week = parseWeek(job.week);
    if (week === null) throw new Failure('WEEK_INVALID');
    const standing = await findManifest(making.keeping, job);
    // Somebody else has made the revision that was asked for.
    if (job.force && (standing?.revision ?? null) !== job.supersedes) return;
    const { folder, force } = job;
    const [asked] = await runWeek(making, { week, folder, force });
    if (asked === undefined || asked.report === null)
      throw new Failure('NOTHING_OWED', { week: week.name, folder });
  }

  async function run(identity: string, job: ReportRequest): Promise<void> {
    const report = nameOf(job);
    try {
      await make(job);
    } catch (error) {
      if (!(error instanceof Failure)) onBug(error);
      failures.set(report, error instanceof Failure ? error : new Failure('JOB_FAILED', {}, error));
      const [oldest] = failures.keys();
      if (failures.size > MOST_FAILURES && oldest !== undefined) failures.delete(oldest);
    } finally {
      inWork.delete(identity);
    }
  }

  const inWorkFor = (id: ReportId): readonly Promise<void>[] =>
    [...inWork.values()].filter(({ report }) => report === nameOf(id)).map(({ done }) => done);

  function stateOf(id: ReportId): JobState | null {
    const failure = failures.get(nameOf(id));
    if (inWorkFor(id).length > 0) return { state: 'queued' };
    return failure === undefined ? null : { state: 'failed', failure };
  }

  return {
    enqueue(job) {
      const identity = JSON.stringify([nameOf(job), job.force, job.supersedes]);
      if (!inWork.has(identity)) {
        failures.delete(nameOf(job));
        const done = oneAfterTheOther(() => run(identity, job));
        inWork.set(identity, { report: nameOf(job), done });
      }
      return Promise.resolve();
    },
    stateOf: (id) => Promise.resolve(stateOf(id)),
    asked(week) {
      const reports = [...[...inWork.values()].map(({ report }) => report), ...failures.keys()];
      const below = `${week}/`;
      const folders = reports
        .filter((report) => report.startsWith(below))
        .map((report) => Number(report.slice(below.length)));
      return Promise.resolve({
        folders: [...new Set(folders)],
        statesBeside: (revisions) => {
          const states = [...revisions.keys()].flatMap((folder) => {
            const state = stateOf({ week, folder });
            return state === null ? [] : [[folder, state] as const];
          });
          return Promise.resolve(new Map(states));
        },
      });
    },
    async settled(id, timeoutMs) {
      const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
      const timer = setTimeout(resolve, timeoutMs, undefined);
      await Promise.race([Promise.all(inWorkFor(id)), timeout]);
      clearTimeout(timer);
    },
    async close() {
      oneAfterTheOther.clearQueue();
      const running = oneAfterTheOther.activeCount > 0 ? [...inWork.values()].slice(0, 1) : [];
      await Promise.all(running.map(({ done }) => done));
    },
  };
}

function nameOf({ week, folder }: ReportId): string {
  return `${week}/${folder}`;
}
