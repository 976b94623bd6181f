// Fonts cut to a fixed set of letters, made once for each process and the same in every document: cutting and packing
// a subset for each document costs more than the letters that a document doesn't use weigh.
import { deflateSync } from 'node:zlib';
import type { Font } from 'fontkit';
import { codeHex, utf16Hex } from '../pdf-syntax.ts';
import { expandLigature } from './latin.ts';

export interface SharedSubset {
  /** Of the font among a page's resources. */
  readonly resource: string;
  readonly name: string;
  /** By glyph of the whole font: four hex digits. */
  readonly codes: ReadonlyMap<number, string>;
  readonly embedded: () => EmbeddedSubset;
}

export interface EmbeddedSubset {
  /** The font file, deflated, and its length before. */
  readonly file: Uint8Array;
  readonly fileLength: number;
  /** The deflated CMap that gives a reader the text back. */
  readonly unicode: Uint8Array;
  /** By code, in thousandths of the type size. */
  readonly widths: readonly number[];
}

/** A font cut to a set of letters. */
export interface FontSubset {
  /** Glyphs of the whole font by the codes of the cut one; the first is the one for what is missing. */
  readonly glyphs: readonly number[];
  readonly embedded: () => EmbeddedSubset;
}

export function createFontSubset(font: Font, letters: string): FontSubset {
  const glyphs: number[] = [0];
  const letterOf: string[] = [];
  const known = new Set<number>();
  for (const letter of letters) {
    const { id } = font.glyphForCodePoint(letter.codePointAt(0) ?? 0);
    if (known.has(id)) continue;
    known.add(id);
    glyphs.push(id);
    letterOf.push(letter);
  }
  let made: EmbeddedSubset | null = null;
  return { glyphs, embedded: () => (made ??= embeddedSheet(font, glyphs, letterOf)) };
}

/** `name` begins with six capitals, which tell subsets of one font apart. */
export function createSharedSubset(
  { glyphs, embedded }: FontSubset,
  name: string,
  resource: string,
): SharedSubset {
  const codes = new Map<number, string>();
  for (const [code, id] of glyphs.entries()) if (code > 0) codes.set(id, codeHex(code));
  return { resource, name, codes, embedded };
}

function embeddedSheet(
  font: Font,
  glyphs: readonly number[],
  letters: readonly string[],
): EmbeddedSubset {
  const subset = font.createSubset();
  for (const id of glyphs) subset.includeGlyph(font.getGlyph(id));
  const file = subset.encode();
  const scale = 1000 / font.unitsPerEm;
  return {
    file: deflateSync(file, { level: 9 }),
    fileLength: file.length,
    unicode: deflateSync(cmap(letters), { level: 9 }),
    widths: glyphs.map((id) => font.getGlyph(id).advanceWidth * scale),
  };
}

/** The letters of the codes from 1 on; up to a hundred ranges, and 255 codes. */
function cmap(letters: readonly string[]): string {
  // [first code, letter, codes]: neighbours in one line, as long as only their last byte grows.
  const ranges: [number, string, number][] = [];
  for (const [i, letter] of letters.entries()) {
    const codePoint = letter.charCodeAt(0);
    const last = ranges.at(-1);
    const follows = last !== undefined && codePoint === last[1].charCodeAt(0) + last[2];
    if (follows && codePoint % 256 !== 0 && expandLigature(letter) === letter) last[2] += 1;
    else ranges.push([i + 1, letter, 1]);
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    `${ranges.length} beginbfrange`,
    ...ranges.map(
      ([code, letter, length]) =>
        `<${codeHex(code)}> <${codeHex(code + length - 1)}> <${utf16Hex(expandLigature(letter))}>`,
    ),
    'endbfrange',
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n');
}
