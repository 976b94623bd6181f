// Defines an endpoint: its description, its parameters and its query, in one declaration. Reads the
// parameters of a request into typed values and collects all faults.
import type { Parameter, ParameterReader, RequestParameters } from './endpoint-parameters.ts';
import type { ParameterFault, ServiceProblemCode } from '../problem-json.ts';
import { Problem } from '../problem-json.ts';
import type { ItemLimits } from '../queries/feedback-queries.ts';
import type { JsonList } from '../queries/json-list.ts';
import type { PageByTime } from '../queries/time-pages.ts';
import type { Answer, AnswerName, PageMeta } from '../description/answer-schemas.ts';
import type { CompanyStore } from '../company-store.ts';

export interface QueryContext {
  readonly store: CompanyStore;
  readonly now: number;
  readonly caps: ItemLimits;
}

/** Runs a query; throws a Problem when its parameters are invalid. */
export type Query = (context: QueryContext) => object | Promise<object>;

/** The result of a query: an answer of the schema, a page of items for time-ordered lists, or a list as JSON. */
type EndpointResult<Name extends AnswerName> =
  Answer<Name> extends { readonly meta: PageMeta; readonly data: readonly (infer Item)[] }
    ? PageByTime<Item>
    : Answer<Name> extends readonly unknown[]
      ? Promise<JsonList>
      : Answer<Name> | Promise<Answer<Name>>;

interface RouteDescription {
  /** Contains `{key}` where the key is. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: 'Folders' | 'Surveys' | 'Questions';
  readonly summary: string;
  readonly description: string;
  readonly answer: AnswerName;
  /** The problem when the key does not exist. */
  readonly missing?: ServiceProblemCode;
}

export interface Route extends RouteDescription {
  readonly parameters: readonly Parameter<unknown>[];
  /** Rules between parameters, for the description. */
  readonly rules: readonly string[];
  /** Codes of the faults that parameters may have. */
  readonly codes: ReadonlySet<ParameterFault['code']>;
  /** Undefined when the path does not match. */
  readonly match: (path: readonly string[], query: string) => Query | undefined;
}

type ParameterReaders<Values> = {
  readonly [Name in keyof Values]: ParameterReader<Values[Name]>;
};

export const keyPlaceholder = '{key}';

export function defineRoute<Values extends object, Name extends AnswerName>(
  {
    parameters,
    ...description
  }: RouteDescription & { readonly answer: Name; readonly parameters: ParameterReaders<Values> },
  run: (values: Values, context: QueryContext) => EndpointResult<Name>,
): Route {
  const template = description.path.split('/');
  const readers: readonly ParameterReader<unknown>[] = Object.values(parameters);
  return {
    ...description,
    parameters: readers.flatMap((reader) => reader.parameters),
    rules: readers.flatMap(({ rule }) => (rule === undefined ? [] : [rule])),
    codes: new Set(readers.flatMap((reader) => reader.codes)),
    match: (path, query) => {
      if (path.length !== template.length) return undefined;
      if (!template.every((expected, i) => matchesSegment(expected, path[i]))) return undefined;
      const key = path[template.indexOf(keyPlaceholder)];
      return (context) => run(readParameters(parameters, key, query), context);
    },
  };
}

function matchesSegment(expected: string, segment: string | undefined): boolean {
  return expected === keyPlaceholder || expected === segment;
}

/**
 * Throws a Problem with all faults. `key` is the raw segment of the path; `query` is the raw query string
 * without `?`.
 */
function readParameters<Values extends object>(
  parts: ParameterReaders<Values>,
  key: string | undefined,
  query: string,
): Values {
  const faults: ParameterFault[] = [];
  const queryValues = readQuery(query);

  const fault: RequestParameters['fault'] = ({ name: parameter }, code, message) => {
    faults.push({ parameter, code, message });
  };

  function value<Value>(parameter: Parameter<Value>): Value {
    const { name, whenAbsent, expected: wanted } = parameter;
    if (parameter.in === 'path') {
      const text = decode(key ?? '');
      const parsed = text === undefined ? undefined : parameter.parse(text);
      if (parsed !== undefined) return parsed;
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
      const parsed = parameter.parse(text);
      if (parsed !== undefined) return parsed;
      fault(parameter, 'PARAMETER_INVALID', `${name} must be ${wanted}.`);
    }
    return whenAbsent;
  }

  const request: RequestParameters = { value, fault, has: ({ name }) => queryValues.has(name) };
  const values: Partial<Values> = {};
  for (const name in parts) values[name] = parts[name].read(request);
  const [first] = faults;
  if (first !== undefined) throw new Problem(first.code, faults);
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
