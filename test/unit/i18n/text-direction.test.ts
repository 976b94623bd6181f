// Which letters are strong is a table of ours; bidi-js, which lays out lines on paper, is asked of every code point.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { behaviourOf } from '../../../lib/adapters/pdf/text/bidi-order.ts';
import { isolated, withoutIsolates } from '../../../lib/i18n/text-direction.ts';
import { strongDirection } from '../../../lib/i18n/strong-letters.ts';

const DIRECTIONS: Readonly<Record<string, 'ltr' | 'rtl'>> = { left: 'ltr', right: 'rtl' };

describe('a strong letter', () => {
  it('is one for every code point that bidi-js calls one, and in its direction', () => {
    const different: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      const expected = DIRECTIONS[behaviourOf(character)] ?? null;
      if (strongDirection(character) !== expected) different.push(code.toString(16));
    }
    assert.deepEqual(different, []);
  });
});

describe('a name between words of ours', () => {
  it('keeps the direction of its first letter, whatever stands before it', () => {
    assert.equal(isolated('12 שלום', 'ltr'), '\u206712 שלום\u2069');
    assert.equal(isolated('12 abc', 'rtl'), '\u206612 abc\u2069');
    assert.equal(isolated('𐤀 a', 'ltr'), '\u2067𐤀 a\u2069');
  });

  it('is left as it is where it disturbs nothing', () => {
    assert.equal(isolated('abc 12', 'ltr'), 'abc 12');
    assert.equal(isolated('12 – 13', 'rtl'), '12 – 13');
  });

  it('is itself again without isolates', () => {
    for (const name of ['שלום (1)', 'abc', '12']) {
      assert.equal(withoutIsolates(isolated(name, 'rtl')), name);
    }
  });
});
