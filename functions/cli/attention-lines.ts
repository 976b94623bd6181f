// Verdicts in tables, and the places that need attention with their reasons above the table of a run.
import type { Headline } from '../../lib/domain/build-report.ts';
import type { ReportSignal } from '../../lib/domain/verdict.ts';
import type { Entry } from '../../lib/domain/signals/entry.ts';
import { splitEntries } from '../../lib/domain/signals/entry.ts';
import { en } from '../../lib/i18n/en/report.ts';
import { formatsFor } from '../../lib/i18n/formats.ts';
import { entryReasons } from '../../lib/i18n/report-texts/entry-reasons.ts';
import { createPlainTable, indentName } from './terminal-output.ts';
import { formatCount, toSingleLine } from './terminal.ts';

/** Texts of the command line are English. */
export const ENGLISH = {
  words: en,
  language: 'en',
  direction: 'ltr',
  formats: formatsFor('en'),
} as const;

/** Empty for a report of version "1", which has no verdicts. */
export function attentionLines({ reportVersion, attention }: Headline): readonly string[] {
  if (reportVersion === '1') return [];
  const { attention: title, improved } = ENGLISH.words.signals;
  const { urgent, better } = splitEntries(attention.entries);
  return [
    ...section(title, urgent),
    ...(attention.more === 0
      ? []
      : [`  and ${formatCount(attention.more, 'more place')}; see the reports`]),
    ...section(improved, better),
  ];
}

function section(title: string, entries: readonly Entry[]): readonly string[] {
  if (entries.length === 0) return [];
  const table = createPlainTable(['', '', ''], ['left', 'left', 'left']);
  for (const entry of entries) {
    const { folder, path, survey } = entry;
    const parent = path.at(-1);
    table.push([
      indentName(1, parent === undefined ? folder.name : `${folder.name} (${parent})`),
      indentName(0, survey.name),
      toSingleLine(entryReasons(entry, ENGLISH).join('; ')),
    ]);
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
