// The parameters of the endpoints, from which requests are parsed and described, and the values that
// queries read from them.
import type { ParameterFault } from '../problem-json.ts';
import type { AlertRange } from '../queries/alert-queries.ts';
import { surveyStates, type Slice, type SurveyActivity } from '../queries/structure-queries.ts';
import type { Truncation } from '../queries/feedback-queries.ts';
import { truncations } from '../queries/feedback-queries.ts';
import type { TimeRange } from '../company-store.ts';
import { absolutePattern, localPattern, parseLocalBound, parseBound } from '../timestamp.ts';

export interface Parameter<Value> {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  /** JSON schema of the value, for the description. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Undefined when the text is invalid. */
  readonly parse: (text: string) => Value | undefined;
  readonly whenAbsent: Value;
  /** Completes the message "… must be …". */
  readonly expected: string;
}

const maxLimit = 100;

export const parameterTable = {
  key: {
    name: 'key',
    in: 'path',
    description: 'Key of the folder, survey or question that the path names.',
    // A key that is too large for an exact number is valid but does not exist.
    schema: { type: 'integer', minimum: 0 },
    parse: parseDigits,
    whenAbsent: NaN,
    expected: 'a number',
  } satisfies Parameter<number>,
  surveys: flag('surveys', 'Whether folders list their surveys.'),
  state: queryParameter<SurveyActivity | undefined>({
    name: 'state',
    description:
      'Only surveys that are in one of their periods now (active), that are not but have one to come (starting), or whose periods are over (ended). A survey without periods is in no state. Of folders it limits what `surveys` lists.',
    schema: { type: 'string', enum: surveyStates },
    parse: (text) => surveyStates.find((state) => state === text),
    whenAbsent: undefined,
    expected: `one of ${surveyStates.join(', ')}`,
  }),
  offset: queryParameter({
    name: 'offset',
    description: 'How many items of the list come before the page.',
    ...integer(0, Number.MAX_SAFE_INTEGER),
    whenAbsent: 0,
    expected: 'an integer, 0 or more',
  }),
  limit: queryParameter({
    name: 'limit',
    description: 'How many items the page has at most.',
    ...integer(1, maxLimit),
    whenAbsent: 50,
    expected: `an integer from 1 to ${maxLimit}`,
  }),
  truncate: queryParameter<Truncation>({
    name: 'truncate',
    description:
      'The local period by which feedback is summed, in upper or lower case; weeks begin on Monday.',
    schema: { type: 'string', enum: truncations },
    parse: (text) => truncations.find((truncation) => truncation === text.toLowerCase()),
    whenAbsent: 'day',
    expected: `one of ${truncations.join(', ')}`,
  }),
  dateStart: bound('date_start', 'absolute'),
  dateEnd: bound('date_end', 'absolute'),
  localDateStart: bound('local_date_start', 'local'),
  localDateEnd: bound('local_date_end', 'local'),
  childFolders: flag('child_folders', 'Whether alerts of the folders below are included.'),
  followUp: flag('followup', 'Whether items carry `f`, the follow-up that was chosen.'),
  openFeedback: flag('openfeedback', 'Whether items carry `o`, their open feedback.'),
} satisfies Readonly<Record<string, Parameter<unknown>>>;

function queryParameter<Value>(parameter: Omit<Parameter<Value>, 'in'>): Parameter<Value> {
  return { ...parameter, in: 'query' };
}

function parseDigits(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

function integer(minimum: number, maximum: number): Pick<Parameter<number>, 'schema' | 'parse'> {
  return {
    schema: { type: 'integer', minimum, maximum },
    parse: (text) => {
      const number = parseDigits(text) ?? NaN;
      return number >= minimum && number <= maximum ? number : undefined;
    },
  };
}

function flag(name: string, description: string): Parameter<boolean> {
  return queryParameter({
    name,
    description: `${description} \`true\` or \`false\`, in upper or lower case.`,
    schema: { type: 'boolean' },
    parse: (text) => [false, true].find((value) => String(value) === text.toLowerCase()),
    whenAbsent: false,
    expected: 'true or false',
  });
}

function bound(name: `${string}${'start' | 'end'}`, kind: 'absolute' | 'local'): Parameter<number> {
  const isStart = name.endsWith('start');
  const meaning = isStart
    ? 'Start of the range, inclusive; absent: from the beginning'
    : 'End of the range, exclusive; absent: to the end';
  const [pattern, parse, format, expected] =
    kind === 'absolute'
      ? ([
          absolutePattern,
          parseBound,
          'with an offset: Z, +02, +0200 or +02:00, its + written as %2B.',
          'with an offset, its + written as %2B',
        ] as const)
      : ([
          localPattern,
          parseLocalBound,
          'without a time zone: it is local to each survey.',
          'without a time zone',
        ] as const);
  return queryParameter({
    name,
    description: `${meaning}. An ISO 8601 valid date-time ${format}`,
    // As text; whether the date exists is checked on parsing.
    schema: { type: 'string', pattern: pattern.source },
    parse,
    whenAbsent: isStart ? -Infinity : Infinity,
    expected: `a valid date-time ${expected}`,
  });
}

/** Reads one value from one or more parameters. */
export interface ParameterReader<Value> {
  readonly parameters: readonly Parameter<unknown>[];
  /** A rule between the parameters, for the description. */
  readonly rule?: string;
  readonly codes: readonly ParameterFault['code'][];
  readonly read: (request: RequestParameters) => Value;
}

/** The parameters of a request. */
export interface RequestParameters {
  has(parameter: Parameter<unknown>): boolean;
  /** The default for a parameter that is absent or invalid. */
  value<Value>(parameter: Parameter<Value>): Value;
  fault(parameter: Parameter<unknown>, code: ParameterFault['code'], message: string): void;
}

const { offset, limit, dateStart, dateEnd, localDateStart, localDateEnd } = parameterTable;
const valueCodes = ['PARAMETER_INVALID', 'PARAMETER_REPEATED'] as const;

function single<Value>(parameter: Parameter<Value>): ParameterReader<Value> {
  return {
    parameters: [parameter],
    codes: valueCodes,
    read: (request) => request.value(parameter),
  };
}

/** A key that is too large for an exact number becomes NaN, which is the key of no resource. */
export const key: ParameterReader<number> = {
  parameters: [parameterTable.key],
  codes: ['KEY_INVALID'],
  read: (request) => {
    const value = request.value<number>(parameterTable.key);
    return Number.isSafeInteger(value) ? value : NaN;
  },
};
export const surveys: ParameterReader<boolean> = single(parameterTable.surveys);
export const state: ParameterReader<SurveyActivity | undefined> = single(parameterTable.state);
export const truncate: ParameterReader<Truncation> = single(parameterTable.truncate);
export const childFolders: ParameterReader<boolean> = single(parameterTable.childFolders);
export const followUp: ParameterReader<boolean> = single(parameterTable.followUp);
export const openFeedback: ParameterReader<boolean> = single(parameterTable.openFeedback);
export const slice: ParameterReader<Slice> = {
  parameters: [offset, limit],
  codes: valueCodes,
  read: (request) => ({ offset: request.value(offset), limit: request.value(limit) }),
};
/** A reversed range is valid and empty. */
export const anyRange: ParameterReader<TimeRange> = {
  parameters: [dateStart, dateEnd],
  rule: 'A range whose end is not after its start is empty.',
  codes: valueCodes,
  read: absoluteRange,
};
export const range: ParameterReader<TimeRange> = {
  parameters: [dateStart, dateEnd],
  rule: 'The end of the range must not be before its start; where they are equal, the range is empty.',
  codes: [...valueCodes, 'RANGE_REVERSED'],
  read: (request) => {
    const absolute = absoluteRange(request);
    refuseReversed(absolute, dateEnd, request);
    return absolute;
  },
};
export const alertRange: ParameterReader<AlertRange> = {
  parameters: [dateStart, dateEnd, localDateStart, localDateEnd],
  rule: 'The range is either absolute or local: the two kinds cannot be combined. Its end must not be before its start; where they are equal, the range is empty.',
  codes: [...valueCodes, 'RANGE_REVERSED', 'RANGES_MIXED'],
  read: (request) => {
    const localBounds = [localDateStart, localDateEnd].filter((bound) => request.has(bound));
    const isLocal = localBounds.length > 0;
    const absolute = absoluteRange(request);
    const local = { start: request.value(localDateStart), end: request.value(localDateEnd) };
    if (isLocal && (request.has(dateStart) || request.has(dateEnd))) {
      const message = 'A local and an absolute range cannot be combined.';
      for (const bound of localBounds) request.fault(bound, 'RANGES_MIXED', message);
    }
    refuseReversed(absolute, dateEnd, request);
    refuseReversed(local, localDateEnd, request);
    return { ...(isLocal ? local : absolute), isLocal };
  },
};

function absoluteRange(request: RequestParameters): TimeRange {
  return { start: request.value(dateStart), end: request.value(dateEnd) };
}

function refuseReversed(
  { start, end }: TimeRange,
  parameter: Parameter<unknown>,
  request: RequestParameters,
): void {
  if (end >= start) return;
  request.fault(parameter, 'RANGE_REVERSED', 'The end of the range is before its start.');
}
