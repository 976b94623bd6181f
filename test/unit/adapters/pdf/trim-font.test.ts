// The font file of a document: the outlines of the glyphs it uses, and no others.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Font } from 'fontkit';
import { create } from 'fontkit';
import { getFace } from '../../../../lib/adapters/pdf/fonts/faces.ts';
import { LETTERS } from '../../../../lib/adapters/pdf/fonts/latin.ts';
import { fc } from '../../../support/property-settings.ts';

const faces = [getFace('regular'), getFace('bold')] as const;

function opened(file: Buffer): Font {
  const font = create(file);
  assert.ok('getGlyph' in font);
  return font;
}

describe('the font file of a document', () => {
  for (const { opened: full, codes, widths, trimmedFile } of faces) {
    const letter = fc.constantFrom(...Array.from(LETTERS));

    it(`has the outlines and widths of the ${full.face} letters it is for`, () => {
      fc.assert(
        fc.property(fc.array(letter, { maxLength: 60 }), (letters) => {
          const ids = letters.map((text) => full.font.glyphForCodePoint(text.charCodeAt(0)).id);
          const file = opened(trimmedFile(ids.map((id) => codes.get(id) ?? 0)));
          for (const id of ids) {
            const code = codes.get(id) ?? 0;
            const [original, glyph] = [full.font.getGlyph(id), file.getGlyph(code)];
            assert.equal(glyph.path.toSVG(), original.path.toSVG());
            assert.equal(glyph.advanceWidth, original.advanceWidth);
            assert.equal(widths[code - 1], original.advanceWidth * full.scale);
          }
        }),
        { numRuns: 30 },
      );
    });

    it(`has nothing for the other ${full.face} letters`, () => {
      const [e = 0, acute = 0] = ['e', 'é'].map(
        (text) => codes.get(full.font.glyphForCodePoint(text.charCodeAt(0)).id) ?? 0,
      );
      assert.equal(
        opened(trimmedFile([e]))
          .getGlyph(acute)
          .path.toSVG(),
        '',
      );
      // An accented letter is composed of its letter and the accent.
      assert.notEqual(
        opened(trimmedFile([acute]))
          .getGlyph(e)
          .path.toSVG(),
        '',
      );
      assert.ok(trimmedFile([e]).length < trimmedFile([acute]).length);
      assert.ok(trimmedFile([acute]).length < trimmedFile(codes.values()).length / 5);
    });

    it(`gives every ${full.face} letter a code of its own`, () => {
      assert.deepEqual(
        [...codes.values()],
        Array.from(LETTERS, (_, i) => i + 1),
      );
    });
  }
});
