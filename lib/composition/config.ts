// Reads the configuration from the environment and reports every problem, by name and never with the value. No other code
// reads the environment.
import type { MailConfig } from './mail-config.ts';
import { defaultOutbox, readMail } from './mail-config.ts';
import type { Credentials, LinkKey } from '../ports/secrets.ts';
import type { ConfigProblem, Environment, SettingParser, StoreConfig } from './setting-values.ts';
import {
  findAwsProblems,
  oneOfParser,
  isSet,
  patternParser,
  parseApiAuth,
  parseApiUrl,
  parseLinkKey,
  parseLocale,
  parseLookDelays,
  parseMailDomains,
  parsePublicUrl,
  parseSecret,
  parseSettleHours,
  parseStore,
  wholeNumberParser,
} from './setting-values.ts';
import type { SettingName, SettingReader, SettingWithDefault } from './settings.ts';
import { findWrongNames, SETTINGS } from './settings.ts';

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

export interface ConfigRequirements {
  /** The reporting API: configured by the environment, started by the command, or not needed. */
  readonly api: 'configured' | 'embedded' | 'none';
  /** Settings that must be set, in addition to those of the reporting API. */
  readonly requiredSettings?: readonly SettingName[];
  /** Value of the option --store, which replaces REPORTS_STORE; empty means not given. */
  readonly store?: string | undefined;
}

export function readConfig(
  environment: Environment,
  requirements: ConfigRequirements,
): { readonly config: Config | null; readonly problems: readonly ConfigProblem[] } {
  const problems = [...findWrongNames(environment)];
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
  const readOptional: SettingReader['readOptional'] = (name, parse) => {
    const text = environment[name];
    // An empty variable counts as not set, because compose files and CI forms cannot unset a variable.
    if (text === undefined || text === '') return null;
    const parseResult = parse(text);
    if (parseResult.ok) return parseResult.value;
    problems.push({ name, problem: parseResult.problem });
    return null;
  };
  const read: SettingReader['read'] = (name, parse) =>
    readOptional(name, parse) ?? parseDefault(name, parse);
  const isOn = (name: SwitchName): boolean => read(name, oneOfParser('on', 'off')) === 'on';

  if (usesAws(environment, store)) problems.push(...findAwsProblems(environment));
  for (const name of requiredSettings) {
    if (!isSet(environment[name])) problems.push({ name, problem: 'is not set' });
  }
  if (isSet(environment['REPORTS_SECRET']) && isSet(environment['REPORTS_LINK_KEY'])) {
    const problem =
      'must not be set together with REPORTS_SECRET: the secret contains the link keys';
    problems.push({ name: 'REPORTS_LINK_KEY', problem });
  }
  const api =
    apiSource === 'configured' ? readApi(environment, problems, { read, readOptional }) : null;
  const configuredStore = read('REPORTS_STORE', parseStore);
  return {
    api,
    store: configuredStore,
    settleHours: read('REPORTS_SETTLE', parseSettleHours),
    lookDelaysMs: read('REPORTS_RECONCILE', parseLookDelays),
    minResponses: read('REPORTS_MIN_RESPONSES', wholeNumberParser(1, 1_000_000)),
    reversedScale: read('FEEDBACK_API_REVERSED_SCALE', oneOfParser('display', 'flip')),
    concurrency: read('FEEDBACK_API_CONCURRENCY', wholeNumberParser(1, 256)),
    locale: read('REPORTS_LOCALE', parseLocale),
    paper: read('REPORTS_PAPER', oneOfParser('A4', 'Letter')),
    publicUrl: readOptional('REPORTS_PUBLIC_URL', parsePublicUrl),
    reportsApiToken: readOptional('REPORTS_API_TOKEN', parseSecret(16)),
    secretName: readOptional(
      'REPORTS_SECRET',
      patternParser(/^[A-Za-z0-9/_+=.@:-]{1,512}$/, 'must be the name or the ARN of a secret'),
    ),
    linkKey: readOptional('REPORTS_LINK_KEY', parseLinkKey),
    queueUrl: readOptional('REPORTS_QUEUE_URL', parsePublicUrl),
    bucketOwner: readOptional(
      'REPORTS_BUCKET_OWNER',
      patternParser(/^\d{12}$/, 'must be the twelve digits of an AWS account'),
    ),
    eventBus: readOptional(
      'REPORTS_EVENT_BUS',
      patternParser(/^[A-Za-z0-9/_.:-]{1,512}$/, 'must be the name or the ARN of an event bus'),
    ),
    webhooks: isOn('REPORTS_WEBHOOKS'),
    stage: readOptional(
      'REPORTS_STAGE',
      patternParser(/^[a-z][a-z0-9-]{0,19}$/, 'must be lower-case letters, digits and hyphens'),
    ),
    mail: readMail(
      environment,
      problems,
      { read, readOptional },
      defaultOutbox(environment, store, configuredStore),
    ),
    mailDomains: readOptional('REPORTS_MAIL_DOMAINS', parseMailDomains) ?? [],
    accessLinks: isOn('REPORTS_ACCESS_LINKS'),
    deliveryQueueUrl: readOptional('REPORTS_DELIVERY_QUEUE_URL', parsePublicUrl),
    facts: isOn('REPORTS_FACTS'),
    notes: isOn('REPORTS_NOTES'),
  };
}

type SwitchName = 'REPORTS_WEBHOOKS' | 'REPORTS_ACCESS_LINKS' | 'REPORTS_FACTS' | 'REPORTS_NOTES';

function parseDefault<T>(name: SettingWithDefault, parse: SettingParser<T>): T {
  const parseResult = parse(SETTINGS[name].default);
  if (!parseResult.ok) throw new Error(`invalid default: ${name}`);
  return parseResult.value;
}

function usesAws(environment: Environment, store: string): boolean {
  const storeUrl = store === '' ? (environment['REPORTS_STORE'] ?? '') : store;
  return storeUrl.startsWith('s3://') || isSet(environment['REPORTS_SECRET']);
}

function readApi(
  environment: Environment,
  problems: ConfigProblem[],
  reader: SettingReader,
): ApiConfig {
  const { auth, headerPrefix } = reader.read('FEEDBACK_API_AUTH', parseApiAuth);
  if (!isSet(environment['FEEDBACK_API_URL'])) {
    problems.push({ name: 'FEEDBACK_API_URL', problem: NOT_SET.FEEDBACK_API_URL });
  }
  return {
    url: reader.readOptional('FEEDBACK_API_URL', parseApiUrl) ?? '',
    credentials: isSet(environment['REPORTS_SECRET'])
      ? rejectEnvironmentCredentials(environment, problems)
      : readCredentials(environment, problems, reader, auth),
    auth,
    headerPrefix,
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
  { readOptional }: SettingReader,
  auth: ApiConfig['auth'],
): Credentials {
  for (const name of CREDENTIAL_NAMES) {
    if (!isSet(environment[name])) problems.push({ name, problem: NOT_SET[name] });
  }
  const clientId = readOptional('FEEDBACK_API_CLIENT_ID', parseSecret(1)) ?? '';
  if (auth === 'basic' && clientId.includes(':')) {
    problems.push({
      name: 'FEEDBACK_API_CLIENT_ID',
      problem: 'must not contain a colon with FEEDBACK_API_AUTH=basic: use headers',
    });
  }
  const apiToken = readOptional('FEEDBACK_API_TOKEN', parseSecret(1)) ?? '';
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
