// The table at the end of a run: a line for each folder, indented like the tree, or ranked where the run is long.
import { relative, resolve } from 'node:path';
import type { FolderOutcome } from '../../lib/reports/run-week.ts';
import type { MadeReport } from '../../lib/reports/make-report.ts';
import type { StoreConfig } from '../../lib/composition/setting-values.ts';
import { storeUrl } from '../../lib/composition/setting-values.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import { dateOf } from '../../lib/domain/calendar.ts';
import type { Headline } from '../../lib/domain/build-report.ts';
import type { GroupFigures } from '../../lib/domain/report.ts';
import type { Output } from './terminal.ts';
import { counted, EXIT, oneLine } from './terminal.ts';
import { indentedName, plainTable } from './plain-table.ts';
import type { ShownRows, TableRow } from './run-table-rows.ts';
import { largestGroup, rowsOf, rowsToShow } from './run-table-rows.ts';

export interface TableOptions {
  readonly week: Week;
  readonly store: StoreConfig;
  /** Whether a long table is shown whole. */
  readonly all: boolean;
}

/** Writes what was made, one folder a line, and what is missing; returns the exit code that this amounts to. */
export async function tellTable(
  { outcomes, exitCode }: { readonly outcomes: readonly FolderOutcome[]; readonly exitCode: 0 | 3 },
  { week, store, all }: TableOptions,
  output: Output,
): Promise<0 | 3> {
  const rows = await rowsOf(outcomes);
  if (rows.length === 0) {
    output.write(
      `Nothing is owed for ${week.name}: no survey of this folder belongs in that week.\n`,
    );
    return exitCode;
  }
  const foldersKey = `weeks/${week.name}/folders`;
  const folders =
    store.kind === 'file'
      ? relative('.', resolve(store.folder, foldersKey))
      : `${storeUrl(store)}${foldersKey}`;
  const shown = rowsToShow(rows, all);
  const damaged = rows.filter(({ headline }) => headline === null);
  const reports = rows.map(({ report }) => report);
  const hasGroups = rows.some(({ headline }) => (headline?.groups.length ?? 0) > 1);
  const withoutReport = outcomes.length - rows.length;
  const lines = [
    `Week ${week.name}, ${dateOf(week.monday)} to ${dateOf(week.monday + 6)}`,
    `Files below ${folders === '' ? '.' : folders}`,
    '',
    tableOf(shown, foldersKey),
    '',
    ...(shown.note === null ? [] : [shown.note]),
    ...(hasGroups ? ['(1 of n): the largest of n kinds of index; the report has them all.'] : []),
    'clear: more than chance; normal: within what chance does.',
    `${countsOf(reports)}${withoutReport === 0 ? '' : `; ${counted(withoutReport, 'folder')} without surveys in this week`}`,
    ...damaged.map(
      ({ folder }) => `damaged: the stored report of folder ${folder.key}; --force makes it again`,
    ),
    ...missingOf(reports.filter(({ manifest }) => manifest.status === 'partial')),
  ];
  output.write(`${lines.join('\n')}\n`);
  return damaged.length > 0 ? EXIT.partial : exitCode;
}

function tableOf({ first, omitted, last, note }: ShownRows, foldersKey: string): string {
  const table = plainTable(
    ['Folder', 'Responses', 'Index', 'Change', 'Alerts', 'Status', 'File'],
    ['left', 'right', 'right', 'left', 'left', 'left', 'left'],
  );
  const top = first[0]?.path.length ?? 0;
  const push = ({ folder, path, report, headline }: TableRow): void => {
    const above = path.length > top ? path.at(-1)?.name : undefined;
    // A ranked place stands without the folders above it.
    const name =
      note === null
        ? indentedName(path.length - top, folder.name)
        : indentedName(0, above === undefined ? folder.name : `${folder.name} (${above})`);
    // Paths in full would not fit beside the figures.
    const file = relative(foldersKey, report.manifest.files.pdf.key);
    table.push(
      headline === null
        ? [name, '', '', '', '', 'damaged', file]
        : [name, ...cellsOf(headline), statusText(report), file],
    );
  };
  first.forEach(push);
  if (omitted > 0) table.push([`… ${omitted} between`, '', '', '', '', '', '']);
  last.forEach(push);
  return table.toString();
}

/** "85 reports: 83 complete, 2 partial". */
function countsOf(reports: readonly MadeReport[]): string {
  const counts = Map.groupBy(reports, ({ manifest }) => manifest.status);
  const parts = [...counts].map(([status, { length }]) => `${length} ${status}`);
  return `${reports.length} ${reports.length === 1 ? 'report' : 'reports'}: ${parts.join(', ')}`;
}

const MOST_PROBLEMS = 20;

/** A parent names its children's problems again; each is told once. */
function missingOf(reports: readonly MadeReport[]): readonly string[] {
  const lines = new Set(
    reports
      .flatMap(({ manifest }) => manifest.problems)
      .filter((problem) => problem.missing)
      .map(({ code, folder, survey, message }) => {
        const where = [
          ...(folder === undefined ? [] : [`folder ${folder}`]),
          ...(survey === undefined ? [] : [`survey ${survey}`]),
        ];
        return `missing: ${code} ${where.join(', ')}: ${oneLine(message)}`;
      }),
  );
  const shown = [...lines].slice(0, MOST_PROBLEMS);
  const more = lines.size - shown.length;
  return more === 0 ? shown : [...shown, `and ${more} more, in the reports`];
}

function cellsOf(headline: Headline): readonly string[] {
  const largest = largestGroup(headline);
  const { length } = headline.groups;
  return [
    WHOLE.format(headline.responses),
    largest === undefined
      ? '–'
      : `${indexText(largest, largest.index)}${length > 1 ? ` (1 of ${length})` : ''}`,
    largest === undefined ? '' : changeText(largest),
    alertsText(headline),
  ];
}

function statusText({ manifest: { status, revision }, outcome }: MadeReport): string {
  return `${status}${revision > 1 ? ` r${revision}` : ''}${outcome === 'kept' ? ' (kept)' : ''}`;
}

const WHOLE = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
const SIGNED = new Intl.NumberFormat('en-GB', {
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
const TWO = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const SIGNED_TWO = new Intl.NumberFormat('en-GB', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});

/** The largest group's index; how many other groups there are stands beside it. */
function indexText({ indexType }: GroupFigures, index: number | null): string {
  if (index === null) return '–';
  switch (indexType) {
    case 'AVERAGE':
      return TWO.format(index);
    case 'NPS':
      return SIGNED.format(index).replace('-', '−');
    default:
      return WHOLE.format(index);
  }
}

function changeText({ indexType, change, changeIsClear }: GroupFigures): string {
  if (change === null) return '–';
  const format = indexType === 'AVERAGE' ? SIGNED_TWO : SIGNED;
  const text = format.format(change).replace('-', '−');
  return changeIsClear === true ? `${text} clear` : `${text} normal`;
}

function alertsText({ alerts: { started, carriedOver, open } }: Headline): string {
  const all = started + carriedOver;
  if (all === 0) return '–';
  return open === 0 ? String(all) : `${all}, ${open} open`;
}
