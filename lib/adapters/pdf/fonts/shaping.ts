// Words of any script by fontkit: marks, ligatures and joined forms; what the face doesn't have becomes a box.
import type { Font } from 'fontkit';

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

const BOX_ADVANCE = 700;

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** `scale` makes thousandths of the type size of the font's own units. */
export function shapedPieces(font: Font, scale: number, text: string): readonly Piece[] {
  return hasAll(font, text) ? [glyphPiece(font, scale, text)] : pieceByPiece(font, scale, text);
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
