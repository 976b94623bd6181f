// Finds the place at which text stops being JSON. The parser of the runtime often reports no place, and
// its messages quote the text.

export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** For text that is not JSON: the position of its first fault, or its end if it is incomplete. Counts from 1. */
export function findJsonFault(text: string): TextPosition {
  const before = text.slice(0, faultOffset(text));
  return {
    line: before.split('\n').length,
    column: before.length - before.lastIndexOf('\n'),
  };
}

const tokens =
  /[{}[\],:]|"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const space = /[ \t\n\r]*/y;

type Expectation = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'colon' | 'next';
const closable: ReadonlySet<Expectation> = new Set(['valueOrEnd', 'nameOrEnd', 'next'] as const);

function faultOffset(text: string): number {
  const closers: string[] = [];
  let expectation: Expectation = 'value';
  for (let at = 0; ;) {
    space.lastIndex = at;
    space.exec(text);
    at = space.lastIndex;
    tokens.lastIndex = at;
    const token = tokens.exec(text)?.[0];
    if (token === undefined) return at;
    const next = expectationAfter(token, expectation, closers);
    if (next === undefined) return at;
    expectation = next;
    at += token.length;
  }
}

/** Undefined when the token is not expected. `closers` are the brackets that close open values. */
function expectationAfter(
  token: string,
  expectation: Expectation,
  closers: string[],
): Expectation | undefined {
  if (token === closers.at(-1) && closable.has(expectation)) {
    closers.pop();
    return 'next';
  }
  switch (expectation) {
    case 'value':
    case 'valueOrEnd':
      if (token === '{') {
        closers.push('}');
        return 'nameOrEnd';
      }
      if (token === '[') {
        closers.push(']');
        return 'valueOrEnd';
      }
      return '}],:'.includes(token) ? undefined : 'next';
    case 'name':
    case 'nameOrEnd':
      return token.startsWith('"') ? 'colon' : undefined;
    case 'colon':
      return token === ':' ? 'value' : undefined;
    case 'next':
      if (token !== ',' || closers.length === 0) return undefined;
      return closers.at(-1) === '}' ? 'name' : 'value';
  }
}
