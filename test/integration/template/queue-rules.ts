// Rules on schedules and queues: S6 the schedule, S7 the queues, S8 the event source of the worker.
import { MAX_RECEIVES } from '../../../lib/ports/job-queue.ts';
import type { Template } from './template.ts';
import { at, many, named, numberAt, ofType, same, unless } from './template.ts';

export function scheduleRetriesAndKeepsFailures(template: Template): readonly string[] {
  const schedules = ofType(template, 'AWS::Scheduler::Schedule');
  if (schedules.length === 0) return ['no schedule calls the planner'];
  return schedules.flatMap((schedule) => {
    const [id, { Properties }] = schedule;
    const age = numberAt(Properties, 'Target.RetryPolicy.MaximumEventAgeInSeconds');
    const tries = numberAt(Properties, 'Target.RetryPolicy.MaximumRetryAttempts');
    return [
      ...unless(schedule, 'State', 'ENABLED'),
      ...unless(schedule, 'ScheduleExpressionTimezone', 'UTC'),
      ...unless(schedule, 'FlexibleTimeWindow.Mode', 'OFF', 'FLEXIBLE'),
      ...(age >= 60 && age <= 3600 ? [] : [`${id}: a call may be ${age} s late`]),
      ...(tries >= 1 && tries <= 10 ? [] : [`${id}: ${tries} tries`]),
      ...(named(at(Properties, 'Target.DeadLetterConfig.Arn')) in template.Resources
        ? []
        : [`${id}: calls that fail are lost`]),
    ];
  });
}

const DAY = 86_400;

export function queuesLoseNoMessage(template: Template): readonly string[] {
  const queues = ofType(template, 'AWS::SQS::Queue');
  const policed = ofType(template, 'AWS::SQS::QueuePolicy')
    .filter(([, { Properties }]) => deniesPlainHttp(Properties))
    .flatMap(([, { Properties }]) => many(Properties['Queues']).map(named));
  return queues.flatMap((queue) => {
    const [id, { Properties }] = queue;
    const source = Properties['RedrivePolicy'];
    return [
      ...unless(queue, 'SqsManagedSseEnabled', true),
      ...(policed.includes(id) ? [] : [`${id} takes plain HTTP`]),
      ...(source === undefined
        ? [
            ...unless(queue, 'MessageRetentionPeriod', 14 * DAY),
            ...unless(queue, 'RedriveAllowPolicy.redrivePermission', 'byQueue', 'denyAll'),
          ]
        : sourceFaults(template, id)),
    ];
  });
}

/** A queue with dead letters: five receives, a shorter retention than theirs, a visibility timeout of six worker timeouts. */
function sourceFaults(template: Template, id: string): readonly string[] {
  const properties = template.Resources[id]?.Properties;
  const dead = named(at(properties, 'RedrivePolicy.deadLetterTargetArn'));
  const retention = numberAt(properties, 'MessageRetentionPeriod');
  const deadRetention = numberAt(template.Resources[dead]?.Properties, 'MessageRetentionPeriod');
  const hiddenSeconds = numberAt(properties, 'VisibilityTimeout');
  const longest = Math.max(...workersOf(template, id).map((name) => timeoutOf(template, name)));
  return [
    ...(numberAt(properties, 'RedrivePolicy.maxReceiveCount') === MAX_RECEIVES
      ? []
      : [`${id}: not five tries`]),
    ...(deadRetention >= retention ? [] : [`${id}: its dead letters expire too early`]),
    ...(hiddenSeconds >= 6 * longest
      ? []
      : [`${id}: hides a job ${hiddenSeconds} s for a worker of ${longest} s`]),
  ];
}

function deniesPlainHttp(properties: Template['Resources'][string]['Properties']): boolean {
  const queues = many(properties['Queues']).map(named);
  return many(at(properties, 'PolicyDocument.Statement')).some(
    (statement) =>
      at(statement, 'Effect') === 'Deny' &&
      at(statement, 'Principal') === '*' &&
      at(statement, 'Action') === 'sqs:*' &&
      same(at(statement, 'Condition'), { Bool: { 'aws:SecureTransport': false } }) &&
      queues.every((queue) => many(at(statement, 'Resource')).map(named).includes(queue)),
  );
}

function workersOf(template: Template, queue: string): readonly string[] {
  return ofType(template, 'AWS::Lambda::EventSourceMapping')
    .filter(([, { Properties }]) => named(Properties['EventSourceArn']) === queue)
    .map(([, { Properties }]) => named(Properties['FunctionName']));
}

function timeoutOf(template: Template, id: string): number {
  return numberAt(template.Resources[id]?.Properties, 'Timeout');
}

/** Queues whose functions send no request to the reporting API. */
const MESSAGE_QUEUES = ['DeliveriesQueue', 'MailEventsQueue'];

/** Agreed limit of concurrent requests to the reporting API, over all workers. */
const MAX_CONCURRENT_REQUESTS = 32;

export function workersAreLimited(template: Template): readonly string[] {
  const sources = ofType(template, 'AWS::Lambda::EventSourceMapping');
  if (sources.length === 0) return ['no worker receives jobs'];
  return sources.flatMap((source) => {
    const [id, { Properties }] = source;
    const worker = template.Resources[named(Properties['FunctionName'])]?.Properties;
    const workers = numberAt(Properties, 'ScalingConfig.MaximumConcurrency');
    const requestsPerWorker = numberAt(worker, 'Environment.Variables.FEEDBACK_API_CONCURRENCY');
    const reserved = numberAt(worker, 'ReservedConcurrentExecutions');
    const common = unless(source, 'FunctionResponseTypes', ['ReportBatchItemFailures']);
    if (MESSAGE_QUEUES.includes(named(Properties['EventSourceArn']))) {
      return [
        ...common,
        // Twenty messages take at most 40 seconds at the lowest rate, one a second for both.
        ...(numberAt(Properties, 'BatchSize') <= 20 ? [] : [`${id}: large batches`]),
        // Each sends at half the rate of the account.
        ...unless(source, 'ScalingConfig.MaximumConcurrency', 2),
      ];
    }
    return [
      ...common,
      ...recursionFaults(template, named(Properties['FunctionName'])),
      ...unless(source, 'BatchSize', 1),
      ...(workers * requestsPerWorker <= MAX_CONCURRENT_REQUESTS
        ? []
        : [`${id}: ${workers} workers with ${requestsPerWorker} requests`]),
      ...(reserved < workers ? [`${id}: only ${reserved} of ${workers} workers may run`] : []),
    ];
  });
}

/** Lambda stops a function that sends messages to its own queue after sixteen rounds, unless RecursiveLoop is Allow. */
function recursionFaults(template: Template, worker: string): readonly string[] {
  return Object.entries(template.Resources)
    .filter(([id]) => id === worker)
    .flatMap((resource) => unless(resource, 'RecursiveLoop', 'Allow'));
}
