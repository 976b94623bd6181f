// Measuring, wrapping and shaping of lines of text.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anyCharacter, fc } from '../../support/property-settings.ts';
import { FAMILY_NAMES } from '../../../lib/adapters/pdf/fonts/families.ts';
import { isIgnorable, getFont } from '../../../lib/adapters/pdf/fonts/open-fonts.ts';
import { embeddingLevels, visualOrder } from '../../../lib/adapters/pdf/text/bidi-order.ts';
import { measureLine, lineUnits } from '../../../lib/adapters/pdf/text/line.ts';
import {
  wrapBalanced,
  countBoxes,
  fitted,
  lineAt,
  widthOf,
  wrapText,
} from '../../../lib/adapters/pdf/text/typesetter.ts';
import { visualLine } from '../../../lib/adapters/pdf/text/visual-line.ts';
import { clean } from '../../../lib/i18n/clean-text.ts';
import { graphemesOf } from '../../../lib/i18n/segments.ts';
import { hasRightToLeft, withIsolates, withoutIsolates } from '../../../lib/i18n/text-direction.ts';
import { sheetStyles } from '../../../lib/adapters/pdf/sheet/sheet-styles.ts';
import { textStyles } from '../../../lib/charts/theme.ts';
import { SCRIPT_SAMPLES } from '../../support/scripts-of-the-world.ts';

/** The characters of a line from left to right. */
function drawn(text: string, direction: 'ltr' | 'rtl'): string {
  return visualLine(text, 'regular', direction)
    .flatMap(({ glyphs }) => glyphs.map((glyph) => glyph.text))
    .join('');
}

/** In thousandths of the font size. */
function widthDrawn(text: string, direction: 'ltr' | 'rtl'): number {
  return visualLine(text, 'regular', direction).reduce((sum, { advance }) => sum + advance, 0);
}

/** They order a line and are not part of what it shows. */
const DIRECTION_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

describe('a line', () => {
  const styles = [textStyles.body, sheetStyles.title, textStyles.cell];
  const text = fc
    .oneof(
      fc.string({ unit: anyCharacter, maxLength: 120 }),
      fc.string({ unit: 'grapheme', maxLength: 120 }),
    )
    .map((sample) => clean(sample));

  it('is never wider than requested, cut or wrapped', () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(...styles),
        fc.integer({ min: 40, max: 400 }),
        (sample, style, width) => {
          assert.ok(widthOf(fitted(sample, style, width), style) <= width);
          const lines = wrapText(sample, style, width, 3);
          assert.ok(lines.length <= 3);
          for (const line of [...lines, ...wrapBalanced(sample, style, width, 3)]) {
            assert.ok(widthOf(line.trimEnd(), style) <= width);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('loses nothing when there are enough lines', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 40, max: 400 }), (sample, width) => {
        const widest = [...graphemesOf(sample)].map(({ segment }) =>
          widthOf(segment, textStyles.body),
        );
        fc.pre(Math.max(0, ...widest) <= width);
        const lines = wrapText(withIsolates(sample, 'ltr'), textStyles.body, width, 1_000);
        assert.equal(withoutIsolates(lines.join('')), withoutIsolates(sample));
      }),
      { numRuns: 150 },
    );
    assert.equal(wrapText('x'.repeat(400), textStyles.body, 100, 100).join(''), 'x'.repeat(400));
    // A line could also break after the start of an isolate.
    const name = withIsolates(`😀'${'x'.repeat(40)}`, 'rtl');
    const lines = wrapText(name, textStyles.body, 60, 9);
    assert.equal(withoutIsolates(lines.join('')), withoutIsolates(name));
    assert.ok(lines.every((line) => withoutIsolates(line) !== ''));
  });

  it('is as wide in a right-to-left page as in a left-to-right one', () => {
    fc.assert(
      fc.property(text, (sample) => {
        const { advance } = measureLine(sample, 'regular');
        for (const direction of ['ltr', 'rtl'] as const) {
          assert.ok(Math.abs(widthDrawn(sample, direction) - advance) < 1e-6);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('shows every character once, and a left-to-right line in its order', () => {
    const shown = text.map((sample) => sample.trim().replaceAll(DIRECTION_CONTROLS, ''));
    fc.assert(
      fc.property(shown, (sample) => {
        assert.deepEqual(Array.from(drawn(sample, 'rtl')).sort(), Array.from(sample).sort());
        if (!hasRightToLeft(sample)) assert.equal(drawn(sample, 'ltr'), sample);
      }),
      { numRuns: 300, examples: [['क्षत्रिय'], ['ab\u200d'], ['\u200d'], ['می\u200cخواهم']] },
    );
  });

  it('has one form of the minus sign, between letters of any script', () => {
    for (const text of ['Oulu و (−2.0 من −3.1).', 'א −2 ב', 'ก −2 ข −3']) {
      const minuses = visualLine(text, 'bold', 'rtl').filter(({ glyphs }) =>
        glyphs.some((glyph) => glyph.text === '−'),
      );
      assert.deepEqual(new Set(minuses.map(({ font }) => font.family)), new Set(['sans']), text);
    }
  });

  it('has an ellipsis in place of a character that is wider than the line', () => {
    // One character, and as wide as ten: “In the name of God”.
    const wide = '\ufdfd';
    const wordWidth = widthOf(wide, textStyles.body);
    assert.deepEqual(wrapText(wide, textStyles.body, wordWidth - 1, 3), ['…']);
    assert.deepEqual(wrapText(`a ${wide} b`, textStyles.body, wordWidth - 1, 3), ['a ', '…', ' b']);
    assert.deepEqual(wrapText(wide, textStyles.body, wordWidth, 3), [wide]);
    // Balanced lines are narrower than the available width.
    const name = `${'word '.repeat(9)}${wide} x`;
    assert.ok(
      wrapBalanced(name, textStyles.body, wordWidth, 9).some((line) => line.includes(wide)),
    );
  });

  it('ends in an ellipsis when it is cut', () => {
    assert.match(fitted('How was your visit today?', textStyles.body, 60), /^How was y.*…$/);
    assert.match(wrapText('word '.repeat(50), textStyles.body, 100, 2).at(-1) ?? '', /…$/);
  });
});

describe('a line break', () => {
  const lines = (text: string, width: number): readonly string[] =>
    wrapText(text, textStyles.body, width, 20);

  it('is between the words of a script without spaces', () => {
    assert.deepEqual(lines('สวัสดีชาวโลกวันนี้อากาศดีมาก', 80), ['สวัสดีชาวโลกวันนี้', 'อากาศดีมาก']);
  });

  it('is between ideographs, but never before closing or after opening punctuation', () => {
    for (let width = 30; width < 200; width += 7) {
      for (const line of lines(
        '「東京駅」の店舗について、どうでしたか？お聞かせください。',
        width,
      )) {
        assert.doesNotMatch(line, /^[、。」？]|「$/);
      }
    }
  });

  it('is after a hyphen and never inside a number', () => {
    assert.deepEqual(lines('self-service 1,204.50', 40), ['self-', 'service ', '1,204.50']);
  });

  it('preserves the direction of a right-to-left name on the next line', () => {
    const [first = '', second = ''] = lines(withIsolates('مرحبا بالعالم الكبير!', 'ltr'), 60);
    assert.ok(first.startsWith('\u2067') && second.startsWith('\u2067'));
  });
});

describe('every script', () => {
  for (const [script, sample] of SCRIPT_SAMPLES) {
    it(`has its fonts: ${script}`, () => {
      for (const face of ['regular', 'bold'] as const)
        assert.equal(measureLine(sample, face).boxes, 0);
    });
  }

  it('has its characters in visual order, and numbers unchanged', () => {
    // Brackets keep their character, and have the mirrored glyph.
    assert.equal(drawn('שלום (12) א', 'rtl'), 'א )12( םולש');
    // An emoji is two code units and takes the direction of its neighbours.
    assert.equal(drawn('אב 😀 גד', 'ltr'), 'דג 😀 בא');
    assert.equal(drawn('ا ۱۲۳', 'rtl'), '۱۲۳ ا');
    assert.equal(drawn('ا ١٢٣', 'ltr'), '١٢٣ ا');
    assert.equal(drawn('(abc) 1', 'rtl'), '1 )abc(');
    assert.equal(drawn('(abc) 1', 'ltr'), '(abc) 1');
  });

  it('is in the order of UAX #9 with invisible characters in between', () => {
    const unit = fc.constantFrom(
      ...Array.from('abאב12+,(€ '),
      '\u2066',
      '\u2067',
      '\u2069',
      '\u200e',
    );
    fc.assert(
      fc.property(
        fc.string({ unit, maxLength: 14 }),
        fc.constantFrom<'ltr' | 'rtl'>('ltr', 'rtl'),
        (line, direction) => {
          const text = line.trim();
          const levels = embeddingLevels(text, direction);
          const expected = visualOrder(levels)
            .map((i) => text[i] ?? '')
            .filter((character) => !isIgnorable(character));
          assert.equal(drawn(text, direction), expected.join(''));
        },
      ),
      { numRuns: 1_000, examples: [['+\u2067אב ג\u2069\u2066x y\u2069€', 'ltr']] },
    );
  });

  it('takes ideographs from the font of the language of the text', () => {
    const families = (text: string): readonly string[] => [
      ...new Set(lineUnits(text, 'regular').map(({ font }) => font.family)),
    ];
    assert.deepEqual(families('東京駅'), ['japanese']);
    assert.deepEqual(families('这边请'), ['chinese']);
    assert.deepEqual(families('漢字 한국'), ['korean', 'sans']);
    assert.deepEqual(families('お客様の声、'), ['japanese']);
  });
});

describe('any characters of any font', () => {
  for (const family of FAMILY_NAMES) {
    it(`have glyphs, equally wide in both directions: ${family}`, () => {
      const codePoints = getFont(family, 'regular').font.face.collectUnicodes();
      const character = fc.constantFrom(...codePoints).map((code) => String.fromCodePoint(code));
      fc.assert(
        fc.property(fc.string({ unit: character, maxLength: 8 }), (sample) => {
          const cleaned = clean(sample);
          const { advance } = measureLine(cleaned, 'regular');
          for (const direction of ['ltr', 'rtl'] as const) {
            assert.ok(Math.abs(widthDrawn(cleaned, direction) - advance) < 1e-6);
          }
        }),
        { numRuns: 100, examples: [['ڢ\u064b'], ['ف\u0650']] },
      );
    });
  }
});

describe('a character that no font has', () => {
  it('is a box in its place in the line', () => {
    const isBox = visualLine('ab𐌰cd', 'regular', 'ltr').flatMap(({ glyphs }) =>
      glyphs.map(({ outline }) => outline?.components[0]?.glyph === 0),
    );
    assert.deepEqual(isBox, [false, false, true, false, false]);
    const [run] = lineAt('ab𐌰cd', textStyles.body, 10, 20);
    const letters = widthOf('abcd', textStyles.body);
    assert.ok(run?.kind === 'text' && run.width > letters + textStyles.body.size / 2);
  });

  it('is one box for each grapheme', () => {
    assert.equal(countBoxes('𐌰𐌱 𐌲'), 3);
    assert.equal(countBoxes('Grüße Жёлтый Ελληνικά Tiếng Việt 漢字 👩‍👩‍👧'), 0);
  });
});
