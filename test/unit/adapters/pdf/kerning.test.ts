// Latin words are shaped without fontkit; the result must be the same.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fc } from '../../../support/property-settings.ts';
import { getFace } from '../../../../lib/adapters/pdf/fonts/latin-shaping.ts';
import { LETTERS, kerningBetween } from '../../../../lib/adapters/pdf/fonts/latin.ts';
import type { Glyph } from '../../../../lib/adapters/pdf/fonts/shaping.ts';
import { shapeText } from '../../../../lib/adapters/pdf/fonts/shaping.ts';
import { kernOf, kerningSource } from './kerning-source.ts';

const faces = [getFace('regular'), getFace('bold')] as const;
const letters = Array.from(LETTERS).filter((letter) => letter !== ' ');

describe('the kerning table', () => {
  // All 100,000 pairs take seconds, so every run tests a random sample.
  it('has the kerning of the fonts for any pair (UPDATE_GOLDEN=1 writes it from all pairs)', () => {
    if (process.env['UPDATE_GOLDEN'] === '1') {
      const path = new URL('../../../../lib/adapters/pdf/fonts/kerning.ts', import.meta.url);
      writeFileSync(path, kerningSource(...faces));
    }
    const letter = fc.constantFrom(...letters);
    fc.assert(
      fc.property(fc.constantFrom(...faces), letter, letter, ({ opened }, first, second) => {
        const kerning = kerningBetween(opened.face, first.charCodeAt(0), second.charCodeAt(0));
        assert.equal(Math.round(kerning), Math.round(kernOf(opened.font, first + second)));
      }),
      { numRuns: 3_000 },
    );
  });
});

describe('a Latin word', () => {
  for (const face of faces) {
    it(`has the ${face.opened.face} glyphs and positions that fontkit gives it`, () => {
      const anyLetter = fc.constantFrom(...letters);
      const digit = fc.constantFrom(...Array.from('0123456789.,:%+−–'));
      const ligature = fc.constantFrom('f', 'i', 'l', 'o', 'T', '.', 'é', 'ﬁ');
      const word = fc.oneof(
        fc.string({ unit: anyLetter, minLength: 1, maxLength: 9 }),
        fc.string({ unit: digit, minLength: 1, maxLength: 9 }),
        fc.string({ unit: ligature, minLength: 1, maxLength: 9 }),
      );
      const positionsOf = (glyphs: readonly Glyph[] | null): unknown =>
        glyphs?.map(({ id, width, advance, dx, dy }) => ({ id, width, advance, dx, dy }));
      fc.assert(
        fc.property(word, (text) => {
          assert.deepEqual(
            positionsOf(face.glyphs(text)),
            positionsOf(shapeText(face.opened, text, 'ltr')),
          );
        }),
        { numRuns: 1000 },
      );
    });
  }
});
