// Sums a survey's results by local hour, day and week. Hours and days may be unsorted or repeated, and their counts shorter or
// longer than the scale, or reversed.
import type { LocalDay, Week } from './calendar.ts';
import { dateOf, daysFrom, weekdayOf } from './calendar.ts';
import type { FollowUps, HourCounts, SurveyDetails, SurveyFacts } from './report-inputs.ts';
import type { OptionCounts } from './follow-ups.ts';
import type { HourCell } from './report.ts';
import { addTo, buttonsOf, noCounts, responsesOf, sumCounts } from './scale.ts';
import type { WeekCells } from './signals/week-parts.ts';
import { cellOf, CELLS } from './signals/week-parts.ts';
import { createDriftDetector } from './time-zone-drift.ts';
import { DAILY_WEEKS } from './weeks-of-survey.ts';

export interface SurveyCounts {
  readonly buttonCount: number;
  /** Responses beyond the scale's buttons. */
  readonly excludedResponses: number;
  /** Set when the offsets in `ts` differ from this runtime's time zone data. */
  readonly driftMessage: string | null;
  readonly followUps: SurveyFacts['followUps'];
  /** Zeros for a day or week that is not known. */
  day(day: LocalDay): readonly number[];
  week(monday: LocalDay): readonly number[];
  /** The cells of the last week that have responses, ascending. */
  readonly hours: readonly HourCell[];
  /** The last week, and the weeks before it from the first one on, by weekday and six hours. */
  readonly cells: WeekCells;
  readonly earlierCells: WeekCells;
}

type Countable = Pick<SurveyFacts, 'hours' | 'history' | 'followUps'> & {
  readonly survey: Pick<SurveyDetails, 'feedbackScale' | 'timeZone'>;
};

const HOURS_OF_DAY = Array.from({ length: 24 }, (_, hour) => hour);

/**
 * Counts of the weeks from `firstWeek` to `lastWeek` by hour, and of those before them by the days of the history. Hours and
 * days of other weeks are left out.
 */
export function countSurvey(
  facts: Countable,
  firstWeek: Week,
  lastWeek: Week,
  reversedScale: 'display' | 'flip',
): SurveyCounts {
  const { survey } = facts;
  const isInRange = (day: LocalDay): boolean =>
    day >= firstWeek.monday && day < lastWeek.monday + 7;
  const isInHistory = (day: LocalDay): boolean =>
    day >= firstWeek.monday - 7 * DAILY_WEEKS && day < firstWeek.monday;
  const history = facts.history ?? [];
  const buttonCount =
    buttonsOf(survey.feedbackScale) ??
    Math.max(
      longestOption(facts.followUps),
      longestCounts(facts.hours, isInRange),
      longestCounts(history, isInHistory),
    );
  const flips = reversedScale === 'flip' && survey.feedbackScale === 'FIVE_REVERSED';
  const zeroCounts = noCounts(buttonCount);
  let excludedResponses = 0;

  // A survey has thousands of hours: one pass adds them up in place, and most belong to the same day as the previous hour.
  const days = new Map<LocalDay, number[]>();
  const cells = new Map<number, number[]>();
  const weekCells = emptyCells(buttonCount);
  const earlierCells = emptyCells(buttonCount);
  const drift = createDriftDetector(survey.timeZone);
  let lastDay: LocalDay | null = null;
  let sum: number[] = [];
  let weekday = 1;
  let partCells = earlierCells;
  for (const hour of facts.hours) {
    const { localDay, data } = hour;
    if (!isInRange(localDay)) continue;
    if (localDay !== lastDay) {
      lastDay = localDay;
      sum = days.get(localDay) ?? zeroCounts.slice();
      days.set(localDay, sum);
      weekday = weekdayOf(localDay);
      partCells = localDay >= lastWeek.monday ? weekCells : earlierCells;
    }
    excludedResponses += addTo(sum, data, flips);
    const partCell = partCells[cellOf(weekday, hour.hour)];
    if (partCell !== undefined) addTo(partCell, data, flips);
    if (localDay >= lastWeek.monday) {
      const index = (localDay - lastWeek.monday) * 24 + hour.hour;
      const cell = cells.get(index) ?? zeroCounts.slice();
      addTo(cell, data, flips);
      cells.set(index, cell);
    }
    drift.check(hour);
  }
  for (const row of history) {
    const { localDay, data } = row;
    if (!isInHistory(localDay)) continue;
    const daySum = days.get(localDay) ?? zeroCounts.slice();
    excludedResponses += addTo(daySum, data, flips);
    days.set(localDay, daySum);
    drift.check(row);
  }
  const day = (localDay: LocalDay): readonly number[] => days.get(localDay) ?? zeroCounts;
  const fitOptions = (options: readonly OptionCounts[]): readonly OptionCounts[] =>
    options.map((option) => {
      const data = zeroCounts.slice();
      excludedResponses += addTo(data, option.data, flips);
      return { ...option, data };
    });
  const fitLists = (lists: FollowUps): FollowUps => ({
    painPoints: fitOptions(lists.painPoints),
    highlights: fitOptions(lists.highlights),
  });
  const followUps =
    facts.followUps === null
      ? null
      : { week: fitLists(facts.followUps.week), previous: fitLists(facts.followUps.previous) };

  return {
    buttonCount,
    excludedResponses,
    driftMessage: drift.message(),
    followUps,
    day,
    week: (monday) => sumCounts([zeroCounts, ...daysFrom(monday).map(day)]),
    hours: daysFrom(lastWeek.monday).flatMap((localDay, i) => {
      const date = dateOf(localDay);
      return HOURS_OF_DAY.flatMap((hour) => {
        const data = cells.get(i * 24 + hour);
        return data === undefined || responsesOf(data) === 0 ? [] : [{ date, hour, data }];
      });
    }),
    cells: weekCells,
    earlierCells,
  };
}

function emptyCells(buttonCount: number): readonly number[][] {
  return Array.from({ length: CELLS }, () => Array.from({ length: buttonCount }, () => 0));
}

// The number of buttons of an unknown scale is assumed from the longest counts.

function longestOption(followUps: SurveyFacts['followUps']): number {
  const lists = followUps === null ? [] : [followUps.week, followUps.previous];
  const options = lists.flatMap((list) => [...list.painPoints, ...list.highlights]);
  return options.reduce((most, { data }) => Math.max(most, data.length), 0);
}

function longestCounts(rows: Iterable<HourCounts>, isInRange: (day: LocalDay) => boolean): number {
  let longest = 0;
  for (const { localDay, data } of rows) {
    if (isInRange(localDay)) longest = Math.max(longest, data.length);
  }
  return longest;
}
