// Comparing a week with the store reads all its manifests and asks the reporting API, so the ticks of the planner, which are
// more frequent for the sake of messages, repeat it only after an hour, or when another report has become due.
import type { Week } from '../domain/calendar.ts';
import { HOUR_MS } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { ReportJob } from '../ports/job-queue.ts';
import { rootsOf } from '../ports/job-queue.ts';
import type { Codec } from '../ports/object-store.ts';
import type { LookWork, PlannerRecord } from '../ports/stored-records.ts';
import type { ReportRepository } from '../reports/report-repository.ts';
import { readPlan, readValue, updateRecord } from '../reports/report-repository.ts';
import { isDue } from '../reports/week-state.ts';
import type { PlannedWeek } from './plan-week.ts';

export interface PlannerRecordStore {
  readonly repository: ReportRepository;
  readonly records: Codec<PlannerRecord>;
}

/** The record of an earlier tick that makes another comparison unnecessary; null when the week is to be planned now. */
export async function findRecentPlanning(
  context: PlannerRecordStore,
  week: Week,
  now: Instant,
): Promise<PlannerRecord | null> {
  const record = (await findRecord(context, week.name))?.value ?? null;
  if (record === null) return null;
  const at = Date.parse(record.at);
  // Lambda repeats a tick that failed.
  if (now <= at || now >= at + HOUR_MS) return null;
  const plan = await readPlan(context.repository, week.name);
  if (plan === null) return record.counts === null ? record : null;
  const hasBecomeDue = plan.folders.some(({ dueAt }) => isDue(dueAt, now) && !isDue(dueAt, at));
  return hasBecomeDue ? null : record;
}

/** Records what a tick found; null: planning failed, and the next ticks do not add to the load of an outage. */
export async function recordPlanning(
  context: PlannerRecordStore,
  week: Week,
  planned: PlannedWeek | null,
  now: Instant,
): Promise<void> {
  // When another planner was first, its record says the same.
  await changePlannerRecord(context, week.name, (record) => ({
    ...(record ?? emptyRecord(week.name)),
    at: new Date(now).toISOString(),
    counts: planned,
  }));
}

function emptyRecord(week: string): Omit<PlannerRecord, 'at' | 'counts'> {
  return { week, responsesChecked: null, sent: {}, look: null };
}

/** Changes the record as `updateRecord` does. */
export function changePlannerRecord(
  context: PlannerRecordStore,
  week: string,
  change: (record: PlannerRecord | null) => PlannerRecord | null,
): Promise<PlannerRecord | null> {
  const { repository, records } = context;
  return updateRecord(repository.store, records, recordKey({ name: week }), change, () =>
    findRecord(context, week),
  );
}

/**
 * Records that the job of a look has ended: its roots are removed, and `rest`, what remains to be compared, is added: folders that
 * could not be compared, or the roots of the jobs that replace it. A job of an earlier look changes nothing.
 */
export async function finishLookJob(
  context: PlannerRecordStore,
  job: ReportJob,
  rest: LookWork = { jobs: [], only: [] },
): Promise<void> {
  const roots = new Set(rootsOf(job));
  await changePlannerRecord(context, job.week, (record) => {
    const look = record?.look ?? null;
    if (record === null || look === null || look.at !== job.look) return record;
    const others = (folders: readonly number[]): number[] =>
      folders.filter((folder) => !roots.has(folder));
    const isOnly = job.only === true;
    const jobs = isOnly ? look.jobs : look.jobs.map(others).filter(({ length }) => length > 0);
    const only = isOnly ? others(look.only) : look.only;
    return {
      ...record,
      look: {
        ...look,
        jobs: [...jobs, ...rest.jobs],
        only: [...new Set([...only, ...rest.only])],
      },
    };
  });
}

function findRecord({ repository: { store }, records }: PlannerRecordStore, week: string) {
  return readValue(store, records, recordKey({ name: week }), keyOfPlannerRecord);
}

export function keyOfPlannerRecord({ week }: PlannerRecord): string {
  return recordKey({ name: week });
}

function recordKey({ name }: Pick<Week, 'name'>): string {
  return `requests/${name}/planner.json`;
}
