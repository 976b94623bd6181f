// The configuration, read from the environment once and checked as a whole: every problem at once, names and
// never values. It hides spellings and defaults; nothing else reads the environment.
import { distance } from 'fastest-levenshtein';
import { parseSafeUrl } from './app/safe-url.ts';

export interface Config {
  /** Null when the command brings its own reporting API. */
  readonly api: ApiConfig | null;
  /** The store as configured, e.g. "file:./reports". */
  readonly store: StoreConfig;
  readonly settleHours: number;
  readonly minResponses: number;
  readonly reversedScale: 'display' | 'flip';
  readonly concurrency: number;
  readonly locale: string;
  readonly paper: 'A4' | 'Letter';
  readonly publicUrl: string | null;
  readonly reportsApiToken: string | null;
}

export interface ApiConfig {
  /** Without a slash at the end and without /v1. */
  readonly url: string;
  readonly clientId: string;
  readonly token: string;
  readonly auth: 'basic' | 'headers';
  readonly headerPrefix: string;
}

export interface StoreConfig {
  readonly kind: 'file';
  readonly folder: string;
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
] as const;
type Name = (typeof KNOWN)[number];

/** What holds where nothing is configured. */
export const DEFAULTS: Config = {
  api: null,
  store: { kind: 'file', folder: './reports' },
  settleHours: 6,
  minResponses: 10,
  reversedScale: 'display',
  concurrency: 8,
  locale: 'en',
  paper: 'A4',
  publicUrl: null,
  reportsApiToken: null,
};

/** Reads the configuration; `embeddedApi` when the command brings its own reporting API. */
export function readConfig(
  environment: Environment,
  options: { readonly embeddedApi: boolean },
): { readonly config: Config | null; readonly problems: readonly ConfigProblem[] } {
  const problems: ConfigProblem[] = misspelt(environment);
  const read = <T>(name: Name, fallback: T, parse: Parser<T>): T => {
    const text = environment[name];
    // An empty variable is one that was not set: compose files and CI forms can't unset.
    if (text === undefined || text === '') return fallback;
    const parsed = parse(text);
    if (parsed.ok) return parsed.value;
    problems.push({ name, problem: parsed.problem });
    return fallback;
  };

  const api = options.embeddedApi ? null : readApi(environment, problems, read);
  read(
    'REPORT_SECOND_LOOK',
    null,
    oneOf(/^(off|P\d+D|PT\d+H)$/, 'must be a duration such as P3D or PT36H, or off'),
  );
  const config: Config = {
    api,
    store: read('REPORT_STORE', DEFAULTS.store, parseStore),
    settleHours: read(
      'REPORT_SETTLE_HOURS',
      DEFAULTS.settleHours,
      numberFrom(0, 168, 'hours from 0 to 168'),
    ),
    minResponses: read(
      'REPORT_MIN_RESPONSES',
      DEFAULTS.minResponses,
      wholeNumberFrom(1, 1_000_000),
    ),
    reversedScale: read(
      'FEEDBACK_API_REVERSED_SCALE',
      DEFAULTS.reversedScale,
      choice('display', 'flip'),
    ),
    concurrency: read('FEEDBACK_API_CONCURRENCY', DEFAULTS.concurrency, wholeNumberFrom(1, 256)),
    locale: read('REPORT_LOCALE', DEFAULTS.locale, parseLocale),
    paper: read('REPORT_PAPER', DEFAULTS.paper, choice('A4', 'Letter')),
    publicUrl: read('REPORTS_PUBLIC_URL', DEFAULTS.publicUrl, parsePublicUrl),
    reportsApiToken: read('REPORTS_API_TOKEN', DEFAULTS.reportsApiToken, parseSecret(16)),
  };
  return { config: problems.length === 0 ? config : null, problems };
}

/** Reads a store as `--store` and `REPORT_STORE` spell it. */
export function parseStore(text: string): Parsed<StoreConfig> {
  if (text.startsWith('s3://')) {
    return wrong(
      'names an S3 bucket, and this version keeps reports in folders only: use file:FOLDER',
    );
  }
  if (!text.startsWith('file:') || text === 'file:') {
    return wrong('must be file: and a folder, e.g. file:./reports');
  }
  const folder = text.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
  if (folder.startsWith('//') || folder.startsWith('~')) {
    return wrong('must be file: and a path: file:./reports, or file:/srv/reports from the root');
  }
  return right({ kind: 'file', folder });
}

function readApi(
  environment: Environment,
  problems: ConfigProblem[],
  read: <T>(name: Name, fallback: T, parse: Parser<T>) => T,
): ApiConfig {
  if (isSet(environment['REPORTS_SECRET'])) {
    problems.push({
      name: 'REPORTS_SECRET',
      problem:
        'can only be read on AWS, which this version does not do yet: set FEEDBACK_API_CLIENT_ID and FEEDBACK_API_TOKEN',
    });
  }
  for (const name of [
    'FEEDBACK_API_URL',
    'FEEDBACK_API_CLIENT_ID',
    'FEEDBACK_API_TOKEN',
  ] as const) {
    if (!isSet(environment[name])) problems.push({ name, problem: NOT_SET[name] });
  }
  const auth = read('FEEDBACK_API_AUTH', 'basic', choice('basic', 'headers'));
  const clientId = read('FEEDBACK_API_CLIENT_ID', '', parseSecret(1));
  if (auth === 'basic' && clientId.includes(':')) {
    problems.push({
      name: 'FEEDBACK_API_CLIENT_ID',
      problem: 'must not contain a colon with FEEDBACK_API_AUTH=basic: use headers',
    });
  }
  return {
    url: read('FEEDBACK_API_URL', '', parseApiUrl),
    clientId,
    token: read('FEEDBACK_API_TOKEN', '', parseSecret(1)),
    auth,
    headerPrefix: read(
      'FEEDBACK_API_HEADER_PREFIX',
      'X-SVC',
      oneOf(/^[A-Za-z][A-Za-z0-9-]{0,40}$/, 'must be letters, digits and hyphens, e.g. X-SVC'),
    ),
  };
}

const NOT_SET = {
  FEEDBACK_API_URL:
    'is not set: the base URL of the reporting API without /v1, e.g. https://api.example.com',
  FEEDBACK_API_CLIENT_ID: 'is not set: the Client ID from the reporting service’s admin area',
  FEEDBACK_API_TOKEN: 'is not set: the API Token that belongs to the Client ID',
} as const;

// ── parsers ─────────────────────────────────────────────────────────────────────────────────────

type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };
type Parser<T> = (text: string) => Parsed<T>;

function right<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

function wrong(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}

function choice<const T extends string>(...values: readonly T[]): Parser<T> {
  return (text) => {
    const found = values.find((value) => value === text);
    return found === undefined ? wrong(`must be ${values.join(' or ')}`) : right(found);
  };
}

function oneOf(pattern: RegExp, problem: string): Parser<string> {
  return (text) => (pattern.test(text) ? right(text) : wrong(problem));
}

function numberFrom(least: number, most: number, words: string): Parser<number> {
  return (text) => {
    const number = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
    return number >= least && number <= most ? right(number) : wrong(`must be ${words}`);
  };
}

/** Reads a whole number as settings and options write it. */
export function wholeNumberFrom(least: number, most: number): Parser<number> {
  const words = `a whole number from ${least} to ${most}`;
  const parse = numberFrom(least, most, words);
  return (text) => (/^\d+$/.test(text) ? parse(text) : wrong(`must be ${words}`));
}

/** Something that goes into a header: visible ASCII, or it could not be sent as it is. */
function parseSecret(least: number): Parser<string> {
  return (text) => {
    if (!/^[\x21-\x7e]*$/.test(text)) {
      return wrong('must be visible ASCII characters without spaces or line breaks');
    }
    return text.length < least ? wrong(`must have at least ${least} characters`) : right(text);
  };
}

function parseLocale(text: string): Parsed<string> {
  try {
    // A language that the runtime doesn't have would silently become the machine's own.
    const [locale] = Intl.DateTimeFormat.supportedLocalesOf(text);
    return locale === undefined ? wrong('must be a language tag such as en or fi') : right(locale);
  } catch {
    return wrong('must be a language tag such as en or fi');
  }
}

function parseApiUrl(text: string): Parsed<string> {
  const url = parsePublicUrl(text);
  return url.ok && url.value.endsWith('/v1') ? wrong('must be without /v1 at the end') : url;
}

/** The whole URL without a slash at its end; URL has normalised the host's spellings of numbers. */
function parsePublicUrl(text: string): Parsed<string> {
  const url = parseSafeUrl(text);
  return url.ok ? right(`${url.value.origin}${url.value.pathname}`.replace(/\/+$/, '')) : url;
}

// ── misspelt names ──────────────────────────────────────────────────────────────────────────────

/** The known name that another was probably meant to be. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  return known.find((candidate) => distance(candidate, name) <= 2);
}

/** A variable that is nearly one of ours is a mistake, not somebody else's. */
function misspelt(environment: Environment): ConfigProblem[] {
  return Object.keys(environment).flatMap((name) => {
    if (KNOWN.some((known) => known === name)) return [];
    const meant = nearest(name, KNOWN);
    return meant === undefined
      ? []
      : [{ name, problem: `is not a setting; did you mean ${meant}?` }];
  });
}
