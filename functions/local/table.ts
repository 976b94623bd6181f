// The table at the end of a run: a line for each folder, indented like the tree.
import { relative, resolve } from 'node:path';
import type { FolderOutcome } from '../../lib/app/make-week.ts';
import type { MadeReport } from '../../lib/app/make-report.ts';
import type { StoreConfig } from '../../lib/setting-values.ts';
import { storeUrl } from '../../lib/setting-values.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import { dateOf } from '../../lib/domain/calendar.ts';
import type { Headline } from '../../lib/domain/build-report.ts';
import type { GroupFigures } from '../../lib/domain/report.ts';
import { unlessDamaged } from '../../lib/app/shelf.ts';
import type { Output } from './io.ts';
import { EXIT, oneLine } from './io.ts';
import { indentedName, plainTable } from './plain-table.ts';

/** Writes what was made, one folder a line, and what is missing; returns the exit code that this amounts to. */
export async function tellTable(
  { outcomes, exitCode }: { readonly outcomes: readonly FolderOutcome[]; readonly exitCode: 0 | 3 },
  { week, store }: { readonly week: Week; readonly store: StoreConfig },
  output: Output,
): Promise<0 | 3> {
  const table = plainTable(
    ['Folder', 'Responses', 'Index', 'Change', 'Alerts', 'Status', 'File'],
    ['left', 'right', 'right', 'left', 'left', 'left', 'left'],
  );
  const reports: MadeReport[] = [];
  const notes: string[] = [];
  // Paths in full would not fit beside the figures.
  const foldersKey = `weeks/${week.name}/folders`;
  const top = outcomes[0]?.path.length ?? 0;
  let hasGroups = false;
  for (const { folder, path, report } of outcomes) {
    if (report === null) continue;
    reports.push(report);
    const name = indentedName(path.length - top, folder.name);
    const file = relative(foldersKey, report.manifest.files.pdf.key);
    const headline = await unlessDamaged(report.headline);
    hasGroups ||= (headline?.groups.length ?? 0) > 1;
    if (headline === null) {
      notes.push(`damaged: the stored report of folder ${folder.key}; --force makes it again`);
    }
    table.push(
      headline === null
        ? [name, '', '', '', '', 'damaged', file]
        : [name, ...cellsOf(headline), statusText(report), file],
    );
  }
  const isDamaged = notes.length > 0;
  if (reports.length === 0) {
    output.write(
      `Nothing is owed for ${week.name}: no survey of this folder belongs in that week.\n`,
    );
    return exitCode;
  }
  notes.push(...missingOf(reports.filter(({ manifest }) => manifest.status === 'partial')));
  const folders =
    store.kind === 'file'
      ? relative('.', resolve(store.folder, foldersKey))
      : `${storeUrl(store)}${foldersKey}`;
  output.write(`Week ${week.name}, ${dateOf(week.monday)} to ${dateOf(week.monday + 6)}\n`);
  output.write(`Files below ${folders === '' ? '.' : folders}\n\n${table.toString()}\n\n`);
  if (hasGroups) {
    output.write('(1 of n): the largest of n kinds of index; the report has them all.\n');
  }
  output.write('clear: more than chance; normal: within what chance does.\n');
  output.write(`${countsOf(reports)}\n`);
  for (const note of notes) output.write(`${note}\n`);
  return isDamaged ? EXIT.partial : exitCode;
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
  const [largest, ...others] = headline.groups.toSorted((a, b) => b.responses - a.responses);
  return [
    WHOLE.format(headline.responses),
    largest === undefined
      ? '–'
      : `${indexText(largest, largest.index)}${others.length > 0 ? ` (1 of ${others.length + 1})` : ''}`,
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
