// The table at the end of a run: a line for each folder, indented like the tree.
import { relative, resolve } from 'node:path';
import Table from 'cli-table3';
import type { FolderOutcome } from '../../lib/app/make-week.ts';
import type { MadeReport } from '../../lib/app/make-report.ts';
import type { StoreConfig } from '../../lib/config.ts';
import type { Week } from '../../lib/domain/calendar.ts';
import { dateOf } from '../../lib/domain/calendar.ts';
import type { GroupFigures, Summary } from '../../lib/domain/report.ts';
import type { Output } from './io.ts';

const NO_BORDERS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};
const NAME_WIDTH = 40;

/** Writes what was made, one folder a line, and what is missing where a report is partial. */
export async function tellTable(
  outcomes: readonly FolderOutcome[],
  { week, store }: { readonly week: Week; readonly store: StoreConfig },
  output: Output,
): Promise<void> {
  const table = new Table({
    head: ['Folder', 'Responses', 'Index', 'Change', 'Alerts', 'Status', 'File'],
    chars: NO_BORDERS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    colAligns: ['left', 'right', 'right', 'left', 'left', 'left', 'left'],
  });
  const made = outcomes.flatMap(({ folder, path, report }) =>
    report === null
      ? []
      : [{ folder, depth: path.length - (outcomes[0]?.path.length ?? 0), report }],
  );
  // Paths in full would not fit beside the figures.
  const foldersKey = `weeks/${week.name}/folders`;
  let hasGroups = false;
  for (const { folder, depth, report } of made) {
    const { summary } = await report.part();
    hasGroups ||= summary.groups.length > 1;
    const name = cut('  '.repeat(depth) + oneLine(folder.name), NAME_WIDTH);
    const file = relative(foldersKey, report.manifest.files.pdf.key);
    table.push([name, ...cellsOf(summary), statusText(report), file]);
  }
  const partial = made.filter(({ report }) => report.manifest.status === 'partial');
  const folders = relative('.', resolve(store.folder, foldersKey));
  output.write(`Week ${week.name}, ${dateOf(week.monday)} to ${dateOf(week.monday + 6)}\n`);
  output.write(`Files below ${folders}\n\n`);
  output.write(`${table.toString()}\n`);
  if (hasGroups) {
    output.write('\n(1 of n): the largest of n kinds of index; the report has them all.\n');
  }
  for (const problem of missingOf(partial.map(({ report }) => report))) {
    output.write(`\nmissing: ${problem}`);
  }
  if (partial.length > 0) output.write('\n');
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
        return `${code} ${where.join(', ')}: ${oneLine(message)}`;
      }),
  );
  const shown = [...lines].slice(0, MOST_PROBLEMS);
  const more = lines.size - shown.length;
  return more === 0 ? shown : [...shown, `and ${more} more, in the reports`];
}

function cellsOf(summary: Summary): readonly string[] {
  const [largest, ...others] = summary.groups.toSorted((a, b) => b.responses - a.responses);
  return [
    summary.responses.toLocaleString('en-GB'),
    largest === undefined
      ? '–'
      : `${indexText(largest, largest.index)}${others.length > 0 ? ` (1 of ${others.length + 1})` : ''}`,
    largest === undefined ? '' : changeText(largest),
    alertsText(summary),
  ];
}

function statusText({ manifest: { status, revision }, outcome }: MadeReport): string {
  return `${status}${revision > 1 ? ` r${revision}` : ''}${outcome === 'kept' ? ' (kept)' : ''}`;
}

/** The largest group's index; how many other groups there are stands beside it. */
function indexText({ indexType }: GroupFigures, index: number | null): string {
  if (index === null) return '–';
  switch (indexType) {
    case 'AVERAGE':
      return index.toFixed(2);
    case 'NPS':
      return signed(index, 0);
    default:
      return index.toFixed(0);
  }
}

function changeText({ indexType, change, changeIsClear }: GroupFigures): string {
  if (change === null) return '–';
  const text = signed(change, indexType === 'AVERAGE' ? 2 : 0);
  return changeIsClear === true ? `${text} clear` : `${text} normal`;
}

function alertsText({ alerts: { started, carriedOver, open } }: Summary): string {
  const all = started + carriedOver;
  if (all === 0) return '–';
  return open === 0 ? String(all) : `${all}, ${open} open`;
}

function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return value < 0 ? `−${text}` : `+${text}`;
}

/** A name from outside can hold anything; a terminal must not obey it. */
function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function cut(text: string, width: number): string {
  const graphemes = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return graphemes.length <= width ? text : `${graphemes.slice(0, width - 1).join('')}…`;
}
