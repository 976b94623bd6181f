// Templates with one planted violation each: the value to set at a path, and the rule that must report it.
import type { RuleName } from './rules.ts';
import type { Json, Template } from './template.ts';
import { at, parseResource } from './template.ts';

export interface Mutant {
  readonly breaks: RuleName;
  readonly title: string;
  /** Dotted names and indexes below Resources; a trailing `+` appends to a list. */
  readonly path: string;
  /** Undefined removes the value. */
  readonly value: Json | undefined;
}

const BUCKET = 'ReportsBucket.Properties';
const POLICY = 'ReportsBucketPolicy.Properties.PolicyDocument.Statement';
const PLAIN_HTTP = { Bool: { 'aws:SecureTransport': false } };
const WORKER = 'MakeReportLambdaFunction.Properties';
const WORKER_GRANTS = 'MakeReportRole.Properties.Policies.0.PolicyDocument.Statement';
const API_GRANTS = 'ReportsApiRole.Properties.Policies.0.PolicyDocument.Statement';
const PLANNER_TRUST = 'PlanWeekRole.Properties.AssumeRolePolicyDocument.Statement';
const SCHEDULE_TRUST = 'PlanWeekScheduleRole.Properties.AssumeRolePolicyDocument.Statement.0';
const SCHEDULE = 'PlanWeekSchedule.Properties';
const SOURCE = 'MakeReportEventSourceMappingSQSJobsQueue.Properties';
const SENDER_SOURCE = 'SendMessageEventSourceMappingSQSDeliveriesQueue.Properties';
const MAIL_GRANT = 'SendMail.Properties.PolicyDocument.Statement.0';
const EVENT_GRANTS = 'MailEventsRole.Properties.Policies.0.PolicyDocument.Statement';
const TOPIC_GRANT = 'MailEventsTopicPolicy.Properties.PolicyDocument.Statement.0';
const EVENT_QUEUE_GRANT = 'MailEventsQueuePolicy.Properties.PolicyDocument.Statement.1';
const STAGE = 'HttpApiStage.Properties';
const LIST_ROUTE = 'HttpApiRouteGetV1Reports.Properties';

function grant(action: Json, resource: Json): Json {
  return { Effect: 'Allow', Action: action, Resource: resource };
}

function mutant(breaks: RuleName, title: string, path: string, value?: Json): Mutant {
  return { breaks, title, path, value };
}

const ANALYSTS = 'AnalystPolicy.Properties.PolicyDocument.Statement';
const WORK_GROUP = 'AnalyticsWorkGroup.Properties.WorkGroupConfiguration';

export const MUTANTS: readonly Mutant[] = [
  mutant('S1', 'public ACLs', `${BUCKET}.PublicAccessBlockConfiguration.BlockPublicAcls`, false),
  mutant(
    'S1',
    'public policies',
    `${BUCKET}.PublicAccessBlockConfiguration.BlockPublicPolicy`,
    false,
  ),
  mutant('S1', 'ACLs that count', `${BUCKET}.PublicAccessBlockConfiguration.IgnorePublicAcls`),
  mutant('S1', 'public buckets', `${BUCKET}.PublicAccessBlockConfiguration.RestrictPublicBuckets`),
  mutant(
    'S1',
    'objects of others',
    `${BUCKET}.OwnershipControls.Rules.0.ObjectOwnership`,
    'ObjectWriter',
  ),
  mutant('S1', 'no encryption', `${BUCKET}.BucketEncryption`),
  mutant('S1', 'no versions', `${BUCKET}.VersioningConfiguration.Status`, 'Suspended'),
  mutant('S1', 'a bucket that goes with its stack', 'ReportsBucket.DeletionPolicy', 'Delete'),
  mutant(
    'S1',
    'a bucket that outlives a failed creation',
    'ReportsBucket.DeletionPolicy',
    'Retain',
  ),
  mutant(
    'S1',
    'a deployment bucket that outlives a failed creation',
    'ServerlessDeploymentBucket.DeletionPolicy',
    'Retain',
  ),
  mutant('S1', 'a bucket that goes when replaced', 'ReportsBucket.UpdateReplacePolicy'),
  mutant(
    'S1',
    'an open deployment bucket',
    'ServerlessDeploymentBucket.Properties.PublicAccessBlockConfiguration',
  ),
  mutant('S2', 'plain HTTP', `${POLICY}.0.Effect`, 'Allow-not'),
  mutant('S2', 'plain HTTP to objects', `${POLICY}.0.Resource.1`),
  mutant('S2', 'plain HTTP from elsewhere', `${POLICY}.0.Condition.IpAddress`, {
    'aws:SourceIp': '10.0.0.0/8',
  }),
  mutant('S2', 'old TLS', `${POLICY}.1.Condition.NumericLessThan.s3:TlsVersion`, '1.1'),
  mutant(
    'S2',
    'old signatures',
    `${POLICY}.2.Condition.NumericGreaterThan.s3:signatureAge`,
    '6000000',
  ),
  mutant('S2', 'blind commits', `${POLICY}.3.Resource.0`),
  mutant('S2', 'commits with one condition refused', `${POLICY}.3.Condition.Null.s3:if-match`),
  mutant('S2', 'blind receipts', `${POLICY}.3.Resource.1`),
  mutant('S2', 'no policy', 'ReportsBucketPolicy'),
  mutant('S2', 'no policy on packages', 'ServerlessDeploymentBucketPolicy'),
  mutant(
    'S3',
    'old versions for ever',
    `${BUCKET}.LifecycleConfiguration.Rules.0.NoncurrentVersionExpiration`,
  ),
  mutant(
    'S3',
    'half uploads for ever',
    `${BUCKET}.LifecycleConfiguration.Rules.0.AbortIncompleteMultipartUpload`,
  ),
  mutant(
    'S3',
    'marks of what is long gone',
    `${BUCKET}.LifecycleConfiguration.Rules.0.ExpiredObjectDeleteMarker`,
  ),
  mutant('S3', 'a rule that is off', `${BUCKET}.LifecycleConfiguration.Rules.0.Status`, 'Disabled'),
  mutant(
    'S3',
    'subscriptions that expire',
    `${BUCKET}.LifecycleConfiguration.Rules.1.Prefix`,
    'subscriptions/',
  ),
  mutant(
    'S3',
    'settings that expire',
    `${BUCKET}.LifecycleConfiguration.Rules.1.Prefix`,
    'settings/',
  ),
  mutant('S3', 'withdrawn links that expire', `${BUCKET}.LifecycleConfiguration.Rules.+`, {
    Id: 'all',
    Status: 'Enabled',
    ExpirationInDays: 400,
  }),
  mutant('S3', 'results of queries for ever', `${BUCKET}.LifecycleConfiguration.Rules.3`),
  mutant('S3', 'tables that outlive their reports', `${BUCKET}.LifecycleConfiguration.Rules.5`),
  mutant('S4', 'a worker that deletes', `${WORKER_GRANTS}.+`, grant('s3:DeleteObject', '*')),
  mutant('S4', 'a worker that does all to the queue', `${WORKER_GRANTS}.4.Action`, 'sqs:*'),
  mutant('S4', 'a worker that reads all secrets', `${WORKER_GRANTS}.1.Resource`, '*'),
  mutant('S4', 'a worker that may not list', `${WORKER_GRANTS}.2.Effect`, 'Deny'),
  mutant('S4', 'all but some actions', `${WORKER_GRANTS}.+`, {
    Effect: 'Allow',
    NotAction: 'iam:*',
    Resource: '*',
  }),
  mutant('S4', 'links that read the whole bucket', `${API_GRANTS}.3.Resource.+`, {
    'Fn::Sub': '${ReportsBucket.Arn}/*',
  }),
  mutant('S4', 'a worker that changes settings', `${WORKER_GRANTS}.3.Resource.+`, {
    'Fn::Sub': '${ReportsBucket.Arn}/settings/*',
  }),
  mutant('S4', 'an HTTP API that commits', `${API_GRANTS}.4.Resource.+`, {
    'Fn::Sub': '${ReportsBucket.Arn}/weeks/*',
  }),
  mutant('S4', 'a policy of AWS’s', 'AuthorizerRole.Properties.ManagedPolicyArns', [
    'arn:aws:iam::aws:policy/AdministratorAccess',
  ]),
  mutant('S4', 'a shared role', 'AuthorizerLambdaFunction.Properties.Role', {
    'Fn::GetAtt': ['ReportsApiRole', 'Arn'],
  }),
  mutant('S4', 'a policy put on a role', 'Extra', {
    Type: 'AWS::IAM::Policy',
    Properties: {
      Roles: [{ Ref: 'AuthorizerRole' }],
      PolicyDocument: { Statement: [grant('s3:GetObject', '*')] },
    },
  }),
  mutant('S4', 'mail from any address', `${MAIL_GRANT}.Condition`),
  mutant('S4', 'mail of every identity', `${MAIL_GRANT}.Resource`, '*'),
  mutant('S4', 'mail without its configuration set', `${MAIL_GRANT}.Resource.1`),
  mutant('S4', 'events that end reports', `${EVENT_GRANTS}.2.Resource`, {
    'Fn::Sub': '${ReportsBucket.Arn}/*',
  }),
  mutant('S5', 'a role for two services', `${PLANNER_TRUST}.0.Principal.Service`, [
    'lambda.amazonaws.com',
    'scheduler.amazonaws.com',
  ]),
  mutant('S5', 'a role for an account', `${PLANNER_TRUST}.+`, {
    Effect: 'Allow',
    Principal: { AWS: { Ref: 'AWS::AccountId' } },
    Action: 'sts:AssumeRole',
  }),
  mutant('S5', 'any schedule', `${SCHEDULE_TRUST}.Condition.StringEquals.aws:SourceArn`),
  mutant('S5', 'any account', `${SCHEDULE_TRUST}.Condition.StringEquals.aws:SourceAccount`),
  mutant('S6', 'no schedule', 'PlanWeekSchedule'),
  mutant(
    'S6',
    'calls that come a day late',
    `${SCHEDULE}.Target.RetryPolicy.MaximumEventAgeInSeconds`,
    86_400,
  ),
  mutant('S6', 'calls without end', `${SCHEDULE}.Target.RetryPolicy.MaximumRetryAttempts`, 185),
  mutant('S6', 'no retries said', `${SCHEDULE}.Target.RetryPolicy`),
  mutant('S6', 'calls that are lost', `${SCHEDULE}.Target.DeadLetterConfig`),
  mutant('S6', 'a schedule that is off', `${SCHEDULE}.State`, 'DISABLED'),
  mutant('S6', 'a clock that leaps', `${SCHEDULE}.ScheduleExpressionTimezone`, 'Europe/Helsinki'),
  mutant('S6', 'no window', `${SCHEDULE}.FlexibleTimeWindow`),
  mutant('S7', 'jobs in clear', 'JobsQueue.Properties.SqsManagedSseEnabled', false),
  mutant('S7', 'one try', 'JobsQueue.Properties.RedrivePolicy.maxReceiveCount', 1),
  mutant('S7', 'jobs given out twice', 'JobsQueue.Properties.VisibilityTimeout', 300),
  mutant('S7', 'a slower worker', `${WORKER}.Timeout`, 290),
  mutant(
    'S7',
    'dead letters that go early',
    'JobsDeadLetters.Properties.MessageRetentionPeriod',
    345_600,
  ),
  mutant(
    'S7',
    'jobs that outlive their dead letters',
    'JobsQueue.Properties.MessageRetentionPeriod',
    1_300_000,
  ),
  mutant(
    'S7',
    'dead letters of any queue',
    'JobsDeadLetters.Properties.RedriveAllowPolicy.redrivePermission',
    'allowAll',
  ),
  mutant('S7', 'messages given out twice', 'DeliveriesQueue.Properties.VisibilityTimeout', 120),
  mutant('S7', 'plain HTTP to messages', 'DeliveriesQueuePolicy'),
  mutant('S7', 'mail events in clear', 'MailEventsQueue.Properties.SqsManagedSseEnabled'),
  mutant('S7', 'plain HTTP to jobs', 'JobsQueuePolicy'),
  mutant(
    'S7',
    'plain HTTP to dead letters',
    'JobsDeadLettersPolicy.Properties.PolicyDocument.Statement.0.Condition',
    { Bool: { 'aws:SecureTransport': true } },
  ),
  mutant(
    'S7',
    'one queue denied by another’s policy',
    'JobsQueuePolicy.Properties.PolicyDocument.Statement.0',
    {
      Effect: 'Deny',
      Principal: '*',
      Action: 'sqs:*',
      Resource: { 'Fn::GetAtt': ['JobsDeadLetters', 'Arn'] },
      Condition: PLAIN_HTTP,
    },
  ),
  mutant('S8', 'ten jobs at once', `${SOURCE}.BatchSize`, 10),
  mutant('S8', 'one failure for all', `${SOURCE}.FunctionResponseTypes`),
  mutant('S8', 'one failed message for all', `${SENDER_SOURCE}.FunctionResponseTypes`),
  mutant('S8', 'senders without end', `${SENDER_SOURCE}.ScalingConfig`),
  mutant('S8', 'a hundred messages at once', `${SENDER_SOURCE}.BatchSize`, 100),
  mutant('S8', 'workers without end', `${SOURCE}.ScalingConfig`),
  mutant('S8', 'more workers', `${SOURCE}.ScalingConfig.MaximumConcurrency`, 40),
  mutant('S8', 'more requests', `${WORKER}.Environment.Variables.FEEDBACK_API_CONCURRENCY`, '64'),
  mutant('S8', 'deep trees that are cut off', `${WORKER}.RecursiveLoop`),
  mutant('S8', 'workers that may not run', `${WORKER}.ReservedConcurrentExecutions`, 1),
  mutant('S9', 'an open route', `${LIST_ROUTE}.AuthorizationType`, 'NONE'),
  mutant('S9', 'a route that does not say', `${LIST_ROUTE}.AuthorizationType`),
  mutant(
    'S9',
    'a link’s route that does not say',
    'HttpApiRouteGetDTokenVar.Properties.AuthorizationType',
  ),
  mutant(
    'S9',
    'a report’s content without a token',
    'HttpApiRouteGetV1ReportsWeekVarFolderVarContent.Properties.AuthorizationType',
    'NONE',
  ),
  mutant(
    'S9',
    'the names of folders without a token',
    'HttpApiRouteGetV1Folders.Properties.AuthorizationType',
    'NONE',
  ),
  mutant(
    'S9',
    'a page’s route that does not say',
    'HttpApiRouteGetPageNameVar.Properties.AuthorizationType',
  ),
  mutant(
    'S9',
    'subscriptions without a token',
    'HttpApiRouteGetV1Subscriptions.Properties.AuthorizationType',
    'NONE',
  ),
  mutant(
    'S9',
    'a subscription that is removed without a token',
    'HttpApiRouteDeleteV1SubscriptionsIdVar.Properties.AuthorizationType',
    'NONE',
  ),
  mutant('S9', 'a route without an authorizer', `${LIST_ROUTE}.AuthorizerId`),
  mutant('S9', 'any token', `${LIST_ROUTE}.AuthorizationType`, 'JWT'),
  mutant(
    'S9',
    'tokens that are remembered',
    'HttpApiAuthorizerCallers.Properties.AuthorizerResultTtlInSeconds',
    3600,
  ),
  mutant(
    'S9',
    'tokens in the query',
    'HttpApiAuthorizerCallers.Properties.IdentitySource.0',
    '$request.querystring.token',
  ),
  mutant('S10', 'no limit', `${STAGE}.DefaultRouteSettings`),
  mutant('S10', 'a high rate', `${STAGE}.DefaultRouteSettings.ThrottlingRateLimit`, 1000),
  mutant('S10', 'a high burst', `${STAGE}.DefaultRouteSettings.ThrottlingBurstLimit`, 500),
  mutant('S10', 'a route with its own limit', `${STAGE}.RouteSettings.POST /v1/reports`, {
    ThrottlingRateLimit: 1,
    ThrottlingBurstLimit: 1,
  }),
  mutant('S10', 'links without a limit', `${STAGE}.RouteSettings.GET /d/{token+}`, {}),
  mutant(
    'S10',
    'links at a high rate',
    `${STAGE}.RouteSettings.GET /d/{token+}.ThrottlingRateLimit`,
    1000,
  ),
  mutant('S10', 'the page’s files without a limit', `${STAGE}.RouteSettings.GET /page/{name}`, {}),
  mutant('S10', 'a page that few can open at once', `${STAGE}.RouteSettings.GET /`),
  mutant(
    'S10',
    'weeks at a high burst',
    `${STAGE}.RouteSettings.GET /v1/weeks/{week}.ThrottlingBurstLimit`,
    1000,
  ),
  mutant(
    'S10',
    'revisions at the rate of links',
    `${STAGE}.RouteSettings.GET /v1/reports/{week}/{folder}/revisions.ThrottlingRateLimit`,
    50,
  ),
  mutant('S10', 'limits before their route', 'HttpApiStage.DependsOn', ['HttpApiLogGroup']),
  mutant('S10', 'no access log', `${STAGE}.AccessLogSettings`),
  mutant(
    'S10',
    'paths in the log',
    `${STAGE}.AccessLogSettings.Format`,
    '{"path":"$context.path"}',
  ),
  mutant(
    'S10',
    'callers in the log',
    `${STAGE}.AccessLogSettings.Format`,
    '{"who":"$context.authorizer.principalId"}',
  ),
  mutant('S10', 'every site', 'HttpApi.Properties.CorsConfiguration', { AllowOrigins: ['*'] }),
  mutant('S11', 'an old runtime', `${WORKER}.Runtime`, 'nodejs20.x'),
  mutant('S11', 'other chips', `${WORKER}.Architectures`, ['x86_64']),
  mutant('S11', 'a long timeout', 'ReportsApiLambdaFunction.Properties.Timeout', 900),
  mutant('S11', 'memory that is not said', `${WORKER}.MemorySize`),
  mutant('S11', 'too much memory', `${WORKER}.MemorySize`, 20_000),
  mutant('S11', 'a token by its name', `${WORKER}.Environment.Variables.FEEDBACK_API_TOKEN`, 'x'),
  mutant(
    'S11',
    'a key by its look',
    `${WORKER}.Environment.Variables.SALT`,
    '0123456789abcdef0123456789abcdef',
  ),
  mutant(
    'S11',
    'a password in a URL',
    `${WORKER}.Environment.Variables.FEEDBACK_API_URL`,
    'https://me:pw@example.com',
  ),
  mutant(
    'S11',
    'any certificate',
    `${WORKER}.Environment.Variables.NODE_TLS_REJECT_UNAUTHORIZED`,
    '0',
  ),
  mutant('S11', 'a debugger', `${WORKER}.Environment.Variables.NODE_OPTIONS`, '--inspect'),
  mutant(
    'S11',
    'a heap larger than the memory',
    `${WORKER}.Environment.Variables.NODE_OPTIONS`,
    '--max-semi-space-size=16 --max-old-space-size=1536',
  ),
  mutant('S12', 'logs for ever', 'MakeReportLogGroup.Properties.RetentionInDays'),
  mutant('S12', 'access logs for ever', 'HttpApiLogGroup.Properties.RetentionInDays'),
  mutant('S12', 'a function that makes its own log group', `${WORKER}.FunctionName`, 'other'),
  mutant('S13', 'a secret that is written down', 'Leak', {
    Type: 'AWS::SecretsManager::Secret',
    Properties: { SecretString: '{}' },
  }),
  mutant(
    'S13',
    'a secret put in at deployment',
    `${WORKER}.Description`,
    '{{resolve:secretsmanager:x}}',
  ),
  mutant(
    'S13',
    'contents in place of a name',
    `${WORKER}.Environment.Variables.REPORTS_SECRET`,
    '{"clientId":"x"}',
  ),
  mutant('S14', 'no alarm on dead letters', 'JobsDeadLettersAlarm'),
  mutant('S14', 'no alarm on the planner’s dead letters', 'ScheduleDeadLettersAlarm'),
  mutant('S14', 'a later alarm', 'OldestJobAlarm.Properties.Threshold', 86_400),
  mutant('S14', 'no alarm on errors', 'PlanWeekErrorsAlarm'),
  mutant('S14', 'no alarm on missing reports', 'DueButMissingAlarm'),
  mutant('S14', 'an alarm on one tick', 'DueButMissingAlarm.Properties.DatapointsToAlarm', 1),
  mutant(
    'S14',
    'dead letters that hide the next one',
    'JobsDeadLettersAlarm.Properties.MetricName',
    'ApproximateNumberOfMessagesVisible',
  ),
  mutant('S14', 'HTTP errors in a row', 'HttpServerErrorsAlarm.Properties.DatapointsToAlarm'),
  mutant('S14', 'no alarm on late messages', 'OldestMessageAlarm'),
  mutant('S14', 'no alarm on late mail events', 'OldestMailEventAlarm'),
  mutant('S14', 'no alarm on unsent messages', 'MessagesDueButUnsentAlarm'),
  mutant('S14', 'no alarm on bugs', 'UnexpectedErrorsAlarm'),
  mutant('S14', 'no alarm on reports that stay partial', 'PartialForADayAlarm'),
  mutant('S14', 'no alarm on drift', 'ZoneDriftAlarm.Properties.MetricName', 'Zones'),
  mutant('S14', 'errors that few meet', 'HttpServerErrorsAlarm.Properties.Threshold', 4),
  mutant('S14', 'no alarm on silence', 'PlannerSilentAlarm'),
  mutant('S14', 'silence for longer', 'PlannerSilentAlarm.Properties.Period', 21_600),
  mutant('S14', 'silence that is fine', 'PlannerSilentAlarm.Properties.TreatMissingData'),
  mutant('S14', 'figures of all stages', 'DueButMissingAlarm.Properties.Dimensions'),
  mutant(
    'S14',
    'figures of another stage',
    `${WORKER}.Environment.Variables.REPORTS_STAGE`,
    'other',
  ),
  mutant(
    'S14',
    'figures of no stage',
    'PlanWeekLambdaFunction.Properties.Environment.Variables.REPORTS_STAGE',
  ),
  mutant('S14', 'an alarm on a filled figure', 'AuthorizerErrorsAlarm.Properties.Metrics', [
    { Id: 'filled', Expression: 'FILL(errors, 0)' },
  ]),
  mutant('S14', 'no alarm on refused calls', 'ReportsApiThrottlesAlarm'),
  mutant('S14', 'gaps that ring', 'MakeReportThrottlesAlarm.Properties.TreatMissingData', 'ignore'),
  mutant('S14', 'throttles in a row', 'PlanWeekThrottlesAlarm.Properties.DatapointsToAlarm'),
  mutant('S14', 'no alarm on deliveries', 'FailedDeliveriesAlarm'),
  mutant('S14', 'deliveries of all stages', 'FailedDeliveriesAlarm.Properties.Dimensions'),
  mutant(
    'S14',
    'deliveries that fail twice',
    'FailedDeliveriesAlarm.Properties.DatapointsToAlarm',
    2,
  ),
  mutant('S14', 'no alarm on refused messages', 'RefusedMessagesAlarm'),
  mutant('S14', 'unknown messages of all stages', 'UnknownMessagesAlarm.Properties.Dimensions'),
  mutant('S14', 'no alarm on messages that fail', 'DeliveriesDeadLettersAlarm'),
  mutant('S14', 'no alarm on mail events that fail', 'MailEventsDeadLettersAlarm'),
  mutant('S14', 'no alarm on partial weeks', 'PartialWeekAlarm'),
  mutant('S14', 'weeks half partial', 'PartialWeekAlarm.Properties.Threshold', 50),
  mutant('S14', 'an alarm on one partial tick', 'PartialWeekAlarm.Properties.DatapointsToAlarm', 1),
  mutant('S14', 'an alarm that never ends', 'ZoneDriftAlarm.Properties.OKActions'),
  mutant(
    'S14',
    'an alarm that says nothing',
    'OldestJobAlarm.Properties.AlarmDescription',
    'Queue age',
  ),
  mutant('S14', 'an alarm without an action', 'OldestJobAlarm.Properties.AlarmActions'),
  mutant('S15', 'a function’s own URL', 'Open', { Type: 'AWS::Lambda::Url', Properties: {} }),
  mutant('S15', 'a public queue', 'JobsQueuePolicy.Properties.PolicyDocument.Statement.+', {
    Effect: 'Allow',
    Principal: '*',
    Action: 'sqs:SendMessage',
    Resource: '*',
  }),
  mutant('S15', 'a bucket for every account', `${POLICY}.+`, {
    Effect: 'Allow',
    Principal: { AWS: '*' },
    Action: 's3:GetObject',
    Resource: '*',
  }),
  mutant('S15', 'a topic for every configuration set', `${TOPIC_GRANT}.Condition`, {
    StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
  }),
  mutant('S15', 'a queue for every topic', `${EVENT_QUEUE_GRANT}.Condition`),
  mutant('S15', 'an account’s number', `${WORKER}.Description`, 'of 123456789012'),
  mutant('S15', 'an access key', `${WORKER}.Description`, `AKIA${'A'.repeat(16)}`),
  mutant('S17', 'analysts who read reports', `${ANALYSTS}.7.Resource.+`, {
    'Fn::Sub': '${ReportsBucket.Arn}/weeks/*',
  }),
  mutant('S17', 'analysts who write facts', `${ANALYSTS}.8.Resource`, {
    'Fn::Sub': '${ReportsBucket.Arn}/facts/*',
  }),
  mutant('S17', 'analysts who list everything', `${ANALYSTS}.6.Condition`),
  mutant('S17', 'analysts who list every bucket', `${ANALYSTS}.6.Resource`, '*'),
  mutant('S17', 'analysts who change tables', `${ANALYSTS}.3.Action.+`, 'glue:UpdateTable'),
  mutant('S17', 'analysts of every database', `${ANALYSTS}.4.Action`, 'glue:GetTables'),
  mutant('S17', 'analysts of all but some resources', `${ANALYSTS}.0`, {
    Effect: 'Allow',
    Action: 'athena:GetWorkGroup',
    NotResource: 'arn:aws:athena:*:*:workgroup/primary',
  }),
  mutant('S17', 'analysts of every workgroup', `${ANALYSTS}.0.Resource`, '*'),
  mutant('S17', 'queries without a limit', `${WORK_GROUP}.BytesScannedCutoffPerQuery`),
  mutant(
    'S17',
    'results in the clear',
    `${WORK_GROUP}.ResultConfiguration.EncryptionConfiguration`,
  ),
  mutant('S17', 'settings of the client', `${WORK_GROUP}.EnforceWorkGroupConfiguration`, false),
];

/** A copy of the template with one change; throws when the path does not exist, because the test would check nothing. */
export function changed(
  template: Template,
  { path, value }: Pick<Mutant, 'path' | 'value'>,
): Template {
  const copy = structuredClone(template);
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const parent = steps.length === 0 ? copy.Resources : at(copy.Resources, steps.join('.'));
  if (typeof parent !== 'object' || parent === null) throw new Error(`${path} leads nowhere`);
  if (Array.isArray(parent)) {
    const position = last === '+' ? parent.length : Number(last);
    parent.splice(position, 1, ...(value === undefined ? [] : [value]));
  } else if (value === undefined) {
    if (!(last in parent)) throw new Error(`${path} is not there`);
    Reflect.deleteProperty(parent, last);
  } else if (steps.length === 0) {
    copy.Resources[last] = parseResource(value);
  } else {
    Reflect.set(parent, last, value);
  }
  return copy;
}
