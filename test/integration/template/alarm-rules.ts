// Rule S14: which metrics have an alarm, and that each alarm describes its impact and the first step.
import type { Template } from './template.ts';
import { at, many, named, numberAt, ofType, textOf } from './template.ts';

interface RequiredAlarm {
  readonly metric: string;
  /** The queue, the function or the stage. */
  readonly about?: string;
  readonly threshold: number;
  readonly periods?: number;
  /** Number of breaching periods; default: all. */
  readonly datapoints?: number;
  /** Length of each period. */
  readonly seconds?: number;
  /** Meaning of periods without data. */
  readonly missing?: 'breaching' | 'notBreaching';
}

const HOUR_SECONDS = 3600;
/** The stage of the packaged templates. */
const STAGE = 'example';

export const FUNCTIONS = [
  'PlanWeek',
  'MakeReport',
  'ReportsApi',
  'Authorizer',
  'SendMessage',
  'MailEvents',
] as const;

/** Each data point is an incident. The alarm ends after an hour without one, so that the next incident starts it again. */
function alarmOnEvents(metric: string, about = STAGE): RequiredAlarm {
  return { metric, about, threshold: 0, periods: 12, datapoints: 1, seconds: 300 };
}

const REQUIRED_ALARMS: readonly RequiredAlarm[] = [
  { metric: 'AWS/Lambda Errors', about: 'PlanWeekLambdaFunction', threshold: 0 },
  { metric: 'AWS/Lambda Errors', about: 'MakeReportLambdaFunction', threshold: 0 },
  { metric: 'AWS/Lambda Errors', about: 'ReportsApiLambdaFunction', threshold: 0 },
  { metric: 'AWS/Lambda Errors', about: 'AuthorizerLambdaFunction', threshold: 0 },
  { metric: 'AWS/Lambda Errors', about: 'SendMessageLambdaFunction', threshold: 0 },
  { metric: 'AWS/Lambda Errors', about: 'MailEventsLambdaFunction', threshold: 0 },
  {
    metric: 'AWS/Lambda Invocations',
    about: 'PlanWeekLambdaFunction',
    threshold: 1,
    periods: 1,
    seconds: HOUR_SECONDS,
    missing: 'breaching',
  },
  {
    metric: 'FeedbackReports DueButMissing',
    about: STAGE,
    threshold: 0,
    periods: 6,
    datapoints: 3,
    seconds: HOUR_SECONDS,
  },
  ...['MessagesDueButUnsent', 'PartialForADay', 'LookOpenForADay', 'ComparisonsOverdue'].map(
    (name) => ({
      metric: `FeedbackReports ${name}`,
      about: STAGE,
      threshold: 0,
      periods: 3,
      datapoints: 1,
      seconds: HOUR_SECONDS,
    }),
  ),
  {
    metric: 'AWS/ApiGateway 5xx',
    about: 'HttpApi',
    threshold: 0,
    periods: 12,
    datapoints: 2,
    seconds: 300,
  },
  ...FUNCTIONS.map((name) => ({
    metric: 'AWS/Lambda Throttles',
    about: `${name}LambdaFunction`,
    threshold: 0,
    periods: 12,
    datapoints: 3,
    seconds: 300,
  })),
  alarmOnEvents('AWS/SQS NumberOfMessagesSent', 'ScheduleDeadLetters'),
  ...[
    'DeliveriesFailed',
    'MessagesRefused',
    'MessagesUnknown',
    'JobsAbandoned',
    'MessagesAbandoned',
    'MailEventsAbandoned',
    'UnexpectedErrors',
  ].map((name) => alarmOnEvents(`FeedbackReports ${name}`)),
  {
    metric: 'FeedbackReports PartialPercent',
    about: STAGE,
    threshold: 25,
    periods: 6,
    datapoints: 3,
    seconds: HOUR_SECONDS,
  },
  { metric: 'FeedbackReports ZoneDrift', about: STAGE, threshold: 0 },
];

/** The functions that send custom metrics, whose dimension is the stage. */
const METRIC_SENDERS = [
  'PlanWeekLambdaFunction',
  'MakeReportLambdaFunction',
  'ReportsApiLambdaFunction',
  'SendMessageLambdaFunction',
  'MailEventsLambdaFunction',
];

export function everyFaultHasAnAlarm(template: Template): readonly string[] {
  const alarms = ofType(template, 'AWS::CloudWatch::Alarm');
  const queues = ofType(template, 'AWS::SQS::Queue').filter(
    ([, { Properties }]) => 'RedrivePolicy' in Properties,
  );
  const ageAlarms = queues.map(([about]) => ({
    metric: 'AWS/SQS ApproximateAgeOfOldestMessage',
    about,
    threshold: 7200,
  }));
  const requiredAlarms: readonly RequiredAlarm[] = [...REQUIRED_ALARMS, ...ageAlarms];
  return [
    ...requiredAlarms
      .filter(
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
      )
      .map(({ metric, about = 'anything' }) => `no alarm on ${metric} of ${about}`),
    ...METRIC_SENDERS.filter(
      (id) =>
        at(template.Resources[id]?.Properties, 'Environment.Variables.REPORTS_STAGE') !== STAGE,
    ).map((id) => `${id} sends metrics of another stage`),
    ...alarms.flatMap(([id, { Properties }]) => {
      const text = textOf(Properties['AlarmDescription']);
      return [
        ...(/^Impact: .+ First step: .+ See docs\/runbook\.md#[a-z-]+$/.test(text)
          ? []
          : [`${id} has no description of impact and first step`]),
        ...(many(Properties['AlarmActions']).length > 0 ? [] : [`${id} has no action`]),
        ...(many(Properties['OKActions']).length > 0 ? [] : [`${id} has no action for its end`]),
        ...(textOf(Properties['Metrics']).includes('FILL(')
          ? [`${id} never ends: metrics filled with FILL hide it`]
          : []),
      ];
    }),
  ];
}
