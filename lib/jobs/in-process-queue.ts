// The job queue of a single process: reports requested over HTTP are made in the background, one job at a time.
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { parseWeek } from '../domain/calendar.ts';
import { Failure } from '../shared/failure.ts';
import type { ReportId } from '../reports/report-repository.ts';
import { findIntactManifest } from '../reports/report-repository.ts';
import type { ReportMakingContext } from '../reports/run-week.ts';
import { runWeek } from '../reports/run-week.ts';
import type { JobQueue, JobState, ReportRequest } from './request-report.ts';

/** Failures that are remembered, so that a client can read why a job failed. */
const MAX_FAILURES = 1_000;

export interface InProcessQueue extends JobQueue {
  /** Drops waiting jobs; resolves when the running one has ended. */
  close(): Promise<void>;
}

/**
 * Makes the requested report, after the missing reports below it, and then those above that contain it. `onError` receives why one was
 * not made.
 */
export function createInProcessQueue(
  context: ReportMakingContext,
  onError: (error: unknown) => void,
): InProcessQueue {
  const limit = pLimit(1);
  const pendingJobs = new Map<
    string,
    { readonly report: string; readonly completion: Promise<void> }
  >();
  const failures = new LRUCache<string, Failure>({ max: MAX_FAILURES });

  async function run(identity: string, job: ReportRequest): Promise<void> {
    const report = reportName(job);
    try {
      await makeReport(context, job, onError);
    } catch (error) {
      onError(error);
      failures.set(report, error instanceof Failure ? error : new Failure('JOB_FAILED', {}, error));
    } finally {
      pendingJobs.delete(identity);
    }
  }

  const pendingFor = (id: ReportId): readonly Promise<void>[] =>
    [...pendingJobs.values()]
      .filter(({ report }) => report === reportName(id))
      .map(({ completion }) => completion);

  function stateOf(id: ReportId): JobState | null {
    const failure = failures.peek(reportName(id));
    if (pendingFor(id).length > 0) return { state: 'queued' };
    return failure === undefined ? null : { state: 'failed', failure };
  }

  return {
    enqueue(job) {
      const identity = JSON.stringify([reportName(job), job.force, job.supersedes]);
      if (!pendingJobs.has(identity)) {
        failures.delete(reportName(job));
        const completion = limit(() => run(identity, job));
        pendingJobs.set(identity, { report: reportName(job), completion });
      }
      return Promise.resolve();
    },
    stateOf: (id) => Promise.resolve(stateOf(id)),
    jobsOfWeek(week) {
      const reports = [
        ...[...pendingJobs.values()].map(({ report }) => report),
        ...failures.keys(),
      ];
      const prefix = `${week}/`;
      const folders = reports
        .filter((report) => report.startsWith(prefix))
        .map((report) => Number(report.slice(prefix.length)));
      return Promise.resolve({
        folders: [...new Set(folders)],
        readStates: (revisions) => {
          const states = [...revisions.keys()].flatMap((folder) => {
            const state = stateOf({ week, folder });
            return state === null ? [] : [[folder, state] as const];
          });
          return Promise.resolve(new Map(states));
        },
      });
    },
    async waitUntilSettled(id, timeoutMs) {
      const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
      const timer = setTimeout(resolve, timeoutMs, undefined);
      await Promise.race([Promise.all(pendingFor(id)), timeout]);
      clearTimeout(timer);
    },
    async close() {
      limit.clearQueue();
      const running = limit.activeCount > 0 ? [...pendingJobs.values()].slice(0, 1) : [];
      await Promise.all(running.map(({ completion }) => completion));
    },
  };
}

/** Fails with NOTHING_OWED when no report is due. */
async function makeReport(
  context: ReportMakingContext,
  job: ReportRequest,
  onOtherFailure: (error: unknown) => void,
): Promise<void> {
  const week = parseWeek(job.week);
  if (week === null) throw new Failure('WEEK_INVALID');
  const manifest = await findIntactManifest(context.repository, job);
  // Another job has made the requested revision.
  if (job.force && (manifest?.revision ?? null) !== job.supersedes) return;
  const { folder, force } = job;
  const [requested] = await runWeek(context, { week, folder, force, onOtherFailure });
  if (requested === undefined || requested.report === null)
    throw new Failure('NOTHING_OWED', { week: week.name, folder });
}

function reportName({ week, folder }: ReportId): string {
  return `${week}/${folder}`;
}
