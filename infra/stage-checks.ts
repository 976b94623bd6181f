// Checks of a deployed stage: its stack and release, event sources, queues, the secret, the planner, who hears of alarms, and whether
// a link opens the stored file.
import { createHash } from 'node:crypto';
import { LambdaClient, paginateListEventSourceMappings } from '@aws-sdk/client-lambda';
import { paginateListSubscriptionsByTopic, SNSClient } from '@aws-sdk/client-sns';
import { GetQueueAttributesCommand, GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Check } from '../functions/cli/doctor/check.ts';
import { attempt, fail, ok, warn } from '../functions/cli/doctor/check.ts';
import { formatCount } from '../functions/cli/terminal.ts';
import type { Archive, SystemContext } from '../lib/composition/compose.ts';
import { openArchive, openConfiguredSecret } from '../lib/composition/compose.ts';
import { readConfig } from '../lib/composition/config.ts';
import { release } from '../lib/composition/release.ts';
import { HOUR_MS } from '../lib/domain/calendar.ts';
import { findPlannerRecord } from '../lib/jobs/planner-record.ts';
import { createLinkKeyReader, createPermanentLinks } from '../lib/links/make-link.ts';
import type { SecretSource } from '../lib/ports/secrets.ts';
import type { Manifest } from '../lib/ports/stored-records.ts';
import { findManifest } from '../lib/reports/report-repository.ts';
import { listFolderKeys, storedWeeks, parseWeeks } from '../lib/reports/week-folders.ts';
import { awsErrorName } from './deploy-request.ts';
import type { DeployedStack } from './deployed-stack.ts';
import { functionEnvironment } from './function-settings.ts';

const SERVICE = 'feedback-reports';
/** Which the planner must run in: it runs at least hourly. */
const MAX_SINCE_TICK_MS = 2 * HOUR_MS;
const TIMEOUT_MS = 30_000;

interface StageContext {
  readonly stage: string;
  readonly stack: DeployedStack;
  readonly region: string;
  readonly system: SystemContext;
}

/** `stack`: null where nothing is deployed. Clients of AWS take their addresses and credentials from the environment. */
export async function* checkStage(
  context: Omit<StageContext, 'stack'> & { readonly stack: DeployedStack | null },
): AsyncGenerator<Check> {
  const { stack, stage } = context;
  if (stack === null) {
    yield fail('stack', 'nothing is deployed', `npm run deploy -- --stage ${stage}`);
    return;
  }
  const deployed = { ...context, stack };
  yield checkStack(stack);
  yield checkRelease(stack, stage);
  yield* await attemptAws('event sources', () => checkEventSources(deployed));
  yield* await attemptAws('queues', () => checkQueues(deployed));
  yield* await attemptAws('alarms', () => checkAlarms(deployed));
  const { archive, secret } = openStores(deployed);
  if (archive === null || secret === null) {
    const advice = `An earlier release is deployed: npm run deploy -- --stage ${stage}`;
    yield fail('settings', 'the functions have no REPORTS_STORE or REPORTS_SECRET', advice);
    return;
  }
  yield* await attempt('secret', () => checkSecret(secret));
  yield* await attempt('planner', () => checkPlanner(archive, context.system.clock()));
  yield* await attempt('link', () => checkLink(archive, secret, stack.outputs['LibraryUrl'] ?? ''));
}

/** An error of AWS is a failure of the check, with its name only. */
async function attemptAws(
  name: string,
  work: () => Promise<readonly Check[]>,
): Promise<readonly Check[]> {
  try {
    return await work();
  } catch (error) {
    const advice = 'Check the region, your credentials and their rights.';
    return [fail(name, `could not be read: ${awsErrorName(error)}`, advice)];
  }
}

function checkStack({ status }: DeployedStack): Check {
  const advice = 'See the events of the stack in CloudFormation.';
  if (/^(CREATE|UPDATE)_COMPLETE$/.test(status)) return ok('stack', status);
  return /_IN_PROGRESS$|^UPDATE_ROLLBACK_COMPLETE$/.test(status)
    ? warn('stack', status, advice)
    : fail('stack', status, advice);
}

function checkRelease({ tags }: DeployedStack, stage: string): Check {
  const deployed = tags['release'] ?? 'unknown';
  return deployed === release()
    ? ok('release', deployed)
    : warn(
        'release',
        `${deployed} is deployed, this is ${release()}`,
        `Deploy it, or check out what is deployed: npm run deploy -- --stage ${stage}`,
      );
}

async function checkEventSources({ stage, region, stack }: StageContext) {
  const client = new LambdaClient({ region, maxAttempts: 3 });
  const names = ['make-report', 'send-message', ...(hasMail(stack) ? ['mail-events'] : [])];
  try {
    const states = await Promise.all(
      names.map(async (name) => {
        const found: string[] = [];
        const input = { FunctionName: `${SERVICE}-${stage}-${name}` };
        for await (const page of paginateListEventSourceMappings({ client }, input)) {
          found.push(...(page.EventSourceMappings ?? []).map(({ State = '' }) => State));
        }
        return { name, states: found };
      }),
    );
    const off = states.filter((entry) => !entry.states.includes('Enabled'));
    return [
      off.length === 0
        ? ok('event sources', `enabled: ${names.join(', ')}`)
        : fail(
            'event sources',
            off.map((entry) => [entry.name, ...entry.states].join(' ')).join('; '),
            'See docs/runbook.md: aws lambda update-event-source-mapping --enabled --uuid UUID',
          ),
    ];
  } finally {
    client.destroy();
  }
}

function hasMail({ template }: DeployedStack): boolean {
  return functionEnvironment(template, 'SendMessageLambdaFunction')['REPORTS_MAIL'] !== '';
}

async function checkQueues({ stage, region, stack }: StageContext) {
  const client = new SQSClient({ region, maxAttempts: 3, useQueueUrlAsEndpoint: false });
  const mail = hasMail(stack) ? ['mail-events'] : [];
  const deadLetters = ['jobs', 'deliveries', 'schedule', ...mail].map(
    (name) => `${name}-dead-letters`,
  );
  try {
    const count = async (name: string) => {
      const { QueueUrl } = await client.send(
        new GetQueueUrlCommand({ QueueName: `${SERVICE}-${stage}-${name}` }),
      );
      const { Attributes = {} } = await client.send(
        new GetQueueAttributesCommand({
          QueueUrl,
          AttributeNames: ['ApproximateNumberOfMessages'],
        }),
      );
      return { name, messages: Number(Attributes['ApproximateNumberOfMessages'] ?? 0) };
    };
    const waiting = await Promise.all(['jobs', 'deliveries', ...mail].map(count));
    const dead = (await Promise.all(deadLetters.map(count))).filter(({ messages }) => messages > 0);
    const describe = (queues: typeof waiting): string =>
      queues.map(({ name, messages }) => `${messages} in ${name}`).join(', ');
    return [
      ok('queues', describe(waiting)),
      dead.length === 0
        ? ok('dead letters', 'none')
        : warn('dead letters', describe(dead), 'See docs/runbook.md, "Dead letters".'),
    ];
  } finally {
    client.destroy();
  }
}

async function checkAlarms({ stack, region }: StageContext): Promise<readonly Check[]> {
  const topic = /arn:aws[a-z-]*:sns:[\w:-]+/.exec(
    JSON.stringify(stack.template['Conditions'] ?? null),
  )?.[0];
  if (topic === undefined) {
    return [warn('alarms', 'nobody is notified', 'Set the parameter alarmTopic, and subscribe.')];
  }
  const client = new SNSClient({ region, maxAttempts: 3 });
  let confirmed = 0;
  try {
    const pages = paginateListSubscriptionsByTopic({ client }, { TopicArn: topic });
    for await (const { Subscriptions = [] } of pages) {
      confirmed += Subscriptions.filter(({ SubscriptionArn = '' }) =>
        SubscriptionArn.startsWith('arn:'),
      ).length;
    }
  } finally {
    client.destroy();
  }
  return [
    confirmed > 0
      ? ok('alarms', `${formatCount(confirmed, 'subscription')} of the topic`)
      : warn('alarms', 'no confirmed subscription of the topic', `Subscribe to ${topic}.`),
  ];
}

function openStores({ stack, system }: StageContext): {
  readonly archive: Archive | null;
  readonly secret: SecretSource | null;
} {
  const { REPORTS_STORE = '', REPORTS_SECRET = '' } = functionEnvironment(
    stack.template,
    'PlanWeekLambdaFunction',
  );
  const { config } = readConfig({ REPORTS_STORE, REPORTS_SECRET }, { api: 'none' });
  if (config === null || REPORTS_STORE === '') return { archive: null, secret: null };
  return { archive: openArchive(config, system), secret: openConfiguredSecret(config, system) };
}

async function checkSecret(secret: SecretSource): Promise<readonly Check[]> {
  const { linkKeys } = await secret.read();
  return [ok('secret', `valid, with ${formatCount(linkKeys.length, 'link key')}`)];
}

async function checkPlanner(archive: Archive, now: number): Promise<readonly Check[]> {
  const weeks = parseWeeks(await archive.store.children('requests/')).slice(-2);
  const records = await Promise.all(
    weeks.map(({ name }) =>
      findPlannerRecord({ repository: archive, planner: archive.planner }, name),
    ),
  );
  const last = records
    .flatMap((record) => record?.at ?? [])
    .toSorted()
    .at(-1);
  if (last === undefined) {
    const advice = 'It runs within 15 minutes; infra/README.md, "First run", starts it at once.';
    return [warn('planner', 'it has not run yet', advice)];
  }
  return [
    now - Date.parse(last) <= MAX_SINCE_TICK_MS
      ? ok('planner', `last ran at ${last}`)
      : fail('planner', `last ran at ${last}`, 'See docs/runbook.md, PlannerSilentAlarm.'),
  ];
}

/** Opens a permanent link to a report of the newest week, which is the same whenever it is made. */
async function checkLink(
  archive: Archive,
  secret: SecretSource,
  publicUrl: string,
): Promise<readonly Check[]> {
  const manifest = await findNewest(archive);
  if (manifest === null) {
    return [warn('link', 'not opened: there is no report yet', 'Run this again after the first.')];
  }
  const linkKeys = createLinkKeyReader(secret);
  const [link] = await createPermanentLinks({ linkKeys, publicUrl }, [manifest]);
  const { pdf } = manifest.files;
  const what = `${manifest.week}, folder ${manifest.folder.key}`;
  try {
    const response = await fetch(link?.url ?? '', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isSame = createHash('sha256').update(bytes).digest('hex') === pdf.sha256;
    return [
      isSame
        ? ok('link', `opens the stored PDF of ${what}`)
        : fail(
            'link',
            `${what}: not the stored PDF (${response.status})`,
            `Check publicUrl (${publicUrl}), and the log of reports-api.`,
          ),
    ];
  } catch {
    return [fail('link', `${publicUrl} does not answer`, 'Check publicUrl and its DNS.')];
  }
}

async function findNewest(archive: Archive): Promise<Manifest | null> {
  for (const { name: week } of (await storedWeeks(archive.store)).toReversed()) {
    for (const folder of (await listFolderKeys(archive.store, week)).toSorted((a, b) => a - b)) {
      const manifest = await findManifest(archive, { week, folder });
      if (manifest !== null) return manifest;
    }
  }
  return null;
}
