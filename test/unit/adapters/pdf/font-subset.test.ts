// The font file of a document: the outlines of the glyphs it uses, and no others.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Font } from 'fontkit';
import { create } from 'fontkit';
import { getFace } from '../../../../lib/adapters/pdf/fonts/latin-shaping.ts';
import { FAMILY_NAMES } from '../../../../lib/adapters/pdf/fonts/families.ts';
import { createFontSubsetter } from '../../../../lib/adapters/pdf/fonts/font-subset.ts';
import { LETTERS } from '../../../../lib/adapters/pdf/fonts/latin.ts';
import type { OpenedFont } from '../../../../lib/adapters/pdf/fonts/open-fonts.ts';
import { getFont } from '../../../../lib/adapters/pdf/fonts/open-fonts.ts';
import { fc } from '../../../support/property-settings.ts';

const FACES = ['regular', 'bold'] as const;
const fonts = new Set(FAMILY_NAMES.flatMap((name) => FACES.map((face) => getFont(name, face))));

function opened(file: Buffer): Font {
  const font = create(file);
  assert.ok('getGlyph' in font);
  return font;
}

function outlineOf(font: Font, glyph: number): string {
  return font.getGlyph(glyph).path.toSVG();
}

function glyphOf({ font }: OpenedFont, letter: string): number {
  return font.glyphForCodePoint(letter.codePointAt(0) ?? 0).id;
}

describe('the font file of a document', () => {
  for (const full of fonts) {
    it(`has the given glyphs of the ${full.family} ${full.face} font`, () => {
      const glyph = fc.option(fc.integer({ min: 0, max: full.font.numGlyphs - 1 }), { freq: 9 });
      fc.assert(
        fc.property(fc.uniqueArray(glyph, { minLength: 1, maxLength: 60 }), (glyphs) => {
          const file = opened(full.subset(glyphs));
          for (const [code, id] of glyphs.entries()) {
            const expected = id === null ? '' : outlineOf(full.font, id);
            const width = id === null ? 0 : full.font.getGlyph(id).advanceWidth;
            assert.equal(outlineOf(file, code), expected);
            assert.equal(file.getGlyph(code).advanceWidth, width);
          }
        }),
        { numRuns: 20 },
      );
    });
  }

  it('has the parts of an accented letter, and nothing else', () => {
    const sans = getFont('sans', 'regular');
    const accented = glyphOf(sans, 'é');
    const file = opened(sans.subset([0, accented]));
    // The missing glyph, the letter, and its two parts.
    assert.equal(file.numGlyphs, 4);
    assert.equal(outlineOf(file, 1), outlineOf(sans.font, accented));
  });

  it('has each part once', () => {
    const sans = getFont('sans', 'regular');
    const glyphs = ['é', 'è', 'e'].map((letter) => glyphOf(sans, letter));
    assert.equal(opened(sans.subset([0, ...glyphs])).numGlyphs, 6);
  });

  it('is refused where the font has no TrueType outlines', () => {
    assert.throws(() => createFontSubsetter(Buffer.from('OTTO\0\0\0\0')), /no TrueType outlines/);
  });

  for (const name of FACES) {
    it(`has a code of its own for every ${name} letter`, () => {
      const { opened: full, codes, glyphIds, widths } = getFace(name);
      assert.deepEqual(
        [...codes.values()],
        Array.from(LETTERS, (_, i) => i + 1),
      );
      for (const [id, code] of codes) {
        assert.equal(glyphIds[code - 1], id);
        assert.equal(widths[code - 1], full.font.getGlyph(id).advanceWidth * full.scale);
      }
    });
  }
});
