// A survey's counts by local hour, day and week, brought to its scale. It hides that hours come unsorted, twice,
// short, long or displayed the other way round, and what the offsets in their timestamps tell of clocks.
import type { LocalDay, Week } from './calendar.ts';
import { dateOf, DAY_MS, daysFrom, HOUR_MS, MINUTE_MS, offsetAt } from './calendar.ts';
import type { FollowUps, HourCounts, SurveyDetails, SurveyFacts } from './facts.ts';
import type { OptionCounts } from './follow-ups.ts';
import type { HourCell } from './report.ts';
import { addCounts, buttonsOf, fitToScale, noCounts, responsesOf } from './scale.ts';

export interface SurveyCounts {
  readonly k: number;
  /** Responses beyond the scale's buttons. */
  readonly leftOut: number;
  /** What to say when the offsets in `ts` are not those of our zone tables. */
  readonly drift: string | null;
  readonly followUps: SurveyFacts['followUps'];
  day(day: LocalDay): readonly number[];
  week(monday: LocalDay): readonly number[];
  /** The cells of a week that have responses, ascending. */
  hours(monday: LocalDay): readonly HourCell[];
}

/** What is counted of a survey, and by which scale and clock. */
type Countable = Pick<SurveyFacts, 'hours' | 'followUps'> & {
  readonly survey: Pick<SurveyDetails, 'feedbackScale' | 'timeZone'>;
};

/** Counts of the weeks from `first` to `last`; hours outside them are left out. */
export function countsOf(
  facts: Countable,
  first: Week,
  last: Week,
  reversedScale: 'display' | 'flip',
): SurveyCounts {
  const { survey } = facts;
  const hours = facts.hours.filter(
    ({ localDay }) => localDay >= first.monday && localDay < last.monday + 7,
  );
  const k = buttonsOf(survey.feedbackScale) ?? longestOf(facts, hours);
  const flips = reversedScale === 'flip' && survey.feedbackScale === 'FIVE_REVERSED';
  let leftOut = 0;
  const fit = (data: readonly number[]): readonly number[] => {
    const fitted = fitToScale(data, k);
    leftOut += fitted.leftOut;
    return flips ? fitted.data.toReversed() : fitted.data;
  };

  const none = noCounts(k);
  const cells = new Map<number, readonly number[]>();
  const days = new Map<LocalDay, readonly number[]>();
  for (const { localDay, hour, data } of hours) {
    const fitted = fit(data);
    const cell = localDay * 24 + hour;
    cells.set(cell, addCounts(cells.get(cell) ?? none, fitted));
    days.set(localDay, addCounts(days.get(localDay) ?? none, fitted));
  }
  const day = (localDay: LocalDay): readonly number[] => days.get(localDay) ?? none;
  const fitOptions = (options: readonly OptionCounts[]): readonly OptionCounts[] =>
    options.map((option) => ({ ...option, data: fit(option.data) }));
  const fitLists = (lists: FollowUps): FollowUps => ({
    painPoints: fitOptions(lists.painPoints),
    highlights: fitOptions(lists.highlights),
  });
  const followUps =
    facts.followUps === null
      ? null
      : { week: fitLists(facts.followUps.week), previous: fitLists(facts.followUps.previous) };

  return {
    k,
    leftOut,
    drift: driftOf(hours, survey.timeZone),
    followUps,
    day,
    week: (monday) => daysFrom(monday).reduce((sum, i) => addCounts(sum, day(i)), none),
    hours: (monday) =>
      daysFrom(monday).flatMap((localDay) =>
        Array.from({ length: 24 }, (_, hour) => hour).flatMap((hour) => {
          const data = cells.get(localDay * 24 + hour) ?? none;
          return responsesOf(data) === 0 ? [] : [{ date: dateOf(localDay), hour, data }];
        }),
      ),
  };
}

/** The number of buttons of a scale that this version doesn't know. */
function longestOf(facts: Countable, hours: readonly HourCounts[]): number {
  const lists = facts.followUps === null ? [] : [facts.followUps.week, facts.followUps.previous];
  const options = lists.flatMap((list) => [...list.painPoints, ...list.highlights]);
  return [...hours, ...options].reduce((longest, { data }) => Math.max(longest, data.length), 0);
}

function driftOf(hours: readonly HourCounts[], timeZone: string): string | null {
  // Thousands of hours share a few days and offsets; most days have one offset from end to end.
  const steady = new Set<number>();
  const isOdd = (hour: HourCounts): boolean => {
    const { localDay, offsetMinutes } = hour;
    const day = localDay * 4096 + offsetMinutes;
    if (steady.has(day)) return false;
    const start = localDay * DAY_MS - offsetMinutes * MINUTE_MS;
    const isSteady = [start, start + DAY_MS].every(
      (at) => offsetAt(timeZone, at) === offsetMinutes,
    );
    if (isSteady) steady.add(day);
    return !isSteady && !isOffsetOf(timeZone, hour);
  };
  const odd = hours.filter(isOdd).sort((a, b) => a.localDay - b.localDay)[0];
  return odd === undefined
    ? null
    : `The API's clock of ${timeZone} differs from this runtime's, first on ${dateOf(odd.localDay)}; the API's is used.`;
}

/** Whether the zone has the offset at the beginning or the end of the hour: a shift may lie inside it. */
function isOffsetOf(timeZone: string, { localDay, hour, offsetMinutes }: HourCounts): boolean {
  const start = localDay * DAY_MS + hour * HOUR_MS - offsetMinutes * MINUTE_MS;
  return (
    offsetAt(timeZone, start) === offsetMinutes ||
    offsetAt(timeZone, start + HOUR_MS - 1) === offsetMinutes
  );
}
