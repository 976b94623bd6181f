// The configuration, read from the environment once and checked as a whole: every problem at once, names and
// never values. It hides spellings and defaults; nothing else reads the environment.
import { distance } from 'fastest-levenshtein';
import type { Credentials, LinkKey } from '../ports/secrets.ts';
import { findAwsProblems } from './aws-environment.ts';
import { DAY_MS } from '../domain/calendar.ts';
import type { SettingParser, StoreConfig } from './setting-values.ts';
import {
  oneOfParser,
  isSet,
  numberParser,
  patternParser,
  parseApiUrl,
  parseLinkKey,
  parseLocale,
  parsePublicUrl,
  parseReconciliationDelay,
  parseSecret,
  parseStore,
  wholeNumberParser,
} from './setting-values.ts';

export interface Config {
  /** Null when the command brings its own reporting API. */
  readonly api: ApiConfig | null;
  /** The store as configured, e.g. "file:./reports". */
  readonly store: StoreConfig;
  readonly settleHours: number;
  /** Milliseconds from the moment that a week has settled to its second look; null for none. */
  readonly secondLookMs: number | null;
  readonly minResponses: number;
  readonly reversedScale: 'display' | 'flip';
  readonly concurrency: number;
  readonly locale: string;
  readonly paper: 'A4' | 'Letter';
  readonly publicUrl: string | null;
  readonly reportsApiToken: string | null;
  /** The name of the secret; null where credentials are told by the environment. */
  readonly secretName: string | null;
  /** Signs links in place of the secret's keys; null where the environment has none. */
  readonly linkKey: LinkKey | null;
  /** Of jobs to be done by functions. */
  readonly queueUrl: string | null;
  /** The AWS account that the bucket must belong to. */
  readonly bucketOwner: string | null;
  /** Where events about reports go; null for nowhere. */
  readonly eventBus: string | null;
  /** Whether those who subscribed are told of reports. */
  readonly webhooks: boolean;
  /** Of the deployment, e.g. "prod"; figures are told apart by it. */
  readonly stage: string | null;
}

export interface ApiConfig {
  /** Without a slash at the end and without /v1. */
  readonly url: string;
  /** Null when they are in the secret. */
  readonly credentials: Credentials | null;
  readonly auth: 'basic' | 'headers';
  readonly headerPrefix: string;
}

/** What is wrong with the configuration or the arguments, and how to mend it. Never holds a value. */
export interface ConfigProblem {
  readonly name: string;
  readonly problem: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const KNOWN = [
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
  // What the functions on AWS are told by their template.
  'REPORTS_QUEUE_URL',
  'REPORTS_BUCKET_OWNER',
  'REPORTS_EVENT_BUS',
  'REPORTS_WEBHOOKS',
  'REPORTS_STAGE',
] as const;
export type SettingName = (typeof KNOWN)[number];

/** What holds where nothing is configured. */
export const DEFAULTS: Config = {
  api: null,
  store: { kind: 'file', folder: './reports' },
  settleHours: 6,
  secondLookMs: 3 * DAY_MS,
  minResponses: 10,
  reversedScale: 'display',
  concurrency: 8,
  locale: 'en',
  paper: 'A4',
  publicUrl: null,
  reportsApiToken: null,
  secretName: null,
  linkKey: null,
  queueUrl: null,
  bucketOwner: null,
  eventBus: null,
  webhooks: false,
  stage: null,
};

export interface ConfigRequirements {
  /** The reporting API: told by the environment, brought along, or not needed. */
  readonly api: 'configured' | 'embedded' | 'none';
  /** What can't be done without, beside the reporting API. */
  readonly needs?: readonly SettingName[];
  /** A store that counts in place of REPORT_STORE, as an option spells it; empty like left out. */
  readonly store?: string | undefined;
}

export function readConfig(
  environment: Environment,
  { api: whichApi, needs = [], store = '' }: ConfigRequirements,
): { readonly config: Config | null; readonly problems: readonly ConfigProblem[] } {
  const problems: ConfigProblem[] = misspelt(environment);
  const read = <T>(name: SettingName, fallback: T, parse: SettingParser<T>): T => {
    const text = environment[name];
    // An empty variable is one that was not set: compose files and CI forms can't unset.
    if (text === undefined || text === '') return fallback;
    const parsed = parse(text);
    if (parsed.ok) return parsed.value;
    problems.push({ name, problem: parsed.problem });
    return fallback;
  };

  if (usesAws(environment, store)) problems.push(...findAwsProblems(environment));
  for (const name of needs) {
    if (!isSet(environment[name])) problems.push({ name, problem: 'is not set' });
  }
  if (isSet(environment['REPORTS_SECRET']) && isSet(environment['REPORTS_LINK_KEY'])) {
    const problem = 'must not be set beside REPORTS_SECRET: the secret holds the keys of links';
    problems.push({ name: 'REPORTS_LINK_KEY', problem });
  }
  const api = whichApi === 'configured' ? readApi(environment, problems, read) : null;
  const config: Config = {
    api,
    store: read('REPORT_STORE', DEFAULTS.store, parseStore),
    settleHours: read(
      'REPORT_SETTLE_HOURS',
      DEFAULTS.settleHours,
      numberParser(0, 168, 'hours from 0 to 168'),
    ),
    secondLookMs: read('REPORT_SECOND_LOOK', DEFAULTS.secondLookMs, parseReconciliationDelay),
    minResponses: read(
      'REPORT_MIN_RESPONSES',
      DEFAULTS.minResponses,
      wholeNumberParser(1, 1_000_000),
    ),
    reversedScale: read(
      'FEEDBACK_API_REVERSED_SCALE',
      DEFAULTS.reversedScale,
      oneOfParser('display', 'flip'),
    ),
    concurrency: read('FEEDBACK_API_CONCURRENCY', DEFAULTS.concurrency, wholeNumberParser(1, 256)),
    locale: read('REPORT_LOCALE', DEFAULTS.locale, parseLocale),
    paper: read('REPORT_PAPER', DEFAULTS.paper, oneOfParser('A4', 'Letter')),
    publicUrl: read('REPORTS_PUBLIC_URL', DEFAULTS.publicUrl, parsePublicUrl),
    reportsApiToken: read('REPORTS_API_TOKEN', DEFAULTS.reportsApiToken, parseSecret(16)),
    secretName: read(
      'REPORTS_SECRET',
      DEFAULTS.secretName,
      patternParser(/^[A-Za-z0-9/_+=.@:-]{1,512}$/, 'must be the name or the ARN of a secret'),
    ),
    linkKey: read('REPORTS_LINK_KEY', DEFAULTS.linkKey, parseLinkKey),
    queueUrl: read('REPORTS_QUEUE_URL', DEFAULTS.queueUrl, parsePublicUrl),
    bucketOwner: read(
      'REPORTS_BUCKET_OWNER',
      DEFAULTS.bucketOwner,
      patternParser(/^\d{12}$/, 'must be the twelve digits of an AWS account'),
    ),
    eventBus: read(
      'REPORTS_EVENT_BUS',
      DEFAULTS.eventBus,
      patternParser(/^[A-Za-z0-9/_.:-]{1,512}$/, 'must be the name or the ARN of an event bus'),
    ),
    webhooks: read('REPORTS_WEBHOOKS', 'off', oneOfParser('on', 'off')) === 'on',
    stage: read(
      'REPORTS_STAGE',
      DEFAULTS.stage,
      patternParser(/^[a-z][a-z0-9-]{0,19}$/, 'must be lower-case letters, digits and hyphens'),
    ),
  };
  return { config: problems.length === 0 ? config : null, problems };
}

function usesAws(environment: Environment, store: string): boolean {
  const wanted = store === '' ? (environment['REPORT_STORE'] ?? '') : store;
  return wanted.startsWith('s3://') || isSet(environment['REPORTS_SECRET']);
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
      ? refuseBoth(environment, problems)
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

/** Two places for one thing: nobody could say which of them holds. */
function refuseBoth(environment: Environment, problems: ConfigProblem[]): null {
  if (CREDENTIAL_NAMES.some((name) => isSet(environment[name]))) {
    problems.push({
      name: 'REPORTS_SECRET',
      problem: `must not be set beside ${CREDENTIAL_NAMES.join(' or ')}: the secret holds them`,
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
      'must not be the same as FEEDBACK_API_CLIENT_ID: one of them is in the wrong place';
    problems.push({ name: 'FEEDBACK_API_TOKEN', problem });
  }
  return { clientId, apiToken };
}

const NOT_SET = {
  FEEDBACK_API_URL:
    'is not set: the base URL of the reporting API without /v1, e.g. https://api.example.com',
  FEEDBACK_API_CLIENT_ID: 'is not set: the Client ID from the reporting service’s admin area',
  FEEDBACK_API_TOKEN: 'is not set: the API Token that belongs to the Client ID',
} as const;

// ── misspelt names ──────────────────────────────────────────────────────────────────────────────

/** The known name that another was probably meant to be: the closest one, of equals the first. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const [closest] = known
    .map((candidate) => ({ candidate, away: distance(candidate, name) }))
    .filter(({ away }) => away <= 2)
    .toSorted((a, b) => a.away - b.away);
  return closest?.candidate;
}

/** A variable that is nearly one of ours is a mistake, not somebody else's. */
function misspelt(environment: Environment): ConfigProblem[] {
  return Object.keys(environment).flatMap((name) => {
    if (KNOWN.some((known) => known === name)) return [];
    const meant = closestName(name, KNOWN);
    return meant === undefined
      ? []
      : [{ name, problem: `is not a setting; did you mean ${meant}?` }];
  });
}
