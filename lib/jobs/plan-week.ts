// The planner: at each tick it sends jobs for the reports of a week that are missing, partial or outdated, and for its looks. It
// decides from the store alone, so a lost, late or repeated tick is made good by the next one.
import type { Week } from '../domain/calendar.ts';
import {
  DAY_MS,
  firstStartOfWeek,
  HOUR_MS,
  settledEverywhereAt,
  weeksFrom,
} from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { FolderTree } from '../ports/feedback-source.ts';
import { createJobs } from '../ports/job-queue.ts';
import type { Look, Manifest, Plan, PlannerRecord, WeekCounts } from '../ports/stored-records.ts';
import { readPlan } from '../reports/report-repository.ts';
import type { WeekSettings } from '../reports/report-settings.ts';
import { followsSettings, readWeekSettings } from '../reports/report-settings.ts';
import { isIdentityFailure } from '../reports/store-identity.ts';
import { flattenFolders } from '../reports/subtree.ts';
import type { RequiredWork } from '../reports/week-state.ts';
import { isDue } from '../reports/week-state.ts';
import { settleAll } from '../shared/map-concurrent.ts';
import { chooseJobs, isRepeatDue } from './choose-jobs.ts';
import type { ComparedFolder, WeekComparison } from './compare-week.ts';
import { compareWeek } from './compare-week.ts';
import { markDone } from './mark-done.ts';
import type { LookSchedule } from './plan-looks.ts';
import { isOpen, NO_LOOK_WORK, nextLookStep, takeLookStep } from './plan-looks.ts';
import { changePlannerRecord, findPlannerRecord, newPlannerRecord } from './planner-record.ts';
import type { PlanningContext } from './synchronize-plan.ts';
import { synchronizePlan } from './synchronize-plan.ts';
import { isOld } from './weeks-to-plan.ts';

export type PlannerContext = PlanningContext &
  LookSchedule & {
    /** Writes the fact tables of a week where they are not those of its reports; null or missing where they are switched off. */
    readonly writeTables?: WriteTables | null;
  };

/** `known`: manifests that were read just now. Returns the number of reports whose rows were missing or older. */
type WriteTables = (
  week: string,
  options: {
    readonly now: Instant;
    readonly known: readonly Manifest[];
    readonly isWorkOutstanding: boolean;
  },
) => Promise<number>;

export interface Tick {
  readonly now: Instant;
  /** Otherwise a person has started it, and the week is compared in any case. */
  readonly isScheduled: boolean;
}

/** What one tick did. */
export interface PlannedWeek extends WeekCounts {
  readonly week: string;
  readonly isDone: boolean;
  /** Jobs that were sent for reports that need work. */
  readonly enqueued: number;
  /** Jobs that were sent for a look. */
  readonly looks: number;
  /** Folders whose comparison was abandoned. */
  readonly abandoned: number;
  /** Reports whose rows in the fact tables were missing or older and were written. */
  readonly factsWritten: number;
}

export interface PlanResult {
  /** Null when an earlier tick has compared the week, and when this one failed. */
  readonly planned: PlannedWeek | null;
  /** Null when the last comparison failed. */
  readonly counts: WeekCounts | null;
  /** Whether a look has been open for a day; null when that could not be read. */
  readonly isLookLate: boolean | null;
  /** Whether no comparison has succeeded for two hours; null when that could not be read. */
  readonly isComparisonLate: boolean | null;
  /** Why planning failed, after all that could be done was done; missing when it succeeded. */
  readonly error?: unknown;
  /** Why the fact tables could not be written; then the week is not done. */
  readonly tablesError?: unknown;
}

/** A report that is missing this long after it was due is late, and so is a comparison. */
const LATE_MS = 2 * HOUR_MS;

/**
 * Plans one week. One that is done, or that was compared within an hour, costs two reads. Otherwise the folders are read from the
 * reporting API first, so that nothing is sent while it is unavailable. Eight days after the week settled only the
 * consequences of looks are made. Fails when the records of the planner can't be read.
 */
export async function planWeek(
  context: PlannerContext,
  week: Week,
  tick: Tick,
): Promise<PlanResult> {
  const { now } = tick;
  const [currentPlan, record] = await settleAll([
    readPlan(context.repository, week.name),
    findPlannerRecord(context, week.name),
  ]);
  const state: WeekState = { context, week, now, currentPlan, record };
  try {
    const step = currentPlan === null ? null : await nextLookStep(context, week, { record, now });
    const isDone = await isUnchanged(state);
    if (step === null && isDone) return resultOf(state, doneWeek(week));
    if (step === null && tick.isScheduled && wasCompared(state)) return resultOf(state, null);
    return await compareAndSend(state, { step, isDone });
  } catch (error) {
    if (isIdentityFailure(error)) return { ...resultOf(state, null), counts: null, error };
    const at = new Date(now).toISOString();
    // The next ticks do not add to the load of an outage.
    await changePlannerRecord(context, week.name, (current) => ({
      ...(current ?? newPlannerRecord(week, at)),
      ...{ at, counts: null },
    })).catch(() => null);
    return { ...resultOf(state, null), counts: null, error };
  }
}

/** What is known about a week at the beginning of a tick. */
interface WeekState {
  readonly context: PlannerContext;
  readonly week: Week;
  readonly now: Instant;
  readonly currentPlan: Plan | null;
  readonly record: PlannerRecord | null;
}

/** Whether nothing is to be made: the week is done, or was pruned or never made. */
async function isUnchanged({ context, week, now, currentPlan }: WeekState): Promise<boolean> {
  const { repository, settleHours } = context;
  if (currentPlan === null) return isOld(week, now, settleHours);
  if (currentPlan.doneAt === null) return false;
  if (!followsSettings(week, now, settleHours)) return true;
  const settings = await readWeekSettings(repository, week);
  return settings === null || settings.digest === currentPlan.settings;
}

/** Whether an earlier tick makes another comparison unnecessary. */
function wasCompared({ now, currentPlan, record }: WeekState): boolean {
  if (record === null) return false;
  const at = Date.parse(record.at);
  // Lambda repeats a tick that failed.
  if (now <= at || now >= at + HOUR_MS) return false;
  // Without a plan, planning has failed.
  if (currentPlan === null) return record.counts === null;
  const hasBecomeDue = currentPlan.folders.some(
    ({ dueAt }) => isDue(dueAt, now) && !isDue(dueAt, at),
  );
  return !hasBecomeDue && !isRepeatDue(record.sent, at, now);
}

type NextStep = Awaited<ReturnType<typeof nextLookStep>>;

async function compareAndSend(
  state: WeekState,
  { step, isDone }: { readonly step: NextStep; readonly isDone: boolean },
): Promise<PlanResult> {
  const { context, week, now, record } = state;
  const { source, repository } = context;
  const tree = await source.readFolders(null, { surveys: true });
  const { plan, responsesChecked } = isDone
    ? { plan: state.currentPlan, responsesChecked: record?.responsesChecked ?? null }
    : await currentPlanOf(state, tree);
  if (plan === null) return resultOf(state, doneWeek(week));
  const surveys = countSurveys(tree);
  const looked =
    step === null
      ? { look: record?.look ?? null, jobs: 0, abandoned: 0 }
      : await takeLookStep(context, step, { week, plan, surveys, now });
  const counted = { looks: looked.jobs, abandoned: looked.abandoned };
  if (isDone) return resultOf(state, { ...doneWeek(week), ...counted }, looked.look);

  const settings = await readWeekSettings(repository, week);
  const company = new Set(flattenFolders(tree.root).map(({ folder }) => folder.key));
  const comparison = await compareWeek(context, { week, plan, settings, company, now });
  const comparedWeek: ComparedWeek = { ...state, plan, surveys, settings, comparison };
  const enqueued = await sendJobs(comparedWeek, { look: looked.look, responsesChecked });
  if (comparison.readFailure !== null) throw comparison.readFailure;
  const finished = await finishWeek(comparedWeek);
  const counts = countFolders(comparedWeek);
  const planned = { week: week.name, ...counts, isDone: finished.isDone, enqueued, ...counted };
  const { isDone: _, factsWritten, ...tables } = finished;
  return { ...resultOf(state, { ...planned, factsWritten }, looked.look), ...tables };
}

interface ComparedWeek extends WeekState {
  readonly plan: Plan;
  readonly surveys: ReadonlyMap<number, number>;
  readonly settings: WeekSettings | null;
  readonly comparison: WeekComparison;
}

/** The plan, synchronized with the company while missing reports are made; null for an old week that has none. */
async function currentPlanOf(
  { context, week, now, currentPlan, record }: WeekState,
  tree: FolderTree,
): Promise<{ readonly plan: Plan | null; readonly responsesChecked: boolean | null }> {
  const { repository, settleHours } = context;
  const known = record?.responsesChecked ?? null;
  if (isOld(week, now, settleHours)) return { plan: currentPlan, responsesChecked: known };
  const responsesChecked =
    known ?? (await repository.store.read(`requests/${week.name}/counted.json`)) !== null;
  const request = { currentPlan, tree, now, responsesChecked };
  const plan = await synchronizePlan(context, week, request);
  return {
    plan,
    responsesChecked: responsesChecked || now >= settledEverywhereAt(week, settleHours),
  };
}

function countSurveys({ root }: FolderTree): ReadonlyMap<number, number> {
  return new Map(
    flattenFolders(root).flatMap(({ folder: { key, surveys } }) =>
      surveys.length === 0 ? [] : [[key, surveys.length]],
    ),
  );
}

/** Sends jobs and records them afterwards: a crash in between repeats messages and loses none. Returns their number. */
async function sendJobs(
  week: ComparedWeek,
  { look, responsesChecked }: Pick<PlannerRecord, 'look' | 'responsesChecked'>,
): Promise<number> {
  const { context, plan, surveys, comparison, record, now } = week;
  const { name } = week.week;
  const chosen = chooseJobs({
    ...{ plan, surveys, now },
    folders: comparison.folders.map((folder) => withAllowedWork(week, folder)),
    sent: record?.sent ?? {},
    look: look === null ? NO_LOOK_WORK : { ...look, only: [...look.only, ...look.above] },
  });
  const only = chosen.alone.map((folder) => [folder]);
  const jobs = createJobs({ week: name, since: null }, { jobs: chosen.jobs, only });
  if (jobs.length > 0) await context.sender.send(jobs);
  const at = new Date(now).toISOString();
  const isComplete = comparison.readFailure === null;
  await changePlannerRecord(context, name, (current) => ({
    ...(current ?? newPlannerRecord(week.week, at)),
    ...{ at, responsesChecked, sent: chosen.sent },
    ...(isComplete ? { counts: countFolders(week), comparedAt: at } : { counts: null }),
  }));
  return jobs.length;
}

/** In an old week only reports with an earlier revision can need work because of a look. */
function withAllowedWork(
  { context, week, now }: ComparedWeek,
  compared: ComparedFolder,
): ComparedFolder {
  const { work, manifest } = compared;
  if (!isOld(week, now, context.settleHours)) return compared;
  const isAllowed =
    work === 'unknown' ||
    work === 'outdated' ||
    (work === 'partial' && manifest !== null && manifest.revision > 1);
  return isAllowed ? compared : { ...compared, work: null };
}

/** Writes the fact tables, and marks the plan as done when nothing is missing. */
async function finishWeek({
  context,
  week,
  now,
  plan,
  settings,
  comparison: { folders },
}: ComparedWeek): Promise<{
  readonly isDone: boolean;
  readonly factsWritten: number;
  readonly tablesError?: unknown;
}> {
  const manifests = new Map(
    folders.flatMap(({ folder, manifest }) => (manifest === null ? [] : [[folder.key, manifest]])),
  );
  const isComplete =
    folders.length === plan.folders.length &&
    now >= settledEverywhereAt(week, context.settleHours) &&
    folders.every(({ work, manifest }) => work === null && manifest?.status !== 'partial');
  // After the jobs were sent: no report waits for tables. A week is done only with them, so that none is missed.
  const tables = await writeTables(context, week, {
    now,
    known: [...manifests.values()],
    isWorkOutstanding: !isComplete,
  });
  const isDone =
    isComplete &&
    tables.tablesError === undefined &&
    (await markDone(context.repository, { week, now, manifests, settings: settings?.digest }));
  return { isDone, ...tables };
}

/** A failure of the tables must not hide how many reports are late. */
async function writeTables(
  context: PlannerContext,
  week: Week,
  options: Parameters<WriteTables>[1],
): Promise<{ readonly factsWritten: number; readonly tablesError?: unknown }> {
  try {
    const factsWritten = (await context.writeTables?.(week.name, options)) ?? 0;
    return { factsWritten };
  } catch (error) {
    return { factsWritten: 0, tablesError: error };
  }
}

/** What old weeks lack is not counted. */
function countFolders({ context, week, now, plan, comparison }: ComparedWeek): WeekCounts {
  const { folders } = comparison;
  const count = (work: RequiredWork): number =>
    folders.filter((compared) => compared.work === work).length;
  const behind = count('outdated') + count('settings');
  if (isOld(week, now, context.settleHours)) return { ...NO_COUNTS, behind };
  const dueBefore = ({ folder }: ComparedFolder, ms: number): boolean =>
    Date.parse(folder.dueAt) + ms <= now;
  const partialFolders = folders.filter(({ manifest }) => manifest?.status === 'partial');
  const partial = partialFolders.length;
  return {
    due: folders.length,
    missing: count('missing'),
    partial,
    partialPercent: Math.round((100 * partial) / Math.max(1, plan.folders.length)),
    partialForADay: partialFolders.filter((compared) => dueBefore(compared, DAY_MS)).length,
    behind,
    late: folders.filter((compared) => compared.work === 'missing' && dueBefore(compared, LATE_MS))
      .length,
  };
}

const NO_COUNTS: WeekCounts = {
  due: 0,
  missing: 0,
  partial: 0,
  partialPercent: 0,
  partialForADay: 0,
  behind: 0,
  late: 0,
};

function doneWeek(week: Week): PlannedWeek {
  return {
    ...{ week: week.name, isDone: true, ...NO_COUNTS },
    ...{ enqueued: 0, looks: 0, abandoned: 0, factsWritten: 0 },
  };
}

/** Earlier releases recorded only the last tick. */
function timeOfComparison({ comparedAt, counts, at }: PlannerRecord): string | null {
  return comparedAt ?? (counts === null ? null : at);
}

/** `look`: as it is after the tick. */
function resultOf(
  { context, week, now, record }: WeekState,
  planned: PlannedWeek | null,
  look: Look | null = record?.look ?? null,
): PlanResult {
  const { settleHours } = context;
  const planningBegins = firstStartOfWeek(weeksFrom(week, 1)) + settleHours * HOUR_MS;
  const comparedAt = record === null ? null : timeOfComparison(record);
  return {
    planned,
    counts: planned ?? record?.counts ?? null,
    isLookLate: isOpen(look) && now >= Date.parse(look.begunAt ?? look.at) + DAY_MS,
    isComparisonLate:
      planned === null &&
      now >= (comparedAt === null ? planningBegins : Date.parse(comparedAt)) + LATE_MS,
  };
}
