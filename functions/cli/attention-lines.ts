// States in tables, and the list of a report with its reasons above the table of a run.
import type { Headline } from '../../lib/domain/build-report.ts';
import type { ListSection } from '../../lib/domain/signals/folder-list.ts';
import { sectionsOf } from '../../lib/domain/signals/folder-list.ts';
import type { Entry, Level } from '../../lib/domain/signals/model.ts';
import { messagesFor } from '../../lib/i18n/catalogues.ts';
import { formatsFor } from '../../lib/i18n/formats.ts';
import { alsoText, entryTexts } from '../../lib/i18n/report-texts/entry-texts.ts';
import { stateText } from '../../lib/i18n/report-texts/state-texts.ts';
import { withoutIsolates } from '../../lib/i18n/text-direction.ts';
import { createPlainTable, indentName, placeName } from './terminal-output.ts';
import { TEXT_WIDTH, toSingleLine, wrapText } from './terminal.ts';

/** Texts of the command line are English. */
export const ENGLISH = {
  words: messagesFor('en'),
  language: 'en',
  direction: 'ltr',
  formats: formatsFor('en'),
} as const;

/** The sections of the list; empty for a report of an earlier version, which has none. */
export function attentionLines(
  { attention }: Pick<Headline, 'attention'>,
  width: number,
): readonly string[] {
  const lines = (format: (entries: readonly Entry[]) => readonly string[]): readonly string[] =>
    sectionsOf(attention.entries).flatMap((section) => [
      ENGLISH.words.signals.states[section.state],
      ...format(section.inFull),
      ...alsoLines(section),
    ]);
  const wide = lines(tableLines);
  return wide.every((line) => line.length <= width) ? wide : lines(listLines);
}

function alsoLines(section: ListSection): readonly string[] {
  const text = toSingleLine(withoutIsolates(alsoText(section, ENGLISH)));
  return text === '' ? [] : wrapText(text, '  ').split('\n');
}

function placeOf({ folder, path }: Entry): string {
  return placeName(folder.name, path.at(-1));
}

function textsOf(entry: Entry): string {
  return toSingleLine(withoutIsolates(entryTexts(entry, ENGLISH).join('; ')));
}

/** For a narrow terminal: survey and texts below each place. */
function listLines(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap((entry) => [
    indentName(1, placeOf(entry), TEXT_WIDTH),
    wrapText(`${indentName(0, entry.survey.name)} – ${textsOf(entry)}`, ' '.repeat(6)),
  ]);
}

function tableLines(entries: readonly Entry[]): readonly string[] {
  const table = createPlainTable(['', '', '']);
  for (const entry of entries) {
    table.push([indentName(1, placeOf(entry)), indentName(0, entry.survey.name), textsOf(entry)]);
  }
  // The first line is the empty head of the table.
  return table
    .toString()
    .split('\n')
    .slice(1)
    .map((line) => line.trimEnd());
}

/** "still low since W42"; '' without a state. */
export function formatState(level: Pick<Level, 'state' | 'since'>): string {
  const { state, since } = level;
  const text = stateText(level, ENGLISH).toLowerCase();
  const isRun = state === 'still' || state === 'better';
  return isRun && since !== null ? `${text} since ${since.slice(5)}` : text;
}
