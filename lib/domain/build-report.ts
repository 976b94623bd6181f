// Builds a folder's report from its own surveys and the reports of its subfolders. Merging is associative, so a parent needs
// only the reports of its direct subfolders.
import type { Week } from './calendar.ts';
import { dateOf, dayOf, weekdayOf, weeksFrom } from './calendar.ts';
import { compareRevisions } from './report-changes.ts';
import type { GroupKey } from './figures.ts';
import { computeFigures } from './figures.ts';
import { toPooledOptions, poolOptions } from './follow-ups.ts';
import type { RankCandidate } from './ranking.ts';
import { compareText, compareInOrder } from './order.ts';
import { compareGroups, groupName, rankPlaces } from './ranking.ts';
import type {
  FolderName,
  SurveyGroup,
  GroupFigures,
  ReportProblem,
  Report,
  ReportStatus,
  Subfolder,
  Summary,
  WeekdayHour,
} from './report.ts';
import { addCounts } from './scale.ts';
import type { FigureRules, FolderSurvey } from './survey-week.ts';
import { buildTrend } from './survey-week.ts';

/** The parts of a child's report that its parent's report is built from. */
export type ReportPart = Pick<
  Report,
  'asOf' | 'problems' | 'summary' | 'painPoints' | 'highlights'
>;

export type ChildReport = ReportPart & Pick<Report, 'folder' | 'status' | 'revision'>;

export interface FolderPart {
  readonly folder: FolderName & { readonly path: readonly FolderName[] };
  readonly week: Week;
  /** Instant at which the facts were read. */
  readonly asOf: string;
  readonly surveys: readonly FolderSurvey[];
  /** Number of surveys of the week that could not be read; `problems` has the reasons. */
  readonly failed: number;
  /** Problems of the folder and of the failed surveys; each of `surveys` has its own problems. */
  readonly problems: readonly ReportProblem[];
}

/** The revision that a new report replaces; its report is null when it cannot be read. */
export interface Superseded {
  readonly revision: number;
  readonly report: Report | null;
}

/** Builds the report of one folder's subtree. */
export function buildReport(
  folderPart: FolderPart,
  children: readonly ChildReport[],
  superseded: Superseded | null,
  rules: FigureRules,
): Report {
  const { folder, week } = folderPart;
  const merged = mergeReports([partOf(folderPart, rules), ...children], week, rules);
  const report: Report = {
    reportVersion: '1',
    revision: superseded === null ? 1 : superseded.revision + 1,
    week: week.name,
    from: dateOf(week.monday),
    to: dateOf(week.monday + 7),
    previousWeek: weeksFrom(week, -1).name,
    folder,
    status: statusOf(merged),
    asOf: merged.asOf,
    problems: merged.problems,
    changes: null,
    summary: merged.summary,
    surveys: folderPart.surveys.map((survey) => survey.week).sort((a, b) => a.key - b.key),
    subfolders: children.map(subfolderOf).sort((a, b) => a.key - b.key),
    ranking: rankPlaces([...children.flatMap(placesOf), ...folderPart.surveys.map(placeOf)]),
    painPoints: merged.painPoints,
    highlights: merged.highlights,
  };
  const previousRevision = superseded?.report ?? null;
  return previousRevision === null
    ? report
    : { ...report, changes: compareRevisions(previousRevision, report) };
}

/** Merges parts of one week. The operation is associative and does not depend on the order. */
export function mergeReports(
  parts: readonly ReportPart[],
  week: Week,
  rules: FigureRules,
): ReportPart {
  const summaries = parts.map((part) => part.summary);
  const sum = (count: (summary: Summary) => number): number =>
    summaries.reduce((total, summary) => total + count(summary), 0);
  return {
    asOf: parts.map((part) => part.asOf).reduce((a, b) => (Date.parse(b) < Date.parse(a) ? b : a)),
    problems: parts.flatMap((part) => part.problems).sort(compareProblems),
    summary: {
      surveys: sum((s) => s.surveys),
      surveysWithResponses: sum((s) => s.surveysWithResponses),
      responses: sum((s) => s.responses),
      previousResponses: sum((s) => s.previousResponses),
      groups: mergeGroups(
        summaries.flatMap((s) => s.groups),
        week,
        rules,
      ),
      alerts: {
        started: sum((s) => s.alerts.started),
        carriedOver: sum((s) => s.alerts.carriedOver),
        open: sum((s) => s.alerts.open),
      },
      openAlerts: summaries
        .flatMap((s) => s.openAlerts)
        .sort((a, b) =>
          compareInOrder(Date.parse(a.beginTime) - Date.parse(b.beginTime), a.key - b.key),
        ),
      quiet: summaries
        .flatMap((s) => s.quiet)
        .sort((a, b) => compareInOrder(a.folder - b.folder, a.survey - b.survey)),
    },
    painPoints: poolOptions(parts.map((part) => part.painPoints)),
    highlights: poolOptions(parts.map((part) => part.highlights)),
  };
}

/** The folder's own surveys as a part to merge. */
function partOf(folderPart: FolderPart, rules: FigureRules): ReportPart {
  const weeks = folderPart.surveys.map((survey) => survey.week);
  const alerts = folderPart.surveys.flatMap(({ folder, week }) =>
    (week.alerts ?? []).map((alert) => ({ folder, survey: week.key, alert })),
  );
  const count = (matches: (alert: (typeof alerts)[number]['alert']) => boolean): number =>
    alerts.filter(({ alert }) => matches(alert)).length;
  return {
    asOf: folderPart.asOf,
    problems: [...folderPart.problems, ...folderPart.surveys.flatMap((survey) => survey.problems)],
    summary: {
      surveys: weeks.length + folderPart.failed,
      surveysWithResponses: weeks.filter((w) => w.responses > 0).length,
      responses: weeks.reduce((sum, w) => sum + w.responses, 0),
      previousResponses: weeks.reduce((sum, w) => sum + w.previousResponses, 0),
      groups: folderPart.surveys.map((survey) => groupOf(survey, rules)),
      alerts: {
        started: count((alert) => alert.started),
        carriedOver: count((alert) => !alert.started),
        open: count((alert) => alert.state === 'open'),
      },
      openAlerts: alerts
        .filter(({ alert }) => alert.state === 'open')
        .map(({ folder, survey, alert }) => ({
          key: alert.key,
          folder,
          survey,
          alertSpecification: alert.alertSpecification,
          alertType: alert.alertType,
          beginTime: alert.beginTime,
          minutesInWeek: alert.minutesInWeek,
        })),
      quiet: folderPart.surveys.flatMap(({ quiet }) => (quiet === null ? [] : [quiet])),
    },
    painPoints: poolOptions(weeks.map((w) => toPooledOptions(w.painPoints ?? []))),
    highlights: poolOptions(weeks.map((w) => toPooledOptions(w.highlights ?? []))),
  };
}

function groupOf({ week }: FolderSurvey, rules: FigureRules): SurveyGroup {
  const weekdays = new Map(week.days.map(({ date }) => [date, weekdayOf(dayOf(date))]));
  const hours = week.hours.map(({ date, hour, data }) => ({
    weekday: weekdays.get(date) ?? weekdayOf(dayOf(date)),
    hour,
    data,
  }));
  return {
    ...computeFigures(week.data, week.previousData, week, rules.minResponses),
    indexType: week.indexType,
    feedbackScale: week.feedbackScale,
    surveys: 1,
    trend: week.trend,
    hours,
  };
}

function mergeGroups(
  groups: readonly SurveyGroup[],
  week: Week,
  rules: FigureRules,
): readonly SurveyGroup[] {
  const byKind = Map.groupBy(groups, groupName);
  return [...byKind.values()]
    .map((sameKind) => mergeSameKind(sameKind, week, rules))
    .sort(compareGroups);
}

function mergeSameKind(
  sameKind: readonly SurveyGroup[],
  week: Week,
  rules: FigureRules,
): SurveyGroup {
  const total = (lists: readonly (readonly number[])[]): readonly number[] =>
    lists.reduce<readonly number[]>(addCounts, []);
  const kind: GroupKey = {
    indexType: sameKind[0]?.indexType ?? '',
    feedbackScale: sameKind[0]?.feedbackScale ?? '',
  };
  const trends = sameKind.map(({ trend }) => new Map(trend.map(({ week: w, data }) => [w, data])));
  return {
    ...computeFigures(
      total(sameKind.map((group) => group.data)),
      total(sameKind.map((group) => group.previousData)),
      kind,
      rules.minResponses,
    ),
    ...kind,
    surveys: sameKind.reduce((sum, group) => sum + group.surveys, 0),
    trend: buildTrend(week, kind, ({ name }) =>
      total(trends.map((trend) => trend.get(name) ?? [])),
    ),
    hours: mergeHours(sameKind.flatMap((group) => group.hours)),
  };
}

function mergeHours(hours: readonly WeekdayHour[]): readonly WeekdayHour[] {
  const cells = new Map<number, readonly number[]>();
  for (const { weekday, hour, data } of hours) {
    const index = weekday * 24 + hour;
    const sum = cells.get(index);
    cells.set(index, sum === undefined ? data : addCounts(sum, data));
  }
  return [...cells]
    .sort(([a], [b]) => a - b)
    .map(([index, data]) => ({ weekday: Math.floor(index / 24), hour: index % 24, data }));
}

function statusOf({ problems, summary }: ReportPart): ReportStatus {
  if (problems.some((problem) => problem.missing)) return 'partial';
  return summary.responses === 0 ? 'empty' : 'complete';
}

/** Problems without a folder come first, then those without a survey. */
function compareProblems(a: ReportProblem, b: ReportProblem): number {
  return compareInOrder(
    (a.folder ?? -1) - (b.folder ?? -1),
    (a.survey ?? -1) - (b.survey ?? -1),
    compareText(a.code, b.code),
    compareText(a.message, b.message),
  );
}

function subfolderOf(child: ChildReport): Subfolder {
  return {
    key: child.folder.key,
    name: child.folder.name,
    status: child.status,
    revision: child.revision,
    asOf: child.asOf,
    summary: { ...child.summary, groups: child.summary.groups.map(withoutSeries) },
  };
}

/** The figures of a report that lists and tables show. */
export type Headline = Pick<Summary<GroupFigures>, 'responses' | 'groups' | 'alerts'>;

export function toHeadline({ summary }: Pick<Report, 'summary'>): Headline {
  const { responses, groups, alerts } = summary;
  return { responses, groups: groups.map(withoutSeries), alerts };
}

function withoutSeries({ trend, hours, ...figures }: SurveyGroup): GroupFigures {
  return figures;
}

function placesOf(child: ChildReport): readonly RankCandidate[] {
  return child.summary.groups.map((group) => ({
    folder: child.folder.key,
    name: child.folder.name,
    group,
    figures: group,
  }));
}

function placeOf({ week }: FolderSurvey): RankCandidate {
  return { survey: week.key, name: week.question.name, group: week, figures: week };
}
