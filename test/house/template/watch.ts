// Rules on being told: S14 what has an alarm, and that each says what it means and what to do first.
import type { Template } from './template.ts';
import { at, many, named, numberAt, ofType, textOf } from './template.ts';

interface Wanted {
  readonly metric: string;
  /** Of the queue or function. */
  readonly about?: string;
  readonly threshold: number;
  readonly periods?: number;
}

const WANTED: readonly Wanted[] = [
  { metric: 'AWS/SQS ApproximateNumberOfMessagesVisible', about: 'JobsDeadLetters', threshold: 0 },
  {
    metric: 'AWS/SQS ApproximateNumberOfMessagesVisible',
    about: 'ScheduleDeadLetters',
    threshold: 0,
  },
  { metric: 'AWS/SQS ApproximateAgeOfOldestMessage', about: 'JobsQueue', threshold: 7200 },
  { metric: 'AWS/Lambda Errors', about: 'PlanWeekLambdaFunction', threshold: 0 },
  { metric: 'AWS/Lambda Errors', about: 'MakeReportLambdaFunction', threshold: 0 },
  { metric: 'AWS/Lambda Errors', about: 'ReportsApiLambdaFunction', threshold: 0 },
  { metric: 'AWS/Lambda Errors', about: 'AuthorizerLambdaFunction', threshold: 0 },
  { metric: 'AWS/Lambda Invocations', about: 'PlanWeekLambdaFunction', threshold: 1 },
  { metric: 'FeedbackReports DueButMissing', threshold: 0, periods: 3 },
  { metric: 'FeedbackReports ZoneDrift', threshold: 0 },
];

export function everyTroubleHasAnAlarm(template: Template): readonly string[] {
  const alarms = ofType(template, 'AWS::CloudWatch::Alarm');
  return [
    ...WANTED.filter(
      ({ metric, about, threshold, periods }) =>
        !alarms.some(
          ([, { Properties }]) =>
            `${textOf(Properties['Namespace'])} ${textOf(Properties['MetricName'])}` === metric &&
            (about === undefined || named(at(Properties, 'Dimensions.0.Value')) === about) &&
            numberAt(Properties, 'Threshold') === threshold &&
            (periods === undefined || numberAt(Properties, 'EvaluationPeriods') === periods),
        ),
    ).map(({ metric, about = 'anything' }) => `no alarm on ${metric} of ${about}`),
    ...alarms.flatMap(([id, { Properties }]) => {
      const text = textOf(Properties['AlarmDescription']);
      return [
        ...(/^Impact: .+ First step: .+ See docs\/runbook\.md#[a-z-]+$/.test(text)
          ? []
          : [`${id} does not say what it means and what to do`]),
        ...(many(Properties['AlarmActions']).length > 0 ? [] : [`${id} tells nobody`]),
      ];
    }),
  ];
}
