// One endpoint: what is told of it and how its requests are read, from one declaration.
// It hides how a path is matched; nothing here knows about sockets.
import type { Parameter } from './query-parameters.ts';
import type { Fault, ProblemCode } from '../problem-json.ts';
import type { Caps } from '../queries/feedback-queries.ts';
import { readParameters, type Part, type Parts } from './read-parameters.ts';
import type { Page } from '../queries/time-pages.ts';
import type { Answer, AnswerName, PageMeta } from '../description/answer-schemas.ts';
import type { Store } from '../company-store.ts';

export interface Asked {
  readonly store: Store;
  readonly now: number;
  readonly caps: Caps;
}

/** Runs a query whose parameters are known to be right. */
export type Query = (asked: Asked) => object | Promise<object>;

/** An answer as its schema has it; a time-ordered one comes as a page of its items. */
type Answered<Name extends AnswerName> =
  Answer<Name> extends { readonly meta: PageMeta; readonly data: readonly (infer Item)[] }
    ? Page<Item>
    : Answer<Name> | Promise<Answer<Name>>;

export interface Match {
  readonly faults: readonly Fault[];
  readonly query: Query;
}

interface Told {
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

export interface Route extends Told {
  readonly parameters: readonly Parameter<unknown>[];
  /** What must hold between parameters, told to a person. */
  readonly rules: readonly string[];
  /** What can be wrong with parameters. */
  readonly codes: ReadonlySet<Fault['code']>;
  /** What is asked of the route, or undefined when the path is another one. */
  readonly match: (path: readonly string[], query: string) => (() => Match) | undefined;
}

const keyMark = '{key}';

export function route<Values extends object, Name extends AnswerName>(
  { parameters, ...told }: Told & { readonly answer: Name; readonly parameters: Parts<Values> },
  run: (values: Values, asked: Asked) => Answered<Name>,
): Route {
  const own = told.path.split('/');
  const parts: readonly Part<unknown>[] = Object.values(parameters);
  return {
    ...told,
    parameters: parts.flatMap((part) => part.parameters),
    rules: parts.flatMap(({ rule }) => (rule === undefined ? [] : [rule])),
    codes: new Set(parts.flatMap((part) => part.codes)),
    match: (path, query) => {
      if (path.length !== own.length) return undefined;
      if (!own.every((wanted, i) => isMatch(wanted, path[i]))) return undefined;
      return () => {
        const { faults, values } = readParameters(parameters, path[own.indexOf(keyMark)], query);
        return { faults, query: (asked) => run(values, asked) };
      };
    },
  };
}

function isMatch(wanted: string, segment: string | undefined): boolean {
  return wanted === keyMark || wanted === segment;
}
