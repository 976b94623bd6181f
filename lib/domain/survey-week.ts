// Computes one survey's week, with its problems, from the facts that were read.
import { alertsInWeek, unknownKinds } from './alerts.ts';
import type { LocalDay, Week, ZonedWeek } from './calendar.ts';
import {
  dateOf,
  DAY_MS,
  daysFrom,
  firstInstantOf,
  HOUR_MS,
  isoIn,
  weeksFrom,
  zonedWeek,
} from './calendar.ts';
import type { ActivePeriod, Instant, SurveyDetails, SurveyFacts } from './report-inputs.ts';
import type { GroupKey } from './figures.ts';
import { computeFigures } from './figures.ts';
import { compareOptions } from './follow-ups.ts';
import type {
  CountedPeriod,
  Counts,
  FolderName,
  Period,
  ReportProblem,
  QuietSurvey,
  SurveyAlert,
  SurveyWeek,
  TrendWeek,
  WeekdayHour,
} from './report.ts';
import { buttonsOf, indexOf, isIndexType, responsesOf } from './scale.ts';
import { computeAlarm } from './signals/alarm.ts';
import type { GroupCell } from './signals/hour-cells.ts';
import { groupCellsOf, judgeCells, weekdayHours } from './signals/hour-cells.ts';
import { computeSignal } from './signals/signal.ts';
import type { EarlierWeek, WeekDay } from './signals/volume.ts';
import { computeVolume, findSilence, usualDaysOf } from './signals/volume.ts';
import type { SurveyCounts } from './survey-counts.ts';
import { countSurvey } from './survey-counts.ts';

/** Weeks of the trend, this one included. */
const TREND_WEEKS = 13;

/** Maximum number of unknown values that are listed individually for one survey. */
const MAX_UNKNOWN = 10;

const KNOWN_SURVEY_TYPES: readonly string[] = ['TERMINAL', 'TABLET', 'WEB'];

export interface FigureRules {
  /** With fewer responses, no change is clear and a survey is listed as quiet (as is one with a day without responses). */
  readonly minResponses: number;
  /** FIVE_REVERSED is how buttons are displayed; `flip` for services that store them reversed as well. */
  readonly reversedScale: 'display' | 'flip';
  /** Hours after a survey's local week end before it counts as complete. */
  readonly settleHours: number;
}

/** A survey of the week with its figures, for the report of its folder. */
export interface FolderSurvey {
  readonly folder: FolderName;
  readonly week: SurveyWeek;
  /** Hours of the week, as groups add them up. */
  readonly hours: readonly WeekdayHour[];
  readonly cells: readonly GroupCell[];
  readonly quiet: QuietSurvey | null;
  readonly problems: readonly ReportProblem[];
}

/** Null for a survey that was not active in the week and has no responses. */
export function buildSurveyWeek(
  facts: SurveyFacts,
  week: Week,
  asOf: Instant,
  rules: FigureRules,
): FolderSurvey | null {
  const { survey } = facts;
  const zoned = zonedWeek(week, survey.timeZone);
  const counts = countSurvey(facts, weeksFrom(week, 1 - TREND_WEEKS), week, rules.reversedScale);
  const data = counts.week(week.monday);
  const responses = responsesOf(data);
  const active = isActive(survey.activePeriods, zoned);
  if (!active && responses === 0) return null;

  const group: GroupKey = { indexType: survey.indexType, feedbackScale: survey.feedbackScale };
  const previousWeek = weeksFrom(week, -1);
  const alerts = facts.alerts === null ? null : alertsInWeek(facts.alerts, zoned, asOf);
  const trend = buildTrend(week, group, ({ monday }) => counts.week(monday));
  const signal = computeSignal(trend, group, rules.minResponses);
  const usualDays = usualDaysOf(earlierWeeks(counts, week, survey));
  const weekDays = weekDaysOf(counts, week, survey);
  const hours = weekdayHours(counts.hours);
  const cells = groupCellsOf(hours, data, group);
  const volume = computeVolume(usualDays, weekDays, coversWeek(survey.activePeriods, zoned));

  return {
    folder: { key: survey.folder.key, name: survey.folder.name },
    week: {
      ...computeFigures(data, counts.week(previousWeek.monday), group, rules.minResponses),
      signal,
      key: survey.key,
      question: survey.question,
      timeZone: survey.timeZone,
      surveyType: survey.surveyType,
      ...group,
      period: periodOf(zoned, survey.timeZone),
      previousPeriod: periodOf(zonedWeek(previousWeek, survey.timeZone), survey.timeZone),
      days: daysFrom(week.monday).map((day) => ({
        date: dateOf(day),
        ...toCountedPeriod(counts.day(day), group),
      })),
      hours: counts.hours,
      trend,
      usualDays,
      cells: judgeCells(cells),
      silent: findSilence(usualDays, weekDays, volume),
      volume,
      ...compareFollowUps(counts),
      alerts,
      alarm: alerts === null ? null : computeAlarm(alerts, zoned, asOf, counts.buttonCount),
    },
    hours,
    cells,
    quiet: active ? findQuiet(survey, weekDays, responses, rules) : null,
    problems: findProblems(
      survey,
      counts,
      alerts ?? [],
      zoned.end + rules.settleHours * HOUR_MS <= asOf,
    ),
  };
}

function toCountedPeriod(data: Counts, { indexType, feedbackScale }: GroupKey): CountedPeriod {
  return { data, responses: responsesOf(data), index: indexOf(data, indexType, feedbackScale) };
}

/** Null where the follow-ups could not be read. */
function compareFollowUps({
  followUps,
  buttonCount,
}: SurveyCounts): Pick<SurveyWeek, 'painPoints' | 'highlights'> {
  if (followUps === null) return { painPoints: null, highlights: null };
  const { week, previous } = followUps;
  return {
    painPoints: compareOptions(week.painPoints, previous.painPoints, buttonCount),
    highlights: compareOptions(week.highlights, previous.highlights, buttonCount),
  };
}

/** Null unless an active survey has a day without responses, or too few in the week. */
function findQuiet(
  survey: SurveyDetails,
  weekDays: readonly WeekDay[],
  responses: number,
  { minResponses }: FigureRules,
): QuietSurvey | null {
  // A survey without periods is not active on any day.
  const silentDays =
    survey.activePeriods.length === 0
      ? 0
      : weekDays.filter((day) => day.responses === 0 && day.active).length;
  return silentDays > 0 || responses < minResponses
    ? { folder: survey.folder.key, survey: survey.key, silentDays, responses }
    : null;
}

function findProblems(
  survey: SurveyDetails,
  counts: SurveyCounts,
  alerts: readonly SurveyAlert[],
  isSettled: boolean,
): readonly ReportProblem[] {
  const problem = createSurveyProblems(survey);
  const problems: ReportProblem[] = [];
  if (!isSettled) {
    const message = 'Devices may still upload responses of this week.';
    problems.push(problem('NOT_SETTLED', message, true));
  }
  if (counts.excludedResponses > 0) {
    const { excludedResponses, buttonCount } = counts;
    const [lie, are] = excludedResponses === 1 ? ['response lies', 'is'] : ['responses lie', 'are'];
    const message = `${excludedResponses} ${lie} beyond the ${buttonCount} buttons of the scale and ${are} not counted.`;
    problems.push(problem('SCALE_MISMATCH', message, true));
  }
  if (counts.driftMessage !== null) problems.push(problem('TZ_DRIFT', counts.driftMessage, false));
  const unknown = unknownTexts([...unknownValues(survey), ...unknownKinds(alerts)]);
  problems.push(...unknown.map((text) => problem('ENUM_UNKNOWN', text, false)));
  return problems;
}

/** Returns a function that creates problems of one survey. */
export function createSurveyProblems(survey: {
  readonly key: number;
  readonly folder: { readonly key: number };
}): (code: string, message: string, missing: boolean) => ReportProblem {
  return (code, message, missing) => ({
    code,
    survey: survey.key,
    folder: survey.folder.key,
    message,
    missing,
  });
}

/** The range to request hourly results for: the weeks of the trend in the zone, with a day's margin on both sides. */
export function hoursToRequest(week: Week, timeZone: string): { start: Instant; end: Instant } {
  return {
    start: zonedWeek(weeksFrom(week, 1 - TREND_WEEKS), timeZone).start - DAY_MS,
    end: zonedWeek(week, timeZone).end + DAY_MS,
  };
}

/** The range that contains a week's alerts in every time zone. */
export function alertsToRequest(week: Week): { start: Instant; end: Instant } {
  return { start: (week.monday - 1) * DAY_MS, end: (week.monday + 8) * DAY_MS };
}

/** The thirteen weeks that end with this one, oldest first. */
export function buildTrend(
  week: Week,
  group: GroupKey,
  dataOf: (week: Week) => readonly number[],
): readonly TrendWeek[] {
  return Array.from({ length: TREND_WEEKS }, (_, i) => {
    const pastWeek = weeksFrom(week, i + 1 - TREND_WEEKS);
    return { week: pastWeek.name, ...toCountedPeriod(dataOf(pastWeek), group) };
  });
}

function periodOf(zoned: ZonedWeek, timeZone: string): Period {
  return {
    start: isoIn(timeZone, zoned.start),
    end: isoIn(timeZone, zoned.end),
    hours: zoned.hours,
  };
}

/** The weeks of the trend before this one, oldest first. */
function earlierWeeks(
  counts: SurveyCounts,
  week: Week,
  { activePeriods, timeZone }: Pick<SurveyDetails, 'activePeriods' | 'timeZone'>,
): readonly EarlierWeek[] {
  return Array.from({ length: TREND_WEEKS - 1 }, (_, i) => {
    const pastWeek = weeksFrom(week, i + 1 - TREND_WEEKS);
    return {
      days: daysFrom(pastWeek.monday).map((day) => responsesOf(counts.day(day))),
      active: isOpen(activePeriods, () => zonedWeek(pastWeek, timeZone)),
    };
  });
}

function weekDaysOf(
  counts: SurveyCounts,
  week: Week,
  { activePeriods, timeZone }: Pick<SurveyDetails, 'activePeriods' | 'timeZone'>,
): readonly WeekDay[] {
  return daysFrom(week.monday).map((day) => ({
    responses: responsesOf(counts.day(day)),
    active: isOpen(activePeriods, () => dayOfZone(day, timeZone)),
  }));
}

/** Without periods nothing is outside them. */
function isOpen(periods: readonly ActivePeriod[], rangeOf: () => InstantRange): boolean {
  return periods.length === 0 || isActive(periods, rangeOf());
}

/** Whether the periods leave no part of [start, end) out. */
function coversWeek(periods: readonly ActivePeriod[], { start, end }: InstantRange): boolean {
  if (periods.length === 0) return true;
  let covered = start;
  for (const period of periods.toSorted((a, b) => a.start - b.start)) {
    if (period.start <= covered) covered = Math.max(covered, period.end ?? end);
  }
  return covered >= end;
}

function dayOfZone(day: LocalDay, timeZone: string): InstantRange {
  return { start: firstInstantOf(day, timeZone), end: firstInstantOf(day + 1, timeZone) };
}

interface InstantRange {
  readonly start: Instant;
  readonly end: Instant;
}

/** Whether a period intersects [start, end). */
export function isActive(periods: readonly ActivePeriod[], { start, end }: InstantRange): boolean {
  return periods.some(
    (period) => period.start < end && (period.end === null || period.end > start),
  );
}

/** Lists distinct values up to a limit, because every alert may have a different unknown type. */
function unknownTexts(values: readonly string[]): readonly string[] {
  const distinct = [...new Set(values)];
  const moreCount = distinct.length - MAX_UNKNOWN;
  return [
    ...distinct.slice(0, MAX_UNKNOWN).map((value) => `This version does not know the ${value}.`),
    ...(moreCount > 0 ? [`This version does not know ${moreCount} more kinds of alerts.`] : []),
  ];
}

function unknownValues(survey: SurveyDetails): readonly string[] {
  return [
    ...(isIndexType(survey.indexType) ? [] : [`indexType ${survey.indexType}`]),
    ...(buttonsOf(survey.feedbackScale) === null ? [`feedbackScale ${survey.feedbackScale}`] : []),
    ...(KNOWN_SURVEY_TYPES.includes(survey.surveyType) ? [] : [`surveyType ${survey.surveyType}`]),
  ];
}
