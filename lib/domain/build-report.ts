// Builds a folder's report from its own surveys and the reports of its subfolders. Merging is associative, so a parent needs
// only the reports of its direct subfolders.
import type { Week } from './calendar.ts';
import { dateOf, weeksFrom } from './calendar.ts';
import { compareRevisions } from './report-changes.ts';
import type { SurveyInFolder } from './report-inputs.ts';
import type { GroupKey } from './figures.ts';
import { computeFigures } from './figures.ts';
import type { PooledOption } from './follow-ups.ts';
import { toPooledOptions, poolOptions } from './follow-ups.ts';
import { compareText, compareInOrder } from './order.ts';
import { compareGroups, groupName, rankPlaces } from './ranking.ts';
import type {
  AskedQuestion,
  FolderName,
  PlaceName,
  ReportSummary,
  SurveyGroup,
  GroupFigures,
  ReportProblem,
  Report,
  ReportStatus,
  Subfolder,
  Summary,
  WeekdayHour,
} from './report.ts';
import { sumCounts } from './scale.ts';
import type { CandidateFacts } from './signals/attention.ts';
import type { EntrySurvey } from './signals/entry.ts';
import {
  buildAttention,
  candidatesOf,
  mergeCandidates,
  standingLowOf,
} from './signals/attention.ts';
import { mergeCells } from './signals/hour-cells.ts';
import { buildLeague } from './signals/league.ts';
import { computeSignal, usualDataOf } from './signals/signal.ts';
import type { SurveyPlace } from './signals/why.ts';
import { explainChange, mergeLeaves } from './signals/why.ts';
import type { FigureRules, FolderSurvey } from './survey-week.ts';
import { buildTrend } from './survey-week.ts';

/** What a report is merged from: a child's report or the folder's own surveys. */
export interface ReportPart extends Pick<
  Report,
  'asOf' | 'problems' | 'painPoints' | 'highlights'
> {
  /** Each folder makes its own attention list. */
  readonly summary: Omit<ReportSummary, 'attention'>;
}

type MergedReport = ReportPart & Pick<Report, 'summary'>;

export type ChildReport = MergedReport &
  Pick<Report, 'reportVersion' | 'folder' | 'status' | 'revision'>;

export interface FolderPart {
  readonly folder: FolderName & { readonly path: readonly FolderName[] };
  readonly week: Week;
  /** Instant at which the facts were read. */
  readonly asOf: string;
  readonly surveys: readonly FolderSurvey[];
  /** Surveys of the week that could not be read; `problems` has the reasons. */
  readonly failed: readonly Pick<SurveyInFolder, 'key' | 'question'>[];
  /** Subfolders that have no report; `problems` has the reason. */
  readonly absent: readonly FolderName[];
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
  const mergedReport = mergeReports(
    [partOf(folderPart, rules), ...children.map(withSignalsProblem)],
    week,
    rules,
  );
  const report: Report = {
    reportVersion: '2',
    revision: superseded === null ? 1 : superseded.revision + 1,
    week: week.name,
    from: dateOf(week.monday),
    to: dateOf(week.monday + 7),
    previousWeek: weeksFrom(week, -1).name,
    folder,
    status: statusOf(mergedReport),
    asOf: mergedReport.asOf,
    problems: mergedReport.problems,
    changes: null,
    summary: mergedReport.summary,
    surveys: folderPart.surveys.map((survey) => survey.week).sort((a, b) => a.key - b.key),
    subfolders: children.map(subfolderOf).sort((a, b) => a.key - b.key),
    ranking: rankPlaces([
      ...children.flatMap(({ folder: { key, name }, summary }) =>
        summary.groups.map((figures) => ({ folder: key, name, figures })),
      ),
      ...folderPart.surveys.map((survey) => ({
        survey: survey.week.key,
        name: survey.week.question.name,
        figures: survey.week,
      })),
    ]),
    painPoints: mergedReport.painPoints,
    highlights: mergedReport.highlights,
  };
  const previousRevision = superseded?.report ?? null;
  return previousRevision === null
    ? report
    : { ...report, changes: compareRevisions(previousRevision, report) };
}

/** Adds a problem to a report of version "1", whose surveys have no signals for the new report. */
function withSignalsProblem(child: ChildReport): ReportPart {
  if (child.reportVersion === '2') return child;
  const problem: ReportProblem = {
    code: 'SIGNALS_MISSING',
    folder: child.folder.key,
    message: 'The report of this folder was created by an earlier version and has no verdicts.',
    missing: false,
  };
  return { ...child, problems: [...child.problems, problem] };
}

/** Merges parts of one week. The operation is associative and does not depend on the order. */
export function mergeReports(
  parts: readonly ReportPart[],
  week: Week,
  rules: FigureRules,
): MergedReport {
  // One of all reports is in each part.
  const problems = parts
    .flatMap((part) => part.problems)
    .sort(compareProblems)
    .filter((problem, i, sorted) => {
      const previous = sorted[i - 1];
      return previous === undefined || compareProblems(previous, problem) !== 0;
    });
  const summary = mergeSummaries(
    parts.map((part) => part.summary),
    problems,
    week,
    rules,
  );
  const pool = (listOf: (part: ReportPart) => readonly PooledOption[]): readonly PooledOption[] =>
    poolOptions(parts.map(listOf), summary.questions);
  return {
    asOf: parts.map((part) => part.asOf).reduce((a, b) => (Date.parse(b) < Date.parse(a) ? b : a)),
    problems,
    summary,
    painPoints: pool((part) => part.painPoints),
    highlights: pool((part) => part.highlights),
  };
}

function mergeSummaries(
  summaries: readonly ReportPart['summary'][],
  problems: readonly ReportProblem[],
  week: Week,
  rules: FigureRules,
): ReportSummary {
  const sum = (count: (summary: ReportPart['summary']) => number): number =>
    summaries.reduce((total, summary) => total + count(summary), 0);
  const mergedFigures = {
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
    alarm: {
      badMinutes: sum((s) => s.alarm.badMinutes),
      goodMinutes: sum((s) => s.alarm.goodMinutes),
    },
    openAlerts: summaries
      .flatMap((s) => s.openAlerts)
      .sort((a, b) =>
        compareInOrder(Date.parse(a.beginTime) - Date.parse(b.beginTime), a.key - b.key),
      ),
    quiet: summaries
      .flatMap((s) => s.quiet)
      .sort((a, b) => compareInOrder(a.folder - b.folder, a.survey - b.survey)),
  };
  // Only places that another part of the summary refers to by key, since a company may have thousands. Each folder occurs
  // once: its surveys are in its own input; a folder without a report is in its parent's.
  const places = mentionedPlaces(
    summaries.flatMap((s) => s.places).sort((a, b) => a.folder.key - b.folder.key),
    [
      ...mergedFigures.groups.flatMap(({ leaves }) => leaves),
      ...mergedFigures.openAlerts,
      ...mergedFigures.quiet,
      ...problems,
    ],
    problems,
  );
  const candidates = mergeCandidates(summaries.map((s) => s.signals));
  return {
    ...mergedFigures,
    questions: mergeQuestions(summaries.flatMap((s) => s.questions)),
    places,
    signals: { version: 1, ...candidates },
    attention: buildAttention(
      candidates,
      standingLowOf(mergedFigures.groups, createSurveyLookup(places)),
    ),
  };
}

function createSurveyLookup(places: readonly PlaceName[]): (place: SurveyPlace) => EntrySurvey {
  const surveys = new Map(
    places.flatMap(({ folder, path, surveys: named }) =>
      named.map((survey) => [survey.key, { folder, path, survey, trend: [] }]),
    ),
  );
  return ({ folder, survey }) =>
    surveys.get(survey) ?? {
      folder: { key: folder, name: '' },
      path: [],
      survey: { key: survey, name: '' },
      trend: [],
    };
}

function mergeQuestions(questions: readonly AskedQuestion[]): readonly AskedQuestion[] {
  return [...Map.groupBy(questions, ({ key }) => key)]
    .map(([key, same]) => ({
      key,
      // Independent of the order of merging.
      name: same.map(({ name }) => name).reduce((a, b) => (b < a ? b : a)),
      surveys: same.reduce((sum, { surveys }) => sum + surveys, 0),
      surveysWithResponses: same.reduce((sum, question) => sum + question.surveysWithResponses, 0),
    }))
    .sort((a, b) => a.key - b.key);
}

/** The places of these surveys, and of the folders that the problems mention. */
function mentionedPlaces(
  places: readonly PlaceName[],
  mentions: readonly Pick<ReportProblem, 'survey'>[],
  problems: readonly ReportProblem[],
): readonly PlaceName[] {
  const surveys = new Set(mentions.map(({ survey }) => survey));
  const folders = new Set(problems.map(({ folder }) => folder));
  return places.flatMap((place) => {
    const namedSurveys = place.surveys.filter(({ key }) => surveys.has(key));
    return namedSurveys.length > 0 || folders.has(place.folder.key)
      ? [{ ...place, surveys: namedSurveys }]
      : [];
  });
}

/** The folder's own surveys as a part to merge. */
function partOf(folderPart: FolderPart, rules: FigureRules): ReportPart {
  const weeks = folderPart.surveys.map((survey) => survey.week);
  const alerts = folderPart.surveys.flatMap(({ folder, week }) =>
    (week.alerts ?? []).map((alert) => ({ folder: folder.key, survey: week.key, alert })),
  );
  const count = (matches: (alert: (typeof alerts)[number]['alert']) => boolean): number =>
    alerts.filter(({ alert }) => matches(alert)).length;
  const path = folderPart.folder.path.map(({ name }) => name);
  const candidates = mergeCandidates(
    folderPart.surveys.flatMap((survey) => {
      const facts = candidateFacts(survey, path, rules);
      return facts === null ? [] : [candidatesOf(facts)];
    }),
  );
  return {
    asOf: folderPart.asOf,
    problems: [...folderPart.problems, ...folderPart.surveys.flatMap((survey) => survey.problems)],
    summary: {
      surveys: weeks.length + folderPart.failed.length,
      surveysWithResponses: weeks.filter((w) => w.responses > 0).length,
      responses: weeks.reduce((sum, w) => sum + w.responses, 0),
      previousResponses: weeks.reduce((sum, w) => sum + w.previousResponses, 0),
      groups: folderPart.surveys.map((survey) => groupOf(survey, rules)),
      alerts: {
        started: count((alert) => alert.started),
        carriedOver: count((alert) => !alert.started),
        open: count((alert) => alert.state === 'open'),
      },
      alarm: {
        badMinutes: weeks.reduce((sum, { alarm }) => sum + (alarm?.badMinutes ?? 0), 0),
        goodMinutes: weeks.reduce((sum, { alarm }) => sum + (alarm?.goodMinutes ?? 0), 0),
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
      questions: questionsOf(folderPart),
      places: placesOf(folderPart),
      signals: { version: 1, ...candidates },
    },
    painPoints: weeks.flatMap((w) => toPooledOptions(w.painPoints ?? [], w.question.key)),
    highlights: weeks.flatMap((w) => toPooledOptions(w.highlights ?? [], w.question.key)),
  };
}

function questionsOf({ surveys, failed }: FolderPart): readonly AskedQuestion[] {
  return [
    ...surveys.map(({ week: { question, responses } }) => ({
      key: question.key,
      name: question.name,
      surveys: 1,
      surveysWithResponses: responses > 0 ? 1 : 0,
    })),
    ...failed.map(({ question }) => ({
      key: question.key,
      name: question.name,
      surveys: 1,
      surveysWithResponses: 0,
    })),
  ];
}

/** The names of the folder's surveys, and of its subfolders without a report. */
function placesOf({ folder, surveys, failed, absent }: FolderPart): readonly PlaceName[] {
  const path = folder.path.map(({ name }) => name);
  const namedPlaces = [
    ...surveys.map((survey) => ({ folder: survey.folder, survey: survey.week })),
    ...failed.map((survey) => ({ folder, survey })),
  ];
  return [
    ...[...Map.groupBy(namedPlaces, (place) => place.folder.key).values()].flatMap((sameFolder) =>
      sameFolder.slice(0, 1).map((place) => ({
        folder: { key: place.folder.key, name: place.folder.name },
        path,
        surveys: sameFolder
          .map(({ survey: { key, question } }) => ({ key, name: question.name }))
          .sort((a, b) => a.key - b.key),
      })),
    ),
    ...absent.map((child) => ({ folder: child, path: [...path, folder.name], surveys: [] })),
  ];
}

/** Null for a survey of a report of version "1", which has no signals. */
function candidateFacts(
  { folder, week }: FolderSurvey,
  path: readonly string[],
  { minResponses }: FigureRules,
): CandidateFacts | null {
  const { signal, volume } = week;
  if (signal === null || volume === null) return null;
  return {
    ...week,
    signal,
    volume,
    folder,
    path,
    survey: { key: week.key, name: week.question.name },
    trend: week.trend.map((past) => (past.responses < minResponses ? null : past.index)),
    badMinutes: week.alarm?.badMinutes ?? 0,
  };
}

function groupOf(
  { folder, week, hours, cells }: FolderSurvey,
  { minResponses }: FigureRules,
): SurveyGroup {
  const { key: survey, data, previousData, trend, signal } = week;
  const usualLevel = usualDataOf(trend, signal, minResponses);
  const leaves = [{ folder: folder.key, survey, data, previousData, ...usualLevel }];
  // `why` and `league` are computed when the groups are merged.
  return { ...week, surveys: 1, hours, cells, why: null, leaves, otherLeaves: null, league: null };
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
  const kind: GroupKey = {
    indexType: sameKind[0]?.indexType ?? '',
    feedbackScale: sameKind[0]?.feedbackScale ?? '',
  };
  const trends = sameKind.map(({ trend }) => new Map(trend.map(({ week: w, data }) => [w, data])));
  const trend = buildTrend(week, kind, ({ name }) =>
    sumCounts(trends.map((data) => data.get(name) ?? [])),
  );
  // The signal of a single survey or subfolder is already computed.
  const single = sameKind.length === 1 ? (sameKind[0]?.signal ?? null) : null;
  const signal = single ?? computeSignal(trend, kind, rules.minResponses);
  const { leaves, otherLeaves } = mergeLeaves(
    sameKind.map((group) => group.leaves),
    sameKind.map((group) => group.otherLeaves),
  );
  return {
    ...computeFigures(
      sumCounts(sameKind.map((group) => group.data)),
      sumCounts(sameKind.map((group) => group.previousData)),
      kind,
      rules.minResponses,
    ),
    signal,
    ...kind,
    surveys: sameKind.reduce((sum, group) => sum + group.surveys, 0),
    trend,
    hours: mergeHours(sameKind.flatMap((group) => group.hours)),
    cells: mergeCells(sameKind.map((group) => group.cells)),
    why: explainChange(leaves, kind, signal.verdict),
    leaves,
    otherLeaves,
    league: buildLeague(leaves, kind),
  };
}

function mergeHours(hours: readonly WeekdayHour[]): readonly WeekdayHour[] {
  const cells = Map.groupBy(hours, ({ weekday, hour }) => weekday * 24 + hour);
  return [...cells]
    .sort(([a], [b]) => a - b)
    .map(([index, same]) => ({
      weekday: Math.floor(index / 24),
      hour: index % 24,
      data: sumCounts(same.map(({ data }) => data)),
    }));
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
    summary: subfolderSummary(child.summary),
  };
}

function subfolderSummary({
  questions,
  places,
  signals,
  attention,
  ...summary
}: Report['summary']): Summary<GroupFigures> {
  return { ...summary, groups: summary.groups.map(toListFigures) };
}

/** What lists and tables show of a report. */
export interface Headline
  extends
    Pick<Report, 'reportVersion'>,
    Pick<Summary<GroupFigures>, 'responses' | 'groups' | 'alerts'>,
    Pick<ReportSummary, 'attention'> {
  /** Those that the report's problems mention: a run holds the headlines of thousands of reports. */
  readonly places: ReportSummary['places'];
}

export function toHeadline({
  reportVersion,
  problems,
  summary,
}: Pick<Report, 'reportVersion' | 'problems' | 'summary'>): Headline {
  const { responses, groups, alerts, attention } = summary;
  return {
    reportVersion,
    responses,
    groups: groups.map(toListFigures),
    alerts,
    attention,
    places: mentionedPlaces(summary.places, problems, problems),
  };
}

function toListFigures({
  trend,
  hours,
  cells,
  why,
  leaves,
  otherLeaves,
  league,
  ...figures
}: SurveyGroup): GroupFigures {
  return figures;
}
