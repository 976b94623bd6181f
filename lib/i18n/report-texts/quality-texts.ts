// Texts about missing data and data quality.
import { affectedPart } from '../../domain/problems.ts';
import type { ReportProblem, Report, SurveyWeek } from '../../domain/report.ts';
import { MESSAGE_LIMIT, countMisleadingCharacters } from '../clean-text.ts';
import type { Localization } from '../localization.ts';
import { displayText } from '../localization.ts';

/** The reasons why a report is partial, one for each missing part. */
export function missingTexts(
  { problems }: Pick<Report, 'problems'>,
  localization: Localization,
): readonly string[] {
  return problems
    .filter((problem) => problem.missing)
    .map((problem) => problemText(problem, localization));
}

/** The explanation of an empty report. */
export function emptyText(
  { summary }: Pick<Report, 'summary'>,
  { words, formats }: Localization,
): string {
  const { surveys } = summary;
  return words.emptyText(words.surveysIn(formats.count(surveys), formats.plural(surveys)));
}

/** Notes about problems that made nothing missing, without duplicates. */
export function qualityNotes(
  { surveys, problems }: Pick<Report, 'surveys' | 'problems'>,
  localization: Localization,
): readonly string[] {
  // Two problems of a survey can have the same text in the reader's language.
  const notes = new Set([
    ...surveys.flatMap((survey) => silentDaysText(survey, localization) ?? []),
    ...problems
      .filter((problem) => !problem.missing)
      .map((problem) => problemText(problem, localization)),
  ]);
  return [...notes];
}

/** What this revision changed; null for the first revision. */
export function changesText(
  { changes }: Pick<Report, 'changes'>,
  { words, formats }: Localization,
): string | null {
  if (changes === null) return null;
  return words.revisionChanges(
    formats.count(changes.revision),
    formats.utc(changes.asOf),
    formats.count(changes.responses.before),
    formats.count(changes.responses.after),
  );
}

/** The note about invisible characters in names; null when there are none. */
export function hiddenMarksText(report: Report, { words, formats }: Localization): string | null {
  const marks = sumOverNames(report, countMisleadingCharacters);
  return marks === 0 ? null : words.hiddenMarks(formats.count(marks), formats.plural(marks));
}

/** The days without responses of a survey that had responses in the week; null when there are none. */
function silentDaysText(
  { key, responses, days }: Pick<SurveyWeek, 'key' | 'responses' | 'days'>,
  { words, formats, names }: Localization,
): string | null {
  if (responses === 0) return null;
  const silent = days.filter((day) => day.responses === 0);
  if (silent.length === 0) return null;
  return words.silentDay(
    names.survey(key),
    formats.list(silent.map((day) => formats.dayOfWeek(day.date))),
  );
}

/** The text of a problem, with the place it concerns. */
export function problemText(problem: ReportProblem, localization: Localization): string {
  const { words, names } = localization;
  const text = descriptionOf(problem, localization);
  const place =
    problem.survey === undefined
      ? problem.folder === undefined
        ? ''
        : names.folder(problem.folder)
      : names.survey(problem.survey);
  return place === '' ? text : words.problemPlace(place, text);
}

/** Problems with a complete sentence; the other codes are reasons why something is missing. */
const NOTES: readonly string[] = [
  'TZ_DRIFT',
  'NOT_SETTLED',
  'SCALE_MISMATCH',
  'ROWS_OUT_OF_RANGE',
  'ENUM_UNKNOWN',
  'FOLDER_DUPLICATE',
  'SURVEY_DUPLICATE',
  'CHILD_MISSING',
  'REPORT_DAMAGED',
];

/** English readers get the message of the report with its details; other languages use their own sentence. */
function descriptionOf(problem: ReportProblem, localization: Localization): string {
  const { words, language } = localization;
  const { code } = problem;
  const translations: Readonly<Record<string, string>> = words.problems;
  const translation = Object.hasOwn(translations, code) ? translations[code] : undefined;
  const part = affectedPart(problem);
  if (!language.startsWith('en')) {
    if (part !== null) return words.missingParts[part](translation ?? words.problems.other);
    if (translation !== undefined && NOTES.includes(code)) return translation;
  }
  const message = displayText(problem.message, localization, MESSAGE_LIMIT);
  return message === '' ? displayText(code, localization) : message;
}

/** Other texts from outside that a report shows of a survey. */
function textsOf({ timeZone, indexType, feedbackScale, alerts }: SurveyWeek): readonly string[] {
  return [timeZone, indexType, feedbackScale, ...(alerts ?? []).map((alert) => alert.alertType)];
}

/** Sums `countIn` over all distinct texts from outside that a report shows. */
export function sumOverNames(report: Report, countIn: (name: string) => number): number {
  const names = new Set([
    report.folder.name,
    ...report.folder.path.map((folder) => folder.name),
    ...report.subfolders.map((folder) => folder.name),
    ...report.surveys.map((survey) => survey.question.name),
    ...report.painPoints.map((option) => option.name),
    ...report.highlights.map((option) => option.name),
    ...report.surveys.flatMap(textsOf),
  ]);
  let sum = 0;
  for (const name of names) sum += countIn(name);
  return sum;
}
