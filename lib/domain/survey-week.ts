// Computes one survey's week, with its problems, from the facts that were read.
import { alertsInWeek, unknownKinds } from './alerts.ts';
import type { Week, ZonedWeek } from './calendar.ts';
import { dateOf, daysFrom, HOUR_MS, isoIn, MINUTE_MS, weeksFrom, zonedWeek } from './calendar.ts';
import { dailyWeeks } from './daily-weeks.ts';
import type { GroupKey } from './figures.ts';
import { computeFigures } from './figures.ts';
import { compareOptions } from './follow-ups.ts';
import { belongsInWeek, isActive } from './membership.ts';
import { compareGroups } from './ranking.ts';
import type { Instant, SurveyDetails, SurveyFacts } from './report-inputs.ts';
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
import type { AlarmSummary } from './signals/alarm-summary.ts';
import { alarmSummaryOf } from './signals/alarm-summary.ts';
import { computeAlarm } from './signals/alarm.ts';
import { acceptedInWeek } from './signals/accepted.ts';
import type { FolderSettings } from './signals/folder-settings.ts';
import type { OwnSurvey } from './signals/folder-judgement.ts';
import type { ClosureCounts, PartSums, StandardWeek } from './signals/model.ts';
import type { DailyWeek } from './signals/silence.ts';
import { judgeSurvey } from './signals/survey-signals.ts';
import type { SurveyCounts } from './survey-counts.ts';
import { countSurvey } from './survey-counts.ts';
import { weekdayHours } from './weekday-hours.ts';
import { historyWeeks, TREND_WEEKS, trendWeeks } from './weeks-of-survey.ts';

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
  /** What folders add up and judge. */
  readonly own: OwnSurvey;
  readonly hours: readonly WeekdayHour[];
  readonly standard: readonly StandardWeek[];
  readonly partSums: readonly PartSums[];
  readonly closures: readonly ClosureCounts[];
  readonly alarm: AlarmSummary;
  readonly quiet: QuietSurvey | null;
  readonly problems: readonly ReportProblem[];
}

/** The folder of a survey: its path, root first, ends above it; `settings` are those that its reports depend on. */
export interface SurveyContext {
  readonly week: Week;
  readonly asOf: Instant;
  readonly rules: FigureRules;
  readonly path: readonly FolderName[];
  readonly settings: FolderSettings;
}

/** Null for a survey that does not belong in the week. */
export function buildSurveyWeek(facts: SurveyFacts, context: SurveyContext): FolderSurvey | null {
  const { survey } = facts;
  const { week, asOf, rules, settings } = context;
  const { timeZone, activePeriods } = survey;
  const zoned = zonedWeek(week, timeZone);
  const counts = countSurvey(facts, weeksFrom(week, 1 - TREND_WEEKS), week, rules.reversedScale);
  const accepted = acceptedInWeek(
    settings.accepted.filter((entry) => entry.survey === survey.key),
    week.name,
  );
  const weeks = historyWeeks(week);
  const days = dailyWeeks(
    weeks.map(({ monday }) => monday),
    (day) => responsesOf(counts.day(day)),
    activePeriods,
    timeZone,
  );
  const closed = accepted.find(({ kind }) => kind === 'closed');
  const hasResponses = ({ monday }: Week): boolean =>
    daysFrom(monday).some((day) => responsesOf(counts.day(day)) > 0);
  if (!belongsInWeek(survey, week, hasResponses, closed?.week ?? null)) return null;

  const group: GroupKey = { indexType: survey.indexType, feedbackScale: survey.feedbackScale };
  const previousWeek = weeksFrom(week, -1);
  const history = weeks.map(({ name, monday }) => ({ week: name, data: counts.week(monday) }));
  const figures = computeFigures(
    history.at(-1)?.data ?? [],
    history.at(-2)?.data ?? [],
    group,
    rules.minResponses,
  );
  const trend = history
    .slice(-TREND_WEEKS)
    .map(({ week: name, data }) => ({ week: name, ...toCountedPeriod(data, group) }));
  const followUps = compareFollowUps(counts);
  const alerts = facts.alerts === null ? null : alertsInWeek(facts.alerts, zoned, asOf);
  const alarm = alerts === null ? null : computeAlarm(alerts, zoned, asOf, counts.buttonCount);
  const signals = judgeSurvey({
    ...group,
    ...figures,
    ...followUps,
    names: {
      folder: { key: survey.folder.key, name: survey.folder.name },
      path: context.path.map(({ name }) => name),
      survey: { key: survey.key, name: survey.question.name },
      timeZone,
    },
    weeks: history,
    days,
    readWeeks: facts.history === null ? TREND_WEEKS : weeks.length,
    cells: counts.cells,
    earlierCells: counts.earlierCells,
    badMinutes: alarm?.badMinutes ?? null,
    trend: trend.map(({ responses, index }) => (responses < rules.minResponses ? null : index)),
    accepted,
    target: targetOf(settings, group),
  });

  return {
    folder: { key: survey.folder.key, name: survey.folder.name },
    week: {
      ...figures,
      level: signals.level,
      key: survey.key,
      question: survey.question,
      timeZone,
      surveyType: survey.surveyType,
      ...group,
      period: periodOf(zoned, timeZone),
      previousPeriod: periodOf(zonedWeek(previousWeek, timeZone), timeZone),
      days: daysFrom(week.monday).map((day) => ({
        date: dateOf(day),
        ...toCountedPeriod(counts.day(day), group),
      })),
      hours: counts.hours,
      trend,
      history: facts.history === null ? null : history,
      silent: signals.silent,
      volume: signals.volume,
      reason: signals.reason,
      parts: signals.parts,
      badMinutes: alarm?.badMinutes ?? null,
      goodMinutes: alarm?.goodMinutes ?? null,
      ...followUps,
      alerts,
      alarm: alarm === null ? null : { groups: alarm.groups },
    },
    own: signals.own,
    hours: weekdayHours(counts.hours),
    standard: signals.standard,
    partSums: signals.partSums,
    closures: signals.closures,
    alarm: alarmSummaryOf(survey.key, alarm, (zoned.end - zoned.start) / MINUTE_MS),
    quiet: isActive(activePeriods, zoned)
      ? findQuiet(survey, days, figures.responses, rules)
      : null,
    problems: findProblems(
      survey,
      counts,
      alerts ?? [],
      zoned.end + rules.settleHours * HOUR_MS <= asOf,
    ),
  };
}

/** The settings of a folder have at most one target of each kind. */
export function targetOf({ targets }: FolderSettings, group: GroupKey): number | null {
  return targets.find((target) => compareGroups(target, group) === 0)?.value ?? null;
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
  days: readonly DailyWeek[],
  responses: number,
  { minResponses }: FigureRules,
): QuietSurvey | null {
  const week = days.at(-1);
  // A survey without periods is not active on any day.
  const silentDays =
    week === undefined || survey.activePeriods.length === 0
      ? 0
      : week.responses.filter((count, i) => count === 0 && week.outside[i] === false).length;
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

/** The thirteen weeks that end with this one, oldest first. */
export function buildTrend(
  week: Week,
  group: GroupKey,
  dataOf: (week: Week) => readonly number[],
): readonly TrendWeek[] {
  return trendWeeks(week).map((pastWeek) => ({
    week: pastWeek.name,
    ...toCountedPeriod(dataOf(pastWeek), group),
  }));
}

function periodOf(zoned: ZonedWeek, timeZone: string): Period {
  return {
    start: isoIn(timeZone, zoned.start),
    end: isoIn(timeZone, zoned.end),
    hours: zoned.hours,
  };
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
