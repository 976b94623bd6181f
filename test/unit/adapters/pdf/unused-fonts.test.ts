// What the launcher leaves out of an installation is nothing that reports need.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { isUnused, unusedFolders } from '../../../../functions/cli/unused-folders.mjs';
import { FAMILIES, fontFileOf } from '../../../../lib/adapters/pdf/fonts/families.ts';

const PACKAGES = resolve(import.meta.dirname, '../../../../node_modules');

describe('the folders that the launcher leaves out of an installation', () => {
  it('have no file of a font that reports use, and are all others', () => {
    const unused = new Set(unusedFolders(PACKAGES));
    const used = Object.values(FAMILIES).flatMap((family) =>
      family.faces.map((face) => dirname(join(PACKAGES, fontFileOf(family, face).path))),
    );
    assert.ok(used.length > 40);
    for (const folder of used) {
      assert.ok(existsSync(folder), folder);
      assert.ok(!unused.has(folder), folder);
    }
    assert.ok(isUnused('@expo-google-fonts/noto-sans-jp/600SemiBold'));
  });
});
