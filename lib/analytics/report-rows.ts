// The rows that one report adds to the fact tables: those of its own surveys, groups, folder and problems. Everything below
// is in the reports of the folders below, so that no row exists twice.
import {
  HOUR_MS,
  dateOf,
  dayOf,
  firstInstantAt,
  parseWeek,
  weekdayOf,
} from '../domain/calendar.ts';
import { memoize } from '../domain/memoize.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { Counts, JudgedFigures, Report, ReportProblem, SurveyWeek } from '../domain/report.ts';
import { responsesOf } from '../domain/scale.ts';
import { directionOf } from '../domain/signals/alarm.ts';
import type { Level, LevelState, Reason } from '../domain/signals/model.ts';
import type { CompactRows, FactRow, FactRows } from '../ports/fact-tables.ts';
import type { ColumnValues } from './row-columns.ts';
import { createColumn, rowsOf } from './row-columns.ts';

/** The cells that all rows of a report begin with. */
type PlaceWeek = Pick<FactRow<'weeks'>, 'week' | 'week_start' | 'folder'>;

const HOURS_OF_PART = 6;
/** Hours of a date follow each other: to parse it for each would take longer than everything else. */
const dayOfDate = memoize(10_000, dayOf);

export function rowsOfReport(report: Report): FactRows {
  const { hours, ...rows } = compactRowsOf(report);
  return { ...rows, hours: rowsOf(hours) };
}

export function compactRowsOf(report: Report): CompactRows {
  const { surveys, summary } = report;
  const place: PlaceWeek = { ...weekCells(report.week), folder: report.folder.key };
  const silentDays = new Map(
    summary.quiet.flatMap((quiet) =>
      quiet.folder === place.folder ? [[quiet.survey, quiet.silentDays] as const] : [],
    ),
  );
  return {
    hours: hourColumns(place, surveys),
    weeks: surveys.map((survey) => ({
      ...place,
      survey: survey.key,
      question: survey.question.key,
      question_name: survey.question.name,
      locale: survey.question.locale,
      time_zone: survey.timeZone,
      survey_type: survey.surveyType,
      index_type: survey.indexType,
      feedback_scale: survey.feedbackScale,
      ...figureCells(survey),
      ...levelCells(survey),
      ...reasonCells(survey.reason),
      volume_verdict: survey.volume?.verdict ?? null,
      volume_usual: survey.volume?.usual ?? null,
      volume_since: survey.volume?.since ?? null,
      volume_as_last_year: survey.volume?.asLastYear ?? null,
      silence_from_weekday: survey.silent?.fromDay ?? null,
      silence_days: survey.silent?.days ?? null,
      silence_weeks: survey.silent?.weeks ?? null,
      silence_ongoing: survey.silent?.ongoing ?? null,
      silence_expected: survey.silent?.expected ?? null,
      silence_p: survey.silent?.p ?? null,
      // Reports list only active surveys as quiet; of all others they don't say.
      is_active: silentDays.has(survey.key) ? true : null,
      silent_days: silentDays.get(survey.key) ?? 0,
      bad_minutes: survey.badMinutes,
      good_minutes: survey.goodMinutes,
    })),
    folder_weeks: summary.groups.map((group) => ({
      ...place,
      index_type: group.indexType,
      feedback_scale: group.feedbackScale,
      surveys: group.surveys,
      ...figureCells(group),
      ...levelCells(group),
    })),
    follow_ups: surveys.flatMap((survey) => followUpRows(place, survey)),
    alerts: surveys.flatMap((survey) => alertRows(place, survey)),
    folders: [folderRow(report)],
    problems: report.problems
      .filter((problem) => isOwn(problem, report))
      .map((problem) => ({
        ...place,
        folder: problem.folder ?? place.folder,
        survey: problem.survey ?? null,
        code: problem.code,
        missing: problem.missing,
        message: problem.message,
      })),
  };
}

function hourColumns(place: PlaceWeek, surveys: readonly SurveyWeek[]): CompactRows['hours'] {
  const rows = surveys.reduce((sum, { hours }) => sum + hours.length, 0);
  const columns: Record<keyof FactRow<'hours'>, ColumnValues> = {
    week: createColumn(rows, place.week),
    week_start: createColumn(rows, place.week_start),
    folder: createColumn(rows, place.folder),
    survey: createColumn(rows),
    date: createColumn(rows),
    hour: createColumn(rows),
    weekday: createColumn(rows),
    start_utc: createColumn(rows),
    c0: createColumn(rows),
    c1: createColumn(rows),
    c2: createColumn(rows),
    c3: createColumn(rows),
    c4: createColumn(rows),
    responses: createColumn(rows),
  };
  const { survey: surveyKey, date: day, hour: hourOfDay, weekday, start_utc, responses } = columns;
  const { c0, c1, c2, c3, c4 } = columns;
  let row = 0;
  for (const survey of surveys) {
    const startOf = createHourStart(survey);
    for (const { date, hour, data } of survey.hours) {
      surveyKey.set(row, survey.key);
      day.set(row, date);
      hourOfDay.set(row, hour);
      weekday.set(row, weekdayOf(dayOfDate(date)));
      start_utc.set(row, startOf(date, hour));
      c0.set(row, data[0] ?? null);
      c1.set(row, data[1] ?? null);
      c2.set(row, data[2] ?? null);
      c3.set(row, data[3] ?? null);
      c4.set(row, data[4] ?? null);
      responses.set(row, responsesOf(data));
      row += 1;
    }
  }
  return { rows, columns };
}

/** Arithmetic in weeks without a change of clocks: a look-up for each hour would take longer than everything else. */
function createHourStart({
  period,
  timeZone,
}: SurveyWeek): (date: string, hour: number) => Instant {
  if (period.hours !== 7 * 24) {
    return (date, hour) => firstInstantAt(dayOfDate(date), hour * 60, timeZone);
  }
  const start = Date.parse(period.start);
  const firstDay = dayOfDate(period.start.slice(0, 10));
  return (date, hour) => start + ((dayOfDate(date) - firstDay) * 24 + hour) * HOUR_MS;
}

function followUpRows(place: PlaceWeek, survey: SurveyWeek): FactRow<'follow_ups'>[] {
  const lists = [
    { kind: 'painPoint', options: survey.painPoints ?? [] },
    { kind: 'highlight', options: survey.highlights ?? [] },
  ];
  return lists.flatMap(({ kind, options }) =>
    options.map((option) => ({
      ...place,
      survey: survey.key,
      kind,
      option: option.key,
      name: option.name,
      ...countCells(option.data),
      responses: option.responses,
      share: option.share,
      previous_responses: option.previousResponses,
      previous_share: option.previousShare,
    })),
  );
}

function alertRows(place: PlaceWeek, survey: SurveyWeek): FactRow<'alerts'>[] {
  return (survey.alerts ?? []).map((alert) => ({
    ...place,
    survey: survey.key,
    alert: alert.key,
    specification: alert.alertSpecification,
    type: alert.alertType,
    direction: directionOf(alert.alertType, alert.parameters, survey.data.length),
    begin_utc: Date.parse(alert.beginTime),
    end_utc: alert.endTime === null ? null : Date.parse(alert.endTime),
    minutes_in_week: alert.minutesInWeek,
    started: alert.started,
    parameters: JSON.stringify(alert.parameters),
  }));
}

function folderRow({ week, folder, status, revision, asOf, summary }: Report): FactRow<'folders'> {
  return {
    ...weekCells(week),
    folder: folder.key,
    name: folder.name,
    parent: folder.path.at(-1)?.key ?? null,
    depth: folder.path.length,
    path: folder.path.map(({ name }) => name),
    path_keys: folder.path.map(({ key }) => key),
    status,
    revision,
    as_of: Date.parse(asOf),
    surveys: summary.surveys,
    surveys_with_responses: summary.surveysWithResponses,
  };
}

/** Whether the report found the problem itself. It repeats those of the reports below. */
function isOwn(problem: ReportProblem, { folder, subfolders, summary }: Report): boolean {
  if (problem.folder === undefined || problem.folder === folder.key) return true;
  // What is wrong with the report of a folder directly below is said by this one first.
  if (problem.code === 'SIGNALS_MISSING') {
    return subfolders.some(({ key }) => key === problem.folder);
  }
  const place = summary.places.find((candidate) => candidate.folder.key === problem.folder);
  const isChild = place?.path.length === folder.path.length + 1;
  return isChild && !subfolders.some(({ key }) => key === problem.folder);
}

// ── cells ───────────────────────────────────────────────────────────────────────────────────────

export function weekCells(week: string) {
  return { week, week_start: dateOf(parseWeek(week)?.monday ?? 0) };
}

export function countCells(data: Counts) {
  const [c0 = null, c1 = null, c2 = null, c3 = null, c4 = null] = data;
  return { c0, c1, c2, c3, c4 };
}

function figureCells(figures: JudgedFigures) {
  const previousCells = countCells(figures.previousData);
  return {
    ...countCells(figures.data),
    previous_c0: previousCells.c0,
    previous_c1: previousCells.c1,
    previous_c2: previousCells.c2,
    previous_c3: previousCells.c3,
    previous_c4: previousCells.c4,
    responses: figures.responses,
    previous_responses: figures.previousResponses,
    score: figures.index,
    half_width: figures.halfWidth,
    previous_score: figures.previousIndex,
    change: figures.change,
    change_half_width: figures.changeHalfWidth,
    change_is_clear: figures.changeIsClear,
  };
}

/** States that are compared with the usual level. */
const COMPARED: readonly (LevelState | null)[] = ['new', 'still', 'better'];
const LOW: readonly (LevelState | null)[] = ['new', 'still'];

function levelCells({ level }: JudgedFigures) {
  const { state } = level;
  return {
    state,
    was: wasOf(level),
    basis: level.basis,
    since: level.since,
    weeks: level.weeks,
    low_weeks: level.lowWeeks,
    lost: LOW.includes(state) ? level.lossTotal : null,
    usual: level.usual,
    lower: level.lower,
    upper: level.upper,
    difference: level.difference,
    four_weeks_score: level.fourWeeks?.index ?? null,
    four_weeks_responses: level.fourWeeks?.responses ?? null,
    weeks_used: level.weeksUsed,
  };
}

function wasOf({ state, usual, was }: Level): number | null {
  if (state === 'recovered') return was;
  return COMPARED.includes(state) ? usual : null;
}

export function reasonCells(reason: Reason | null) {
  const option = reason !== null && 'option' in reason ? reason.option : null;
  return {
    reason: reason?.kind ?? null,
    reason_option: option?.key ?? null,
    reason_name: option?.name ?? null,
    reason_weekday: reason?.kind === 'weekday' ? reason.at : null,
    reason_from_hour: reason?.kind === 'part' ? reason.at * HOURS_OF_PART : null,
  };
}
