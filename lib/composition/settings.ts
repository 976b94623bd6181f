// The settings: environment variables, what they mean and their defaults. The tables in the documents are made from them.
import { closestName } from '../shared/closest-name.ts';
import type { ConfigProblem, Environment, SettingParser } from './setting-values.ts';

export interface Setting {
  readonly group: 'api' | 'reports' | 'access' | 'mail' | 'aws';
  /** What it is for and the form of its value, in Markdown with links from docs/. */
  readonly means: string;
  /** As it would be set; null for none. */
  readonly default: string | null;
  /** What applies where it is not set and has no default. */
  readonly otherwise?: string;
  /** Whether the value must not be shown. */
  readonly isSecret?: true;
}

export const SETTINGS = {
  FEEDBACK_API_URL: {
    group: 'api',
    means: 'base URL of the reporting API without /v1; https, or http on this machine',
    default: null,
  },
  FEEDBACK_API_CLIENT_ID: {
    group: 'api',
    means: 'its Client ID',
    default: null,
    isSecret: true,
  },
  FEEDBACK_API_TOKEN: {
    group: 'api',
    means: 'the API Token that belongs to the Client ID',
    default: null,
    isSecret: true,
  },
  FEEDBACK_API_AUTH: {
    group: 'api',
    means:
      'how the credentials are sent: `basic`, or `headers:X-ACME` for headers with that prefix; `headers` is `headers:X-SVC`',
    default: 'basic',
  },
  FEEDBACK_API_CONCURRENCY: { group: 'api', means: 'requests in flight, 1 to 256', default: '8' },
  FEEDBACK_API_REVERSED_SCALE: {
    group: 'api',
    means: '`display`, or `flip` if FIVE_REVERSED counts are stored best first',
    default: 'display',
  },
  REPORTS_SECRET: {
    group: 'api',
    means:
      'instead of the credentials: the name of a [secret](../infra/README.md#deploy) of AWS Secrets Manager',
    default: null,
  },
  REPORTS_STORE: {
    group: 'reports',
    means:
      'where reports are stored: `file:` and a folder, or `s3://bucket/prefix` with the environment of the AWS SDK',
    default: 'file:./reports',
  },
  REPORTS_SETTLE: {
    group: 'reports',
    means:
      'how long after the end of a local week it counts as complete: `PT6H` or `P1D`, at most `P7D`',
    default: 'PT6H',
  },
  REPORTS_RECONCILE: {
    group: 'reports',
    means:
      'how long after a week has settled its counts are compared again, one or more times (`PT1H` to `P366D`, separated by commas), or `off`',
    default: 'P1D,P8D',
  },
  REPORTS_LOCALE: {
    group: 'reports',
    means:
      'language of PDFs and messages: en, fi, sv, de, fr, es, ja or ar (others: English texts with the numbers and dates of the locale)',
    default: 'en',
  },
  REPORTS_PAPER: { group: 'reports', means: '`A4` or `Letter`', default: 'A4' },
  REPORTS_MIN_RESPONSES: {
    group: 'reports',
    means: 'below this a week has no verdict, and a survey has few responses',
    default: '10',
  },
  REPORTS_FACTS: {
    group: 'reports',
    means: 'whether [fact tables](analysts.md) are stored with the reports: `on` or `off`',
    default: 'on',
  },
  REPORTS_NOTES: {
    group: 'reports',
    means:
      'whether places have owners and [notes](commands.md#notes-and-owners-of-places): `on` or `off`',
    default: 'on',
  },
  REPORTS_PUBLIC_URL: {
    group: 'access',
    means:
      'public address of the HTTP API, with which every link begins; with it, PDFs link to the reports of the folders below',
    default: null,
    otherwise: 'its own address',
  },
  REPORTS_API_TOKEN: {
    group: 'access',
    means: 'a bearer token of the HTTP API for the whole company',
    default: null,
    otherwise: '`start` prints one',
    isSecret: true,
  },
  REPORTS_LINK_KEY: {
    group: 'access',
    means:
      'signs links where there is no `REPORTS_SECRET`: `ID:KEY`, with a key of at least 32 random characters',
    default: null,
    otherwise: 'a key beside the reports; none for a bucket',
    isSecret: true,
  },
  REPORTS_ACCESS_LINKS: {
    group: 'access',
    means:
      'whether the link of a mail opens the page for its [recipient](delivery.md#reading-from-a-mail): `on` or `off`',
    default: 'on',
  },
  REPORTS_MAIL: {
    group: 'mail',
    means:
      'how messages are sent: `smtp://user@host:port` (STARTTLS is required, except to this machine), `smtps://user@host:port`, `ses` or `ses:NAME` with the configuration set that publishes bounces, or `file:` and a folder for `.eml` files',
    default: null,
    otherwise: '`outbox` in the folder of the reports; no mail with a bucket or a secret',
  },
  REPORTS_MAIL_PASSWORD: {
    group: 'mail',
    means: 'of the user in `REPORTS_MAIL`; with `REPORTS_SECRET`: `mailPassword` in the secret',
    default: null,
    isSecret: true,
  },
  REPORTS_MAIL_FROM: {
    group: 'mail',
    means: 'sender: `reports@example.com` or `Weekly reports <reports@example.com>`',
    default: null,
    otherwise: '`reports@localhost` for files',
  },
  REPORTS_MAIL_REPLY_TO: {
    group: 'mail',
    means: 'address for replies',
    default: null,
    otherwise: 'the sender',
  },
  REPORTS_MAIL_DOMAINS: {
    group: 'mail',
    means: 'domains that addresses of subscribers must have, separated by commas',
    default: null,
    otherwise: 'every domain',
  },
  REPORTS_MAIL_RATE: {
    group: 'mail',
    means: 'the most mails a second of each process',
    default: '14',
  },
  REPORTS_QUEUE_URL: { group: 'aws', means: 'queue of report jobs', default: null },
  REPORTS_DELIVERY_QUEUE_URL: {
    group: 'aws',
    means: 'queue of messages to subscribers',
    default: null,
  },
  REPORTS_BUCKET_OWNER: {
    group: 'aws',
    means: 'account that must own the bucket, otherwise nothing is read or written',
    default: null,
  },
  REPORTS_EVENT_BUS: {
    group: 'aws',
    means: 'bus for [events](delivery.md)',
    default: null,
    otherwise: 'no events',
  },
  REPORTS_WEBHOOKS: {
    group: 'aws',
    means:
      'whether reports are announced to the [webhooks](delivery.md) of the secret: `on` or `off`',
    default: 'off',
  },
  REPORTS_STAGE: { group: 'aws', means: 'the dimension `Stage` of the metrics', default: null },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;
export type SettingWithDefault = {
  [Name in SettingName]: (typeof SETTINGS)[Name]['default'] extends string ? Name : never;
}[SettingName];

/** An invalid value gives a problem, and null or the default. */
export interface SettingReader {
  readonly read: <T>(name: SettingWithDefault, parse: SettingParser<T>) => T;
  readonly readOptional: <T>(name: SettingName, parse: SettingParser<T>) => T | null;
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** For a setting NAME, the variable NAME_FILE names a file with its value. */
export const FILE_SUFFIX = '_FILE';

/** Earlier names whose values are written in another way now, or that are gone. */
const EARLIER_NAMES: Readonly<Record<string, string>> = {
  REPORT_SETTLE_HOURS: 'is now REPORTS_SETTLE, a duration: REPORTS_SETTLE=PT6H for 6 hours',
  REPORT_SECOND_LOOK:
    'is now REPORTS_RECONCILE, with the same durations: REPORTS_RECONCILE=P1D,P8D, or off',
  REPORT_MAIL_CONFIGURATION_SET: 'is now a part of REPORTS_MAIL: REPORTS_MAIL=ses:NAME',
  FEEDBACK_API_HEADER_PREFIX:
    'is now a part of FEEDBACK_API_AUTH: FEEDBACK_API_AUTH=headers:X-ACME',
  REPORTS_TEAMS_RATE: 'is not a setting any more: remove it',
};

/** Variables with the earlier name of a setting, or with a name close to one. */
export function findWrongNames(environment: Environment): readonly ConfigProblem[] {
  return Object.keys(environment).flatMap((name) => {
    if (isSettingName(name)) return [];
    const problem = earlierNameProblem(name) ?? misspeltNameProblem(name);
    return problem === null ? [] : [{ name, problem }];
  });
}

function earlierNameProblem(name: string): string | null {
  const isFile = name.endsWith(FILE_SUFFIX);
  const setting = isFile ? name.slice(0, -FILE_SUFFIX.length) : name;
  const renamed = setting.replace(/^REPORT_/, 'REPORTS_');
  if (Object.hasOwn(EARLIER_NAMES, setting)) return EARLIER_NAMES[setting] ?? null;
  if (renamed === setting || !isSettingName(renamed)) return null;
  return `is now ${renamed}${isFile ? FILE_SUFFIX : ''}, with the same value`;
}

function misspeltNameProblem(name: string): string | null {
  const names = Object.keys(SETTINGS).flatMap((known) => [known, `${known}${FILE_SUFFIX}`]);
  const suggestion = closestName(name, names);
  return suggestion === undefined || suggestion === name
    ? null
    : `is not a setting; did you mean ${suggestion}?`;
}
