// The vectors of the rules: one line each, `key function arguments => results`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

export interface Vector {
  /** The line without its results. */
  readonly title: string;
  readonly key: string;
  readonly name: string;
  /** Arguments `a=b` by name; those without `=` have the value ''. */
  readonly arguments: ReadonlyMap<string, string>;
  readonly results: ReadonlyMap<string, string>;
}

const LINES = readFileSync(
  new URL('../../../fixtures/signals/vectors.txt', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n');

/** The vectors of a function, in the order of the file. */
export function vectorsOf(...names: readonly string[]): readonly Vector[] {
  return LINES.map(parseVector).filter(({ name }) => names.includes(name));
}

function parseVector(line: string): Vector {
  const [call = '', result = ''] = line.split(' => ');
  const [key = '', name = '', ...words] = call.split(' ');
  return { title: call, key, name, arguments: toMap(words), results: toMap(result.split(' ')) };
}

function toMap(words: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    words.map((word) => {
      const at = word.indexOf('=');
      return at === -1 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
    }),
  );
}

/** `v*k` is k times v; `-` is null. */
export function parseSeries(text: string): readonly (number | null)[] {
  return text.split(',').flatMap((word) => {
    const [value = '', times = '1'] = word.split('*');
    return Array.from({ length: Number(times) }, () => (value === '-' ? null : Number(value)));
  });
}

const TOLERANCE = 1e-9;

/** Compares the results that a vector has with the values of the same names. */
export function assertResults(
  { title, results }: Vector,
  actual: Readonly<Record<string, unknown>>,
): void {
  for (const [name, expected] of results) {
    assert.ok(name in actual, `${title}: no ${name}`);
    assertResult(actual[name], expected, `${title}: ${name}`);
  }
}

/** Compares a value with a result as the file writes it: numbers to 1e-9, relative above 1. */
function assertResult(actual: unknown, expected: string, message: string): void {
  const number = Number(expected);
  if (typeof actual === 'number' && expected !== '' && !Number.isNaN(number)) {
    assert.ok(
      Math.abs(actual - number) <= TOLERANCE * Math.max(1, Math.abs(number)),
      `${message}: ${String(actual)} instead of ${expected}`,
    );
  } else assert.equal(String(actual), expected, message);
}
