// What a week owes beside what stands: one state for each folder. It hides how plan, manifests, job records and
// the revisions inside the parents' reports are laid side by side; nothing here asks the reporting API.
import type { Week } from '../domain/calendar.ts';
import type { Manifest, Plan } from '../ports/stored-records.ts';
import type { JobRecords, StoredJob } from './job-records.ts';
import { findJob, foldersWithJobs, isPending } from './job-records.ts';
import type { Instant } from '../domain/facts.ts';
import type { ReportRepository, StoredReport } from '../reports/report-repository.ts';
import { readReport, nullIfDamaged } from '../reports/report-repository.ts';
import { mapConcurrent, SMALL_OBJECT_CONCURRENCY } from '../shared/map-concurrent.ts';
import { settleAll } from '../shared/map-concurrent.ts';
import type { PlanState } from '../reports/week-folders.ts';
import {
  unplannedFolders,
  manifestIn,
  planState,
  readStoredReports,
} from '../reports/week-folders.ts';

/** A store that is looked over: reports, plans and what is known of jobs. */
export type Archive = ReportRepository & Pick<JobRecords, 'records'>;

/** "damaged": there is a manifest or a report that can't be read; "not due": nothing stands, and nothing has to yet. */
export const FOLDER_STATES = [
  'complete',
  'partial',
  'empty',
  'missing',
  'not due',
  'damaged',
] as const;
export type FolderState = (typeof FOLDER_STATES)[number];

export interface FolderStatus {
  readonly week: string;
  readonly folder: {
    readonly key: number;
    /** From the manifest, else from the parent's report; null where neither can be read. */
    readonly name: string | null;
  };
  readonly state: FolderState;
  /** Due by the plan, and not there in full: missing, partial or damaged. */
  readonly lacking: boolean;
  /** Null where no manifest can be read. */
  readonly revision: number | null;
  /** By the plan; null for the root and for a folder that isn't in the plan. */
  readonly parent: number | null;
  /** UTC instant from which the plan wants the report; null for a folder that isn't in the plan. */
  readonly dueAt: string | null;
  /** UTC instant: when a report's data were read, from when on a missing one was due; otherwise null. */
  readonly since: string | null;
  /** Of the report; 0 where no manifest can be read. */
  readonly problems: number;
  /** Subfolders whose standing revision is not the one that this report contains; ascending. */
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
  /** The folders of the plan in its order, then reports that aren't in it, by key. */
  readonly folders: readonly FolderStatus[];
  readonly totals: Readonly<Record<FolderState, number>>;
  /** Folders that are `lacking`. */
  readonly lacking: number;
}

/** Looks a week over as it stands at `now`. Fails with STORE_UNAVAILABLE; damage is a state, not a failure. */
export async function weekStatus(archive: Archive, week: Week, now: Instant): Promise<WeekStatus> {
  const { state, plan } = await planState(archive, week.name);
  const planned = plan?.folders ?? [];
  const [others, asked] = await settleAll([
    unplannedFolders(archive, week.name, plan),
    foldersWithJobs(archive.store, week.name),
  ]);

  const keys = [...new Set([...planned.map(({ key }) => key), ...others])];
  const standing = await readStoredReports(archive, week.name, keys);
  const jobs = await jobsOf(archive, week.name, asked);
  const below = Map.groupBy(planned, ({ parent }) => parent);
  const namesInParents = new Map<number, string>();
  const statusOf = async (place: Place): Promise<FolderStatus> => {
    const { key, dueAt } = place;
    const { reads, behind, names } = await behindOf(archive, place, standing, below.get(key) ?? []);
    for (const [child, name] of names) namesInParents.set(child, name);
    const manifest = manifestIn(standing, key);
    const isDue = dueAt !== null && now >= Date.parse(dueAt);
    const folderState = stateOf(standing.get(key), reads, isDue);
    return {
      week: week.name,
      folder: { key, name: manifest?.folder.name ?? null },
      state: folderState,
      lacking: isDue && LACKING.has(folderState),
      revision: manifest?.revision ?? null,
      parent: place.parent,
      dueAt,
      since: folderState === 'missing' ? dueAt : (manifest?.asOf ?? null),
      problems: manifest?.problems.length ?? 0,
      behind,
      job: jobIn(jobs.get(key) ?? null, manifest, { ...archive, clock: () => now }),
    };
  };
  const places: readonly Place[] = [
    ...planned,
    // Without a manifest, what lies there is no report: an unfinished commit, or half a removal.
    ...others.filter((key) => standing.has(key)).map((key) => ({ key, parent: null, dueAt: null })),
  ];
  const found = await mapConcurrent(places, statusOf);
  const folders = found.map((status) => {
    const { key, name } = status.folder;
    return { ...status, folder: { key, name: name ?? namesInParents.get(key) ?? null } };
  });
  return {
    week: week.name,
    plan: state,
    folders,
    totals: totalsOf(folders),
    lacking: folders.filter(({ lacking }) => lacking).length,
  };
}

/** A folder whose status is asked for; `dueAt` is null when the plan doesn't have it. */
interface Place {
  readonly key: number;
  readonly parent: number | null;
  readonly dueAt: string | null;
}

const LACKING: ReadonlySet<FolderState> = new Set(['missing', 'partial', 'damaged']);

function stateOf(found: StoredReport | undefined, reads: boolean, isDue: boolean): FolderState {
  if (found === undefined) return isDue ? 'missing' : 'not due';
  if (found.manifest === null || !reads) return 'damaged';
  return found.manifest.status;
}

/** Only a parent's report is read: `verifyWeek` is there for reading all of them. */
async function behindOf(
  repository: ReportRepository,
  { key, dueAt }: Place,
  standing: ReadonlyMap<number, StoredReport>,
  children: Plan['folders'],
): Promise<{
  readonly reads: boolean;
  readonly behind: readonly number[];
  /** Of the subfolders that the report contains. */
  readonly names: ReadonlyMap<number, string>;
}> {
  const manifest = manifestIn(standing, key);
  // A folder that isn't in the plan may have children all the same.
  const isLeaf = dueAt !== null && children.length === 0;
  if (manifest === null || isLeaf) return { reads: true, behind: [], names: new Map() };
  const report = await nullIfDamaged(() => readReport(repository, manifest));
  if (report === null) return { reads: false, behind: [], names: new Map() };
  const contained = new Map(report.subfolders.map((child) => [child.key, child.revision]));
  const behind = [...new Set([...children.map((child) => child.key), ...contained.keys()])].filter(
    (child) => {
      const revision = manifestIn(standing, child)?.revision;
      return revision !== undefined && revision !== contained.get(child);
    },
  );
  return {
    reads: true,
    behind: behind.toSorted((a, b) => a - b),
    names: new Map(report.subfolders.map(({ key: child, name }) => [child, name])),
  };
}

/** Before reports are opened, of which fewer are read at once. */
async function jobsOf(
  { store, records }: Archive,
  week: string,
  asked: readonly number[],
): Promise<ReadonlyMap<number, StoredJob | null>> {
  const found = await mapConcurrent(
    asked,
    async (folder) => [folder, await findJob({ store, records }, { week, folder })] as const,
    SMALL_OBJECT_CONCURRENCY,
  );
  return new Map(found);
}

function jobIn(
  job: StoredJob | null,
  manifest: Manifest | null,
  records: JobRecords,
): FolderStatus['job'] {
  const record = job?.record ?? null;
  if (record === null) return null;
  if (record.state === 'failed') {
    return { state: 'failed', at: record.at, code: record.failure?.code ?? null };
  }
  return isPending(job, manifest?.revision ?? null, records)
    ? { state: 'queued', at: record.at, code: null }
    : null;
}

function totalsOf(folders: readonly FolderStatus[]): WeekStatus['totals'] {
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
