import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findJsonFault } from '../../../lib/feedback-service/data-set/company-file.ts';

describe('a text that is not JSON', () => {
  it('has its fault at the first character that is not valid', () => {
    const places: readonly (readonly [string, number, number])[] = [
      ['', 1, 1],
      ['{\n  "root": {,}\n}', 2, 12],
      ['{"a": [1, 2,]}', 1, 13],
      ['{"a": 1,\r\n "b": 2,\r\n}', 3, 1],
      ['{"a": 1 "b": 2}', 1, 9],
      ['{},', 1, 3],
      ['{"a" 1}', 1, 6],
      ['{"a":: 1}', 1, 6],
      ['{"a":}', 1, 6],
      ['{a: 1}', 1, 2],
      ["{'a': 1}", 1, 2],
      ['{"a": 1}\n}', 2, 1],
      ['{"a": [}', 1, 8],
      ['{"a": {]', 1, 8],
      ['{"a": tru}', 1, 7],
      ['{"a": 01}', 1, 8],
      ['{"a": "x\ny"}', 1, 7],
      ['{"a": "\\x"}', 1, 7],
      ['{"a": [{"b": -1.5e+3, "c": "\\u00e4\\n"}, null, [], {}], "d": .5}', 1, 61],
      ['// ours\n{}', 1, 1],
      ['{"a": "secret', 1, 7],
      ['[[[', 1, 4],
      [`${'['.repeat(200_000)}x`, 1, 200_001],
    ];
    for (const [text, line, column] of places) {
      assert.deepEqual(findJsonFault(text), { line, column });
    }
  });
});
