// Texts that nobody writes on purpose: every one is drawn, in bounded time, into a valid file.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { FamilyName } from '../../../lib/adapters/pdf/fonts/families.ts';
import { FAMILIES, FAMILY_NAMES } from '../../../lib/adapters/pdf/fonts/families.ts';
import { getFont } from '../../../lib/adapters/pdf/fonts/open-fonts.ts';
import { drawPages, pageOf } from '../../support/pdf-readers/text-pages.ts';
import { anyCharacter, fc, SEED } from '../../support/property-settings.ts';

const hasQpdf = spawnSync('qpdf', ['--version']).status === 0;
const GENERATED = 10_000;
/** Characters in one grapheme cluster, of which names have at most a few. */
const LONG_CLUSTER = 2_000;

const VIRAMAS = '\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2';
const CONTROLS =
  '\0\t\n\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff\ufff9\ufffc\ufffd\ufffe\uffff\ud800\udfff\u{e0001}\u{e007f}\u{e0100}\u{10ffff}';

/** Characters that change the shapes or the order of their neighbours, or belong to no text. */
const CHANGING = Array.from(`${VIRAMAS}${CONTROLS}\u0301\u0651\u0e49\u20dd (`);

/** The characters that a family is tried for first and has. */
function ownCharacters(family: FamilyName): readonly string[] {
  const { characters } = FAMILIES[family];
  return [...getFont(family, 'regular').font.face.collectUnicodes()]
    .map((codePoint) => String.fromCodePoint(codePoint))
    .filter((character) => family === 'sans' || characters.test(character));
}

/** Each family's own characters, joined with what changes their shapes. */
function familyText(): fc.Arbitrary<string> {
  const ofFamily = FAMILY_NAMES.map((family) => fc.constantFrom(...ownCharacters(family)));
  const changing = fc.constantFrom(...CHANGING);
  return fc
    .oneof(...ofFamily)
    .chain((first) =>
      fc
        .array(fc.oneof(changing, fc.constant(first), ...ofFamily), { maxLength: 24 })
        .map((others) => first + others.join('')),
    );
}

/** A character of each family with each of the changing ones: 100 of these, or both 50 times in turn. */
function familyChains(): readonly string[] {
  return FAMILY_NAMES.flatMap((family) => {
    const own = ownCharacters(family);
    const character = own.find((candidate) => /\p{L}/u.test(candidate)) ?? own[0] ?? '';
    return CHANGING.flatMap((changing) => [
      character + changing.repeat(100),
      (character + changing).repeat(50),
    ]);
  });
}

const anyText = fc.oneof(
  familyText(),
  fc
    .array(fc.oneof(anyCharacter, fc.constantFrom(...Array.from(CONTROLS))), { maxLength: 24 })
    .map((characters) => characters.join('')),
  fc.string({ unit: 'grapheme', maxLength: 24 }),
);

/** Chains of one character, or of two in turn. */
const CHAINS: readonly string[] = [
  ...Array.from(VIRAMAS, (virama) => `\u0915${virama}`.repeat(100)),
  ...Array.from(VIRAMAS, (virama) => `\u0915${virama.repeat(100)}`),
  ...['\u0301', '\u0e49', '\u0651', '\u05b8', '\u20dd', '\u200d', '\ufe0f', '\u{e0100}'].map(
    (mark) => `a${mark.repeat(200)}`,
  ),
  '👨\u200d'.repeat(100),
  '🏴\u{e0067}'.repeat(50),
  '\u1100'.repeat(100),
  '\u0f40\u0f90'.repeat(50),
  '\u2067'.repeat(200),
  '('.repeat(300),
  'א('.repeat(100),
  '1א'.repeat(100),
  '\ufdfd'.repeat(30),
];

async function check(texts: readonly string[]): Promise<void> {
  const pages = (['ltr', 'rtl'] as const).map((direction) => pageOf(texts, direction));
  const bytes = await drawPages(pages);
  if (!hasQpdf) return;
  const folder = mkdtempSync(join(tmpdir(), 'texts-'));
  try {
    const path = join(folder, 'texts.pdf');
    writeFileSync(path, bytes);
    const checked = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' });
    assert.equal(checked.status, 0, checked.stdout + checked.stderr);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a hostile text', () => {
  it(`is drawn in both directions: ${String(GENERATED)} generated ones`, async () => {
    await check(fc.sample(anyText, { numRuns: GENERATED, seed: SEED }));
  });

  it('is drawn in both directions: long chains in every script', async () => {
    const chains = [...CHAINS, ...familyChains()];
    assert.ok(chains.length > 3_000);
    await check(chains);
  });

  it('is drawn in both directions: clusters of thousands of characters', async () => {
    const clusters = ['\u0301', '\u094d\u0915', '\u0651', '\u200d👩'].map(
      (part) => `\u0915${part.repeat(LONG_CLUSTER)}`,
    );
    await check(clusters);
  });
});
