// The fast path for Latin text, in the regular and bold base faces: it needs no shaping with fontkit (`shaping.ts`).
// The result depends on the text alone, so a bounded cache serves all documents of a process.
import type { FaceName } from '../../../charts/theme.ts';
import { memoize } from '../../../domain/memoize.ts';
import { LETTERS, expandLigature, kerningBetween, withLigatures } from './latin.ts';
import type { FaceMetrics, LatinFace } from './latin-face.ts';
import { createLatinFace } from './latin-face.ts';
import type { OpenedFont } from './open-fonts.ts';
import { getFont } from './open-fonts.ts';
import { preparedFace } from './prepared-fonts.ts';
import type { Glyph } from './shaping.ts';

export interface ShapedText {
  readonly advance: number;
  /** One UTF-16 unit for each glyph code and each kerning between two glyphs; see `kerningIn`. */
  readonly codes: string;
}

export interface Face {
  readonly opened: OpenedFont;
  readonly metrics: FaceMetrics;
  /** The code of a Latin letter in documents, by the number of its glyph in the full font. */
  readonly codes: ReadonlyMap<number, number>;
  /** The reverse of `codes`, by code minus one. */
  readonly glyphIds: readonly number[];
  /** Widths in thousandths of the font size, by code minus one. */
  readonly widths: readonly number[];
  /** The height of capitals in thousandths of the font size. */
  readonly capHeight: number;
  /** Null when a character is not one of the Latin letters. */
  shape(text: string): ShapedText | null;
  /** The glyphs of the text; each stands for as many characters as it has code points. */
  glyphs(text: string): readonly Glyph[] | null;
}

/** The size of the word cache, in characters; a report of 60 surveys has about 20,000 in distinct words. */
const CACHED_CHARACTERS = 150_000;

const faces = new Map<FaceName, Face>();

export function getFace(name: FaceName): Face {
  const cached = faces.get(name);
  if (cached !== undefined) return cached;
  const face = createFace(name);
  faces.set(name, face);
  return face;
}

function createFace(name: FaceName): Face {
  const openedFont = getFont('sans', name);
  const latin = preparedFace(name) ?? createLatinFace(openedFont.font);
  const { metrics } = latin;
  const scale = 1000 / metrics.unitsPerEm;
  const letters = lettersOf(latin, scale);
  const codes = new Map(latin.ids.map((id, i) => [id, i + 1]));
  const glyphs = (text: string): readonly Glyph[] | null => latinGlyphs(text, name, letters);
  const shape = (text: string): ShapedText | null => {
    const textGlyphs = glyphs(text);
    if (textGlyphs === null) return null;
    const advance = textGlyphs.reduce((sum, glyph) => sum + glyph.advance, 0);
    return { advance, codes: writeCodes(textGlyphs, codes) };
  };
  const shapeWord = memoize(CACHED_CHARACTERS, shape);
  const space = shape(' ');
  if (space === null) throw new Error('the Latin letters have no space');
  return {
    opened: openedFont,
    metrics,
    codes,
    widths: latin.advanceWidths.map((advanceWidth) => advanceWidth * scale),
    glyphIds: latin.ids,
    capHeight: metrics.capHeight * scale,
    shape: (text) => lineOf(text, shapeWord, space),
    glyphs,
  };
}

/** By code point. */
function lettersOf({ ids, advanceWidths }: LatinFace, scale: number): ReadonlyMap<number, Glyph> {
  return new Map(
    ids.map((id, i) => {
      const width = (advanceWidths[i] ?? 0) * scale;
      const codePoints = Array.from(expandLigature(LETTERS.charAt(i)), (letter) =>
        letter.charCodeAt(0),
      );
      return [LETTERS.charCodeAt(i), { id, width, advance: width, dx: 0, dy: 0, codePoints }];
    }),
  );
}

/** Null when a character is not one of the Latin letters. */
function latinGlyphs(
  text: string,
  face: FaceName,
  letters: ReadonlyMap<number, Glyph>,
): readonly Glyph[] | null {
  const characters = withLigatures(text);
  const glyphs: Glyph[] = [];
  for (let i = 0; i < characters.length; i += 1) {
    const codePoint = characters.charCodeAt(i);
    const glyph = letters.get(codePoint);
    if (glyph === undefined) return null;
    const kerning =
      i + 1 < characters.length ? kerningBetween(face, codePoint, characters.charCodeAt(i + 1)) : 0;
    glyphs.push(kerning === 0 ? glyph : { ...glyph, advance: glyph.width + kerning });
  }
  return glyphs;
}

/** Units around this one are kerning; the codes of the Latin letters are far below. */
const NO_KERNING = 0xb000;
const MIN_KERNING = 0xa000;

function writeCodes(glyphs: readonly Glyph[], codes: Face['codes']): string {
  let text = '';
  for (const { id, width, advance } of glyphs) {
    text += String.fromCharCode(codes.get(id) ?? 0);
    const kerning = Math.round(width - advance);
    if (kerning !== 0) text += String.fromCharCode(NO_KERNING + kerning);
  }
  return text;
}

/** The distance to move back, in thousandths of the font size; 0 for a glyph code. */
export function kerningIn(unit: number): number {
  return unit < MIN_KERNING ? 0 : unit - NO_KERNING;
}

/** Shapes words separately, because spaces have no kerning. */
function lineOf(
  text: string,
  shapeOfWord: (shapeWord: string) => ShapedText | null,
  space: ShapedText,
): ShapedText | null {
  let advance = 0;
  let codes = '';
  for (const [i, shapeWord] of text.split(' ').entries()) {
    const shape = shapeWord === '' ? null : shapeOfWord(shapeWord);
    if (shapeWord !== '' && shape === null) return null;
    for (const part of [i > 0 ? space : null, shape]) {
      if (part === null) continue;
      advance += part.advance;
      codes += part.codes;
    }
  }
  return { advance, codes };
}
