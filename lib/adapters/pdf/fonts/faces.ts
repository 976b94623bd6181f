// The faces of the report, opened once for each process, with the shapes of the words they have set.
// Shaping is pure, so one bounded cache serves every document; a full cache is emptied and changes no byte.
import { create } from 'fontkit';
import type { Font } from 'fontkit';
import type { FaceName } from '../operations.ts';
import { remembered } from '../remembered.ts';
import { readFontFile } from './find.ts';
import { COMMON, EUROPEAN, WESTERN, kern, lettersOf, ligated } from './latin.ts';
import type { Glyph, Piece } from './shaping.ts';
import { shapedPieces } from './shaping.ts';
import type { Sheet } from './sheets.ts';
import { newSheet } from './sheets.ts';

export interface Shape {
  readonly advance: number;
  readonly boxes: number;
  /**
   * The inside of a hex string of the common sheet, with its kerning: 0024>40<0037. Null for what is more than common
   * letters; most words and all numbers are not.
   */
  readonly codes: string | null;
}

export interface Face {
  readonly name: FaceName;
  readonly font: Font;
  /** The common one and the others, in the order in which a glyph is looked for. */
  readonly common: Sheet;
  readonly sheets: readonly Sheet[];
  /** Heights above the baseline in thousandths of the type size. */
  readonly capHeight: number;
  readonly space: Glyph;
  word(word: string): Shape;
  /** Words with single spaces between. */
  line(text: string): Shape;
  pieces(word: string): readonly Piece[];
}

/** Of the words and of the lines kept: a report of 60 surveys has about 20,000 in different words. */
const CACHED_CHARACTERS = 150_000;
/** Kept glyph by glyph, of the scripts that need it. */
const SHAPED_WORDS = 5_000;

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
  const shaped = new Map<string, readonly Piece[]>();

  function pieces(word: string): readonly Piece[] {
    const glyphs = latinGlyphs(word, name, letterOf);
    if (glyphs !== null) return [{ text: word, glyphs, advance: advanceOf(glyphs) }];
    const known = shaped.get(word) ?? shapedPieces(font, scale, word);
    if (shaped.size >= SHAPED_WORDS) shaped.clear();
    shaped.set(word, known);
    return known;
  }
  const space = letterOf(0x20);
  if (space === null) throw new Error('the common sheet has no space');
  const spaceShape = shapeOf([{ text: ' ', glyphs: [space], advance: space.advance }], common);
  const word = remembered(CACHED_CHARACTERS, (text) => shapeOf(pieces(text), common));
  return {
    name,
    font,
    common,
    sheets: [common, western, european],
    capHeight: font.capHeight * scale,
    space,
    word,
    line: remembered(CACHED_CHARACTERS, (text) => lineOf(text, word, spaceShape)),
    pieces,
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
  for (const { id, width, advance, dx, dy } of glyphs) {
    const code = sheet.codes.get(id);
    if (code === undefined || dx !== 0 || dy !== 0) return null;
    codes += code;
    if (advance !== width) codes += `>${String(Math.round(width - advance))}<`;
  }
  return codes;
}

function shapeOf(pieces: readonly Piece[], sheet: Sheet): Shape {
  let advance = 0;
  let boxes = 0;
  let codes: string | null = '';
  for (const piece of pieces) {
    advance += piece.advance;
    if (piece.glyphs === null) boxes += 1;
    const more = piece.glyphs === null ? null : codesOf(piece.glyphs, sheet);
    codes = codes === null || more === null ? null : codes + more;
  }
  return { advance, boxes, codes };
}

function lineOf(text: string, shapeOfWord: (word: string) => Shape, space: Shape): Shape {
  let advance = 0;
  let boxes = 0;
  let codes: string | null = '';
  const add = (shape: Shape): void => {
    advance += shape.advance;
    boxes += shape.boxes;
    codes = codes === null || shape.codes === null ? null : codes + shape.codes;
  };
  for (const [i, word] of text.split(' ').entries()) {
    if (i > 0) add(space);
    if (word !== '') add(shapeOfWord(word));
  }
  return { advance, boxes, codes };
}

function advanceOf(glyphs: readonly Glyph[]): number {
  return glyphs.reduce((sum, glyph) => sum + glyph.advance, 0);
}
