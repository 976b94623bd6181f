// Opens each font once per process, when a text first needs it.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Face, Font, Blob as FontBlob } from 'harfbuzzjs';
import type { FaceName } from '../../../charts/theme.ts';
import { once } from '../../../domain/memoize.ts';
import type { Family, FamilyName } from './families.ts';
import { FAMILIES, fontFileOf } from './families.ts';
import type { FontSubsetter } from './font-subset.ts';
import { createFontSubsetter } from './font-subset.ts';
import type { FaceMetrics } from './font-tables.ts';
import { metricsOf, tablesOf } from './font-tables.ts';

export interface OpenedFont {
  readonly family: FamilyName;
  readonly face: FaceName;
  readonly postscriptName: string;
  /** Opened at the first access, like all that follows. */
  readonly font: Font;
  readonly metrics: FaceMetrics;
  /** The factor from font units to thousandths of the font size. */
  readonly scale: number;
  readonly subset: FontSubsetter;
}

const fontsByName = new Map<string, OpenedFont>();
const openedNames = new Set<string>();

/** Families without a bold face have one font for both faces. */
export function getFont(familyName: FamilyName, wantedFace: FaceName): OpenedFont {
  const family: Family = FAMILIES[familyName];
  const face = family.faces.includes(wantedFace) ? wantedFace : 'regular';
  const name = `${familyName} ${face}`;
  const existingFont = fontsByName.get(name);
  if (existingFont !== undefined) return existingFont;
  const file = once(() => readFontFile(family, face));
  const tables = once(() => tablesOf(file()));
  const metrics = once(() => metricsOf(tables()));
  const subsetter = once(() => createFontSubsetter(tables()));
  const font = once(() => {
    openedNames.add(name);
    return new Font(new Face(new FontBlob(file())));
  });
  const lazyFont: OpenedFont = {
    family: familyName,
    face,
    postscriptName: fontFileOf(family, face).postscriptName,
    get font() {
      return font();
    },
    get metrics() {
      return metrics();
    },
    get scale() {
      return 1000 / metrics().unitsPerEm;
    },
    subset: (glyphs) => subsetter()(glyphs),
  };
  fontsByName.set(name, lazyFont);
  return lazyFont;
}

/** Next to the bundle when the program is bundled, otherwise from its package. `face`: one that the family has. */
export function readFontFile(family: Family, face: FaceName): Buffer {
  const { path, name } = fontFileOf(family, face);
  const bundledPath = fileURLToPath(new URL(name, import.meta.url));
  if (existsSync(bundledPath)) return readFileSync(bundledPath);
  return readFileSync(createRequire(import.meta.url).resolve(path));
}

/** The fonts that this process has opened, as 'family face'. */
export function openedFontNames(): readonly string[] {
  return [...openedNames];
}

/** Characters that need no glyph: joiners, direction marks, selectors, the grapheme joiner. */
const IGNORABLE =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\u{e0000}-\u{e0fff}]/u;

export function isIgnorable(character: string): boolean {
  return IGNORABLE.test(character);
}

/** Whether a font has a glyph for every visible character. */
export function hasAllGlyphs({ font }: OpenedFont, text: string): boolean {
  for (const character of text) {
    const glyph = font.nominalGlyph(character.codePointAt(0) ?? 0);
    if ((glyph === undefined || glyph === 0) && !isIgnorable(character)) return false;
  }
  return true;
}
