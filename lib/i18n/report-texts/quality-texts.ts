// What a reader must know before trusting the figures, in words: what is missing and why, and what was odd.
import { affectedPart } from '../../domain/problems.ts';
import type { ReportProblem, Report, SurveyWeek } from '../../domain/report.ts';
import { MESSAGE_LIMIT, hiddenIn } from '../clean-text.ts';
import type { Localization } from '../localization.ts';
import { displayText } from '../localization.ts';

/** Why a report is partial, one for each thing that it lacks. */
export function missingTexts(
  { problems }: Pick<Report, 'problems'>,
  localization: Localization,
): readonly string[] {
  return problems
    .filter((problem) => problem.missing)
    .map((problem) => problemText(problem, localization));
}

/** That an empty report is in order. */
export function emptyText(
  { summary }: Pick<Report, 'summary'>,
  { words, formats }: Localization,
): string {
  const { surveys } = summary;
  return words.emptyText(words.surveysIn(formats.count(surveys), formats.plural(surveys)));
}

/** What was odd about a report that lacks nothing for it; each is said once. */
export function qualityNotes(
  { surveys, problems }: Pick<Report, 'surveys' | 'problems'>,
  localization: Localization,
): readonly string[] {
  // Two oddities of a survey can be one sentence in the reader's language.
  const notes = new Set([
    ...surveys.flatMap((survey) => silentDaysText(survey, localization) ?? []),
    ...problems
      .filter((problem) => !problem.missing)
      .map((problem) => problemText(problem, localization)),
  ]);
  return [...notes];
}

/** What this revision changed; null for the first. */
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

/** How many characters of names nobody sees; null where there are none. */
export function hiddenMarksText(report: Report, { words, formats }: Localization): string | null {
  const marks = sumOverNames(report, hiddenIn);
  return marks === 0 ? null : words.hiddenMarks(formats.count(marks), formats.plural(marks));
}

/** The days on which a survey said nothing in a week in which it said something; null where there are none. */
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

/** What is missing or odd, and where. */
export function problemText(problem: ReportProblem, localization: Localization): string {
  const { words, names } = localization;
  const said = saidOf(problem, localization);
  const place =
    problem.survey === undefined
      ? problem.folder === undefined
        ? ''
        : names.folder(problem.folder)
      : names.survey(problem.survey);
  return place === '' ? said : words.problemPlace(place, said);
}

/** Problems that say it all; the other codes say why something is missing. */
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

/** The report says it in English, with its details; other readers get the sentence of their language. */
function saidOf(problem: ReportProblem, localization: Localization): string {
  const { words, language } = localization;
  const { code } = problem;
  const known: Readonly<Record<string, string>> = words.problems;
  const own = Object.hasOwn(known, code) ? known[code] : undefined;
  const part = affectedPart(problem);
  if (!language.startsWith('en')) {
    if (part !== null) return words.missingParts[part](own ?? words.problems.other);
    if (own !== undefined && NOTES.includes(code)) return own;
  }
  const message = displayText(problem.message, localization, MESSAGE_LIMIT);
  return message === '' ? displayText(code, localization) : message;
}

/** What else of a survey is shown as it came. */
function textsOf({ timeZone, indexType, feedbackScale, alerts }: SurveyWeek): readonly string[] {
  return [timeZone, indexType, feedbackScale, ...(alerts ?? []).map((alert) => alert.alertType)];
}

/** The sum over all texts from outside that a report shows, each counted once. */
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
