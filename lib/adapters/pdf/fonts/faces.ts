// The report's own two faces, and Latin text set in them: what nearly all text is, without shaping.
// Setting is pure, so one bounded memory serves every document; a full one is emptied and changes no byte.
import type { FaceName } from '../../../charts/theme.ts';
import { memoize } from '../../../domain/memoize.ts';
import { kerningBetween, expandLigature, withLigatures } from './latin.ts';
import type { FaceMetrics, LatinFace } from './latin-face.ts';
import { LETTERS, latinFaceFrom, latinFaceOf } from './latin-face.ts';
import type { OpenedFont } from './open-fonts.ts';
import { openedFont } from './open-fonts.ts';
import { preparedFace } from './prepared-fonts.ts';
import type { Glyph } from './shaping.ts';
import type { FontSubset, SharedSubset } from './shared-subsets.ts';
import { createSharedSubset } from './shared-subsets.ts';

export interface ShapedText {
  readonly advance: number;
  /**
   * The inside of a hex string of the common sheet, with its kerning: 0024>40<0037. Null for what is more than common
   * letters; most words and all numbers are not.
   */
  readonly codes: string | null;
}

export interface Face {
  readonly opened: OpenedFont;
  readonly metrics: FaceMetrics;
  /** The common one and the others, in the order in which a glyph is looked for. */
  readonly common: SharedSubset;
  readonly subsets: readonly SharedSubset[];
  /** Heights above the baseline in thousandths of the type size. */
  readonly capHeight: number;
  /** Null when any character is more than a Latin letter. */
  shape(text: string): ShapedText | null;
  /** The same glyph by glyph; each stands for as many characters as it has code points. */
  glyphs(text: string): readonly Glyph[] | null;
}

/** Of the words kept: a report of 60 surveys has about 20,000 in different words. */
const CACHED_CHARACTERS = 150_000;

const faces = new Map<FaceName, Face>();

export function getFace(name: FaceName): Face {
  const known = faces.get(name);
  if (known !== undefined) return known;
  const face = newFace(name);
  faces.set(name, face);
  return face;
}

function newFace(name: FaceName): Face {
  const opened = openedFont('sans', name);
  const prepared = preparedFace(name);
  const latin = prepared === null ? latinFaceOf(opened.font) : latinFaceFrom(prepared);
  const { metrics, cuts } = latin;
  const scale = 1000 / metrics.unitsPerEm;
  const initial = name === 'regular' ? 'R' : 'B';
  const sheet = (cut: FontSubset, tag: string, letter: string): SharedSubset =>
    createSharedSubset(cut, `${tag}+${metrics.postscriptName}`, `${initial}${letter}`);
  const common = sheet(cuts.common, 'COMMON', 'C');
  const western = sheet(cuts.western, 'WESTER', 'W');
  const european = sheet(cuts.european, 'EUROPE', 'E');
  const letterOf = lettersIn(latin, scale);
  const glyphs = (text: string): readonly Glyph[] | null => latinGlyphs(text, name, letterOf);
  const shape = (text: string): ShapedText | null => {
    const own = glyphs(text);
    if (own === null) return null;
    const advance = own.reduce((sum, glyph) => sum + glyph.advance, 0);
    return { advance, codes: codesOf(own, common) };
  };
  const word = memoize(CACHED_CHARACTERS, shape);
  const space = shape(' ');
  if (space === null) throw new Error('the common sheet has no space');
  return {
    opened,
    metrics,
    common,
    subsets: [common, western, european],
    capHeight: metrics.capHeight * scale,
    shape: (text) => lineOf(text, word, space),
    glyphs,
  };
}

type LetterOf = (codePoint: number) => Glyph | null;

/** The glyph of each letter written in Latin; null for others. */
function lettersIn(face: LatinFace, scale: number): LetterOf {
  const letters = new Map<number, Glyph | null>();
  for (const letter of LETTERS) letters.set(letter.charCodeAt(0), null);
  return (codePoint) => {
    const known = letters.get(codePoint);
    if (known !== null) return known ?? null;
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

/** Null when any character is more than a Latin letter. */
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

/** Null when a glyph isn't on the sheet. */
function codesOf(glyphs: readonly Glyph[], sheet: SharedSubset): string | null {
  let codes = '';
  for (const { id, width, advance } of glyphs) {
    const code = sheet.codes.get(id);
    if (code === undefined) return null;
    codes += code;
    if (advance !== width) codes += `>${String(Math.round(width - advance))}<`;
  }
  return codes;
}

/** Words with spaces between: spaces kern with nothing. */
function lineOf(
  text: string,
  shapeOfWord: (word: string) => ShapedText | null,
  space: ShapedText,
): ShapedText | null {
  let advance = 0;
  let codes: string | null = '';
  for (const [i, word] of text.split(' ').entries()) {
    const shape = word === '' ? null : shapeOfWord(word);
    if (word !== '' && shape === null) return null;
    for (const part of [i > 0 ? space : null, shape]) {
      if (part === null) continue;
      advance += part.advance;
      codes = codes === null || part.codes === null ? null : codes + part.codes;
    }
  }
  return { advance, codes };
}
