// The looks at a week: some days after it has settled, its complete reports are compared with the reporting API once more.
// A look has one job for each part of the tree; what jobs leave is compared again, and abandoned after three attempts.
import type { Week } from '../domain/calendar.ts';
import { HOUR_MS, settledEverywhereAt } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { JobSender } from '../ports/job-queue.ts';
import { createJobs } from '../ports/job-queue.ts';
import type { Codec } from '../ports/object-store.ts';
import type {
  Look,
  LookWork,
  Plan,
  PlannerRecord,
  ReconciliationProgress,
} from '../ports/stored-records.ts';
import { readValue } from '../reports/report-repository.ts';
import { subtreesOf } from '../reports/plan.ts';
import { listFolderKeys } from '../reports/week-folders.ts';
import { cutWork, groupByWeight, weightOf } from './cut-work.ts';
import type { PlannerRecordStore } from './planner-record.ts';
import { isOld } from './weeks-to-plan.ts';
import { changePlannerRecord, newPlannerRecord } from './planner-record.ts';

export interface LookSchedule extends PlannerRecordStore {
  /** Of what earlier releases stored. */
  readonly earlierLooks: Codec<ReconciliationProgress>;
  readonly sender: JobSender;
  readonly settleHours: number;
  /** Milliseconds from the settling of a week to each of its looks, ascending. */
  readonly lookDelaysMs: readonly number[];
}

/** The folders of a look that its jobs have left. */
export const NO_LOOK_WORK: LookWork = { jobs: [], only: [] };
const MAX_TRIES = 3;
/** Longer than the queue retries a job. */
const TRY_INTERVAL_MS = 12 * HOUR_MS;

export type LookStep =
  | { readonly kind: 'begin'; readonly at: string }
  /** What is left is sent, for the first time or again. */
  | { readonly kind: 'send'; readonly look: Look }
  | { readonly kind: 'abandon'; readonly look: Look };

export function isOpen(look: Look | null): look is Look {
  return look !== null && look.jobs.length + look.only.length + look.above.length > 0;
}

/** Whether only folders above those of jobs that have ended are left, or such that could not be compared. */
function isAboveNext({ jobs, above }: Look): boolean {
  return jobs.length === 0 && above.length > 0;
}

/** What a look needs now; null for nothing. Reads the store only before the first look of a week. */
export async function nextLookStep(
  schedule: LookSchedule,
  week: Week,
  { record, now }: { record: PlannerRecord | null; now: Instant },
): Promise<LookStep | null> {
  const look = record?.look ?? null;
  const settledAt = settledEverywhereAt(week, schedule.settleHours);
  const dueAt = schedule.lookDelaysMs.map((delay) => settledAt + delay).findLast((at) => at <= now);
  if (dueAt !== undefined) {
    const lastAt = look === null ? await findEarlierLook(schedule, week) : Date.parse(look.at);
    if (lastAt === null || lastAt < dueAt)
      return { kind: 'begin', at: new Date(dueAt).toISOString() };
  }
  if (!isOpen(look)) return null;
  if (look.sentAt === null || isAboveNext(look)) return { kind: 'send', look };
  const sentAt = Date.parse(look.sentAt);
  if (now >= sentAt && now < sentAt + TRY_INTERVAL_MS) return null;
  return { kind: look.tries < MAX_TRIES ? 'send' : 'abandon', look };
}

/** The instant until which an earlier release has compared a week; null when it has not, or not all of it. */
async function findEarlierLook(
  { repository: { store }, earlierLooks }: LookSchedule,
  week: Week,
): Promise<Instant | null> {
  const stored = await readValue(store, earlierLooks, earlierLookKey(week.name), keyOfEarlierLook);
  const progress = stored?.value ?? null;
  return progress?.left.length === 0 ? Date.parse(progress.at) : null;
}

export function keyOfEarlierLook({ week }: ReconciliationProgress): string {
  return earlierLookKey(week);
}

function earlierLookKey(week: string): string {
  return `requests/${week}/second-look.json`;
}

export interface LookRequest {
  readonly week: Week;
  readonly plan: Plan;
  /** The number of surveys of each folder that has any. */
  readonly surveys: ReadonlyMap<number, number>;
  readonly now: Instant;
}

/** What one tick did for a look. */
export interface LookedWeek {
  /** Jobs that were sent. */
  readonly jobs: number;
  /** Folders whose comparison was abandoned, with roots of jobs counted for all below them. */
  readonly abandoned: number;
  /** The look as it is then. */
  readonly look: Look | null;
}

/** Begins or continues a look. Recorded before its jobs are sent, so that each of them can record that it has ended. */
export async function takeLookStep(
  schedule: LookSchedule,
  step: LookStep,
  request: LookRequest,
): Promise<LookedWeek> {
  switch (step.kind) {
    case 'begin': {
      const work = await divideLook(schedule, request);
      const begunAt = new Date(request.now).toISOString();
      const look = { at: step.at, begunAt, sentAt: null, tries: 1, ...work };
      const stored = await changeLook(schedule, request, (current) =>
        current !== null && current.at >= look.at ? current : look,
      );
      // Otherwise another planner was first, and sends the jobs.
      const jobs = stored === look ? await sendLook(schedule, request, look) : 0;
      return { jobs, abandoned: 0, look: stored };
    }
    case 'send': {
      const { at, sentAt } = step.look;
      const stored = await changeLook(schedule, request, (current) =>
        current?.at === at && current.sentAt === sentAt && sentAt !== null
          ? {
              ...current,
              ...{ sentAt: null, tries: current.tries + (isAboveNext(current) ? 0 : 1) },
              ...{ only: [...current.only, ...current.above], above: [] },
            }
          : current,
      );
      const isSame = stored?.at === at && stored.sentAt === null;
      const jobs = isSame ? await sendLook(schedule, request, stored) : 0;
      return { jobs, abandoned: 0, look: stored };
    }
    case 'abandon': {
      const { at, jobs, only } = step.look;
      const stored = await changeLook(schedule, request, (current) =>
        current?.at === at ? { ...current, ...NO_LOOK_WORK } : current,
      );
      return { jobs: 0, abandoned: jobs.flat().length + only.length, look: stored };
    }
  }
}

/**
 * Every folder with surveys is in a job, or is compared alone afterwards because it is above a cut. A job makes missing reports, too:
 * of an old week that lacks some, the folders with a report are compared alone.
 */
async function divideLook(
  { repository: { store }, settleHours }: LookSchedule,
  { week, plan, surveys, now }: LookRequest,
): Promise<Pick<Look, 'jobs' | 'only' | 'above'>> {
  const withSurveys = plan.folders.map(({ key }) => key).filter((key) => surveys.has(key));
  if (isOld(week, now, settleHours)) {
    const stored = new Set(await listFolderKeys(store, week.name));
    if (plan.folders.some(({ key }) => !stored.has(key)))
      return { jobs: [], only: withSurveys.filter((key) => stored.has(key)), above: [] };
  }
  const weights = new Map(withSurveys.map((key) => [key, weightOf(surveys, key)]));
  const jobs = cutWork({ folders: plan.folders, weights, held: new Set() });
  const covered = subtreesOf(plan, jobs.flat());
  return { jobs, only: [], above: withSurveys.filter((key) => !covered.has(key)) };
}

async function sendLook(
  schedule: LookSchedule,
  { week, surveys, now }: LookRequest,
  look: Look,
): Promise<number> {
  const job = { week: week.name, since: null, look: look.at };
  const only = groupByWeight(look.only, (key) => weightOf(surveys, key));
  const jobs = createJobs(job, { jobs: look.jobs, only });
  await schedule.sender.send(jobs);
  const sentAt = new Date(now).toISOString();
  await changePlannerRecord(schedule, week.name, (record) =>
    record?.look?.at === look.at ? { ...record, look: { ...record.look, sentAt } } : record,
  );
  return jobs.length;
}

/** Returns the look that is stored then. */
async function changeLook(
  schedule: LookSchedule,
  { week, now }: LookRequest,
  change: (look: Look | null) => Look | null,
): Promise<Look | null> {
  const stored = await changePlannerRecord(schedule, week.name, (record) => {
    const current = record?.look ?? null;
    const look = change(current);
    if (look === current) return record;
    return { ...(record ?? newPlannerRecord(week, new Date(now).toISOString())), look };
  });
  return stored?.look ?? null;
}
