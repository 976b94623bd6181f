// The font of each grapheme of a line.
import type { FaceName } from '../../../charts/theme.ts';
import { memoize } from '../../../domain/memoize.ts';
import type { FamilyName } from '../fonts/families.ts';
import { FAMILIES, familiesFor, hanFamilies, isHan } from '../fonts/families.ts';
import type { OpenedFont } from '../fonts/open-fonts.ts';
import { getFont, hasAllGlyphs } from '../fonts/open-fonts.ts';

/** The size of the caches, in characters. */
const CACHED_CHARACTERS = 30_000;

/** The fonts of graphemes that are not ideographs; those of ideographs depend on the text around them. */
const fonts = {
  regular: memoize(CACHED_CHARACTERS, (grapheme) => ({ font: findFont(grapheme, 'regular') })),
  bold: memoize(CACHED_CHARACTERS, (grapheme) => ({ font: findFont(grapheme, 'bold') })),
};

/** Null for a grapheme that no font has. `text`: the whole line. */
export function fontsFor(
  graphemes: readonly string[],
  text: string,
  face: FaceName,
): readonly (OpenedFont | null)[] {
  let hanOrder: readonly FamilyName[] | null = null;
  const han = (): readonly FamilyName[] =>
    (hanOrder ??= hanFamilies(text, (family, characters) =>
      hasAllGlyphs(getFont(family, face), characters),
    ));
  const ownFonts = graphemes.map((grapheme) =>
    isHan(grapheme) ? findFont(grapheme, face, han) : fonts[face](grapheme).font,
  );
  return withSigns(graphemes, ownFonts);
}

/** `han`: returns the families for ideographs, which it may have to open. */
function findFont(
  grapheme: string,
  face: FaceName,
  han: () => readonly FamilyName[] = () => [],
): OpenedFont | null {
  const base = getFont('sans', face);
  if (isPlainIn(base, grapheme)) return base;
  for (const family of familiesFor(grapheme, han())) {
    const font = getFont(family, face);
    if (hasAllGlyphs(font, grapheme)) return font;
  }
  return null;
}

const ORDINARY = /^[\p{L}\p{P}\p{N}\p{M} ]+$/u;

/** Whether the base font can be used without checking other families: everything but a digit shown as an emoji. */
function isPlainIn(base: OpenedFont, grapheme: string): boolean {
  return ORDINARY.test(grapheme) && !grapheme.includes('\ufe0f') && hasAllGlyphs(base, grapheme);
}

/** Spaces, digits and signs that every script has. */
const SIGN =
  /^(?:(?=\p{sc=Common})[\p{N}\p{P}\p{S}\p{Zs}]|[\u200b-\u200f\u202a-\u202e\u2066-\u2069])$/u;
/** Always that of the base font: in others it is as short as a hyphen, and two lengths of it would stand in one text. */
const MINUS = '\u2212';

/**
 * Signs between letters of one script's family, or next to them at an end of the line, use that family too: pdf.js takes the
 * words of one font together, and would give words of a right-to-left script in the wrong order.
 */
function withSigns(
  graphemes: readonly string[],
  ownFonts: readonly (OpenedFont | null)[],
): readonly (OpenedFont | null)[] {
  const isSign = graphemes.map(
    (grapheme, i) => ownFonts[i]?.family === 'sans' && SIGN.test(grapheme),
  );
  if (!ownFonts.some((font) => font !== null && FAMILIES[font.family].hasOwnSigns)) return ownFonts;
  const result = [...ownFonts];
  let start = 0;
  while (start < graphemes.length) {
    let end = start;
    while (end < graphemes.length && isSign[end] === true) end += 1;
    const [before, after] = [ownFonts[start - 1], ownFonts[end]];
    const font = start === 0 ? after : before;
    const isBetweenSame = start === 0 || end === graphemes.length || before === after;
    if (font !== undefined && font !== null && isBetweenSame && FAMILIES[font.family].hasOwnSigns) {
      for (let i = start; i < end; i += 1) {
        const sign = graphemes[i] ?? '';
        if (sign !== MINUS && hasAllGlyphs(font, sign)) result[i] = font;
      }
    }
    start = Math.max(end, start + 1);
  }
  return result;
}
