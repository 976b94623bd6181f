// What every block of a report is set with: the paper, the words, the formats and the names of places.
import type { Report } from '../../domain/report.ts';
import type { Formats } from './format.ts';
import type { Messages } from './messages/messages.ts';
import { clean } from './text/clean.ts';
import type { Sheet } from './theme.ts';

export interface Setting {
  readonly sheet: Sheet;
  /** Of the body. */
  readonly width: number;
  readonly words: Messages;
  readonly formats: Formats;
  readonly names: Names;
}

export interface Names {
  folder(key: number): string;
  survey(key: number): string;
  /** A survey that may be of any folder below; one without a name is found by both keys. */
  surveyIn(folder: number, survey: number): string;
  /** The direct child whose subtree a folder's survey is reported under, or the folder itself. */
  place(folder: number, survey: number): string;
}

/** Clean names of every place that the report names; a place without one is called by its key. */
export function namesOf(report: Report, words: Messages): Names {
  const folders = new Map<number, string>();
  const surveys = new Map<number, string>();
  const remember = (names: Map<number, string>, key: number, name: string): void => {
    const shown = clean(name);
    if (shown !== '') names.set(key, shown);
  };
  for (const { key, name } of [...report.folder.path, report.folder, ...report.subfolders]) {
    remember(folders, key, name);
  }
  for (const { key, question } of report.surveys) remember(surveys, key, question.name);

  const childOf = new Map<number, number>();
  for (const child of report.subfolders) {
    for (const { survey } of [...child.summary.openAlerts, ...child.summary.quiet]) {
      childOf.set(survey, child.key);
    }
  }
  const folder = (key: number): string => folders.get(key) ?? words.folder(String(key));
  return {
    folder,
    survey: (key) => surveys.get(key) ?? words.survey(String(key)),
    surveyIn: (key, survey) => surveys.get(survey) ?? words.surveyIn(String(survey), String(key)),
    place: (key, survey) => folder(folders.has(key) ? key : (childOf.get(survey) ?? key)),
  };
}
