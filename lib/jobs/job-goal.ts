// What a job brings up to date: the folders of the plan at and below its roots that are due or requested, and the due folders above
// them.
import type { Week } from '../domain/calendar.ts';
import { settledEverywhereAt } from '../domain/calendar.ts';
import type { ReportJob } from '../ports/job-queue.ts';
import { rootsOf } from '../ports/job-queue.ts';
import type { Plan } from '../ports/stored-records.ts';
import type { FolderResult, Goal, GoalContext, GoalFolder } from '../reports/goal.ts';
import { subtreesOf } from '../reports/plan.ts';
import { findStoredReport } from '../reports/report-repository.ts';
import { followsSettings, pathsInPlan, readWeekSettings } from '../reports/report-settings.ts';
import { assertWeekClosed } from '../reports/subtree.ts';
import { isDue } from '../reports/week-state.ts';
import { Failure } from '../shared/failure.ts';
import type { ReadCompany } from './company.ts';
import { isRemoved } from './company.ts';
import { findRequest } from './job-records.ts';
import type { PlanningContext } from './synchronize-plan.ts';
import { createPlan } from './synchronize-plan.ts';

export interface JobGoalContext extends GoalContext, PlanningContext {
  readonly repository: GoalContext['repository'];
  readonly company: ReadCompany;
}

/** The folders that a job is about. */
export interface JobScope {
  readonly week: Week;
  readonly plan: Plan;
  /** Root first, ends with the folder itself. */
  readonly pathOf: (folder: number) => readonly number[];
  /** Due or requested, without those that are given up; parents before children. */
  readonly folders: readonly number[];
  /** Those above, which follow; parents before children. */
  readonly above: readonly number[];
  /** Roots that are not in the plan. */
  readonly unplanned: readonly number[];
}

/** Creates a missing plan, and reads the records of requests where a folder is not due. `stored`: the stored plan. */
export async function readJobScope(
  context: JobGoalContext,
  job: ReportJob,
  { week, stored, givenUp }: { week: Week; stored: Plan | null } & Pick<Goal, 'givenUp'>,
): Promise<JobScope> {
  const { repository, records } = context;
  const now = context.clock();
  const isLook = job.look !== undefined;
  // A look creates no plan: the week may have been pruned.
  const noPlan = { week: week.name, folders: [], doneAt: null };
  const plan = stored ?? (isLook ? noPlan : await createPlan(context, week, job.folder, now));
  const dueTimes = new Map(plan.folders.map(({ key, dueAt }) => [key, dueAt]));
  const pathOf = pathsInPlan(plan);
  const roots = rootsOf(job).filter((key) => dueTimes.has(key));
  const isFolderDue = (key: number): boolean => isDue(dueTimes.get(key) ?? null, now);
  /** Itself, or with one of the folders above it that are not due either. */
  const isAskedFor = async (key: number): Promise<boolean> => {
    for (const folder of pathOf(key).toReversed()) {
      if (folder !== key && isFolderDue(folder)) return false;
      if ((await findRequest(repository, records, { week: week.name, folder })) !== null)
        return true;
    }
    return false;
  };
  const isWholeRequest = !isLook && roots[0] !== undefined && (await isAskedFor(roots[0]));
  const inScope = job.only === true ? roots : [...subtreesOf(plan, roots)];
  const due = isWholeRequest ? inScope : inScope.filter(isFolderDue);
  // Sent alone, so that they do not keep others from being made. A look has no other job for those that have a report.
  const skipsGivenUp = !isLook && !isWholeRequest && due.length > 1;
  const skipped = skipsGivenUp ? await givenUp() : new Set<number>();
  const above = new Set<number>();
  for (const root of isLook ? [] : roots) {
    for (const key of pathOf(root).slice(0, -1).toReversed()) {
      if (above.has(key) || !(isFolderDue(key) || (await isAskedFor(key)))) break;
      above.add(key);
    }
  }
  for (const key of due) above.delete(key);
  const byDepth = (keys: readonly number[]): readonly number[] =>
    keys.toSorted((a, b) => pathOf(a).length - pathOf(b).length);
  return {
    ...{ week, plan, pathOf },
    folders: byDepth(due.filter((key) => !skipped.has(key) || roots.includes(key))),
    above: byDepth([...above]),
    unplanned: rootsOf(job).filter((key) => !dueTimes.has(key)),
  };
}

/** What a job makes of its folders. */
export interface JobOrder extends Pick<Goal, 'comparesBefore' | 'givenUp' | 'mayStart'> {
  /** As in the job. */
  readonly since: string | null;
}

interface AbsentFolders {
  /** Folders without a report that the company no longer has; reports stay in those that contain them. */
  readonly removed: readonly number[];
  /** Why other folders that the company's tree does not have can't be made. */
  readonly failed: ReadonlyMap<number, FolderResult>;
}

export interface JobGoal extends AbsentFolders {
  readonly goal: Goal;
}

/** Fails with WEEK_NOT_CLOSED, and as the reporting API and the store do. */
export async function createJobGoal(
  context: JobGoalContext,
  { week, plan, pathOf, folders, above }: JobScope,
  { since, comparesBefore, givenUp, mayStart }: JobOrder,
): Promise<JobGoal> {
  const { source, clock, repository, records, settleHours } = context;
  const asOf = clock();
  const notBefore = Math.max(comparesBefore ?? 0, since === null ? 0 : Date.parse(since));
  let company = await context.company(source, notBefore);
  // One that is missing may have been added since.
  if (!folders.every((key) => company.has(key))) company = await context.company(source, clock());
  const absent = folders.filter((key) => !company.has(key));
  const { removed, failed } = await findAbsent(context, week, absent);
  // Read before the reports: they are made with these settings or newer ones.
  const settings = await readWeekSettings(repository, week);
  // Of requests for the folders above, or for one above them: a divided job has none of its own for them.
  const sinceAbove = new Map<number, string>();
  for (const folder of since === null ? [] : above) {
    const request = await findRequest(repository, records, { week: week.name, folder });
    const requested = request?.since ?? sinceAbove.get(pathOf(folder).at(-2) ?? 0);
    if (requested !== undefined) sinceAbove.set(folder, requested);
  }
  const toGoalFolder = (key: number, follows: boolean): readonly GoalFolder[] => {
    const entry = company.get(key);
    if (entry === undefined) return [];
    if (!follows) assertWeekClosed(week, entry.folder, asOf);
    const { folder, path, notes, isRoot } = entry;
    const requested = follows ? (sinceAbove.get(key) ?? null) : since;
    return [{ folder, path, notes, follows, since: requested, isAlwaysDue: isRoot }];
  };
  const goal: Goal = {
    ...{ week, asOf, plan, comparesBefore, givenUp, mayStart },
    folders: [
      ...above.flatMap((key) => toGoalFolder(key, true)),
      ...folders.flatMap((key) => toGoalFolder(key, false)),
    ],
    settingsOf: (folder) => settings?.ofFolder(pathOf(folder)) ?? null,
    isSettled: asOf >= settledEverywhereAt(week, settleHours),
    followsSettings: followsSettings(week, asOf, settleHours),
    force: false,
    gone: new Set(absent.filter((folder) => !failed.has(folder))),
    isInCompany: (folder) => company.has(folder),
    isInTree: async (survey) =>
      [...(await context.company(source, clock())).values()].some(({ folder: { surveys } }) =>
        surveys.some(({ key }) => key === survey),
      ),
  };
  return { goal, removed, failed };
}

async function findAbsent(
  { source, repository }: JobGoalContext,
  week: Week,
  folders: readonly number[],
): Promise<AbsentFolders> {
  const removed: number[] = [];
  const failed = new Map<number, FolderResult>();
  for (const folder of folders) {
    const stored = await findStoredReport(repository, { week: week.name, folder });
    if (stored !== null) continue;
    if (await isRemoved(source, folder)) removed.push(folder);
    else {
      const error = new Failure('FOLDER_NOT_FOUND', { folder });
      failed.set(folder, { outcome: 'failed', error, report: null });
    }
  }
  return { removed, failed };
}
