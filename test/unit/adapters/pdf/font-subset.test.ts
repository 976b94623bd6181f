// The font file of a document: the outlines of the glyphs it uses, and no others.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Blob as FontBlob, Face, Font } from 'harfbuzzjs';
import { FAMILY_NAMES } from '../../../../lib/adapters/pdf/fonts/families.ts';
import type { Component, Outline } from '../../../../lib/adapters/pdf/fonts/font-subset.ts';
import { tablesOf } from '../../../../lib/adapters/pdf/fonts/font-tables.ts';
import type { OpenedFont } from '../../../../lib/adapters/pdf/fonts/open-fonts.ts';
import { getFont } from '../../../../lib/adapters/pdf/fonts/open-fonts.ts';
import { fc } from '../../../support/property-settings.ts';

const FACES = ['regular', 'bold'] as const;
const fonts = new Set(FAMILY_NAMES.flatMap((name) => FACES.map((face) => getFont(name, face))));

function opened(file: Buffer): Font {
  return new Font(new Face(new FontBlob(file)));
}

function copyOf({ font }: OpenedFont, glyph: number): Outline {
  return { components: [{ glyph, x: 0, y: 0 }], advance: font.glyphHAdvance(glyph) };
}

function glyphOf({ font }: OpenedFont, letter: string): number {
  return font.nominalGlyph(letter.codePointAt(0) ?? 0) ?? 0;
}

/** The points of glyphs at their places; y upwards. */
function pathOf(font: Font, components: readonly Component[]): string {
  return JSON.stringify(
    components.flatMap(({ glyph, x, y }) =>
      font
        .glyphToJson(glyph)
        .map(({ type, values }) => [type, values.map((value, i) => value + (i % 2 === 0 ? x : y))]),
    ),
  );
}

function glyphCount(file: Buffer): number {
  return tablesOf(file).get('maxp')?.readUInt16BE(4) ?? 0;
}

const offset = fc.integer({ min: -3_000, max: 3_000 });

describe('the font file of a document', () => {
  for (const full of fonts) {
    it(`has the given glyphs of the ${full.family} ${full.face} font, copied and composed`, () => {
      const numGlyphs = glyphTotal(full);
      const glyph = fc.integer({ min: 0, max: numGlyphs - 1 });
      const outline = fc.oneof(
        glyph.map((id) => copyOf(full, id)),
        fc.record({
          components: fc.array(fc.record({ glyph, x: offset, y: offset }), { maxLength: 4 }),
          advance: fc.nat({ max: 9_000 }),
        }),
        fc.constant(null),
      );
      fc.assert(
        fc.property(fc.array(outline, { minLength: 1, maxLength: 40 }), (outlines) => {
          const file = opened(full.subset(outlines));
          for (const [code, expected] of outlines.entries()) {
            const { components, advance } = expected ?? { components: [], advance: 0 };
            assert.equal(
              pathOf(file, [{ glyph: code, x: 0, y: 0 }]),
              pathOf(full.font, components),
            );
            assert.equal(file.glyphHAdvance(code), advance);
          }
        }),
        { numRuns: 20 },
      );
    });
  }

  it('has the parts of an accented letter, and nothing else', () => {
    const sans = getFont('sans', 'regular');
    const file = sans.subset([copyOf(sans, 0), copyOf(sans, glyphOf(sans, 'é'))]);
    // The missing glyph, the letter, and its two parts.
    assert.equal(glyphCount(file), 4);
  });

  it('has each part once', () => {
    const sans = getFont('sans', 'regular');
    const glyphs = ['é', 'è', 'e'].map((letter) => copyOf(sans, glyphOf(sans, letter)));
    assert.equal(glyphCount(sans.subset([copyOf(sans, 0), ...glyphs])), 6);
  });

  it('has limits that its composed glyphs keep', () => {
    const sans = getFont('sans', 'regular');
    const components = Array.from({ length: 30 }, (_, i) => ({ glyph: 40 + i, x: i, y: 0 }));
    const maxp = tablesOf(sans.subset([{ components, advance: 500 }])).get('maxp');
    assert.equal(maxp?.readUInt16BE(28), 30);
    const depth =
      tablesOf(sans.subset([copyOf(sans, 40)]))
        .get('maxp')
        ?.readUInt16BE(30) ?? 0;
    assert.equal(maxp.readUInt16BE(30), depth + 1);
  });

  it('has a composed glyph within its box', () => {
    const sans = getFont('sans', 'regular');
    const components = [
      { glyph: glyphOf(sans, 'A'), x: 100, y: 0 },
      { glyph: glyphOf(sans, 'g'), x: -300, y: 50 },
    ];
    const file = opened(sans.subset([{ components, advance: 900 }]));
    const a = sans.font.glyphExtents(glyphOf(sans, 'A'));
    const g = sans.font.glyphExtents(glyphOf(sans, 'g'));
    const composed = file.glyphExtents(0);
    assert.ok(a !== undefined && g !== undefined);
    assert.equal(composed?.xBearing, g.xBearing - 300);
    assert.equal(composed.xBearing + composed.width, a.xBearing + a.width + 100);
  });

  it('is refused where the font has no TrueType outlines', () => {
    assert.throws(() => tablesOf(Buffer.from('OTTO\0\0\0\0')), /no TrueType outlines/);
  });
});

function glyphTotal({ font }: OpenedFont): number {
  return Buffer.from(font.face.referenceTable('maxp') ?? []).readUInt16BE(4);
}
