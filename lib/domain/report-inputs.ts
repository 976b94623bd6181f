// The data that a report is built from, as read from the reporting API and converted to domain types.
import type { LocalDay } from './calendar.ts';
import type { OptionCounts } from './follow-ups.ts';

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

export interface Question {
  readonly key: number;
  readonly name: string;
  readonly locale: string;
}

/** A survey as listed in the folder tree. */
export interface SurveyInFolder {
  readonly key: number;
  readonly question: Question;
  /** As returned by the API; may be unknown to this runtime. */
  readonly timeZone: string;
}

/** Half-open; `end` is null while the period lasts. */
export interface ActivePeriod {
  readonly start: Instant;
  readonly end: Instant | null;
}

export interface SurveyDetails extends SurveyInFolder {
  readonly folder: { readonly key: number; readonly name: string };
  /** Empty when the survey has no periods. */
  readonly activePeriods: readonly ActivePeriod[];
  readonly surveyType: string;
  readonly indexType: string;
  readonly feedbackScale: string;
}

/** Summed results of one local wall-clock hour, as written in `ts`. Valid until the next one is read: both can be the same object. */
export interface HourCounts {
  readonly localDay: LocalDay;
  /** Local hour 0..23. */
  readonly hour: number;
  /** The offset written in `ts`, in minutes east of UTC. */
  readonly offsetMinutes: number;
  /** Counts by response index, with the length that the API returned. */
  readonly data: readonly number[];
}

/** Summed results of one local day; `hour` and `offsetMinutes` are those of its start: it is not 0 where midnight is skipped. */
export type DayCounts = HourCounts;

export interface FollowUps {
  readonly painPoints: readonly OptionCounts[];
  readonly highlights: readonly OptionCounts[];
}

/** An instant with the offset it was written with, in minutes east of UTC. */
export interface OffsetInstant {
  readonly at: Instant;
  readonly offsetMinutes: number;
}

/** Specification parameters and the values that triggered the alert, as returned by the API. */
export type AlertParameters = Readonly<Record<string, ParameterValue>>;
export type ParameterValue =
  | string
  | number
  | boolean
  | null
  | readonly ParameterValue[]
  | { readonly [name: string]: ParameterValue };

export interface Alert {
  readonly key: number;
  readonly alertType: string;
  readonly survey: number;
  readonly alertSpecification: number;
  readonly beginTime: OffsetInstant;
  /** Null while the alert is open. */
  readonly endTime: OffsetInstant | null;
  readonly parameters: AlertParameters;
}

/** All facts of one survey. */
export interface SurveyFacts {
  readonly survey: SurveyDetails;
  /** Hours of at least the weeks of the trend. */
  readonly hours: Iterable<HourCounts>;
  /** Days of at least the 48 weeks before the trend; null when they could not be read, which the adapter has reported. */
  readonly history: Iterable<DayCounts> | null;
  /** Null when they could not be read; the adapter has reported the problem. */
  readonly followUps: { readonly week: FollowUps; readonly previous: FollowUps } | null;
  readonly alerts: readonly Alert[] | null;
}
