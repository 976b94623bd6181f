// One endpoint: what is told of it and how its requests are read, from one declaration.
// It hides how a path is matched; nothing here knows about sockets.
import type { Parameter } from './query-parameters.ts';
import type { ParameterFault, ProblemCode } from '../problem-json.ts';
import type { ItemLimits } from '../queries/feedback-queries.ts';
import { readParameters, type ParameterReader, type ParameterReaders } from './read-parameters.ts';
import type { Page } from '../queries/time-pages.ts';
import type { Answer, AnswerName, PageMeta } from '../description/answer-schemas.ts';
import type { Store } from '../company-store.ts';

export interface QueryContext {
  readonly store: Store;
  readonly now: number;
  readonly caps: ItemLimits;
}

/** Runs a query whose parameters are known to be right. */
export type Query = (asked: QueryContext) => object | Promise<object>;

/** An answer as its schema has it; a time-ordered one comes as a page of its items. */
type QueryResult<Name extends AnswerName> =
  Answer<Name> extends { readonly meta: PageMeta; readonly data: readonly (infer Item)[] }
    ? Page<Item>
    : Answer<Name> | Promise<Answer<Name>>;

export interface RouteMatch {
  readonly faults: readonly ParameterFault[];
  readonly query: Query;
}

interface RouteDescription {
  /** The key in it is `{key}`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: 'Folders' | 'Surveys' | 'Questions';
  readonly summary: string;
  readonly description: string;
  readonly answer: AnswerName;
  /** When the key is that of nothing. */
  readonly missing?: ProblemCode;
}

export interface Route extends RouteDescription {
  readonly parameters: readonly Parameter<unknown>[];
  /** What must hold between parameters, told to a person. */
  readonly rules: readonly string[];
  /** What can be wrong with parameters. */
  readonly codes: ReadonlySet<ParameterFault['code']>;
  /** What is asked of the route, or undefined when the path is another one. */
  readonly match: (path: readonly string[], query: string) => (() => RouteMatch) | undefined;
}

const keyPlaceholder = '{key}';

export function defineRoute<Values extends object, Name extends AnswerName>(
  {
    parameters,
    ...told
  }: RouteDescription & { readonly answer: Name; readonly parameters: ParameterReaders<Values> },
  run: (values: Values, asked: QueryContext) => QueryResult<Name>,
): Route {
  const own = told.path.split('/');
  const parts: readonly ParameterReader<unknown>[] = Object.values(parameters);
  return {
    ...told,
    parameters: parts.flatMap((part) => part.parameters),
    rules: parts.flatMap(({ rule }) => (rule === undefined ? [] : [rule])),
    codes: new Set(parts.flatMap((part) => part.codes)),
    match: (path, query) => {
      if (path.length !== own.length) return undefined;
      if (!own.every((wanted, i) => matchesSegment(wanted, path[i]))) return undefined;
      return () => {
        const { faults, values } = readParameters(
          parameters,
          path[own.indexOf(keyPlaceholder)],
          query,
        );
        return { faults, query: (asked) => run(values, asked) };
      };
    },
  };
}

function matchesSegment(wanted: string, segment: string | undefined): boolean {
  return wanted === keyPlaceholder || wanted === segment;
}
