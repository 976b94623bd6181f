// Sums a survey's hourly results by local hour, day and week. Hours may be unsorted or repeated, and their counts shorter or
// longer than the scale, or reversed.
import type { LocalDay, Week } from './calendar.ts';
import { dateOf, DAY_MS, daysFrom, HOUR_MS, MINUTE_MS, offsetAt } from './calendar.ts';
import type { FollowUps, HourCounts, SurveyDetails, SurveyFacts } from './report-inputs.ts';
import type { OptionCounts } from './follow-ups.ts';
import type { HourCell } from './report.ts';
import { addTo, buttonsOf, noCounts, responsesOf, sumCounts } from './scale.ts';

export interface SurveyCounts {
  readonly buttonCount: number;
  /** Responses beyond the scale's buttons. */
  readonly excludedResponses: number;
  /** Set when the offsets in `ts` differ from this runtime's time zone data. */
  readonly driftMessage: string | null;
  readonly followUps: SurveyFacts['followUps'];
  day(day: LocalDay): readonly number[];
  week(monday: LocalDay): readonly number[];
  /** The cells of the last week that have responses, ascending. */
  readonly hours: readonly HourCell[];
}

type Countable = Pick<SurveyFacts, 'hours' | 'followUps'> & {
  readonly survey: Pick<SurveyDetails, 'feedbackScale' | 'timeZone'>;
};

const HOURS_OF_DAY = Array.from({ length: 24 }, (_, hour) => hour);

/** Counts of the weeks from `first` to `last`; hours outside them are left out. */
export function countSurvey(
  facts: Countable,
  firstWeek: Week,
  lastWeek: Week,
  reversedScale: 'display' | 'flip',
): SurveyCounts {
  const { survey } = facts;
  const isInRange = (day: LocalDay): boolean =>
    day >= firstWeek.monday && day < lastWeek.monday + 7;
  const buttonCount = buttonsOf(survey.feedbackScale) ?? longestCounts(facts, isInRange);
  const flips = reversedScale === 'flip' && survey.feedbackScale === 'FIVE_REVERSED';
  const zeroCounts = noCounts(buttonCount);
  let excludedResponses = 0;

  // A survey has thousands of hours: one pass adds them up in place, and most belong to the same day as the previous hour.
  const days = new Map<LocalDay, number[]>();
  const cells = new Map<number, number[]>();
  const drift = createDriftDetector(survey.timeZone);
  let lastDay: LocalDay | null = null;
  let sum: number[] = [];
  for (const hour of facts.hours) {
    const { localDay, data } = hour;
    if (!isInRange(localDay)) continue;
    if (localDay !== lastDay) {
      lastDay = localDay;
      sum = days.get(localDay) ?? zeroCounts.slice();
      days.set(localDay, sum);
    }
    excludedResponses += addTo(sum, data, flips);
    if (localDay >= lastWeek.monday) {
      const index = (localDay - lastWeek.monday) * 24 + hour.hour;
      const cell = cells.get(index) ?? zeroCounts.slice();
      addTo(cell, data, flips);
      cells.set(index, cell);
    }
    drift.check(hour);
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
  };
}

/** The number of buttons of an unknown scale, assumed from the longest counts. */
function longestCounts(facts: Countable, isInRange: (day: LocalDay) => boolean): number {
  const lists = facts.followUps === null ? [] : [facts.followUps.week, facts.followUps.previous];
  const options = lists.flatMap((list) => [...list.painPoints, ...list.highlights]);
  let longest = options.reduce((most, { data }) => Math.max(most, data.length), 0);
  for (const { localDay, data } of facts.hours) {
    if (isInRange(localDay)) longest = Math.max(longest, data.length);
  }
  return longest;
}

interface DriftDetector {
  check(hour: HourCounts): void;
  message(): string | null;
}

function createDriftDetector(timeZone: string): DriftDetector {
  let firstDriftDay: LocalDay | null = null;
  // Most days have the same offset all day, so checking one hour of such a day is enough.
  let steadyDay: LocalDay | null = null;
  let steadyOffset = 0;
  return {
    check: (hour) => {
      const { localDay, offsetMinutes } = hour;
      if (localDay === steadyDay && offsetMinutes === steadyOffset) return;
      if (isSteady(timeZone, hour)) {
        steadyDay = localDay;
        steadyOffset = offsetMinutes;
      } else if (!isOffsetOf(timeZone, hour)) {
        firstDriftDay = firstDriftDay === null ? localDay : Math.min(firstDriftDay, localDay);
      }
    },
    message: () =>
      firstDriftDay === null
        ? null
        : `The API's clock of ${timeZone} differs from this runtime's, first on ${dateOf(firstDriftDay)}; the API's is used.`,
  };
}

/** Whether the offset is valid during the whole day. */
function isSteady(timeZone: string, { localDay, offsetMinutes }: HourCounts): boolean {
  const start = localDay * DAY_MS - offsetMinutes * MINUTE_MS;
  return (
    offsetAt(timeZone, start) === offsetMinutes &&
    offsetAt(timeZone, start + DAY_MS) === offsetMinutes
  );
}

/** Whether the zone has the offset at the beginning or at the end of the hour: clocks may change within it. */
function isOffsetOf(timeZone: string, { localDay, hour, offsetMinutes }: HourCounts): boolean {
  const start = localDay * DAY_MS + hour * HOUR_MS - offsetMinutes * MINUTE_MS;
  return (
    offsetAt(timeZone, start) === offsetMinutes ||
    offsetAt(timeZone, start + HOUR_MS - 1) === offsetMinutes
  );
}
