// What a week owes, kept in step with the company: written down by whoever comes first, changed while it can change.
// It hides when the tree is asked, and that surveys which had ended are asked for responses just once.
import pLimit from 'p-limit';
import type { Week } from '../domain/calendar.ts';
import { HOUR_MS, endsEverywhere } from '../domain/calendar.ts';
import type { Plan } from '../ports/stored-records.ts';
import type { JobRecords } from './job-records.ts';
import { findJob } from './job-records.ts';
import { changePlan, writePlan } from '../reports/plan.ts';
import type { Instant } from '../domain/facts.ts';
import type { FeedbackSource, Folder } from '../ports/feedback-source.ts';
import type { JobSender } from '../ports/job-queue.ts';
import type { ReportRepository } from '../reports/report-repository.ts';
import { JSON_TYPE, readPlan } from '../reports/report-repository.ts';
import { mapConcurrent } from '../shared/map-concurrent.ts';
import { flattenFolders } from '../reports/subtree.ts';
import { findDueFolders } from '../reports/due-folders.ts';
import { readManifests } from '../reports/week-state.ts';

export interface PlanContext {
  readonly source: FeedbackSource;
  readonly repository: ReportRepository;
  readonly records: JobRecords;
  readonly sender: JobSender;
  readonly settleHours: number;
  /** Requests to the reporting API at the same time. */
  readonly concurrency: number;
}

/**
 * The plan of a week, also of one that has none yet: for a report that is asked for before the planner came by.
 * Written down only when the folder is in it, so that asking for what is not owed leaves nothing behind.
 */
export async function ensurePlan(
  planning: PlanContext,
  week: Week,
  { folder, now }: { readonly folder: number; readonly now: Instant },
): Promise<Plan> {
  const standing = await readPlan(planning.repository, week.name);
  return standing ?? synchronizePlan(planning, week, { currentPlan: null, now, requiredFolder: folder });
}

export interface PlanRequest {
  /** The plan as it was found. */
  readonly currentPlan: Plan | null;
  readonly now: Instant;
  /** A folder without which a new plan is not worth writing down. */
  readonly requiredFolder?: number | null;
}

/**
 * A plan that fits the tree as it is. Until the week has settled, folders may come and move; surveys that had ended are
 * asked once for responses, when all of them can have come. A folder that has gone from the company owes nothing that
 * isn't there already.
 */
export async function synchronizePlan(
  planning: PlanContext,
  week: Week,
  { currentPlan: standing, now, requiredFolder: wanted = null }: PlanRequest,
): Promise<Plan> {
  const { repository, source, settleHours, concurrency } = planning;
  const tree = await source.readFolders(null, { surveys: true });
  const { root } = tree;
  const isSettled = now >= settledEverywhereAt(week, planning);
  const isCounted = standing !== null && (await repository.store.read(countedKey(week))) !== null;
  const owed = await findDueFolders(source, tree, {
    week,
    settleHours,
    room: pLimit(concurrency),
    askEnded: isSettled && !isCounted,
  });
  const found = isCounted ? await withoutDenied(planning, week, standing, owed) : owed;
  const plan: Plan = { week: week.name, folders: found, doneAt: null };
  if (wanted !== null && !found.some(({ key }) => key === wanted)) return plan;
  const isFirst = standing === null && (await writePlan(repository, plan));
  const vanished = isFirst
    ? new Set<number>()
    : await vanishedFolders(repository, week, root, standing);
  const kept = isFirst
    ? plan
    : await changePlan(repository, week.name, (it) => inStep(it, plan, { isCounted, vanished }));
  if (isSettled && !isCounted) {
    const nothing = new TextEncoder().encode('{}\n');
    await repository.store.create(countedKey(week), nothing, JSON_TYPE);
  }
  return kept ?? plan;
}

/** What stands, with what was found beside it, and without what has vanished; places are the tree's until all is counted. */
function inStep(
  standing: Plan,
  found: Plan,
  { isCounted, vanished }: { readonly isCounted: boolean; readonly vanished: ReadonlySet<number> },
): Plan {
  const byKey = new Map(found.folders.map((folder) => [folder.key, folder]));
  const known = new Set(standing.folders.map(({ key }) => key));
  const folders = [
    ...standing.folders
      .filter(({ key }) => !vanished.has(key))
      .map((folder) => (isCounted ? folder : (byKey.get(folder.key) ?? folder))),
    ...found.folders.filter(({ key }) => !known.has(key)),
  ];
  const isSame = JSON.stringify(folders) === JSON.stringify(standing.folders);
  return isSame ? standing : { ...standing, folders };
}

/** What is found only after all was counted stays out when its job has found that it owes nothing. */
async function withoutDenied(
  { records }: PlanContext,
  week: Week,
  standing: Plan,
  owed: Plan['folders'],
): Promise<Plan['folders']> {
  const known = new Set(standing.folders.map(({ key }) => key));
  const kept = await mapConcurrent(owed, async (folder) => {
    if (known.has(folder.key)) return [folder];
    const job = await findJob(records, { week: week.name, folder: folder.key });
    return job?.record?.failure?.code === 'NOTHING_OWED' ? [] : [folder];
  });
  return kept.flat();
}

/** Planned folders that are neither in the company any more nor have a report. */
async function vanishedFolders(
  repository: ReportRepository,
  week: Week,
  root: Folder,
  standing: Plan | null,
): Promise<ReadonlySet<number>> {
  const there = new Set(flattenFolders(root).map(({ folder }) => folder.key));
  const gone = (standing?.folders ?? []).map(({ key }) => key).filter((key) => !there.has(key));
  const made = await readManifests(repository, week.name, gone);
  return new Set(gone.filter((key) => !made.has(key)));
}

/** Is there once the surveys that had ended have been asked. */
function countedKey(week: Week): string {
  return `requests/${week.name}/counted.json`;
}

export function settledEverywhereAt(
  week: Week,
  { settleHours }: Pick<PlanContext, 'settleHours'>,
): Instant {
  return endsEverywhere(week) + settleHours * HOUR_MS;
}
