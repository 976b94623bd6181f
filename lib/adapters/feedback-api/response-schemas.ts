// Hides the shapes of the API's bodies: every field that is used is checked here, every other is ignored.
// Keys may come as digit strings, optional fields as null; what is left is typed and safe to count with.
import * as z from 'zod';
import type { AlertParameters } from '../../domain/facts.ts';
import {
  anything,
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
import { readParameters } from './alert-parameters.ts';
import type { Timestamp } from './timestamps.ts';

// How many items a list may have. A longer one is refused (RESPONSE_TOO_LARGE) before any item is looked at.

/** Hours of eleven years; a week's report asks for 93 days of them. */
export const MAX_RESULTS = 100_000;
/** Buttons of a scale: the document knows 4 and 5. */
export const MAX_COUNTS = 100;
/** Per list and survey; the options of one question are a handful. */
const MAX_FOLLOW_UPS = 1_000;
/** Per survey: one for each day of 27 years. */
const MAX_PERIODS = 10_000;
/** The document's example has about 10,000 in a response. Also the limit of a whole list of alerts. */
export const MAX_ALERTS = 100_000;
/** The document has 10,000 in a response, and a page may be longer by those of its last instant. */
const MAX_OPEN_FEEDBACK = 100_000;
/** The document has "always over 100000" in a response. */
const MAX_RAW_RESULTS = 500_000;
/** The document has 100 at most; pages that pass over the limit that was asked are refused as such. */
const MAX_PAGE = 1_000;

const counts = countsOf(MAX_COUNTS);

export const question = z.object({ key, name: text, locale: text });
export type WireQuestion = z.infer<typeof question>;

const named = z.object({ key, name: text });

/** The zone is spelled `timeZone`, but `timezone` in alerts; both are read everywhere. */
function zoneOf(survey: { readonly timeZone: string; readonly timezone: string }): string {
  const zone = survey.timeZone === '' ? survey.timezone : survey.timeZone;
  // What is cut was no zone, nor is what is left.
  return zone.slice(0, MAX_LABEL).toWellFormed();
}

// A folder's entries are judged one by one in folder-tree.ts, so that a bad one doesn't cost the others.

export interface WireSurveyEntry {
  /** Null when it isn't a key. */
  readonly key: number | null;
  /** Null when there is none, or one without a key. */
  readonly question: WireQuestion | null;
  readonly timeZone: string;
}

export interface WireFolder {
  /** Null when it isn't a key. */
  readonly key: number | null;
  readonly name: string;
  readonly folders: Entries<WireFolder>;
  readonly surveys: Entries<WireSurveyEntry>;
}

/** Entries without a key are only counted: nothing can be asked about them, and there may be a million. */
export interface Entries<T> {
  readonly keyed: readonly Keyed<T>[];
  readonly keyless: number;
}

export type Keyed<T> = T & { readonly key: number };

const questionOrNull = anything.transform((value) => question.safeParse(value).data ?? null);

const surveyEntry: z.ZodType<WireSurveyEntry> = z
  .object({ key: keyOrNull, question: questionOrNull, timeZone: text, timezone: text })
  .transform((survey) => ({
    key: survey.key,
    question: survey.question,
    timeZone: zoneOf(survey),
  }));

export const folder: z.ZodType<WireFolder> = z.object({
  key: keyOrNull,
  name: text,
  folders: entriesOf(z.lazy(() => folder)),
  surveys: entriesOf(surveyEntry),
});

function entriesOf<T extends { readonly key: number | null }>(
  item: z.ZodType<T>,
): z.ZodType<Entries<T>> {
  // How many may have a key is limited in folder-tree.ts; how many there may be at all, in json.ts.
  const rules = { item, most: Infinity, isKept: hasKey<T> };
  return anything.transform((value, context) => {
    const list = value ?? [];
    const keyed = readList(list, context, rules);
    return { keyed, keyless: Array.isArray(list) ? list.length - keyed.length : 0 };
  });
}

function hasKey<T extends { readonly key: number | null }>(entry: T): entry is Keyed<T> {
  return entry.key !== null;
}

/** A missing end is an open one, and so is the year 9999 that databases write for it. */
const periodEnd = anything
  .transform((end) => (typeof end === 'string' && end.startsWith('9999-') ? null : end))
  .pipe(optional(timestamp));

const activePeriods = optionalListOf(z.object({ start: timestamp, end: periodEnd }), MAX_PERIODS);

export const survey = z
  .object({
    key,
    question,
    folder: named,
    timeZone: text,
    timezone: text,
    activePeriods,
    surveyType: label,
    indexType: label,
    feedbackScale: label,
  })
  .transform((value) => ({ ...value, timeZone: zoneOf(value) }));
export type WireSurvey = z.infer<typeof survey>;

/** What the list of a question's surveys holds of each. */
export const questionSurvey = z.object({ key, folder: named, timeZone: text, activePeriods });
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
  relevance: anything.transform((value) => (typeof value === 'number' ? value : null)),
  spam: anything.transform((value) => (typeof value === 'boolean' ? value : null)),
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
  parameters: field<AlertParameters>('SHAPE_MISMATCH', readParameters),
});
export type WireAlert = z.infer<typeof alert>;

/** A page of a time-ordered list; null where the API sent no `meta` at all. */
export interface TimePage<T> {
  readonly meta: { readonly moreResultsAfter: Timestamp | null } | null;
  readonly data: readonly T[];
}

function timePage<T>(item: z.ZodType<T>, most: number): z.ZodType<TimePage<T>> {
  return z.object({
    meta: optional(z.object({ moreResultsAfter: optional(timestamp) })),
    data: listOf(item, most),
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
