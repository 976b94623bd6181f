// One folder's report from its own surveys and its children's, as a job makes it: where the folder is in the company,
// and what becomes of children that have none and of folders that have gone.
import type { Week } from '../domain/calendar.ts';
import type { ReportProblem } from '../domain/report.ts';
import type { Manifest } from '../ports/stored-records.ts';
import type { ReadCompany } from './company-tree.ts';
import { findCompanyFolder } from './company-tree.ts';
import type { MadeReport, MakeReportOptions } from '../reports/make-report.ts';
import { reuseStoredReport, makeReport } from '../reports/make-report.ts';
import type { ReportMaking } from '../reports/run-week.ts';
import type { ReportJob } from '../ports/job-queue.ts';
import type { Clock } from '../shared/clock.ts';
import type { ConcurrencyLimits } from '../shared/concurrency-limits.ts';
import { createConcurrencyLimits } from '../shared/concurrency-limits.ts';
import type { StoredReport } from '../reports/report-repository.ts';
import { readManifest, nullIfDamaged } from '../reports/report-repository.ts';
import { assertWeekClosed } from '../reports/subtree.ts';

/** How a job makes a report: with what the jobs of its process share. */
export interface JobMakingContext extends ReportMaking {
  readonly company: ReadCompany;
}

export interface FolderReportTask {
  readonly job: ReportJob;
  readonly week: Week;
  readonly making: JobMakingContext;
  readonly stopwatch: Stopwatch;
}

/** Why a folder that was planned has no report. */
export type NoReport = 'NOTHING_OWED' | 'FOLDER_NOT_FOUND';

/** A child's part is read once, before anything is asked of the reporting API. */
export async function readPartOnce(
  child: MadeReport,
): Promise<MadeReport & { isDamaged: boolean }> {
  const part = await nullIfDamaged(child.part);
  return part === null
    ? { ...child, isDamaged: true }
    : { ...child, part: () => Promise.resolve(part), isDamaged: false };
}

interface Parts {
  readonly parts: readonly MadeReport[];
  /** Children without a report, which are not waited for any more. */
  readonly absent: readonly number[];
  readonly force: (standing: Manifest) => boolean;
  readonly accepts?: MakeReportOptions['accepts'];
  /** As in MakeReport. */
  readonly standing?: StoredReport | null;
  /** The folder's own surveys that are read; null: all of them. */
  readonly surveys?: ReadonlySet<number> | null;
}

/** Reads a folder's own surveys and makes its report of them and of its children's. */
export async function makeFolder(
  { job, week, making, stopwatch }: FolderReportTask,
  { parts, absent, force, accepts = null, surveys = null, standing }: Parts,
): Promise<MadeReport | NoReport> {
  const { source, keeping, clock, rules, concurrency } = making;
  const asOf = clock();
  const wanted = [job.since, job.look ?? null].flatMap((at) =>
    at === null ? [] : [Date.parse(at)],
  );
  const place = await findCompanyFolder(making, job.folder, Math.max(0, ...wanted));
  if (place === null) {
    const manifest = await readManifest(keeping, job);
    return manifest === null ? 'FOLDER_NOT_FOUND' : reuseStoredReport(keeping, manifest);
  }
  const { isRoot, path } = place;
  assertWeekClosed(week, place.folder, asOf);
  const own = place.folder.surveys.filter(({ key }) => surveys === null || surveys.has(key));
  const made = await makeReport(source, keeping, {
    folder: { ...place.folder, surveys: own },
    path,
    isAlwaysDue: isRoot,
    // A child that is missing is lacking, so that the report is owed.
    notes: [...place.notes, ...absent.map(missingChild)],
    week,
    asOf,
    rules,
    limits: timedLimits(createConcurrencyLimits(concurrency), stopwatch),
    force,
    accepts,
    ...(standing === undefined ? {} : { storedReport: standing }),
    readChildren: () => Promise.resolve(parts),
  });
  return made ?? 'NOTHING_OWED';
}

function missingChild(folder: number): ReportProblem {
  return {
    code: 'CHILD_MISSING',
    folder,
    message: 'The report of this folder could not be made in time; its figures are missing here.',
    missing: true,
  };
}

/** Reading a folder's surveys; drawing both files; drawing and writing them. */
export type Step = 'gather' | 'render' | 'commit';

export interface Stopwatch {
  readonly time: <T>(step: Step, work: () => Promise<T>) => Promise<T>;
  /** Milliseconds by step, of those that were taken; a step that was taken twice has the sum. */
  readonly taken: ReadonlyMap<Step, number>;
}

export function createStopwatch(clock: Clock): Stopwatch {
  const taken = new Map<Step, number>();
  return {
    taken,
    time: async (step, work) => {
      const started = clock();
      try {
        return await work();
      } finally {
        taken.set(step, (taken.get(step) ?? 0) + clock() - started);
      }
    },
  };
}

/** Rooms whose work is timed, where one report is made at a time. */
export function timedLimits(rooms: ConcurrencyLimits, { time }: Stopwatch): ConcurrencyLimits {
  return {
    folders: (work) => time('gather', () => rooms.folders(work)),
    surveys: rooms.surveys,
    commits: (work) => time('commit', () => rooms.commits(work)),
  };
}
