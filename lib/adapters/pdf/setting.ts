// What every block of a report is set with: the paper, the words, the formats and the names of places.
import type { Report } from '../../domain/report.ts';
import type { Formats } from './format.ts';
import type { Messages } from './messages/messages.ts';
import type { Link } from './operations.ts';
import { clean } from './text/clean.ts';
import type { Direction } from './text/direction.ts';
import { isolated } from './text/direction.ts';
import type { Sheet } from './theme.ts';

export interface Setting {
  readonly sheet: Sheet;
  /** Of the body. */
  readonly width: number;
  /** In which the reader's language is read. */
  readonly direction: Direction;
  readonly words: Messages;
  /** BCP 47, of the words: English where the reader's language has none. */
  readonly language: string;
  readonly formats: Formats;
  readonly names: Names;
  /** To the reports of direct children, by folder; empty where links are not made. */
  readonly links: ReadonlyMap<number, Link>;
}

export interface Names {
  folder(key: number): string;
  survey(key: number): string;
  /** A survey that may be of any folder below; one without a name is found by both keys. */
  surveyIn(folder: number, survey: number): string;
  /** The key of the direct child whose subtree a folder's survey is reported under, or of the folder itself. */
  placeKey(folder: number, survey: number): number;
  /** The name of the same. */
  place(folder: number, survey: number): string;
}

/** Clean names of every place that the report names; a place without one is called by its key. */
export function namesOf(report: Report, words: Messages, direction: Direction): Names {
  const folders = new Map<number, string>();
  const surveys = new Map<number, string>();
  const remember = (names: Map<number, string>, key: number, name: string): void => {
    const cleaned = clean(name);
    if (cleaned !== '') names.set(key, isolated(cleaned, direction));
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
  const placeKey = (key: number, survey: number): number =>
    folders.has(key) ? key : (childOf.get(survey) ?? key);
  return {
    folder,
    survey: (key) => surveys.get(key) ?? words.survey(String(key)),
    surveyIn: (key, survey) => surveys.get(survey) ?? words.surveyIn(String(survey), String(key)),
    placeKey,
    place: (key, survey) => folder(placeKey(key, survey)),
  };
}

/** Any other text from outside as it is shown between words of ours: clean, and in a direction of its own. */
export function shown(text: string, { direction }: Setting, limit?: number): string {
  return isolated(clean(text, limit), direction);
}
