// The status of a week: one state for each folder, from the plan, manifests, records of jobs and the revisions that parents'
// reports contain. Reads only the store, never the reporting API.
import type { Week } from '../domain/calendar.ts';
import type { ReportState } from '../domain/verdict.ts';
import { stateOfReport } from '../domain/verdict.ts';
import type { Codec } from '../ports/object-store.ts';
import type { Manifest, Plan, PlannerRecord, SentWork } from '../ports/stored-records.ts';
import type { JobRecordStore, StoredJob } from './job-records.ts';
import { isPending, readJobsOfWeek } from './job-records.ts';
import { findPlannerRecord } from './planner-record.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { ReportRepository, StoredReport } from '../reports/report-repository.ts';
import { readReport, nullIfUnreadable } from '../reports/report-repository.ts';
import { mapConcurrent, settleAll } from '../shared/map-concurrent.ts';
import type { FolderState } from '../reports/week-state.ts';
import { folderState, isDue } from '../reports/week-state.ts';
import type { PlanState } from '../reports/week-folders.ts';
import {
  manifestIn,
  planState,
  readStoredReports,
  listFolderKeys,
} from '../reports/week-folders.ts';

/** The store that is inspected: reports, plans and records of jobs. */
export type WeekStatusContext = ReportRepository &
  Pick<JobRecordStore, 'records'> & { readonly planner: Codec<PlannerRecord> };

export interface FolderStatus {
  readonly week: string;
  readonly folder: {
    readonly key: number;
    /** From the manifest, else from the parent's report; null where neither can be read. */
    readonly name: string | null;
  };
  readonly state: FolderState;
  /** Due according to the plan, and missing, partial or damaged. */
  readonly lacking: boolean;
  /** Null where no manifest can be read. */
  readonly revision: number | null;
  /** In the plan; null for the root and for a folder that is not in the plan. */
  readonly parent: number | null;
  /** UTC instant from which the plan requires the report; null for a folder that is not in the plan. */
  readonly dueAt: string | null;
  /** UTC instant at which a report's data were read, or from which a missing one was due; otherwise null. */
  readonly since: string | null;
  /** Number of problems of the report; 0 where no manifest can be read. */
  readonly problems: number;
  /** State of the report; null where neither it nor a parent's report that contains it was read, and in earlier versions. */
  readonly signal: ReportState | null;
  /** Subfolders whose current revision is not the one that this report contains; ascending. */
  readonly behind: readonly number[];
  /** The last job, while it waits or runs or when it failed; otherwise null. */
  readonly job: {
    readonly state: 'queued' | 'failed';
    /** UTC instant of its last change. */
    readonly at: string;
    /** Why it failed: a code of failures. */
    readonly code: string | null;
  } | null;
}

export interface WeekStatus {
  readonly week: string;
  readonly plan: PlanState;
  /** The folders of the plan in its order, then unplanned reports by key. */
  readonly folders: readonly FolderStatus[];
  readonly totals: Readonly<Record<FolderState, number>>;
  /** Folders that are `lacking`. */
  readonly lacking: number;
}

/** The status of a week at `now`. Fails with STORE_UNAVAILABLE; damage is a state, not a failure. */
export async function readWeekStatus(
  context: WeekStatusContext,
  week: Week,
  now: Instant,
): Promise<WeekStatus> {
  const { state, plan } = await planState(context, week.name);
  const plannedFolders = plan?.folders ?? [];
  const [storedKeys, jobs, planner] = await settleAll([
    listFolderKeys(context.store, week.name),
    readJobsOfWeek(context, week.name),
    findPlannerRecord({ repository: context, planner: context.planner }, week.name),
  ]);

  const plannedKeys = new Set(plannedFolders.map(({ key }) => key));
  const unplannedKeys = storedKeys.filter((key) => !plannedKeys.has(key));
  const reports = await readStoredReports(context, week.name, [...plannedKeys, ...unplannedKeys]);
  const children = Map.groupBy(plannedFolders, ({ parent }) => parent);
  const namesInParents = new Map<number, string>();
  const signals = new Map<number, ReportState | null>();
  const readStatus = async (folder: FolderToInspect): Promise<Omit<FolderStatus, 'signal'>> => {
    const { key, dueAt, parent } = folder;
    const parentCheck = await compareWithChildren(
      context,
      folder,
      reports,
      children.get(key) ?? [],
    );
    for (const [child, name] of parentCheck.names) namesInParents.set(child, name);
    for (const [folderKey, signal] of parentCheck.signals) signals.set(folderKey, signal);
    const storedReport = reports.get(key) ?? null;
    const manifest = storedReport?.value ?? null;
    const stateOfFolder = folderState(
      { dueAt, stored: storedReport, isReadable: parentCheck.isReadable },
      now,
    );
    return {
      week: week.name,
      folder: { key, name: manifest?.folder.name ?? null },
      state: stateOfFolder,
      lacking: isDue(dueAt, now) && LACKING.has(stateOfFolder),
      revision: manifest?.revision ?? null,
      parent,
      dueAt,
      since: stateOfFolder === 'missing' ? dueAt : (manifest?.asOf ?? null),
      problems: manifest?.problems.length ?? 0,
      behind: parentCheck.behind,
      job: toJobStatus(jobs.get(key) ?? null, planner?.sent[key] ?? null, { manifest, now }),
    };
  };
  const foldersToInspect: readonly FolderToInspect[] = [
    ...plannedFolders,
    // Objects without a manifest are left from an unfinished commit or removal.
    ...unplannedKeys
      .filter((key) => reports.has(key))
      .map((key) => ({ key, parent: null, dueAt: null })),
  ];
  const statuses = await mapConcurrent(foldersToInspect, readStatus);
  const folders = statuses.map((status) => {
    const { key, name } = status.folder;
    return {
      ...status,
      folder: { key, name: name ?? namesInParents.get(key) ?? null },
      signal: signals.get(key) ?? null,
    };
  });
  return {
    week: week.name,
    plan: state,
    folders,
    totals: countStates(folders),
    lacking: folders.filter(({ lacking }) => lacking).length,
  };
}

/** `dueAt` is null for a folder that is not in the plan. */
interface FolderToInspect {
  readonly key: number;
  readonly parent: number | null;
  readonly dueAt: string | null;
}

const LACKING: ReadonlySet<FolderState> = new Set(['missing', 'partial', 'damaged']);

interface ChildComparison {
  readonly isReadable: boolean;
  readonly behind: readonly number[];
  /** Names of the subfolders that the report contains. */
  readonly names: ReadonlyMap<number, string>;
  /** States of the report, and of the current revisions that it contains. */
  readonly signals: ReadonlyMap<number, ReportState | null>;
}

/** Reads only reports of parents; `verifyWeek` reads all of them. */
async function compareWithChildren(
  repository: ReportRepository,
  { key, dueAt }: FolderToInspect,
  reports: ReadonlyMap<number, StoredReport>,
  children: Plan['folders'],
): Promise<ChildComparison> {
  const manifest = manifestIn(reports, key);
  // A folder that is not in the plan may have children that the plan does not show.
  const isLeaf = dueAt !== null && children.length === 0;
  const noDifferences: Omit<ChildComparison, 'isReadable'> = {
    behind: [],
    names: new Map(),
    signals: new Map(),
  };
  if (manifest === null || isLeaf) return { isReadable: true, ...noDifferences };
  const report = await nullIfUnreadable(() => readReport(repository, manifest));
  if (report === null) return { isReadable: false, ...noDifferences };
  const contained = new Map(report.subfolders.map((child) => [child.key, child.revision]));
  const childKeys = new Set([...children.map((child) => child.key), ...contained.keys()]);
  const behind = [...childKeys].filter((child) => {
    const revision = manifestIn(reports, child)?.revision;
    return revision !== undefined && revision !== contained.get(child);
  });
  return {
    isReadable: true,
    behind: behind.toSorted((a, b) => a - b),
    names: new Map(report.subfolders.map(({ key: child, name }) => [child, name])),
    signals: new Map([
      [key, stateOfReport(report)],
      ...report.subfolders
        .filter((child) => manifestIn(reports, child.key)?.revision === child.revision)
        .map((child) => {
          const { entries } = report.summary.attention;
          const ofChild = entries.filter(({ folder }) => folder.key === child.key);
          return [child.key, stateOfReport(child, ofChild)] as const;
        }),
    ]),
  };
}

/** `sent`: the last job of the planner, whose folder has no record of its own unless it failed. */
function toJobStatus(
  job: StoredJob | null,
  sent: SentWork | null,
  { manifest, now }: { readonly manifest: Manifest | null; readonly now: Instant },
): FolderStatus['job'] {
  const record = job?.value ?? null;
  const endings = [manifest?.asOf, record?.state === 'failed' ? record.at : undefined];
  const hasEnded = endings.some(
    (at) => at !== undefined && sent !== null && Date.parse(at) >= Date.parse(sent.at),
  );
  if (sent !== null && !hasEnded) {
    return { state: 'queued', at: sent.at, code: null };
  }
  if (record === null) return null;
  if (record.state === 'failed') {
    return { state: 'failed', at: record.at, code: record.failure?.code ?? null };
  }
  return isPending(job, manifest?.revision ?? null, { clock: () => now })
    ? { state: 'queued', at: record.at, code: null }
    : null;
}

function countStates(folders: readonly FolderStatus[]): WeekStatus['totals'] {
  const totals: Record<FolderState, number> = {
    complete: 0,
    partial: 0,
    empty: 0,
    missing: 0,
    'not due': 0,
    damaged: 0,
  };
  for (const { state } of folders) totals[state] += 1;
  return totals;
}
