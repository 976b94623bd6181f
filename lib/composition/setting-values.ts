// Parsers for the values of environment variables and command options. A problem never contains the value itself.
import type { LinkKey } from '../ports/secrets.ts';
import { isLinkKeyId, isPlaceholder, isSigningKey } from '../ports/secrets.ts';
import type { Mailbox, MailSettings } from '../adapters/mail/index.ts';
import {
  isMailAddress,
  isMailDomain,
  toAsciiAddress,
  toAsciiDomain,
} from '../shared/mail-address.ts';
import { isLoopback, parseSafeUrl } from '../shared/safe-url.ts';
import { DAY_MS, HOUR_MS } from '../domain/calendar.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What is wrong with a variable or an argument, and how to fix it. Never contains a value. */
export interface ConfigProblem {
  readonly name: string;
  readonly problem: string;
}

type ParsedSetting<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };
export type SettingParser<T> = (text: string) => ParsedSetting<T>;

function valid<T>(value: T): ParsedSetting<T> {
  return { ok: true, value };
}

function invalid(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}

export function isSet(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}

export function oneOfParser<const T extends string>(...values: readonly T[]): SettingParser<T> {
  return (text) => {
    const match = values.find((value) => value === text);
    return match === undefined ? invalid(`must be ${values.join(' or ')}`) : valid(match);
  };
}

export function patternParser(pattern: RegExp, problem: string): SettingParser<string> {
  return (text) => (pattern.test(text) ? valid(text) : invalid(problem));
}

export function numberParser(min: number, max: number, description: string): SettingParser<number> {
  return (text) => {
    const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
    return number >= min && number <= max ? valid(number) : invalid(`must be ${description}`);
  };
}

/** Accepts digits only: no sign, fraction or exponent. */
export function wholeNumberParser(min: number, max: number): SettingParser<number> {
  const description = `a whole number from ${min} to ${max}`;
  const parse = numberParser(min, max, description);
  return (text) => (/^\d+$/.test(text) ? parse(text) : invalid(`must be ${description}`));
}

/** After a year, a company's folders are too different from those of the week. */
const MAX_LOOK_DELAY_MS = 366 * DAY_MS;

/** One or more durations, "P1D,P8D" or "PT36H", in milliseconds, ascending; none for "off". */
export function parseLookDelays(text: string): ParsedSetting<readonly number[]> {
  if (text === 'off') return valid([]);
  const delays = text.split(',').map(parseDuration);
  return delays.every((ms) => ms > 0 && ms <= MAX_LOOK_DELAY_MS)
    ? valid([...new Set(delays)].toSorted((a, b) => a - b))
    : invalid('must be durations such as P1D,P8D or PT36H, from PT1H to P366D, or off');
}

/** A duration of at most a week, "PT6H" or "P1D", in hours. */
export function parseSettleHours(text: string): ParsedSetting<number> {
  const ms = parseDuration(text);
  return ms <= 7 * DAY_MS
    ? valid(ms / HOUR_MS)
    : invalid('must be a duration such as PT6H or P1D, from PT0H to P7D');
}

/** Milliseconds; NaN for a text of another form. */
function parseDuration(text: string): number {
  const [, days, hours] = /^ *(?:P(\d{1,3})D|PT(\d{1,4})H) *$/.exec(text) ?? [];
  return days === undefined ? Number(hours) * HOUR_MS : Number(days) * DAY_MS;
}

export interface ApiAuth {
  readonly auth: 'basic' | 'headers';
  readonly headerPrefix: string;
}

/** "basic", or "headers" with the prefix of the two headers. */
export function parseApiAuth(text: string): ParsedSetting<ApiAuth> {
  const match = /^(basic|headers)(?:(?<=headers):([A-Za-z][A-Za-z0-9-]{0,40}))?$/.exec(text);
  if (match === null) {
    return invalid(
      'must be basic, or headers:PREFIX with letters, digits and hyphens, e.g. X-ACME',
    );
  }
  const [, auth, headerPrefix = 'X-SVC'] = match;
  return valid({ auth: auth === 'basic' ? 'basic' : 'headers', headerPrefix });
}

/** A credential that is sent in a header, which can carry only visible ASCII. */
export function parseSecret(minLength: number): SettingParser<string> {
  return (text) => {
    if (!/^[\x21-\x7e]*$/.test(text)) {
      return invalid('must be visible ASCII characters without spaces or line breaks');
    }
    if (isPlaceholder(text)) return invalid('is a placeholder: replace it with the real value');
    return text.length < minLength
      ? invalid(`must have at least ${minLength} characters`)
      : valid(text);
  };
}

/** "ID:KEY", with the same rules as a linkKey of the secret. */
export function parseLinkKey(text: string): ParsedSetting<LinkKey> {
  const colon = text.indexOf(':');
  const [id, key] = [text.slice(0, Math.max(0, colon)), text.slice(colon + 1)];
  if (!isLinkKeyId(id) || !/^[\x21-\x7e]+$/.test(key)) {
    return invalid(
      'must be ID:KEY, with an id of 1 to 16 letters, digits, hyphens and underscores',
    );
  }
  return isSigningKey(key)
    ? valid({ id, key })
    : invalid('must have a random key of at least 32 characters, e.g. 32 bytes as base64url');
}

export function parseLocale(text: string): ParsedSetting<string> {
  try {
    // Intl would silently replace an unsupported language with the machine's default.
    const [locale] = Intl.DateTimeFormat.supportedLocalesOf(text);
    return locale === undefined
      ? invalid('must be a language tag such as en or fi')
      : valid(locale);
  } catch {
    return invalid('must be a language tag such as en or fi');
  }
}

export function parseApiUrl(text: string): ParsedSetting<string> {
  const url = parsePublicUrl(text);
  return url.ok && url.value.endsWith('/v1') ? invalid('must be without /v1 at the end') : url;
}

/** The URL without a trailing slash. */
export function parsePublicUrl(text: string): ParsedSetting<string> {
  const url = parseSafeUrl(text);
  if (url.ok && url.value.port === '0') return invalid('must have a port from 1 to 65535, or none');
  return url.ok ? valid(`${url.value.origin}${url.value.pathname}`.replace(/\/+$/, '')) : url;
}

/** Where reports are stored: a local folder, or a bucket with a prefix that is empty or ends with a slash. */
export type StoreConfig =
  | { readonly kind: 'file'; readonly folder: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string };

/** Reads the value of `--store` or `REPORTS_STORE`. */
export function parseStore(
  text: string,
  platform: NodeJS.Platform = process.platform,
): ParsedSetting<StoreConfig> {
  if (text.startsWith('s3://')) return parseBucket(text.slice('s3://'.length));
  if (!text.startsWith('file:') || text === 'file:') {
    return invalid('must be file: with a folder, or s3:// with a bucket, e.g. file:./reports');
  }
  const path = text.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
  // file:///C:/reports
  const folder = platform === 'win32' ? path.replace(/^\/(?=[A-Za-z]:)/, '') : path;
  if (folder.startsWith('//') || folder.startsWith('~')) {
    return invalid(
      'must be file: with a path, relative (file:./reports) or absolute (file:/srv/reports)',
    );
  }
  return valid({ kind: 'file', folder });
}

/** S3's rules for bucket names, without dots: a dot breaks the TLS host name check. */
function parseBucket(text: string): ParsedSetting<StoreConfig> {
  const [bucket = '', ...path] = text.split('/');
  if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(bucket)) {
    return invalid(
      'must name a bucket of 3 to 63 lower-case letters, digits and hyphens, e.g. s3://our-reports/weekly',
    );
  }
  const prefix = path.join('/').replace(/\/$/, '');
  if (prefix === '') return valid({ kind: 's3', bucket, prefix: '' });
  if (
    prefix.length > 200 ||
    !/^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(prefix)
  ) {
    return invalid(
      'must have a prefix of at most 200 letters, digits, dots, hyphens and underscores between single slashes',
    );
  }
  return valid({ kind: 's3', bucket, prefix: `${prefix}/` });
}

/** The inverse of `parseStore`. */
export function formatStoreUrl(store: StoreConfig): string {
  return store.kind === 'file' ? `file:${store.folder}` : `s3://${store.bucket}/${store.prefix}`;
}

const MAIL_FORMS =
  'must be ses, ses:NAME, smtp://user@host:port, smtps://user@host:port or file: and a folder';

/** Reads the value of `REPORTS_MAIL`. A connection without TLS is accepted for this machine itself only. */
export function parseMailTransport(text: string): ParsedSetting<MailSettings['transport']> {
  if (text === 'ses') return valid({ kind: 'ses', configurationSet: null });
  if (text.startsWith('ses:')) return parseConfigurationSet(text.slice('ses:'.length));
  if (text.startsWith('file:')) {
    const store = parseStore(text);
    return store.ok && store.value.kind === 'file' ? valid(store.value) : invalid(MAIL_FORMS);
  }
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return invalid(MAIL_FORMS);
  const url = new URL(text);
  if (url.password !== '') {
    return invalid('must not contain the password: set it in REPORTS_MAIL_PASSWORD');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!/^[A-Za-z0-9:.-]+$/.test(host) || /[?#]|[^/]\/./.test(text.replace('://', ''))) {
    return invalid(MAIL_FORMS);
  }
  if (url.port === '0') return invalid('must have a port from 1 to 65535, or none');
  const user = decodeUser(url.username);
  if (user === null || !/^[\x21-\x7e]*$/.test(user)) {
    return invalid('must have a user of visible ASCII characters, or none');
  }
  const isTls = url.protocol === 'smtps:';
  return valid({
    kind: 'smtp',
    host,
    port: url.port === '' ? (isTls ? 465 : 587) : Number(url.port),
    security: isTls ? 'tls' : isLoopback(host) ? 'none' : 'starttls',
    user: user === '' ? null : user,
  });
}

function parseConfigurationSet(name: string): ParsedSetting<MailSettings['transport']> {
  return /^[A-Za-z0-9_-]{1,64}$/.test(name)
    ? valid({ kind: 'ses', configurationSet: name })
    : invalid('must name a configuration set of SES: ses:NAME');
}

function decodeUser(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** "reports@example.com" or "Weekly reports <reports@example.com>". */
export function parseMailbox(text: string): ParsedSetting<Mailbox> {
  const [, name = '', bracketed] = /^(.*?)\s*<([^<>]+)>$/.exec(text) ?? [];
  const address = toAsciiAddress(bracketed ?? text);
  const displayName = name.replace(/^"(.*)"$/, '$1');
  return isMailAddress(address) && displayName.length <= 100 && !/["<>\p{Cc}]/u.test(displayName)
    ? valid({ name: displayName, address })
    : invalid('must be an address, or Name <address>');
}

/** "example.com, example.org" as a list in lower case. */
export function parseMailDomains(text: string): ParsedSetting<readonly string[]> {
  const domains = text.split(',').map((domain) => toAsciiDomain(domain.trim().toLowerCase()));
  return domains.every((domain) => domain.includes('.') && isMailDomain(domain))
    ? valid(domains)
    : invalid('must be domains such as example.com, separated by commas');
}

/** The first applies to all clients, the others to the clients that this program uses. */
const ENDPOINT_VARIABLES = [
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_S3',
  'AWS_ENDPOINT_URL_SECRETS_MANAGER',
  'AWS_ENDPOINT_URL_SQS',
  'AWS_ENDPOINT_URL_EVENTBRIDGE',
  'AWS_ENDPOINT_URL_SESV2',
] as const;

/** Variables that the SDK would fail on, or silently ignore. */
export function findAwsProblems(environment: Environment): readonly ConfigProblem[] {
  return [
    ...regionProblems(environment['AWS_REGION']),
    ...ENDPOINT_VARIABLES.filter((name) => !isEndpoint(environment[name] ?? '')).map((name) => ({
      name,
      problem: 'must be an http or https URL, e.g. http://127.0.0.1:9000',
    })),
    ...credentialProblems(environment),
  ];
}

/** The SDK uses an empty AWS_REGION as the region and ignores the profile's region. */
function regionProblems(region: string | undefined): readonly ConfigProblem[] {
  const name = 'AWS_REGION';
  if (region === '') {
    return [{ name, problem: 'is set but empty: name a region, e.g. eu-west-1, or unset it' }];
  }
  // The region becomes a part of host names.
  return region === undefined || /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/.test(region)
    ? []
    : [{ name, problem: 'must be the name of a region, e.g. eu-west-1' }];
}

function isEndpoint(text: string): boolean {
  // The SDK ignores an empty endpoint.
  return text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol));
}

/** With only one of the two variables, the SDK would silently use credentials from another source. */
function credentialProblems(environment: Environment): readonly ConfigProblem[] {
  const [idName, keyName] = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;
  if (isSet(environment[idName]) === isSet(environment[keyName])) return [];
  const [present, missing] = isSet(environment[idName]) ? [idName, keyName] : [keyName, idName];
  return [{ name: missing, problem: `is not set, although ${present} is: set both or neither` }];
}
