// Creates the plan of a week and synchronizes it with the company's folders while these can change.
// Surveys without an active period are checked for responses only once.
import pLimit from 'p-limit';
import type { Week } from '../domain/calendar.ts';
import { settledEverywhereAt } from '../domain/calendar.ts';
import type { Plan } from '../ports/stored-records.ts';
import type { JobRecordStore } from './job-records.ts';
import { findJob } from './job-records.ts';
import { changePlan, formerParents, writePlan } from '../reports/plan.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { FeedbackSource, Folder, FolderTree } from '../ports/feedback-source.ts';
import type { ReportRepository } from '../reports/report-repository.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import { flattenFolders } from '../reports/subtree.ts';
import { findPlannedFolders } from '../reports/planned-folders.ts';
import { readManifests } from '../reports/week-state.ts';

export interface PlanningContext {
  readonly source: FeedbackSource;
  readonly repository: ReportRepository;
  readonly records: JobRecordStore;
  readonly settleHours: number;
  /** Maximum concurrent requests to the reporting API. */
  readonly concurrency: number;
}

/**
 * Creates the plan of a week for a report that is requested before the planner has run. It is stored only when the folder is in it, so
 * that a request for a folder without a report due leaves nothing in the store.
 */
export async function createPlan(
  planning: PlanningContext,
  week: Week,
  folder: number,
  now: Instant,
): Promise<Plan> {
  const tree = await planning.source.readFolders(null, { surveys: true });
  return synchronizePlan(planning, week, {
    ...{ currentPlan: null, tree, now, responsesChecked: false, requiredFolder: folder },
  });
}

export interface PlanRequest {
  /** The stored plan. */
  readonly currentPlan: Plan | null;
  /** The company as of now. */
  readonly tree: FolderTree;
  readonly now: Instant;
  /** Whether surveys without an active period were checked for responses after the week had settled: then the plan is final. */
  readonly responsesChecked: boolean;
  /** A new plan without this folder is not stored. */
  readonly requiredFolder?: number | null;
}

/**
 * Returns a plan that matches the folder tree. Until the week has settled, folders may be added and moved. After that,
 * surveys without an active period are checked once for responses. A folder that was removed from the company stays in the
 * plan only with an existing report, and while all that was below it stays there.
 */
export async function synchronizePlan(
  planning: PlanningContext,
  week: Week,
  { currentPlan, tree, now, responsesChecked, requiredFolder = null }: PlanRequest,
): Promise<Plan> {
  const { repository, source, settleHours, concurrency } = planning;
  const isFinal = currentPlan !== null && responsesChecked;
  const plannedFolders = await findPlannedFolders(source, tree, {
    week,
    settleHours,
    limit: pLimit(concurrency),
    checkResponses: now >= settledEverywhereAt(week, settleHours) && !isFinal,
  });
  const folders = isFinal
    ? await withoutRejected(planning, week, currentPlan, plannedFolders)
    : plannedFolders;
  const plan: Plan = { week: week.name, folders, doneAt: null };
  if (requiredFolder !== null && !folders.some(({ key }) => key === requiredFolder)) return plan;
  if (currentPlan === null && (await writePlan(repository, plan))) return plan;
  const storedPlan = await mergeIntoStoredPlan(repository, plan, {
    isFinal,
    removed: await removedFolders(repository, week, tree.root, currentPlan),
  });
  return storedPlan ?? plan;
}

/**
 * Adds new folders and drops removed ones, also one with a report where one of those below it is elsewhere now; parents and due times
 * follow the tree until the plan is final.
 */
function mergeIntoStoredPlan(
  repository: ReportRepository,
  plan: Plan,
  { isFinal, removed }: { readonly isFinal: boolean; readonly removed: ReadonlySet<number> },
): Promise<Plan | null> {
  const byKey = new Map(plan.folders.map((folder) => [folder.key, folder]));
  return changePlan(repository, plan.week, (stored) => {
    const storedKeys = new Set(stored.folders.map(({ key }) => key));
    const placed = stored.folders.map((folder) =>
      isFinal ? folder : (byKey.get(folder.key) ?? folder),
    );
    const former = formerParents(stored.folders, placed);
    const folders = [
      ...placed.filter(({ key }) => !removed.has(key) && (byKey.has(key) || !former.has(key))),
      ...plan.folders.filter(({ key }) => !storedKeys.has(key)),
    ];
    const isSame = JSON.stringify(folders) === JSON.stringify(stored.folders);
    return isSame ? stored : { ...stored, folders };
  });
}

/** In a final plan, new folders are left out when their job found that no report is due. */
async function withoutRejected(
  { records }: PlanningContext,
  week: Week,
  currentPlan: Plan,
  plannedFolders: Plan['folders'],
): Promise<Plan['folders']> {
  const plannedKeys = new Set(currentPlan.folders.map(({ key }) => key));
  const accepted = await mapConcurrent(plannedFolders, async (folder) => {
    if (plannedKeys.has(folder.key)) return [folder];
    const job = await findJob(records, { week: week.name, folder: folder.key });
    return job?.value?.failure?.code === 'NOTHING_OWED' ? [] : [folder];
  });
  return accepted.flat();
}

/** Planned folders that are no longer in the company and have no report. */
async function removedFolders(
  repository: ReportRepository,
  week: Week,
  root: Folder,
  currentPlan: Plan | null,
): Promise<ReadonlySet<number>> {
  const treeKeys = new Set(flattenFolders(root).map(({ folder }) => folder.key));
  const absentKeys = (currentPlan?.folders ?? [])
    .map(({ key }) => key)
    .filter((key) => !treeKeys.has(key));
  const manifests = await readManifests(repository, week.name, absentKeys);
  return new Set(absentKeys.filter((key) => !manifests.has(key)));
}
