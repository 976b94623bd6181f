// Font subsets with a fixed set of letters, built once per process and shared by all documents: building a subset for
// each document costs more time than the unused letters cost bytes.
import { deflateSync } from 'node:zlib';
import type { Font } from 'fontkit';
import { codeHex, utf16Hex } from '../pdf-syntax.ts';
import { expandLigature } from './latin.ts';

export interface SharedSubset {
  /** The name of the font in page resources. */
  readonly resource: string;
  readonly name: string;
  /** Codes as four hex digits, by glyph id of the full font. */
  readonly codes: ReadonlyMap<number, string>;
  readonly embedded: () => EmbeddedSubset;
}

export interface EmbeddedSubset {
  /** The font file, deflated, and its length before. */
  readonly file: Uint8Array;
  readonly fileLength: number;
  /** The deflated ToUnicode CMap. */
  readonly unicode: Uint8Array;
  /** By code, in thousandths of the font size. */
  readonly widths: readonly number[];
}

/** A font reduced to a set of letters. */
export interface FontSubset {
  /** Glyph ids of the full font by code; the first one is the glyph for missing characters. */
  readonly glyphs: readonly number[];
  readonly embedded: () => EmbeddedSubset;
}

export function createFontSubset(font: Font, letters: string): FontSubset {
  const glyphs: number[] = [0];
  const letterOf: string[] = [];
  const seenGlyphs = new Set<number>();
  for (const letter of letters) {
    const { id } = font.glyphForCodePoint(letter.codePointAt(0) ?? 0);
    if (seenGlyphs.has(id)) continue;
    seenGlyphs.add(id);
    glyphs.push(id);
    letterOf.push(letter);
  }
  let embeddedSubset: EmbeddedSubset | null = null;
  return {
    glyphs,
    embedded: () => (embeddedSubset ??= buildEmbeddedSubset(font, glyphs, letterOf)),
  };
}

/** `name` starts with six capitals, which distinguish subsets of one font. */
export function createSharedSubset(
  { glyphs, embedded }: FontSubset,
  name: string,
  resource: string,
): SharedSubset {
  const codes = new Map<number, string>();
  for (const [code, id] of glyphs.entries()) if (code > 0) codes.set(id, codeHex(code));
  return { resource, name, codes, embedded };
}

function buildEmbeddedSubset(
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

/** The ToUnicode CMap for the letters with the codes from 1; at most 100 ranges and 255 codes. */
function cmap(letters: readonly string[]): string {
  // [first code, letter, number of codes]: a range may only change the last byte of the code point.
  const ranges: [number, string, number][] = [];
  for (const [i, letter] of letters.entries()) {
    const codePoint = letter.charCodeAt(0);
    const lastRange = ranges.at(-1);
    const continuesRange =
      lastRange !== undefined && codePoint === lastRange[1].charCodeAt(0) + lastRange[2];
    if (continuesRange && codePoint % 256 !== 0 && expandLigature(letter) === letter)
      lastRange[2] += 1;
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
