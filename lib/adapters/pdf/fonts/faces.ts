// The faces of the report, opened once for each process, with the shapes of the words they have set.
// Shaping is pure, so one bounded cache serves every document; a full cache is emptied and changes no byte.
import { create } from 'fontkit';
import type { Font } from 'fontkit';
import type { FaceName } from '../operations.ts';
import { readFontFile } from './find.ts';

/** In thousandths of the type size. */
export interface Glyph {
  readonly id: number;
  /** The advance that the font's own width table has; a viewer moves by it. */
  readonly width: number;
  /** The advance after kerning. */
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
  readonly codePoints: readonly number[];
}

/** A word in pieces: glyphs, or a character the face doesn't have, which takes a box's room. */
export interface Piece {
  readonly text: string;
  /** Null for a box. */
  readonly glyphs: readonly Glyph[] | null;
  readonly advance: number;
}

export interface Word {
  readonly pieces: readonly Piece[];
  readonly advance: number;
  readonly boxes: number;
}

export interface Face {
  readonly name: FaceName;
  readonly font: Font;
  /** Heights above the baseline in thousandths of the type size. */
  readonly capHeight: number;
  readonly spaceAdvance: number;
  /** `text` without spaces. */
  word(text: string): Word;
}

const BOX_ADVANCE = 700;
/** Characters of the words kept: a report of 60 surveys has about 20,000 in different ones; some 20 MB at most. */
const CACHED_CHARACTERS = 150_000;

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

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
  const cache = new Map<string, Word>();
  let cached = 0;

  function word(text: string): Word {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const shaped = shapedWord(font, scale, text);
    cached += text.length;
    if (cached > CACHED_CHARACTERS) {
      cache.clear();
      cached = text.length;
    }
    cache.set(text, shaped);
    return shaped;
  }

  return {
    name,
    font,
    capHeight: font.capHeight * scale,
    spaceAdvance: font.glyphForCodePoint(0x20).advanceWidth * scale,
    word,
  };
}

function openFont(bytes: Uint8Array): Font {
  const font = create(Buffer.from(bytes));
  if (!('glyphForCodePoint' in font)) throw new Error('a font collection is not a face');
  return font;
}

function shapedWord(font: Font, scale: number, text: string): Word {
  const pieces = hasAll(font, text)
    ? [glyphPiece(font, scale, text)]
    : pieceByPiece(font, scale, text);
  let advance = 0;
  let boxes = 0;
  for (const piece of pieces) {
    advance += piece.advance;
    if (piece.glyphs === null) boxes += 1;
  }
  return { pieces, advance, boxes };
}

function pieceByPiece(font: Font, scale: number, text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let shown = '';
  const endShown = (): void => {
    if (shown !== '') pieces.push(glyphPiece(font, scale, shown));
    shown = '';
  };
  for (const { segment } of clusters.segment(text)) {
    const cluster = segment.replace(IGNORABLE, '');
    if (cluster === '') continue;
    if (hasAll(font, cluster)) {
      shown += cluster;
    } else {
      endShown();
      pieces.push({ text: segment, glyphs: null, advance: BOX_ADVANCE });
    }
  }
  endShown();
  return pieces;
}

/** Joiners and the selectors of text and emoji style: without a glyph of their own, and no loss. */
const IGNORABLE = /\u200c|\u200d|\ufe0e|\ufe0f|\u034f/gu;

function hasAll(font: Font, text: string): boolean {
  for (const character of text) {
    if (!font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return false;
  }
  return true;
}

function glyphPiece(font: Font, scale: number, text: string): Piece {
  const run = font.layout(text);
  let advance = 0;
  const glyphs = run.glyphs.map((glyph, i): Glyph => {
    const position = run.positions[i];
    const width = glyph.advanceWidth * scale;
    const moved = position === undefined ? width : position.xAdvance * scale;
    advance += moved;
    return {
      id: glyph.id,
      width,
      advance: moved,
      dx: position === undefined ? 0 : position.xOffset * scale,
      dy: position === undefined ? 0 : position.yOffset * scale,
      codePoints: glyph.codePoints,
    };
  });
  return { text, glyphs, advance };
}
