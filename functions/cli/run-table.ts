// The end of a run: the places that need attention, and a table with one line for each folder, indented like the tree, or
// ranked where the run is long.
import { relative, resolve } from 'node:path';
import type { FolderOutcome } from '../../lib/reports/run-week.ts';
import type { MadeReport } from '../../lib/reports/make-report.ts';
import type { StoreConfig } from '../../lib/composition/setting-values.ts';
import { formatStoreUrl } from '../../lib/composition/setting-values.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import { dateOf } from '../../lib/domain/calendar.ts';
import type { Headline } from '../../lib/domain/build-report.ts';
import { affectedPart } from '../../lib/domain/problems.ts';
import type { Names } from '../../lib/i18n/localization.ts';
import { problemText } from '../../lib/i18n/report-texts/quality-texts.ts';
import { usualText } from '../../lib/i18n/report-texts/state-texts.ts';
import type { TextOutput } from './terminal.ts';
import { availableWidth, EXIT, formatCount, toSingleLine, wrapText } from './terminal.ts';
import { createPlainTable, indentName, placeName } from './terminal-output.ts';
import { attentionLines, ENGLISH, formatState } from './attention-lines.ts';
import type { SelectedRows, RunTableRow } from './run-table-rows.ts';
import { createPlaceNames, largestGroup, toTableRows, selectRows } from './run-table-rows.ts';

export interface RunTableOptions {
  readonly week: Week;
  readonly store: StoreConfig;
  /** Show every row of a long table. */
  readonly showAll: boolean;
}

/** Prints the reports of a run and what is missing in them; returns the exit code of the command. */
export async function printRunTable(
  { outcomes, exitCode }: { readonly outcomes: readonly FolderOutcome[]; readonly exitCode: 0 | 3 },
  { week, store, showAll }: RunTableOptions,
  output: TextOutput,
): Promise<0 | 3> {
  const rows = await toTableRows(outcomes);
  if (rows.length === 0) {
    output.write(
      `No reports are due for ${week.name}: no survey of this folder was active in that week.\n`,
    );
    return exitCode;
  }
  const foldersKey = `weeks/${week.name}/folders`;
  const folders =
    store.kind === 'file'
      ? relative('.', resolve(store.folder, foldersKey))
      : `${formatStoreUrl(store)}${foldersKey}`;
  const width = availableWidth(output);
  const visibleRows = selectRows(rows, showAll);
  const [first] = rows;
  const damaged = rows.filter(({ headline }) => headline === null);
  const reports = rows.map(({ report }) => report);
  const attention =
    first === undefined || first.headline === null ? [] : attentionLines(first.headline, width);
  const hasGroups = rows.some(({ headline }) => (headline?.groups.length ?? 0) > 1);
  const withoutReport = outcomes.length - rows.length;
  const lines = [
    `Week ${week.name}, ${dateOf(week.monday)} to ${dateOf(week.monday + 6)}`,
    `Files below ${folders === '' ? '.' : folders}`,
    '',
    ...attention,
    ...(attention.length === 0 ? [] : ['']),
    ...formatTable(visibleRows, foldersKey, width),
    ...(visibleRows.note === null
      ? []
      : visibleRows.note.split('\n').map((text) => (text.length <= width ? text : wrapText(text)))),
    ...(hasGroups
      ? ['(1 of n): the largest of n kinds of index; the report contains all of them.']
      : []),
    'Usual: the index of ordinary weeks, as a range if usual; Change: from last week.',
    `${formatStatusCounts(reports)}${withoutReport === 0 ? '' : `; ${formatCount(withoutReport, 'folder')} without surveys in this week`}`,
    ...damaged.map(
      ({ folder }) =>
        `damaged: the stored report of folder ${folder.key}; --force creates it again`,
    ),
    ...formatMissing(
      reports.filter(({ manifest }) => manifest.status === 'partial'),
      createPlaceNames(rows),
    ),
  ];
  output.write(`${lines.join('\n')}\n`);
  return damaged.length > 0 ? EXIT.partial : exitCode;
}

const FIGURES = ['Folder', 'Responses', 'Index', 'Usual', 'Verdict', 'Change'] as const;
/** The columns of the table, the widest form first. A file is in the folder that its key names. */
const FORMS = [
  [...FIGURES, 'Alerts', 'Status', 'File'],
  [...FIGURES, 'Alerts', 'Status', 'Key'],
  [...FIGURES, 'Alerts', 'Key'],
  [...FIGURES, 'Key'],
  ['Folder', 'Responses', 'Index', 'Verdict', 'Change', 'Key'],
] as const;
type ColumnName = (typeof FORMS)[number][number];

const NAME_WIDTHS = [40, 32, 20];
const NARROW_NOTE =
  'Key: the folder of the files of a report. A wider terminal shows more columns.';

interface TableCells extends Readonly<Partial<Record<ColumnName, string>>> {
  /** The levels by which the name is indented. */
  readonly depth: number;
  readonly name: string;
}

/** The widest form that fits, or the smallest one, with a note where it leaves out columns. */
function formatTable(rows: SelectedRows, foldersKey: string, width: number): readonly string[] {
  const cells = cellsOf(rows, foldersKey);
  const forms = FORMS.flatMap((columns: readonly ColumnName[]) =>
    NAME_WIDTHS.map((nameWidth) => ({ columns, nameWidth })),
  );
  let lines: readonly string[] = [];
  for (const { columns, nameWidth } of forms) {
    const table = layOutTable(cells, columns, nameWidth);
    lines = columns.includes('Key') ? [table, '', NARROW_NOTE] : [table, ''];
    // The head is ASCII and as wide as every other line.
    if (table.indexOf('\n') <= width) break;
  }
  return lines;
}

function cellsOf(
  { first, omitted, last, note }: SelectedRows,
  foldersKey: string,
): readonly TableCells[] {
  const top = first[0]?.path.length ?? 0;
  const toCells = ({ folder, path, report, headline }: RunTableRow): TableCells => {
    const parentName = path.length > top ? path.at(-1)?.name : undefined;
    return {
      // A ranked folder is shown without the folders above it.
      ...(note === null
        ? { depth: path.length - top, name: folder.name }
        : { depth: 0, name: placeName(folder.name, parentName) }),
      // Full paths would not fit in the table.
      File: relative(foldersKey, report.manifest.files.pdf.key),
      Key: String(folder.key),
      Status: headline === null ? 'damaged' : formatStatus(report),
      ...(headline === null ? {} : formatFigures(headline, report)),
    };
  };
  return [
    ...first.map(toCells),
    ...(omitted > 0 ? [{ depth: 0, name: `… ${omitted} more` }] : []),
    ...last.map(toCells),
  ];
}

function layOutTable(
  cells: readonly TableCells[],
  columns: readonly ColumnName[],
  nameWidth: number,
): string {
  const table = createPlainTable([...columns], ['Responses', 'Index', 'Change']);
  for (const row of cells) {
    const Folder = indentName(row.depth, row.name, nameWidth);
    table.push(columns.map((column) => ({ ...row, Folder })[column] ?? ''));
  }
  return table.toString();
}

/** "85 reports: 83 complete, 2 partial". */
function formatStatusCounts(reports: readonly MadeReport[]): string {
  const counts = Map.groupBy(reports, ({ manifest }) => manifest.status);
  const parts = [...counts].map(([status, { length }]) => `${length} ${status}`);
  return `${reports.length} ${reports.length === 1 ? 'report' : 'reports'}: ${parts.join(', ')}`;
}

const MAX_PROBLEMS = 20;

/** A parent repeats the problems of its children; each is printed once. */
function formatMissing(
  reports: readonly MadeReport[],
  location: Names['location'],
): readonly string[] {
  const lines = new Set(
    reports
      .flatMap(({ manifest }) => manifest.problems)
      .filter((problem) => problem.missing)
      .map((problem) => {
        const text = problemText(problem, { ...ENGLISH, names: { location } });
        return `missing: ${problem.code} ${toSingleLine(text)}`;
      }),
  );
  if (lines.size === 0) return [];
  const visibleLines = [...lines].slice(0, MAX_PROBLEMS);
  const moreCount = lines.size - visibleLines.length;
  return [
    ...visibleLines,
    ...(moreCount === 0 ? [] : [`and ${moreCount} more; see the reports`]),
    'Run the command again to read what is missing.',
  ];
}

function formatFigures(
  headline: Headline,
  report: MadeReport,
): Readonly<Partial<Record<ColumnName, string>>> {
  const largest = largestGroup(headline);
  const { length } = headline.groups;
  const { formats } = ENGLISH;
  const Responses = formats.count(headline.responses);
  const Alerts = formatAlerts(headline, report);
  if (largest === undefined) return { Responses, Index: '–', Alerts };
  const { level, indexType, index, change } = largest;
  return {
    Responses,
    Index: `${formats.index(index, indexType)}${length > 1 ? ` (1 of ${length})` : ''}`,
    Usual: usualText(level, indexType, ENGLISH),
    Verdict: formatState(level),
    Change: formats.change(change, indexType),
    Alerts,
  };
}

function formatStatus({ manifest: { status, revision }, outcome }: MadeReport): string {
  return `${status}${revision > 1 ? ` r${revision}` : ''}${outcome === 'kept' ? ' (kept)' : ''}`;
}

function formatAlerts(
  { alerts: { started, carriedOver, open } }: Headline,
  { manifest: { problems } }: MadeReport,
): string {
  const total = started + carriedOver;
  const isUnknown = problems.some((problem) => {
    const part = problem.missing ? affectedPart(problem) : null;
    return part === 'alerts' || part === 'survey';
  });
  if (total === 0) return isUnknown ? 'unknown' : '–';
  const countText = open === 0 ? String(total) : `${total}, ${open} open`;
  return isUnknown ? `${countText}, others unknown` : countText;
}
