// Makes one folder's report from its own surveys and its children's reports, as a job does: finds the folder in the
// company, and handles children without a report and folders that were removed. Measures how long each step takes.
import type { Week } from '../domain/calendar.ts';
import type { ReportProblem, FolderName } from '../domain/report.ts';
import type { Manifest } from '../ports/stored-records.ts';
import { gatherFolder } from '../reports/gather-facts.ts';
import type { MadeReport, MakeReportOptions } from '../reports/make-report.ts';
import { reuseStoredReport, makeReport } from '../reports/make-report.ts';
import type { ReportMakingContext } from '../reports/run-week.ts';
import type { ReportJob } from '../ports/job-queue.ts';
import type { Clock } from '../shared/clock.ts';
import { createTimedCache } from '../shared/clock.ts';
import type { ConcurrencyLimits } from '../shared/concurrency-limits.ts';
import { createConcurrencyLimits } from '../shared/concurrency-limits.ts';
import type { StoredReport } from '../reports/report-repository.ts';
import { findIntactManifest, findStoredReport } from '../reports/report-repository.ts';
import { assertWeekClosed, notesByFolder, flattenFolders } from '../reports/subtree.ts';
import { Failure } from '../shared/failure.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { Folder, FolderSource } from '../ports/feedback-source.ts';

/** How a job makes a report; the jobs of a process share the company tree. */
export interface JobMakingContext extends ReportMakingContext {
  readonly company: ReadCompany;
}

export interface FolderReportTask {
  readonly job: ReportJob;
  readonly week: Week;
  readonly making: JobMakingContext;
  readonly stopwatch: Stopwatch;
}

/** Why a planned folder has no report. */
export type NoReport = 'NOTHING_OWED' | 'FOLDER_NOT_FOUND';

interface FolderReportInput {
  /** As in MakeReportOptions. */
  readonly settings: MakeReportOptions['settings'];
  readonly parts: readonly MadeReport[];
  /** Children without a report that are no longer waited for. */
  readonly absent: readonly number[];
  /** Whether to make a new revision although this complete report is stored. */
  readonly force: (current: Manifest) => boolean;
  readonly accepts?: MakeReportOptions['accepts'];
  /** The stored report, if the caller has just read it; omitted: it is read. */
  readonly storedReport?: StoredReport | null;
  /** The folder's own surveys to read; null: all of them. */
  readonly surveys?: ReadonlySet<number> | null;
}

/** Reads a folder's own surveys and makes its report from them and its children's reports. */
export async function makeFolder(
  { job, week, making, stopwatch }: FolderReportTask,
  {
    settings,
    parts,
    absent,
    force,
    accepts = null,
    surveys = null,
    storedReport,
  }: FolderReportInput,
): Promise<MadeReport | NoReport> {
  const { source, clock, rules, concurrency } = making;
  const repository = making.repository;
  const asOf = clock();
  const requestedInstants = [job.since, job.look ?? null].flatMap((at) =>
    at === null ? [] : [Date.parse(at)],
  );
  const companyFolder = await findCompanyFolder(
    making,
    job.folder,
    Math.max(0, ...requestedInstants),
  );
  if (companyFolder === null) {
    const manifest = await findIntactManifest(repository, job);
    return manifest === null ? 'FOLDER_NOT_FOUND' : reuseStoredReport(repository, manifest);
  }
  const { folder, isRoot, path, notes } = companyFolder;
  assertWeekClosed(week, folder, asOf);
  const stored =
    storedReport === undefined ? await findStoredReport(repository, job) : storedReport;
  const current = stored?.value ?? null;
  const isReplaced = current !== null && force(current);
  if (current !== null && current.status !== 'partial' && !isReplaced) {
    return reuseStoredReport(repository, current);
  }
  const ownFolder = {
    ...folder,
    surveys: folder.surveys.filter(({ key }) => surveys === null || surveys.has(key)),
  };
  const facts = { path, settings, week, asOf, rules };
  const limits = timedLimits(createConcurrencyLimits(concurrency), stopwatch);
  const gathered = await limits.folders(() =>
    gatherFolder(ownFolder, source, { ...facts, limits }),
  );
  const report = await limits.commits(() =>
    makeReport(repository, {
      ...facts,
      folder: ownFolder,
      isAlwaysDue: isRoot,
      // A missing child makes the report due.
      notes: [...notes, ...absent.map(missingChild)],
      gathered,
      children: parts,
      storedReport: stored,
      isReplaced,
      accepts,
    }),
  );
  return report ?? 'NOTHING_OWED';
}

function missingChild(folder: number): ReportProblem {
  return {
    code: 'CHILD_MISSING',
    folder,
    message:
      'The report of this folder could not be created in time; its figures are missing here.',
    missing: true,
  };
}

// ── durations ───────────────────────────────────────────────────────────────────────────────────

/** "gather": reading a folder's surveys; "render": rendering both files; "commit": rendering and writing them. */
export type JobStep = 'gather' | 'render' | 'commit';

export interface Stopwatch {
  readonly time: <T>(step: JobStep, work: () => Promise<T>) => Promise<T>;
  /** Milliseconds of the steps that were done, summed where a step was done twice. */
  readonly durations: ReadonlyMap<JobStep, number>;
}

export function createStopwatch(clock: Clock): Stopwatch {
  const durations = new Map<JobStep, number>();
  return {
    durations: durations,
    time: async (step, work) => {
      const startedAt = clock();
      try {
        return await work();
      } finally {
        durations.set(step, (durations.get(step) ?? 0) + clock() - startedAt);
      }
    },
  };
}

/** Limits that time their work, for making one report at a time. */
function timedLimits(limits: ConcurrencyLimits, { time }: Stopwatch): ConcurrencyLimits {
  return {
    folders: (work) => time('gather', () => limits.folders(work)),
    surveys: limits.surveys,
    commits: (work) => time('commit', () => limits.commits(work)),
  };
}

interface CompanyFolder {
  readonly folder: Folder;
  readonly isRoot: boolean;
  /** Root first. */
  readonly path: readonly FolderName[];
  readonly notes: readonly ReportProblem[];
}

type FoldersByKey = ReadonlyMap<number, CompanyFolder>;

/** Every folder of the company by key, read at that instant or later. Fails as the reporting API does. */
export type ReadCompany = (source: FolderSource, notBefore: Instant) => Promise<FoldersByKey>;

/** Moved folders are noticed this much later at most. */
const CACHE_TTL_MS = 60_000;

/** Reads the tree through a cache of the process; a failed read is repeated by the next caller. */
export function createCompanyCache(clock: Clock): ReadCompany {
  const cache = createTimedCache<FoldersByKey>(clock, CACHE_TTL_MS);
  return async (source, notBefore) => {
    // A read that another job started may fail because of that job's deadline.
    const cached = await cache.current(notBefore)?.catch(() => null);
    return cached ?? cache.load(() => readCompany(source));
  };
}

/** Reads the tree without a cache. */
export async function readCompany(source: FolderSource): Promise<FoldersByKey> {
  const tree = await source.readFolders(null, { surveys: true });
  const notes = notesByFolder(tree);
  return new Map(
    flattenFolders(tree.root).map(({ folder, path }) => [
      folder.key,
      { folder, path, isRoot: folder === tree.root, notes: notes(folder.key) },
    ]),
  );
}

/**
 * A folder as of that instant or later. Null when it was removed: it is not in the tree, and a request for it alone is
 * answered with UPSTREAM_NOT_FOUND. The whole tree is read because only it shows which folder counts a survey that is in
 * two folders. Fails as the reporting API does, and with FOLDER_NOT_FOUND when the two responses disagree.
 */
async function findCompanyFolder(
  { source, company, clock }: { source: FolderSource; company: ReadCompany; clock: Clock },
  folder: number,
  notBefore: Instant,
): Promise<CompanyFolder | null> {
  const cachedFolder = (await company(source, notBefore)).get(folder);
  if (cachedFolder !== undefined) return cachedFolder;
  // It may have been added since the cached read.
  const currentFolder = (await company(source, clock())).get(folder);
  if (currentFolder !== undefined) return currentFolder;
  try {
    await source.readFolders(folder, { surveys: false });
  } catch (error) {
    if (error instanceof Failure && error.code === 'UPSTREAM_NOT_FOUND') return null;
    throw error;
  }
  throw new Failure('FOLDER_NOT_FOUND', { folder });
}
