// How the values of settings and options are spelt: text → value, or what is wrong with it, never the value itself.
import { isLinkKeyId, isPlaceholder, isSigningKey } from '../shared/placeholder.ts';
import type { LinkKey } from '../ports/secrets.ts';
import { parseSafeUrl } from '../shared/safe-url.ts';
import { DAY_MS, HOUR_MS } from '../domain/calendar.ts';

export type ParsedSetting<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };
export type SettingParser<T> = (text: string) => ParsedSetting<T>;

function right<T>(value: T): ParsedSetting<T> {
  return { ok: true, value };
}

function wrong(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}

export function isSet(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}

export function oneOfParser<const T extends string>(...values: readonly T[]): SettingParser<T> {
  return (text) => {
    const found = values.find((value) => value === text);
    return found === undefined ? wrong(`must be ${values.join(' or ')}`) : right(found);
  };
}

export function patternParser(pattern: RegExp, problem: string): SettingParser<string> {
  return (text) => (pattern.test(text) ? right(text) : wrong(problem));
}

export function numberParser(least: number, most: number, words: string): SettingParser<number> {
  return (text) => {
    const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
    return number >= least && number <= most ? right(number) : wrong(`must be ${words}`);
  };
}

/** Reads a whole number as settings and options write it. */
export function wholeNumberParser(least: number, most: number): SettingParser<number> {
  const words = `a whole number from ${least} to ${most}`;
  const parse = numberParser(least, most, words);
  return (text) => (/^\d+$/.test(text) ? parse(text) : wrong(`must be ${words}`));
}

/** Later a company's folders are hardly those of the week any more. */
const LONGEST_LOOK_MS = 366 * DAY_MS;

/** "P3D" or "PT36H" in milliseconds; null for "off". */
export function parseReconciliationDelay(text: string): ParsedSetting<number | null> {
  if (text === 'off') return right(null);
  const [, days, hours] = /^(?:P(\d{1,3})D|PT(\d{1,4})H)$/.exec(text) ?? [];
  const ms = days === undefined ? Number(hours) * HOUR_MS : Number(days) * DAY_MS;
  return ms > 0 && ms <= LONGEST_LOOK_MS
    ? right(ms)
    : wrong('must be a duration such as P3D or PT36H, from PT1H to P366D, or off');
}

/** Something that goes into a header: visible ASCII, or it could not be sent as it is. */
export function parseSecret(least: number): SettingParser<string> {
  return (text) => {
    if (!/^[\x21-\x7e]*$/.test(text)) {
      return wrong('must be visible ASCII characters without spaces or line breaks');
    }
    if (isPlaceholder(text)) return wrong('is a placeholder: put the real one in its place');
    return text.length < least ? wrong(`must have at least ${least} characters`) : right(text);
  };
}

/** "ID:KEY": one of the linkKeys of the secret, whose rules hold here too. */
export function parseLinkKey(text: string): ParsedSetting<LinkKey> {
  const at = text.indexOf(':');
  const [id, key] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
  if (!isLinkKeyId(id) || !/^[\x21-\x7e]+$/.test(key)) {
    return wrong('must be ID:KEY, with an id of 1 to 16 letters, digits, hyphens and underscores');
  }
  return isSigningKey(key)
    ? right({ id, key })
    : wrong('must have a random key of at least 32 characters, e.g. 32 bytes as base64url');
}

export function parseLocale(text: string): ParsedSetting<string> {
  try {
    // A language that the runtime doesn't have would silently become the machine's own.
    const [locale] = Intl.DateTimeFormat.supportedLocalesOf(text);
    return locale === undefined ? wrong('must be a language tag such as en or fi') : right(locale);
  } catch {
    return wrong('must be a language tag such as en or fi');
  }
}

export function parseApiUrl(text: string): ParsedSetting<string> {
  const url = parsePublicUrl(text);
  return url.ok && url.value.endsWith('/v1') ? wrong('must be without /v1 at the end') : url;
}

/** The whole URL without a slash at its end; URL has normalised the host's spellings of numbers. */
export function parsePublicUrl(text: string): ParsedSetting<string> {
  const url = parseSafeUrl(text);
  if (url.ok && url.value.port === '0') return wrong('must have a port from 1 to 65535, or none');
  return url.ok ? right(`${url.value.origin}${url.value.pathname}`.replace(/\/+$/, '')) : url;
}

/** Where reports are kept: a folder of this machine, or a bucket below a prefix that is empty or ends in a slash. */
export type StoreConfig =
  | { readonly kind: 'file'; readonly folder: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string };

/** Reads a store as `--store` and `REPORT_STORE` spell it. */
export function parseStore(text: string): ParsedSetting<StoreConfig> {
  if (text.startsWith('s3://')) return parseBucket(text.slice('s3://'.length));
  if (!text.startsWith('file:') || text === 'file:') {
    return wrong('must be file: and a folder, or s3:// and a bucket, e.g. file:./reports');
  }
  const folder = text.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
  if (folder.startsWith('//') || folder.startsWith('~')) {
    return wrong('must be file: and a path: file:./reports, or file:/srv/reports from the root');
  }
  return right({ kind: 'file', folder });
}

/** S3's own rules for names, without dots: those break TLS. */
function parseBucket(text: string): ParsedSetting<StoreConfig> {
  const [bucket = '', ...path] = text.split('/');
  if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(bucket)) {
    return wrong(
      'must name a bucket of 3 to 63 lower-case letters, digits and hyphens, e.g. s3://our-reports/weekly',
    );
  }
  const prefix = path.join('/').replace(/\/$/, '');
  if (prefix === '') return right({ kind: 's3', bucket, prefix: '' });
  if (
    prefix.length > 200 ||
    !/^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(prefix)
  ) {
    return wrong(
      'must have a prefix of at most 200 letters, digits, dots, hyphens and underscores between single slashes',
    );
  }
  return right({ kind: 's3', bucket, prefix: `${prefix}/` });
}

/** As `parseStore` reads it. */
export function formatStoreUrl(store: StoreConfig): string {
  return store.kind === 'file' ? `file:${store.folder}` : `s3://${store.bucket}/${store.prefix}`;
}
