// The localization of a report: texts, formats, reading direction and names of places.
import type { Report } from '../domain/report.ts';
import { clean } from './clean-text.ts';
import type { Direction } from './text-direction.ts';
import { withIsolates } from './text-direction.ts';
import type { Formats } from './formats.ts';
import { formatsFor, withRegion } from './formats.ts';
import type { Messages } from './generated/texts.ts';
import { directionOf } from './messages.ts';
import type { ReportTime } from './report-time.ts';
import { createReportTime } from './report-time.ts';

export interface Localization {
  readonly words: Messages;
  /** BCP 47; the language of `words`. */
  readonly language: string;
  /** The reading direction of the language. */
  readonly direction: Direction;
  readonly formats: Formats;
  readonly names: Names;
  readonly time: ReportTime;
}

/** The parts of a report that have names. */
export type NamedReport = Pick<Report, 'folder' | 'subfolders' | 'surveys'> & {
  readonly summary: Pick<Report['summary'], 'places'>;
};

export interface Names {
  folder(key: number): string;
  survey(key: number): string;
  /** The question of a survey; '' for one without a name. */
  question(survey: number): string;
  /** A survey of any folder below; one without a name is identified by both keys. */
  surveyIn(folder: number, survey: number): string;
  /** The folder's own key when it has a name; otherwise the key of the direct child whose subtree has the survey. */
  placeKey(folder: number, survey: number): number;
  /** The names of the folders above a folder, below the report's own folder; '' directly below it. */
  path(folder: number): string;
  /**
   * The names from below the report's folder to a folder or survey: 'Finland › Terminal 2 › How was security?'. A part
   * without a name is left out where another part has one.
   */
  location(folder: number | null, survey: number | null): string;
  /** The name of the folder that `placeKey` returns. */
  place(folder: number, survey: number): string;
}

/** `locale` must match `words`: numbers and dates of one language within texts of another are misleading. */
export function createLocalization(
  report: NamedReport,
  locale: string,
  words: Messages,
): Localization {
  const direction = directionOf(locale);
  const formats = formatsFor(locale);
  return {
    words,
    language: withRegion(locale),
    direction,
    formats,
    names: createNames(report, words, direction),
    time: createReportTime(report, { words, formats, direction }),
  };
}

/**
 * The cleaned names of all places in the report; a place without a name is identified by its key.
 */
function createNames(report: NamedReport, words: Messages, direction: Direction): Names {
  const folders = new Map<number, string>();
  const surveys = new Map<number, string>();
  const addName = (names: Map<number, string>, key: number, name: string): void => {
    const cleaned = clean(name);
    if (cleaned !== '') names.set(key, withIsolates(cleaned, direction));
  };
  for (const { key, name } of [...report.folder.path, report.folder, ...report.subfolders]) {
    addName(folders, key, name);
  }
  for (const { key, question } of report.surveys) addName(surveys, key, question.name);
  const paths = new Map<number, string>();
  const depth = report.folder.path.length + 1;
  for (const place of report.summary.places) {
    addName(folders, place.folder.key, place.folder.name);
    for (const { key, name } of place.surveys) addName(surveys, key, name);
    const path = place.path.slice(depth).map((name) => withIsolates(clean(name), direction));
    paths.set(place.folder.key, path.join(' › '));
  }

  const childOf = new Map<number, number>();
  for (const child of report.subfolders) {
    for (const { survey } of [...child.summary.openAlerts, ...child.summary.quiet]) {
      childOf.set(survey, child.key);
    }
  }
  const folderName = (key: number): string | null => folders.get(key) ?? null;
  const folder = (key: number): string => folderName(key) ?? words.folder({ key: String(key) });
  const placeKey = (key: number, survey: number): number =>
    folderName(key) === null ? (childOf.get(survey) ?? key) : key;
  const path = (key: number): string => paths.get(key) ?? '';
  const location = (key: number | null, survey: number | null): string => {
    const question = survey === null ? null : (surveys.get(survey) ?? null);
    const isOwnSurvey = survey !== null && key === report.folder.key;
    const place = key === null || isOwnSurvey ? null : folderName(placeKey(key, survey ?? key));
    const names = [key === null ? '' : path(key), place ?? '', question ?? ''];
    const pathText = names.filter((name) => name !== '').join(' › ');
    if (pathText !== '') return pathText;
    if (survey !== null) return words.columns.survey;
    return key === null ? '' : folder(key);
  };
  return {
    folder,
    location,
    question: (key) => surveys.get(key) ?? '',
    survey: (key) => surveys.get(key) ?? words.survey({ key: String(key) }),
    surveyIn: (key, survey) =>
      surveys.get(survey) ?? words.surveyIn({ survey: String(survey), folder: String(key) }),
    path,
    placeKey,
    place: (key, survey) => folder(placeKey(key, survey)),
  };
}

/** Text from outside as it is shown within our texts: cleaned, and isolated in its own direction. */
export function displayText(
  text: string,
  { direction }: Pick<Localization, 'direction'>,
  limit?: number,
): string {
  return withIsolates(clean(text, limit), direction);
}
