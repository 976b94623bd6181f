// Rules on being told: S14 what has an alarm, and that each says what it means and what to do first.
import type { Json, Template } from './template.ts';
import { at, many, named, numberAt, ofType, textOf } from './template.ts';

interface Wanted {
  readonly metric: string;
  /** The queue, the function or the stage. */
  readonly about?: string;
  readonly threshold: number;
  readonly periods?: number;
  /** Of each period. */
  readonly seconds?: number;
  /** What having no figures means. */
  readonly missing?: 'breaching';
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
  { metric: 'FeedbackReports ZoneDrift', about: STAGE, threshold: 0 },
];

/** The functions that send figures of our own; alarms look for them by the stage that these are told. */
const SENDERS = ['PlanWeekLambdaFunction', 'MakeReportLambdaFunction'];

export function everyTroubleHasAnAlarm(template: Template): readonly string[] {
  const alarms = ofType(template, 'AWS::CloudWatch::Alarm');
  return [
    ...WANTED.filter(
      ({ metric, about, threshold, periods, seconds, missing }) =>
        !alarms.some(
          ([, { Properties }]) =>
            `${textOf(Properties['Namespace'])} ${textOf(Properties['MetricName'])}` === metric &&
            (about === undefined || named(at(Properties, 'Dimensions.0.Value')) === about) &&
            numberAt(Properties, 'Threshold') === threshold &&
            (periods === undefined || numberAt(Properties, 'EvaluationPeriods') === periods) &&
            (seconds === undefined || numberAt(Properties, 'Period') === seconds) &&
            (missing === undefined || Properties['TreatMissingData'] === missing),
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
        ...many(Properties['Metrics']).flatMap((one) => gapFaults(id, at(one, 'Expression'))),
      ];
    }),
  ];
}

/** A sum with a gap in it is a gap: each term is filled. */
function gapFaults(id: string, expression: Json | undefined): readonly string[] {
  if (expression === undefined) return [];
  return textOf(expression)
    .split(' + ')
    .every((term) => /^FILL\(\w+, 0\)$/.test(term))
    ? []
    : [`${id}: a figure that is not there hides the others`];
}
