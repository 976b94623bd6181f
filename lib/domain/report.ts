// The report of one folder and week as plain data, from which the PDF and the JSON are made. The shape and the order of the
// keys are published in lib/adapters/json/report.schema.json.
import type { Figures, GroupKey } from './figures.ts';
import type { FollowUpOption, PooledOption } from './follow-ups.ts';
import type { RankedPlace } from './ranking.ts';
import type { AlarmGroup, SurveyAlert } from './signals/alarm.ts';
import type { AlarmSummary } from './signals/alarm-summary.ts';
import type {
  Attention,
  ClosureCounts,
  Common,
  HistoryWeek,
  LeafColumns,
  Level,
  PartSums,
  Reason,
  Spell,
  StandardWeek,
  SurveyPlace,
  VolumeLevel,
  WeekPart,
  WhyPart,
} from './signals/model.ts';

export type { SurveyAlert } from './signals/alarm.ts';

/** Why data is missing or unusual. `missing`: required data is not in the report, which makes it partial. */
export interface ReportProblem {
  readonly code: string;
  readonly survey?: number;
  readonly folder?: number;
  readonly message: string;
  readonly missing: boolean;
}

export type ReportStatus = 'complete' | 'partial' | 'empty';

export interface FolderName {
  readonly key: number;
  readonly name: string;
}

/** Counts by response index, worst first. */
export type Counts = readonly number[];

/** One local week [start, end); ISO 8601 with colon offsets. */
export interface Period {
  readonly start: string;
  readonly end: string;
  readonly hours: number;
}

export interface CountedPeriod {
  readonly data: Counts;
  readonly responses: number;
  readonly index: number | null;
}

/** A local calendar day of the week. */
export interface SurveyDay extends CountedPeriod {
  readonly date: string;
}

/** A local wall-clock hour with responses; the repeated hour when clocks go back is one cell. */
export interface HourCell {
  readonly date: string;
  readonly hour: number;
  readonly data: Counts;
}

export interface TrendWeek extends CountedPeriod {
  readonly week: string;
}

/** The responses of a weekday (1 = Monday) and local hour. */
export interface WeekdayHour {
  readonly weekday: number;
  readonly hour: number;
  readonly data: Counts;
}

/** Figures with the level that the earlier weeks allow; its state is null in figures from a report of an earlier version. */
export interface JudgedFigures extends Figures {
  readonly level: Level;
}

export interface SurveyWeek extends JudgedFigures {
  readonly key: number;
  readonly question: { readonly key: number; readonly name: string; readonly locale: string };
  readonly timeZone: string;
  readonly surveyType: string;
  readonly indexType: string;
  readonly feedbackScale: string;
  readonly period: Period;
  readonly previousPeriod: Period;
  readonly days: readonly SurveyDay[];
  readonly hours: readonly HourCell[];
  readonly trend: readonly TrendWeek[];
  /** 61 weeks, oldest first; null where the weeks before the trend could not be read, and in a report of an earlier version. */
  readonly history: readonly HistoryWeek[] | null;
  readonly silent: Spell | null;
  /** Null in a report of an earlier version. */
  readonly volume: VolumeLevel | null;
  /** What the follow-ups or the parts of the week say of a state `new`, `still` or `better`. */
  readonly reason: Reason | null;
  readonly parts: readonly WeekPart[];
  /** Minutes of the week with an open alert about bad feedback, about good feedback; null when the alerts could not be read. */
  readonly badMinutes: number | null;
  readonly goodMinutes: number | null;
  readonly painPoints: readonly FollowUpOption[] | null;
  readonly highlights: readonly FollowUpOption[] | null;
  readonly alerts: readonly SurveyAlert[] | null;
  /** The alerts by specification, type and direction; null when they could not be read. */
  readonly alarm: { readonly groups: readonly AlarmGroup[] } | null;
}

/** The pooled figures of all surveys of one index type and scale. */
export interface GroupFigures extends JudgedFigures, GroupKey {
  readonly surveys: number;
  /** What the surveys have in common this week; null with fewer than eight that can be compared. */
  readonly common: Common | null;
}

export interface SurveyGroup extends GroupFigures {
  readonly trend: readonly TrendWeek[];
  readonly hours: readonly WeekdayHour[];
  /** 61 weeks of the surveys with a known level, oldest first; empty without one. */
  readonly standard: readonly StandardWeek[];
  /** How much more the surveys vary than their own weeks explain, by this week and by four weeks. */
  readonly spread: number;
  readonly spread4: number;
  /** What the subfolders and surveys contributed to the group's difference. */
  readonly why: readonly WhyPart[];
  /** The part of the difference that is older than the surveys' usual levels. */
  readonly rest: number | null;
  readonly parts: readonly PartSums[];
  readonly leaves: LeafColumns;
}

export interface OpenAlert extends SurveyPlace {
  readonly key: number;
  readonly alertSpecification: number;
  readonly alertType: string;
  readonly beginTime: string;
  readonly minutesInWeek: number;
}

/** An active survey with a day without responses, or with fewer responses than the minimum. */
export interface QuietSurvey extends SurveyPlace {
  readonly silentDays: number;
  readonly responses: number;
}

/** The figures of a subtree that its parent lists. */
export interface Summary<G extends GroupFigures = SurveyGroup> {
  readonly surveys: number;
  readonly surveysWithResponses: number;
  readonly responses: number;
  readonly previousResponses: number;
  readonly groups: readonly G[];
  readonly alerts: {
    readonly started: number;
    readonly carriedOver: number;
    readonly open: number;
  };
  /** Closures by time zone, by its name. */
  readonly closed: readonly ClosureCounts[];
  /** Places in alarm; of the surveys of which the alerts were read. */
  readonly alarm: AlarmSummary;
  readonly openAlerts: readonly OpenAlert[];
  readonly quiet: readonly QuietSurvey[];
}

/** A question that surveys of the subtree ask. */
export interface AskedQuestion {
  readonly key: number;
  readonly name: string;
  readonly surveys: number;
  readonly surveysWithResponses: number;
  /** Surveys with responses this week that had one in the list this week or last. */
  readonly asking: { readonly painPoints: number; readonly highlights: number };
}

/** The name of a folder of the subtree, with those of its surveys, that other parts of the report only have by key. */
export interface PlaceName {
  readonly folder: FolderName;
  /** Names of the folders above it, root first. */
  readonly path: readonly string[];
  /**
   * The direct subfolder in which it is; absent for the folder itself, and in a report that was made before lists had all
   * surveys.
   */
  readonly part?: number;
  /** With the names of their questions. */
  readonly surveys: readonly FolderName[];
}

export interface ReportSummary extends Summary {
  readonly questions: readonly AskedQuestion[];
  readonly places: readonly PlaceName[];
  readonly attention: Attention;
}

export interface Subfolder {
  readonly key: number;
  readonly name: string;
  readonly status: ReportStatus;
  readonly revision: number;
  readonly asOf: string;
  /**
   * The mean of the buttons of thirteen weeks, 0–100 and rounded, oldest first; null where it is not measured. Absent in a
   * report that was made before lists had all surveys.
   */
  readonly trend?: readonly (number | null)[];
  readonly summary: Summary<GroupFigures>;
}

interface BeforeAfter<T> {
  readonly before: T;
  readonly after: T;
}

/** Figures of two revisions; null on the side that doesn't have the group or survey. */
export interface FigureChange {
  readonly responses: BeforeAfter<number | null>;
  readonly index: BeforeAfter<number | null>;
}

/** Differences from the previous revision. */
export interface ReportChanges {
  readonly revision: number;
  readonly asOf: string;
  readonly status: BeforeAfter<ReportStatus>;
  readonly responses: BeforeAfter<number>;
  readonly previousResponses: BeforeAfter<number>;
  readonly openAlerts: BeforeAfter<number>;
  /** Groups whose figures differ. */
  readonly groups: readonly (GroupKey & FigureChange)[];
  /** The folder's own surveys whose figures differ. */
  readonly surveys: readonly ({ readonly key: number } & FigureChange)[];
  readonly problemsSolved: readonly ReportProblem[];
  readonly problemsArisen: readonly ReportProblem[];
}

export interface Report {
  /** Reports of earlier versions have no levels: their states are null, and lists made from them are empty. */
  readonly reportVersion: '2' | '3';
  readonly revision: number;
  readonly week: string;
  readonly from: string;
  readonly to: string;
  readonly previousWeek: string;
  readonly folder: FolderName & { readonly path: readonly FolderName[] };
  readonly status: ReportStatus;
  readonly asOf: string;
  readonly problems: readonly ReportProblem[];
  readonly changes: ReportChanges | null;
  readonly summary: ReportSummary;
  readonly surveys: readonly SurveyWeek[];
  readonly subfolders: readonly Subfolder[];
  readonly ranking: readonly RankedPlace[];
  readonly painPoints: readonly PooledOption[];
  readonly highlights: readonly PooledOption[];
}
