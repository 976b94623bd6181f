// The schemas of the API's response bodies: every field that is used is validated, every other is ignored.
// Keys may be digit strings, optional fields null; the parsed values are typed and safe to calculate with.
import * as z from 'zod';
import type { AlertParameters } from '../../domain/report-inputs.ts';
import {
  anyValue,
  count,
  countsOf,
  field,
  key,
  keyOrNull,
  label,
  listOf,
  MAX_LABEL,
  optional,
  optionalListOf,
  readList,
  text,
  timestamp,
} from './fields.ts';
import type { Timestamp } from './timestamps.ts';

// The most items of each list. A longer one is refused (RESPONSE_TOO_LARGE) before any item is parsed.

/** Hours of eleven years; a week's report requests those of 93 days, and 338 days. */
export const MAX_RESULTS = 100_000;
/** Buttons of a scale: 4 and 5 are documented. */
export const MAX_COUNTS = 100;
/** Per list and survey; a question has a few options. */
const MAX_FOLLOW_UPS = 1_000;
/** Per survey: one for each day of 27 years. */
const MAX_PERIODS = 10_000;
/** The documented example has about 10,000 in a response. Also the limit of a list over all its pages. */
export const MAX_ALERTS = 100_000;
/** 10,000 in a response are documented, and a page may also hold further items of its last instant. */
const MAX_OPEN_FEEDBACK = 100_000;
/** The documentation says "always over 100000" in a response. */
const MAX_RAW_RESULTS = 500_000;
/** 100 at most are documented; paging refuses pages that exceed the requested limit. */
const MAX_PAGE = 1_000;

const counts = countsOf(MAX_COUNTS);

export const question = z.object({ key, name: text, locale: text });
export type WireQuestion = z.infer<typeof question>;

const namedItem = z.object({ key, name: text });

/** The zone is spelled `timeZone`, but `timezone` in alerts; both are read everywhere. */
function timeZoneOf(survey: { readonly timeZone: string; readonly timezone: string }): string {
  const zone = survey.timeZone === '' ? survey.timezone : survey.timeZone;
  // No valid zone is that long.
  return zone.slice(0, MAX_LABEL).toWellFormed();
}

// A folder's entries are checked one by one in folder-tree.ts, so that an invalid one does not cost the others.

export interface WireSurveyEntry {
  /** Null when it is not a key. */
  readonly key: number | null;
  /** Null when it is absent or has no key. */
  readonly question: WireQuestion | null;
  readonly timeZone: string;
}

export interface WireFolder {
  /** Null when it is not a key. */
  readonly key: number | null;
  readonly name: string;
  readonly folders: KeyedEntries<WireFolder>;
  readonly surveys: KeyedEntries<WireSurveyEntry>;
}

/** Entries without a key are only counted: they cannot be requested, and there may be a million. */
export interface KeyedEntries<T> {
  readonly keyed: readonly Keyed<T>[];
  readonly keyless: number;
}

export type Keyed<T> = T & { readonly key: number };

const questionOrNull = anyValue.transform((value) => question.safeParse(value).data ?? null);

const surveyEntry: z.ZodType<WireSurveyEntry> = z
  .object({ key: keyOrNull, question: questionOrNull, timeZone: text, timezone: text })
  .transform((survey) => ({
    key: survey.key,
    question: survey.question,
    timeZone: timeZoneOf(survey),
  }));

export const folder: z.ZodType<WireFolder> = z.object({
  key: keyOrNull,
  name: text,
  folders: keyedEntries(z.lazy(() => folder)),
  surveys: keyedEntries(surveyEntry),
});

function keyedEntries<T extends { readonly key: number | null }>(
  item: z.ZodType<T>,
): z.ZodType<KeyedEntries<T>> {
  // folder-tree.ts limits the entries with a key, parse-json.ts all of them.
  const rules = { item, maxItems: Infinity, isIncluded: hasKey<T> };
  return anyValue.transform((value, context) => {
    const list = value ?? [];
    const keyedItems = readList(list, context, rules);
    return {
      keyed: keyedItems,
      keyless: Array.isArray(list) ? list.length - keyedItems.length : 0,
    };
  });
}

function hasKey<T extends { readonly key: number | null }>(entry: T): entry is Keyed<T> {
  return entry.key !== null;
}

/** A missing end means an open period, and so does the year 9999. */
const periodEnd = anyValue
  .transform((end) => (typeof end === 'string' && end.startsWith('9999-') ? null : end))
  .pipe(optional(timestamp));

const activePeriods = optionalListOf(z.object({ start: timestamp, end: periodEnd }), MAX_PERIODS);

export const survey = z
  .object({
    key,
    question,
    folder: namedItem,
    timeZone: text,
    timezone: text,
    activePeriods,
    surveyType: label,
    indexType: label,
    feedbackScale: label,
  })
  .transform((value) => ({ ...value, timeZone: timeZoneOf(value) }));
export type WireSurvey = z.infer<typeof survey>;

/** An entry in the list of a question's surveys. */
export const questionSurvey = z.object({ key, folder: namedItem, timeZone: text, activePeriods });
export type WireQuestionSurvey = z.infer<typeof questionSurvey>;

const result = z.object({ ts: timestamp, data: counts });
export type WireResult = z.infer<typeof result>;
export const results = listOf(result, MAX_RESULTS);

const followUp = z.object({ key, name: text });
const followUpResult = z.object({ key, name: text, data: counts });

export const followUps = z.object({
  data: z.object({
    painPoints: listOf(followUpResult, MAX_FOLLOW_UPS),
    highlights: listOf(followUpResult, MAX_FOLLOW_UPS),
  }),
});
export type WireFollowUps = z.infer<typeof followUps>['data'];

const openFeedback = z.object({
  ts: timestamp,
  r: count,
  text,
  relevance: anyValue.transform((value) => (typeof value === 'number' ? value : null)),
  spam: anyValue.transform((value) => (typeof value === 'boolean' ? value : null)),
  f: optional(followUp),
});
export type WireOpenFeedback = z.infer<typeof openFeedback>;

const rawResult = z.object({
  ts: timestamp,
  r: optional(count),
  data: optional(counts),
  f: optional(followUp),
  o: optional(z.object({ r: optional(count), text })),
});
export type WireRawResult = z.infer<typeof rawResult>;

const alert = z.object({
  key,
  alertType: label,
  survey: z.object({ key }),
  alertSpecification: z.object({ key }),
  beginTime: timestamp,
  endTime: optional(timestamp),
  parameters: field<AlertParameters>('SHAPE_MISMATCH', parseAlertParameters),
});
export type WireAlert = z.infer<typeof alert>;

/** A page of a list in order of time; `meta` is null where the API sent none. */
export interface TimePage<T> {
  readonly meta: { readonly moreResultsAfter: Timestamp | null } | null;
  readonly data: readonly T[];
}

function timePage<T>(item: z.ZodType<T>, maxItems: number): z.ZodType<TimePage<T>> {
  return z.object({
    meta: optional(z.object({ moreResultsAfter: optional(timestamp) })),
    data: listOf(item, maxItems),
  });
}

export const alertPage = timePage(alert, MAX_ALERTS);
export const openFeedbackPage = timePage(openFeedback, MAX_OPEN_FEEDBACK);
export const rawResultPage = timePage(rawResult, MAX_RAW_RESULTS);

export interface OffsetPage<T> {
  readonly meta: { readonly offset: number; readonly total: number };
  readonly data: readonly T[];
}

export function offsetPage<T>(item: z.ZodType<T>): z.ZodType<OffsetPage<T>> {
  return z.object({
    meta: z.object({ offset: count, total: count }),
    data: listOf(item, MAX_PAGE),
  });
}

/** The API documentation lists nine parameters, each a word or a number. */
const MAX_VALUES = 100;
const MAX_CHARACTERS = 1_000;

/** Empty when absent; null when it is not an object, contains an infinite number, or exceeds the bounds. */
export function parseAlertParameters(value: unknown): AlertParameters | null {
  const parameters = value ?? {};
  return isParameters(parameters) ? parameters : null;
}

function isParameters(value: unknown): value is AlertParameters {
  // The object itself is not one of its values.
  const budget: Budget = { values: MAX_VALUES + 1, characters: MAX_CHARACTERS };
  return typeof value === 'object' && !Array.isArray(value) && isWithin(budget, value);
}

interface Budget {
  values: number;
  characters: number;
}

/** Whether a value is finite JSON; its values and characters are taken from the budget. */
function isWithin(budget: Budget, value: unknown): boolean {
  budget.values -= 1;
  if (typeof value === 'string') budget.characters -= value.length;
  if (budget.values < 0 || budget.characters < 0) return false;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean';
  if (value === null) return true;
  if (Array.isArray(value)) return value.every((item) => isWithin(budget, item));
  return Object.entries(value).every(([name, member]) => {
    budget.characters -= name.length;
    return isWithin(budget, member);
  });
}
