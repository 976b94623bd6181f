// What the planner knows about a week besides its plan: when it was compared with the store, for which folders jobs were
// sent, and what its looks have left. A lost record leads to more work, not to less.
import { isDeepStrictEqual } from 'node:util';
import type { Week } from '../domain/calendar.ts';
import type { ReportJob } from '../ports/job-queue.ts';
import { rootsOf } from '../ports/job-queue.ts';
import type { Codec } from '../ports/object-store.ts';
import type { Look, LookWork, PlannerRecord } from '../ports/stored-records.ts';
import type { ReportRepository } from '../reports/report-repository.ts';
import { readValue, updateRecord } from '../reports/report-repository.ts';

export interface PlannerRecordStore {
  readonly repository: Pick<ReportRepository, 'store'>;
  readonly planner: Codec<PlannerRecord>;
}

export interface OptionalPlannerRecordStore extends Pick<PlannerRecordStore, 'repository'> {
  /** Null where there are no looks. */
  readonly planner: PlannerRecordStore['planner'] | null;
}

/** Null when there is none that can be read. */
export async function findPlannerRecord(
  context: PlannerRecordStore,
  week: string,
): Promise<PlannerRecord | null> {
  return (await findRecord(context, week))?.value ?? null;
}

/** Changes the record as `updateRecord` does. */
export function changePlannerRecord(
  context: PlannerRecordStore,
  week: string,
  change: (record: PlannerRecord | null) => PlannerRecord | null,
): Promise<PlannerRecord | null> {
  const { repository, planner } = context;
  return updateRecord(repository.store, planner, recordKey(week), change, () =>
    findRecord(context, week),
  );
}

/** A record of a week about which nothing is known. */
export function newPlannerRecord({ name: week }: Week, at: string): PlannerRecord {
  return {
    ...{ week, at, counts: null, comparedAt: null },
    ...{ responsesChecked: null, sent: {}, look: null },
  };
}

const LONG_AGO = '1970-01-01T00:00:00.000Z';

/** Forgets which jobs were sent, so that they are sent again; those of folders that are given up wait for their time. */
export async function forgetSentJobs(
  context: PlannerRecordStore,
  week: string,
  givenUp: ReadonlySet<number>,
): Promise<void> {
  await changePlannerRecord(context, week, (record) => {
    if (record === null) return null;
    const sent: PlannerRecord['sent'] = Object.fromEntries(
      Object.entries(record.sent).map(([folder, work]) => [
        folder,
        givenUp.has(Number(folder)) ? work : { ...work, at: LONG_AGO },
      ]),
    );
    const look = record.look === null ? null : { ...record.look, sentAt: null };
    const forgotten = { ...record, sent, look };
    return isDeepStrictEqual(forgotten, record) ? record : forgotten;
  });
}

/**
 * Where there are looks, records that the job of one has ended: its roots are removed, and `rest` is added: the roots of jobs that replace it,
 * or folders that could not be compared. A job of an earlier look changes nothing.
 */
export async function finishLookJob(
  { repository, planner }: OptionalPlannerRecordStore,
  job: ReportJob,
  rest: LookWork & Partial<Pick<Look, 'above'>>,
): Promise<void> {
  if (planner === null) return;
  const roots = new Set(rootsOf(job));
  const others = (folders: readonly number[]): number[] =>
    folders.filter((folder) => !roots.has(folder));
  await changePlannerRecord({ repository, planner }, job.week, (record) => {
    const look = record?.look ?? null;
    if (record === null || look === null || look.at !== job.look) return record;
    const isAlone = job.only === true;
    const jobs = isAlone ? look.jobs : look.jobs.map(others).filter(({ length }) => length > 0);
    const only = isAlone ? others(look.only) : look.only;
    const remaining: Look = {
      ...look,
      jobs: [...jobs, ...rest.jobs],
      only: [...new Set([...only, ...rest.only])],
      above: [...new Set([...look.above, ...(rest.above ?? [])])],
    };
    return isDeepStrictEqual(remaining, look) ? record : { ...record, look: remaining };
  });
}

function findRecord({ repository: { store }, planner }: PlannerRecordStore, week: string) {
  return readValue(store, planner, recordKey(week), keyOfPlannerRecord);
}

export function keyOfPlannerRecord({ week }: PlannerRecord): string {
  return recordKey(week);
}

function recordKey(week: string): string {
  return `requests/${week}/planner.json`;
}
