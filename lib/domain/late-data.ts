// Detects responses that arrived after a report was made, and whether a new revision contains all data of the earlier one.
import type { Week } from './calendar.ts';
import { daysFrom, weeksFrom } from './calendar.ts';
import type { DayCounts, Instant } from './report-inputs.ts';
import { isAtLeastAsComplete } from './problems.ts';
import type { Counts, Report, SurveyWeek } from './report.ts';
import { countSurvey } from './survey-counts.ts';
import type { FigureRules } from './survey-week.ts';
import { rangeOfWeeks } from './requested-range.ts';

/** The range to request daily results for: the week and the previous week, with a day's margin on both sides. */
export function daysToCompare(week: Week, timeZone: string): { start: Instant; end: Instant } {
  return rangeOfWeeks(weeksFrom(week, -1), week, timeZone);
}

/**
 * Whether a survey's counts differ from its report: the days of the week and the total of the previous week. Earlier weeks
 * of the trend are not compared, because the list of changes in a report does not cover them.
 */
export function hasChanged(
  stored: SurveyWeek,
  days: Iterable<DayCounts>,
  week: Week,
  { reversedScale }: Pick<FigureRules, 'reversedScale'>,
): boolean {
  const previousWeek = weeksFrom(week, -1);
  const facts = { survey: stored, hours: days, history: null, followUps: null };
  const counts = countSurvey(facts, previousWeek, week, reversedScale);
  return (
    daysFrom(week.monday).some(
      (day, i) => trimCounts(counts.day(day)) !== trimCounts(stored.days[i]?.data ?? []),
    ) || trimCounts(counts.week(previousWeek.monday)) !== trimCounts(stored.previousData)
  );
}

/** Ignores trailing zeros, because the number of buttons of an unknown scale is not known. */
function trimCounts(data: Counts): string {
  return data.slice(0, data.findLastIndex((count) => count > 0) + 1).join(' ');
}

/** Whether a report has every survey of an earlier revision and no additional missing data. */
export function containsAllCounts(before: Report, after: Report): boolean {
  const surveys = new Set(after.surveys.map(({ key }) => key));
  return (
    before.surveys.every(({ key }) => surveys.has(key)) &&
    isAtLeastAsComplete(before.problems, after.problems)
  );
}
