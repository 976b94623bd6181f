// Reads the configuration from the environment and reports every problem, by name and never with the value. No other code
// reads the environment.
import { distance } from 'fastest-levenshtein';
import type { MailConfig } from './mail-config.ts';
import { defaultOutbox, readMail } from './mail-config.ts';
import type { Credentials, LinkKey } from '../ports/secrets.ts';
import type { ConfigProblem, Environment, SettingParser, StoreConfig } from './setting-values.ts';
import {
  findAwsProblems,
  oneOfParser,
  isSet,
  numberParser,
  patternParser,
  parseApiUrl,
  parseLinkKey,
  parseLocale,
  parseLookDelays,
  parseMailDomains,
  parsePublicUrl,
  parseSecret,
  parseStore,
  wholeNumberParser,
} from './setting-values.ts';
import { DAY_MS } from '../domain/calendar.ts';

export interface Config {
  /** Null when the command starts its own reporting API or needs none. */
  readonly api: ApiConfig | null;
  readonly store: StoreConfig;
  readonly settleHours: number;
  /** Milliseconds from the settling of a week to each of its looks, ascending; none where they are switched off. */
  readonly lookDelaysMs: readonly number[];
  readonly minResponses: number;
  readonly reversedScale: 'display' | 'flip';
  readonly concurrency: number;
  readonly locale: string;
  readonly paper: 'A4' | 'Letter';
  readonly publicUrl: string | null;
  readonly reportsApiToken: string | null;
  /** Name of the secret; null where the credentials are in the environment. */
  readonly secretName: string | null;
  /** Signs links instead of the secret's keys; null where none is configured. */
  readonly linkKey: LinkKey | null;
  /** The queue of report jobs. */
  readonly queueUrl: string | null;
  /** The AWS account that the bucket must belong to. */
  readonly bucketOwner: string | null;
  /** The bus for events about reports; null for no events. */
  readonly eventBus: string | null;
  /** Whether reports are announced to the webhooks of the secret. */
  readonly webhooks: boolean;
  /** Name of the deployment, e.g. "prod"; a dimension of the metrics. */
  readonly stage: string | null;
  /** How messages are sent by mail; null where mail is off. */
  readonly mail: MailConfig | null;
  /** Lower-case domains that mail addresses must have; empty for every domain. */
  readonly mailDomains: readonly string[];
  /** Whether the links of mails open the page for their recipients. */
  readonly accessLinks: boolean;
  /** The most messages a second to Teams. */
  readonly teamsRate: number;
  /** The queue of delivery jobs. */
  readonly deliveryQueueUrl: string | null;
  /** Whether fact tables are stored for analysts. */
  readonly facts: boolean;
  /** Whether places have owners and notes. */
  readonly notes: boolean;
}

export interface ApiConfig {
  /** Without a trailing slash and without /v1. */
  readonly url: string;
  /** Null when the secret holds them. */
  readonly credentials: Credentials | null;
  readonly auth: 'basic' | 'headers';
  readonly headerPrefix: string;
}

export type { ConfigProblem, Environment };

const SETTINGS = [
  'FEEDBACK_API_URL',
  'FEEDBACK_API_CLIENT_ID',
  'FEEDBACK_API_TOKEN',
  'FEEDBACK_API_AUTH',
  'FEEDBACK_API_HEADER_PREFIX',
  'FEEDBACK_API_CONCURRENCY',
  'FEEDBACK_API_REVERSED_SCALE',
  'REPORTS_SECRET',
  'REPORT_STORE',
  'REPORT_SETTLE_HOURS',
  'REPORT_SECOND_LOOK',
  'REPORT_LOCALE',
  'REPORT_PAPER',
  'REPORT_MIN_RESPONSES',
  'REPORTS_PUBLIC_URL',
  'REPORTS_API_TOKEN',
  'REPORTS_LINK_KEY',
  'REPORTS_ACCESS_LINKS',
  'REPORT_MAIL',
  'REPORT_MAIL_PASSWORD',
  'REPORT_MAIL_FROM',
  'REPORT_MAIL_REPLY_TO',
  'REPORT_MAIL_DOMAINS',
  'REPORT_MAIL_RATE',
  'REPORT_MAIL_CONFIGURATION_SET',
  'REPORTS_TEAMS_RATE',
  'REPORT_FACTS',
  'REPORTS_NOTES',
  // Set by serverless.yml for the functions on AWS.
  'REPORTS_QUEUE_URL',
  'REPORTS_BUCKET_OWNER',
  'REPORTS_EVENT_BUS',
  'REPORTS_WEBHOOKS',
  'REPORTS_STAGE',
  'REPORTS_DELIVERY_QUEUE_URL',
] as const;
export type SettingName = (typeof SETTINGS)[number];

export function isSettingName(name: string): name is SettingName {
  return SETTINGS.some((setting) => setting === name);
}

export interface ConfigRequirements {
  /** The reporting API: configured by the environment, started by the command, or not needed. */
  readonly api: 'configured' | 'embedded' | 'none';
  /** Settings that must be set, in addition to those of the reporting API. */
  readonly requiredSettings?: readonly SettingName[];
  /** Value of the option --store, which replaces REPORT_STORE; empty means not given. */
  readonly store?: string | undefined;
}

export function readConfig(
  environment: Environment,
  requirements: ConfigRequirements,
): { readonly config: Config | null; readonly problems: readonly ConfigProblem[] } {
  const problems = findMisspelledNames(environment);
  const config = readSettings(environment, requirements, problems);
  return { config: problems.length === 0 ? config : null, problems };
}

/** The configuration without any setting. The bundler drops the call where `DEFAULTS` is unused. */
export const DEFAULTS = /* @__PURE__ */ readSettings({}, { api: 'none' }, []);

/** An invalid setting has its default, and a problem. */
function readSettings(
  environment: Environment,
  { api: apiSource, requiredSettings = [], store = '' }: ConfigRequirements,
  problems: ConfigProblem[],
): Config {
  const read = <T>(name: SettingName, fallback: T, parse: SettingParser<T>): T => {
    const text = environment[name];
    // An empty variable counts as not set, because compose files and CI forms cannot unset a variable.
    if (text === undefined || text === '') return fallback;
    const parseResult = parse(text);
    if (parseResult.ok) return parseResult.value;
    problems.push({ name, problem: parseResult.problem });
    return fallback;
  };

  if (usesAws(environment, store)) problems.push(...findAwsProblems(environment));
  for (const name of requiredSettings) {
    if (!isSet(environment[name])) problems.push({ name, problem: 'is not set' });
  }
  if (isSet(environment['REPORTS_SECRET']) && isSet(environment['REPORTS_LINK_KEY'])) {
    const problem =
      'must not be set together with REPORTS_SECRET: the secret contains the link keys';
    problems.push({ name: 'REPORTS_LINK_KEY', problem });
  }
  const api = apiSource === 'configured' ? readApi(environment, problems, read) : null;
  const configuredStore = read<StoreConfig>(
    'REPORT_STORE',
    { kind: 'file', folder: './reports' },
    parseStore,
  );
  return {
    api,
    store: configuredStore,
    settleHours: read('REPORT_SETTLE_HOURS', 6, numberParser(0, 168, 'hours from 0 to 168')),
    lookDelaysMs: read('REPORT_SECOND_LOOK', [DAY_MS, 8 * DAY_MS], parseLookDelays),
    minResponses: read('REPORT_MIN_RESPONSES', 10, wholeNumberParser(1, 1_000_000)),
    reversedScale: read('FEEDBACK_API_REVERSED_SCALE', 'display', oneOfParser('display', 'flip')),
    concurrency: read('FEEDBACK_API_CONCURRENCY', 8, wholeNumberParser(1, 256)),
    locale: read('REPORT_LOCALE', 'en', parseLocale),
    paper: read('REPORT_PAPER', 'A4', oneOfParser('A4', 'Letter')),
    publicUrl: read('REPORTS_PUBLIC_URL', null, parsePublicUrl),
    reportsApiToken: read('REPORTS_API_TOKEN', null, parseSecret(16)),
    secretName: read(
      'REPORTS_SECRET',
      null,
      patternParser(/^[A-Za-z0-9/_+=.@:-]{1,512}$/, 'must be the name or the ARN of a secret'),
    ),
    linkKey: read('REPORTS_LINK_KEY', null, parseLinkKey),
    queueUrl: read('REPORTS_QUEUE_URL', null, parsePublicUrl),
    bucketOwner: read(
      'REPORTS_BUCKET_OWNER',
      null,
      patternParser(/^\d{12}$/, 'must be the twelve digits of an AWS account'),
    ),
    eventBus: read(
      'REPORTS_EVENT_BUS',
      null,
      patternParser(/^[A-Za-z0-9/_.:-]{1,512}$/, 'must be the name or the ARN of an event bus'),
    ),
    webhooks: read('REPORTS_WEBHOOKS', 'off', oneOfParser('on', 'off')) === 'on',
    stage: read(
      'REPORTS_STAGE',
      null,
      patternParser(/^[a-z][a-z0-9-]{0,19}$/, 'must be lower-case letters, digits and hyphens'),
    ),
    mail: readMail(environment, problems, read, defaultOutbox(environment, store, configuredStore)),
    mailDomains: read('REPORT_MAIL_DOMAINS', [], parseMailDomains),
    accessLinks: read('REPORTS_ACCESS_LINKS', 'on', oneOfParser('on', 'off')) === 'on',
    teamsRate: read(
      'REPORTS_TEAMS_RATE',
      4,
      numberParser(0.1, 100, 'a number of messages a second from 0.1 to 100'),
    ),
    deliveryQueueUrl: read('REPORTS_DELIVERY_QUEUE_URL', null, parsePublicUrl),
    facts: read('REPORT_FACTS', 'on', oneOfParser('on', 'off')) === 'on',
    notes: read('REPORTS_NOTES', 'on', oneOfParser('on', 'off')) === 'on',
  };
}

function usesAws(environment: Environment, store: string): boolean {
  const storeUrl = store === '' ? (environment['REPORT_STORE'] ?? '') : store;
  return storeUrl.startsWith('s3://') || isSet(environment['REPORTS_SECRET']);
}

function readApi(
  environment: Environment,
  problems: ConfigProblem[],
  read: <T>(name: SettingName, fallback: T, parse: SettingParser<T>) => T,
): ApiConfig {
  const auth = read('FEEDBACK_API_AUTH', 'basic', oneOfParser('basic', 'headers'));
  if (!isSet(environment['FEEDBACK_API_URL'])) {
    problems.push({ name: 'FEEDBACK_API_URL', problem: NOT_SET.FEEDBACK_API_URL });
  }
  return {
    url: read('FEEDBACK_API_URL', '', parseApiUrl),
    credentials: isSet(environment['REPORTS_SECRET'])
      ? rejectEnvironmentCredentials(environment, problems)
      : readCredentials(environment, problems, read, auth),
    auth,
    headerPrefix: read(
      'FEEDBACK_API_HEADER_PREFIX',
      'X-SVC',
      patternParser(
        /^[A-Za-z][A-Za-z0-9-]{0,40}$/,
        'must be letters, digits and hyphens, e.g. X-SVC',
      ),
    ),
  };
}

const CREDENTIAL_NAMES = ['FEEDBACK_API_CLIENT_ID', 'FEEDBACK_API_TOKEN'] as const;

/** Credentials in two places are an error: which of them would be used is not obvious. */
function rejectEnvironmentCredentials(environment: Environment, problems: ConfigProblem[]): null {
  if (CREDENTIAL_NAMES.some((name) => isSet(environment[name]))) {
    problems.push({
      name: 'REPORTS_SECRET',
      problem: `must not be set together with ${CREDENTIAL_NAMES.join(' or ')}: the secret contains them`,
    });
  }
  return null;
}

function readCredentials(
  environment: Environment,
  problems: ConfigProblem[],
  read: <T>(name: SettingName, fallback: T, parse: SettingParser<T>) => T,
  auth: 'basic' | 'headers',
): Credentials {
  for (const name of CREDENTIAL_NAMES) {
    if (!isSet(environment[name])) problems.push({ name, problem: NOT_SET[name] });
  }
  const clientId = read('FEEDBACK_API_CLIENT_ID', '', parseSecret(1));
  if (auth === 'basic' && clientId.includes(':')) {
    problems.push({
      name: 'FEEDBACK_API_CLIENT_ID',
      problem: 'must not contain a colon with FEEDBACK_API_AUTH=basic: use headers',
    });
  }
  const apiToken = read('FEEDBACK_API_TOKEN', '', parseSecret(1));
  if (apiToken !== '' && apiToken === clientId) {
    const problem =
      'must not be the same as FEEDBACK_API_CLIENT_ID: one of them is set to the wrong value';
    problems.push({ name: 'FEEDBACK_API_TOKEN', problem });
  }
  return { clientId, apiToken };
}

const NOT_SET = {
  FEEDBACK_API_URL:
    'is not set: the base URL of the reporting API without /v1, e.g. https://api.example.com',
  FEEDBACK_API_CLIENT_ID: 'is not set: the Client ID from the reporting API’s admin area',
  FEEDBACK_API_TOKEN: 'is not set: the API Token that belongs to the Client ID',
} as const;

/** The first of the closest known names that differ in at most two characters. */
export function closestName(name: string, knownNames: readonly string[]): string | undefined {
  const [closest] = knownNames
    .map((candidate) => ({ candidate, edits: distance(candidate, name) }))
    .filter(({ edits }) => edits <= 2)
    .toSorted((a, b) => a.edits - b.edits);
  return closest?.candidate;
}

/** A variable whose name is close to a setting is reported as a spelling mistake. */
function findMisspelledNames(environment: Environment): ConfigProblem[] {
  return Object.keys(environment).flatMap((name) => {
    if (isSettingName(name)) return [];
    const suggestion = closestName(name, SETTINGS);
    return suggestion === undefined
      ? []
      : [{ name, problem: `is not a setting; did you mean ${suggestion}?` }];
  });
}
