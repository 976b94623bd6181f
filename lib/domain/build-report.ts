// Builds a folder's report from its own surveys and the reports of its subfolders. Merging is associative, so a parent needs
// only the reports of its direct subfolders.
import type { Week } from './calendar.ts';
import { dateOf, weeksFrom } from './calendar.ts';
import { compareRevisions } from './report-changes.ts';
import type { SurveyInFolder } from './report-inputs.ts';
import type { GroupKey } from './figures.ts';
import { computeFigures } from './figures.ts';
import { packHours, packWeeks } from './packed-series.ts';
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
  SurveyAlert,
  Summary,
  WeekdayHour,
} from './report.ts';
import { sumCounts } from './scale.ts';
import { scoreTrend } from './score-trend.ts';
import { findAccepted } from './signals/accepted.ts';
import { mergeAlarmSummaries } from './signals/alarm-summary.ts';
import { mergeClosureCounts } from './signals/closures.ts';
import { contributionsOf } from './signals/contributions.ts';
import type { JudgedGroup } from './signals/folder-judgement.ts';
import { childPart, judgeFolder, ownPart } from './signals/folder-judgement.ts';
import type { FolderSettings } from './signals/folder-settings.ts';
import { judgeGroup } from './signals/group-level.ts';
import { toColumns } from './signals/leaf-columns.ts';
import type { WeekSeries } from './signals/standard-weeks.ts';
import { addStandardWeeks } from './signals/standard-weeks.ts';
import { mergePartSums } from './signals/week-parts.ts';
import { NO_LEVEL, REPORT_VERSION } from './report-versions.ts';
import type { FigureRules, FolderSurvey } from './survey-week.ts';
import { buildTrend, targetOf } from './survey-week.ts';
import { historyWeeks } from './weeks-of-survey.ts';

/** What the report of a folder needs of a subfolder's report. */
export type ChildReport = Pick<
  Report,
  | 'reportVersion'
  | 'folder'
  | 'status'
  | 'revision'
  | 'asOf'
  | 'problems'
  | 'painPoints'
  | 'highlights'
> & {
  readonly summary: Omit<ReportSummary, 'groups'> & { readonly groups: readonly ChildGroup[] };
};

/** Its hours and weeks may be packed. */
type ChildGroup = Omit<SurveyGroup, 'hours' | 'standard'> & Pick<GroupPart, 'hours' | 'standard'>;

/** Without surveys, subfolders and ranking, to bound the memory of a run with many reports. */
export function toChildReport({
  surveys,
  subfolders,
  ranking,
  changes,
  summary,
  ...part
}: Report): ChildReport {
  const groups = summary.groups.map(({ hours, standard, ...group }) => ({
    ...group,
    hours: packHours(hours),
    standard: packWeeks(standard),
  }));
  return { ...part, summary: { ...summary, groups } };
}

/** What adds up: of a subfolder's report or of the folder's own surveys. */
interface ReportPart extends Pick<Report, 'asOf' | 'problems' | 'painPoints' | 'highlights'> {
  readonly summary: Omit<ReportSummary, 'groups' | 'closed' | 'attention'>;
  readonly groups: readonly GroupPart[];
}

/** The surveys of one kind of a part. */
interface GroupPart extends Pick<
  SurveyGroup,
  | 'indexType'
  | 'feedbackScale'
  | 'surveys'
  | 'data'
  | 'previousData'
  | 'level'
  | 'trend'
  | 'parts'
  | 'why'
> {
  readonly hours: Iterable<WeekdayHour>;
  readonly standard: WeekSeries;
  readonly folder: number;
  /** Null for a subfolder. */
  readonly survey: number | null;
}

export interface FolderPart {
  readonly folder: FolderName & { readonly path: readonly FolderName[] };
  /** Whether no folder above may read the report; omitted: whether its path is empty. */
  readonly isRoot?: boolean;
  readonly week: Week;
  /** Instant at which the facts were read. */
  readonly asOf: string;
  readonly surveys: readonly FolderSurvey[];
  /** Surveys of the week that could not be read; `problems` has the reasons. */
  readonly failed: readonly Pick<SurveyInFolder, 'key' | 'question'>[];
  /** Subfolders that have no report; `problems` has the reason. */
  readonly absent: readonly FolderName[];
  /** What is accepted in the folder, and the targets that count there. */
  readonly settings: FolderSettings;
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
  const parts = [
    partOf(folderPart),
    ...folderPart.surveys.map((survey) => surveyPart(survey, folderPart.asOf)),
    ...children.map(partOfChild),
  ];
  const problems = mergeProblems(parts.flatMap((part) => part.problems));
  const summary = buildSummary(folderPart, children, parts, rules);
  const pool = (list: 'painPoints' | 'highlights'): readonly PooledOption[] =>
    poolOptions(
      parts.map((part) => part[list]),
      new Map(summary.questions.map(({ key, asking }) => [key, asking[list]])),
    );
  const report: Report = {
    reportVersion: REPORT_VERSION,
    revision: superseded === null ? 1 : superseded.revision + 1,
    week: week.name,
    from: dateOf(week.monday),
    to: dateOf(week.monday + 7),
    previousWeek: weeksFrom(week, -1).name,
    folder,
    status: statusOf(problems, summary),
    asOf: parts.map((part) => part.asOf).reduce((a, b) => (Date.parse(b) < Date.parse(a) ? b : a)),
    problems,
    changes: null,
    summary,
    surveys: folderPart.surveys.map((survey) => survey.week).sort((a, b) => a.key - b.key),
    subfolders: children.map(subfolderOf).sort((a, b) => a.key - b.key),
    ranking: rankPlaces([
      ...children.flatMap(({ folder: { key, name }, summary: childSummary }) =>
        childSummary.groups.map((figures) => ({ folder: key, name, figures })),
      ),
      ...folderPart.surveys.map((survey) => ({
        survey: survey.week.key,
        name: survey.week.question.name,
        figures: survey.week,
      })),
    ]),
    painPoints: pool('painPoints'),
    highlights: pool('highlights'),
  };
  const previousRevision = superseded?.report ?? null;
  return previousRevision === null
    ? report
    : { ...report, changes: compareRevisions(previousRevision, report) };
}

/** One of all reports is in each part. */
function mergeProblems(problems: readonly ReportProblem[]): readonly ReportProblem[] {
  return problems.toSorted(compareProblems).filter((problem, i, sorted) => {
    const previous = sorted[i - 1];
    return previous === undefined || compareProblems(previous, problem) !== 0;
  });
}

// ── parts ───────────────────────────────────────────────────────────────────────────────────────

/** Adds a problem to a report of an earlier version, whose surveys have no levels for the new report. */
function partOfChild({ reportVersion, summary, ...child }: ChildReport): ReportPart {
  const problem: ReportProblem = {
    code: 'SIGNALS_MISSING',
    folder: child.folder.key,
    message: 'The report of this folder was created by an earlier version and has no verdicts.',
    missing: false,
  };
  return {
    ...child,
    problems: reportVersion === REPORT_VERSION ? child.problems : [...child.problems, problem],
    summary: {
      ...summary,
      places: summary.places.map((place) => ({ ...place, part: child.folder.key })),
    },
    groups: summary.groups.map((group) => ({
      ...group,
      folder: child.folder.key,
      survey: null,
    })),
  };
}

/** What the folder itself adds: its problems, and the names of what could not be read. */
function partOf({ folder, asOf, failed, absent, problems }: FolderPart): ReportPart {
  const path = folder.path.map(({ name }) => name);
  return {
    ...NOTHING,
    asOf,
    problems,
    summary: {
      ...NOTHING.summary,
      surveys: failed.length,
      questions: failed.map(({ question }) => ({
        key: question.key,
        name: question.name,
        surveys: 1,
        surveysWithResponses: 0,
        asking: { painPoints: 0, highlights: 0 },
      })),
      places: [
        ...(failed.length === 0
          ? []
          : [
              {
                folder: { key: folder.key, name: folder.name },
                path,
                surveys: failed.map(({ key, question }) => ({ key, name: question.name })),
              },
            ]),
        ...absent.map((child) => ({
          folder: child,
          path: [...path, folder.name],
          part: child.key,
          surveys: [],
        })),
      ],
    },
  };
}

const NOTHING = {
  painPoints: [],
  highlights: [],
  groups: [],
  summary: {
    surveys: 0,
    surveysWithResponses: 0,
    responses: 0,
    previousResponses: 0,
    alerts: { started: 0, carriedOver: 0, open: 0 },
    alarm: mergeAlarmSummaries([]),
    openAlerts: [],
    quiet: [],
    questions: [],
    places: [],
  },
} as const;

function surveyPart(survey: FolderSurvey, asOf: string): ReportPart {
  const { folder, week, own, quiet } = survey;
  const { key, question, responses, painPoints, highlights } = week;
  const alerts = week.alerts ?? [];
  const count = (matches: (alert: SurveyAlert) => boolean): number => alerts.filter(matches).length;
  // A list has the options with responses in either week.
  const countAsking = (list: readonly unknown[] | null): number =>
    responses > 0 && list !== null && list.length > 0 ? 1 : 0;
  return {
    asOf,
    problems: survey.problems,
    painPoints: toPooledOptions(painPoints ?? [], question.key),
    highlights: toPooledOptions(highlights ?? [], question.key),
    groups: [
      {
        ...week,
        folder: folder.key,
        survey: key,
        surveys: 1,
        hours: survey.hours,
        standard: survey.standard,
        parts: survey.partSums,
        why: [],
      },
    ],
    summary: {
      surveys: 1,
      surveysWithResponses: responses > 0 ? 1 : 0,
      responses,
      previousResponses: week.previousResponses,
      alerts: {
        started: count((alert) => alert.started),
        carriedOver: count((alert) => !alert.started),
        open: count((alert) => alert.state === 'open'),
      },
      alarm: survey.alarm,
      openAlerts: alerts
        .filter(({ state }) => state === 'open')
        .map((alert) => ({
          key: alert.key,
          folder: folder.key,
          survey: key,
          alertSpecification: alert.alertSpecification,
          alertType: alert.alertType,
          beginTime: alert.beginTime,
          minutesInWeek: alert.minutesInWeek,
        })),
      quiet: quiet === null ? [] : [quiet],
      questions: [
        {
          key: question.key,
          name: question.name,
          surveys: 1,
          surveysWithResponses: responses > 0 ? 1 : 0,
          asking: { painPoints: countAsking(painPoints), highlights: countAsking(highlights) },
        },
      ],
      places: [
        {
          folder,
          path: own.facts.path,
          surveys: [{ key, name: question.name }],
        },
      ],
    },
  };
}

// ── the summary ─────────────────────────────────────────────────────────────────────────────────

function buildSummary(
  folderPart: FolderPart,
  children: readonly ChildReport[],
  parts: readonly ReportPart[],
  rules: FigureRules,
): ReportSummary {
  const summaries = parts.map((part) => part.summary);
  const sum = (count: (summary: ReportPart['summary']) => number): number =>
    summaries.reduce((total, summary) => total + count(summary), 0);
  const names = mergePlaces(summaries.flatMap((s) => s.places));
  const { groups, closed, attention } = judgeKinds(folderPart, children, parts, names, rules);
  const openAlerts = summaries
    .flatMap((s) => s.openAlerts)
    .sort((a, b) =>
      compareInOrder(Date.parse(a.beginTime) - Date.parse(b.beginTime), a.key - b.key),
    );
  const quiet = summaries
    .flatMap((s) => s.quiet)
    .sort((a, b) => compareInOrder(a.folder - b.folder, a.survey - b.survey));
  return {
    surveys: sum((s) => s.surveys),
    surveysWithResponses: sum((s) => s.surveysWithResponses),
    responses: sum((s) => s.responses),
    previousResponses: sum((s) => s.previousResponses),
    groups,
    alerts: {
      started: sum((s) => s.alerts.started),
      carriedOver: sum((s) => s.alerts.carriedOver),
      open: sum((s) => s.alerts.open),
    },
    closed,
    alarm: mergeAlarmSummaries(summaries.map((s) => s.alarm)),
    openAlerts,
    quiet,
    questions: mergeQuestions(summaries.flatMap((s) => s.questions)),
    places: names,
    attention,
  };
}

function isRoot({ folder, isRoot: isTop = folder.path.length === 0 }: FolderPart): boolean {
  return isTop;
}

/** The names by folder: each survey occurs once, its folder in the part of each of its surveys. */
function mergePlaces(places: readonly PlaceName[]): readonly PlaceName[] {
  return [...Map.groupBy(places, ({ folder }) => folder.key).values()]
    .flatMap((same) =>
      same.slice(0, 1).map((place) => ({
        ...place,
        surveys: same.flatMap(({ surveys }) => surveys).sort((a, b) => a.key - b.key),
      })),
    )
    .sort((a, b) => a.folder.key - b.folder.key);
}

/** The groups by kind, and the list of the folder. */
function judgeKinds(
  folderPart: FolderPart,
  children: readonly ChildReport[],
  parts: readonly ReportPart[],
  names: readonly PlaceName[],
  rules: FigureRules,
): Pick<ReportSummary, 'groups' | 'closed' | 'attention'> {
  const byKind = Map.groupBy(
    parts.flatMap((part) => part.groups),
    groupName,
  );
  const merged = [...byKind.values()].map((sameKind) => mergeSameKind(sameKind, folderPart, rules));
  const judged = judgeFolder({
    folder: { key: folderPart.folder.key, name: folderPart.folder.name },
    isRoot: isRoot(folderPart),
    parts: [
      ownPart(
        folderPart.surveys.map(({ own }) => own),
        mergeClosureCounts(folderPart.surveys.map(({ closures }) => closures)),
      ),
      ...children.map(({ summary }) => childPart(summary.groups, summary)),
    ],
    standards: merged,
    names,
  });
  const judgedByKind = new Map(judged.groups.map((group) => [groupName(group), group]));
  return {
    groups: merged
      .map((group): SurveyGroup => ({
        ...group,
        ...(judgedByKind.get(groupName(group)) ?? unjudged(group)),
      }))
      .sort(compareGroups),
    closed: judged.closed,
    attention: judged.attention,
  };
}

/** Of surveys in reports of earlier versions, only the sums are known. */
function unjudged({ indexType, feedbackScale }: GroupKey): JudgedGroup {
  return {
    indexType,
    feedbackScale,
    common: null,
    spread: 1,
    spread4: 1,
    leaves: toColumns([], true),
  };
}

const NO_GROUP_LEVEL = { level: NO_LEVEL, rest: null };

/** A kind's figures, without the comparison of its surveys. */
function mergeSameKind(
  sameKind: readonly GroupPart[],
  { folder, week, settings }: FolderPart,
  rules: FigureRules,
): Omit<SurveyGroup, keyof JudgedGroup> & GroupKey {
  const kind: GroupKey = {
    indexType: sameKind[0]?.indexType ?? '',
    feedbackScale: sameKind[0]?.feedbackScale ?? '',
  };
  const trends = sameKind.map(({ trend }) => new Map(trend.map(({ week: w, data }) => [w, data])));
  const trend = buildTrend(week, kind, ({ name }) =>
    sumCounts(trends.map((data) => data.get(name) ?? [])),
  );
  const figures = computeFigures(
    sumCounts(sameKind.map((group) => group.data)),
    sumCounts(sameKind.map((group) => group.previousData)),
    kind,
    rules.minResponses,
  );
  const known = sameKind.filter(({ standard }) => standard.length > 0);
  const standard = addStandardWeeks(known);
  const accepted = findAccepted(
    settings.accepted,
    { folder: folder.key, survey: null, kind: 'level' },
    week.name,
  );
  // Of surveys whose weeks before could not be read, and of reports of earlier versions, nothing is compared.
  const isUnknown = known.length === 0 && sameKind.some(({ level }) => level.verdict === null);
  const { level, rest } = isUnknown
    ? NO_GROUP_LEVEL
    : judgeGroup(
        {
          ...kind,
          names: historyWeeks(week).map(({ name }) => name),
          standard,
          index: figures.index,
        },
        {
          accepted:
            accepted === null ? null : { kind: 'level', week: accepted.week, by: accepted.by },
          target: targetOf(settings, kind),
        },
      );
  return {
    ...figures,
    level,
    ...kind,
    surveys: sameKind.reduce((total, group) => total + group.surveys, 0),
    trend,
    hours: mergeHours(sameKind),
    standard,
    why: contributionsOf(known),
    rest,
    parts: mergePartSums(sameKind.map((group) => group.parts).filter((sums) => sums.length > 0)),
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
      asking: {
        painPoints: same.reduce((sum, { asking }) => sum + asking.painPoints, 0),
        highlights: same.reduce((sum, { asking }) => sum + asking.highlights, 0),
      },
    }))
    .sort((a, b) => a.key - b.key);
}

function mergeHours(groups: readonly Pick<GroupPart, 'hours'>[]): readonly WeekdayHour[] {
  const cells = new Map<number, number[]>();
  for (const { hours } of groups) {
    for (const { weekday, hour, data } of hours) {
      const index = weekday * 24 + hour;
      const sum = cells.get(index) ?? [];
      for (const [i, count] of data.entries()) sum[i] = (sum[i] ?? 0) + count;
      cells.set(index, sum);
    }
  }
  return [...cells]
    .sort(([a], [b]) => a - b)
    .map(([index, data]) => ({ weekday: Math.floor(index / 24), hour: index % 24, data }));
}

function statusOf(
  problems: readonly ReportProblem[],
  { responses }: Pick<ReportSummary, 'responses'>,
): ReportStatus {
  if (problems.some((problem) => problem.missing)) return 'partial';
  return responses === 0 ? 'empty' : 'complete';
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
    trend: scoreTrend(child.summary.groups),
    summary: subfolderSummary(child.summary),
  };
}

function subfolderSummary({
  questions,
  places,
  attention,
  ...summary
}: ChildReport['summary']): Summary<GroupFigures> {
  return { ...summary, groups: summary.groups.map(toListFigures) };
}

function toListFigures({
  trend,
  hours,
  standard,
  spread,
  spread4,
  why,
  rest,
  parts,
  leaves,
  ...figures
}: ChildGroup): GroupFigures {
  const { last } = figures.level;
  // A verdict of a later release can be read but not written.
  return last?.verdict === null ? { ...figures, level: { ...figures.level, last: null } } : figures;
}
