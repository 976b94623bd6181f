// Evaluates the alarms of a template over data points as CloudWatch does: the state follows from the last M of N data points, and
// from what missing ones are taken for. Metric math is not supported.
import assert from 'node:assert/strict';
import type { Template } from './template.ts';
import { at, named, numberAt, ofType, textOf } from './template.ts';

export interface Alarm {
  readonly name: string;
  /** Namespace, metric, and what it is about: a resource or the stage. */
  readonly metric: string;
  readonly statistic: 'Sum' | 'Maximum';
  readonly periodMs: number;
  readonly evaluationPeriods: number;
  readonly datapointsToAlarm: number;
  readonly threshold: number;
  readonly isBelow: boolean;
  readonly isMissingBreaching: boolean;
  readonly description: string;
}

export interface Sample {
  readonly metric: string;
  readonly at: number;
  readonly value: number;
}

export function alarmsOf(template: Template): readonly Alarm[] {
  return ofType(template, 'AWS::CloudWatch::Alarm').map(([name, { Properties }]) => {
    const text = (path: string): string => textOf(at(Properties, path));
    const oneOf = <T extends string>(path: string, ...allowed: readonly T[]): T =>
      allowed.find((value) => value === text(path)) ?? assert.fail(`${name}: ${path}`);
    const evaluationPeriods = numberAt(Properties, 'EvaluationPeriods');
    const datapoints = numberAt(Properties, 'DatapointsToAlarm');
    return {
      name,
      metric: `${text('Namespace')} ${text('MetricName')} ${named(at(Properties, 'Dimensions.0.Value'))}`,
      statistic: oneOf('Statistic', 'Sum', 'Maximum'),
      periodMs: 1000 * numberAt(Properties, 'Period'),
      evaluationPeriods,
      datapointsToAlarm: Number.isNaN(datapoints) ? evaluationPeriods : datapoints,
      threshold: numberAt(Properties, 'Threshold'),
      isBelow:
        oneOf('ComparisonOperator', 'GreaterThanThreshold', 'LessThanThreshold') ===
        'LessThanThreshold',
      isMissingBreaching: oneOf('TreatMissingData', 'breaching', 'notBreaching') === 'breaching',
      description: text('AlarmDescription'),
    };
  });
}

/** AWS's documentation evaluates five data points of an alarm with three evaluation periods. */
const EXTRA_PERIODS = 2;

/** Whether an alarm is active, by the data points of the last periods, the oldest first; null: missing. */
export function isActive(alarm: Alarm, points: readonly (number | null)[]): boolean {
  const { evaluationPeriods, datapointsToAlarm, threshold, isBelow, isMissingBreaching } = alarm;
  const recentPoints = points.slice(-(evaluationPeriods + EXTRA_PERIODS));
  const breaches = recentPoints
    .filter((value) => value !== null)
    .map((value) => (isBelow ? value < threshold : value > threshold));
  // Missing data points are taken only where there are too few others.
  const missingCount = Math.max(0, evaluationPeriods - breaches.length);
  const evaluated = [
    ...breaches.slice(-evaluationPeriods),
    ...Array<boolean>(missingCount).fill(isMissingBreaching),
  ];
  return evaluated.filter(Boolean).length >= datapointsToAlarm;
}

/** The instants at which an alarm becomes active from `start` until `end`. */
export function activations(
  alarm: Alarm,
  samples: readonly Sample[],
  { start, end }: { readonly start: number; readonly end: number },
): readonly number[] {
  const { metric, periodMs, statistic } = alarm;
  const byPeriod = Map.groupBy(
    samples.filter((sample) => sample.metric === metric),
    (sample) => Math.floor((sample.at - start) / periodMs),
  );
  const pointOf = (period: number): number | null => {
    const values = (byPeriod.get(period) ?? []).map(({ value }) => value);
    if (values.length === 0) return null;
    return statistic === 'Sum' ? values.reduce((a, b) => a + b) : Math.max(...values);
  };
  const points = Array.from({ length: Math.floor((end - start) / periodMs) }, (_, period) =>
    pointOf(period),
  );
  const states = points.map((_, period) => isActive(alarm, points.slice(0, period + 1)));
  return states.flatMap((state, period) =>
    state && states[period - 1] !== true ? [start + (period + 1) * periodMs] : [],
  );
}
