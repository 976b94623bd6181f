// Reconciles one folder: compares the counts in its report with the reporting API, and makes a revision where they differ.
// An unchanged folder costs one results request for each survey; the planner then updates the folders above a changed one.
import type { Week } from '../domain/calendar.ts';
import { parseWeek } from '../domain/calendar.ts';
import { containsAllCounts } from '../domain/late-data.ts';
import type { Report, SurveyWeek } from '../domain/report.ts';
import type { Manifest } from '../ports/stored-records.ts';
import { Failure } from '../shared/failure.ts';
import type { Comparison } from '../reports/compare-counts.ts';
import { compareCounts } from '../reports/compare-counts.ts';
import { reopenPlan } from '../reports/plan.ts';
import type { ReconciliationStore } from './schedule-reconciliation.ts';
import { recordUnfinished } from './schedule-reconciliation.ts';
import type { JobMakingContext } from './make-folder.ts';
import { makeFolder } from './make-folder.ts';
import type { JobOutcome, JobContext } from './process-job.ts';
import { abandonReportJob, processJob } from './process-job.ts';
import type { EnqueueContext } from './related-jobs.ts';
import { readPartOnce, reuseStoredReport } from '../reports/make-report.ts';
import type { ReportJob } from '../ports/job-queue.ts';
import { createConcurrencyLimits } from '../shared/concurrency-limits.ts';
import {
  findIntactManifest,
  readPlan,
  readReport,
  nullIfUnreadable,
} from '../reports/report-repository.ts';
import { pathsInPlan, readWeekSettings } from '../reports/report-settings.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import { childrenByParent, isOlderThan, readManifests } from '../reports/week-state.ts';

export interface ReconciliationContext extends JobContext {
  readonly progress: ReconciliationStore;
}

interface ReconciliationJob extends ReportJob {
  readonly look: string;
}

function isReconciliation(job: ReportJob): job is ReconciliationJob {
  return job.look !== undefined;
}

/** Processes a job of either kind; fails as `processJob` and `reconcileFolder` do. */
export function runJob(context: ReconciliationContext, job: ReportJob): Promise<JobOutcome> {
  return isReconciliation(job) ? reconcileFolder(context, job) : processJob(context, job);
}

/** Records that the queue won't deliver a job again; a reconciliation is left to a later tick of the planner. */
export async function abandonJob(
  planning: EnqueueContext,
  progress: ReconciliationStore,
  attempt: Parameters<typeof abandonReportJob>[1],
): Promise<void> {
  const { job } = attempt;
  if (isReconciliation(job)) await recordUnfinished(progress, job.week, job.folder);
  else await abandonReportJob(planning, attempt);
}

/**
 * Processes a reconciliation job. A folder that can't be compared now is recorded for a later tick. Fails with
 * JOB_INVALID, or with what prevented that record; then the job may be retried.
 */
async function reconcileFolder(
  context: ReconciliationContext,
  job: ReconciliationJob,
): Promise<JobOutcome> {
  const repository = context.making.repository;
  const week = parseWeek(job.week);
  if (week === null) throw new Failure('JOB_INVALID', { what: 'week' });
  const manifest = await findIntactManifest(repository, job);
  if (manifest === null) return { outcome: 'nothing' };
  const unchanged: JobOutcome = { outcome: 'kept', manifest };
  if (!isOlderThan(manifest, job.look)) {
    await reopenPlanOfRevision(context, manifest);
    return unchanged;
  }
  // Partial reports are retried by the planner, and damage is found by verification.
  const report = await nullIfUnreadable(() => readReport(repository, manifest));
  if (report === null || manifest.status === 'partial') return unchanged;

  switch (await compareSurveys(context.making, report.surveys, week)) {
    case 'same':
      // A report that contains children's data has the age of the oldest.
      if (report.subfolders.length > 0) await reopenPlanOfRevision(context, manifest);
      return unchanged;
    case 'gone':
      return unchanged;
    case 'unknown':
      return recordForLater(context, job, unchanged);
    case 'changed':
      return makeRevision(context, job, { week, manifest, report });
  }
}

/** An earlier delivery of this job may have made the revision and ended before. */
async function reopenPlanOfRevision(
  { planning }: ReconciliationContext,
  manifest: Manifest,
): Promise<void> {
  if (manifest.revision === 1) return;
  await reopenPlan(planning.repository, manifest.week);
}

/** With the company's tree as of now. */
function compareSurveys(
  { source, company, clock, rules, concurrency }: JobMakingContext,
  surveys: readonly SurveyWeek[],
  week: Week,
): Promise<Comparison> {
  const limit = createConcurrencyLimits(concurrency).surveys;
  const isInTree = async (survey: number): Promise<boolean> =>
    [...(await company(source, clock())).values()].some(({ folder }) =>
      folder.surveys.some(({ key }) => key === survey),
    );
  return compareCounts({ source, week, rules, limit, isInTree }, surveys);
}

async function makeRevision(
  context: ReconciliationContext,
  job: ReconciliationJob,
  { week, manifest, report: currentReport }: { week: Week; manifest: Manifest; report: Report },
): Promise<JobOutcome> {
  const { making, planning, stopwatch } = context;
  const repository = making.repository;
  const unchanged: JobOutcome = { outcome: 'kept', manifest };
  const plan = await readPlan(repository, week.name);
  // The week is being pruned.
  if (plan === null) return unchanged;
  const childKeys = (childrenByParent(plan).get(job.folder) ?? []).map(({ key }) => key);
  const children = await readManifests(repository, week.name, childKeys);
  const parts = await mapConcurrent([...children.values()], (child) =>
    readPartOnce(reuseStoredReport(repository, child)),
  );
  // The planner makes missing and damaged children, and then this report again with all changes.
  if (parts.length < childKeys.length || parts.some(({ isDamaged }) => isDamaged)) return unchanged;

  const settings = await readWeekSettings(repository, week);
  const rejectedReports: Report[] = [];
  const result = await makeFolder(
    { job, week, making, stopwatch },
    {
      settings: settings?.ofFolder(pathsInPlan(plan)(job.folder)) ?? null,
      parts,
      absent: [],
      // A survey that has moved to this folder since is in the report of its former folder.
      surveys: new Set(currentReport.surveys.map(({ key }) => key)),
      force: ({ revision }) => revision === manifest.revision,
      accepts: (report, previous) => {
        if (containsAllCounts(previous, report)) return true;
        rejectedReports.push(report);
        return false;
      },
    },
  );
  if (typeof result === 'string') return unchanged;
  const outcome: JobOutcome = { outcome: result.outcome, manifest: result.manifest };
  if (rejectedReports.some(({ problems }) => problems.some(({ missing }) => missing))) {
    return recordForLater(context, job, outcome);
  }
  if (result.outcome === 'made') await reopenPlan(planning.repository, week.name);
  return outcome;
}

async function recordForLater(
  context: ReconciliationContext,
  { week, folder }: ReconciliationJob,
  outcome: JobOutcome,
): Promise<JobOutcome> {
  if (await recordUnfinished(context.progress, week, folder)) return outcome;
  // The planner writes the progress record after it has sent the jobs.
  throw new Failure('STORE_UNAVAILABLE', { week, reason: 'no reconciliation progress yet' });
}
