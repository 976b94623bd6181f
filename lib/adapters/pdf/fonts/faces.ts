// The regular and bold base faces, and the fast path for Latin text, which needs no shaping.
// The result depends on the text alone, so a bounded cache serves all documents of a process.
import type { FaceName } from '../../../charts/theme.ts';
import { memoize } from '../../../domain/memoize.ts';
import { kerningBetween, expandLigature, withLigatures } from './latin.ts';
import type { FaceMetrics, LatinFace } from './latin-face.ts';
import { LETTERS, deserializeFace, createLatinFace } from './latin-face.ts';
import type { OpenedFont } from './open-fonts.ts';
import { getFont } from './open-fonts.ts';
import { preparedFace } from './prepared-fonts.ts';
import type { Glyph } from './shaping.ts';
import type { FontSubset, SharedSubset } from './shared-subsets.ts';
import { createSharedSubset } from './shared-subsets.ts';

export interface ShapedText {
  readonly advance: number;
  /**
   * Codes of the common subset with kerning, as in a PDF hex string: 0024>40<0037. Null when the text has other
   * characters; most words and all numbers have none.
   */
  readonly codes: string | null;
}

export interface Face {
  readonly opened: OpenedFont;
  readonly metrics: FaceMetrics;
  /** The common subset, and all subsets in the order in which a glyph is searched. */
  readonly common: SharedSubset;
  readonly subsets: readonly SharedSubset[];
  /** The height of capitals in thousandths of the font size. */
  readonly capHeight: number;
  /** Null when a character is not in the Latin subsets. */
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
  const opened = getFont('sans', name);
  const prepared = preparedFace(name);
  const latin = prepared === null ? createLatinFace(opened.font) : deserializeFace(prepared);
  const { metrics, subsets: cuts } = latin;
  const scale = 1000 / metrics.unitsPerEm;
  const initial = name === 'regular' ? 'R' : 'B';
  const createSubset = (cut: FontSubset, tag: string, letter: string): SharedSubset =>
    createSharedSubset(cut, `${tag}+${metrics.postscriptName}`, `${initial}${letter}`);
  const common = createSubset(cuts.common, 'COMMON', 'C');
  const western = createSubset(cuts.western, 'WESTER', 'W');
  const european = createSubset(cuts.european, 'EUROPE', 'E');
  const letterOf = lettersIn(latin, scale);
  const glyphs = (text: string): readonly Glyph[] | null => latinGlyphs(text, name, letterOf);
  const shape = (text: string): ShapedText | null => {
    const textGlyphs = glyphs(text);
    if (textGlyphs === null) return null;
    const advance = textGlyphs.reduce((sum, glyph) => sum + glyph.advance, 0);
    return { advance, codes: codesOf(textGlyphs, common) };
  };
  const shapeWord = memoize(CACHED_CHARACTERS, shape);
  const space = shape(' ');
  if (space === null) throw new Error('the common subset has no space');
  return {
    opened,
    metrics,
    common,
    subsets: [common, western, european],
    capHeight: metrics.capHeight * scale,
    shape: (text) => lineOf(text, shapeWord, space),
    glyphs,
  };
}

type LetterOf = (codePoint: number) => Glyph | null;

/** The glyph of a letter in the Latin subsets; null for other characters. */
function lettersIn(face: LatinFace, scale: number): LetterOf {
  const letters = new Map<number, Glyph | null>();
  for (const letter of LETTERS) letters.set(letter.charCodeAt(0), null);
  return (codePoint) => {
    const cached = letters.get(codePoint);
    if (cached !== null) return cached ?? null;
    const { id, advanceWidth } = face.letter(codePoint);
    const width = advanceWidth * scale;
    const codePoints = Array.from(expandLigature(String.fromCharCode(codePoint)), (letter) =>
      letter.charCodeAt(0),
    );
    const glyph = { id, width, advance: width, dx: 0, dy: 0, codePoints };
    letters.set(codePoint, glyph);
    return glyph;
  };
}

/** Null when a character is not in the Latin subsets. */
function latinGlyphs(text: string, face: FaceName, letterOf: LetterOf): readonly Glyph[] | null {
  const letters = withLigatures(text);
  const glyphs: Glyph[] = [];
  for (let i = 0; i < letters.length; i += 1) {
    const code = letters.charCodeAt(i);
    const glyph = letterOf(code);
    if (glyph === null) return null;
    const kerning =
      i + 1 < letters.length ? kerningBetween(face, code, letters.charCodeAt(i + 1)) : 0;
    glyphs.push(kerning === 0 ? glyph : { ...glyph, advance: glyph.width + kerning });
  }
  return glyphs;
}

/** Null when a glyph is not in the subset. */
function codesOf(glyphs: readonly Glyph[], subset: SharedSubset): string | null {
  let codes = '';
  for (const { id, width, advance } of glyphs) {
    const code = subset.codes.get(id);
    if (code === undefined) return null;
    codes += code;
    if (advance !== width) codes += `>${String(Math.round(width - advance))}<`;
  }
  return codes;
}

/** Shapes words separately, because spaces have no kerning. */
function lineOf(
  text: string,
  shapeOfWord: (shapeWord: string) => ShapedText | null,
  space: ShapedText,
): ShapedText | null {
  let advance = 0;
  let codes: string | null = '';
  for (const [i, shapeWord] of text.split(' ').entries()) {
    const shape = shapeWord === '' ? null : shapeOfWord(shapeWord);
    if (shapeWord !== '' && shape === null) return null;
    for (const part of [i > 0 ? space : null, shape]) {
      if (part === null) continue;
      advance += part.advance;
      codes = codes === null || part.codes === null ? null : codes + part.codes;
    }
  }
  return { advance, codes };
}
