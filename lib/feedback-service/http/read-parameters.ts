// From a path and a query to typed values. It hides percent-encoding and what must hold between
// parameters; every fault is kept, so that all are told at once.
import { table, type Parameter } from './query-parameters.ts';
import type { Fault } from '../problem-json.ts';
import type { AlertRange, Slice, SurveyState } from '../queries/query-types.ts';
import type { Range } from '../company-store.ts';
import type { Truncation } from '../queries/summed-results.ts';

/** One or more parameters that make one value. */
export interface Part<Value> {
  readonly parameters: readonly Parameter<unknown>[];
  /** What must hold between them, told to a person. */
  readonly rule?: string;
  readonly codes: readonly Fault['code'][];
  readonly read: (given: Given) => Value;
}

export type Parts<Values> = { readonly [Name in keyof Values]: Part<Values[Name]> };

/** What a request gives. */
interface Given {
  has(parameter: Parameter<unknown>): boolean;
  /** What stands for an absent one stands for one at fault too. */
  value<Value>(parameter: Parameter<Value>): Value;
  fault(parameter: Parameter<unknown>, code: Fault['code'], message: string): void;
}

export interface Read<Values> {
  readonly faults: readonly Fault[];
  /** Only as good as there are no faults. */
  readonly values: Values;
}

const valueCodes = ['PARAMETER_INVALID', 'PARAMETER_REPEATED'] as const;

/** One that no number can hold exactly is the key of nothing. */
export const key: Part<number> = {
  parameters: [table.key],
  codes: ['KEY_INVALID'],
  read: (given) => {
    const value = given.value(table.key);
    return Number.isSafeInteger(value) ? value : NaN;
  },
};
export const surveys: Part<boolean> = single(table.surveys);
export const state: Part<SurveyState | undefined> = single(table.state);
export const truncate: Part<Truncation> = single(table.truncate);
export const childFolders: Part<boolean> = single(table.childFolders);
export const followUp: Part<boolean> = single(table.followUp);
export const openFeedback: Part<boolean> = single(table.openFeedback);
export const slice: Part<Slice> = {
  parameters: [table.offset, table.limit],
  codes: valueCodes,
  read: (given) => ({ offset: given.value(table.offset), limit: given.value(table.limit) }),
};
/** A reversed one holds nothing. */
export const anyRange: Part<Range> = {
  parameters: [table.dateStart, table.dateEnd],
  rule: 'A range whose end is not after its start holds nothing.',
  codes: valueCodes,
  read: absoluteRange,
};
export const range: Part<Range> = {
  parameters: [table.dateStart, table.dateEnd],
  rule: 'The end of the range must not be before its start; where they are equal, the range holds nothing.',
  codes: [...valueCodes, 'RANGE_REVERSED'],
  read: (given) => {
    const absolute = absoluteRange(given);
    refuseReversed(absolute, table.dateEnd, given);
    return absolute;
  },
};
export const alertRange: Part<AlertRange> = {
  parameters: [table.dateStart, table.dateEnd, table.localDateStart, table.localDateEnd],
  rule: 'The range is either absolute or local: the two kinds exclude each other. Its end must not be before its start; where they are equal, the range holds nothing.',
  codes: [...valueCodes, 'RANGE_REVERSED', 'RANGES_MIXED'],
  read: (given) => {
    const isLocal = given.has(table.localDateStart) || given.has(table.localDateEnd);
    const absolute = absoluteRange(given);
    const local = {
      start: given.value(table.localDateStart),
      end: given.value(table.localDateEnd),
    };
    if (isLocal && (given.has(table.dateStart) || given.has(table.dateEnd))) {
      const message = 'A local and an absolute range exclude each other.';
      given.fault(table.localDateStart, 'RANGES_MIXED', message);
    }
    refuseReversed(absolute, table.dateEnd, given);
    refuseReversed(local, table.localDateEnd, given);
    return { ...(isLocal ? local : absolute), isLocal };
  },
};

function single<Value>(parameter: Parameter<Value>): Part<Value> {
  return {
    parameters: [parameter],
    codes: valueCodes,
    read: (given) => given.value(parameter),
  };
}

function absoluteRange(given: Given): Range {
  return { start: given.value(table.dateStart), end: given.value(table.dateEnd) };
}

function refuseReversed({ start, end }: Range, parameter: Parameter<unknown>, given: Given): void {
  if (end >= start) return;
  given.fault(parameter, 'RANGE_REVERSED', 'The end of the range is before its start.');
}

/** `path` is the raw segment of the key; `query` is the raw query string without `?`. */
export function readParameters<Values extends object>(
  parts: Parts<Values>,
  path: string | undefined,
  query: string,
): Read<Values> {
  const faults: Fault[] = [];
  const queried = readQuery(query);

  function fault({ name: parameter }: Parameter<unknown>, code: Fault['code'], message: string) {
    faults.push({ parameter, code, message });
  }

  function value<Value>(parameter: Parameter<Value>): Value {
    const { name, whenAbsent, wanted } = parameter;
    if (parameter.in === 'path') {
      const parsed = parameter.schema.safeParse(decode(path ?? ''));
      if (parsed.success) return parsed.data;
      fault(parameter, 'KEY_INVALID', `The ${name} in the path must be ${wanted}.`);
      return whenAbsent;
    }
    const texts = queried.get(name);
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

  const given = { value, fault, has: ({ name }: Parameter<unknown>) => queried.has(name) };
  return { faults, values: readAll(parts, given) };
}

function readAll<Values extends object>(parts: Parts<Values>, given: Given): Values {
  const values: Partial<Values> = {};
  for (const name in parts) values[name] = parts[name].read(given);
  if (!isComplete(values, parts)) throw new Error('A part was not read.');
  return values;
}

function isComplete<Values extends object>(
  values: Partial<Values>,
  parts: Parts<Values>,
): values is Values {
  for (const name in parts) if (!Object.hasOwn(values, name)) return false;
  return true;
}

/** Values by name, in their order; undefined stands for one that cannot be decoded. */
function readQuery(query: string): ReadonlyMap<string, readonly (string | undefined)[]> {
  const values = new Map<string, (string | undefined)[]>();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode((equals < 0 ? pair : pair.slice(0, equals)).replaceAll('+', ' '));
    // A name that cannot be decoded is none of ours, and unknown names are ignored.
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
