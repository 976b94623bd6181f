// Where a text stops being JSON. It hides the grammar of JSON; the parser of the runtime often tells no
// place, and its messages quote the text.

export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Of a text that is not JSON; its end when it only ends too early. Both count from 1. */
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
  let wanted: Expectation = 'value';
  for (let at = 0; ;) {
    space.lastIndex = at;
    space.exec(text);
    at = space.lastIndex;
    tokens.lastIndex = at;
    const token = tokens.exec(text)?.[0];
    if (token === undefined) return at;
    const next = expectationAfter(token, wanted, closers);
    if (next === undefined) return at;
    wanted = next;
    at += token.length;
  }
}

/** Undefined where the token is not what was wanted. `closers` are of all that is open. */
function expectationAfter(
  token: string,
  wanted: Expectation,
  closers: string[],
): Expectation | undefined {
  if (token === closers.at(-1) && closable.has(wanted)) {
    closers.pop();
    return 'next';
  }
  switch (wanted) {
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
