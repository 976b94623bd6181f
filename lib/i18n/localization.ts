// A setting without paper: what words, formats, names and sentences of a report are made with.
import type { Report } from '../domain/report.ts';
import { clean } from './clean-text.ts';
import type { Direction } from './text-direction.ts';
import { isolated } from './text-direction.ts';
import type { Formats } from './formats.ts';
import { formatsFor, withRegion } from './formats.ts';
import type { Messages } from './messages.ts';
import { directionOf } from './messages.ts';

export interface Localization {
  readonly words: Messages;
  /** BCP 47, of the words. */
  readonly language: string;
  /** In which the reader's language is read. */
  readonly direction: Direction;
  readonly formats: Formats;
  readonly names: Names;
}

export interface Names {
  folder(key: number): string;
  survey(key: number): string;
  /** A survey that may be of any folder below; one without a name is found by both keys. */
  surveyIn(folder: number, survey: number): string;
  /** The key of the folder itself where it has a name; else that of the direct child whose subtree reports its survey. */
  placeKey(folder: number, survey: number): number;
  /** The name of the same. */
  place(folder: number, survey: number): string;
}

/** `locale`: one that the words are of, because numbers and dates of one language between words of another mislead. */
export function localizationOf(
  report: Pick<Report, 'folder' | 'subfolders' | 'surveys'>,
  locale: string,
  words: Messages,
): Localization {
  const direction = directionOf(locale);
  return {
    words,
    language: withRegion(locale),
    direction,
    formats: formatsFor(locale),
    names: namesOf(report, words, direction),
  };
}

/**
 * Clean names of every place that the report names; a place without one is called by its key. `nameNow`: what a folder
 * is called now, for those below that the report only has by their keys.
 */
export function namesOf(
  report: Pick<Report, 'folder' | 'subfolders' | 'surveys'>,
  words: Messages,
  direction: Direction,
  nameNow: (folder: number) => string | null = () => null,
): Names {
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
  const folderName = (key: number): string | null => {
    const reported = folders.get(key);
    if (reported !== undefined) return reported;
    const now = clean(nameNow(key) ?? '');
    return now === '' ? null : isolated(now, direction);
  };
  const folder = (key: number): string => folderName(key) ?? words.folder(String(key));
  const placeKey = (key: number, survey: number): number =>
    folderName(key) === null ? (childOf.get(survey) ?? key) : key;
  return {
    folder,
    survey: (key) => surveys.get(key) ?? words.survey(String(key)),
    surveyIn: (key, survey) => surveys.get(survey) ?? words.surveyIn(String(survey), String(key)),
    placeKey,
    place: (key, survey) => folder(placeKey(key, survey)),
  };
}

/** Any other text from outside as it is shown between words of ours: clean, and in a direction of its own. */
export function displayText(
  text: string,
  { direction }: Pick<Localization, 'direction'>,
  limit?: number,
): string {
  return isolated(clean(text, limit), direction);
}
