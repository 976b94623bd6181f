// One job: gather → build → render → commit, for one folder and week.
// It decides whether there is anything to do at all, and whether a second try is worth a revision.
import type { ChildReport } from '../domain/build-report.ts';
import { buildReport } from '../domain/build-report.ts';
import { without } from '../domain/changes.ts';
import type { FolderName, Problem, Report } from '../domain/report.ts';
import type { Manifest } from '../domain/stored.ts';
import { Failure } from './failures.ts';
import { gatherFolder } from './gather-facts.ts';
import type { GatherSettings } from './gather-facts.ts';
import type { Keeping, StandingManifest } from './keep-reports.ts';
import { commitReport, findManifest, readReport } from './keep-reports.ts';
import type { FeedbackSource, Folder } from './ports.ts';

export interface MakeReport extends GatherSettings {
  readonly folder: Folder;
  /** Root first, without the folder itself. */
  readonly path: readonly FolderName[];
  /** Whether the folder owes a report also when no survey below it belongs in the week: the root does. */
  readonly alwaysOwed: boolean;
  /** Oddities of the tree that concern this folder. */
  readonly notes: readonly Problem[];
  /** Make a new revision also of a complete report. */
  readonly force: boolean;
  /** The children's reports, made before: null for a child that owes none. Asked for only when needed. */
  readonly children: () => Promise<readonly (MadeReport | null)[]>;
}

export interface MadeReport {
  readonly manifest: Manifest;
  readonly outcome: 'made' | 'kept';
  /** What the parent's report is made of. */
  readonly part: () => Promise<ChildReport>;
}

/** Makes the report of one folder's subtree, or keeps the one that stands. Null when it owes none. */
export async function makeReport(
  source: FeedbackSource,
  keeping: Keeping,
  job: MakeReport,
): Promise<MadeReport | null> {
  const standing = await findManifest(keeping, { week: job.week.name, folder: job.folder.key });
  if (standing !== null && standing.manifest.status !== 'partial' && !job.force) {
    return kept(keeping, standing.manifest);
  }
  const [gathered, superseded, children] = await Promise.all([
    job.rooms.folders(() => gatherFolder(job.folder, source, job)),
    readSuperseded(keeping, standing),
    job.children().then(partsOf),
  ]);
  const report = buildReport(
    {
      folder: { key: job.folder.key, name: job.folder.name, path: job.path },
      week: job.week,
      asOf: new Date(job.asOf).toISOString(),
      surveys: gathered.surveys,
      failed: gathered.failed,
      problems: [...job.notes, ...gathered.problems, ...children.problems],
    },
    children.parts,
    superseded,
    job.rules,
  );
  const owed = job.alwaysOwed || report.summary.surveys > 0 || standing !== null;
  if (!owed) return null;
  if (standing !== null && !job.force && !hasMore(report, standing.manifest)) {
    return kept(keeping, standing.manifest);
  }
  const { manifest, won } = await commitReport(keeping, report, standing);
  if (!won) return kept(keeping, manifest);
  return made(manifest, partOf(report));
}

/** Whether a partial report's second try found something that was missing, and lost nothing. */
function hasMore(report: Report, standing: Manifest): boolean {
  const missing = (problems: readonly Problem[]): readonly Problem[] =>
    problems.filter((problem) => problem.missing);
  const now = missing(report.problems);
  const before = missing(standing.problems);
  return without(before, now).length > 0 && without(now, before).length === 0;
}

/** Holds on to the part alone: in the scope of the report it would hold all of it until the run ends. */
function made(manifest: Manifest, part: ChildReport): MadeReport {
  return { manifest, outcome: 'made', part: () => Promise.resolve(part) };
}

function kept(keeping: Keeping, manifest: Manifest): MadeReport {
  return {
    manifest,
    outcome: 'kept',
    part: async () => partOf(await readReport(keeping, manifest)),
  };
}

/** A report without its surveys: a run that holds many must not hold all they are made of. */
function partOf(report: Report): ChildReport {
  const { asOf, problems, summary, painPoints, highlights, folder, status, revision } = report;
  return { asOf, problems, summary, painPoints, highlights, folder, status, revision };
}

async function readSuperseded(
  keeping: Keeping,
  standing: StandingManifest | null,
): Promise<{ readonly revision: number; readonly report: Report | null } | null> {
  if (standing === null) return null;
  const { revision } = standing.manifest;
  return { revision, report: await unlessDamaged(readReport(keeping, standing.manifest)) };
}

async function partsOf(
  children: readonly (MadeReport | null)[],
): Promise<{ readonly parts: readonly ChildReport[]; readonly problems: readonly Problem[] }> {
  const parts: ChildReport[] = [];
  const problems: Problem[] = [];
  for (const child of children) {
    if (child === null) continue;
    const part = await unlessDamaged(child.part());
    if (part === null) {
      problems.push({
        code: 'REPORT_DAMAGED',
        folder: child.manifest.folder.key,
        message: 'The stored report of this folder is damaged; make it again with --force.',
        missing: true,
      });
    } else parts.push(part);
  }
  return { parts, problems };
}

async function unlessDamaged<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Failure && error.code === 'REPORT_DAMAGED') return null;
    throw error;
  }
}
