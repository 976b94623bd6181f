// Texts about missing data and data quality.
import { affectedPart } from '../../domain/problems.ts';
import type { ReportProblem, Report, SurveyWeek } from '../../domain/report.ts';
import { MESSAGE_LIMIT, countMisleadingCharacters } from '../clean-text.ts';
import type { Localization, Names } from '../localization.ts';
import { displayText } from '../localization.ts';

/** The reasons why a report is partial, one for each missing part, and when they are tried again. */
export function missingTexts(
  { problems }: Pick<Report, 'problems'>,
  localization: Localization,
): readonly string[] {
  const missing = problems.filter((problem) => problem.missing);
  if (missing.length === 0) return [];
  const texts = new Set(missing.map((problem) => problemText(problem, localization)));
  return [...texts, localization.words.missingRetried];
}

/** Whether a report is empty without a silent device: where there is one, its sentence says what was expected. */
export function isQuietWeek({
  status,
  surveys,
  summary,
}: Pick<Report, 'status' | 'surveys' | 'summary'>): boolean {
  return (
    status === 'empty' &&
    surveys.every(({ silent }) => silent === null) &&
    summary.attention.counts.silent === 0
  );
}

/** The explanation of a quiet week. */
export function emptyText({ summary }: Pick<Report, 'summary'>, { words }: Localization): string {
  const { surveys } = summary;
  return words.emptyText({ n: surveys });
}

/** Problems that made nothing missing, without duplicates. */
export function qualityRemarks(
  { problems }: Pick<Report, 'problems'>,
  localization: Localization,
): readonly string[] {
  const remarks = problems.filter(({ missing }) => !missing);
  return [...new Set(remarks.map((problem) => problemText(problem, localization)))];
}

/** What this revision changed; null for the first revision. */
export function changesText(
  { changes }: Pick<Report, 'changes'>,
  { words, time }: Localization,
): string | null {
  if (changes === null) return null;
  return words.revisionChanges({
    revision: changes.revision,
    asOf: time.instant(changes.asOf),
    before: changes.responses.before,
    after: changes.responses.after,
  });
}

/** The note about invisible characters in names; null when there are none. */
export function hiddenMarksText(report: Report, { words }: Localization): string | null {
  const marks = sumOverNames(report, countMisleadingCharacters);
  return marks === 0 ? null : words.hiddenMarks({ n: marks });
}

interface ProblemTexts extends Pick<Localization, 'words' | 'language' | 'direction'> {
  readonly names: Pick<Names, 'location'>;
}

/** The text of a problem with the place that it concerns, which is named and never identified by a key. */
export function problemText(problem: ReportProblem, localization: ProblemTexts): string {
  const { words, names } = localization;
  const text = descriptionOf(problem, localization);
  const { folder = null, survey = null } = problem;
  const place = folder === null && survey === null ? '' : names.location(folder, survey);
  return place === '' ? text : words.problemPlace({ place, message: text });
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
  'MANIFEST_DAMAGED',
  'SIGNALS_MISSING',
  'HISTORY_MISSING',
  'CLOCK_DIFFERS',
  'SETTINGS_UNREADABLE',
];

/** Notes whose message has details for English readers, such as dates and counts, and no keys. */
const DETAILED_NOTES: readonly string[] = [
  'TZ_DRIFT',
  'NOT_SETTLED',
  'SCALE_MISMATCH',
  'ROWS_OUT_OF_RANGE',
  'ENUM_UNKNOWN',
];

function descriptionOf(
  problem: ReportProblem,
  { words, language, direction }: ProblemTexts,
): string {
  const { code, missing } = problem;
  const translations: Readonly<Record<string, string>> = words.problems;
  const translation = Object.hasOwn(translations, code) ? translations[code] : undefined;
  const part = affectedPart(problem);
  // The message of a missing part contains technical details of the request.
  if (part !== null) return words.missingParts[part]({ why: translation ?? words.problems.other });
  const message = displayText(problem.message, { direction }, MESSAGE_LIMIT);
  if (translation !== undefined && NOTES.includes(code)) {
    const hasDetails = language.startsWith('en') && DETAILED_NOTES.includes(code);
    return hasDetails && message !== '' ? message : translation;
  }
  if (missing) return words.entriesMissing;
  return message === '' ? displayText(code, { direction }) : message;
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
