// What a report of version "3" says of levels, silence, volume, lists and groups: the shapes that the rules beside this file
// compute and the JSON stores. Weekdays are 1–7, Monday 1. Weeks are ISO weeks; `weeks` counts calendar weeks.
import type { GroupKey } from '../figures.ts';

export type LevelVerdict = 'low' | 'usual' | 'high' | 'tooFew' | 'new';
export type LevelState =
  'silent' | 'new' | 'still' | 'recovered' | 'better' | 'newPlace' | 'tooFew' | 'usual';
/** What a verdict `low` or `high` rests on. */
export type LevelBasis = 'week' | 'fourWeeks' | 'year';

export interface FourWeeks {
  readonly index: number;
  readonly responses: number;
  readonly difference: number;
  /** Null with state `recovered`, which compares with an earlier level. */
  readonly z: number | null;
}

/** The result of the latest judged week of the four weeks before, as this week's walk judges it. */
export interface LastLevel {
  readonly week: string;
  /** Null in a stored report of a later release that has another one. */
  readonly verdict: Exclude<LevelVerdict, 'tooFew'> | null;
  /** Null when it was not known yet. */
  readonly usual: number | null;
  readonly difference: number | null;
  readonly difference4: number | null;
}

export interface TargetResult {
  readonly value: number;
  readonly met: boolean | null;
  /** Whether ordinary weeks always meet the target, never, or by chance. */
  readonly assurance: 'passes' | 'fails' | 'hitOrMiss' | null;
}

/** An accepted level, number of responses or closure that counts in this week. */
export interface AcceptedInWeek {
  readonly kind: 'level' | 'volume' | 'closed';
  readonly week: string;
  readonly by: string;
}

/** The level of a place or of a group; `state` is null where the weeks before could not be read. */
export interface Level {
  readonly state: LevelState | null;
  readonly verdict: LevelVerdict | null;
  readonly basis: LevelBasis | null;
  readonly usual: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly difference: number | null;
  readonly z: number | null;
  readonly fourWeeks: FourWeeks | null;
  readonly since: string | null;
  readonly weeks: number | null;
  readonly lossWeek: number | null;
  readonly lossTotal: number | null;
  readonly was: number | null;
  readonly lowWeeks: number | null;
  readonly settled: boolean;
  readonly swings: boolean;
  readonly swing: number | null;
  readonly weeksUsed: number | null;
  readonly yearDifference: number | null;
  readonly lastYear: number | null;
  readonly asLastYear: boolean | null;
  readonly last: LastLevel | null;
  readonly target: TargetResult | null;
  readonly accepted: AcceptedInWeek | null;
}

export interface VolumeLevel {
  /** Null in a stored report of a later release that has another one. */
  readonly verdict: LevelVerdict | null;
  readonly basis: LevelBasis | null;
  readonly usual: number | null;
  readonly ratio: number | null;
  readonly z: number | null;
  readonly since: string | null;
  readonly weeks: number | null;
  readonly settled: boolean;
  readonly asLastYear: boolean;
}

/** Open days without a response that chance does not explain. */
export interface Spell {
  readonly fromDay: number;
  readonly days: number;
  readonly ongoing: boolean;
  readonly expected: number;
  readonly p: number;
  /** Empty weeks in a row, this one included; null unless the whole week is empty. */
  readonly weeks: number | null;
}

/** An own verdict in lists: `slow` is low by the year. */
export type JudgedVerdict = 'low' | 'slow' | 'usual' | 'high';

/**
 * What a folder needs of a survey's level to compare it with the surveys around it: section 4 of the rules. The differences
 * are from the usual level of step 3, also when the verdict rests on the year. `difference` and `sd` are null for small
 * surveys, of which four weeks are compared.
 */
export interface LevelEvidence {
  readonly small: boolean;
  /** Null where the week has none. */
  readonly verdict: JudgedVerdict | null;
  readonly verdictLast: JudgedVerdict | null;
  /** Whether one of the two latest judged weeks of the four before was low, high. */
  readonly beforeLow: boolean;
  readonly beforeHigh: boolean;
  readonly difference: number | null;
  readonly sd: number | null;
  readonly responses4: number | null;
  readonly difference4: number | null;
  readonly sd4: number | null;
  /** Difference of the last judged week from the usual level of this week: e. */
  readonly lastDifference: number | null;
  readonly yearDifference: number | null;
  /** First and last week of the reference, as positions 0…60; null without one. */
  readonly refFrom: number | null;
  readonly refTo: number | null;
}

export type VolumeEvidence = Omit<
  LevelEvidence,
  'small' | 'responses4' | 'yearDifference' | 'refFrom' | 'refTo'
> & { readonly asLastYear: boolean };

/** A week of a group's standardised level: sums over leaves of n, n(x−c) and n·V. */
export interface StandardWeek {
  readonly n: number;
  readonly sum: number;
  readonly variance: number;
}

/** A week 0…60 of a survey or a group: counts by response index. */
export interface HistoryWeek {
  readonly week: string;
  readonly data: readonly number[];
}

export type Reason =
  | {
      readonly kind: 'painPoint' | 'highlight';
      readonly option: { readonly key: number; readonly name: string };
      /** Presses of this week. */
      readonly presses: number;
      /** Presses of last week; null for a state `still`, which is not compared. */
      readonly previousPresses: number | null;
      /** Presses of the option's list this week. */
      readonly listPresses: number;
    }
  | {
      readonly kind: 'weekday' | 'part';
      /** 1–7, or 0–3 for the six hours from local midnight on. */
      readonly at: number;
      readonly responses: number;
      /** Index of these hours this week. */
      readonly index: number;
      /** Index of these hours in the twelve weeks before. */
      readonly usual: number;
    };

/** A weekday, or the same six hours of all days, compared with the week; one of `weekday` and `part` is null. */
export interface WeekPart {
  readonly weekday: number | null;
  readonly part: number | null;
  readonly responses: number;
  readonly difference: number;
  readonly usual: number;
  readonly z: number;
  readonly says: 'new' | 'always' | null;
}

/** Sums over surveys for a weekday or a part of the day: section 9. */
export interface PartSums {
  readonly weekday: number | null;
  readonly part: number | null;
  readonly n: number;
  readonly m: number;
  readonly nD: number;
  readonly nE: number;
  readonly v: number;
  readonly a: number;
}

/** Open and empty surveys by weekday from Monday, of one time zone. */
export interface ClosureCounts {
  readonly timeZone: string;
  readonly open: readonly number[];
  readonly empty: readonly number[];
  /** Weekdays that are closed for enough surveys to be one closure. */
  readonly shared: readonly number[];
}

/** What the surveys of a folder have in common this week. */
export interface Common {
  readonly shift: number;
  readonly se: number;
  /** Weighted median of the differences; `shift` is drawn to 0 from it. */
  readonly median: number;
  readonly places: number;
  readonly below: number;
}

export interface WhyPart {
  readonly folder: number;
  /** Null for the sum of a direct subfolder. */
  readonly survey: number | null;
  readonly rate: number;
}

/** Kinds of entries of a list, in the order in which a survey's entry is chosen. */
export const ENTRY_STATES = [
  'silent',
  'new',
  'still',
  'volumeLow',
  'inAlarm',
  'standingLow',
  'recovered',
  'better',
] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

export interface SurveyName {
  readonly key: number;
  readonly name: string;
}

export interface EntryFigures {
  readonly index: number | null;
  /** The index of the last four weeks of a small place, which is compared; absent for others. */
  readonly fourWeeksIndex?: number;
  readonly usual: number | null;
  readonly was: number | null;
  readonly responses: number;
  readonly since: string | null;
  readonly weeks: number | null;
  readonly basis: LevelBasis | null;
  readonly lossWeek: number | null;
  readonly lossTotal: number | null;
  readonly fromDay: number | null;
  readonly days: number | null;
  readonly ongoing: boolean | null;
  readonly expected: number | null;
  readonly silentWeeks: number | null;
  readonly weekBeforeEmpty: boolean;
  readonly badMinutes: number;
  readonly volumeUsual: number | null;
  readonly volumeWeeks: number | null;
  readonly ratio: number | null;
}

/** The keys of a survey and its folder. */
export interface SurveyPlace {
  readonly folder: number;
  readonly survey: number;
}

/** What an entry prints of a survey, whatever its state. */
export interface EntryFacts extends GroupKey {
  readonly folder: SurveyName;
  /** Names of the folders above, root first. */
  readonly path: readonly string[];
  readonly survey: SurveyName;
  /** Null for `standingLow` above the peer folder, where only the counts of a survey are known. */
  readonly timeZone: string | null;
  readonly figures: EntryFigures;
  /** Chance of no response by weekday from Monday, of the days that prove a silence, and the usual responses of open days. */
  readonly p: readonly (number | null)[];
  readonly usual: readonly (number | null)[];
  readonly reason: Reason | null;
  /** The index of thirteen weeks, oldest first; null where it is not measured. */
  readonly trend: readonly (number | null)[];
}

/** Another state for which the survey would be listed. */
export interface AlsoState {
  readonly state: EntryState;
  readonly strength: number;
  readonly impact: number;
  readonly held: boolean;
}

export interface Entry extends EntryFacts {
  readonly state: EntryState;
  /** 0 for states that are not judged by strength. */
  readonly strength: number;
  readonly impact: number;
  /** Whether the state `still`, here or in `also`, is listed whatever its strength. */
  readonly material: boolean;
  readonly held: boolean;
  readonly also: readonly AlsoState[];
  /** With `standingLow`, which a folder above does not list: whether the survey is weak there. */
  readonly weak: boolean;
  /** The folder in which the survey was compared with others of its kind; null when there are too few, and as `relative`. */
  readonly peerFolder: SurveyName | null;
  /** The difference after what the surveys have in common; null unless the level is judged low, better or recovered. */
  readonly relative: number | null;
  readonly common: number | null;
}

/** A survey that is a little low, not clearly among so many, with the name of its question. */
export interface WeakSurvey extends SurveyPlace {
  readonly name: string;
}

export interface Attention {
  /** Surveys with a known level, or number of responses where the history is missing. */
  readonly places: number;
  readonly threshold: number;
  /** Listed surveys by state, those that are truncated included. */
  readonly counts: Readonly<Record<EntryState, number>>;
  readonly entries: readonly Entry[];
  readonly weak: readonly WeakSurvey[];
  readonly truncated: number;
}

/** The states for which a survey would be listed, whatever the threshold, and what its level was compared with. */
export interface SurveyJudgement extends Pick<
  Entry,
  'material' | 'peerFolder' | 'relative' | 'common'
> {
  readonly states: readonly AlsoState[];
}

/** What the comparison with others needs of each survey, also where it is judged itself. */
export type LevelMeasures = Pick<
  LevelEvidence,
  'difference' | 'sd' | 'difference4' | 'sd4' | 'lastDifference' | 'yearDifference'
>;

export type VolumeMeasures = Pick<VolumeEvidence, 'difference' | 'sd' | 'difference4' | 'sd4'>;

/** The evidence until the peer folder is reached, then what it finds: null is nothing. */
export interface PendingLeaf {
  readonly facts: EntryFacts;
  /** The judgement has the states of level and silence. */
  readonly level:
    { readonly evidence: LevelEvidence } | { readonly judgement: SurveyJudgement | null };
  readonly volume: { readonly evidence: VolumeEvidence } | { readonly judgement: AlsoState | null };
}

/** What every list shows of a survey, whether or not it is judged there. */
export interface ListedFigures {
  readonly state: LevelState | null;
  /** The usual range, in units of the index, rounded as it is printed: an average to two decimals, others to whole numbers. */
  readonly lower: number | null;
  readonly upper: number | null;
  /** The usual level of an NPS as the mean of the buttons, 0–100; null for others, whose own level is converted. */
  readonly usualScore: number | null;
  /** The mean of the buttons of thirteen weeks, 0–100 and rounded, oldest first; null where it is not measured. */
  readonly trend: readonly (number | null)[];
}

/** A survey's week as the folders above it need it. */
export interface Leaf extends SurveyPlace {
  readonly data: readonly number[];
  /** Null in a report that was made before lists had all surveys. */
  readonly listed: ListedFigures | null;
  /** c of step 3. */
  readonly usual: number | null;
  readonly level: LevelMeasures;
  readonly volume: VolumeMeasures;
  /** Null where level and volume are judged: entries and weak surveys then tell the result. */
  readonly pending: PendingLeaf | null;
}

type Column<T> = readonly T[];
type NumberColumn = Column<number | null>;

/**
 * The leaves of a kind as the JSON stores them, by folder and survey. A column is absent where no folder above needs it: in the
 * report of the root folder all but those of the list and the first five.
 */
export interface LeafColumns {
  readonly folder: Column<number>;
  readonly survey: Column<number>;
  readonly data: Column<readonly number[]>;
  readonly c: NumberColumn;
  readonly sd: NumberColumn;
  /** What lists show; absent in a report that was made before lists had all surveys. */
  readonly listed?: ListedColumns;
  readonly difference4?: NumberColumn;
  readonly sd4?: NumberColumn;
  readonly lastDifference?: NumberColumn;
  readonly yearDifference?: NumberColumn;
  /** The evidence of levels, up to their peer folder. */
  readonly small?: Column<boolean>;
  readonly verdict?: Column<JudgedVerdict | null>;
  readonly verdictLast?: Column<JudgedVerdict | null>;
  readonly before?: Column<readonly ('low' | 'high')[]>;
  readonly responses4?: NumberColumn;
  readonly refFrom?: NumberColumn;
  readonly refTo?: NumberColumn;
  readonly volume?: VolumeColumns;
  /** Until level and volume are judged; then the earlier of the judgements is beside it. */
  readonly entry?: Column<EntryFacts>;
  readonly levelJudgement?: Column<SurveyJudgement | null>;
  readonly volumeJudgement?: Column<AlsoState | null>;
}

export interface ListedColumns {
  readonly state: Column<LevelState | null>;
  readonly lower: NumberColumn;
  readonly upper: NumberColumn;
  /** Absent for kinds other than NPS. */
  readonly usualScore?: NumberColumn;
  readonly trend: Column<readonly (number | null)[]>;
}

export interface VolumeColumns {
  readonly difference: NumberColumn;
  readonly sd: NumberColumn;
  readonly difference4: NumberColumn;
  readonly sd4: NumberColumn;
  /** The evidence of volumes, up to their peer folder. */
  readonly verdict?: Column<JudgedVerdict | null>;
  readonly verdictLast?: Column<JudgedVerdict | null>;
  readonly before?: Column<readonly ('low' | 'high')[]>;
  readonly lastDifference?: NumberColumn;
  readonly asLastYear?: Column<boolean>;
}
