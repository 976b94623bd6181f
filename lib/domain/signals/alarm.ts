// How long the alerts of a survey's week were open: overlapping ones count once, those about bad and good feedback separately.
import type { ZonedWeek } from '../calendar.ts';
import { MINUTE_MS } from '../calendar.ts';
import type { AlertParameters, Instant } from '../report-inputs.ts';
import { compareInOrder, compareText } from '../order.ts';

/** An alert of a survey's week. */
export interface SurveyAlert {
  readonly key: number;
  readonly alertType: string;
  readonly alertSpecification: number;
  readonly beginTime: string;
  readonly endTime: string | null;
  readonly state: 'open' | 'closed';
  /** False for an alert that was carried over from an earlier week. */
  readonly started: boolean;
  /** Open minutes inside the week; until `asOf` for an open alert. */
  readonly minutesInWeek: number;
  readonly parameters: AlertParameters;
}

/** What an alert tells of the feedback. */
export type AlertDirection = 'bad' | 'good' | 'neutral';

export interface AlarmGroup {
  readonly alertSpecification: number;
  readonly alertType: string;
  readonly direction: AlertDirection;
  readonly count: number;
  readonly started: number;
  readonly carriedOver: number;
  readonly open: number;
  /** Minutes of the week in which at least one of the alerts was open. */
  readonly minutesInAlarm: number;
  /** Longest time of one alert inside the week. */
  readonly longestMinutes: number;
}

export interface Alarm {
  /** Minutes of the week in which at least one alert about bad feedback was open. */
  readonly badMinutes: number;
  readonly goodMinutes: number;
  readonly groups: readonly AlarmGroup[];
}

/** Half-open. */
export interface Interval {
  readonly start: Instant;
  readonly end: Instant;
}

interface ClippedAlert {
  readonly alert: SurveyAlert;
  readonly direction: AlertDirection;
  readonly interval: Interval;
}

/** Sums up the alerts of a survey's week; `buttons` is the number of buttons of its scale. */
export function computeAlarm(
  alerts: readonly SurveyAlert[],
  week: Pick<ZonedWeek, 'start' | 'end'>,
  asOf: Instant,
  buttons: number,
): Alarm {
  const clipped = alerts.map((alert) => ({
    alert,
    direction: directionOf(alert.alertType, alert.parameters, buttons),
    interval: clip(alert, week, asOf),
  }));
  const minutesOf = (direction: AlertDirection): number =>
    unionMinutes(clipped.filter((item) => item.direction === direction));
  // JSON keeps a type with any characters separate from the other parts of the key.
  const groups = Map.groupBy(clipped, ({ alert, direction }) =>
    JSON.stringify([alert.alertSpecification, alert.alertType, direction]),
  );
  return {
    badMinutes: minutesOf('bad'),
    goodMinutes: minutesOf('good'),
    groups: [...groups.values()].flatMap(groupOf).sort(compareGroups),
  };
}

/** Whether an alert is about bad or good feedback. Parameters may have any shape. */
export function directionOf(
  alertType: string,
  parameters: AlertParameters,
  buttons: number,
): AlertDirection {
  switch (alertType) {
    case 'negative':
      return parameters['negative'] === false ? 'good' : 'bad';
    case 'indexThreshold':
      if (parameters['thresholdType'] === 'under') return 'bad';
      return parameters['thresholdType'] === 'over' ? 'good' : 'neutral';
    case 'feedbackCount':
      return directionOfFilter(parameters['responseFilter'], buttons);
    default:
      return 'neutral';
  }
}

function directionOfFilter(filter: unknown, buttons: number): AlertDirection {
  if (!Array.isArray(filter) || filter.length === 0) return 'neutral';
  const middle = (buttons - 1) / 2;
  if (filter.every((index) => typeof index === 'number' && index < middle)) return 'bad';
  return filter.every((index) => typeof index === 'number' && index > middle) ? 'good' : 'neutral';
}

function clip(alert: SurveyAlert, week: Interval, asOf: Instant): Interval {
  const start = Math.max(Date.parse(alert.beginTime), week.start);
  const endTime = alert.endTime === null ? asOf : Date.parse(alert.endTime);
  return { start, end: Math.max(start, Math.min(endTime, asOf, week.end)) };
}

function groupOf(items: readonly ClippedAlert[]): readonly AlarmGroup[] {
  const first = items[0];
  if (first === undefined) return [];
  const startedCount = items.filter(({ alert }) => alert.started).length;
  return [
    {
      alertSpecification: first.alert.alertSpecification,
      alertType: first.alert.alertType,
      direction: first.direction,
      count: items.length,
      started: startedCount,
      carriedOver: items.length - startedCount,
      open: items.filter(({ alert }) => alert.state === 'open').length,
      minutesInAlarm: unionMinutes(items),
      longestMinutes:
        items.reduce((longest, { interval }) => Math.max(longest, lengthOf(interval)), 0) /
        MINUTE_MS,
    },
  ];
}

function unionMinutes(items: readonly ClippedAlert[]): number {
  const union = unionOf(items.map(({ interval }) => interval));
  return union.reduce((total, interval) => total + lengthOf(interval), 0) / MINUTE_MS;
}

/** The times of the week with an open alert of the direction, in order and without overlaps. */
export function timesInAlarm(
  alerts: readonly SurveyAlert[],
  direction: AlertDirection,
  week: Interval,
  asOf: Instant,
  buttons: number,
): readonly Interval[] {
  return unionOf(
    alerts
      .filter((alert) => directionOf(alert.alertType, alert.parameters, buttons) === direction)
      .map((alert) => clip(alert, week, asOf)),
  );
}

function unionOf(intervals: readonly Interval[]): readonly Interval[] {
  const union: Interval[] = [];
  for (const interval of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = union.at(-1);
    if (last === undefined || interval.start > last.end) union.push(interval);
    else union[union.length - 1] = { start: last.start, end: Math.max(last.end, interval.end) };
  }
  return union;
}

function lengthOf({ start, end }: Interval): number {
  return end - start;
}

function compareGroups(a: AlarmGroup, b: AlarmGroup): number {
  const order = ({ direction }: AlarmGroup): number => (direction === 'bad' ? 0 : 1);
  return compareInOrder(
    order(a) - order(b),
    b.minutesInAlarm - a.minutesInAlarm,
    a.alertSpecification - b.alertSpecification,
    compareText(a.alertType, b.alertType),
    compareText(a.direction, b.direction),
  );
}
