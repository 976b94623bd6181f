// One job: gather → build → render → commit, for one folder and week.
// It decides whether there is anything to do at all, and whether a second try is worth a revision.
import type { ChildReport, Headline, Superseded } from '../domain/build-report.ts';
import { buildReport, headlineOf } from '../domain/build-report.ts';
import { hasNewProblems, isAtLeastAsComplete } from '../domain/problems.ts';
import type { FolderName, ReportProblem, Report } from '../domain/report.ts';
import type { Manifest } from '../ports/stored-records.ts';
import { gatherFolder } from './gather-facts.ts';
import type { GatherSettings } from './gather-facts.ts';
import type { CommitContext } from './commit.ts';
import { commitReport } from './commit.ts';
import type { FeedbackSource, Folder } from '../ports/feedback-source.ts';
import type { ReportRepository, StoredReport } from './report-repository.ts';
import { findReport, readReport, nullIfDamaged } from './report-repository.ts';

export interface MakeReportOptions extends GatherSettings {
  readonly folder: Folder;
  /** Root first, without the folder itself. */
  readonly path: readonly FolderName[];
  /** Whether the folder owes a report also when no survey below it belongs in the week: the root does. */
  readonly isAlwaysDue: boolean;
  /** Oddities of the tree that concern this folder. */
  readonly notes: readonly ReportProblem[];
  /** Whether a new revision is made also in place of this report, which stands and is complete. */
  readonly force: (standing: Manifest) => boolean;
  /** Whether a forced report is worth a revision, beside the one that it would supersede; null: it always is. */
  readonly accepts?: ((report: Report, standing: Report) => boolean) | null;
  /** What stands, where the caller has just looked; left out, it is looked up. What stands by then wins all the same. */
  readonly storedReport?: StoredReport | null;
  /** The children's reports, made before: null for a child that owes none. Asked for only when needed. */
  readonly readChildren: () => Promise<readonly (MadeReport | null)[]>;
}

export interface MadeReport {
  readonly manifest: Manifest;
  readonly outcome: 'made' | 'kept';
  /** What the parent's report is made of. Its first reader gets it from memory, a later one from the store. */
  readonly part: () => Promise<ChildReport>;
  /** REPORT_DAMAGED when a kept one can't be read. */
  readonly headline: () => Promise<Headline>;
}

/** Makes the report of one folder's subtree, or keeps the one that stands. Null when it owes none. */
export async function makeReport(
  source: FeedbackSource,
  keeping: CommitContext,
  job: MakeReportOptions,
): Promise<MadeReport | null> {
  const id = { week: job.week.name, folder: job.folder.key };
  const { standing, gathered } = await job.limits.folders(async () => {
    const found = job.storedReport === undefined ? await findReport(keeping, id) : job.storedReport;
    const stands = found?.manifest ?? null;
    const isDone = stands !== null && stands.status !== 'partial' && !job.force(stands);
    return {
      standing: found,
      gathered: isDone ? null : await gatherFolder(job.folder, source, job),
    };
  });
  const before = standing?.manifest ?? null;
  if (gathered === null) return before === null ? null : reuseStoredReport(keeping, before);

  const children = await partsOf(await job.readChildren());
  return job.limits.commits(async () => {
    const superseded = before === null ? null : await readSuperseded(keeping, before);
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
    // What a child owes, its parent owes, also when the child's report can't be read.
    const isParent = children.parts.length + children.problems.length > 0;
    const isLacking = job.notes.some(({ missing }) => missing);
    const isOwed =
      job.isAlwaysDue || isParent || isLacking || report.summary.surveys > 0 || before !== null;
    if (!isOwed) return null;
    if (before !== null && superseded !== null) {
      const isWorthIt = job.force(before)
        ? isAccepted(job, report, superseded)
        : hasMore(report, superseded, before);
      if (!isWorthIt) return reuseStoredReport(keeping, before);
    }
    const { manifest, won } = await commitReport(keeping, report, standing, children.manifests);
    if (!won) return reuseStoredReport(keeping, manifest);
    return made(keeping, manifest, partOf(report), headlineOf(report));
  });
}

function isAccepted({ accepts = null }: MakeReportOptions, report: Report, it: Superseded): boolean {
  return accepts === null || it.report === null || accepts(report, it.report);
}

/** Whether a partial report's second try found something that was missing, and lost nothing. */
function hasMore(report: Report, superseded: Superseded, standing: Manifest): boolean {
  if (hasNewProblems(standing.problems, report.problems)) return true;
  // Before a week has settled, what is missing is responses.
  const isSettling = standing.problems.some(({ code }) => code === 'NOT_SETTLED');
  const responses = superseded.report?.summary.responses ?? 0;
  return (
    isSettling &&
    report.summary.responses > responses &&
    isAtLeastAsComplete(standing.problems, report.problems)
  );
}

/** A run holds as little as it can of thousands of reports: the part until the parent took it, then the headline. */
function made(
  keeping: CommitContext,
  manifest: Manifest,
  part: ChildReport,
  headline: Headline,
): MadeReport {
  let held: ChildReport | null = part;
  return {
    manifest,
    outcome: 'made',
    part: () => {
      const first = held;
      held = null;
      return first === null ? readPart(keeping, manifest) : Promise.resolve(first);
    },
    headline: () => Promise.resolve(headline),
  };
}

/** A report that stands, as a part of its parent. */
export function reuseStoredReport(repository: ReportRepository, manifest: Manifest): MadeReport {
  return {
    manifest,
    outcome: 'kept',
    part: () => readPart(repository, manifest),
    headline: async () => headlineOf(await readReport(repository, manifest)),
  };
}

async function readPart(repository: ReportRepository, manifest: Manifest): Promise<ChildReport> {
  return partOf(await readReport(repository, manifest));
}

/** A report without its surveys: a run that holds many must not hold all they are made of. */
function partOf(report: Report): ChildReport {
  const { asOf, problems, summary, painPoints, highlights, folder, status, revision } = report;
  return { asOf, problems, summary, painPoints, highlights, folder, status, revision };
}

async function readSuperseded(repository: ReportRepository, manifest: Manifest): Promise<Superseded> {
  const report = await nullIfDamaged(() => readReport(repository, manifest));
  return { revision: manifest.revision, report };
}

interface Parts {
  readonly parts: readonly ChildReport[];
  /** Of the parts. */
  readonly manifests: readonly Manifest[];
  readonly problems: readonly ReportProblem[];
}

async function partsOf(children: readonly (MadeReport | null)[]): Promise<Parts> {
  const parts: ChildReport[] = [];
  const manifests: Manifest[] = [];
  const problems: ReportProblem[] = [];
  for (const child of children) {
    if (child === null) continue;
    const part = await nullIfDamaged(child.part);
    if (part === null) {
      problems.push({
        code: 'REPORT_DAMAGED',
        folder: child.manifest.folder.key,
        message: 'The stored report of this folder is damaged; make it again with --force.',
        missing: true,
      });
    } else {
      parts.push(part);
      manifests.push(child.manifest);
    }
  }
  return { parts, manifests, problems };
}
