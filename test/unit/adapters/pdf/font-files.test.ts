// The fonts that go into a package: each is there, and all together leave room.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Family } from '../../../../lib/adapters/pdf/fonts/families.ts';
import { FAMILIES } from '../../../../lib/adapters/pdf/fonts/families.ts';
import { readFontFile } from '../../../../lib/adapters/pdf/fonts/font-files.ts';

const MEGABYTE = 1_000_000;

describe('the font files', () => {
  it('take less than the 60 MB of a package even before they are zipped', () => {
    const families: readonly Family[] = Object.values(FAMILIES);
    const sizes = families.flatMap((family) =>
      family.faces.map((face) => readFontFile(family, face).length),
    );
    assert.ok(sizes.every((size) => size > 20_000));
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 60 * MEGABYTE);
  });
});
