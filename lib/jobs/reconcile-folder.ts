// The second look at one folder: the counts that its report holds beside the reporting API's, and a revision where they
// differ. What hasn't changed costs one results call for each survey and writes nothing; parents follow by the planner.
import type { Week } from '../domain/calendar.ts';
import { isKnownZone, parseWeek } from '../domain/calendar.ts';
import { hasChanged, hoursToCompare, containsAllCounts } from '../domain/late-data.ts';
import type { Report, SurveyWeek } from '../domain/report.ts';
import type { Manifest } from '../ports/stored-records.ts';
import { endsRun, Failure } from '../shared/failure.ts';
import { reopenPlan } from '../reports/plan.ts';
import type { ReconciliationStore } from './reconciliation-progress.ts';
import { recordUnfinished } from './reconciliation-progress.ts';
import type { JobMakingContext } from './make-folder.ts';
import { makeFolder, readPartOnce } from './make-folder.ts';
import type { JobOutcome, JobContext } from './process-job.ts';
import { reuseStoredReport } from '../reports/make-report.ts';
import type { ReportJob } from '../ports/job-queue.ts';
import { createConcurrencyLimits } from '../shared/concurrency-limits.ts';
import { readManifest, readPlan, readReport, nullIfDamaged } from '../reports/report-repository.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import { settleAll } from '../shared/map-concurrent.ts';
import { childrenByParent, isOlderThan, readManifests } from '../reports/week-state.ts';

export interface ReconciliationContext extends JobContext {
  readonly notes: ReconciliationStore;
}

export interface ReconciliationJob extends ReportJob {
  readonly look: string;
}

export function isReconciliation(job: ReportJob): job is ReconciliationJob {
  return job.look !== undefined;
}

/**
 * Does a second look. A folder that can't be looked at now is noted to be looked at later. Fails with JOB_INVALID, or
 * with what kept it from being noted: then it is worth another try.
 */
export async function reconcileFolder(
  looking: ReconciliationContext,
  job: ReconciliationJob,
): Promise<JobOutcome> {
  const { making } = looking;
  const { keeping } = making;
  const week = parseWeek(job.week);
  if (week === null) throw new Failure('JOB_INVALID', { what: 'week' });
  const standing = await readManifest(keeping, job);
  if (standing === null) return { outcome: 'nothing' };
  const asItIs: JobOutcome = { outcome: 'kept', manifest: standing };
  if (!isOlderThan(standing, job.look)) {
    await sayAgain(looking, standing);
    return asItIs;
  }
  // What is partial is tried again without a look, and what is damaged is found by those who check.
  const report = await nullIfDamaged(() => readReport(keeping, standing));
  if (report === null || standing.status === 'partial') return asItIs;

  switch (await compare(making, report.surveys, week)) {
    case 'same':
      // With children's data in it, it is as old as those.
      if (report.subfolders.length > 0) await sayAgain(looking, standing);
      return asItIs;
    case 'gone':
      return asItIs;
    case 'unknown':
      return later(looking, job, asItIs);
    case 'other':
      return makeAgain(looking, job, { week, standing, report });
  }
}

/** It may have been made by this very job, which ended before it could say so. */
async function sayAgain(
  { planning, announce }: ReconciliationContext,
  standing: Manifest,
): Promise<void> {
  if (standing.revision === 1) return;
  await settleAll([reopenPlan(planning.repository, standing.week), announce(standing)]);
}

/**
 * How a report's surveys are now. "gone": one of them can't be read any more, so that a report which is made again
 * could not have what this one has; the company's tree must say so too, since one answer may be wrong. "unknown": one of
 * them could not be read this time.
 */
type Comparison = 'same' | 'other' | 'gone' | 'unknown';

async function compare(
  { source, company, clock, rules, concurrency }: JobMakingContext,
  surveys: readonly SurveyWeek[],
  week: Week,
): Promise<Comparison> {
  const rooms = createConcurrencyLimits(concurrency);
  const isInTree = async (survey: number): Promise<boolean> =>
    [...(await company(source, clock())).values()].some(({ folder }) =>
      folder.surveys.some(({ key }) => key === survey),
    );
  const compareOne = async (stored: SurveyWeek): Promise<Comparison> => {
    if (!isKnownZone(stored.timeZone)) return 'gone';
    try {
      const range = hoursToCompare(week, stored.timeZone);
      const hours = await source.readHourlyCounts(stored.key, range);
      return hasChanged(stored, hours, week, rules) ? 'other' : 'same';
    } catch (error) {
      if (endsRun(error) || !(error instanceof Failure)) throw error;
      if (error.code !== 'UPSTREAM_NOT_FOUND') return 'unknown';
      return (await isInTree(stored.key)) ? 'unknown' : 'gone';
    }
  };
  const found = new Set(await settleAll(surveys.map((it) => rooms.surveys(() => compareOne(it)))));
  const worstFirst = ['gone', 'unknown', 'other'] as const;
  return worstFirst.find((one) => found.has(one)) ?? 'same';
}

async function makeAgain(
  looking: ReconciliationContext,
  job: ReconciliationJob,
  { week, standing, report: held }: { week: Week; standing: Manifest; report: Report },
): Promise<JobOutcome> {
  const { making, planning, stopwatch, announce } = looking;
  const { keeping } = making;
  const asItIs: JobOutcome = { outcome: 'kept', manifest: standing };
  const plan = await readPlan(keeping, week.name);
  // The week is being taken away.
  if (plan === null) return asItIs;
  const keys = (childrenByParent(plan).get(job.folder) ?? []).map(({ key }) => key);
  const children = await readManifests(keeping, week.name, keys);
  const parts = await mapConcurrent([...children.values()], (it) =>
    readPartOnce(reuseStoredReport(keeping, it)),
  );
  // What a child lacks is made good without a look, and its parent then made again with all that came.
  if (parts.length < keys.length || parts.some(({ isDamaged }) => isDamaged)) return asItIs;

  const lacks: Report[] = [];
  const made = await makeFolder(
    { job, week, making, stopwatch },
    {
      parts,
      absent: [],
      // One that has moved here since is in the report of the folder where it was.
      surveys: new Set(held.surveys.map(({ key }) => key)),
      force: ({ revision }) => revision === standing.revision,
      accepts: (report, before) => {
        if (containsAllCounts(before, report)) return true;
        lacks.push(report);
        return false;
      },
    },
  );
  if (typeof made === 'string') return asItIs;
  const outcome: JobOutcome = { outcome: made.outcome, manifest: made.manifest };
  if (lacks.some(({ problems }) => problems.some(({ missing }) => missing))) {
    return later(looking, job, outcome);
  }
  if (made.outcome === 'made') {
    await settleAll([reopenPlan(planning.repository, week.name), announce(made.manifest)]);
  }
  return outcome;
}

/** A look that the queue won't give again is left to the planner. */
export async function abandonReconciliation(
  notes: ReconciliationStore,
  { week, folder }: ReconciliationJob,
): Promise<void> {
  await recordUnfinished(notes, week, folder);
}

async function later(
  { notes }: ReconciliationContext,
  { week, folder }: ReconciliationJob,
  outcome: JobOutcome,
): Promise<JobOutcome> {
  if (await recordUnfinished(notes, week, folder)) return outcome;
  // The planner writes it down after it has asked.
  throw new Failure('STORE_UNAVAILABLE', { week, reason: 'the look is not noted yet' });
}
