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
import { readManifests } from '../reports/week-folders.ts';

export interface PlanningContext {
  readonly source: FeedbackSource;
  readonly repository: ReportRepository;
  readonly records: JobRecordStore;
  readonly settleHours: number;
  /** Maximum concurrent requests to the reporting API. */
  readonly concurrency: number;
}

/** The company as of now. */
interface CompanyNow {
  readonly tree: FolderTree;
  readonly now: Instant;
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
  const folders = await foldersOfTree(planning, week, { tree, now, isFinal: false });
  const plan: Plan = { week: week.name, folders, doneAt: null };
  return folders.some(({ key }) => key === folder) ? storeNewPlan(planning, plan) : plan;
}

export interface PlanRequest extends CompanyNow {
  /** The stored plan. */
  readonly currentPlan: Plan | null;
  /** Whether surveys without an active period were checked for responses after the week had settled: then the plan is final. */
  readonly responsesChecked: boolean;
}

/**
 * Returns a plan that matches the folder tree. Until the week has settled, and when the company has another root, folders may be added
 * and moved. After that, surveys without an active period are checked once for responses. A folder that was removed from the company
 * stays in the plan only with an existing report, and while all that was below it stays there.
 */
export async function synchronizePlan(
  planning: PlanningContext,
  week: Week,
  { currentPlan, tree, now, responsesChecked }: PlanRequest,
): Promise<Plan> {
  const { repository } = planning;
  const isFinal = currentPlan !== null && responsesChecked;
  const folders = await foldersOfTree(planning, week, { tree, now, isFinal });
  if (currentPlan === null) {
    return storeNewPlan(planning, { week: week.name, folders, doneAt: null });
  }
  const plan: Plan = {
    week: week.name,
    folders: isFinal ? await withoutRejected(planning, currentPlan, folders) : folders,
    doneAt: null,
  };
  const removed = await removedFolders(repository, tree.root, currentPlan);
  // The report of a new root would be empty if those below it kept their places.
  const keepsPlaces = isFinal && currentPlan.folders.some(({ key }) => key === tree.root.key);
  return (await mergeIntoStoredPlan(repository, plan, { keepsPlaces, removed })) ?? plan;
}

/** The folders of the tree that get a report. */
function foldersOfTree(
  { source, settleHours, concurrency }: PlanningContext,
  week: Week,
  { tree, now, isFinal }: CompanyNow & { readonly isFinal: boolean },
): Promise<Plan['folders']> {
  return findPlannedFolders(source, tree, {
    week,
    settleHours,
    limit: pLimit(concurrency),
    checkResponses: now >= settledEverywhereAt(week, settleHours) && !isFinal,
  });
}

/** Where another writer was first, its plan gets the folders that it lacks. */
async function storeNewPlan({ repository }: PlanningContext, plan: Plan): Promise<Plan> {
  if (await writePlan(repository, plan)) return plan;
  const changes = { keepsPlaces: false, removed: new Set<number>() };
  return (await mergeIntoStoredPlan(repository, plan, changes)) ?? plan;
}

/**
 * Adds new folders and drops removed ones, also one with a report where one of those below it is elsewhere now; parents and due times
 * follow the tree unless folders keep their places.
 */
function mergeIntoStoredPlan(
  repository: ReportRepository,
  plan: Plan,
  {
    keepsPlaces,
    removed,
  }: { readonly keepsPlaces: boolean; readonly removed: ReadonlySet<number> },
): Promise<Plan | null> {
  const byKey = new Map(plan.folders.map((folder) => [folder.key, folder]));
  return changePlan(repository, plan.week, (stored) => {
    const storedKeys = new Set(stored.folders.map(({ key }) => key));
    const placed = stored.folders.map((folder) =>
      keepsPlaces ? folder : (byKey.get(folder.key) ?? folder),
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
  currentPlan: Plan,
  plannedFolders: Plan['folders'],
): Promise<Plan['folders']> {
  const plannedKeys = new Set(currentPlan.folders.map(({ key }) => key));
  const accepted = await mapConcurrent(plannedFolders, async (folder) => {
    if (plannedKeys.has(folder.key)) return [folder];
    const job = await findJob(records, { week: currentPlan.week, folder: folder.key });
    return job?.value?.failure?.code === 'NOTHING_OWED' ? [] : [folder];
  });
  return accepted.flat();
}

/** Planned folders that are no longer in the company and have no report. */
async function removedFolders(
  repository: ReportRepository,
  root: Folder,
  currentPlan: Plan,
): Promise<ReadonlySet<number>> {
  const treeKeys = new Set(flattenFolders(root).map(({ folder }) => folder.key));
  const absentKeys = currentPlan.folders.map(({ key }) => key).filter((key) => !treeKeys.has(key));
  const manifests = await readManifests(repository, currentPlan.week, absentKeys);
  return new Set(absentKeys.filter((key) => !manifests.has(key)));
}
