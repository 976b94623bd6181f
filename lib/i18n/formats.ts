// Formats numbers, dates and indexes for a locale.
import { roundedHalfAway } from '../domain/rounding.ts';
import { isIndexType } from '../domain/scale.ts';
import { memoize, memoizeByNumber, once } from '../domain/memoize.ts';
import { sentenceSeparatorOf } from './messages.ts';

const NONE = '–';
const MINUS = '\u2212';
/** Cached results for each format; ICU takes microseconds for one. */
const CACHE_SIZE = 2_000;

export interface Formats {
  readonly locale: string;
  count(n: number): string;
  /** With up to two decimals. */
  decimal(n: number): string;
  /** A year, week or key, without separators. */
  numeral(n: number): string;
  /** A share 0..1 in whole per cent; – for null. */
  share(share: number | null): string;
  /** One of several shares that add up, in per cent; with a decimal only for a half. */
  percentOfAll(percent: number): string;
  /** A number that is already in per cent. */
  percent(n: number): string;
  /** Whole per cent with a sign. */
  signedShare(share: number): string;
  /** The value alone: 78 (HAPPY), 3.35 (AVERAGE), +42 (NPS). */
  index(value: number | null, indexType: string): string;
  /** The size of a change, without a sign. */
  changeSize(value: number, indexType: string): string;
  /** One unit of the last shown digit: 1, or 0.01 for AVERAGE. */
  displayStep(indexType: string): string;
  change(value: number | null, indexType: string): string;
  /** A part of a change, with one more decimal, so that rounding hides less of the sum. */
  partOfChange(value: number, indexType: string): string;
  /** The days from `from` until before `to`: 9–15 November 2026. */
  dateRange(from: string, to: string): string;
  /** '2026-11-09' as Mon 9. */
  weekdayAndDay(date: string): string;
  /** Seven of which stand in a narrow row: Mon; in Arabic without its article. */
  dayLabel(date: string): string;
  /** 1 = Monday. */
  weekday(weekday: number): string;
  /** The local time of an instant with an offset: Mon 9 Nov, 00:00. */
  wallClock(instant: string): string;
  /** A UTC instant: 16 November 2026, 06:00 UTC. */
  utc(instant: string): string;
  /** The local date and time of an instant, by minutes east of UTC: 16 November 2026, 08:00. */
  local(instant: string, offsetMinutes: number): string;
  /** The local day of an instant, by minutes east of UTC: Monday 16 November; with the year where it isn't that of `week`. */
  localDay(instant: string, offsetMinutes: number, week: string): string;
  /** The length of a week: 168 hours. */
  weekLength(hours: number): string;
  /** Minutes as 3h 25m. */
  duration(minutes: number): string;
  /** 08:00 */
  hour(hour: number): string;
  list(items: readonly string[]): string;
  /** One after another; empty ones are left out. */
  sentences(texts: readonly string[]): string;
}

/** Without a region, 'en' would be American English; reports use British English. */
export function withRegion(locale: string): string {
  return locale === 'en' ? 'en-GB' : locale;
}

/** Texts contain Latin digits, so formatted numbers use them too. */
function withLatinDigits(locale: string): string {
  return new Intl.Locale(locale, { numberingSystem: 'latn' }).toString();
}

const formatsByLocale = new Map<string, Formats>();

export function formatsFor(locale: string): Formats {
  const cachedFormats = formatsByLocale.get(locale);
  if (cachedFormats !== undefined) return cachedFormats;
  const formats = createFormats(withLatinDigits(withRegion(locale)));
  formatsByLocale.set(locale, formats);
  return formats;
}

/** Most of Intl's formats are made when they are first used: a report needs few of them, and each takes up to a millisecond. */
function createFormats(locale: string): Formats {
  const number = (options: Intl.NumberFormatOptions): ((n: number) => string) => {
    const format = once(() => new Intl.NumberFormat(locale, options));
    return memoizeByNumber(CACHE_SIZE, (n) => format().format(n).replaceAll('-', MINUS));
  };
  /** Rounded before, because few of the unrounded values of a report are equal. */
  const rounded = (options: Intl.NumberFormatOptions): ((n: number) => string) => {
    const whole = number({ ...options, maximumFractionDigits: 0 });
    return (n) => whole(roundedHalfAway(n));
  };
  const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' });
  const date = (options: Intl.DateTimeFormatOptions): ((at: number) => string) => {
    const format = once(() => dateFormat(options));
    return memoizeByNumber(CACHE_SIZE, (at) => format().format(at));
  };

  const count = number({ maximumFractionDigits: 0 });
  const decimal = number({ maximumFractionDigits: 2 });
  const numeral = number({ useGrouping: false });
  const wholePercent = number({ style: 'percent', maximumFractionDigits: 0 });
  const halfPercent = number({ style: 'percent', maximumFractionDigits: 1 });
  const signedPercent = number({
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  const wholeNumber = rounded({ signDisplay: 'negative' });
  const signedWhole = rounded({ signDisplay: 'exceptZero' });
  const twoDecimals = number({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const signedDecimals = (decimals: number): ((n: number) => string) =>
    number({
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay: 'exceptZero',
    });
  const signedOneDecimal = signedDecimals(1);
  const signedTwoDecimals = signedDecimals(2);
  const signedThreeDecimals = signedDecimals(3);
  const long = once(() => dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }));
  const weekdayAndDay = date({ weekday: 'short', day: 'numeric' });
  const longWeekday = date({ weekday: 'long' });
  const shortWeekday = date({ weekday: 'short' });
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const wallClock = date({ weekday: 'short', day: 'numeric', month: 'short', ...clock });
  const dateAndTime = date({ day: 'numeric', month: 'long', year: 'numeric', ...clock });
  const dayAndMonth = { weekday: 'long', day: 'numeric', month: 'long' } as const;
  const longDay = date(dayAndMonth);
  const longDayOfYear = date({ ...dayAndMonth, year: 'numeric' });
  const weekLength = number({ style: 'unit', unit: 'hour', unitDisplay: 'long' });
  const hourOfDay = date(clock);
  // Narrow units (3h 25m) are used for English only; ICU's narrow units of other languages are inconsistent.
  const unitDisplay = locale.startsWith('en') ? 'narrow' : 'short';
  const hoursOf = number({ style: 'unit', unit: 'hour', unitDisplay });
  const minutesOf = number({ style: 'unit', unit: 'minute', unitDisplay });
  const list = once(() => listFormat(locale));
  const range = memoize(100 * CACHE_SIZE, (days) => {
    const [from = '', to = ''] = days.split(' ');
    return rangeText(long(), utcOf(from), utcOf(to) - DAY_MS);
  });

  return {
    locale,
    count,
    decimal,
    numeral,
    share: (share) => (share === null ? NONE : wholePercent(share)),
    percentOfAll: (percent) => halfPercent(percent / 100),
    percent: (n) => wholePercent(n / 100),
    signedShare: signedPercent,
    index(value, indexType) {
      if (value === null || !isIndexType(indexType)) return NONE;
      if (indexType === 'AVERAGE') return twoDecimals(value);
      return indexType === 'NPS' ? signedWhole(value) : wholeNumber(value);
    },
    changeSize: (value, indexType) =>
      indexType === 'AVERAGE' ? twoDecimals(Math.abs(value)) : wholeNumber(Math.abs(value)),
    displayStep: (indexType) => (indexType === 'AVERAGE' ? twoDecimals(0.01) : wholeNumber(1)),
    change(value, indexType) {
      if (value === null) return NONE;
      return indexType === 'AVERAGE' ? signedTwoDecimals(value) : signedWhole(value);
    },
    partOfChange: (value, indexType) =>
      (indexType === 'AVERAGE' ? signedThreeDecimals : signedOneDecimal)(value),
    dateRange: (from, to) => range(`${from} ${to}`),
    weekdayAndDay: (day) => weekdayAndDay(utcOf(day)),
    dayLabel: (day) => shortWeekday(utcOf(day)).replace(/^ال/u, ''),
    weekday: (weekday) => longWeekday(MONDAY + (weekday - 1) * DAY_MS),
    wallClock: (instant) => wallClock(utcOf(instant.slice(0, 19))),
    utc: (instant) => `${dateAndTime(Date.parse(instant))} UTC`,
    local: (instant, offsetMinutes) => dateAndTime(Date.parse(instant) + offsetMinutes * MINUTE_MS),
    localDay(instant, offsetMinutes, week) {
      const local = Date.parse(instant) + offsetMinutes * MINUTE_MS;
      return week.startsWith(`${new Date(local).getUTCFullYear()}-`)
        ? longDay(local)
        : longDayOfYear(local);
    },
    weekLength,
    duration(exact) {
      const minutes = Math.round(exact);
      const h = Math.floor(minutes / 60);
      const restMinutes = minutes % 60;
      if (h === 0) return minutesOf(restMinutes);
      return restMinutes === 0 ? hoursOf(h) : `${hoursOf(h)} ${minutesOf(restMinutes)}`;
    },
    hour: (hour) => hourOfDay(hour * HOUR_MS),
    list: (items) => list()(items),
    sentences: (texts) => texts.filter((text) => text !== '').join(sentenceSeparatorOf(locale)),
  };
}

/**
 * Formatting a list with ICU is slow. All but the last two items are joined by a fixed separator. The last two are too, except
 * in languages whose conjunction depends on the next word (Spanish y/e); there ICU formats the last two.
 */
function listFormat(locale: string): (items: readonly string[]) => string {
  const format = new Intl.ListFormat(locale, { type: 'conjunction' });
  const separatorsOf = (...items: string[]): readonly string[] =>
    format.formatToParts(items).flatMap(({ type, value }) => (type === 'literal' ? [value] : []));
  const [separator = '', lastSeparator = ''] = separatorsOf('1', '2', '3');
  const [pairSeparator = ''] = separatorsOf('1', '2');
  const isFixed = ['a', 'i', 'א'].every(
    (word) => format.format([word, word]) === `${word}${pairSeparator}${word}`,
  );
  return (items) => {
    const [first = '', second, ...others] = items;
    if (second === undefined) return first;
    if (!isFixed) {
      return others.length < 2
        ? format.format(items)
        : format.format([items.slice(0, -2).join(separator), ...items.slice(-2)]);
    }
    return others.length === 0
      ? `${first}${pairSeparator}${second}`
      : `${items.slice(0, -1).join(separator)}${lastSeparator}${items.at(-1) ?? ''}`;
  };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 1970-01-05 was a Monday. */
const MONDAY = 4 * DAY_MS;

/** Parses a local date or time as UTC, so that the time zone of the machine has no effect. */
function utcOf(local: string): number {
  return Date.parse(local.length === 10 ? `${local}T00:00:00Z` : `${local}Z`);
}

/** '9–15 November 2026', without the thin spaces that ICU puts around the dash between two day numbers. */
function rangeText(format: Intl.DateTimeFormat, from: number, to: number): string {
  const parts = format.formatRangeToParts(from, to);
  // Some languages have no date ranges in words; then two dates are joined.
  if (parts.some(({ value }) => value === '/')) return joinedDates(format, from, to);
  const startParts = parts.filter((part) => part.source === 'startRange').length;
  return parts
    .map((part) => {
      if (part.type !== 'literal' || part.source !== 'shared') return part.value;
      const dash = part.value.trim();
      if (dash !== '–') return part.value;
      return startParts === 1 ? dash : ' – ';
    })
    .join('');
}

/** '2026年11月9日–15日': where the year comes first, the second date begins with what differs. */
function joinedDates(format: Intl.DateTimeFormat, from: number, to: number): string {
  const first = format.formatToParts(from);
  const last = format.formatToParts(to);
  const isYearFirst = first[0]?.type === 'year';
  const difference = last.findIndex(({ value }, i) => value !== first[i]?.value);
  const rest = last.slice(isYearFirst ? Math.max(0, difference) : 0);
  return `${format.format(from)}–${rest.map(({ value }) => value).join('')}`;
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** The day by which a language chooses a text that inflects its name. 1 = Monday. */
export function weekdayKey(weekday: number): (typeof WEEKDAYS)[number] {
  return WEEKDAYS[weekday - 1] ?? 'mon';
}

/** '2026-W46' as 46. */
export function weekNumber(week: string): number {
  return Number(week.slice(-2));
}
