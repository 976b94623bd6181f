// One survey's week from what was read of it. It hides bucketing, padding, drift and what each oddity is called.
import { alertsInWeek, unknownKinds } from './alerts.ts';
import type { LocalDay, Week, ZonedWeek } from './calendar.ts';
import { dateOf, firstInstantOf, isoIn, offsetAt, weeksFrom, zonedWeek } from './calendar.ts';
import type { Alert, FollowUps, HourCounts, Instant, SurveyDetails } from './facts.ts';
import type { GroupKey } from './figures.ts';
import { figuresOf } from './figures.ts';
import type { OptionCounts } from './follow-ups.ts';
import { optionsOf } from './follow-ups.ts';
import type { Period, Problem, QuietSurvey, SurveyWeek, TrendWeek } from './report.ts';
import {
  addCounts,
  buttonsOf,
  fitToScale,
  indexOf,
  isIndexType,
  noCounts,
  responsesOf,
} from './scale.ts';

/** Weeks of the trend, this one included. */
const TREND_WEEKS = 13;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;
const KNOWN_SURVEY_TYPES: readonly string[] = ['TERMINAL', 'TABLET', 'WEB'];

export interface SurveyFacts {
  readonly survey: SurveyDetails;
  /** Hours of at least the trend's weeks. */
  readonly hours: readonly HourCounts[];
  /** Null when they could not be had; the reader of the API has named the problem. */
  readonly followUps: { readonly week: FollowUps; readonly previous: FollowUps } | null;
  readonly alerts: readonly Alert[] | null;
}

export interface FigureRules {
  /** Fewer responses than this make no change clear, and a survey thin. */
  readonly minResponses: number;
  /** FIVE_REVERSED is how buttons are displayed; `flip` for services that store them reversed as well. */
  readonly reversedScale: 'display' | 'flip';
  /** Hours after a survey's local week end before it counts as complete. */
  readonly settleHours: number;
}

/** A survey that belongs in the week, with what its folder's report says of it beside its figures. */
export interface OwnSurvey {
  readonly folder: number;
  readonly week: SurveyWeek;
  readonly quiet: QuietSurvey | null;
  readonly problems: readonly Problem[];
}

/** The survey's week; null when it doesn't belong in it: not active and without responses. */
export function surveyWeek(
  facts: SurveyFacts,
  week: Week,
  asOf: Instant,
  rules: FigureRules,
): OwnSurvey | null {
  const { survey } = facts;
  const zoned = zonedWeek(week, survey.timeZone);
  const counts = countsOf(facts, week, rules);
  const data = counts.week(week.monday);
  const responses = responsesOf(data);
  const active = isActive(survey, zoned.start, zoned.end);
  if (!active && responses === 0) return null;

  const group: GroupKey = { indexType: survey.indexType, feedbackScale: survey.feedbackScale };
  const previous = weeksFrom(week, -1);
  const alerts = facts.alerts === null ? null : alertsInWeek(facts.alerts, zoned, asOf);
  const followUps = counts.followUps;
  const problem = problemsAbout(survey);
  const days = daysFrom(week.monday).map((day) => {
    const dayData = counts.day(day);
    return {
      date: dateOf(day),
      data: dayData,
      responses: responsesOf(dayData),
      index: indexOf(dayData, group.indexType, group.feedbackScale),
    };
  });
  const silentDays = daysFrom(week.monday).filter(
    (day) =>
      responsesOf(counts.day(day)) === 0 &&
      isActive(
        survey,
        firstInstantOf(day, survey.timeZone),
        firstInstantOf(day + 1, survey.timeZone),
      ),
  ).length;

  return {
    folder: survey.folder.key,
    week: {
      ...figuresOf(data, counts.week(previous.monday), group, rules.minResponses),
      key: survey.key,
      question: survey.question,
      timeZone: survey.timeZone,
      surveyType: survey.surveyType,
      ...group,
      period: periodOf(zoned, survey.timeZone),
      previousPeriod: periodOf(zonedWeek(previous, survey.timeZone), survey.timeZone),
      days,
      hours: counts.hours(week.monday),
      trend: trendOf(week, group, ({ monday }) => counts.week(monday)),
      painPoints:
        followUps === null
          ? null
          : optionsOf(followUps.week.painPoints, followUps.previous.painPoints, counts.k),
      highlights:
        followUps === null
          ? null
          : optionsOf(followUps.week.highlights, followUps.previous.highlights, counts.k),
      alerts,
    },
    quiet:
      active && (silentDays > 0 || responses < rules.minResponses)
        ? { folder: survey.folder.key, survey: survey.key, silentDays, responses }
        : null,
    problems: [
      ...(zoned.end + rules.settleHours * HOUR_MS > asOf
        ? [problem('NOT_SETTLED', 'Devices may still upload responses of this week.', true)]
        : []),
      ...(counts.leftOut > 0
        ? [
            problem(
              'SCALE_MISMATCH',
              `${counts.leftOut} responses lie beyond the ${counts.k} buttons of the scale and are not counted.`,
              true,
            ),
          ]
        : []),
      ...(counts.drift === null ? [] : [problem('TZ_DRIFT', counts.drift, false)]),
      ...[...new Set([...unknownValues(survey), ...unknownKinds(alerts ?? [])])].map((value) =>
        problem('ENUM_UNKNOWN', `This version does not know the ${value}.`, false),
      ),
    ],
  };
}

/** How problems of one survey begin: with its folder and key. */
export function problemsAbout(survey: {
  readonly key: number;
  readonly folder: { readonly key: number };
}): (code: string, message: string, missing: boolean) => Problem {
  return (code, message, missing) => ({
    code,
    survey: survey.key,
    folder: survey.folder.key,
    message,
    missing,
  });
}

/** The instants to ask hourly results for: the trend's weeks in the zone with a day's margin on both sides. */
export function hoursToRead(week: Week, timeZone: string): { start: Instant; end: Instant } {
  return {
    start: zonedWeek(weeksFrom(week, 1 - TREND_WEEKS), timeZone).start - DAY_MS,
    end: zonedWeek(week, timeZone).end + DAY_MS,
  };
}

/** The instants that a week's alerts can lie in, whatever the zones. */
export function alertsToRead(week: Week): { start: Instant; end: Instant } {
  return { start: (week.monday - 1) * DAY_MS, end: (week.monday + 8) * DAY_MS };
}

/** The thirteen weeks that end with this one, oldest first. */
export function trendOf(
  week: Week,
  group: GroupKey,
  dataOf: (week: Week) => readonly number[],
): readonly TrendWeek[] {
  return Array.from({ length: TREND_WEEKS }, (_, i) => {
    const past = weeksFrom(week, i + 1 - TREND_WEEKS);
    const data = dataOf(past);
    return {
      week: past.name,
      data,
      responses: responsesOf(data),
      index: indexOf(data, group.indexType, group.feedbackScale),
    };
  });
}

function daysFrom(monday: LocalDay): readonly LocalDay[] {
  return Array.from({ length: 7 }, (_, i) => monday + i);
}

function periodOf(zoned: ZonedWeek, timeZone: string): Period {
  return {
    start: isoIn(timeZone, zoned.start),
    end: isoIn(timeZone, zoned.end),
    hours: zoned.hours,
  };
}

function isActive(survey: SurveyDetails, start: Instant, end: Instant): boolean {
  return survey.activePeriods.some(
    (period) => period.start < end && (period.end === null || period.end > start),
  );
}

function unknownValues(survey: SurveyDetails): readonly string[] {
  return [
    ...(isIndexType(survey.indexType) ? [] : [`indexType ${survey.indexType}`]),
    ...(buttonsOf(survey.feedbackScale) === null ? [`feedbackScale ${survey.feedbackScale}`] : []),
    ...(KNOWN_SURVEY_TYPES.includes(survey.surveyType) ? [] : [`surveyType ${survey.surveyType}`]),
  ];
}

// ── counts by local day and hour ────────────────────────────────────────────────────────────────

interface SurveyCounts {
  readonly k: number;
  /** Responses beyond the scale's buttons. */
  readonly leftOut: number;
  /** What to say when the offsets in `ts` are not those of our zone tables. */
  readonly drift: string | null;
  readonly followUps: SurveyFacts['followUps'];
  day(day: LocalDay): readonly number[];
  week(monday: LocalDay): readonly number[];
  hours(monday: LocalDay): SurveyWeek['hours'];
}

function countsOf(facts: SurveyFacts, week: Week, rules: FigureRules): SurveyCounts {
  const { survey } = facts;
  const first = weeksFrom(week, 1 - TREND_WEEKS).monday;
  const hours = facts.hours.filter(
    ({ localDay }) => localDay >= first && localDay < week.monday + 7,
  );
  const k = buttonsOf(survey.feedbackScale) ?? longestOf(facts, hours);
  const flips = rules.reversedScale === 'flip' && survey.feedbackScale === 'FIVE_REVERSED';
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
function longestOf(facts: SurveyFacts, hours: readonly HourCounts[]): number {
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
