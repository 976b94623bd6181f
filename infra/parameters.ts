// The parameters of a deployment, checked as a whole before anything is packaged: every problem at once, by name and
// never with the value. What is left out has its value in defaults.json.
import { closestName } from '../lib/composition/config.ts';
import { parseReconciliationDelay } from '../lib/composition/setting-values.ts';
import { isScheduleExpression, runsEveryHour } from './schedule-expression.ts';

interface Parameter {
  readonly required?: true;
  /** For whoever reads the help. */
  readonly means: string;
  readonly is: (text: string) => boolean;
  /** Ends "bucket must be …". */
  readonly mustBe: string;
}
type Spelling = Pick<Parameter, 'is' | 'mustBe'>;

const matches =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);
const oneOf = (...words: readonly string[]): Spelling => ({
  is: (text) => words.includes(text),
  mustBe: words.join(' or '),
});
const whole = (low: number, high: number): Spelling => ({
  is: (text) => /^\d{1,5}$/.test(text) && Number(text) >= low && Number(text) <= high,
  mustBe: `a whole number from ${low} to ${high}`,
});
const HTTPS = /^https:\/\/[a-z0-9][a-z0-9.-]*(:\d+)?(\/[^\s?#]*[^\s?#/])?$/i;
const https: Spelling = {
  is: matches(HTTPS),
  mustBe: 'an https URL without a slash at the end, a query or credentials',
};

/** Workers times requests each: what the reporting API is thought to stand at once. */
const UPSTREAM_BUDGET = 32;

export const PARAMETERS: Readonly<Record<string, Parameter>> = {
  region: {
    required: true,
    means: 'where the stack is',
    is: matches(/^[a-z]{2,4}(-[a-z]+){1,3}-\d$/),
    mustBe: 'a region of AWS, e.g. eu-west-1',
  },
  account: {
    required: true,
    means: 'whose credentials may deploy the stage',
    is: matches(/^\d{12}$/),
    mustBe: 'the twelve digits of an account of AWS, as text',
  },
  bucket: {
    required: true,
    means: 'where reports are kept; the deployment makes it',
    is: matches(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/),
    mustBe: 'the name of the bucket to make for reports: lower-case letters, digits and hyphens',
  },
  apiUrl: {
    required: true,
    means: 'where the feedback comes from',
    is: (text) => HTTPS.test(text) && !text.endsWith('/v1'),
    mustBe: 'the base URL of the reporting API: https, without /v1 and a slash at the end',
  },
  secretName: {
    required: true,
    means: 'credentials, keys of links and tokens of callers',
    is: matches(/^[A-Za-z0-9/_+=.@-]{1,128}$/),
    mustBe: 'the name of the secret in Secrets Manager, not its ARN and not its contents',
  },
  apiAuth: { means: 'how the reporting API is told who asks', ...oneOf('basic', 'headers') },
  apiHeaderPrefix: {
    means: 'with apiAuth=headers: how the two headers begin',
    is: matches(/^[A-Za-z][A-Za-z0-9-]{0,40}$/),
    mustBe: 'letters, digits and hyphens, e.g. X-SVC',
  },
  locale: {
    means: 'language of the reports',
    is: matches(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/),
    mustBe: 'a language such as en or fi',
  },
  paper: { means: 'size of the pages', ...oneOf('A4', 'Letter') },
  settleHours: {
    means: 'hours after a local week’s end before it counts as complete',
    ...whole(0, 168),
  },
  secondLook: {
    means: 'time after a week settled until its counts are compared again',
    is: (text) => parseReconciliationDelay(text).ok,
    mustBe: 'a duration such as P3D or PT36H, from PT1H to P366D, or off',
  },
  minResponses: {
    means: 'under this a change is never called clear, and a survey is thin',
    ...whole(1, 10_000),
  },
  reversedScale: {
    means: 'flip when counts of FIVE_REVERSED are stored best first',
    ...oneOf('display', 'flip'),
  },
  schedule: {
    means: 'when the planner looks what is owed',
    is: (text) => isScheduleExpression(text) && runsEveryHour(text),
    mustBe:
      'a rate(…) or cron(…) of EventBridge Scheduler that comes at least once an hour, for alarms count in hours: ' +
      'e.g. rate(1 hour), rate(30 minutes) or cron(5 * * * ? *)',
  },
  concurrency: {
    means: 'requests of one worker to the reporting API at once',
    ...whole(1, UPSTREAM_BUDGET),
  },
  workers: { means: 'reports that are made at once', ...whole(2, UPSTREAM_BUDGET) },
  publicUrl: { means: 'your own name for the HTTP API, in place of AWS’s', ...https },
  retentionDays: {
    means: 'days after which reports, plans and records are removed; without it never',
    ...whole(14, 36_500),
  },
  eventBus: {
    means: 'bus for events about reports',
    is: matches(/^[A-Za-z0-9._/-]{1,256}$/),
    mustBe: 'the name of an event bus in the same account and region, e.g. default',
  },
  webhooks: {
    means: 'whether those are told who subscribed in the secret',
    ...oneOf('on', 'off'),
  },
  alarmTopic: {
    means: 'whom alarms tell',
    is: matches(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]+$/),
    mustBe: 'the ARN of an SNS topic in the region and the account of the stage',
  },
  jwtIssuer: { means: 'identity provider in place of our own tokens', ...https },
  jwtAudience: {
    means: 'with jwtIssuer: for whom its tokens are',
    is: matches(/^[\x21-\x7e]{1,256}$/),
    mustBe: 'the audience of the tokens',
  },
  jwtScope: {
    means: 'with jwtIssuer: what its tokens must allow',
    is: matches(/^[\x21-\x7e]{1,128}$/),
    mustBe: 'a scope of the tokens',
  },
};

/** Arguments of a deployment and not of its template. */
export const STAGE_SETTINGS = ['region', 'account'] as const;

/** What is wrong with a setting of the stage where it is given. */
export function settingProblems(given: Readonly<Record<string, string>>): readonly string[] {
  return STAGE_SETTINGS.flatMap((name) => {
    const setting = PARAMETERS[name];
    const value = given[name] ?? '';
    return setting === undefined || value === '' || setting.is(value)
      ? []
      : [`${name} must be ${setting.mustBe}`];
  });
}

/** Things that are named by their ARN are where the stack is: AWS says otherwise only when half of it is deployed. */
function placeProblems(given: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (PARAMETERS[name]?.is(value) !== true || !value.startsWith('arn:')) return [];
    const [, , , region, account] = value.split(':');
    const places = { region, account };
    return STAGE_SETTINGS.filter(
      (setting) => (given[setting] ?? '') !== '' && given[setting] !== places[setting],
    ).map((setting) => `${name} must be in the ${setting} of the stage`);
  });
}

/** `defaults`: what holds where nothing is given; an empty text is one that was not given. */
export function checkParameters(
  given: Readonly<Record<string, string>>,
  defaults: Readonly<Record<string, string>>,
): { readonly parameters: Readonly<Record<string, string>>; readonly problems: readonly string[] } {
  const isGiven = (name: string): boolean => (given[name] ?? '') !== '';
  const problems = Object.keys(given)
    .filter((name) => !(name in PARAMETERS))
    .map((name) => {
      const meant = closestName(name, Object.keys(PARAMETERS));
      return meant === undefined
        ? `${name} is not a parameter`
        : `${name} is not a parameter; did you mean ${meant}?`;
    });
  for (const [name, { required, is, mustBe }] of Object.entries(PARAMETERS)) {
    if (!isGiven(name)) {
      if (required === true) problems.push(`${name} is missing: ${mustBe}`);
    } else if (!is(given[name] ?? '')) {
      problems.push(`${name} must be ${mustBe}`);
    }
  }
  const numberOf = (name: string): number => Number(isGiven(name) ? given[name] : defaults[name]);
  if (numberOf('workers') * numberOf('concurrency') > UPSTREAM_BUDGET) {
    problems.push(`workers times concurrency must be at most ${UPSTREAM_BUDGET}`);
  }
  if (isGiven('jwtIssuer') !== isGiven('jwtAudience')) {
    problems.push('jwtIssuer and jwtAudience must be given together');
  }
  problems.push(...placeProblems(given));
  const callers = isGiven('jwtIssuer') ? 'jwt' : 'tokens';
  const parameters = Object.fromEntries(Object.entries(given).filter(([name]) => isGiven(name)));
  return { parameters: { ...parameters, callers }, problems };
}
