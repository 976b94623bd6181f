// What a report says at a glance: its leading kind of index, and one word for it.
import type { Verdict } from './figures.ts';
import { verdictOf } from './figures.ts';
import type { SurveyGroup, Report } from './report.ts';

/**
 * A clearRise, clearFall or normal variation of the leading index, or tooFew responses to tell; uncompared: no
 * responses last week; noIndex: an unknown kind of index or scale, so there are only counts; noResponses this week;
 * nothingRead: there are surveys, and none of them could be read.
 */
export type ReportVerdict = Verdict | 'uncompared' | 'noIndex' | 'noResponses' | 'nothingRead';

/** The kinds that speak for most first; alike ones keep their order. */
export function largestFirst<T extends { readonly responses: number }>(
  groups: readonly T[],
): readonly T[] {
  return groups.toSorted((a, b) => b.responses - a.responses);
}

/** The group that the front page begins with; null where no survey was read. */
export function leadingGroupOf(groups: readonly SurveyGroup[]): SurveyGroup | null {
  return largestFirst(groups)[0] ?? null;
}

/**
 * The verdict of the report's leading group. The status has no say: whoever was told of a partial report
 * needs to hear of the complete one only if that says something else.
 */
export function verdictOfReport({ summary }: Report): ReportVerdict {
  const group = leadingGroupOf(summary.groups);
  if (group === null) return summary.surveys === 0 ? 'noResponses' : 'nothingRead';
  if (group.responses === 0) return 'noResponses';
  if (group.index === null) return 'noIndex';
  return verdictOf(group) ?? 'uncompared';
}
