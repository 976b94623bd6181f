// What a job brings up to date: the folders of the plan at and below its roots that are due or requested, and the due folders above
// them.
import type { Week } from '../domain/calendar.ts';
import { settledEverywhereAt } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { ReportJob } from '../ports/job-queue.ts';
import { rootsOf } from '../ports/job-queue.ts';
import type { Plan } from '../ports/stored-records.ts';
import type { Goal, GoalFolder } from '../reports/bring-up-to-date.ts';
import { subtreesOf } from '../reports/plan.ts';
import { findStoredReport, readPlan } from '../reports/report-repository.ts';
import { followsSettings, pathsInPlan, readWeekSettings } from '../reports/report-settings.ts';
import type { ReportMakingContext } from '../reports/run-week.ts';
import { assertWeekClosed } from '../reports/subtree.ts';
import { isDue } from '../reports/week-state.ts';
import { Failure } from '../shared/failure.ts';
import type { Company, ReadCompany } from './company.ts';
import { isRemoved } from './company.ts';
import { findRequest } from './job-records.ts';
import type { PlanningContext } from './synchronize-plan.ts';
import { ensurePlan } from './synchronize-plan.ts';

export interface JobMaking {
  readonly making: ReportMakingContext;
  readonly planning: PlanningContext;
  readonly company: ReadCompany;
}

/** The folders that a job is about. */
export interface JobScope {
  readonly plan: Plan;
  /** Due or requested, without those that are given up; parents before children. */
  readonly folders: readonly number[];
  /** Those above, which follow; parents before children. */
  readonly above: readonly number[];
  /** Roots that are not in the plan. */
  readonly unplanned: readonly number[];
}

/** Reads the plan, and the records of requests where a folder is not due. */
export async function readJobScope(
  { making, planning }: JobMaking,
  job: ReportJob,
  week: Week,
  givenUp: Goal['givenUp'],
): Promise<JobScope> {
  const now = making.clock();
  const plan = await findPlan(planning, job, week, now);
  const planned = new Map(plan.folders.map((folder) => [folder.key, folder]));
  const pathOf = pathsInPlan(plan);
  const roots = rootsOf(job).filter((key) => planned.has(key));
  const isFolderDue = (key: number): boolean => isDue(planned.get(key)?.dueAt ?? null, now);
  /** Itself, or with one of the folders above it that are not due either. */
  const isAskedFor = async (key: number): Promise<boolean> => {
    for (const folder of pathOf(key).toReversed()) {
      if (folder !== key && isFolderDue(folder)) return false;
      const id = { week: week.name, folder };
      if ((await findRequest(planning.repository, planning.records, id)) !== null) return true;
    }
    return false;
  };
  const isWholeRequest =
    job.look === undefined && roots[0] !== undefined && (await isAskedFor(roots[0]));
  const inScope = job.only === true ? roots : [...subtreesOf(plan, roots)];
  const due = isWholeRequest ? inScope : inScope.filter(isFolderDue);
  const byDepth = (keys: readonly number[]): readonly number[] =>
    keys.toSorted((a, b) => pathOf(a).length - pathOf(b).length);
  const rootKeys = new Set(roots);
  // Sent alone, so that they do not keep others from being made. A look has no other job for those that have a report.
  const skipsGivenUp = job.look === undefined && !isWholeRequest && due.length > 1;
  const skipped = skipsGivenUp ? await givenUp() : new Set<number>();
  const above = new Set<number>();
  for (const root of job.look === undefined ? roots : []) {
    for (const key of pathOf(root).slice(0, -1).toReversed()) {
      if (above.has(key) || !(isFolderDue(key) || (await isAskedFor(key)))) break;
      above.add(key);
    }
  }
  for (const key of due) above.delete(key);
  return {
    plan,
    folders: byDepth(due.filter((key) => rootKeys.has(key) || !skipped.has(key))),
    above: byDepth([...above]),
    unplanned: rootsOf(job).filter((key) => !planned.has(key)),
  };
}

/** A look creates no plan: the week may have been pruned. */
async function findPlan(
  planning: PlanningContext,
  { folder, look }: ReportJob,
  week: Week,
  now: Instant,
): Promise<Plan> {
  if (look === undefined) return ensurePlan(planning, week, { folder, now });
  const plan = await readPlan(planning.repository, week.name);
  return plan ?? { week: week.name, folders: [], doneAt: null };
}

export interface JobGoal {
  readonly goal: Goal;
  /** Folders without a report that the company no longer has; reports stay in those that contain them. */
  readonly removed: readonly number[];
  /** Why other folders that the company's tree does not have can't be made. */
  readonly failed: ReadonlyMap<number, Failure>;
}

export interface JobGoalOptions extends Pick<Goal, 'mayStart' | 'givenUp' | 'since'> {
  readonly look: string | null;
}

/** Fails with WEEK_NOT_CLOSED, and as the reporting API and the store do. */
export async function createJobGoal(
  { making, planning, company: readCompany }: JobMaking,
  week: Week,
  { plan, folders, above }: JobScope,
  { look, since, givenUp, mayStart }: JobGoalOptions,
): Promise<JobGoal> {
  const { source, repository, clock, rules } = making;
  const asOf = clock();
  const company = await readCompanyOf(readCompany, making, folders, latestOf([since, look]));
  const absent = folders.filter((key) => !company.has(key));
  const { removed, failed, gone } = await findAbsent(making, week, absent);
  // Read before the reports: they are made with these settings or newer ones.
  const settings = await readWeekSettings(repository, week);
  const pathOf = pathsInPlan(plan);
  const toGoalFolder = (key: number, follows: boolean): readonly GoalFolder[] => {
    const entry = company.get(key);
    if (entry === undefined) return [];
    if (!follows) assertWeekClosed(week, entry.folder, asOf);
    return [
      {
        ...{ folder: entry.folder, path: entry.path, notes: entry.notes, follows },
        isAlwaysDue: entry.isRoot,
      },
    ];
  };
  return {
    removed,
    failed,
    goal: {
      ...{ week, asOf, plan, since, givenUp, mayStart },
      folders: [
        ...above.flatMap((key) => toGoalFolder(key, true)),
        ...folders.flatMap((key) => toGoalFolder(key, false)),
      ],
      settingsOf: (folder) => settings?.ofFolder(pathOf(folder)) ?? null,
      isSettled: asOf >= settledEverywhereAt(week, rules.settleHours),
      followsSettings: followsSettings(week, asOf, planning.settleHours),
      force: false,
      comparesBefore: look === null ? null : Date.parse(look),
      gone,
      isInCompany: (folder) => company.has(folder),
      isInTree: async (survey) =>
        [...(await readCompany(source, clock())).values()].some(({ folder: { surveys } }) =>
          surveys.some(({ key }) => key === survey),
        ),
    },
  };
}

function latestOf(instants: readonly (string | null)[]): Instant {
  return Math.max(0, ...instants.flatMap((at) => (at === null ? [] : [Date.parse(at)])));
}

/** Read again where a folder is missing: it may have been added since. */
async function readCompanyOf(
  readCompany: ReadCompany,
  { source, clock }: ReportMakingContext,
  folders: readonly number[],
  notBefore: Instant,
): Promise<Company> {
  const company = await readCompany(source, notBefore);
  return folders.every((key) => company.has(key)) ? company : readCompany(source, clock());
}

interface AbsentFolders extends Pick<JobGoal, 'removed' | 'failed'> {
  readonly gone: ReadonlySet<number>;
}

async function findAbsent(
  { source, repository }: ReportMakingContext,
  week: Week,
  folders: readonly number[],
): Promise<AbsentFolders> {
  const removed: number[] = [];
  const failed = new Map<number, Failure>();
  for (const folder of folders) {
    const stored = await findStoredReport(repository, { week: week.name, folder });
    if (stored !== null) continue;
    if (await isRemoved(source, folder)) removed.push(folder);
    else failed.set(folder, new Failure('FOLDER_NOT_FOUND', { folder }));
  }
  return { removed, failed, gone: new Set(folders.filter((folder) => !failed.has(folder))) };
}
