// Where a text stops being JSON. It hides the grammar of JSON; the parser of the runtime often tells no
// place, and its messages quote the text.

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Of a text that is not JSON; its end when it only ends too early. Both count from 1. */
export function jsonFault(text: string): Place {
  const before = text.slice(0, faultAt(text));
  return {
    line: before.split('\n').length,
    column: before.length - before.lastIndexOf('\n'),
  };
}

const tokens =
  /[{}[\],:]|"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const space = /[ \t\n\r]*/y;

type Wanted = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'colon' | 'next';
const mayEnd: ReadonlySet<Wanted> = new Set(['valueOrEnd', 'nameOrEnd', 'next'] as const);

function faultAt(text: string): number {
  const closers: string[] = [];
  let wanted: Wanted = 'value';
  for (let at = 0; ;) {
    space.lastIndex = at;
    space.exec(text);
    at = space.lastIndex;
    tokens.lastIndex = at;
    const token = tokens.exec(text)?.[0];
    if (token === undefined) return at;
    const next = wantedAfter(token, wanted, closers);
    if (next === undefined) return at;
    wanted = next;
    at += token.length;
  }
}

/** Undefined where the token is not what was wanted. `closers` are of all that is open. */
function wantedAfter(token: string, wanted: Wanted, closers: string[]): Wanted | undefined {
  if (token === closers.at(-1) && mayEnd.has(wanted)) {
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
