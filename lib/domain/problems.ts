// What a problem leaves a hole in, and whether one set of problems leaves fewer than another.
// It hides that a problem is told in words: the first of them say which part is missing, the rest say why.
import type { ReportProblem } from './report.ts';

const PARTS = {
  survey: 'The survey is missing',
  followUps: 'The follow-ups are missing',
  alerts: 'The alerts of this folder are missing',
} as const;
export type PartKey = keyof typeof PARTS;

/** The message of a problem that misses a whole part; `why` begins in lower case and has no full stop. */
export function missingMessage(part: PartKey, why: string): string {
  return `${PARTS[part]}: ${why}.`;
}

/** The message of a problem about rows of other dates than were asked for, beside some that were. */
export function leftOutMessage(
  what: 'results' | 'alerts',
  { rows, outside }: { readonly rows: number; readonly outside: number },
): string {
  const named = what === 'results' ? 'Results' : 'Alerts of this folder';
  return `${named} of other dates than were asked for are left out: ${outside} of ${rows}.`;
}

/** The part that a problem misses; null when it is about something else. */
export function affectedPart({ message }: Pick<ReportProblem, 'message'>): PartKey | null {
  const parts = ['survey', 'followUps', 'alerts'] as const;
  return parts.find((part) => message.startsWith(`${PARTS[part]}: `)) ?? null;
}

/** Whether `after` has something that was missing before, whatever kept it away, and misses nothing more. */
export function hasNewProblems(
  before: readonly ReportProblem[],
  after: readonly ReportProblem[],
): boolean {
  const [was, is] = [holesOf(before), holesOf(after)];
  return was.some((hole) => !isIn(hole, is)) && isAtLeastAsComplete(before, after);
}

/** Whether all that `after` misses was missing before. */
export function isAtLeastAsComplete(
  before: readonly ReportProblem[],
  after: readonly ReportProblem[],
): boolean {
  const was = holesOf(before);
  return holesOf(after).every((hole) => isIn(hole, was));
}

/** Problems of one list that aren't in the other; the same cause in the same place is the same problem. */
export function excludeProblems(
  problems: readonly ReportProblem[],
  others: readonly ReportProblem[],
): readonly ReportProblem[] {
  const nameOf = (problem: ReportProblem): string =>
    JSON.stringify([problem.code, problem.missing, holeOf(problem)]);
  const known = new Set(others.map(nameOf));
  return problems.filter((problem) => !known.has(nameOf(problem)));
}

interface Hole {
  readonly folder: number | null;
  readonly survey: number | null;
  /** A part, or the code of a problem that isn't about one. */
  readonly what: string;
}

function holesOf(problems: readonly ReportProblem[]): readonly Hole[] {
  return problems.filter((problem) => problem.missing).map(holeOf);
}

function holeOf({ code, folder, survey, message }: ReportProblem): Hole {
  return {
    folder: folder ?? null,
    survey: survey ?? null,
    what: affectedPart({ message }) ?? code,
  };
}

/** A hole is in others that have it, or that miss its whole survey. */
function isIn(hole: Hole, others: readonly Hole[]): boolean {
  return others.some(
    (other) =>
      other.folder === hole.folder &&
      other.survey === hole.survey &&
      (other.what === hole.what || (other.what === 'survey' && hole.survey !== null)),
  );
}
