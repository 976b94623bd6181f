// Compares two revisions of a report.
import { excludeProblems } from './problems.ts';
import { compareGroups, groupName } from './ranking.ts';
import type { CountedPeriod, FigureChange, ReportChanges, Report } from './report.ts';

export function compareRevisions(before: Report, after: Report): ReportChanges {
  const compare = <T>(read: (report: Report) => T): { before: T; after: T } => ({
    before: read(before),
    after: read(after),
  });
  return {
    revision: before.revision,
    asOf: before.asOf,
    status: compare((report) => report.status),
    responses: compare((report) => report.summary.responses),
    previousResponses: compare((report) => report.summary.previousResponses),
    openAlerts: compare((report) => report.summary.alerts.open),
    groups: findDifferences(before.summary.groups, after.summary.groups, groupName)
      .map(({ old, current, item: { indexType, feedbackScale } }) => ({
        indexType,
        feedbackScale,
        ...compareFigures(old, current),
      }))
      .sort(compareGroups),
    surveys: findDifferences(before.surveys, after.surveys, (survey) => String(survey.key))
      .map(({ old, current, item }) => ({ key: item.key, ...compareFigures(old, current) }))
      .sort((a, b) => a.key - b.key),
    problemsSolved: excludeProblems(before.problems, after.problems),
    problemsArisen: excludeProblems(after.problems, before.problems),
  };
}

interface Pair<T> {
  readonly old: T | undefined;
  readonly current: T | undefined;
  /** The current one if there is one, otherwise the old one. */
  readonly item: T;
}

function findDifferences<T extends CountedPeriod>(
  before: readonly T[],
  after: readonly T[],
  nameOf: (item: T) => string,
): readonly Pair<T>[] {
  const oldItems = new Map(before.map((item) => [nameOf(item), item]));
  const currentItems = new Map(after.map((item) => [nameOf(item), item]));
  return [...new Map([...oldItems, ...currentItems])]
    .map(([name, item]) => ({ old: oldItems.get(name), current: currentItems.get(name), item }))
    .filter(({ old, current }) => JSON.stringify(old?.data) !== JSON.stringify(current?.data));
}

function compareFigures(
  old: CountedPeriod | undefined,
  current: CountedPeriod | undefined,
): FigureChange {
  return {
    responses: { before: old?.responses ?? null, after: current?.responses ?? null },
    index: { before: old?.index ?? null, after: current?.index ?? null },
  };
}
