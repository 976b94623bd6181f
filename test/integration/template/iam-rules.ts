// Rules on permissions: S4 one role for each function with only the actions that it uses, S5 the service that may assume it,
// S15 nothing is public.
import type { Json, Resource, Template } from './template.ts';
import { at, many, named, ofType, textOf } from './template.ts';

const SECRET = /^arn:\$\{AWS::Partition\}:secretsmanager:\S+:secret:[A-Za-z0-9/_+=.@-]+-\?{6}$/;

const IDENTITY =
  /^arn:\$\{AWS::Partition\}:ses:\$\{AWS::Region\}:\$\{AWS::AccountId\}:identity\/[\w.@-]*$/;

const MAIL = ['ses:SendEmail', 'ses:SendRawEmail'].flatMap((action) => [
  `${action} identity`,
  `${action} configuration set`,
]);

/** Permissions to write fact tables, and to remove those of earlier releases. */
const FACTS = [
  's3:GetObject ReportsBucket/facts/v2/*',
  's3:PutObject ReportsBucket/facts/v2/*',
  's3:PutObject ReportsBucket/weeks/*/facts.json',
  's3:DeleteObject ReportsBucket/facts/*',
];

/**
 * By role: each action and its resources. `secret` is the ARN of a secret, `bus` that of an event bus, `identity` that of a
 * mail identity, and `configuration set` that of this stage.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  PlanWeekRole: [
    ...logsOf('PlanWeekLogGroup'),
    'secretsmanager:GetSecretValue secret',
    's3:ListBucket ReportsBucket',
    's3:GetObject ReportsBucket/weeks/*',
    's3:GetObject ReportsBucket/requests/*',
    ...['subscriptions', 'receipts'].flatMap((prefix) => [
      `s3:GetObject ReportsBucket/${prefix}/*`,
      `s3:PutObject ReportsBucket/${prefix}/*`,
    ]),
    's3:GetObject ReportsBucket/settings/*',
    's3:GetObject ReportsBucket/company.json',
    's3:PutObject ReportsBucket/company.json',
    's3:PutObject ReportsBucket/weeks/*/plan.json',
    's3:PutObject ReportsBucket/requests/*',
    'sqs:SendMessage JobsQueue',
    'sqs:SendMessage DeliveriesQueue',
    'sqs:SendMessage ScheduleDeadLetters',
    'sqs:GetQueueAttributes DeliveriesQueue',
    'events:PutEvents bus',
    ...FACTS,
  ],
  MakeReportRole: [
    ...logsOf('MakeReportLogGroup'),
    'secretsmanager:GetSecretValue secret',
    's3:ListBucket ReportsBucket',
    ...['weeks', 'requests'].flatMap((prefix) => [
      `s3:GetObject ReportsBucket/${prefix}/*`,
      `s3:PutObject ReportsBucket/${prefix}/*`,
    ]),
    'sqs:ReceiveMessage JobsQueue',
    'sqs:DeleteMessage JobsQueue',
    'sqs:ChangeMessageVisibility JobsQueue',
    'sqs:GetQueueAttributes JobsQueue',
    'sqs:SendMessage JobsQueue',
    's3:GetObject ReportsBucket/settings/*',
  ],
  ReportsApiRole: [
    ...logsOf('ReportsApiLogGroup'),
    'secretsmanager:GetSecretValue secret',
    's3:ListBucket ReportsBucket',
    's3:GetObject ReportsBucket/weeks/*',
    's3:GetObject ReportsBucket/facts/*',
    's3:GetObject ReportsBucket/links/*',
    's3:GetObject ReportsBucket/requests/*',
    's3:PutObject ReportsBucket/links/*',
    's3:PutObject ReportsBucket/requests/*',
    ...['subscriptions', 'receipts', 'settings'].flatMap((prefix) => [
      `s3:GetObject ReportsBucket/${prefix}/*`,
      `s3:PutObject ReportsBucket/${prefix}/*`,
    ]),
    's3:DeleteObject ReportsBucket/subscriptions/*',
    'sqs:SendMessage JobsQueue',
    'sqs:SendMessage DeliveriesQueue',
    ...MAIL,
  ],
  SendMessageRole: [
    ...logsOf('SendMessageLogGroup'),
    'secretsmanager:GetSecretValue secret',
    's3:ListBucket ReportsBucket',
    's3:GetObject ReportsBucket/weeks/*',
    's3:GetObject ReportsBucket/settings/*',
    ...['subscriptions', 'receipts'].flatMap((prefix) => [
      `s3:GetObject ReportsBucket/${prefix}/*`,
      `s3:PutObject ReportsBucket/${prefix}/*`,
    ]),
    ...consumptionOf('DeliveriesQueue'),
    'sqs:ChangeMessageVisibility DeliveriesQueue',
    'sqs:SendMessage DeliveriesQueue',
    ...MAIL,
  ],
  MailEventsRole: [
    ...logsOf('MailEventsLogGroup'),
    's3:ListBucket ReportsBucket',
    's3:GetObject ReportsBucket/subscriptions/*',
    's3:PutObject ReportsBucket/subscriptions/*',
    ...consumptionOf('MailEventsQueue'),
  ],
  AuthorizerRole: [
    ...logsOf('AuthorizerLogGroup'),
    'secretsmanager:GetSecretValue secret',
    's3:ListBucket ReportsBucket',
    's3:GetObject ReportsBucket/subscriptions/*',
  ],
  PlanWeekScheduleRole: [
    'lambda:InvokeFunction PlanWeekLambdaFunction',
    'sqs:SendMessage ScheduleDeadLetters',
  ],
};

function logsOf(group: string): readonly string[] {
  return [`logs:CreateLogStream ${group}`, `logs:PutLogEvents ${group}`];
}

function consumptionOf(queue: string): readonly string[] {
  return ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map(
    (action) => `sqs:${action} ${queue}`,
  );
}

export function rolesAreMinimal(template: Template): readonly string[] {
  const roles = ofType(template, 'AWS::IAM::Role');
  const roleNames = ofType(template, 'AWS::Lambda::Function').map(([, { Properties }]) =>
    named(Properties['Role']),
  );
  return [
    ...roleNames
      .filter((role, index) => roleNames.indexOf(role) !== index)
      .map((role) => `${role} is shared by functions`),
    ...roles.flatMap(([id, role]) => [
      ...(many(role.Properties['ManagedPolicyArns']).length > 0
        ? [`${id} has a policy of AWS's`]
        : []),
      ...compare(id, grantsOf(template, id, role)),
    ]),
  ];
}

function compare(role: string, granted: readonly string[]): readonly string[] {
  const allowed = ALLOWED[role] ?? [];
  return [
    ...granted
      .filter((action) => !allowed.includes(action))
      .map((action) => `${role} may ${action}`),
    ...allowed
      .filter((action) => !granted.includes(action))
      .map((action) => `${role} may not ${action}`),
  ];
}

/** "action resource" for each permission of a role, from inline and attached policies. */
function grantsOf(template: Template, id: string, role: Resource): readonly string[] {
  const addedPolicies = ofType(template, 'AWS::IAM::Policy')
    .filter(([, { Properties }]) => many(Properties['Roles']).map(named).includes(id))
    .map(([, { Properties }]) => Properties['PolicyDocument']);
  const inlinePolicies = many(role.Properties['Policies']).map((policy) =>
    at(policy, 'PolicyDocument'),
  );
  return [...inlinePolicies, ...addedPolicies]
    .flatMap((document) => many(at(document, 'Statement')))
    .map((statement) => at(statement, 'Fn::If.1') ?? statement)
    .flatMap((statement) => {
      const mails = many(at(statement, 'Action')).some((action) =>
        textOf(action).startsWith('ses:'),
      );
      if (mails && at(statement, 'Condition.StringEquals.ses:FromAddress') === undefined) {
        return ['mail from any address'];
      }
      if (at(statement, 'NotAction') !== undefined) return ['anything but some actions'];
      if (at(statement, 'NotResource') !== undefined) return ['something on all but some'];
      if (at(statement, 'Effect') !== 'Allow') return [];
      return many(at(statement, 'Action')).flatMap((action) =>
        many(at(statement, 'Resource')).map((thing) => `${textOf(action)} ${shortened(thing)}`),
      );
    });
}

function shortened(thing: Json): string {
  const name = named(thing);
  if (SECRET.test(name)) return 'secret';
  if (IDENTITY.test(name)) return 'identity';
  if (name.endsWith(':configuration-set/feedback-reports-example')) return 'configuration set';
  return /:event-bus\/[\w./-]*$/.test(name) ? 'bus' : name;
}

export function rolesHaveOneService(template: Template): readonly string[] {
  const schedules = ofType(template, 'AWS::Scheduler::Schedule').map(([, { Properties }]) =>
    named(at(Properties, 'Target.RoleArn')),
  );
  const functions = ofType(template, 'AWS::Lambda::Function').map(([, { Properties }]) =>
    named(Properties['Role']),
  );
  const isRightFor =
    (id: string) =>
    (statement: Json): boolean =>
      (isForLambda(statement) && !schedules.includes(id)) ||
      (isForSchedule(statement) && !functions.includes(id));
  return ofType(template, 'AWS::IAM::Role').flatMap(([id, { Properties }]) => {
    const statements = many(at(Properties, 'AssumeRolePolicyDocument.Statement'));
    return statements.length === 1 && statements.every(isRightFor(id))
      ? []
      : [`${id} may be taken by others`];
  });
}

function isForLambda(statement: Json): boolean {
  return (
    JSON.stringify(at(statement, 'Principal')) === '{"Service":"lambda.amazonaws.com"}' &&
    at(statement, 'Action') === 'sts:AssumeRole'
  );
}

function isForSchedule(statement: Json): boolean {
  return (
    JSON.stringify(at(statement, 'Principal')) === '{"Service":"scheduler.amazonaws.com"}' &&
    at(statement, 'Action') === 'sts:AssumeRole' &&
    named(at(statement, 'Condition.StringEquals.aws:SourceAccount')) === 'AWS::AccountId' &&
    named(at(statement, 'Condition.StringEquals.aws:SourceArn')) === 'PlanWeekScheduleGroup'
  );
}

const OPEN_TYPES = ['AWS::Lambda::Url', 'AWS::S3::AccessPoint'];

/** A service may use a topic or a queue only for one source in this deployment. */
function servicesAreLimited(template: Template): readonly string[] {
  return ['AWS::SNS::TopicPolicy', 'AWS::SQS::QueuePolicy'].flatMap((type) =>
    ofType(template, type).flatMap(([id, { Properties }]) =>
      many(at(Properties, 'PolicyDocument.Statement'))
        .filter((statement) => at(statement, 'Effect') === 'Allow')
        .filter((statement) => !hasSource(statement))
        .map(() => `${id} allows any source`),
    ),
  );
}

function hasSource(statement: Json): boolean {
  const sources = ['StringEquals', 'ArnEquals'].map((operator) =>
    at(statement, `Condition.${operator}.aws:SourceArn`),
  );
  return (
    at(statement, 'Principal.Service') !== undefined &&
    sources.some((source) => source !== undefined && !named(source).includes('*'))
  );
}

export function nothingIsPublic(template: Template): readonly string[] {
  const text = JSON.stringify(template);
  const numbers = text.match(/(?<![\d.-])\d{12}(?!\d)/g) ?? [];
  return [
    ...Object.entries(template.Resources)
      .filter(([, { Type }]) => OPEN_TYPES.includes(Type))
      .map(([id]) => `${id} makes something public`),
    ...servicesAreLimited(template),
    ...allowedToAll(template).map((id) => `${id} allows every principal`),
    ...numbers.map((number) => `the account ${number} is hard-coded`),
    ...(/\b(AKIA|ASIA)[A-Z0-9]{16}\b/.test(text) ? ['an access key is hard-coded'] : []),
  ];
}

function allowedToAll(template: Template): readonly string[] {
  return Object.entries(template.Resources)
    .filter(([, { Properties }]) =>
      many(at(Properties, 'PolicyDocument.Statement')).some((statement) => {
        const principals = [at(statement, 'Principal'), ...many(at(statement, 'Principal.AWS'))];
        return at(statement, 'Effect') === 'Allow' && principals.includes('*');
      }),
    )
    .map(([id]) => id);
}
