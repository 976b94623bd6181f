// Makes the report of one folder and week from its own data and the reports below: build → render → commit. Decides whether
// a repeated attempt justifies a new revision.
import type { ChildReport, Superseded } from '../domain/build-report.ts';
import { buildReport, toChildReport } from '../domain/build-report.ts';
import { hasNewProblems, isAtLeastAsComplete } from '../domain/problems.ts';
import type { FolderName, ReportProblem, Report } from '../domain/report.ts';
import { NO_SETTINGS } from '../domain/signals/folder-settings.ts';
import type { Manifest } from '../ports/stored-records.ts';
import type { GatheredFolder, GatherSettings } from './gather-facts.ts';
import type { CommitContext } from './commit.ts';
import { commitReport } from './commit.ts';
import type { Folder } from '../ports/feedback-source.ts';
import type { ReadPlaceNotes } from './place-notes.ts';
import { findLastRevision } from './report-files.ts';
import type { ReportId, ReportRepository, StoredReport } from './report-repository.ts';
import { readReport, nullIfDamaged, nullIfReplaceable } from './report-repository.ts';
import { SETTINGS_PROBLEM } from './report-settings.ts';

export interface MakeReportOptions extends Pick<
  GatherSettings,
  'path' | 'settings' | 'week' | 'asOf' | 'rules'
> {
  readonly folder: Folder;
  /** Whether a report is due even if no survey of the subtree belongs in the week: true for the root. */
  readonly isAlwaysDue: boolean;
  /** Problems of the folder tree that concern this folder. */
  readonly notes: readonly ReportProblem[];
  /** The folder's own data. */
  readonly gathered: GatheredFolder;
  /** The reports of the folders directly below. */
  readonly children: readonly ContainedReport[];
  /** The owners and notes of places, for the PDF. */
  readonly readNotes: ReadPlaceNotes;
  /** The stored report; null when there is none. A later revision wins the commit. */
  readonly storedReport: StoredReport | null;
  /** Its revision, as `readSuperseded` returns it. */
  readonly superseded: Superseded | null;
  /** Whether the stored report is superseded although the new one adds no data that it lacks. */
  readonly isReplaced: boolean;
  /** Whether a report that is replaced may be superseded by this one; null: always. */
  readonly accepts: ((report: Report, current: Report) => boolean) | null;
  /** Called with the report when it has been committed. */
  readonly onCommit?: ((report: Report, manifest: Manifest) => void) | undefined;
}

export interface MadeReport {
  readonly manifest: Manifest;
  /** "kept": the stored report is used unchanged. */
  readonly outcome: 'made' | 'kept';
  /**
   * The content that the parent's report includes. The first call for a made report returns it from memory; others read it, and
   * fail with REPORT_DAMAGED.
   */
  readonly part: () => Promise<ChildReport>;
}

/** Makes the report of one folder, or keeps the stored one. Null when no report is due. */
export async function makeReport(
  repository: CommitContext,
  options: MakeReportOptions,
): Promise<MadeReport | null> {
  const { settings, gathered, storedReport, superseded } = options;
  const current = storedReport?.value ?? null;
  const parts = options.children.flatMap(({ part }) => part ?? []);
  const report = buildReport(
    {
      folder: { key: options.folder.key, name: options.folder.name, path: options.path },
      isRoot: options.isAlwaysDue,
      week: options.week,
      asOf: new Date(options.asOf).toISOString(),
      surveys: gathered.surveys,
      failed: gathered.failed,
      absent: foldersWithoutReport(options.folder, parts),
      settings: settings ?? NO_SETTINGS,
      problems: [
        ...options.notes,
        ...(storedReport !== null && current === null ? [damagedBefore(options.folder)] : []),
        ...(settings === null ? [SETTINGS_PROBLEM] : []),
        ...gathered.problems,
        ...options.children.flatMap((child) => (child.part === null ? [damagedChild(child)] : [])),
      ],
    },
    parts,
    superseded,
    options.rules,
  );
  // A parent's report is due when a child's is, even if the child's report can't be read.
  const isParent = options.children.length > 0;
  const isLacking = options.notes.some(({ missing }) => missing);
  const isReportDue =
    options.isAlwaysDue || isParent || isLacking || report.summary.surveys > 0 || current !== null;
  if (!isReportDue) return null;
  if (current !== null && superseded !== null) {
    const { accepts, isReplaced } = options;
    const { report: previous } = superseded;
    const isImprovement = isReplaced
      ? accepts === null || previous === null || accepts(report, previous)
      : hasMore(report, superseded, current);
    if (!isImprovement) return reuseStoredReport(repository, current);
  }
  const { manifest, won } = await commitReport(repository, report, storedReport, {
    children: options.children.flatMap(({ part, manifest }) => (part === null ? [] : [manifest])),
    settings: settings ?? NO_SETTINGS,
    readNotes: options.readNotes,
  });
  if (!won) return reuseStoredReport(repository, manifest);
  options.onCommit?.(report, manifest);
  return toMadeReport(repository, manifest, toChildReport(report));
}

/** Not of missing data: the new report has its own. */
function damagedBefore({ key }: Folder): ReportProblem {
  return {
    code: 'MANIFEST_DAMAGED',
    folder: key,
    message:
      'The manifest of the previous revision was damaged; what has changed since is not known.',
    missing: false,
  };
}

function damagedChild({ manifest }: ContainedReport): ReportProblem {
  return {
    code: 'REPORT_DAMAGED',
    folder: manifest.folder.key,
    message: 'The stored report of this folder is damaged; make it again with --force.',
    missing: true,
  };
}

/** Of a folder directly below that is no longer waited for. */
export function missingChild(folder: number): ReportProblem {
  return {
    code: 'CHILD_MISSING',
    folder,
    message:
      'The report of this folder could not be created in time; its figures are missing here.',
    missing: true,
  };
}

function foldersWithoutReport(
  { folders }: Folder,
  reports: readonly ChildReport[],
): readonly FolderName[] {
  const reportedKeys = new Set(reports.map((report) => report.folder.key));
  return folders
    .filter(({ key }) => !reportedKeys.has(key))
    .map(({ key, name }) => ({ key, name }));
}

/** Whether a repeated attempt on a partial report added missing data and lost none. */
function hasMore(report: Report, superseded: Superseded, current: Manifest): boolean {
  if (hasNewProblems(current.problems, report.problems)) return true;
  // Until a week has settled, responses can still arrive.
  const isSettling = current.problems.some(({ code }) => code === 'NOT_SETTLED');
  const responses = superseded.report?.summary.responses ?? 0;
  return (
    isSettling &&
    report.summary.responses > responses &&
    isAtLeastAsComplete(current.problems, report.problems)
  );
}

/** Holds the part only until the parent has read it: a run makes thousands of reports. */
function toMadeReport(
  repository: CommitContext,
  manifest: Manifest,
  part: ChildReport,
): MadeReport {
  let unreadPart: ChildReport | null = part;
  return {
    manifest,
    outcome: 'made',
    part: () => {
      const firstRead = unreadPart;
      unreadPart = null;
      return firstRead === null ? readPart(repository, manifest) : Promise.resolve(firstRead);
    },
  };
}

/** A stored report in the form that its parent needs. */
export function reuseStoredReport(repository: ReportRepository, manifest: Manifest): MadeReport {
  return {
    manifest,
    outcome: 'kept',
    part: () => readPart(repository, manifest),
  };
}

/** A report directly below the one that is made. */
export interface ContainedReport {
  readonly manifest: Manifest;
  /** Null when it is damaged. */
  readonly part: ChildReport | null;
}

export async function readContained({ manifest, part }: MadeReport): Promise<ContainedReport> {
  return { manifest, part: await nullIfDamaged(part) };
}

async function readPart(repository: ReportRepository, manifest: Manifest): Promise<ChildReport> {
  return toChildReport(await readReport(repository, manifest));
}

/**
 * The revision that a new report supersedes; null when there is none. Its report is null when it is damaged, and where the new one is
 * forced when it is of a version that is no longer read. A damaged manifest does not name its revision, which is never used again.
 */
export async function readSuperseded(
  repository: ReportRepository,
  id: ReportId,
  stored: StoredReport | null,
  isForced: boolean,
): Promise<Superseded | null> {
  if (stored === null) return null;
  const { value: manifest } = stored;
  if (manifest === null) {
    const revision = await findLastRevision(repository, id);
    return revision === 0 ? null : { revision, report: null };
  }
  const orNull = isForced ? nullIfReplaceable : nullIfDamaged;
  const report = await orNull(() => readReport(repository, manifest));
  return { revision: manifest.revision, report };
}
