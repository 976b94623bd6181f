// Parses the path and the query of a request into typed values and collects all faults.
import { parameterTable, type Parameter } from './query-parameters.ts';
import type { ParameterFault } from '../problem-json.ts';
import type { AlertRange } from '../queries/alert-queries.ts';
import type { Slice, SurveyActivity } from '../queries/structure-queries.ts';
import type { TimeRange } from '../company-store.ts';
import type { Truncation } from '../queries/summed-results.ts';

/** Reads one value from one or more parameters. */
export interface ParameterReader<Value> {
  readonly parameters: readonly Parameter<unknown>[];
  /** A rule between the parameters, for the description. */
  readonly rule?: string;
  readonly codes: readonly ParameterFault['code'][];
  readonly read: (request: RequestParameters) => Value;
}

export type ParameterReaders<Values> = {
  readonly [Name in keyof Values]: ParameterReader<Values[Name]>;
};

/** The parameters of a request. */
interface RequestParameters {
  has(parameter: Parameter<unknown>): boolean;
  /** The default for a parameter that is absent or invalid. */
  value<Value>(parameter: Parameter<Value>): Value;
  fault(parameter: Parameter<unknown>, code: ParameterFault['code'], message: string): void;
}

export interface ReadParameters<Values> {
  readonly faults: readonly ParameterFault[];
  /** Meaningful only without faults. */
  readonly values: Values;
}

const valueCodes = ['PARAMETER_INVALID', 'PARAMETER_REPEATED'] as const;

/** A key that is too large for an exact number becomes NaN, which is the key of no resource. */
export const key: ParameterReader<number> = {
  parameters: [parameterTable.key],
  codes: ['KEY_INVALID'],
  read: (request) => {
    const value = request.value(parameterTable.key);
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
  parameters: [parameterTable.offset, parameterTable.limit],
  codes: valueCodes,
  read: (request) => ({
    offset: request.value(parameterTable.offset),
    limit: request.value(parameterTable.limit),
  }),
};
/** A reversed range is valid and empty. */
export const anyRange: ParameterReader<TimeRange> = {
  parameters: [parameterTable.dateStart, parameterTable.dateEnd],
  rule: 'A range whose end is not after its start is empty.',
  codes: valueCodes,
  read: absoluteRange,
};
export const range: ParameterReader<TimeRange> = {
  parameters: [parameterTable.dateStart, parameterTable.dateEnd],
  rule: 'The end of the range must not be before its start; where they are equal, the range is empty.',
  codes: [...valueCodes, 'RANGE_REVERSED'],
  read: (request) => {
    const absolute = absoluteRange(request);
    refuseReversed(absolute, parameterTable.dateEnd, request);
    return absolute;
  },
};
export const alertRange: ParameterReader<AlertRange> = {
  parameters: [
    parameterTable.dateStart,
    parameterTable.dateEnd,
    parameterTable.localDateStart,
    parameterTable.localDateEnd,
  ],
  rule: 'The range is either absolute or local: the two kinds cannot be combined. Its end must not be before its start; where they are equal, the range is empty.',
  codes: [...valueCodes, 'RANGE_REVERSED', 'RANGES_MIXED'],
  read: (request) => {
    const isLocal =
      request.has(parameterTable.localDateStart) || request.has(parameterTable.localDateEnd);
    const absolute = absoluteRange(request);
    const local = {
      start: request.value(parameterTable.localDateStart),
      end: request.value(parameterTable.localDateEnd),
    };
    if (isLocal && (request.has(parameterTable.dateStart) || request.has(parameterTable.dateEnd))) {
      const message = 'A local and an absolute range cannot be combined.';
      request.fault(parameterTable.localDateStart, 'RANGES_MIXED', message);
    }
    refuseReversed(absolute, parameterTable.dateEnd, request);
    refuseReversed(local, parameterTable.localDateEnd, request);
    return { ...(isLocal ? local : absolute), isLocal };
  },
};

function single<Value>(parameter: Parameter<Value>): ParameterReader<Value> {
  return {
    parameters: [parameter],
    codes: valueCodes,
    read: (request) => request.value(parameter),
  };
}

function absoluteRange(request: RequestParameters): TimeRange {
  return {
    start: request.value(parameterTable.dateStart),
    end: request.value(parameterTable.dateEnd),
  };
}

function refuseReversed(
  { start, end }: TimeRange,
  parameter: Parameter<unknown>,
  request: RequestParameters,
): void {
  if (end >= start) return;
  request.fault(parameter, 'RANGE_REVERSED', 'The end of the range is before its start.');
}

/** `path` is the raw segment of the key; `query` is the raw query string without `?`. */
export function readParameters<Values extends object>(
  parts: ParameterReaders<Values>,
  path: string | undefined,
  query: string,
): ReadParameters<Values> {
  const faults: ParameterFault[] = [];
  const queryValues = readQuery(query);

  function fault(
    { name: parameter }: Parameter<unknown>,
    code: ParameterFault['code'],
    message: string,
  ) {
    faults.push({ parameter, code, message });
  }

  function value<Value>(parameter: Parameter<Value>): Value {
    const { name, whenAbsent, expected: wanted } = parameter;
    if (parameter.in === 'path') {
      const parsed = parameter.schema.safeParse(decode(path ?? ''));
      if (parsed.success) return parsed.data;
      fault(parameter, 'KEY_INVALID', `The ${name} in the path must be ${wanted}.`);
      return whenAbsent;
    }
    const texts = queryValues.get(name);
    if (texts === undefined) return whenAbsent;
    const [text] = texts;
    if (texts.length > 1) {
      fault(parameter, 'PARAMETER_REPEATED', `${name} is given more than once.`);
    } else if (text === undefined) {
      fault(parameter, 'PARAMETER_INVALID', `${name} is not valid percent-encoded UTF-8.`);
    } else {
      const parsed = parameter.schema.safeParse(text);
      if (parsed.success) return parsed.data;
      fault(parameter, 'PARAMETER_INVALID', `${name} must be ${wanted}.`);
    }
    return whenAbsent;
  }

  const request = { value, fault, has: ({ name }: Parameter<unknown>) => queryValues.has(name) };
  return { faults, values: readValues(parts, request) };
}

function readValues<Values extends object>(
  parts: ParameterReaders<Values>,
  request: RequestParameters,
): Values {
  const values: Partial<Values> = {};
  for (const name in parts) values[name] = parts[name].read(request);
  if (!isComplete(values, parts)) throw new Error('A value was not read.');
  return values;
}

function isComplete<Values extends object>(
  values: Partial<Values>,
  parts: ParameterReaders<Values>,
): values is Values {
  for (const name in parts) if (!Object.hasOwn(values, name)) return false;
  return true;
}

/** Values by name, in their order; undefined for a value that cannot be decoded. */
function readQuery(query: string): ReadonlyMap<string, readonly (string | undefined)[]> {
  const values = new Map<string, (string | undefined)[]>();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode((equals < 0 ? pair : pair.slice(0, equals)).replaceAll('+', ' '));
    // A name that cannot be decoded is unknown, and unknown names are ignored.
    if (name === undefined) continue;
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1).replaceAll('+', ' '));
    const earlier = values.get(name);
    if (earlier === undefined) values.set(name, [value]);
    else earlier.push(value);
  }
  return values;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
