// Verdicts in tables, and the places that need attention with their reasons above the table of a run.
import type { Headline } from '../../lib/domain/build-report.ts';
import type { ReportSignal } from '../../lib/domain/verdict.ts';
import type { AttentionEntry } from '../../lib/domain/signals/entry.ts';
import { countHidden, splitEntries } from '../../lib/domain/signals/entry.ts';
import { messagesFor } from '../../lib/i18n/catalogues.ts';
import { formatsFor } from '../../lib/i18n/formats.ts';
import { entryReasons } from '../../lib/i18n/report-texts/entry-reasons.ts';
import { createPlainTable, indentName, placeName } from './terminal-output.ts';
import { formatCount, TEXT_WIDTH, toSingleLine, wrapText } from './terminal.ts';

/** Texts of the command line are English. */
export const ENGLISH = {
  words: messagesFor('en'),
  language: 'en',
  direction: 'ltr',
  formats: formatsFor('en'),
} as const;

/** Empty for a report of version "1", which has no verdicts. */
export function attentionLines(
  { reportVersion, attention }: Headline,
  width: number,
): readonly string[] {
  if (reportVersion === '1') return [];
  const { attention: title, improved } = ENGLISH.words.signals;
  const { urgent, better } = splitEntries(attention.entries);
  const { moreUrgent, moreBetter } = countHidden(attention);
  const hiddenLines = (count: number): readonly string[] =>
    count === 0 ? [] : [`  and ${formatCount(count, 'more place')}; see the reports`];
  const lines = (
    section: (title: string, entries: readonly AttentionEntry[]) => readonly string[],
  ) => [
    ...(urgent.length === 0 ? [] : section(title, urgent)),
    ...hiddenLines(moreUrgent),
    ...(better.length === 0 ? [] : section(improved, better)),
    ...hiddenLines(moreBetter),
  ];
  const wide = lines(sectionTable);
  return wide.every((line) => line.length <= width) ? wide : lines(sectionList);
}

function placeOf({ folder, path }: AttentionEntry): string {
  return placeName(folder.name, path.at(-1));
}

function reasonsOf(entry: AttentionEntry): string {
  return toSingleLine(entryReasons(entry, ENGLISH).join('; '));
}

/** For a narrow terminal: survey and reasons below each place. */
function sectionList(title: string, entries: readonly AttentionEntry[]): readonly string[] {
  return [
    title,
    ...entries.flatMap((entry) => [
      indentName(1, placeOf(entry), TEXT_WIDTH),
      wrapText(`${indentName(0, entry.survey.name)} – ${reasonsOf(entry)}`, ' '.repeat(6)),
    ]),
  ];
}

function sectionTable(title: string, entries: readonly AttentionEntry[]): readonly string[] {
  const table = createPlainTable(['', '', '']);
  for (const entry of entries) {
    table.push([indentName(1, placeOf(entry)), indentName(0, entry.survey.name), reasonsOf(entry)]);
  }
  // The first line is the empty head of the table.
  return [
    title,
    ...table
      .toString()
      .split('\n')
      .slice(1)
      .map((line) => line.trimEnd()),
  ];
}

/** "worse since W42"; '' without a verdict. */
export function formatVerdict(signal: ReportSignal | null): string {
  if (signal === null) return '';
  const text = ENGLISH.words.signals.verdicts[signal.verdict].toLowerCase();
  return signal.since === null ? text : `${text} since ${signal.since.slice(5)}`;
}
