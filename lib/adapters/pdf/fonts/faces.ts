// The faces of the report, opened once for each process, with the shapes of the words they have set.
// Shaping is pure, so one bounded cache serves every document; a full cache is emptied and changes no byte.
import { create } from 'fontkit';
import type { Font } from 'fontkit';
import type { FaceName } from '../operations.ts';
import { readFontFile } from './find.ts';
import { COMMON, EUROPEAN, WESTERN, kern, lettersOf, ligated } from './latin.ts';
import type { Glyph, Piece } from './shaping.ts';
import { shapedPieces } from './shaping.ts';
import type { Sheet } from './sheets.ts';
import { newSheet } from './sheets.ts';

/** A word of common letters alone: what most words and all numbers are. */
export interface PlainWord {
  readonly isPlain: true;
  readonly advance: number;
  /** The inside of a hex string of the common sheet, with its kerning: 0024>40<0037. */
  readonly codes: string;
}

export interface ShapedWord {
  readonly isPlain: false;
  readonly advance: number;
  readonly pieces: readonly Piece[];
  readonly boxes: number;
}

export type Word = PlainWord | ShapedWord;

export interface Face {
  readonly name: FaceName;
  readonly font: Font;
  /** The common one and the others, in the order in which a glyph is looked for. */
  readonly common: Sheet;
  readonly sheets: readonly Sheet[];
  /** Heights above the baseline in thousandths of the type size. */
  readonly capHeight: number;
  readonly space: Glyph;
  readonly spaceCode: string;
  /** `text` without spaces. */
  word(text: string): Word;
  /** Of a word, whatever it is made of. */
  pieces(text: string): readonly Piece[];
}

/** Characters of the words kept: a report of 60 surveys has about 20,000 in different ones. */
const CACHED_CHARACTERS = 150_000;

const opened = new Map<FaceName, Face>();

export function openFace(name: FaceName): Face {
  const known = opened.get(name);
  if (known !== undefined) return known;
  const face = newFace(name);
  opened.set(name, face);
  return face;
}

function newFace(name: FaceName): Face {
  const font = openFont(readFontFile(name));
  const scale = 1000 / font.unitsPerEm;
  const initial = name === 'regular' ? 'R' : 'B';
  const common = newSheet(font, COMMON, 'COMMON', `${initial}C`);
  const western = newSheet(font, WESTERN, 'WESTER', `${initial}W`);
  const european = newSheet(font, EUROPEAN, 'EUROPE', `${initial}E`);
  const letterOf = lettersIn(font, scale);
  const cache = new Map<string, Word>();
  let cached = 0;

  function word(text: string): Word {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const shaped = newWord(text);
    cached += text.length;
    if (cached > CACHED_CHARACTERS) {
      cache.clear();
      cached = text.length;
    }
    cache.set(text, shaped);
    return shaped;
  }

  function newWord(text: string): Word {
    const glyphs = latinGlyphs(text, name, letterOf);
    if (glyphs === null) return shapedWord(shapedPieces(font, scale, text));
    const codes = codesOf(glyphs, common);
    const advance = glyphs.reduce((sum, glyph) => sum + glyph.advance, 0);
    if (codes !== null) return { isPlain: true, advance, codes };
    return shapedWord([{ text, glyphs, advance }]);
  }

  const space = letterOf(0x20);
  if (space === null) throw new Error('the common sheet has no space');
  return {
    name,
    font,
    common,
    sheets: [common, western, european],
    capHeight: font.capHeight * scale,
    space,
    spaceCode: codesOf([space], common) ?? '',
    word,
    pieces(text) {
      const known = word(text);
      if (!known.isPlain) return known.pieces;
      const { advance } = known;
      return [{ text, glyphs: latinGlyphs(text, name, letterOf), advance }];
    },
  };
}

function openFont(bytes: Uint8Array): Font {
  const font = create(Buffer.from(bytes));
  if (!('glyphForCodePoint' in font)) throw new Error('a font collection is not a face');
  return font;
}

type LetterOf = (codePoint: number) => Glyph | null;

/** The glyph of each letter written in Latin; null for others. */
function lettersIn(font: Font, scale: number): LetterOf {
  const letters = new Map<number, Glyph | null>();
  for (const letter of COMMON + WESTERN + EUROPEAN) letters.set(letter.charCodeAt(0), null);
  return (codePoint) => {
    const known = letters.get(codePoint);
    if (known !== null) return known ?? null;
    const { id, advanceWidth } = font.glyphForCodePoint(codePoint);
    const width = advanceWidth * scale;
    const codePoints = Array.from(lettersOf(String.fromCharCode(codePoint)), (letter) =>
      letter.charCodeAt(0),
    );
    const glyph = { id, width, advance: width, dx: 0, dy: 0, codePoints };
    letters.set(codePoint, glyph);
    return glyph;
  };
}

/** Null when any character is more than a Latin letter. */
function latinGlyphs(text: string, face: FaceName, letterOf: LetterOf): readonly Glyph[] | null {
  const letters = ligated(text);
  const glyphs: Glyph[] = [];
  for (let i = 0; i < letters.length; i += 1) {
    const code = letters.charCodeAt(i);
    const glyph = letterOf(code);
    if (glyph === null) return null;
    const kerning = i + 1 < letters.length ? kern(face, code, letters.charCodeAt(i + 1)) : 0;
    glyphs.push(kerning === 0 ? glyph : { ...glyph, advance: glyph.width + kerning });
  }
  return glyphs;
}

/** Null when a glyph isn't on the sheet. */
function codesOf(glyphs: readonly Glyph[], sheet: Sheet): string | null {
  let codes = '';
  for (const { id, width, advance } of glyphs) {
    const code = sheet.codes.get(id);
    if (code === undefined) return null;
    codes += code;
    if (advance !== width) codes += `>${String(Math.round(width - advance))}<`;
  }
  return codes;
}

function shapedWord(pieces: readonly Piece[]): ShapedWord {
  let advance = 0;
  let boxes = 0;
  for (const piece of pieces) {
    advance += piece.advance;
    if (piece.glyphs === null) boxes += 1;
  }
  return { isPlain: false, pieces, advance, boxes };
}
