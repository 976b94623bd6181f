// Text from outside: what of it is shown, and that a line is never wider than it may be.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clean } from '../../../lib/adapters/pdf/text/clean.ts';
import {
  balancedLines,
  boxesIn,
  fitted,
  lineAt,
  widthOf,
  wrapped,
} from '../../../lib/adapters/pdf/text/typesetter.ts';
import { type } from '../../../lib/adapters/pdf/theme.ts';

describe('clean', () => {
  it('takes controls, direction tricks and invisible characters out', () => {
    assert.equal(clean('a\u0000b\u001b[31mc\u0085d\u009be'), 'ab[31mc de');
    assert.equal(clean('\u202egpj.exe\u202c \u2066x\u2069\u200f\u061c'), 'gpj.exe x');
    assert.equal(clean('a\u200bb\ufeffc\u{e0041}d\u2063'), 'abcd');
  });

  it('makes one line of tabs and line ends', () => {
    assert.equal(clean('  a\tb\r\n\u2028c  '), 'a b c');
  });

  it('shows a lone surrogate as U+FFFD', () => {
    assert.equal(clean('a\ud800b\udc00'), 'a\ufffdb\ufffd');
  });

  it('keeps at most eight marks on a letter', () => {
    const marks = '\u0332'.repeat(40);
    assert.equal(clean(`x${marks}y`), `x${'\u0332'.repeat(8)}y`);
  });

  it('cuts at the limit by whole characters, with an ellipsis', () => {
    assert.equal(clean('😀'.repeat(300), 10), `${'😀'.repeat(9)}…`);
    assert.equal(Array.from(clean('x'.repeat(1_000_000))).length, 200);
    assert.equal(clean('x'.repeat(200)), 'x'.repeat(200));
  });

  it('gives the same again when applied twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 260 }), (text) => {
        assert.equal(clean(clean(text)), clean(text));
      }),
    );
  });
});

describe('a line', () => {
  const styles = [type.body, type.title, type.cell];
  const text = fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.string({ unit: 'grapheme', maxLength: 120 }),
    )
    .map((one) => clean(one));

  it('is never wider than it may be, cut or wrapped', () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(...styles),
        fc.integer({ min: 40, max: 400 }),
        (one, style, width) => {
          assert.ok(widthOf(fitted(one, style, width), style) <= width);
          const lines = wrapped(one, style, width, 3);
          assert.ok(lines.length <= 3);
          for (const line of [...lines, ...balancedLines(one, style, width, 3)]) {
            assert.ok(widthOf(line, style) <= width);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('loses nothing when there are lines enough', () => {
    const sentence = 'Happy Index 78, up 3 from last week: within normal variation.';
    assert.equal(wrapped(sentence, type.lead, 120, 20).join(' '), sentence);
    assert.equal(wrapped('x'.repeat(400), type.body, 100, 100).join(''), 'x'.repeat(400));
  });

  it('ends in an ellipsis where it is cut', () => {
    assert.match(fitted('How was your visit today?', type.body, 60), /^How was y.*…$/);
    assert.match(wrapped('word '.repeat(50), type.body, 100, 2).at(-1) ?? '', /…$/);
  });
});

describe('a character without a shape', () => {
  it('takes a box’s room in its place in the line', () => {
    const [before, box, after] = lineAt('ab漢cd', type.body, 10, 20);
    assert.ok(before?.kind === 'text' && box?.kind === 'rect' && after?.kind === 'text');
    assert.equal(before.text, 'ab');
    assert.equal(after.text, 'cd');
    assert.ok(box.x > before.x + before.width - 0.01 && box.x + box.width < after.x);
  });

  it('is one box for each character that a reader sees', () => {
    assert.equal(boxesIn('漢字 かな'), 4);
    assert.equal(boxesIn('👩‍👩‍👧'), 1);
    assert.equal(boxesIn('Grüße Жёлтый Ελληνικά Tiếng Việt'), 0);
  });
});
