// What a survey in company.json must hold. It hides zones, periods, and what the parameters of alert
// specifications have to do with the survey's scale.
import * as z from 'zod';
import { buttonCount } from '../company.ts';
import { hasFourDigitYear, parseTimestamp } from '../timestamp.ts';
import {
  filledText,
  list,
  number,
  object,
  oneOf,
  isAcceptedByIntl,
  uniqueKey,
  expected,
  wholeNumber,
} from './company-fields.ts';
import { isObject, findParametersFault } from './json-value.ts';

/** `question` is the schema of the question's key. */
export function surveySchema<Question extends z.ZodType<number>>(question: Question) {
  const keys = new Set<number>();
  const specificationKeys = new Set<number>();
  /** Of the survey that is being read; 5 where its scale is wrong. */
  let buttons = 5;
  const responseIndex = wholeNumber(0).superRefine((r, context) => {
    if (r < buttons) return;
    context.addIssue(`must be a response index from 0 to ${buttons - 1}: the scale has no others`);
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
        error: 'must be an IANA time zone that this runtime knows, as Europe/Helsinki',
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
        parameters: parameters({ ...general, threshold, countThreshold }),
      }),
      object({
        key,
        alertType: z.literal('indexThreshold'),
        parameters: parameters({ ...general, threshold, thresholdType: oneOf('under', 'over') }),
      }),
      object({
        key,
        alertType: z.literal('feedbackCount'),
        parameters: parameters({
          ...general,
          countThreshold,
          responseFilter: list(responseIndex)
            .min(1, { error: 'must name at least one response index' })
            .refine((indexes) => new Set(indexes).size === indexes.length, {
              error: 'names a response index twice',
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

/** Parameters of alert specifications may hold more than what the engine reads. */
function parameters<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = Object.keys(shape).join(', ');
  return z.looseObject(shape, expected(`an object with ${names}`)).superRefine((given, context) => {
    const fault = findParametersFault(given);
    if (fault !== undefined) context.addIssue(fault);
  });
}

/** A year: no alert looks back further. */
const mostWindowMin = 525_600;

const general = {
  negative: z.exactOptional(z.boolean(expected('true or false'))),
  windowMin: number(
    `a number of minutes above 0, ${mostWindowMin} at most`,
    (minutes) => minutes > 0 && minutes <= mostWindowMin,
  ),
};
const threshold = number('a number', () => true);
const countThreshold = wholeNumber(1);

const dateTime =
  'a date-time that exists, of the years 1 to 9998, with an offset, as 2026-11-09T00:00:00+02:00';
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

// A company has thousands of surveys but few zones, and a formatter is slow to make.
const timeZones = new Map<string, boolean>();

function isTimeZone(name: string): boolean {
  const known = timeZones.get(name);
  if (known !== undefined) return known;
  // Runtimes take offsets too, but those know nothing of summer.
  const isKnown =
    /^[a-z]/i.test(name) &&
    isAcceptedByIntl(() => new Intl.DateTimeFormat('en', { timeZone: name }));
  timeZones.set(name, isKnown);
  return isKnown;
}
