// The font files of a deployment package: all present, and small enough in total.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAMILIES } from '../../../../lib/adapters/pdf/fonts/families.ts';
import { readFontFile } from '../../../../lib/adapters/pdf/fonts/open-fonts.ts';

const MEGABYTE = 1_000_000;

describe('the font files', () => {
  it('take less than 40 MB of a package before compression', () => {
    const sizes = Object.values(FAMILIES).flatMap((family) =>
      family.faces.map((face) => readFontFile(family, face).length),
    );
    assert.ok(sizes.every((size) => size > 20_000));
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 40 * MEGABYTE);
  });
});
