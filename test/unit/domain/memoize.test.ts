import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoize, memoizeByNumber } from '../../../lib/domain/memoize.ts';

function counting<T>(of: (input: T) => string): {
  readonly call: (input: T) => string;
  readonly calls: T[];
} {
  const calls: T[] = [];
  return {
    calls,
    call: (input) => {
      calls.push(input);
      return of(input);
    },
  };
}

describe('a memoized function of texts', () => {
  it('computes each text once while the total length is within the limit', () => {
    const { call, calls } = counting((text: string) => `<${text}>`);
    const cached = memoize(6, call);
    for (const text of ['abc', 'def', 'abc', 'def']) assert.equal(cached(text), `<${text}>`);
    assert.deepEqual(calls, ['abc', 'def']);
  });

  it('keeps only the newest text when the limit is exceeded', () => {
    const { call, calls } = counting((text: string) => text);
    const cached = memoize(6, call);
    for (const text of ['abc', 'def', 'g', 'abc', 'g', 'xy', 'abc', 'd']) cached(text);
    // "g" passed the limit; "abc", "g" and "xy" fill it again, and "d" passes it.
    assert.deepEqual(calls, ['abc', 'def', 'g', 'abc', 'xy', 'd']);
    cached('abc');
    assert.equal(calls.at(-1), 'abc');
  });
});

describe('a memoized function of numbers', () => {
  it('computes each number once up to the limit, then empties the cache', () => {
    const { call, calls } = counting(String);
    const cached = memoizeByNumber(2, call);
    for (const n of [1, 2, 1, 2]) assert.equal(cached(n), String(n));
    assert.deepEqual(calls, [1, 2]);
    for (const n of [3, 3, 1]) cached(n);
    assert.deepEqual(calls, [1, 2, 3, 1]);
  });

  it('distinguishes zero from negative zero', () => {
    const cached = memoizeByNumber(9, (n) => 1 / n);
    assert.deepEqual([cached(0), cached(-0), cached(0)], [Infinity, -Infinity, Infinity]);
  });
});
