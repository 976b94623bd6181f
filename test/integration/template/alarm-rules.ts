// Rules on being told: S14 what has an alarm, and that each says what it means and what to do first.
import type { Template } from './template.ts';
import { at, many, named, numberAt, ofType, textOf } from './template.ts';

interface Wanted {
  readonly metric: string;
  /** The queue, the function or the stage. */
  readonly about?: string;
  readonly threshold: number;
  readonly periods?: number;
  /** So many of the periods ring it; left out, all of them. */
  readonly datapoints?: number;
  /** Of each period. */
  readonly seconds?: number;
  /** What having no figures means. */
  readonly missing?: 'breaching' | 'notBreaching';
}

const HOUR_SECONDS = 3600;
/** The stage that templates are packaged for here. */
const STAGE = 'example';

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
  {
    metric: 'AWS/Lambda Invocations',
    about: 'PlanWeekLambdaFunction',
    threshold: 1,
    periods: 3,
    seconds: HOUR_SECONDS,
    missing: 'breaching',
  },
  {
    metric: 'FeedbackReports DueButMissing',
    about: STAGE,
    threshold: 0,
    periods: 3,
    seconds: HOUR_SECONDS,
  },
  { metric: 'AWS/ApiGateway 5xx', about: 'HttpApi', threshold: 0, periods: 2 },
  ...['PlanWeek', 'MakeReport', 'ReportsApi', 'Authorizer'].map((name) => ({
    metric: 'AWS/Lambda Throttles',
    about: `${name}LambdaFunction`,
    threshold: 0,
    periods: 6,
    datapoints: 3,
    seconds: 300,
  })),
  {
    metric: 'FeedbackReports DeliveriesFailed',
    about: STAGE,
    threshold: 0,
    periods: 12,
    datapoints: 1,
    seconds: 300,
  },
  {
    metric: 'FeedbackReports PartialPercent',
    about: STAGE,
    threshold: 25,
    periods: 4,
    datapoints: 3,
    seconds: HOUR_SECONDS,
  },
  { metric: 'FeedbackReports ZoneDrift', about: STAGE, threshold: 0 },
];

/** The functions that send figures of our own; alarms look for them by the stage that these are told. */
const SENDERS = ['PlanWeekLambdaFunction', 'MakeReportLambdaFunction'];

export function everyTroubleHasAnAlarm(template: Template): readonly string[] {
  const alarms = ofType(template, 'AWS::CloudWatch::Alarm');
  return [
    ...WANTED.filter(
      ({ metric, about, threshold, periods, datapoints, seconds, missing = 'notBreaching' }) =>
        !alarms.some(
          ([, { Properties }]) =>
            `${textOf(Properties['Namespace'])} ${textOf(Properties['MetricName'])}` === metric &&
            (about === undefined || named(at(Properties, 'Dimensions.0.Value')) === about) &&
            numberAt(Properties, 'Threshold') === threshold &&
            (periods === undefined || numberAt(Properties, 'EvaluationPeriods') === periods) &&
            (datapoints === undefined ||
              numberAt(Properties, 'DatapointsToAlarm') === datapoints) &&
            (seconds === undefined || numberAt(Properties, 'Period') === seconds) &&
            Properties['TreatMissingData'] === missing,
        ),
    ).map(({ metric, about = 'anything' }) => `no alarm on ${metric} of ${about}`),
    ...SENDERS.filter(
      (id) =>
        at(template.Resources[id]?.Properties, 'Environment.Variables.REPORTS_STAGE') !== STAGE,
    ).map((id) => `${id} sends figures of another stage`),
    ...alarms.flatMap(([id, { Properties }]) => {
      const text = textOf(Properties['AlarmDescription']);
      return [
        ...(/^Impact: .+ First step: .+ See docs\/runbook\.md#[a-z-]+$/.test(text)
          ? []
          : [`${id} does not say what it means and what to do`]),
        ...(many(Properties['AlarmActions']).length > 0 ? [] : [`${id} tells nobody`]),
        ...(many(Properties['OKActions']).length > 0 ? [] : [`${id} tells nobody of its end`]),
        ...(textOf(Properties['Metrics']).includes('FILL(')
          ? [`${id} sticks: alarms on filled figures do not see their end`]
          : []),
      ];
    }),
  ];
}
