// The parameters of a deployment, checked as a whole before anything is packaged: every problem at once, by name and
// never with the value. What is left out has its value in defaults.json.
import { nearest } from '../lib/config.ts';
import { isScheduleExpression } from './schedule-expression.ts';

interface Parameter {
  readonly required?: true;
  readonly is: (text: string) => boolean;
  /** Ends "bucket must be …". */
  readonly mustBe: string;
}

const matches =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);
const oneOf = (...words: readonly string[]): Parameter => ({
  is: (text) => words.includes(text),
  mustBe: words.join(' or '),
});
const whole = (low: number, high: number): Parameter => ({
  is: (text) => /^\d{1,5}$/.test(text) && Number(text) >= low && Number(text) <= high,
  mustBe: `a whole number from ${low} to ${high}`,
});
const HTTPS = /^https:\/\/[a-z0-9][a-z0-9.-]*(:\d+)?(\/[^\s?#]*[^\s?#/])?$/i;
const https: Parameter = {
  is: matches(HTTPS),
  mustBe: 'an https URL without a slash at the end, a query or credentials',
};

/** Workers times requests each: what the reporting API is thought to stand at once. */
const UPSTREAM_BUDGET = 32;

export const PARAMETERS: Readonly<Record<string, Parameter>> = {
  bucket: {
    required: true,
    is: matches(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/),
    mustBe: 'the name of the bucket to make for reports: lower-case letters, digits and hyphens',
  },
  apiUrl: {
    required: true,
    is: (text) => HTTPS.test(text) && !text.endsWith('/v1'),
    mustBe: 'the base URL of the reporting API: https, without /v1 and a slash at the end',
  },
  secretName: {
    required: true,
    is: matches(/^[A-Za-z0-9/_+=.@-]{1,128}$/),
    mustBe: 'the name of the secret in Secrets Manager, not its ARN and not its contents',
  },
  apiAuth: oneOf('basic', 'headers'),
  locale: {
    is: matches(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/),
    mustBe: 'a language such as en or fi',
  },
  paper: oneOf('A4', 'Letter'),
  settleHours: whole(0, 168),
  minResponses: whole(1, 10_000),
  reversedScale: oneOf('display', 'flip'),
  schedule: { is: isScheduleExpression, mustBe: 'a rate(…) or cron(…) of EventBridge Scheduler' },
  concurrency: whole(1, UPSTREAM_BUDGET),
  workers: whole(2, UPSTREAM_BUDGET),
  publicUrl: https,
  retentionDays: whole(14, 36_500),
  eventBus: { is: matches(/^[A-Za-z0-9._/-]{1,256}$/), mustBe: 'the name of an event bus' },
  webhooks: oneOf('on', 'off'),
  alarmTopic: {
    is: matches(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]+$/),
    mustBe: 'the ARN of an SNS topic',
  },
  jwtIssuer: https,
  jwtAudience: { is: matches(/^[\x21-\x7e]{1,256}$/), mustBe: 'the audience of the tokens' },
  jwtScope: { is: matches(/^[\x21-\x7e]{1,128}$/), mustBe: 'a scope of the tokens' },
};

/** `defaults`: what holds where nothing is given; an empty text is one that was not given. */
export function checkParameters(
  given: Readonly<Record<string, string>>,
  defaults: Readonly<Record<string, string>>,
): { readonly parameters: Readonly<Record<string, string>>; readonly problems: readonly string[] } {
  const isGiven = (name: string): boolean => (given[name] ?? '') !== '';
  const problems = Object.keys(given)
    .filter((name) => !(name in PARAMETERS))
    .map((name) => {
      const meant = nearest(name, Object.keys(PARAMETERS));
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
  const callers = isGiven('jwtIssuer') ? 'jwt' : 'tokens';
  const parameters = Object.fromEntries(Object.entries(given).filter(([name]) => isGiven(name)));
  return { parameters: { ...parameters, callers }, problems };
}
