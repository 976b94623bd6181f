// What differs between a report's revision and the one before it.
import type { GroupKey } from './figures.ts';
import { excludeProblems } from './problems.ts';
import { compareGroups, rankedName } from './ranking.ts';
import type { ReportChanges, Report } from './report.ts';

/** Compares two revisions of one folder's week. */
export function changesSince(before: Report, after: Report): ReportChanges {
  const both = <T>(of: (report: Report) => T): { before: T; after: T } => ({
    before: of(before),
    after: of(after),
  });
  return {
    revision: before.revision,
    asOf: before.asOf,
    status: both((report) => report.status),
    responses: both((report) => report.summary.responses),
    previousResponses: both((report) => report.summary.previousResponses),
    openAlerts: both((report) => report.summary.alerts.open),
    groups: differing(before.summary.groups, after.summary.groups, rankedName)
      .map(({ was, is, any }) => ({ ...kindOf(any), ...figures(was, is) }))
      .sort(compareGroups),
    surveys: differing(before.surveys, after.surveys, (survey) => String(survey.key))
      .map(({ was, is, any }) => ({ key: any.key, ...figures(was, is) }))
      .sort((a, b) => a.key - b.key),
    problemsSolved: excludeProblems(before.problems, after.problems),
    problemsArisen: excludeProblems(after.problems, before.problems),
  };
}

interface Counted {
  readonly data: readonly number[];
  readonly responses: number;
  readonly index: number | null;
}

interface Pair<T> {
  readonly was: T | undefined;
  readonly is: T | undefined;
  readonly any: T;
}

function differing<T extends Counted>(
  before: readonly T[],
  after: readonly T[],
  nameOf: (item: T) => string,
): readonly Pair<T>[] {
  const was = new Map(before.map((item) => [nameOf(item), item]));
  const is = new Map(after.map((item) => [nameOf(item), item]));
  return [...new Map([...was, ...is])]
    .map(([name, any]) => ({ was: was.get(name), is: is.get(name), any }))
    .filter((pair) => JSON.stringify(pair.was?.data) !== JSON.stringify(pair.is?.data));
}

function kindOf({ indexType, feedbackScale }: GroupKey): GroupKey {
  return { indexType, feedbackScale };
}

function figures(
  was: Counted | undefined,
  is: Counted | undefined,
): {
  responses: { before: number | null; after: number | null };
  index: { before: number | null; after: number | null };
} {
  return {
    responses: { before: was?.responses ?? null, after: is?.responses ?? null },
    index: { before: was?.index ?? null, after: is?.index ?? null },
  };
}
