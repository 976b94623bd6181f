// Compares the table of strong letters with bidi-js, and tests the isolation of names.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { behaviourOf } from '../../../lib/adapters/pdf/text/bidi-order.ts';
import {
  withIsolates,
  withoutIsolates,
  strongDirection,
} from '../../../lib/i18n/text-direction.ts';

const DIRECTIONS: Readonly<Record<string, 'ltr' | 'rtl'>> = { left: 'ltr', right: 'rtl' };

describe('the direction of a strong letter', () => {
  it('is the same as in bidi-js for every code point', () => {
    const different: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      const expected = DIRECTIONS[behaviourOf(character)] ?? null;
      if (strongDirection(character) !== expected) different.push(code.toString(16));
    }
    assert.deepEqual(different, []);
  });
});

describe('a name within other text', () => {
  it('gets the direction of its first letter', () => {
    assert.equal(withIsolates('12 שלום', 'ltr'), '\u206712 שלום\u2069');
    assert.equal(withIsolates('12 abc', 'rtl'), '\u206612 abc\u2069');
    assert.equal(withIsolates('𐤀 a', 'ltr'), '\u2067𐤀 a\u2069');
  });

  it('is not changed when it cannot affect the text around it', () => {
    assert.equal(withIsolates('abc 12', 'ltr'), 'abc 12');
    assert.equal(withIsolates('12 – 13', 'rtl'), '12 – 13');
  });

  it('is the original text after removing isolates', () => {
    for (const name of ['שלום (1)', 'abc', '12']) {
      assert.equal(withoutIsolates(withIsolates(name, 'rtl')), name);
    }
  });
});
