// What came after a report was made: which of a survey's counts say so, and what a report that is made again because of
// it must not lose.
import type { Week } from './calendar.ts';
import { DAY_MS, weeksFrom, zonedWeek } from './calendar.ts';
import type { HourCounts, Instant } from './facts.ts';
import { isAtLeastAsComplete } from './problems.ts';
import type { Counts, HourCell, Report, SurveyWeek } from './report.ts';
import { countSurvey } from './survey-counts.ts';
import type { FigureRules } from './survey-week.ts';

/** The instants to ask hourly results for: the week and the one before it, with a day's margin on both sides. */
export function hoursToCompare(week: Week, timeZone: string): { start: Instant; end: Instant } {
  return {
    start: zonedWeek(weeksFrom(week, -1), timeZone).start - DAY_MS,
    end: zonedWeek(week, timeZone).end + DAY_MS,
  };
}

/**
 * Whether a survey's counts are others than its report holds: those of the week hour by hour, and those of the week
 * before. Earlier weeks of the trend are left alone: what a report says has changed says nothing of them.
 */
export function hasChanged(
  stored: SurveyWeek,
  hours: Iterable<HourCounts>,
  week: Week,
  { reversedScale }: Pick<FigureRules, 'reversedScale'>,
): boolean {
  const previous = weeksFrom(week, -1);
  const facts = { survey: stored, hours, followUps: null };
  const counts = countSurvey(facts, previous, week, reversedScale);
  return (
    textOf(counts.hours) !== textOf(stored.hours) ||
    trimmed(counts.week(previous.monday)) !== trimmed(stored.previousData)
  );
}

function textOf(hours: readonly HourCell[]): string {
  return hours.map(({ date, hour, data }) => `${date} ${hour} ${trimmed(data)}`).join('\n');
}

/** Of an unknown scale nobody knows how many buttons it has: what nobody pressed says nothing. */
function trimmed(data: Counts): string {
  return data.slice(0, data.findLastIndex((count) => count > 0) + 1).join(' ');
}

/** Whether a report has all that an earlier revision had: every survey, and no hole that wasn't there. */
export function containsAllCounts(before: Report, after: Report): boolean {
  const surveys = new Set(after.surveys.map(({ key }) => key));
  return (
    before.surveys.every(({ key }) => surveys.has(key)) &&
    isAtLeastAsComplete(before.problems, after.problems)
  );
}
