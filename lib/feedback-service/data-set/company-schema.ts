// The zod schema of company.json, with messages for the person who writes the file. Fields are validated in the order
// of their declaration, so that questions, to which surveys refer, come before the folders.
import * as z from 'zod';
import type { ServiceFolder } from '../company.ts';
import { buttonCount } from '../company.ts';
import { hasFourDigitYear, parseTimestamp } from '../timestamp.ts';
import { isTimeZone } from '../time-zone.ts';
import { isWholeNumber, findTextFault, isObject, findParametersFault } from './json-fields.ts';

function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: ({ code, input }) =>
      code === 'unrecognized_keys'
        ? `is not a known field: the fields here are ${names}`
        : messageFor(input, `an object with ${names}`),
  });
}

function list<Item extends z.ZodType>(item: Item) {
  return z.array(item, expected('a list'));
}

function oneOf<const Names extends readonly string[]>(...names: Names) {
  return z.enum(names, expected(`one of ${names.join(', ')}`));
}

function number(what: string, isRight: (number: number) => boolean) {
  return z.number(expected(what)).refine(isRight, { ...expected(what), abort: true });
}

function wholeNumber(from: number) {
  return number(
    `a whole number from ${from} to ${Number.MAX_SAFE_INTEGER}`,
    (number) => isWholeNumber(number) && number >= from,
  );
}

const key = wholeNumber(0);

/** Refuses a key that is in `seen` and adds every other key to it. */
function uniqueKey(what: string, existingKeys: Set<number>) {
  return key.refine((newKey) => addIfNew(existingKeys, newKey), {
    error: ({ input }) => `is used twice: another ${what} has the key ${String(input)}`,
  });
}

/** Adds the item and returns whether it was new. */
function addIfNew<Item>(items: Set<Item>, item: Item): boolean {
  return items.size < items.add(item).size;
}

const filledText = z.string(expected('a non-empty string')).superRefine((text, context) => {
  const fault = text.trim() === '' ? 'must be a non-empty string' : findTextFault(text);
  if (fault !== undefined) context.addIssue(fault);
});

/** The `error` option of a zod schema. */
function expected(what: string): { error: (issue: { readonly input?: unknown }) => string } {
  return { error: ({ input }) => messageFor(input, what) };
}

function messageFor(input: unknown, what: string): string {
  return input === undefined ? `is missing: it must be ${what}` : `must be ${what}`;
}

const defaultTamperDelaySeconds = 3;

/** For parsing this JSON once: the schema collects the keys that have been used. */
export function companySchema(json: unknown) {
  const questionKeys = new Set<number>();
  const credentials = new Set<string>();
  const hasQuestions = isObject<'questions'>(json) && Array.isArray(json.questions);

  const question = object({
    key: uniqueKey('question', questionKeys),
    name: filledText,
    locale: filledText.refine(isLocale, {
      error: 'must be a BCP 47 language tag such as en or pt-BR',
    }),
    followUps: list(
      object({
        key: uniqueKey('follow-up', new Set()),
        name: filledText,
        kind: oneOf('painPoint', 'highlight'),
      }),
    ),
  });
  const survey = surveySchema(
    key.refine((question) => !hasQuestions || questionKeys.has(question), {
      error: ({ input }) =>
        `must be the key of a question: question ${String(input)} does not exist`,
    }),
  );
  const folder: z.ZodType<ServiceFolder> = object({
    key: uniqueKey('folder', new Set()),
    name: filledText,
    folders: z.lazy(() => list(folder)).default([]),
    surveys: list(survey).default([]),
  });
  return object({
    credentials: list(
      object({ clientId, tokenSha256 }).refine(
        ({ clientId, tokenSha256 }) => addIfNew(credentials, `${clientId}:${tokenSha256}`),
        { error: 'is a duplicate of an earlier credential' },
      ),
    ),
    misuse: object({
      tamperDelaySeconds: tamperDelaySeconds.default(defaultTamperDelaySeconds),
    }).prefault({}),
    retention: z.exactOptional(object({ openFeedbackDays: wholeNumber(1) })),
    questions: list(question),
    root: folder,
  });
}

// Basic authentication ends the client id at the first colon.
const clientId = filledText.refine((text) => !text.includes(':') && text.length <= 100, {
  error: 'must not contain a colon or be longer than 100 characters',
});

const hexDigest = 'the SHA-256 of the API token: 64 hexadecimal digits';
const tokenSha256 = z
  .string(expected(hexDigest))
  .regex(/^[0-9a-f]{64}$/i, expected(hexDigest))
  .transform((text) => text.toLowerCase());

const tamperDelaySeconds = number(
  'a number of seconds, 0 or more',
  (seconds) => seconds >= 0 && Number.isSafeInteger(Math.round(seconds * 1000)),
);

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** `question` is the schema of the question's key. */
function surveySchema<Question extends z.ZodType<number>>(question: Question) {
  const keys = new Set<number>();
  const specificationKeys = new Set<number>();
  /** Buttons of the survey that is being parsed; 5 when its scale is invalid. */
  let buttons = 5;
  const responseIndex = wholeNumber(0).superRefine((r, context) => {
    if (r < buttons) return;
    context.addIssue(`must be a response index of the scale, from 0 to ${buttons - 1}`);
  });
  const specification = specificationSchema(
    uniqueKey('alert specification of the survey', specificationKeys),
    responseIndex,
  );
  return z.preprocess(
    (value) => {
      specificationKeys.clear();
      buttons = 5;
      return value;
    },
    object({
      key: uniqueKey('survey', keys),
      question,
      timeZone: filledText.refine(isTimeZone, {
        error: 'must be an IANA time zone that this runtime supports, such as Europe/Helsinki',
      }),
      activePeriods: list(period).default([]),
      surveyType: oneOf('TERMINAL', 'TABLET', 'WEB'),
      indexType: oneOf('HAPPY', 'NPS', 'AVERAGE'),
      feedbackScale: oneOf('FOUR', 'FIVE', 'FIVE_REVERSED').transform((scale) => {
        buttons = buttonCount(scale);
        return scale;
      }),
      alertSpecifications: list(specification).default([]),
    }),
  );
}

function specificationSchema<Key extends z.ZodType<number>>(key: Key, responseIndex: Key) {
  return z.discriminatedUnion(
    'alertType',
    [
      object({
        key,
        alertType: z.literal('negative'),
        parameters: parameters({ ...commonParameters, threshold, countThreshold }),
      }),
      object({
        key,
        alertType: z.literal('indexThreshold'),
        parameters: parameters({
          ...commonParameters,
          threshold,
          thresholdType: oneOf('under', 'over'),
          countThreshold: z.exactOptional(countThreshold),
        }),
      }),
      object({
        key,
        alertType: z.literal('feedbackCount'),
        parameters: parameters({
          ...commonParameters,
          countThreshold,
          responseFilter: list(responseIndex)
            .min(1, { error: 'must contain at least one response index' })
            .refine((indexes) => new Set(indexes).size === indexes.length, {
              error: 'contains a response index twice',
            }),
        }),
      }),
    ],
    {
      error: ({ input }) =>
        isObject(input)
          ? 'must be one of negative, indexThreshold, feedbackCount'
          : 'must be an object with key, alertType, parameters',
    },
  );
}

/** Parameters of alert specifications may have more fields than the alert engine reads. */
function parameters<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = Object.keys(shape).join(', ');
  return z.looseObject(shape, expected(`an object with ${names}`)).superRefine((value, context) => {
    const fault = findParametersFault(value);
    if (fault !== undefined) context.addIssue(fault);
  });
}

/** One year in minutes. */
const maxWindowMin = 525_600;

const commonParameters = {
  negative: z.exactOptional(z.boolean(expected('true or false'))),
  windowMin: number(
    `a number of minutes above 0 and at most ${maxWindowMin}`,
    (minutes) => minutes > 0 && minutes <= maxWindowMin,
  ),
};
const threshold = number('a number', () => true);
const countThreshold = wholeNumber(1);

const dateTime =
  'a valid date-time in the years 1 to 9998 with an offset, such as 2026-11-09T00:00:00+02:00';
const timestamp = z.string(expected(dateTime)).transform((text, context) => {
  const instant = parseTimestamp(text);
  if (instant !== undefined && hasFourDigitYear(instant)) return instant;
  context.addIssue(`must be ${dateTime}`);
  return z.NEVER;
});

const period = object({ start: timestamp, end: timestamp }).refine(
  ({ start, end }) => end > start,
  { error: 'must be after start', path: ['end'] },
);
