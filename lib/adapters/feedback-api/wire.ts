// Hides the shapes of the API's bodies: every field that is used is checked here, every other is ignored.
// Keys may come as digit strings, optional fields as null; what is left is typed and safe to count with.
import * as z from 'zod';
import { Failure, type FailureCode } from '../../app/failures.ts';
import { parseTimestamp, type Timestamp } from './timestamps.ts';

/** Anything, and nothing as well: zod wants even an unknown field to be there. */
const anything = z.unknown().optional();

/** A field that fails with a code of its own when `read` can't make anything of it. */
function field<T>(code: FailureCode, read: (value: unknown) => T | null): z.ZodType<T> {
  return anything.transform((value, context) => {
    const result = read(value);
    if (result !== null) return result;
    context.addIssue({ code: 'custom', params: { failure: code } });
    return z.NEVER;
  });
}

/** A key as a positive safe integer; null when it isn't one. */
function readKey(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** Of one button in one period: as many as the largest body can hold add up to a safe integer. */
const MAX_COUNT = 999_999_999;

function readCount(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return null;
  if (value < 0 || value > MAX_COUNT) return null;
  // JSON knows −0, which is equal to 0 and prints otherwise.
  return value === 0 ? 0 : value;
}

function readTimestamp(value: unknown): Timestamp | null {
  return typeof value === 'string' ? parseTimestamp(value) : null;
}

const key = field('KEY_INVALID', readKey);
const counts = z.array(field('COUNT_INVALID', readCount));
const timestamp = field('TS_INVALID', readTimestamp);
/** '' when it is missing or not text: names and zones have their fallbacks further in. */
const text = anything.transform((value) => (typeof value === 'string' ? value : ''));

/** Longer than any name of a zone or a type. */
const MAX_LABEL = 100;
/** The name of a type, which problems repeat. */
const label = z
  .string()
  .max(MAX_LABEL)
  .transform((value) => value.toWellFormed());

/** Null when absent or null. */
function optional<T>(schema: z.ZodType<T>): z.ZodType<T | null> {
  return schema.nullish().transform((value) => value ?? null);
}

/** Empty when absent or null. */
function listOf<T>(schema: z.ZodType<T>): z.ZodType<readonly T[]> {
  return z
    .array(schema)
    .nullish()
    .transform((value) => value ?? []);
}

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
  readonly folders: readonly WireFolder[];
  readonly surveys: readonly WireSurveyEntry[];
}

const keyOrNull = anything.transform(readKey);
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
  folders: listOf(z.lazy(() => folder)),
  surveys: listOf(surveyEntry),
});

/** A missing end is an open one, and so is the year 9999 that databases write for it. */
const periodEnd = anything
  .transform((end) => (typeof end === 'string' && end.startsWith('9999-') ? null : end))
  .pipe(optional(timestamp));

const activePeriods = listOf(z.object({ start: timestamp, end: periodEnd }));

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

export const results = z.array(z.object({ ts: timestamp, data: counts }));
export type WireResult = z.infer<typeof results>[number];

const followUp = z.object({ key, name: text });
const followUpResult = z.object({ key, name: text, data: counts });

export const followUps = z.object({
  data: z.object({ painPoints: z.array(followUpResult), highlights: z.array(followUpResult) }),
});
export type WireFollowUps = z.infer<typeof followUps>['data'];

const responseIndex = field('COUNT_INVALID', readCount);

export const openFeedback = z.object({
  ts: timestamp,
  r: responseIndex,
  text,
  relevance: anything.transform((value) => (typeof value === 'number' ? value : null)),
  spam: anything.transform((value) => (typeof value === 'boolean' ? value : null)),
  f: optional(followUp),
});
export type WireOpenFeedback = z.infer<typeof openFeedback>;

export const rawResult = z.object({
  ts: timestamp,
  r: optional(responseIndex),
  data: optional(counts),
  f: optional(followUp),
  o: optional(z.object({ r: optional(responseIndex), text })),
});
export type WireRawResult = z.infer<typeof rawResult>;

export const alert = z.object({
  key,
  alertType: label,
  survey: z.object({ key }),
  alertSpecification: z.object({ key }),
  beginTime: timestamp,
  endTime: optional(timestamp),
  parameters: z
    .record(z.string(), z.json())
    .nullish()
    .transform((value) => value ?? {}),
});
export type WireAlert = z.infer<typeof alert>;

/** A page of a time-ordered list; null where the API sent no `meta` at all. */
export interface TimePage<T> {
  readonly meta: { readonly moreResultsAfter: Timestamp | null } | null;
  readonly data: readonly T[];
}

export function timePage<T>(item: z.ZodType<T>): z.ZodType<TimePage<T>> {
  return z.object({
    meta: optional(z.object({ moreResultsAfter: optional(timestamp) })),
    data: z.array(item),
  });
}

export interface OffsetPage<T> {
  readonly meta: { readonly offset: number; readonly total: number };
  readonly data: readonly T[];
}

export function offsetPage<T>(item: z.ZodType<T>): z.ZodType<OffsetPage<T>> {
  const count = field('COUNT_INVALID', readCount);
  return z.object({ meta: z.object({ offset: count, total: count }), data: z.array(item) });
}

/** Fails with SHAPE_MISMATCH or the field's own code and says where, but never with the value. */
export function checkShape<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = `/${(issue?.path ?? []).map(String).join('/')}`;
  throw new Failure(issue?.code === 'custom' ? failureOf(issue.params) : 'SHAPE_MISMATCH', {
    where: where.slice(0, 100),
  });
}

function failureOf(params: Readonly<Record<string, unknown>> | undefined): FailureCode {
  const code = params?.['failure'];
  return code === 'KEY_INVALID' || code === 'COUNT_INVALID' || code === 'TS_INVALID'
    ? code
    : 'SHAPE_MISMATCH';
}
