// The table of parameters, from which requests are parsed and described.
import * as z from 'zod';
import { surveyStates, type SurveyActivity } from '../queries/structure-queries.ts';
import { truncations, type Truncation } from '../queries/summed-results.ts';
import { absolutePattern, localPattern, parseLocalBound, parseBound } from '../timestamp.ts';

export interface Parameter<Value> {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  readonly schema: z.ZodType<Value, string>;
  /** Whether the description shows the text that clients send or the parsed value. */
  readonly documentedSide: 'input' | 'output';
  readonly whenAbsent: Value;
  /** Completes the message "… must be …". */
  readonly expected: string;
}

const digits = z.string().regex(/^\d+$/);
const maxLimit = 100;

export const parameterTable = {
  key: define<number>({
    name: 'key',
    in: 'path',
    description: 'Key of the folder, survey or question that the path names.',
    // A key that is too large for an exact number is valid but does not exist.
    schema: digits
      .transform((text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER + 1))
      .pipe(z.number().min(0).meta({ type: 'integer' })),
    documentedSide: 'output',
    whenAbsent: NaN,
    expected: 'a number',
  }),
  surveys: flag('surveys', 'Whether folders list their surveys.'),
  state: define<SurveyActivity | undefined>({
    name: 'state',
    in: 'query',
    description:
      'Only surveys that are in one of their periods now (active), that are not but have one to come (starting), or whose periods are over (ended). A survey without periods is in no state. Of folders it limits what `surveys` lists.',
    schema: z.enum(surveyStates),
    documentedSide: 'output',
    whenAbsent: undefined,
    expected: `one of ${surveyStates.join(', ')}`,
  }),
  offset: define<number>({
    name: 'offset',
    in: 'query',
    description: 'How many items of the list come before the page.',
    schema: digits.transform(Number).pipe(z.int().min(0)),
    documentedSide: 'output',
    whenAbsent: 0,
    expected: 'an integer, 0 or more',
  }),
  limit: define<number>({
    name: 'limit',
    in: 'query',
    description: 'How many items the page has at most.',
    schema: digits.transform(Number).pipe(z.int().min(1).max(maxLimit)),
    documentedSide: 'output',
    whenAbsent: 50,
    expected: `an integer from 1 to ${maxLimit}`,
  }),
  truncate: define<Truncation>({
    name: 'truncate',
    in: 'query',
    description:
      'The local period by which feedback is summed, in upper or lower case; weeks begin on Monday.',
    schema: z.string().toLowerCase().pipe(z.enum(truncations)),
    documentedSide: 'output',
    whenAbsent: 'day',
    expected: `one of ${truncations.join(', ')}`,
  }),
  dateStart: date(
    'date_start',
    'Start of the range, inclusive; absent: from the beginning',
    -Infinity,
  ),
  dateEnd: date('date_end', 'End of the range, exclusive; absent: to the end', Infinity),
  localDateStart: localDate(
    'local_date_start',
    'Start of the range, inclusive; absent: from the beginning',
    -Infinity,
  ),
  localDateEnd: localDate(
    'local_date_end',
    'End of the range, exclusive; absent: to the end',
    Infinity,
  ),
  childFolders: flag('child_folders', 'Whether alerts of the folders below are included.'),
  followUp: flag('followup', 'Whether items carry `f`, the follow-up that was chosen.'),
  openFeedback: flag('openfeedback', 'Whether items carry `o`, their open feedback.'),
} satisfies Readonly<Record<string, Parameter<unknown>>>;

function define<Value>(parameter: Parameter<Value>): Parameter<Value> {
  return parameter;
}

function flag(name: string, description: string): Parameter<boolean> {
  return {
    name,
    in: 'query',
    description,
    schema: z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' }),
    documentedSide: 'output',
    whenAbsent: false,
    expected: 'true or false',
  };
}

function date(name: string, meaning: string, whenAbsent: number): Parameter<number> {
  return {
    name,
    in: 'query',
    description: `${meaning}. An ISO 8601 valid date-time with an offset: Z, +02, +0200 or +02:00, its + written as %2B.`,
    schema: instant(absolutePattern, parseBound),
    documentedSide: 'input',
    whenAbsent,
    expected: 'a valid date-time with an offset, its + written as %2B',
  };
}

function localDate(name: string, meaning: string, whenAbsent: number): Parameter<number> {
  return {
    name,
    in: 'query',
    description: `${meaning}. An ISO 8601 valid date-time without a time zone: it is local to each survey.`,
    schema: instant(localPattern, parseLocalBound),
    documentedSide: 'input',
    whenAbsent,
    expected: 'a valid date-time without a time zone',
  };
}

/** The description has the pattern only; whether the date exists is checked on parsing. */
function instant(
  pattern: RegExp,
  parse: (text: string) => number | undefined,
): z.ZodType<number, string> {
  return z
    .string()
    .regex(pattern)
    .transform((text, context) => {
      const ms = parse(text);
      if (ms !== undefined) return ms;
      context.addIssue('does not exist');
      return z.NEVER;
    });
}
