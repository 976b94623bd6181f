// What notifications say of a report: the significance of the change in its leading group, and that group's signal.
import type { Verdict } from './figures.ts';
import { verdictOfChange } from './figures.ts';
import type { GroupFigures, Report, Summary, SurveyGroup } from './report.ts';
import type { Signal } from './signals/signal.ts';

/**
 * The verdict of the change of the leading index, or why there is none. uncompared: no responses in the previous week.
 * noIndex: unknown index type or scale, so there are only counts. noResponses: none in this week. nothingRead: none of the
 * surveys could be read.
 */
export type ReportVerdict = Verdict | 'uncompared' | 'noIndex' | 'noResponses' | 'nothingRead';

/** Sorted by descending number of responses; stable. */
export function largestFirst<T extends { readonly responses: number }>(
  groups: readonly T[],
): readonly T[] {
  return groups.toSorted((a, b) => b.responses - a.responses);
}

/** The first group on the front page; null when no survey was read. */
export function findLeadingGroup(groups: readonly SurveyGroup[]): SurveyGroup | null {
  return largestFirst(groups)[0] ?? null;
}

/**
 * The verdict of the report's leading group. It does not depend on the status, so that subscribers who were notified of a
 * partial report are notified of the complete one only when the verdict changes.
 */
export function verdictOfReport({ summary }: Report): ReportVerdict {
  const group = findLeadingGroup(summary.groups);
  if (group === null) return summary.surveys === 0 ? 'noResponses' : 'nothingRead';
  if (group.responses === 0) return 'noResponses';
  if (group.index === null) return 'noIndex';
  return verdictOfChange(group) ?? 'uncompared';
}

/** The verdict of the leading group, and the first week of a deviation. */
export type ReportSignal = Pick<Signal, 'verdict' | 'since'>;

/** Null for a report of version "1", and when no survey was read. */
export function signalOfReport({
  summary,
}: {
  readonly summary: Pick<Summary<GroupFigures>, 'groups'>;
}): ReportSignal | null {
  const signal = largestFirst(summary.groups)[0]?.signal ?? null;
  return signal === null ? null : { verdict: signal.verdict, since: signal.since };
}
