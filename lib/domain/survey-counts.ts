// A survey's counts by local hour, day and week, brought to its scale. It hides that hours come unsorted, twice,
// short, long or displayed the other way round, and what the offsets in their timestamps tell of clocks.
import type { LocalDay, Week } from './calendar.ts';
import { dateOf, DAY_MS, daysFrom, HOUR_MS, MINUTE_MS, offsetAt } from './calendar.ts';
import type { FollowUps, HourCounts, SurveyDetails, SurveyFacts } from './facts.ts';
import type { OptionCounts } from './follow-ups.ts';
import type { HourCell } from './report.ts';
import { addCounts, addTo, buttonsOf, noCounts, responsesOf } from './scale.ts';

export interface SurveyCounts {
  readonly buttonCount: number;
  /** Responses beyond the scale's buttons. */
  readonly excludedResponses: number;
  /** What to say when the offsets in `ts` are not those of our zone tables. */
  readonly driftMessage: string | null;
  readonly followUps: SurveyFacts['followUps'];
  day(day: LocalDay): readonly number[];
  week(monday: LocalDay): readonly number[];
  /** The cells of the last week that have responses, ascending. */
  readonly hours: readonly HourCell[];
}

/** What is counted of a survey, and by which scale and clock. */
type Countable = Pick<SurveyFacts, 'hours' | 'followUps'> & {
  readonly survey: Pick<SurveyDetails, 'feedbackScale' | 'timeZone'>;
};

const HOURS_OF_DAY = Array.from({ length: 24 }, (_, hour) => hour);

/** Counts of the weeks from `first` to `last`; hours outside them are left out. */
export function countSurvey(
  facts: Countable,
  first: Week,
  last: Week,
  reversedScale: 'display' | 'flip',
): SurveyCounts {
  const { survey } = facts;
  const isWithin = (day: LocalDay): boolean => day >= first.monday && day < last.monday + 7;
  const k = buttonsOf(survey.feedbackScale) ?? longestOf(facts, isWithin);
  const flips = reversedScale === 'flip' && survey.feedbackScale === 'FIVE_REVERSED';
  const none = noCounts(k);
  let leftOut = 0;

  // A survey has thousands of hours: they are gone through once, added up in place, and most are of the same day as
  // the one before.
  const days = new Map<LocalDay, number[]>();
  const cells = new Map<number, number[]>();
  const drift = driftFinder(survey.timeZone);
  let lastDay: LocalDay | null = null;
  let sum: number[] = [];
  for (const hour of facts.hours) {
    const { localDay, data } = hour;
    if (!isWithin(localDay)) continue;
    if (localDay !== lastDay) {
      lastDay = localDay;
      sum = days.get(localDay) ?? none.slice();
      days.set(localDay, sum);
    }
    leftOut += addTo(sum, data, flips);
    if (localDay >= last.monday) {
      const place = (localDay - last.monday) * 24 + hour.hour;
      const cell = cells.get(place) ?? none.slice();
      addTo(cell, data, flips);
      cells.set(place, cell);
    }
    drift.look(hour);
  }
  const day = (localDay: LocalDay): readonly number[] => days.get(localDay) ?? none;
  const fitOptions = (options: readonly OptionCounts[]): readonly OptionCounts[] =>
    options.map((option) => {
      const data = none.slice();
      leftOut += addTo(data, option.data, flips);
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
    buttonCount: k,
    excludedResponses: leftOut,
    driftMessage: drift.found(),
    followUps,
    day,
    week: (monday) => daysFrom(monday).reduce((total, i) => addCounts(total, day(i)), none),
    hours: daysFrom(last.monday).flatMap((localDay, i) => {
      const date = dateOf(localDay);
      return HOURS_OF_DAY.flatMap((hour) => {
        const data = cells.get(i * 24 + hour);
        return data === undefined || responsesOf(data) === 0 ? [] : [{ date, hour, data }];
      });
    }),
  };
}

/** The number of buttons of a scale that this version doesn't know. */
function longestOf(facts: Countable, isWithin: (day: LocalDay) => boolean): number {
  const lists = facts.followUps === null ? [] : [facts.followUps.week, facts.followUps.previous];
  const options = lists.flatMap((list) => [...list.painPoints, ...list.highlights]);
  let longest = options.reduce((most, { data }) => Math.max(most, data.length), 0);
  for (const { localDay, data } of facts.hours) {
    if (isWithin(localDay)) longest = Math.max(longest, data.length);
  }
  return longest;
}

interface DriftFinder {
  look(hour: HourCounts): void;
  found(): string | null;
}

function driftFinder(timeZone: string): DriftFinder {
  let oddDay: LocalDay | null = null;
  // Most days have one offset from end to end, so that one of a day's hours speaks for all.
  let steadyDay: LocalDay | null = null;
  let steadyOffset = 0;
  return {
    look: (hour) => {
      const { localDay, offsetMinutes } = hour;
      if (localDay === steadyDay && offsetMinutes === steadyOffset) return;
      if (isSteady(timeZone, hour)) {
        steadyDay = localDay;
        steadyOffset = offsetMinutes;
      } else if (!isOffsetOf(timeZone, hour)) {
        oddDay = oddDay === null ? localDay : Math.min(oddDay, localDay);
      }
    },
    found: () =>
      oddDay === null
        ? null
        : `The API's clock of ${timeZone} differs from this runtime's, first on ${dateOf(oddDay)}; the API's is used.`,
  };
}

/** Whether the hour's day has its offset from end to end. */
function isSteady(timeZone: string, { localDay, offsetMinutes }: HourCounts): boolean {
  const start = localDay * DAY_MS - offsetMinutes * MINUTE_MS;
  return (
    offsetAt(timeZone, start) === offsetMinutes &&
    offsetAt(timeZone, start + DAY_MS) === offsetMinutes
  );
}

/** Whether the zone has the offset at the beginning or the end of the hour: a shift may lie inside it. */
function isOffsetOf(timeZone: string, { localDay, hour, offsetMinutes }: HourCounts): boolean {
  const start = localDay * DAY_MS + hour * HOUR_MS - offsetMinutes * MINUTE_MS;
  return (
    offsetAt(timeZone, start) === offsetMinutes ||
    offsetAt(timeZone, start + HOUR_MS - 1) === offsetMinutes
  );
}
