// The rows that one report adds to the fact tables: those of its own surveys, groups, folder and problems. Everything below
// is in the reports of the folders below, so that no row exists twice.
import { HOUR_MS, dayOf, firstInstantAt, weekdayOf } from '../domain/calendar.ts';
import type { Instant } from '../domain/report-inputs.ts';
import type { Counts, JudgedFigures, Report, ReportProblem, SurveyWeek } from '../domain/report.ts';
import { responsesOf } from '../domain/scale.ts';
import { directionOf } from '../domain/signals/alarm.ts';
import type { Leaf } from '../domain/signals/why.ts';
import type { FactRow, FactRows } from '../ports/fact-tables.ts';

export function rowsOfReport(report: Report): FactRows {
  const { week, surveys, summary } = report;
  const folder = report.folder.key;
  const silentDays = new Map(
    summary.quiet.flatMap((quiet) =>
      quiet.folder === folder ? [[quiet.survey, quiet.silentDays] as const] : [],
    ),
  );
  const leaves = new Map(
    summary.groups.flatMap((group) =>
      group.leaves.flatMap((leaf) =>
        leaf.folder === folder ? [[leaf.survey, leaf] as const] : [],
      ),
    ),
  );
  return {
    hours: surveys.flatMap((survey) => hourRows(week, folder, survey)),
    weeks: surveys.map((survey) => ({
      week,
      folder,
      survey: survey.key,
      question: survey.question.key,
      question_name: survey.question.name,
      locale: survey.question.locale,
      time_zone: survey.timeZone,
      survey_type: survey.surveyType,
      index_type: survey.indexType,
      feedback_scale: survey.feedbackScale,
      ...figureCells(survey),
      ...signalCells(survey),
      ...usualCells(leaves.get(survey.key)),
      volume_verdict: survey.volume?.verdict ?? null,
      volume_usual: survey.volume?.usual ?? null,
      volume_p: survey.volume?.p ?? null,
      silence_from_day: survey.silent?.fromDay ?? null,
      silence_days: survey.silent?.days ?? null,
      silence_ongoing: survey.silent?.ongoing ?? null,
      silence_expected: survey.silent?.expected ?? null,
      silence_p: survey.silent?.p ?? null,
      // Reports list only active surveys as quiet; of all others they don't say.
      is_active: silentDays.has(survey.key) ? true : null,
      silent_days: silentDays.get(survey.key) ?? 0,
      bad_minutes: survey.alarm?.badMinutes ?? null,
      good_minutes: survey.alarm?.goodMinutes ?? null,
    })),
    groups: summary.groups.map((group) => ({
      week,
      folder,
      index_type: group.indexType,
      feedback_scale: group.feedbackScale,
      surveys: group.surveys,
      ...figureCells(group),
      ...signalCells(group),
    })),
    follow_ups: surveys.flatMap((survey) => followUpRows(week, folder, survey)),
    alerts: surveys.flatMap((survey) => alertRows(week, folder, survey)),
    folders: [folderRow(report)],
    problems: report.problems
      .filter((problem) => isOwn(problem, report))
      .map((problem) => ({
        week,
        folder: problem.folder ?? folder,
        survey: problem.survey ?? null,
        code: problem.code,
        missing: problem.missing,
        message: problem.message,
      })),
  };
}

function hourRows(week: string, folder: number, survey: SurveyWeek): FactRow<'hours'>[] {
  const startOf = createHourStart(survey);
  return survey.hours.map(({ date, hour, data }) => ({
    week,
    folder,
    survey: survey.key,
    date,
    hour,
    weekday: weekdayOf(dayOf(date)),
    start_utc: startOf(date, hour),
    ...countCells(data),
    responses: responsesOf(data),
  }));
}

/** Arithmetic in weeks without a change of clocks: a look-up for each hour would take longer than everything else. */
function createHourStart({
  period,
  timeZone,
}: SurveyWeek): (date: string, hour: number) => Instant {
  if (period.hours !== 7 * 24) {
    return (date, hour) => firstInstantAt(dayOf(date), hour * 60, timeZone);
  }
  const start = Date.parse(period.start);
  const firstDay = dayOf(period.start.slice(0, 10));
  return (date, hour) => start + ((dayOf(date) - firstDay) * 24 + hour) * HOUR_MS;
}

function followUpRows(week: string, folder: number, survey: SurveyWeek): FactRow<'follow_ups'>[] {
  const lists = [
    { kind: 'painPoint', options: survey.painPoints ?? [] },
    { kind: 'highlight', options: survey.highlights ?? [] },
  ];
  return lists.flatMap(({ kind, options }) =>
    options.map((option) => ({
      week,
      folder,
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

function alertRows(week: string, folder: number, survey: SurveyWeek): FactRow<'alerts'>[] {
  return (survey.alerts ?? []).map((alert) => ({
    week,
    folder,
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
    week,
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
    index: figures.index,
    half_width: figures.halfWidth,
    previous_index: figures.previousIndex,
    change: figures.change,
    change_half_width: figures.changeHalfWidth,
    change_is_clear: figures.changeIsClear,
  };
}

function signalCells({ signal }: JudgedFigures) {
  return {
    verdict: signal?.verdict ?? null,
    reasons: signal?.reasons ?? null,
    usual: signal?.usual ?? null,
    lower: signal?.lower ?? null,
    upper: signal?.upper ?? null,
    sd: signal?.sd ?? null,
    extra_sd: signal?.extraSd ?? null,
    weeks_used: signal?.weeksUsed ?? null,
    since: signal?.since ?? null,
    weeks: signal?.weeks ?? null,
    phase_since: signal?.phaseSince ?? null,
    earlier_usual: signal?.earlierUsual ?? null,
    difference: signal?.difference ?? null,
    lost: signal?.lost ?? null,
    p: signal?.p ?? null,
  };
}

/** Reports keep these counts of at most 500 surveys. */
function usualCells(leaf: Leaf | undefined) {
  const usualCounts = countCells(leaf?.usualData ?? []);
  return {
    usual_c0: usualCounts.c0,
    usual_c1: usualCounts.c1,
    usual_c2: usualCounts.c2,
    usual_c3: usualCounts.c3,
    usual_c4: usualCounts.c4,
    usual_weeks: leaf?.usualWeeks ?? null,
  };
}
