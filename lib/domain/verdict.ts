// What notifications say of a report: the significance of the change in its leading group, and that group's level.
import type { Verdict } from './figures.ts';
import { verdictOfChange } from './figures.ts';
import type { GroupFigures, Report, Summary, SurveyGroup } from './report.ts';
import type { Entry, Level } from './signals/model.ts';
import { shownLevel } from './signals/shown-level.ts';

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

/** The state of the report's leading group or its only survey, and the first week of a low or high run. */
export type ReportState = Pick<Level, 'state' | 'verdict' | 'since'>;

/**
 * Null for a report of an earlier version, where the weeks before could not be read, and when no survey was read. A subfolder's
 * only survey is known from its entry in the report above.
 */
export function stateOfReport(
  {
    summary,
    surveys = [],
  }: {
    readonly summary: Pick<Summary<GroupFigures>, 'groups'>;
    readonly surveys?: Report['surveys'];
  },
  entries: readonly Entry[] = [],
): ReportState | null {
  const group = largestFirst(summary.groups)[0] ?? null;
  return stateOf(group === null ? null : shownLevel(group, surveys, entries));
}

/** Null without a level, and for one from a report of an earlier version. */
function stateOf(level: ReportState | null): ReportState | null {
  if (level === null || level.state === null) return null;
  return { state: level.state, verdict: level.verdict, since: level.since };
}
