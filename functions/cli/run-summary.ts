// The end of a run: what the report of its first folder says, where the files are, and what is missing in them.
import { join } from 'node:path';
import { styleText } from 'node:util';
import type { Environment } from '../../lib/composition/config.ts';
import type { StoreConfig } from '../../lib/composition/setting-values.ts';
import { formatStoreUrl, isSet } from '../../lib/composition/setting-values.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import type { Report } from '../../lib/domain/report.ts';
import { messagesFor } from '../../lib/i18n/catalogues.ts';
import { createLocalization } from '../../lib/i18n/localization.ts';
import type { MadeReport } from '../../lib/reports/make-report.ts';
import type { CommitContext } from '../../lib/reports/commit.ts';
import { notedFolders, readPlaceNotes } from '../../lib/reports/place-notes.ts';
import { nullIfReplaceable, readReport } from '../../lib/reports/report-repository.ts';
import { Failure } from '../../lib/shared/failure.ts';
import type { FolderOutcome } from '../../lib/reports/run-week.ts';
import { createReportView } from '../../lib/view/create-report-view.ts';
import type { ReportView } from '../../lib/view/report-view.ts';
import type { Layout } from './report-lines.ts';
import { listsAll, reportLines } from './report-lines.ts';
import type { TextOutput } from './terminal.ts';
import { availableWidth, EXIT, formatCount, formatPath } from './terminal.ts';

export interface RunSummaryOptions {
  readonly week: Week;
  readonly store: StoreConfig;
  readonly repository: CommitContext;
  /** List also the places that are as usual. */
  readonly showAll: boolean;
  readonly env: Environment;
}

/** Prints the first report of a run and what is missing in the reports; returns the exit code of the command. */
export async function printRunSummary(
  { outcomes, exitCode }: { readonly outcomes: readonly FolderOutcome[]; readonly exitCode: 0 | 3 },
  { week, store, repository, showAll, env }: RunSummaryOptions,
  output: TextOutput,
): Promise<0 | 3> {
  const reports = outcomes.flatMap(({ report }) => report ?? []);
  const [first] = reports;
  if (first === undefined) {
    output.write(
      `No reports are due for ${week.name}: no survey of this folder was active in that week.\n`,
    );
    return exitCode;
  }
  const unreadable = await findUnreadable(reports);
  const report = await nullIfReplaceable(() => readReport(repository, first.manifest));
  const view = report === null ? null : await inEnglish(report, repository);
  const layout = { width: availableWidth(output), showAll, bold: boldFor(output, env) };
  const hint = view === null || listsAll(view, layout) ? '' : ' (all places: --all)';
  const lines = [
    ...(view === null ? [] : [...reportLines(view, layout), '']),
    `PDF: ${formatKey(first.manifest.files.pdf.key, store)}`,
    `${formatCount(reports.length, 'report')} in ${formatKey(`weeks/${week.name}/folders`, store)}${hint}`,
    ...formatStates(reports, outcomes.length - reports.length),
    ...unreadable,
    ...formatMissing(reports),
  ];
  output.write(`${lines.join('\n')}\n`);
  return unreadable.length > 0 ? EXIT.partial : exitCode;
}

/** The view with the owners and notes of places. Texts of the command line are English. */
async function inEnglish(report: Report, repository: CommitContext): Promise<ReportView> {
  const localization = createLocalization(report, 'en', messagesFor('en'));
  return createReportView(
    report,
    localization,
    await readPlaceNotes(repository, notedFolders(report)),
  );
}

/** Only a terminal gets bold text, unless NO_COLOR asks for plain text. */
function boldFor({ isTTY }: TextOutput, { NO_COLOR, TERM }: Environment): Layout['bold'] {
  const isPlain = isTTY !== true || isSet(NO_COLOR) || TERM === 'dumb';
  return (text) => (isPlain ? text : styleText('bold', text, { validateStream: false }));
}

function formatKey(key: string, store: StoreConfig): string {
  return store.kind === 'file'
    ? formatPath(join(store.folder, key))
    : `${formatStoreUrl(store)}${key}`;
}

/** A line for each stored report that can't be read and may be made again; parents have read those that were made. */
async function findUnreadable(reports: readonly MadeReport[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { manifest, outcome, part } of reports) {
    if (outcome !== 'kept') continue;
    const problem = await part().then(() => null, unreadableProblem);
    if (problem !== null) {
      lines.push(
        `${problem}: the stored report of folder ${manifest.folder.key}; --force creates it again`,
      );
    }
  }
  return lines;
}

function unreadableProblem(error: unknown): string {
  const code = error instanceof Failure ? error.code : null;
  if (code === 'REPORT_DAMAGED') return 'damaged';
  if (code === 'REPORT_OLDER') return 'of a version that is no longer read';
  throw error;
}

/** "83 complete, 2 partial; 80 kept; 1 folder without surveys in this week"; nothing where all are new and complete. */
function formatStates(reports: readonly MadeReport[], withoutReport: number): readonly string[] {
  const states = (['complete', 'partial', 'empty'] as const).map(
    (status) =>
      [status, reports.filter(({ manifest }) => manifest.status === status).length] as const,
  );
  const kept = reports.filter(({ outcome }) => outcome === 'kept').length;
  const parts = [
    ...(states[0]?.[1] === reports.length
      ? []
      : [states.flatMap(([status, n]) => (n === 0 ? [] : [`${n} ${status}`])).join(', ')]),
    ...(kept === 0 ? [] : [`${kept} kept`]),
    ...(withoutReport === 0
      ? []
      : [`${formatCount(withoutReport, 'folder')} without surveys in this week`]),
  ];
  return parts.length === 0 ? [] : [parts.join('; ')];
}

/** The codes, which the runbook explains; a parent repeats the problems of its children, which count once. */
function formatMissing(reports: readonly MadeReport[]): readonly string[] {
  const missing = reports.flatMap(({ manifest }) =>
    manifest.problems.filter((problem) => problem.missing),
  );
  const problems = new Map(
    missing.map((problem) => [
      [problem.code, problem.folder, problem.survey, problem.message].join('\n'),
      problem.code,
    ]),
  );
  const codes = [...Map.groupBy(problems.values(), (code) => code)];
  return codes.length === 0
    ? []
    : [`missing: ${codes.map(([code, { length }]) => `${code} (${length})`).join(', ')}`];
}
