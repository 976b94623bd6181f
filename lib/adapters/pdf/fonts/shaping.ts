// Shapes text with fontkit: marks, ligatures, joined forms and reordered vowels.
import type { Font, GlyphRun } from 'fontkit';
import { memoize } from '../../../domain/memoize.ts';
import type { Direction } from '../../../i18n/text-direction.ts';
import { isIgnorable } from './open-fonts.ts';
import type { OpenedFont } from './open-fonts.ts';

/** Lengths are in thousandths of the font size. */
export interface Glyph {
  readonly id: number;
  /** The advance from the width table of the font, which a PDF viewer uses. */
  readonly width: number;
  /** The advance after kerning. */
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
  readonly codePoints: readonly number[];
}

/** Thai SARA AM with an optional tone mark before it; it decomposes into a ring below the mark and SARA AA. */
const AM = /([\u0e48-\u0e4b]?)\u0e33/g;
/** For a glyph without a character of its own, such as the second half of a split vowel. */
const NO_CHARACTER = [0x200b];

/** Texts of a font and a direction whose glyphs are kept, in characters: shaping a word takes as long as laying out a line. */
const CACHED_CHARACTERS = 30_000;
const shapers = new WeakMap<OpenedFont, Readonly<Record<Direction, Shaper>>>();
type Shaper = (text: string) => readonly Glyph[];

/**
 * The glyphs of one script and direction, from left to right. `text` has only characters of the font; digits of a script
 * that runs to the left run to the right.
 */
export function shapeText(
  opened: OpenedFont,
  text: string,
  direction: Direction,
): readonly Glyph[] {
  if (opened.isPlain) return glyphByGlyph(opened, text);
  const shaper = shapers.get(opened) ?? {
    ltr: memoize(CACHED_CHARACTERS, (word) => shapeByFont(opened, word, 'ltr')),
    rtl: memoize(CACHED_CHARACTERS, (word) => shapeByFont(opened, word, 'rtl')),
  };
  shapers.set(opened, shaper);
  return shaper[direction](text);
}

function glyphByGlyph({ font, scale }: OpenedFont, text: string): readonly Glyph[] {
  const glyphs: Glyph[] = [];
  for (const character of text) {
    if (isIgnorable(character)) continue;
    const codePoint = character.codePointAt(0) ?? 0;
    const { id, advanceWidth } = font.glyphForCodePoint(codePoint);
    const width = advanceWidth * scale;
    glyphs.push({ id, width, advance: width, dx: 0, dy: 0, codePoints: [codePoint] });
  }
  return glyphs;
}

/**
 * fontkit throws on some incomplete font tables; then the text is shaped without marks, and otherwise glyph by glyph.
 */
function shapeByFont(opened: OpenedFont, text: string, direction: Direction): readonly Glyph[] {
  const decomposed = text.replace(AM, '\u0e4d$1\u0e32');
  const run =
    runOf(opened.font, decomposed, direction) ??
    runOf(opened.font, decomposed.replaceAll(/\p{Mn}/gu, ''), direction);
  if (run !== null) return glyphsOf(run, opened.scale);
  const glyphs = glyphByGlyph(opened, text);
  return direction === 'rtl' ? glyphs.toReversed() : glyphs;
}

function runOf(font: Font, text: string, direction: Direction): GlyphRun | null {
  // fontkit caches the first code points of each glyph, which would make bytes depend on earlier texts.
  Reflect.set(font, '_glyphs', {});
  try {
    return font.layout(text, undefined, undefined, undefined, direction);
  } catch {
    return null;
  }
}

function glyphsOf(run: GlyphRun, scale: number): readonly Glyph[] {
  return run.glyphs.flatMap((glyph, i): readonly Glyph[] => {
    const { codePoints } = glyph;
    const isHidden =
      codePoints.length > 0 &&
      codePoints.every((codePoint) => isIgnorable(String.fromCodePoint(codePoint)));
    if (isHidden) return [];
    const position = run.positions[i];
    const width = glyph.advanceWidth * scale;
    return [
      {
        id: glyph.id,
        width,
        advance: position === undefined ? width : position.xAdvance * scale,
        dx: position === undefined ? 0 : position.xOffset * scale,
        dy: position === undefined ? 0 : position.yOffset * scale,
        codePoints: codePoints.length === 0 ? NO_CHARACTER : codePoints,
      },
    ];
  });
}
