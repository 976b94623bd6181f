// Makes the one view of a report that every surface renders: what it says, chosen, ordered and worded.
import { notesInWeek } from '../domain/place-notes.ts';
import type { Report } from '../domain/report.ts';
import { REPORT_VERSION } from '../domain/report-versions.ts';
import { isIndexType } from '../domain/scale.ts';
import { weekNumberText } from '../i18n/report-texts/level-range.ts';
import {
  changesText,
  emptyText,
  isQuietWeek,
  missingTexts,
} from '../i18n/report-texts/quality-texts.ts';
import { joinTexts } from '../i18n/join-texts.ts';
import type { Localization } from '../i18n/localization.ts';
import { folderParts } from './folder-view.ts';
import type { NotesOfFolders } from './notes-view.ts';
import { notesView } from './notes-view.ts';
import { indexKinds } from './index-kinds.ts';
import { offersView } from './offers-view.ts';
import { placeParts } from './place-view.ts';
import type { CommonView, ReportView } from './report-view.ts';

const NO_NOTES: NotesOfFolders = new Map();

/** `localization` is of this report; `allNotes`: of the folder and the folders below, of any week. */
export function createReportView(
  report: Report,
  localization: Localization,
  allNotes: NotesOfFolders = NO_NOTES,
): ReportView {
  const notes: NotesOfFolders = new Map(
    [...allNotes].map(([folder, ofFolder]) => [folder, notesInWeek(ofFolder, report.week)]),
  );
  const common = commonParts(report, localization, notes);
  return report.subfolders.length > 0
    ? { ...common, ...folderParts(report, localization, notes) }
    : { ...common, ...placeParts(report, localization) };
}

function commonParts(
  report: Report,
  localization: Localization,
  notes: NotesOfFolders,
): Omit<CommonView, 'finding'> {
  const { words, formats, names, time, language, direction } = localization;
  const weekName = words.view.weekName({ week: weekNumberText(report.week, formats) });
  return {
    language,
    direction,
    folder: report.folder.key,
    week: report.week,
    revision: report.revision,
    asOf: report.asOf,
    name: names.folder(report.folder.key),
    path: report.folder.path.map(({ key }) => ({ key, name: names.folder(key) })),
    period: joinTexts([weekName, formats.dateRange(report.from, report.to), time.zone]),
    weekName,
    notices: noticesOf(report, localization),
    isPartial: report.status === 'partial',
    notes: notesView(notes.get(report.folder.key), report.week, localization),
    offers: offersView(report),
    indexKinds: indexKinds(report, localization),
    method: methodOf(report, localization),
    source: joinTexts([
      words.dataAsOf({ instant: time.zonedInstant(report.asOf) }),
      words.revision({ n: report.revision }),
    ]),
  };
}

/** Sentences about missing parts; more are counted. */
const MAX_MISSING = 5;

function noticesOf(report: Report, localization: Localization): readonly string[] {
  const changes = changesText(report, localization);
  return [
    ...(report.status === 'partial' ? missingNotices(report, localization) : []),
    ...(report.reportVersion === REPORT_VERSION ? [] : [localization.words.signals.earlierVersion]),
    ...(isQuietWeek(report) ? [emptyText(report, localization)] : []),
    ...(changes === null ? [] : [changes]),
  ];
}

function missingNotices(report: Report, localization: Localization): readonly string[] {
  const { words } = localization;
  const asSentence = (text: string): string => words.signals.asSentence({ text });
  const texts = missingTexts(report, localization);
  const parts = texts.slice(0, -1);
  const more = parts.length - MAX_MISSING;
  return [
    asSentence(words.partialHeading),
    ...parts.slice(0, MAX_MISSING),
    ...(more > 0 ? [asSentence(words.signals.folder.more({ n: more }))] : []),
    ...texts.slice(-1),
  ];
}

function methodOf(report: Report, { words, formats }: Localization): string {
  if (report.subfolders.length > 0)
    return formats.sentences([words.view.methodFolder, words.methodWeek]);
  const kinds = [...new Set(report.surveys.map(({ indexType }) => indexType))];
  return formats.sentences([
    ...kinds.flatMap((kind) => (isIndexType(kind) ? [words.methodIndexes[kind]] : [])),
    words.view.methodPlace,
    words.methodWeek,
  ]);
}
