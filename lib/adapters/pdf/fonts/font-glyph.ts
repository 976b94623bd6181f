// Glyphs of embedded fonts, each with the text that it stands for. PDF readers extract one text per glyph code, so a code
// stands for a glyph and a text, and one character of several that are drawn as one glyph has the glyph.
import type { Direction } from '../../../i18n/text-direction.ts';
import type { Outline } from './font-subset.ts';

export interface FontGlyph {
  /** The same for glyphs of a font that look the same and stand for the same text. */
  readonly key: string;
  readonly text: string;
  /** Null for an empty glyph without width. */
  readonly outline: Outline | null;
}

/** UTF-16 units of a text; poppler ignores texts of more than 63. */
const LONGEST_TEXT = 32;
const MARK = /^\p{Mn}$/u;

/** The glyphs of a cluster of characters in the order of painting, and format characters that belong to the next glyph. */
export interface ClusterGlyphs {
  readonly glyphs: readonly FontGlyph[];
  readonly rest: string;
}

export function glyphsOfCluster(
  text: string,
  outline: Outline,
  direction: Direction,
): ClusterGlyphs {
  if (direction === 'rtl') {
    // From left to right, as readers that go by position expect; the first character has the outline.
    const glyphs = Array.from(text, (character, i) => glyphOf(character, i === 0 ? outline : null));
    return { glyphs: glyphs.reverse(), rest: '' };
  }
  const { texts, rest } = textsOf(text);
  if (texts.length === 0) return { glyphs: [glyphOf(rest, outline)], rest: '' };
  return { glyphs: texts.map((part, i) => glyphOf(part, i === 0 ? outline : null)), rest };
}

/** The glyphs after a text that ends in format characters, which the first glyph takes over. */
export function withFormatCharacters(
  rest: string,
  glyphs: readonly FontGlyph[],
): readonly FontGlyph[] {
  const [first, ...others] = glyphs;
  if (rest === '' || first === undefined) return glyphs;
  if (rest.length + first.text.length > LONGEST_TEXT) return [...emptyGlyphs(rest), ...glyphs];
  return [glyphOf(rest + first.text, first.outline), ...others];
}

export function emptyGlyphs(text: string): readonly FontGlyph[] {
  return inPieces(text).map((piece) => glyphOf(piece, null));
}

function glyphOf(text: string, outline: Outline | null): FontGlyph {
  return { key: keyOf(text, outline), text, outline };
}

function keyOf(text: string, outline: Outline | null): string {
  if (outline === null) return text;
  const components = outline.components.map(({ glyph, x, y }) => `${glyph},${x},${y}`).join(' ');
  // No text ends like this: U+0000 is not part of texts.
  return `${text}\0${components} ${outline.advance}`;
}

/**
 * A text in parts, none of which ends in a format character: pdf.js loses such parts. Each non-spacing mark is a part of its
 * own, because pdf.js takes a part with one for a part without width.
 */
function textsOf(text: string): { readonly texts: readonly string[]; readonly rest: string } {
  const texts: string[] = [];
  let part = '';
  const end = (): void => {
    const [format = ''] = /\p{Cf}*$/u.exec(part) ?? [];
    const visible = part.slice(0, part.length - format.length);
    texts.push(...inPieces(visible));
    part = format;
  };
  for (const character of text) {
    if (MARK.test(character)) {
      end();
      texts.push(part + character);
      part = '';
    } else part += character;
  }
  end();
  return { texts, rest: part };
}

/** Of an empty text none. */
function inPieces(text: string): readonly string[] {
  if (text.length <= LONGEST_TEXT) return text === '' ? [] : [text];
  const pieces: string[] = [];
  let piece = '';
  for (const character of text) {
    if (piece.length + character.length > LONGEST_TEXT) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}
