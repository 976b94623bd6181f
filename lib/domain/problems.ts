// Determines which data the problems of a report leave missing, and compares the problems of two revisions. A stored problem
// has no field for the missing part: its message begins with a fixed text for each part.
import type { ReportProblem } from './report.ts';

const PARTS = {
  survey: 'The survey is missing',
  followUps: 'The follow-ups are missing',
  alerts: 'The alerts of this folder are missing',
} as const;
export type PartKey = keyof typeof PARTS;

/** Codes of problems that leave out a whole folder. */
const FOLDER_PROBLEMS: readonly string[] = ['CHILD_MISSING', 'REPORT_DAMAGED'];

/** The message about a missing part; `reason` begins in lower case and has no full stop. */
export function missingMessage(part: PartKey, reason: string): string {
  return `${PARTS[part]}: ${reason}.`;
}

/** The message of HISTORY_MISSING; `reason` as above. */
export function historyMissingMessage(reason: string): string {
  return `The weeks before the last 13 are missing: ${reason}.`;
}

/** The message about rows outside the requested dates that were left out of the report. */
export function omittedRowsMessage(
  what: 'results' | 'alerts',
  { rows, outside }: { readonly rows: number; readonly outside: number },
): string {
  const subject = what === 'results' ? 'Results' : 'Alerts of this folder';
  return `${subject} of other dates than were asked for are left out: ${outside} of ${rows}.`;
}

/** The missing part that a problem reports; null for other problems. */
export function affectedPart({ message }: Pick<ReportProblem, 'message'>): PartKey | null {
  const parts = ['survey', 'followUps', 'alerts'] as const;
  return parts.find((part) => message.startsWith(`${PARTS[part]}: `)) ?? null;
}

/** The number of surveys and folders of which nothing is in the report. */
export function countUnreadPlaces(problems: readonly ReportProblem[]): number {
  return problems.filter(isUnread).length;
}

/** Whether nothing of a survey or folder is in the report. */
function isUnread(problem: ReportProblem): boolean {
  return (
    problem.missing &&
    (affectedPart(problem) === 'survey' || FOLDER_PROBLEMS.includes(problem.code))
  );
}

/** Whether `after` has data that was missing before, for any reason, and has no additional missing data. */
export function hasNewProblems(
  before: readonly ReportProblem[],
  after: readonly ReportProblem[],
): boolean {
  const missingAfter = findMissingData(after);
  return (
    findMissingData(before).some((item) => !isCovered(item, missingAfter)) &&
    isAtLeastAsComplete(before, after)
  );
}

/** Whether everything that is missing in `after` was already missing in `before`. */
export function isAtLeastAsComplete(
  before: readonly ReportProblem[],
  after: readonly ReportProblem[],
): boolean {
  const missingBefore = findMissingData(before);
  return findMissingData(after).every((item) => isCovered(item, missingBefore));
}

/** Problems of a folder's own data, not of folders below it, that make its report less complete than it was. */
export function lostOwnData(
  folder: number,
  before: readonly ReportProblem[],
  after: readonly ReportProblem[],
): readonly ReportProblem[] {
  return after.filter(
    (problem) => (problem.folder ?? folder) === folder && !isAtLeastAsComplete(before, [problem]),
  );
}

/** Problems that are not in `others`. Problems with the same cause at the same place are equal. */
export function excludeProblems(
  problems: readonly ReportProblem[],
  excludedProblems: readonly ReportProblem[],
): readonly ReportProblem[] {
  const identify = (problem: ReportProblem): string =>
    JSON.stringify([problem.code, problem.missing, toMissingData(problem)]);
  const otherIds = new Set(excludedProblems.map(identify));
  return problems.filter((problem) => !otherIds.has(identify(problem)));
}

interface MissingData {
  readonly folder: number | null;
  readonly survey: number | null;
  /** A part, or the code of a problem that is not about a part. */
  readonly what: string;
}

function findMissingData(problems: readonly ReportProblem[]): readonly MissingData[] {
  return problems.filter((problem) => problem.missing).map(toMissingData);
}

function toMissingData({ code, folder, survey, message }: ReportProblem): MissingData {
  return {
    folder: folder ?? null,
    survey: survey ?? null,
    what: affectedPart({ message }) ?? code,
  };
}

/** Whether the list contains the item, or its whole survey. */
function isCovered(item: MissingData, list: readonly MissingData[]): boolean {
  return list.some(
    ({ folder, survey, what }) =>
      folder === item.folder &&
      survey === item.survey &&
      (what === item.what || (what === 'survey' && item.survey !== null)),
  );
}
