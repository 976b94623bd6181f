// Defines an endpoint: its description, its parameters and its query, in one declaration.
import type { Parameter } from './query-parameters.ts';
import type { ParameterFault, ServiceProblemCode } from '../problem-json.ts';
import type { ItemLimits } from '../queries/feedback-queries.ts';
import { readParameters, type ParameterReader, type ParameterReaders } from './read-parameters.ts';
import type { TimePage } from '../queries/time-pages.ts';
import type { Answer, AnswerName, PageMeta } from '../description/answer-schemas.ts';
import type { CompanyStore } from '../company-store.ts';

export interface QueryContext {
  readonly store: CompanyStore;
  readonly now: number;
  readonly caps: ItemLimits;
}

/** Runs a query with valid parameters. */
export type Query = (asked: QueryContext) => object | Promise<object>;

/** The result of a query: an answer of the schema, or a page of items for time-ordered lists. */
type QueryResult<Name extends AnswerName> =
  Answer<Name> extends { readonly meta: PageMeta; readonly data: readonly (infer Item)[] }
    ? TimePage<Item>
    : Answer<Name> | Promise<Answer<Name>>;

export interface RouteMatch {
  readonly faults: readonly ParameterFault[];
  readonly query: Query;
}

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
  /** Undefined when the path does not match; otherwise reads the parameters when called. */
  readonly match: (path: readonly string[], query: string) => (() => RouteMatch) | undefined;
}

const keyPlaceholder = '{key}';

export function defineRoute<Values extends object, Name extends AnswerName>(
  {
    parameters,
    ...description
  }: RouteDescription & { readonly answer: Name; readonly parameters: ParameterReaders<Values> },
  run: (values: Values, context: QueryContext) => QueryResult<Name>,
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
      return () => {
        const { faults, values } = readParameters(
          parameters,
          path[template.indexOf(keyPlaceholder)],
          query,
        );
        return { faults, query: (context) => run(values, context) };
      };
    },
  };
}

function matchesSegment(expected: string, segment: string | undefined): boolean {
  return expected === keyPlaceholder || expected === segment;
}
