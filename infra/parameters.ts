// The parameters of a deployment and their checks, which report every problem by name and never with the value. Defaults
// are in defaults.json.
import { closestName } from '../lib/shared/closest-name.ts';
import {
  parseApiAuth,
  parseLookDelays,
  parseSettleHours,
} from '../lib/composition/setting-values.ts';
import { isScheduleExpression, runsEveryHour } from './schedule-expression.ts';

interface StageParameter {
  readonly required?: true;
  /** Meaning, as shown in the help. */
  readonly means: string;
  readonly isValid: (text: string) => boolean;
  /** Completes the sentence "bucket must be …". */
  readonly mustBe: string;
}
type ValueRule = Pick<StageParameter, 'isValid' | 'mustBe'>;

const matches =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);
const oneOf = (...values: readonly string[]): ValueRule => ({
  isValid: (text) => values.includes(text),
  mustBe: values.join(' or '),
});
const wholeNumber = (min: number, max: number): ValueRule => ({
  isValid: (text) => /^\d{1,5}$/.test(text) && Number(text) >= min && Number(text) <= max,
  mustBe: `a whole number from ${min} to ${max}`,
});
const HTTPS_URL = /^https:\/\/[a-z0-9][a-z0-9.-]*(:\d+)?(\/[^\s?#]*[^\s?#/])?$/i;
const https: ValueRule = {
  isValid: matches(HTTPS_URL),
  mustBe: 'an https URL without trailing slash, query or credentials',
};

const DOMAIN = '(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}';
const ADDRESS = `[A-Za-z0-9](?:[A-Za-z0-9._+-]{0,62}[A-Za-z0-9])?@${DOMAIN}`;
/** "Name <address>" or an address; the group is the address. */
const SENDER = new RegExp(
  `^(?:[\\p{L}\\p{N}][\\p{L}\\p{N} ._'&-]{0,60} <(${ADDRESS})>|(${ADDRESS}))$`,
  'u',
);
const IDENTITY = new RegExp(
  `^(?:arn:aws[a-z-]*:ses:[a-z0-9-]+:\\d{12}:identity/)?(${DOMAIN}|${ADDRESS})$`,
);

/** Assumed number of concurrent requests that the reporting API can handle: workers × requests of each. */
const MAX_CONCURRENT_REQUESTS = 32;

export const PARAMETERS: Readonly<Record<string, StageParameter>> = {
  region: {
    required: true,
    means: 'region of the stack',
    isValid: matches(/^[a-z]{2,4}(-[a-z]+){1,3}-\d$/),
    mustBe: 'an AWS region, e.g. eu-west-1',
  },
  account: {
    required: true,
    means: 'AWS account of the stage; credentials of other accounts are refused',
    isValid: matches(/^\d{12}$/),
    mustBe: 'the twelve digits of an AWS account, as a string',
  },
  bucket: {
    required: true,
    means: 'bucket for reports; the deployment creates it',
    isValid: matches(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/),
    mustBe: 'the name of the bucket to create: lower-case letters, digits and hyphens',
  },
  apiUrl: {
    required: true,
    means: 'address of the reporting API',
    isValid: (text) => HTTPS_URL.test(text) && !text.endsWith('/v1'),
    mustBe: 'the base URL of the reporting API: https, without /v1 and without trailing slash',
  },
  secretName: {
    required: true,
    means: 'secret with credentials, link keys and token hashes of clients',
    isValid: matches(/^[A-Za-z0-9/_+=.@-]{1,128}$/),
    mustBe: 'the name of the secret in Secrets Manager, not its ARN or its contents',
  },
  apiAuth: {
    means: 'how credentials are sent to the reporting API',
    isValid: (text) => parseApiAuth(text).ok,
    mustBe: 'basic, or headers:PREFIX with letters, digits and hyphens, e.g. headers:X-ACME',
  },
  locale: {
    means: 'language of the reports',
    isValid: matches(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/),
    mustBe: 'a language such as en or fi',
  },
  paper: { means: 'page size of the PDF reports', ...oneOf('A4', 'Letter') },
  settle: {
    means: 'how long after a local week’s end it counts as complete',
    isValid: (text) => parseSettleHours(text).ok,
    mustBe: 'a duration such as PT6H or P1D, from PT0H to P7D',
  },
  reconcile: {
    means: 'times from the settling of a week to each comparison with the API',
    isValid: (text) => parseLookDelays(text).ok,
    mustBe: 'durations such as P1D,P8D or PT36H, from PT1H to P366D, or off',
  },
  minResponses: {
    means: 'minimum of responses for a clear change; surveys with fewer are listed as quiet',
    ...wholeNumber(1, 10_000),
  },
  reversedScale: {
    means: 'flip where the API stores counts of FIVE_REVERSED best first',
    ...oneOf('display', 'flip'),
  },
  schedule: {
    means: 'when the planner looks for messages and reports that are due',
    isValid: (text) => isScheduleExpression(text) && runsEveryHour(text),
    mustBe:
      'a rate(…) or cron(…) of EventBridge Scheduler that runs at least once an hour, because alarms count hours: ' +
      'e.g. cron(0/15 * * * ? *), cron(5 * * * ? *) or rate(1 hour)',
  },
  concurrency: {
    means: 'concurrent requests of one worker to the reporting API',
    ...wholeNumber(1, MAX_CONCURRENT_REQUESTS),
  },
  workers: {
    means: 'concurrent workers, each making one report',
    ...wholeNumber(2, MAX_CONCURRENT_REQUESTS),
  },
  publicUrl: { means: 'your own address of the HTTP API instead of the AWS address', ...https },
  retentionDays: {
    means: 'days after which reports, plans and records are deleted; default: never',
    ...wholeNumber(14, 36_500),
  },
  eventBus: {
    means: 'event bus for events about reports',
    isValid: matches(/^[A-Za-z0-9._/-]{1,256}$/),
    mustBe: 'the name of an event bus in the same account and region, e.g. default',
  },
  webhooks: {
    means: 'whether reports are announced to the webhooks in the secret',
    ...oneOf('on', 'off'),
  },
  mail: {
    means: 'whether reports are sent by mail over Amazon SES; requires mailFrom',
    ...oneOf('on', 'off'),
  },
  mailFrom: {
    means: 'with mail=on: sender of the messages',
    isValid: matches(SENDER),
    mustBe: 'an address, or a name and an address: Reports <reports@example.com>',
  },
  mailReplyTo: {
    means: 'with mail=on: address for replies',
    isValid: matches(new RegExp(`^${ADDRESS}$`)),
    mustBe: 'an address',
  },
  mailDomains: {
    means: 'domains that mail subscriptions are limited to, separated by commas',
    isValid: matches(new RegExp(`^${DOMAIN}(?:,${DOMAIN}){0,99}$`)),
    mustBe: 'domains in lower case, separated by commas: example.com,example.org',
  },
  mailIdentity: {
    means: 'with mail=on: verified identity of SES; default: the domain of mailFrom',
    isValid: matches(IDENTITY),
    mustBe: 'the domain or the address that SES verified, or its ARN in the account of the stage',
  },
  mailRate: {
    means: 'mails a second, at most the rate of the account in SES',
    ...wholeNumber(1, 500),
  },
  accessLinks: {
    means: 'with mail=on: whether the link of a mail opens the library for its recipient',
    ...oneOf('on', 'off'),
  },
  analytics: {
    means:
      'whether fact tables are written, with a database and a workgroup of Athena to query them',
    ...oneOf('on', 'off'),
  },
  analyticsScanGb: {
    means: 'with analytics=on: GB that a query may scan',
    ...wholeNumber(1, 10_000),
  },
  notes: {
    means: 'whether places have owners and notes',
    ...oneOf('on', 'off'),
  },
  alarmTopic: {
    means: 'SNS topic that alarms notify',
    isValid: matches(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]+$/),
    mustBe: 'the ARN of an SNS topic in the region and account of the stage',
  },
  jwtIssuer: { means: 'identity provider that replaces the tokens in the secret', ...https },
  jwtAudience: {
    means: 'with jwtIssuer: required audience of its tokens',
    isValid: matches(/^[\x21-\x7e]{1,256}$/),
    mustBe: 'the audience of the tokens',
  },
  jwtScope: {
    means: 'with jwtIssuer: required scope of its tokens',
    isValid: matches(/^[\x21-\x7e]{1,128}$/),
    mustBe: 'a scope of the tokens',
  },
};

/** Earlier names of parameters, and how they are written now. */
const EARLIER_NAMES: Readonly<Record<string, string>> = {
  apiHeaderPrefix: 'a part of apiAuth: headers:X-ACME',
  settleHours: 'settle, a duration: PT6H for 6 hours',
  secondLook: 'reconcile, with the same durations: P1D,P8D',
};

/** Settings of the deployment itself, not parameters of its template. */
export const STAGE_SETTINGS = ['region', 'account'] as const;

/** Problems of the stage settings that are given. */
export function settingProblems(settings: Readonly<Record<string, string>>): readonly string[] {
  return STAGE_SETTINGS.flatMap((name) => {
    const setting = PARAMETERS[name];
    const value = settings[name] ?? '';
    return setting === undefined || value === '' || setting.isValid(value)
      ? []
      : [`${name} must be ${setting.mustBe}`];
  });
}

/** An ARN of another region or account would fail only in the middle of the deployment. */
function arnProblems(settings: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    if (PARAMETERS[name]?.isValid(value) !== true || !value.startsWith('arn:')) return [];
    const [, , , region, account] = value.split(':');
    const location = { region, account };
    return STAGE_SETTINGS.filter(
      (setting) => (settings[setting] ?? '') !== '' && settings[setting] !== location[setting],
    ).map((setting) => `${name} must be in the ${setting} of the stage`);
  });
}

/** An empty value counts as not given. */
export function checkParameters(
  settings: Readonly<Record<string, string>>,
  defaults: Readonly<Record<string, string>>,
): { readonly parameters: Readonly<Record<string, string>>; readonly problems: readonly string[] } {
  const isGiven = (name: string): boolean => (settings[name] ?? '') !== '';
  const problems = Object.keys(settings)
    .filter((name) => !(name in PARAMETERS))
    .map((name) => {
      const instead = EARLIER_NAMES[name];
      if (instead !== undefined) return `${name} is now ${instead}`;
      const suggestion = closestName(name, Object.keys(PARAMETERS));
      return suggestion === undefined
        ? `${name} is not a parameter`
        : `${name} is not a parameter; did you mean ${suggestion}?`;
    });
  for (const [name, { required, isValid, mustBe }] of Object.entries(PARAMETERS)) {
    if (!isGiven(name)) {
      if (required === true) problems.push(`${name} is missing: ${mustBe}`);
    } else if (!isValid(settings[name] ?? '')) {
      problems.push(`${name} must be ${mustBe}`);
    }
  }
  const numberOf = (name: string): number =>
    Number(isGiven(name) ? settings[name] : defaults[name]);
  if (numberOf('workers') * numberOf('concurrency') > MAX_CONCURRENT_REQUESTS) {
    problems.push(`workers times concurrency must be at most ${MAX_CONCURRENT_REQUESTS}`);
  }
  if (isGiven('jwtIssuer') !== isGiven('jwtAudience')) {
    problems.push('jwtIssuer and jwtAudience must be given together');
  }
  problems.push(...arnProblems(settings), ...mailProblems(settings));
  const callers = isGiven('jwtIssuer') ? 'jwt' : 'tokens';
  const parameters = Object.fromEntries(Object.entries(settings).filter(([name]) => isGiven(name)));
  return { parameters: { ...parameters, callers, ...mailParameters(settings) }, problems };
}

/** Instances of the function that sends messages: the fewest that Lambda allows for a queue. */
const SENDERS = 2;

/** What the template needs besides the mail parameters themselves. */
function mailParameters({
  mailFrom = '',
  mailIdentity = '',
  mailRate = '',
}: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const rate = mailRate === '' ? {} : { mailSenderRate: String(Number(mailRate) / SENDERS) };
  const [, inBrackets, alone] = SENDER.exec(mailFrom) ?? [];
  const mailAddress = inBrackets ?? alone;
  if (mailAddress === undefined) return rate;
  const mailIdentityName = IDENTITY.exec(mailIdentity)?.[1] ?? domainOf(mailAddress);
  return { ...rate, mailAddress, mailIdentityName };
}

function domainOf(address: string): string {
  return address.slice(address.indexOf('@') + 1);
}

/** Mistakes that SES would report only when it refuses the first message. */
function mailProblems(settings: Readonly<Record<string, string>>): readonly string[] {
  if (settings['mail'] !== 'on') return [];
  const { mailAddress = '', mailIdentityName = '' } = mailParameters(settings);
  if ((settings['mailFrom'] ?? '') === '') return ['mailFrom must be given with mail=on'];
  const isCovered =
    mailAddress === mailIdentityName ||
    `.${domainOf(mailAddress)}`.endsWith(`.${mailIdentityName}`);
  return isCovered || mailAddress === ''
    ? []
    : ['mailFrom must be an address of the domain in mailIdentity'];
}
