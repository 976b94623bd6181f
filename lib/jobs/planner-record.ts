// Comparing a week with the store reads all its manifests and asks the reporting API, so the ticks of the planner, which are
// more frequent for the sake of messages, repeat it only after an hour, or when another report has become due.
import type { Week } from '../domain/calendar.ts';
import { HOUR_MS } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { Codec } from '../ports/object-store.ts';
import type { PlannerRecord } from '../ports/stored-records.ts';
import type { ReportRepository } from '../reports/report-repository.ts';
import { readPlan, readValue, writeRecord } from '../reports/report-repository.ts';
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
  const record = (await findRecord(context, week))?.value ?? null;
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
  const storedRecord = await findRecord(context, week);
  const record = { week: week.name, at: new Date(now).toISOString(), counts: planned };
  // When another planner was first, its record says the same.
  await writeRecord(
    context.repository.store,
    context.records,
    recordKey(week),
    record,
    storedRecord?.version ?? null,
  );
}

function findRecord({ repository: { store }, records }: PlannerRecordStore, week: Week) {
  return readValue(store, records, recordKey(week), keyOfPlannerRecord);
}

export function keyOfPlannerRecord({ week }: PlannerRecord): string {
  return recordKey({ name: week });
}

function recordKey({ name }: Pick<Week, 'name'>): string {
  return `requests/${name}/planner.json`;
}
