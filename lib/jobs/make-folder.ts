// One folder's report from its own surveys and its children's, as a job makes it: where the folder is in the company,
// and what becomes of children that have none and of folders that have gone.
import type { Week } from '../domain/calendar.ts';
import type { ReportProblem } from '../domain/report.ts';
import type { Manifest } from '../ports/stored-records.ts';
import type { ReadCompany } from './company-tree.ts';
import { findCompanyFolder } from './company-tree.ts';
import type { MadeReport, MakeReportContext } from '../reports/make-report.ts';
import { storedAsMade, makeReport } from '../reports/make-report.ts';
import type { ReportMaking } from '../reports/run-week.ts';
import type { ReportJob } from '../ports/job-queue.ts';
import { openConcurrencyLimits } from '../shared/concurrency-limits.ts';
import type { StoredReport } from '../reports/report-repository.ts';
import { readManifest, nullIfDamaged } from '../reports/report-repository.ts';
import type { Stopwatch } from './stopwatch.ts';
import { timedLimits } from './stopwatch.ts';
import { refuseOpenWeek } from '../reports/subtree.ts';

/** How a job makes a report: with what the jobs of its process share. */
export interface JobReportMaking extends ReportMaking {
  readonly company: ReadCompany;
}

export interface FolderReportTask {
  readonly job: ReportJob;
  readonly week: Week;
  readonly making: JobReportMaking;
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
  readonly accepts?: MakeReportContext['accepts'];
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
    return manifest === null ? 'FOLDER_NOT_FOUND' : storedAsMade(keeping, manifest);
  }
  const { isRoot, path } = place;
  refuseOpenWeek(week, place.folder, asOf);
  const own = place.folder.surveys.filter(({ key }) => surveys === null || surveys.has(key));
  const made = await makeReport(source, keeping, {
    folder: { ...place.folder, surveys: own },
    path,
    alwaysOwed: isRoot,
    // A child that is missing is lacking, so that the report is owed.
    notes: [...place.notes, ...absent.map(missingChild)],
    week,
    asOf,
    rules,
    rooms: timedLimits(openConcurrencyLimits(concurrency), stopwatch),
    force,
    accepts,
    ...(standing === undefined ? {} : { standing }),
    children: () => Promise.resolve(parts),
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
