// Compares a week with the store: which reports that are due need work, and which of these were given up.
import type { Week } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { Manifest, Plan } from '../ports/stored-records.ts';
import type { PlannedFolder } from '../reports/planned-folders.ts';
import type { WeekSettings } from '../reports/report-settings.ts';
import { followsSettings, pathsInPlan } from '../reports/report-settings.ts';
import type { ReportRepository, StoredReport } from '../reports/report-repository.ts';
import { findStoredReport } from '../reports/report-repository.ts';
import { listFolderKeys } from '../reports/week-folders.ts';
import type { RequiredWork } from '../reports/week-state.ts';
import { childrenByParent, isDue, requiredWork } from '../reports/week-state.ts';
import { Failure } from '../shared/failure.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import { isRemoved } from './company.ts';
import { findJob, hasFailed, isGivenUp, listJobVersions } from './job-records.ts';
import type { PlanningContext } from './synchronize-plan.ts';

/** A folder whose report is due. */
export interface ComparedFolder {
  readonly folder: PlannedFolder;
  /** Null when there is no report that can be read. */
  readonly manifest: Manifest | null;
  /** "unknown": the store could not be read; the next comparison decides. */
  readonly work: RequiredWork | 'unknown' | null;
  /** Whether it needs work and its last job failed for a reason that concerns it alone. */
  readonly isGivenUp: boolean;
}

export interface WeekComparison {
  readonly folders: readonly ComparedFolder[];
  /** The first failure of the few reads that failed; null when all succeeded. */
  readonly readFailure: Failure | null;
}

export interface ComparisonRequest {
  readonly week: Week;
  readonly plan: Plan;
  /** Null when they can't be read. */
  readonly settings: WeekSettings | null;
  /** Keys of the folders that the company has. */
  readonly company: ReadonlySet<number>;
  readonly now: Instant;
}

/**
 * Reads the manifests of the folders that have objects, and the job records of those that need work. A few objects that can't
 * be read now do not stop it, since reading a large week rarely succeeds completely.
 */
export async function compareWeek(
  planning: PlanningContext,
  { week, plan, settings, company, now }: ComparisonRequest,
): Promise<WeekComparison> {
  const { repository, records, settleHours, source } = planning;
  const reader = createTolerantReader();
  const dueFolders = plan.folders.filter(({ dueAt }) => isDue(dueAt, now));
  const reports = await readReports(repository, week, { folders: dueFolders, reader });
  const children = childrenByParent(plan);
  const pathOf = pathsInPlan(plan);
  const workOf = async ({ key, dueAt }: PlannedFolder): Promise<ComparedFolder['work']> => {
    const stored = reports.get(key);
    if (stored === 'unknown') return 'unknown';
    const manifests = (children.get(key) ?? []).flatMap(
      (child) => manifestOf(reports.get(child.key)) ?? [],
    );
    const settingsState = {
      settings: settings?.ofFolder(pathOf(key)) ?? null,
      followsSettings: followsSettings(week, now, settleHours),
    };
    const work = await reader.attempt(() =>
      requiredWork(repository, { dueAt, stored: stored ?? null }, now, {
        settings: settingsState,
        children: { manifests, plan, isInCompany: (folder) => company.has(folder) },
      }),
    );
    if (work === undefined) return 'unknown';
    // The report of a removed folder stays as it is, though it contains others than are below that folder in the plan.
    const isChange = work === 'outdated' || work === 'settings';
    return isChange && !company.has(key) && (await isRemoved(source, key)) ? null : work;
  };
  const decisions = await mapConcurrent(dueFolders, async (folder) => {
    const manifest = manifestOf(reports.get(folder.key));
    return { folder, manifest, work: await workOf(folder), isGivenUp: false };
  });
  const hasWork = decisions.some(({ work }) => work !== null && work !== 'unknown');
  const recorded: ReadonlyMap<number, string> = hasWork
    ? await listJobVersions(repository.store, week.name)
    : new Map();
  const folders = await mapConcurrent(
    decisions,
    async (decision): Promise<ComparedFolder> => {
      const { folder, manifest, work } = decision;
      if (work === null || work === 'unknown' || !recorded.has(folder.key)) return decision;
      const id = { week: week.name, folder: folder.key };
      const job = await reader.attempt(() => findJob(records, id));
      if (job === undefined) return { ...decision, work: 'unknown' };
      const hasFailedSince = hasFailed(job, manifest?.revision ?? null);
      return { ...decision, isGivenUp: hasFailedSince && isGivenUp(job) };
    },
    SMALL_OBJECT_CONCURRENCY,
  );
  return { folders, readFailure: reader.firstFailure() };
}

type ReportState = StoredReport | 'unknown';

function manifestOf(report: ReportState | undefined): Manifest | null {
  return report === undefined || report === 'unknown' ? null : report.value;
}

/** The reports of these folders by folder, without those that have none. */
async function readReports(
  repository: ReportRepository,
  week: Week,
  { folders, reader }: { folders: readonly PlannedFolder[]; reader: TolerantReader },
): Promise<ReadonlyMap<number, ReportState>> {
  const stored = new Set(await listFolderKeys(repository.store, week.name));
  const reports = new Map<number, ReportState>();
  await mapConcurrent(
    folders.filter(({ key }) => stored.has(key)),
    async ({ key: folder }) => {
      const report = await reader.attempt(() =>
        findStoredReport(repository, { week: week.name, folder }),
      );
      if (report !== null) reports.set(folder, report ?? 'unknown');
    },
    SMALL_OBJECT_CONCURRENCY,
  );
  return reports;
}

// ── reading with a few failures ─────────────────────────────────────────────────────────────────

/** With more failures the store counts as unavailable, and thousands of further reads are not attempted. */
const MAX_FAILED_READS = 10;

interface TolerantReader {
  /** The result; undefined when the store could not be read now. Throws any other failure, and all beyond a few. */
  attempt<T>(read: () => Promise<T>): Promise<T | undefined>;
  readonly firstFailure: () => Failure | null;
}

function createTolerantReader(): TolerantReader {
  const failures: Failure[] = [];
  return {
    firstFailure: () => failures[0] ?? null,
    async attempt(read) {
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'STORE_UNAVAILABLE') throw error;
        failures.push(error);
        if (failures.length > MAX_FAILED_READS) throw error;
        return undefined;
      }
    },
  };
}
