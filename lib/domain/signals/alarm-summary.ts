// How many places had open alerts about bad and about good feedback in the week, and the longest of them.
import { compareInOrder } from '../order.ts';
import type { Alarm } from './alarm.ts';

export interface LongestAlarm {
  readonly survey: number;
  readonly minutes: number;
}

export interface GoodAlarmSummary {
  /** Surveys with minutes of the direction. */
  readonly places: number;
  readonly longest: LongestAlarm | null;
}

export interface BadAlarmSummary extends GoodAlarmSummary {
  /** Surveys that were in alarm during their whole week. */
  readonly allWeek: number;
}

export interface AlarmSummary {
  readonly bad: BadAlarmSummary;
  readonly good: GoodAlarmSummary;
}

/** A survey with this many minutes in alarm is listed: a day. */
const MIN_LISTED_MINUTES = 1440;

export function isInAlarm(badMinutes: number): boolean {
  return badMinutes >= MIN_LISTED_MINUTES;
}

/** The summary of one survey; `alarm` is null where its alerts could not be read, `weekMinutes` is the length of its week. */
export function alarmSummaryOf(
  survey: number,
  alarm: Pick<Alarm, 'badMinutes' | 'goodMinutes'> | null,
  weekMinutes: number,
): AlarmSummary {
  const { badMinutes, goodMinutes } = alarm ?? { badMinutes: 0, goodMinutes: 0 };
  return {
    bad: {
      ...placeWith(survey, badMinutes),
      allWeek: badMinutes > 0 && badMinutes >= weekMinutes ? 1 : 0,
    },
    good: placeWith(survey, goodMinutes),
  };
}

/** Adds the summaries of disjoint sets of surveys, in any order. */
export function mergeAlarmSummaries(summaries: readonly AlarmSummary[]): AlarmSummary {
  const bad = summaries.map((summary) => summary.bad);
  return {
    bad: {
      ...mergeDirection(bad),
      allWeek: bad.reduce((total, { allWeek }) => total + allWeek, 0),
    },
    good: mergeDirection(summaries.map((summary) => summary.good)),
  };
}

function placeWith(survey: number, minutes: number): GoodAlarmSummary {
  return minutes > 0 ? { places: 1, longest: { survey, minutes } } : { places: 0, longest: null };
}

function mergeDirection(parts: readonly GoodAlarmSummary[]): GoodAlarmSummary {
  const longestFirst = parts
    .flatMap(({ longest }) => longest ?? [])
    .sort((a, b) => compareInOrder(b.minutes - a.minutes, a.survey - b.survey));
  return {
    places: parts.reduce((total, { places }) => total + places, 0),
    longest: longestFirst[0] ?? null,
  };
}
