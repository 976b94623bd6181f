// The time in alarm of a survey, computed from its alerts by the rules and independently of the report.
import assert from 'node:assert/strict';
import type { SurveyAlert, SurveyWeek } from '../../../../../lib/domain/report.ts';
import type { AlarmGroup } from '../../../../../lib/domain/signals/alarm.ts';
import { agreed } from './recomputed.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

export interface AlarmFigures extends Pick<
  AlarmGroup,
  'alertSpecification' | 'alertType' | 'direction' | 'count' | 'minutesInAlarm' | 'longestMinutes'
> {
  readonly alerts: readonly SurveyAlert[];
}

interface Alarms {
  readonly badMinutes: number;
  readonly goodMinutes: number;
  readonly groups: readonly AlarmFigures[];
}

/** The alarm of the alerts; throws when that of the JSON differs. Null when the alerts could not be read. */
export function alarmOf(survey: SurveyWeek, asOf: string): Alarms | null {
  const { alarm, alerts } = survey;
  if (alerts === null) return null;
  const groups = [...groupsOf(alerts, survey).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [groupOf(first, [first, ...others], survey, asOf)],
  );
  const alarms = {
    badMinutes: timesOf(survey, 'bad', asOf).minutes,
    goodMinutes: timesOf(survey, 'good', asOf).minutes,
    groups,
  };
  // A report of version "1" has only the alerts.
  if (alarm === null) return alarms;
  agreed(survey.badMinutes, alarms.badMinutes, 'the minutes of bad alerts');
  agreed(survey.goodMinutes, alarms.goodMinutes, 'the minutes of good alerts');
  assert.equal(alarm.groups.length, groups.length, 'the number of specifications');
  for (const storedGroup of alarm.groups) {
    const group = groups.find((other) => keyOf(other) === keyOf(storedGroup));
    agreed(storedGroup.count, group?.count ?? null, 'the number of alerts of a specification');
    agreed(storedGroup.minutesInAlarm, group?.minutesInAlarm ?? null, 'the minutes in alarm');
    agreed(storedGroup.longestMinutes, group?.longestMinutes ?? null, 'the minutes of an alert');
  }
  return alarms;
}

function keyOf(
  group: Pick<AlarmFigures, 'alertSpecification' | 'alertType' | 'direction'>,
): string {
  return JSON.stringify([group.alertSpecification, group.alertType, group.direction]);
}

function groupsOf(
  alerts: readonly SurveyAlert[],
  survey: SurveyWeek,
): ReadonlyMap<string, readonly SurveyAlert[]> {
  return Map.groupBy(alerts, (alert) => keyOf({ ...alert, direction: directionOf(alert, survey) }));
}

function groupOf(
  first: SurveyAlert,
  alerts: readonly SurveyAlert[],
  survey: SurveyWeek,
  asOf: string,
): AlarmFigures {
  const { alertSpecification, alertType } = first;
  const spans = alerts.map((alert) => spanOf(alert, survey, asOf));
  return {
    alertSpecification,
    alertType,
    direction: directionOf(first, survey),
    alerts,
    count: alerts.length,
    minutesInAlarm: unionOf(spans).minutes,
    longestMinutes: Math.max(...spans.map(({ start, end }) => (end - start) / 60_000)),
  };
}

/** The time in alarm of a direction and the number of separate times. */
export function timesOf(
  survey: SurveyWeek,
  direction: AlarmGroup['direction'],
  asOf: string,
): { readonly minutes: number; readonly times: number } {
  return unionOf(
    (survey.alerts ?? [])
      .filter((alert) => directionOf(alert, survey) === direction)
      .map((alert) => spanOf(alert, survey, asOf)),
  );
}

function directionOf(
  { alertType, parameters }: SurveyAlert,
  { data }: SurveyWeek,
): AlarmGroup['direction'] {
  if (alertType === 'negative') return parameters['negative'] === false ? 'good' : 'bad';
  const { thresholdType, responseFilter } = parameters;
  if (alertType === 'indexThreshold') {
    return thresholdType === 'under' ? 'bad' : thresholdType === 'over' ? 'good' : 'neutral';
  }
  if (alertType !== 'feedbackCount' || !Array.isArray(responseFilter)) return 'neutral';
  const middle = (data.length - 1) / 2;
  const sides = new Set(responseFilter.map((button) => Math.sign(Number(button) - middle)));
  if (sides.size !== 1) return 'neutral';
  return sides.has(-1) ? 'bad' : sides.has(1) ? 'good' : 'neutral';
}

function spanOf({ beginTime, endTime }: SurveyAlert, { period }: SurveyWeek, asOf: string): Span {
  const start = Math.max(Date.parse(beginTime), Date.parse(period.start));
  const ends = [endTime ?? asOf, asOf, period.end].map((end) => Date.parse(end));
  return { start, end: Math.max(start, Math.min(...ends)) };
}

function unionOf(spans: readonly Span[]): { readonly minutes: number; readonly times: number } {
  let [times, minutes, covered] = [0, 0, -Infinity];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start > covered) times += 1;
    minutes += Math.max(0, end - Math.max(start, covered)) / 60_000;
    covered = Math.max(covered, end);
  }
  return { minutes, times };
}
